//! Alignments: today each instruction that accesses memory says how the address is aligned, where 3.7 left it to the
//! data layout. Separate because it takes all types of the new module to say it.
//!
//! Source: LLVM 22's reader of bitcode.

use crate::data_layout::DataLayout;
use crate::{Alignment, GlobalId, InstructionId, Module, Op, TypeId};

use super::{Conversion, Result, ToModernErrorKind};
use crate::limits;

/// How an access is aligned that does not say it.
#[derive(Clone, Copy)]
enum Unsaid {
    /// As something of the type has to be.
    Least(TypeId),
    /// As something of the type is best.
    Best(TypeId),
    /// As the type is large.
    Size(TypeId),
}

impl Conversion<'_> {
    /// Says the alignments that instructions do not.
    pub(super) fn say_alignments(&mut self) -> Result<()> {
        let unsaid = unsaid(&self.into);
        if unsaid.is_empty() {
            return Ok(());
        }
        if self.into.data_layout.len() > limits::DATA_LAYOUT {
            return Err(ToModernErrorKind::DataLayout);
        }
        let mut layout = DataLayout::of(&self.into);
        let alignments: Vec<_> = unsaid
            .into_iter()
            .map(|(function, id, unsaid)| {
                let bytes = match unsaid {
                    Unsaid::Least(ty) => layout.alignment_of(ty),
                    Unsaid::Best(ty) => layout.preferred_alignment(ty),
                    Unsaid::Size(ty) => {
                        layout.size(ty).max(1).checked_next_power_of_two().unwrap_or(u64::MAX)
                    }
                };
                (function, id, Alignment::bytes(bytes))
            })
            .collect();
        for (function, id, said) in alignments {
            let body = self.into.globals.get_mut(function).and_then(crate::Global::body_mut);
            let Some(instruction) = body.and_then(|body| body.instructions.get_mut(id)) else { continue };
            if let Op::Alloca { alignment, .. }
            | Op::CompareExchange { alignment, .. }
            | Op::AtomicRmw { alignment, .. } = &mut instruction.op
            {
                *alignment = said;
            } else if let Op::Load(_, access) | Op::Store(_, access) = &mut instruction.op {
                access.alignment = said;
            }
        }
        Ok(())
    }
}

/// The instructions that do not say how what they access is aligned.
fn unsaid(module: &Module) -> Vec<(GlobalId, InstructionId, Unsaid)> {
    let mut found = Vec::new();
    for (function, global, body) in module.bodies() {
        let of = |value| module.type_of(Some((body, global.value_type)), value);
        body.each_instruction(|id, instruction| {
            let unsaid = if let Op::Alloca { element, alignment: Alignment::NATURAL, .. } = &instruction.op {
                Some(Unsaid::Best(*element))
            } else if let Op::Load(_, access) = &instruction.op {
                let is_unsaid = access.alignment == Alignment::NATURAL;
                is_unsaid.then_some(Unsaid::Least(instruction.ty))
            } else if let Op::Store([value, _], access) = &instruction.op {
                of(*value).filter(|_| access.alignment == Alignment::NATURAL).map(Unsaid::Least)
            } else if let Op::CompareExchange { operands: [_, value, _], alignment, .. }
            | Op::AtomicRmw { operands: [_, value], alignment, .. } = &instruction.op
            {
                of(*value).filter(|_| *alignment == Alignment::NATURAL).map(Unsaid::Size)
            } else {
                None
            };
            found.extend(unsaid.map(|unsaid| (function, id, unsaid)));
        });
    }
    found
}
