//! The plan for scalarizing the vector values of a function, for `scalarizer`. Separate from `lanes`, because the plan
//! does not change the function: the postcondition is that the plan is empty.

use std::collections::HashMap;

use dxil_ir::arena::IdSet;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{ConstantId, InstructionId, Op, Type, Value, ValueKind};

use super::role::{Role, is_of_vector};
use super::vectors::vector;
use crate::transform::flow::Flow;

/// The instructions and operands of a function that `scalarizer` replaces.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The roles of reachable instructions, without [`Role::None`].
    roles: HashMap<InstructionId, Role>,
    /// Vector instructions in unreachable blocks, which are erased.
    pub(super) unreachable: Vec<InstructionId>,
    /// Instructions with a scalar result that is computed from lanes: `extractelement`, and bitcasts to a scalar.
    pub(super) scalars: Vec<InstructionId>,
    /// Operands that remain vectors and are rebuilt from lanes: the user, the operand index, and the replaced vector
    /// instruction.
    pub(super) operands: Vec<(InstructionId, u32, InstructionId)>,
    /// Vector instructions that are erased after their lanes replaced them.
    pub(super) erased: Vec<InstructionId>,
}

impl Plan {
    /// Computes the plan for the instructions `all` of a function; `None` if it is empty.
    pub(super) fn of(editor: &Editor<'_>, all: &[InstructionId]) -> Option<Self> {
        let roles = all.iter().map(|id| (*id, Role::of(editor, *id)));
        let roles: Vec<(InstructionId, Role)> = roles.filter(|(_, role)| *role != Role::None).collect();
        if !roles.iter().any(|(_, role)| role.is_split()) {
            return None;
        }
        let flow = Flow::of(editor);
        let is_reached = |id: InstructionId| editor.block_of(id).is_some_and(|block| flow.is_reached(block));
        let mut plan = Self::default();
        let (reached, unreachable): (Vec<_>, Vec<_>) = roles.into_iter().partition(|(id, _)| is_reached(*id));
        plan.roles.extend(reached.iter().copied());
        let unreachable = unreachable.into_iter().filter(|(_, role)| role.is_split());
        plan.unreachable.extend(unreachable.map(|(id, _)| id));
        plan.find_uses(editor, &reached);
        let is_idle = [&plan.unreachable, &plan.scalars, &plan.erased].iter().all(|list| list.is_empty());
        (!is_idle || !plan.operands.is_empty()).then_some(plan)
    }

    /// Finds `scalars`, `operands` and `erased`.
    fn find_uses(&mut self, editor: &Editor<'_>, reached: &[(InstructionId, Role)]) {
        let mut chains = Chains::default();
        for (id, role) in reached {
            match (role, editor.op(*id)) {
                // `extractelement` of a vector that remains also remains.
                (Role::Extract, Some(Op::ExtractElement([vector, _])))
                    if self.split(*vector).is_some() || is_known(editor, *vector) =>
                {
                    self.scalars.push(*id);
                }
                (Role::Bits, _) if !is_of_vector(editor, (*id).into()) => self.scalars.push(*id),
                (Role::Kept, _) => {
                    for (operand, value) in (0..).zip(editor.operands(*id)) {
                        // The result of an `extractelement` has a role, but is a scalar.
                        let of = self.split(value).filter(|_| is_of_vector(editor, value));
                        let Some(of) = of else { continue };
                        if chains.stays(self, editor, of) {
                            chains.keep(editor, of);
                        } else {
                            self.operands.push((*id, operand, of));
                        }
                    }
                }
                _ => {}
            }
        }
        let is_erased = |(id, role): &&(InstructionId, Role)| {
            let is_vector = role.is_split() && *role != Role::Extract && is_of_vector(editor, (*id).into());
            is_vector && !chains.kept.contains(*id)
        };
        self.erased.extend(reached.iter().filter(is_erased).map(|(id, _)| *id));
    }

    /// Returns the instruction that defines a value, if it is replaced by instructions on lanes.
    pub(super) fn split(&self, value: Value) -> Option<InstructionId> {
        let ValueKind::Instruction(id) = value.kind() else { return None };
        self.role(id).is_split().then_some(id)
    }

    /// Returns the role of an instruction; [`Role::None`] for unreachable instructions.
    pub(super) fn role(&self, id: InstructionId) -> Role {
        self.roles.get(&id).copied().unwrap_or(Role::None)
    }
}

/// Chains of `insertelement` with constant indices, into `undef` or another vector that remains. An operand that
/// remains a vector can keep such a chain: the pass would build the same.
#[derive(Default)]
struct Chains {
    /// The memoized results of [`stays`](Self::stays).
    known: HashMap<InstructionId, bool>,
    /// The `insertelement` instructions of chains that are operands of instructions that keep their vectors.
    kept: IdSet<InstructionId>,
}

impl Chains {
    /// Returns true if the instruction `last` is the end of such a chain.
    fn stays(&mut self, plan: &Plan, editor: &Editor<'_>, last: InstructionId) -> bool {
        let mut path = Vec::new();
        let mut current = last;
        let stays = loop {
            if let Some(known) = self.known.get(&current) {
                break *known;
            }
            let Some(Op::InsertElement([whole, _, index])) = editor.op(current) else { break false };
            let ty = editor.instruction(current).map(|data| data.ty);
            let length =
                ty.and_then(|ty| vector(&editor.context().types, ty)).map_or(0, |(_, length)| length);
            if !matches!(LaneIndex::of(editor, *index), LaneIndex::Known(index) if index < length) {
                break false;
            }
            path.push(current);
            // Ends the loop for a cycle, which an invalid module may have.
            self.known.insert(current, false);
            match plan.split(*whole) {
                None => break true,
                Some(next) => current = next,
            }
        };
        self.known.insert(last, stays);
        self.known.extend(path.into_iter().map(|id| (id, stays)));
        stays
    }

    /// Adds the chain that ends with the instruction `last` to `kept`.
    fn keep(&mut self, editor: &Editor<'_>, last: InstructionId) {
        let mut current = last;
        while let Some(Op::InsertElement([whole, ..])) = editor.op(current) {
            let ValueKind::Instruction(next) = whole.kind() else {
                self.kept.insert(current);
                return;
            };
            if !self.kept.insert(current) {
                return;
            }
            current = next;
        }
    }
}

/// The index operand of `extractelement` or `insertelement`, or an element of a shuffle mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneIndex {
    /// A constant, which may be out of bounds.
    Known(u64),
    /// `undef` or `poison`.
    Undefined,
    /// An index that is not a constant.
    Variable,
}

impl LaneIndex {
    pub(super) fn of(editor: &Editor<'_>, index: Value) -> Self {
        let ValueKind::Constant(id) = index.kind() else { return Self::Variable };
        let Some(constant) = editor.context().constants.get(id) else { return Self::Variable };
        let bits = match editor.context().types.get(constant.ty) {
            Some(Type::Integer(bits @ 1..=64)) => *bits,
            _ => u64::BITS,
        };
        match &constant.kind {
            ConstantKind::Undef | ConstantKind::Poison => Self::Undefined,
            // Indices are unsigned.
            kind => match kind.integer() {
                Some(number) => Self::Known(number.cast_unsigned() & (u64::MAX >> (u64::BITS - bits))),
                None => Self::Variable,
            },
        }
    }
}

/// Returns true if a value is a constant whose elements are constants, not a constant expression.
pub(super) fn is_known(editor: &Editor<'_>, value: Value) -> bool {
    let known = |kind: &ConstantKind| {
        matches!(
            kind,
            ConstantKind::Null
                | ConstantKind::Undef
                | ConstantKind::Poison
                | ConstantKind::Aggregate(_)
                | ConstantKind::Data(_)
                | ConstantKind::Bytes(_)
        )
    };
    constant(value).and_then(|id| editor.context().constants.get(id)).is_some_and(|it| known(&it.kind))
}

fn constant(value: Value) -> Option<ConstantId> {
    if let ValueKind::Constant(id) = value.kind() { Some(id) } else { None }
}
