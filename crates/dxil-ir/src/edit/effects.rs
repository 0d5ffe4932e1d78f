//! Which instructions do more than give a value. Separate because it is one table that all who remove or move code ask.

use bstr::ByteSlice as _;

use crate::attributes::{Access, Attribute, Location, MemoryEffects, Slot};
use crate::{AttributeKind, AttributeListId, Dialect, Module, Op, Ordering, ValueKind};

/// Functions of LLVM's that do nothing to memory and are there for what they say.
const DECLARATIONS: [&str; 2] = ["llvm.dbg.", "llvm.assume"];

/// Whether an instruction does more than give a value, so that it must stay although nothing uses it.
///
/// - Stores, fences, atomic read-modify-writes, `va_arg` and terminators do; so do loads that are volatile or ordered.
/// - A call does unless the function or the call is `nounwind` and `readnone` or `readonly`; in modern LLVM `nounwind`,
///   `willreturn` and `memory` without writes. Calls that speak of variables (`llvm.dbg.`) and `llvm.assume` do,
///   whatever their attributes. Bundles of operands are not looked at, which only the body has.
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
            let reads_at_most = has(AttributeKind::ReadNone)
                || has(AttributeKind::ReadOnly)
                || lists.iter().any(|list| is_never_written(module, *list));
            // In LLVM 3.7 no attribute says that a function returns, and calls without effects are taken for such that
            // do.
            let returns = module.dialect == Dialect::Dxil37 || has(AttributeKind::WillReturn);
            !(reads_at_most && returns && has(AttributeKind::NoUnwind))
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
    of_function(module, list).any(|attribute| *attribute == Attribute::Flag(kind))
}

/// Whether a list of attributes says that the function writes no memory.
fn is_never_written(module: &Module, list: Option<AttributeListId>) -> bool {
    let is_read = |effects: &MemoryEffects| {
        let accesses = Location::ALL.map(|location| effects.access(location));
        accesses.iter().all(|access| matches!(access, Access::None | Access::Read))
    };
    of_function(module, list)
        .any(|attribute| matches!(attribute, Attribute::Memory(effects) if is_read(effects)))
}

/// The attributes of the function itself.
fn of_function(module: &Module, list: Option<AttributeListId>) -> impl Iterator<Item = &Attribute> {
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let groups = groups.iter().filter_map(|group| module.attributes.group(*group));
    groups.filter(|group| group.slot == Slot::Function).flat_map(|group| &group.attributes)
}
