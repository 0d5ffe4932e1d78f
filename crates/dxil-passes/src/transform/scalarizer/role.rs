//! What instructions do with vectors. Separate because taking apart and the check of it ask the same.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::instruction::TailCall;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value, ValueKind};

use super::vectors::vector;

/// What an instruction has to do with vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing.
    None,
    /// It takes or gives them as they are: calls, loads and stores, `ret`, aggregates with vectors in them.
    Kept,
    /// Each lane of what it gives is computed from the same lane of what it takes.
    Lanewise,
    /// It gives the same bits as other lanes, or as one scalar.
    Bits,
    Phi,
    Insert,
    Extract,
    Shuffle,
}

impl Role {
    /// That of an instruction.
    pub(super) fn of(editor: &Editor<'_>, id: InstructionId) -> Self {
        let Some(data) = editor.instruction(id) else { return Self::None };
        let gives = is_vector(editor, data.ty);
        match &data.op {
            Op::ExtractElement(_) => Self::Extract,
            Op::InsertElement(_) => Self::Insert,
            Op::ShuffleVector(_) => Self::Shuffle,
            Op::Phi(..) if gives => Self::Phi,
            Op::Binary { .. }
            | Op::Negate(_)
            | Op::Freeze(_)
            | Op::Compare { .. }
            | Op::Select(_)
            | Op::ElementPointer { .. }
                if gives =>
            {
                Self::Lanewise
            }
            Op::Cast(op, of) => cast(editor, *op, *of, data.ty),
            _ if gives || editor.operands(id).iter().any(|operand| is_of_vector(editor, *operand)) => {
                Self::Kept
            }
            _ => Self::None,
        }
    }

    /// Whether lanes take its place.
    pub(super) fn is_split(self) -> bool {
        !matches!(self, Self::None | Self::Kept)
    }
}

fn cast(editor: &Editor<'_>, op: CastOp, of: Value, to: TypeId) -> Role {
    let Ok(from) = editor.type_of(of) else { return Role::None };
    let types = &editor.context().types;
    match (vector(types, from), vector(types, to)) {
        (None, None) => Role::None,
        // What is returned behind such a call is what it gives.
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

/// How the bits of some elements are those of others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bits {
    /// How wide an element is of which there are more.
    pub(super) narrow: u32,
    /// How wide one of the others is: a multiple of that.
    pub(super) wide: u32,
    /// Whether the narrow ones are what it is made of.
    pub(super) widens: bool,
}

impl Bits {
    /// Those of a cast between types one of which is a vector; `None` where an element would be made of pieces of
    /// elements.
    pub(super) fn of(editor: &Editor<'_>, from: TypeId, to: TypeId) -> Option<Self> {
        let module = editor.context();
        // The first lane lies in the lowest bits.
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

    /// How many narrow elements a wide one has.
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
