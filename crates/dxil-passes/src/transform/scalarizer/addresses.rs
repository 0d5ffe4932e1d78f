//! Addresses in memory that is retyped, for `scalarizer`: finds the users of an address in an old alloca or variable,
//! and rewrites them to use the new one. Separate because `stack` and `variables` share it.

use std::collections::HashMap;

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::uses::Use;
use dxil_ir::{BinaryOp, CastOp, Dialect, Flags, InstructionId, Module, Op, Type, TypeId, Value};

use super::accesses::VectorAccess;
use super::shapes::{Shape, Shapes};
use crate::error::{Result, invalid};
use crate::limits::TYPE_DEPTH;
use crate::transform::memory;

/// The pointee of an address in the old memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pointee {
    pub(super) ty: TypeId,
    /// True if the pointee is a part of a vector or array that becomes one flat array.
    pub(super) is_in_flat_array: bool,
}

/// A step of an address computation in the new memory.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// An index into a structure, or into an array that remains.
    Inner(Value),
    /// The index 0 into a structure, or into an array that remains.
    First,
    /// The address becomes an address in a flat array, with the scalar offset 0.
    Enter,
    /// The scalar offset in the flat array grows by the product of the index and the count.
    Offset(Value, u64),
}

/// Returns the steps of a GEP with the source element type `source`, and updates the pointee. `None` if the GEP does
/// not remain in the object.
pub(super) fn follow_indices(
    module: &Module,
    shapes: &mut Shapes,
    pointee: &mut Pointee,
    source: TypeId,
    indices: &[Value],
) -> Option<Vec<Step>> {
    let mut steps = first_of(module, shapes, pointee, source)?;
    let (first, rest) = indices.split_first()?;
    if module.signed_integer(*first) != Some(0) {
        if !pointee.is_in_flat_array {
            return None;
        }
        steps.push(Step::Offset(*first, scalar_count(module, shapes, pointee.ty)?));
    }
    for index in rest {
        enter_member(module, shapes, pointee, Some(*index), &mut steps)?;
    }
    Some(steps)
}

/// Returns the steps to the outermost part of type `ty` at the address, and updates the pointee. In LLVM 3.7 IR, the
/// pointee itself must have the type.
pub(super) fn first_of(
    module: &Module,
    shapes: &mut Shapes,
    pointee: &mut Pointee,
    ty: TypeId,
) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for _ in 0..TYPE_DEPTH {
        if pointee.ty == ty {
            return Some(steps);
        }
        if module.dialect == Dialect::Dxil37 {
            return None;
        }
        enter_member(module, shapes, pointee, None, &mut steps)?;
    }
    None
}

/// Appends the step to the member or element `index`, or to the first one without an index, and updates the pointee.
fn enter_member(
    module: &Module,
    shapes: &mut Shapes,
    pointee: &mut Pointee,
    index: Option<Value>,
    steps: &mut Vec<Step>,
) -> Option<()> {
    let is_flat_array = matches!(shapes.of(module, pointee.ty)?, Shape::FlatArray(..));
    let number = match module.types.members(pointee.ty) {
        Some(_) => index.map_or(Some(0), |index| module.integer(index))?,
        None => 0,
    };
    let inner = module.types.element(pointee.ty, number)?;
    if is_flat_array {
        steps.push(Step::Enter);
        if let Some(index) = index {
            steps.push(Step::Offset(index, scalar_count(module, shapes, inner)?));
        }
    } else {
        steps.push(index.map_or(Step::First, Step::Inner));
    }
    *pointee = Pointee { ty: inner, is_in_flat_array: is_flat_array };
    Some(())
}

/// Returns the number of scalars of a part of a flat array.
fn scalar_count(module: &Module, shapes: &mut Shapes, ty: TypeId) -> Option<u64> {
    match shapes.of(module, ty)? {
        Shape::FlatArray(_, scalar_count) => Some(scalar_count),
        Shape::Unchanged | Shape::Aggregate => Some(1),
    }
}

/// The rewriting of a user of an address.
#[derive(Debug, Clone, Copy)]
enum Action {
    /// A GEP to a part that contains vectors: erased after its users are rewritten.
    Derive,
    /// A GEP to a part without vectors: replaced by a GEP in the new memory.
    Replace,
    /// A load or store of a vector: replaced by loads or stores of the elements.
    Access(VectorAccess),
    /// Another user of the address of a part without vectors: this operand becomes an address in the new memory.
    Operand(u32),
    /// A lifetime marker, or a bitcast for it: erased.
    Drop,
}

/// A user of an address.
#[derive(Debug, Clone)]
struct User {
    /// The address that the instruction uses.
    address: Value,
    id: InstructionId,
    /// The steps from `address` to the accessed or computed address.
    steps: Vec<Step>,
    /// The pointee after the steps.
    pointee: Pointee,
    action: Action,
}

/// All users of addresses in one alloca or variable in a function, each after the user that computes its address.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    users: Vec<User>,
}

impl Addresses {
    /// Finds the transitive users of addresses with known pointees in a function; `None` if a user prevents the
    /// retyping.
    pub(super) fn of(editor: &Editor<'_>, shapes: &mut Shapes, known: &[(Value, Pointee)]) -> Option<Self> {
        let mut found = Self::default();
        let mut worklist = known.to_vec();
        while let Some((address, pointee)) = worklist.pop() {
            for using in editor.uses(address) {
                let users = user(editor, shapes, address, pointee, using)?;
                for user in users {
                    if matches!(user.action, Action::Derive) {
                        worklist.push((user.id.into(), user.pointee));
                    }
                    found.users.push(user);
                }
            }
        }
        Some(found)
    }

    /// Returns the loads and stores of vectors.
    pub(super) fn accesses(&self) -> Vec<VectorAccess> {
        let accesses = self.users.iter().filter_map(|user| match user.action {
            Action::Access(access) => Some(access),
            Action::Derive | Action::Replace | Action::Operand(_) | Action::Drop => None,
        });
        accesses.collect()
    }

    /// Returns the number of users.
    pub(super) fn len(&self) -> usize {
        self.users.len()
    }

    /// Rewrites the users to use the new memory. `known` maps the addresses that were passed to [`of`](Self::of) to
    /// addresses in the new memory.
    pub(super) fn rewrite(&self, editor: &mut Editor<'_>, known: &HashMap<Value, Address>) -> Result<()> {
        let (mut derived, mut old) = (HashMap::<Value, Address>::new(), Vec::new());
        for user in &self.users {
            let address = derived.get(&user.address).or_else(|| known.get(&user.address));
            let Some(address) = address else { continue };
            let mut address = address.clone();
            let before = insertion_point(editor, user);
            editor.go_to(Position::Before(before)).map_err(invalid)?;
            let flags = editor.instruction(user.id).map_or(Flags::NONE, |data| data.flags);
            let is_computed = matches!(user.action, Action::Derive | Action::Replace);
            address.follow(editor, &user.steps, user.pointee, !is_computed || flags.has(Flags::INBOUNDS))?;
            match user.action {
                Action::Derive => {
                    derived.insert(user.id.into(), address);
                    old.push(user.id);
                }
                Action::Replace => {
                    let new = address.pointer(editor, 0, address.is_in_bounds)?;
                    let name = editor.name_of(Value::from(user.id)).map(ToString::to_string);
                    editor.replace_and_erase(user.id, new).map_err(invalid)?;
                    if let Some(name) = name {
                        editor.name(new, &name);
                    }
                }
                Action::Access(access) => {
                    access.split(editor, |editor, lane| address.pointer(editor, lane, true))?;
                }
                Action::Operand(operand) => {
                    let new = address.pointer(editor, 0, address.is_in_bounds)?;
                    editor.set_operand(user.id, operand, new).map_err(invalid)?;
                }
                Action::Drop => old.push(user.id),
            }
        }
        for id in old.into_iter().rev() {
            editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }
}

/// Returns the instruction before which an address can be computed: the user, or for a phi the terminator of the
/// predecessor.
fn insertion_point(editor: &Editor<'_>, user: &User) -> InstructionId {
    let Action::Operand(operand) = user.action else { return user.id };
    let is_phi = matches!(editor.op(user.id), Some(Op::Phi(..)));
    let index = operand as usize;
    let from = editor.incoming(user.id).get(index).copied().filter(|_| is_phi);
    from.and_then(|(block, _)| editor.terminator(block)).unwrap_or(user.id)
}

/// Classifies a use of an address of a part of the old memory. A bitcast whose users are lifetime markers results in
/// several users. `None` if the use prevents the retyping.
fn user(
    editor: &Editor<'_>,
    shapes: &mut Shapes,
    address: Value,
    pointee: Pointee,
    using: Use,
) -> Option<Vec<User>> {
    let id = using.instruction;
    let module = editor.context();
    let mut pointee = pointee;
    let new = |steps, pointee, action| Some(vec![User { address, id, steps, pointee, action }]);
    let accessed = match editor.op(id)? {
        Op::ElementPointer { source, .. } if using.operand == 0 => {
            let operands = editor.operands(id);
            let indices = operands.get(1..)?;
            let is_index = |index: &Value| {
                let ty = editor.type_of(*index).ok();
                ty.is_some_and(|ty| matches!(module.types.get(ty), Some(Type::Integer(_))))
            };
            if !indices.iter().all(is_index) || editor.metadata_uses(id.into()).next().is_some() {
                return None;
            }
            let steps = follow_indices(module, shapes, &mut pointee, *source, indices)?;
            let is_done = shapes.of(module, pointee.ty)? == Shape::Unchanged;
            return new(steps, pointee, if is_done { Action::Replace } else { Action::Derive });
        }
        Op::Load(..) => editor.type_of(id.into()).ok(),
        Op::Store([value, _], _) if using.operand == 1 => editor.type_of(*value).ok(),
        _ => None,
    };
    if let Some(ty) = accessed {
        let steps = first_of(module, shapes, &mut pointee, ty)?;
        let action = match shapes.of(module, pointee.ty)? {
            Shape::Unchanged => Action::Operand(using.operand),
            Shape::FlatArray(..) | Shape::Aggregate => Action::Access(VectorAccess::of(editor, id)?),
        };
        return new(steps, pointee, action);
    }
    if shapes.of(module, pointee.ty)? == Shape::Unchanged {
        return new(Vec::new(), pointee, Action::Operand(using.operand));
    }
    let markers = memory::lifetime_markers(editor, id)?;
    // The reversed list begins with the bitcast; `rewrite` erases in reverse order, markers first.
    let drop = |id| User { address, id, steps: Vec::new(), pointee, action: Action::Drop };
    Some(markers.into_iter().rev().map(drop).collect())
}

/// An address in the new memory.
#[derive(Debug, Clone)]
pub(super) struct Address {
    memory: Value,
    /// The type of the memory.
    ty: TypeId,
    /// The GEP indices after the first index, before the index into a flat array.
    indices: Vec<Value>,
    /// The scalar offset in a flat array: a non-constant and a constant summand.
    offset: Option<(Option<Value>, i64)>,
    /// The pointee in the old memory.
    pointee: Pointee,
    /// True if the GEP is `inbounds`.
    is_in_bounds: bool,
}

impl Address {
    /// The address of the whole memory, which has type `ty`.
    pub(super) fn of(memory: Value, ty: TypeId, pointee: Pointee) -> Self {
        Self { memory, ty, indices: Vec::new(), offset: None, pointee, is_in_bounds: true }
    }

    /// Appends steps to the address, with instructions for non-constant offsets at the cursor.
    pub(super) fn follow(
        &mut self,
        editor: &mut Editor<'_>,
        steps: &[Step],
        pointee: Pointee,
        is_in_bounds: bool,
    ) -> Result<()> {
        self.is_in_bounds &= is_in_bounds;
        let i32 = editor.module().types.int(32);
        for step in steps {
            match *step {
                Step::Inner(index) => self.indices.push(index),
                Step::First => self.indices.push(editor.int(i32, 0)),
                Step::Enter => _ = self.offset.get_or_insert((None, 0)),
                Step::Offset(index, scale) => {
                    let (variable, known) = self.offset.unwrap_or((None, 0));
                    let scale = scale.saturating_as::<i64>();
                    self.offset = Some(match editor.context().signed_integer(index) {
                        Some(number) => (variable, known.wrapping_add(number.wrapping_mul(scale))),
                        None => {
                            let further = scaled(editor, index, scale)?;
                            let sum = |variable| editor.binary(BinaryOp::Add, variable, further);
                            (Some(variable.map_or(further, sum)), known)
                        }
                    });
                }
            }
        }
        self.pointee = pointee;
        Ok(())
    }

    /// Inserts a GEP to the address plus `lane` scalars at the cursor.
    fn pointer(&self, editor: &mut Editor<'_>, lane: u64, is_in_bounds: bool) -> Result<Value> {
        let i32 = editor.module().types.int(32);
        let mut indices = vec![editor.int(i32, 0)];
        indices.extend(&self.indices);
        let is_array = self.offset.is_some()
            || matches!(editor.context().types.get(self.pointee.ty), Some(Type::Vector(..)));
        if is_array {
            let (variable, known) = self.offset.unwrap_or((None, 0));
            let known = known.wrapping_add(lane.cast_signed());
            let known_value = editor.int(i32, known);
            indices.push(match variable {
                Some(variable) if known != 0 => editor.binary(BinaryOp::Add, variable, known_value),
                Some(variable) => variable,
                None => known_value,
            });
        }
        editor.element_pointer(is_in_bounds, self.ty, self.memory, &indices).map_err(invalid)
    }
}

/// Inserts the product of an index and `scale` as an `i32`.
fn scaled(editor: &mut Editor<'_>, index: Value, scale: i64) -> Result<Value> {
    let i32 = editor.module().types.int(32);
    let ty = editor.type_of(index).map_err(invalid)?;
    let bits = match editor.context().types.get(ty) {
        Some(Type::Integer(bits)) => *bits,
        _ => 32,
    };
    let index = match bits {
        32 => index,
        0..32 => editor.cast(CastOp::SExt, index, i32),
        _ => editor.cast(CastOp::Trunc, index, i32),
    };
    if scale == 1 {
        return Ok(index);
    }
    let scale = editor.int(i32, scale);
    Ok(editor.binary(BinaryOp::Mul, index, scale))
}
