//! The memory that the threads of a group share. Separate because no metadata tells of it: it is the variables in an
//! address space.

use crate::ir::data_layout::DataLayout;
use crate::ir::{Module, Type};

/// The address space of what a thread group shares.
pub const ADDRESS_SPACE: u32 = 3;

/// How many bytes the variables of a module take in it.
pub fn bytes(module: &Module) -> u64 {
    let mut layout = DataLayout::of(module);
    let mut bytes = 0_u64;
    for global in module.globals.values().filter(|global| global.variable().is_some()) {
        if matches!(module.types.get(global.ty), Some(Type::Pointer(_, ADDRESS_SPACE))) {
            bytes = bytes.saturating_add(layout.size(global.value_type));
        }
    }
    bytes
}
