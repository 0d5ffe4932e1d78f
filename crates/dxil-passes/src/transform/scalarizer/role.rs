//! Classification of instructions by their use of vectors, for `scalarizer`. Separate because the plan, its execution
//! and the check of the postcondition share it.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::instruction::TailCall;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value, ValueKind};

use super::vectors::vector;

/// The use of vectors by an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// No operand and no result is a vector.
    None,
    /// The instruction keeps its vector operands and results: calls, loads and stores, `ret`, aggregates that contain
    /// vectors.
    Kept,
    /// Each lane of the result is computed from the same lane of the operands.
    Lanewise,
    /// A bitcast to a vector with another number of lanes, or between a vector and a scalar.
    Bits,
    Phi,
    Insert,
    Extract,
    Shuffle,
}

impl Role {
    /// Classifies an instruction.
    pub(super) fn of(editor: &Editor<'_>, id: InstructionId) -> Self {
        let Some(data) = editor.instruction(id) else { return Self::None };
        let has_vector_result = is_vector(editor, data.ty);
        match &data.op {
            Op::ExtractElement(_) => Self::Extract,
            Op::InsertElement(_) => Self::Insert,
            Op::ShuffleVector(_) => Self::Shuffle,
            Op::Phi(..) if has_vector_result => Self::Phi,
            Op::Binary { .. }
            | Op::Negate(_)
            | Op::Freeze(_)
            | Op::Compare { .. }
            | Op::Select(_)
            | Op::ElementPointer { .. }
                if has_vector_result =>
            {
                Self::Lanewise
            }
            Op::Cast(op, of) => cast(editor, *op, *of, data.ty),
            _ if has_vector_result
                || editor.operands(id).iter().any(|operand| is_of_vector(editor, *operand)) =>
            {
                Self::Kept
            }
            _ => Self::None,
        }
    }

    /// Returns true if the instruction is replaced by instructions on lanes.
    pub(super) fn is_split(self) -> bool {
        !matches!(self, Self::None | Self::Kept)
    }
}

fn cast(editor: &Editor<'_>, op: CastOp, of: Value, to: TypeId) -> Role {
    let Ok(from) = editor.type_of(of) else { return Role::None };
    let types = &editor.context().types;
    match (vector(types, from), vector(types, to)) {
        (None, None) => Role::None,
        // A `ret` after a `musttail` call must return the result of the call, possibly bitcast.
        _ if is_must_tail_call(editor, of) => Role::Kept,
        (Some((_, from)), Some((_, to))) if from == to => Role::Lanewise,
        _ if op == CastOp::Bitcast && Bits::of(editor, from, to).is_some() => Role::Bits,
        _ => Role::Kept,
    }
}

fn is_must_tail_call(editor: &Editor<'_>, value: Value) -> bool {
    let ValueKind::Instruction(id) = value.kind() else { return false };
    matches!(editor.op(id), Some(Op::Call { tail: TailCall::MustTail, .. }))
}

/// The element widths of a bitcast, in bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bits {
    /// The width of the narrower element.
    pub(super) narrow: u32,
    /// The width of the wider element, a multiple of `narrow`.
    pub(super) wide: u32,
    /// True if the operand has the narrower elements.
    pub(super) widens: bool,
}

impl Bits {
    /// Returns the element widths of a bitcast between `from` and `to`, of which at least one is a vector. `None` if
    /// the wider width is not a multiple of the narrower one, or if the data layout is big-endian.
    pub(super) fn of(editor: &Editor<'_>, from: TypeId, to: TypeId) -> Option<Self> {
        let module = editor.context();
        // In a little-endian layout, the first lane is in the lowest bits.
        let is_big_endian = module.data_layout.split(|byte| *byte == b'-').any(|item| item == b"E");
        let types = &module.types;
        let width = |ty| match types.get(types.scalar(ty))? {
            Type::Integer(bits) => Some(*bits),
            Type::Half | Type::BFloat => Some(16),
            Type::Float => Some(32),
            Type::Double => Some(64),
            _ => None,
        };
        let (from, to) = (width(from)?, width(to)?);
        let (narrow, wide) = (from.min(to), from.max(to));
        let is_multiple = wide.checked_rem(narrow) == Some(0);
        (is_multiple && !is_big_endian).then_some(Self { narrow, wide, widens: from < to })
    }

    /// Returns the number of narrow elements in a wide one.
    pub(super) fn count(self) -> u32 {
        self.wide.checked_div(self.narrow).unwrap_or(1)
    }
}

pub(super) fn is_vector(editor: &Editor<'_>, ty: TypeId) -> bool {
    vector(&editor.context().types, ty).is_some()
}

pub(super) fn is_of_vector(editor: &Editor<'_>, value: Value) -> bool {
    editor.type_of(value).is_ok_and(|ty| is_vector(editor, ty))
}
