//! Addresses into memory that is to be of arrays: where each leads, and the same in the new memory. Separate from the
//! memory, which is on the stack or a variable.

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

/// Where an address leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct At {
    pub(super) ty: TypeId,
    /// Whether that is a part of what becomes one array.
    pub(super) is_in_run: bool,
}

/// A step on the way there.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// Into a member, or an element of an array that stays.
    Inner(Value),
    /// Into the first one.
    First,
    /// Into what becomes one array.
    Enter,
    /// So many times so many scalars further in it.
    Along(Value, u64),
}

/// Goes on by indices that are counted in elements of type `source`; what steps that takes. `None` where they lead
/// elsewhere.
pub(super) fn go(
    module: &Module,
    shapes: &mut Shapes,
    at: &mut At,
    source: TypeId,
    indices: &[Value],
) -> Option<Vec<Step>> {
    let mut steps = first_of(module, shapes, at, source)?;
    let (first, rest) = indices.split_first()?;
    if module.signed_integer(*first) != Some(0) {
        if !at.is_in_run {
            return None;
        }
        steps.push(Step::Along(*first, count(module, shapes, at.ty)?));
    }
    for index in rest {
        down(module, shapes, at, Some(*index), &mut steps)?;
    }
    Some(steps)
}

/// Goes on to what lies at the beginning and is of a type: in LLVM 3.7 the address says what it is of.
pub(super) fn first_of(module: &Module, shapes: &mut Shapes, at: &mut At, ty: TypeId) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for _ in 0..TYPE_DEPTH {
        if at.ty == ty {
            return Some(steps);
        }
        if module.dialect == Dialect::Dxil37 {
            return None;
        }
        down(module, shapes, at, None, &mut steps)?;
    }
    None
}

/// Goes on to a member or an element; the first one where no index says which.
fn down(
    module: &Module,
    shapes: &mut Shapes,
    at: &mut At,
    index: Option<Value>,
    steps: &mut Vec<Step>,
) -> Option<()> {
    let is_run = matches!(shapes.of(module, at.ty)?, Shape::Run(..));
    let number = match module.types.members(at.ty) {
        Some(_) => index.map_or(Some(0), |index| module.integer(index))?,
        None => 0,
    };
    let inner = module.types.element(at.ty, number)?;
    if is_run {
        steps.push(Step::Enter);
        if let Some(index) = index {
            steps.push(Step::Along(index, count(module, shapes, inner)?));
        }
    } else {
        steps.push(index.map_or(Step::First, Step::Inner));
    }
    *at = At { ty: inner, is_in_run: is_run };
    Some(())
}

/// How many scalars a part of what becomes one array is.
fn count(module: &Module, shapes: &mut Shapes, ty: TypeId) -> Option<u64> {
    match shapes.of(module, ty)? {
        Shape::Run(_, count) => Some(count),
        Shape::Same | Shape::Composed => Some(1),
    }
}

/// What is done with an address.
#[derive(Debug, Clone, Copy)]
enum What {
    /// Another address is computed from it, that of something with vectors in it.
    Derive,
    /// Another address is computed, which is one in the new memory, too.
    Replace,
    /// A vector is loaded or stored.
    Access(VectorAccess),
    /// An operand becomes an address in the new memory.
    Operand(u32),
    /// It says when memory is in use, which is not needed.
    Drop,
}

/// A use of an address.
#[derive(Debug, Clone)]
struct User {
    address: Value,
    id: InstructionId,
    steps: Vec<Step>,
    at: At,
    what: What,
}

/// All that a function does with memory.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    users: Vec<User>,
}

impl Addresses {
    /// What a function does with addresses that lead somewhere in memory; `None` where that could not be of arrays.
    pub(super) fn of(editor: &Editor<'_>, shapes: &mut Shapes, known: &[(Value, At)]) -> Option<Self> {
        let mut found = Self::default();
        let mut waiting = known.to_vec();
        while let Some((address, at)) = waiting.pop() {
            for use_of in editor.uses(address) {
                let users = user(editor, shapes, address, at, use_of)?;
                for user in users {
                    if matches!(user.what, What::Derive) {
                        waiting.push((user.id.into(), user.at));
                    }
                    found.users.push(user);
                }
            }
        }
        Some(found)
    }

    /// The loads and stores of vectors.
    pub(super) fn accesses(&self) -> Vec<VectorAccess> {
        let accesses = self.users.iter().filter_map(|user| match user.what {
            What::Access(access) => Some(access),
            What::Derive | What::Replace | What::Operand(_) | What::Drop => None,
        });
        accesses.collect()
    }

    /// How many uses there are.
    pub(super) fn len(&self) -> usize {
        self.users.len()
    }

    /// Does all of it with the new memory. `known` has the addresses there that this began with.
    pub(super) fn rewrite(&self, editor: &mut Editor<'_>, known: &HashMap<Value, Address>) -> Result<()> {
        let (mut derived, mut old) = (HashMap::<Value, Address>::new(), Vec::new());
        for user in &self.users {
            let address = derived.get(&user.address).or_else(|| known.get(&user.address));
            let Some(address) = address else { continue };
            let mut address = address.clone();
            let before = place_of(editor, user);
            editor.go_to(Position::Before(before)).map_err(invalid)?;
            let flags = editor.instruction(user.id).map_or(Flags::NONE, |data| data.flags);
            let is_computed = matches!(user.what, What::Derive | What::Replace);
            address.follow(editor, &user.steps, user.at, !is_computed || flags.has(Flags::INBOUNDS))?;
            match user.what {
                What::Derive => {
                    derived.insert(user.id.into(), address);
                    old.push(user.id);
                }
                What::Replace => {
                    let new = address.pointer(editor, 0, address.is_in_bounds)?;
                    let name = editor.name_of(Value::from(user.id)).map(ToString::to_string);
                    editor.replace_and_erase(user.id, new).map_err(invalid)?;
                    if let Some(name) = name {
                        editor.name(new, &name);
                    }
                }
                What::Access(access) => {
                    access.split(editor, |editor, lane| address.pointer(editor, lane, true))?;
                }
                What::Operand(operand) => {
                    let new = address.pointer(editor, 0, address.is_in_bounds)?;
                    editor.set_operand(user.id, operand, new).map_err(invalid)?;
                }
                What::Drop => old.push(user.id),
            }
        }
        for id in old.into_iter().rev() {
            editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }
}

/// What stands behind everything that an operand may be computed from.
fn place_of(editor: &Editor<'_>, user: &User) -> InstructionId {
    let What::Operand(operand) = user.what else { return user.id };
    let is_phi = matches!(editor.op(user.id), Some(Op::Phi(..)));
    let index = operand as usize;
    let from = editor.incoming(user.id).get(index).copied().filter(|_| is_phi);
    from.and_then(|(block, _)| editor.terminator(block)).unwrap_or(user.id)
}

/// What a use of an address is; several for a cast of which lifetime is marked. `None` where the memory has to stay.
fn user(editor: &Editor<'_>, shapes: &mut Shapes, address: Value, at: At, use_of: Use) -> Option<Vec<User>> {
    let id = use_of.instruction;
    let module = editor.context();
    let mut at = at;
    let new = |steps, at, what| Some(vec![User { address, id, steps, at, what }]);
    let accessed = match editor.op(id)? {
        Op::ElementPointer { source, .. } if use_of.operand == 0 => {
            let operands = editor.operands(id);
            let indices = operands.get(1..)?;
            let is_index = |index: &Value| {
                let ty = editor.type_of(*index).ok();
                ty.is_some_and(|ty| matches!(module.types.get(ty), Some(Type::Integer(_))))
            };
            if !indices.iter().all(is_index) || editor.metadata_uses(id.into()).next().is_some() {
                return None;
            }
            let steps = go(module, shapes, &mut at, *source, indices)?;
            let is_done = shapes.of(module, at.ty)? == Shape::Same;
            return new(steps, at, if is_done { What::Replace } else { What::Derive });
        }
        Op::Load(..) => editor.type_of(id.into()).ok(),
        Op::Store([value, _], _) if use_of.operand == 1 => editor.type_of(*value).ok(),
        _ => None,
    };
    if let Some(ty) = accessed {
        let steps = first_of(module, shapes, &mut at, ty)?;
        let what = match shapes.of(module, at.ty)? {
            Shape::Same => What::Operand(use_of.operand),
            Shape::Run(..) | Shape::Composed => What::Access(VectorAccess::of(editor, id)?),
        };
        return new(steps, at, what);
    }
    if shapes.of(module, at.ty)? == Shape::Same {
        return new(Vec::new(), at, What::Operand(use_of.operand));
    }
    let markers = memory::lifetime_markers(editor, id)?;
    // Each in front of the cast that it is of; they are erased from the last on.
    let drop = |id| User { address, id, steps: Vec::new(), at, what: What::Drop };
    Some(markers.into_iter().rev().map(drop).collect())
}

/// An address in the new memory.
#[derive(Debug, Clone)]
pub(super) struct Address {
    memory: Value,
    /// The type of the memory.
    ty: TypeId,
    indices: Vec<Value>,
    /// Where in one array: an index, if it is not known, and so many scalars further.
    along: Option<(Option<Value>, i64)>,
    at: At,
    /// Whether it is known to lead into the memory.
    is_in_bounds: bool,
}

impl Address {
    /// That of all of the memory, which is of type `ty`.
    pub(super) fn of(memory: Value, ty: TypeId, at: At) -> Self {
        Self { memory, ty, indices: Vec::new(), along: None, at, is_in_bounds: true }
    }

    /// Goes on by steps, at the cursor.
    pub(super) fn follow(
        &mut self,
        editor: &mut Editor<'_>,
        steps: &[Step],
        at: At,
        is_in_bounds: bool,
    ) -> Result<()> {
        self.is_in_bounds &= is_in_bounds;
        let i32 = editor.module().types.int(32);
        for step in steps {
            match *step {
                Step::Inner(index) => self.indices.push(index),
                Step::First => self.indices.push(editor.int(i32, 0)),
                Step::Enter => _ = self.along.get_or_insert((None, 0)),
                Step::Along(index, scale) => {
                    let (variable, known) = self.along.unwrap_or((None, 0));
                    let scale = scale.saturating_as::<i64>();
                    self.along = Some(match editor.context().signed_integer(index) {
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
        self.at = at;
        Ok(())
    }

    /// The address of a scalar so many behind it, at the cursor.
    fn pointer(&self, editor: &mut Editor<'_>, lane: u64, is_in_bounds: bool) -> Result<Value> {
        let i32 = editor.module().types.int(32);
        let mut indices = vec![editor.int(i32, 0)];
        indices.extend(&self.indices);
        let is_array =
            self.along.is_some() || matches!(editor.context().types.get(self.at.ty), Some(Type::Vector(..)));
        if is_array {
            let (variable, known) = self.along.unwrap_or((None, 0));
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

/// An index of 32 bits that is so many times another one.
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
