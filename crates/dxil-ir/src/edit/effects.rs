//! Which instructions do more than give a value. Separate because it is one table that all who remove or move code ask.

use bstr::ByteSlice as _;

use crate::attributes::{Attribute, Slot};
use crate::{AttributeKind, AttributeListId, Module, Op, Ordering, ValueKind};

/// Functions of LLVM's that do nothing to memory and are there for what they say.
const DECLARATIONS: [&str; 2] = ["llvm.dbg.", "llvm.assume"];

/// Whether an instruction does more than give a value, so that it must stay although nothing uses it.
///
/// - Stores, fences, atomic read-modify-writes, `va_arg` and terminators do; so do loads that are volatile or ordered.
/// - A call does unless the function or the call is `nounwind` and `readnone` or `readonly`. Calls that speak of
///   variables (`llvm.dbg.`) and `llvm.assume` do, whatever their attributes.
/// - Nothing else does: a division by zero is undefined, and stack memory that nothing uses is not missed.
pub fn has_side_effects(module: &Module, op: &Op) -> bool {
    match op {
        Op::Load(_, access) => {
            let is_ordered =
                !matches!(access.atomic, None | Some((Ordering::NotAtomic | Ordering::Unordered, _)));
            access.is_volatile || is_ordered
        }
        Op::Call { callee, attributes, .. } => {
            let function = match callee.kind() {
                ValueKind::Global(id) => module.globals.get(id),
                ValueKind::Constant(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => None,
            };
            if function
                .is_some_and(|function| DECLARATIONS.iter().any(|name| function.name.starts_with_str(name)))
            {
                return true;
            }
            let of_function = function.and_then(|global| global.function()?.attributes);
            let lists = [of_function, attributes.expand()];
            let has = |kind| lists.iter().any(|list| has_flag(module, *list, kind));
            let reads_at_most = has(AttributeKind::ReadNone) || has(AttributeKind::ReadOnly);
            !(reads_at_most && has(AttributeKind::NoUnwind))
        }
        Op::Store(..)
        | Op::CompareExchange { .. }
        | Op::AtomicRmw { .. }
        | Op::Fence(..)
        | Op::VariadicArgument(_)
        | Op::Return(_)
        | Op::Branch(_)
        | Op::ConditionalBranch(..)
        | Op::Switch { .. }
        | Op::Unreachable => true,
        Op::Binary { .. }
        | Op::Negate(_)
        | Op::Freeze(_)
        | Op::Cast(..)
        | Op::Compare { .. }
        | Op::Select(_)
        | Op::ExtractElement(_)
        | Op::InsertElement(_)
        | Op::ShuffleVector(_)
        | Op::ExtractValue(..)
        | Op::InsertValue(..)
        | Op::Alloca { .. }
        | Op::ElementPointer { .. }
        | Op::Phi(..) => false,
    }
}

/// Whether a list of attributes has one of the function itself.
fn has_flag(module: &Module, list: Option<AttributeListId>, kind: AttributeKind) -> bool {
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let mut groups = groups.iter().filter_map(|group| module.attributes.group(*group));
    groups.any(|group| group.slot == Slot::Function && group.attributes.contains(&Attribute::Flag(kind)))
}
