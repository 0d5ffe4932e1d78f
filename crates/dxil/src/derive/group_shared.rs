//! How much memory the threads of a group share.

use az::SaturatingAs as _;
use dx_container::enums::AddressSpace;

use super::DescribedModule;
use super::error::unfit;
use crate::Result;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Global, Module};

/// Returns true for variables in group-shared memory.
pub(crate) fn is_group_shared(module: &Module, global: &Global) -> bool {
    let space = module.types.address_space(global.ty);
    global.variable().is_some() && space == Some(AddressSpace::GROUP_SHARED.0)
}

impl DescribedModule<'_> {
    /// Bytes of the variables that the threads of a group share, as the module lays out its types.
    ///
    /// # Errors
    ///
    /// `derive.unfit`: it is more than 32 bits can say, or types lie too deep in each other.
    pub fn group_shared_bytes(&self) -> Result<u32> {
        let mut layout = DataLayout::of(self.module);
        let shared = self.module.globals.values().filter(|global| is_group_shared(self.module, global));
        let bytes = shared.fold(0_u64, |sum, global| sum.saturating_add(layout.size(global.value_type)));
        if layout.is_cut() {
            let deeper = dxil_ir::limits::LAYOUT_DEPTH.saturating_as::<i64>().saturating_add(1);
            return Err(unfit(
                "nesting depth of the type of a group-shared variable",
                deeper,
                "a less deeply nested type",
            ));
        }
        let found = bytes.saturating_as::<i64>();
        u32::try_from(bytes)
            .map_err(|_| unfit("size of group-shared memory in bytes", found, "at most 4294967295"))
    }
}
