//! What is to be done about the vectors of a function. Separate from doing it, which changes the function: whether
//! there is nothing to do is what holds after the pass.

use std::collections::HashMap;

use dxil_ir::arena::IdSet;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{ConstantId, InstructionId, Op, Type, Value, ValueKind};

use super::role::{Role, is_of_vector};
use super::vectors::vector;
use crate::transform::flow::Flow;

/// What is to be done about the vectors of a function.
#[derive(Debug, Default)]
pub(super) struct Plan {
    roles: HashMap<InstructionId, Role>,
    /// What nothing leads to.
    pub(super) unreached: Vec<InstructionId>,
    /// What becomes a scalar: `extractelement`, and casts to a scalar.
    pub(super) scalars: Vec<InstructionId>,
    /// Operands that stay vectors and are to be put together of lanes.
    pub(super) operands: Vec<(InstructionId, u32, InstructionId)>,
    /// What goes, of what gives vectors.
    pub(super) gone: Vec<InstructionId>,
}

impl Plan {
    /// That of a function; `None` where there is nothing to do.
    pub(super) fn of(editor: &Editor<'_>, all: &[InstructionId]) -> Option<Self> {
        let roles = all.iter().map(|id| (*id, Role::of(editor, *id)));
        let roles: Vec<(InstructionId, Role)> = roles.filter(|(_, role)| *role != Role::None).collect();
        if !roles.iter().any(|(_, role)| role.is_split()) {
            return None;
        }
        let flow = Flow::of(editor);
        let is_reached = |id: InstructionId| editor.block_of(id).is_some_and(|block| flow.is_reached(block));
        let mut plan = Self::default();
        let (reached, unreached): (Vec<_>, Vec<_>) = roles.into_iter().partition(|(id, _)| is_reached(*id));
        plan.roles.extend(reached.iter().copied());
        let unreached = unreached.into_iter().filter(|(_, role)| role.is_split());
        plan.unreached.extend(unreached.map(|(id, _)| id));
        plan.find_uses(editor, &reached);
        let is_idle = [&plan.unreached, &plan.scalars, &plan.gone].iter().all(|list| list.is_empty());
        (!is_idle || !plan.operands.is_empty()).then_some(plan)
    }

    fn find_uses(&mut self, editor: &Editor<'_>, reached: &[(InstructionId, Role)]) {
        let mut chains = Chains::default();
        for (id, role) in reached {
            match (role, editor.op(*id)) {
                // Of a vector that stays, an element is taken as it is.
                (Role::Extract, Some(Op::ExtractElement([vector, _])))
                    if self.split(*vector).is_some() || is_known(editor, *vector) =>
                {
                    self.scalars.push(*id);
                }
                (Role::Bits, _) if !is_of_vector(editor, (*id).into()) => self.scalars.push(*id),
                (Role::Kept, _) => {
                    for (operand, value) in (0..).zip(editor.operands(*id)) {
                        // An element that is taken is none to be put together.
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
        let goes = |(id, role): &&(InstructionId, Role)| {
            let is_vector = role.is_split() && *role != Role::Extract && is_of_vector(editor, (*id).into());
            is_vector && !chains.kept.contains(*id)
        };
        self.gone.extend(reached.iter().filter(goes).map(|(id, _)| *id));
    }

    /// The instruction that a value is, if that is one that lanes take the place of.
    pub(super) fn split(&self, value: Value) -> Option<InstructionId> {
        let ValueKind::Instruction(id) = value.kind() else { return None };
        self.role(id).is_split().then_some(id)
    }

    /// What an instruction that is reached has to do with vectors.
    pub(super) fn role(&self, id: InstructionId) -> Role {
        self.roles.get(&id).copied().unwrap_or(Role::None)
    }
}

/// Vectors that are put together as they should be: `insertelement` at known places, into `undef` or something else
/// that stays.
#[derive(Default)]
struct Chains {
    known: HashMap<InstructionId, bool>,
    /// Those that something needs.
    kept: IdSet<InstructionId>,
}

impl Chains {
    fn stays(&mut self, plan: &Plan, editor: &Editor<'_>, last: InstructionId) -> bool {
        let mut path = Vec::new();
        let mut at = last;
        let stays = loop {
            if let Some(known) = self.known.get(&at) {
                break *known;
            }
            let Some(Op::InsertElement([whole, _, index])) = editor.op(at) else { break false };
            let ty = editor.instruction(at).map(|data| data.ty);
            let length =
                ty.and_then(|ty| vector(&editor.context().types, ty)).map_or(0, |(_, length)| length);
            if !matches!(Place::of(editor, *index), Place::Known(index) if index < length) {
                break false;
            }
            path.push(at);
            // Until it is known; a module that is not valid may have circles.
            self.known.insert(at, false);
            match plan.split(*whole) {
                None => break true,
                Some(next) => at = next,
            }
        };
        self.known.insert(last, stays);
        self.known.extend(path.into_iter().map(|id| (id, stays)));
        stays
    }

    fn keep(&mut self, editor: &Editor<'_>, last: InstructionId) {
        let mut at = last;
        while let Some(Op::InsertElement([whole, ..])) = editor.op(at) {
            let ValueKind::Instruction(next) = whole.kind() else {
                self.kept.insert(at);
                return;
            };
            if !self.kept.insert(at) {
                return;
            }
            at = next;
        }
    }
}

/// Which lane an index means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Known(u64),
    Undefined,
    Variable,
}

impl Place {
    pub(super) fn of(editor: &Editor<'_>, index: Value) -> Self {
        let ValueKind::Constant(id) = index.kind() else { return Self::Variable };
        let Some(constant) = editor.context().constants.get(id) else { return Self::Variable };
        let bits = match editor.context().types.get(constant.ty) {
            Some(Type::Integer(bits @ 1..=64)) => *bits,
            _ => u64::BITS,
        };
        match &constant.kind {
            ConstantKind::Undef | ConstantKind::Poison => Self::Undefined,
            // Indices have no sign.
            kind => match kind.integer() {
                Some(number) => Self::Known(number.cast_unsigned() & (u64::MAX >> (u64::BITS - bits))),
                None => Self::Variable,
            },
        }
    }
}

/// Whether a value is a constant whose lanes are known.
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
