//! Reads module flags (`llvm.module.flags`). Separate from `dxil-translate-metadata` because earlier passes read them.

use dxil_ir::Module;
use dxil_ir::metadata::Metadata;

use crate::lower::profile::Profile;

/// Returns the value of the module flag `name`, or `None` if the flag does not exist or is not an integer constant.
pub(in crate::lower) fn module_flag(module: &Module, name: &str) -> Option<i64> {
    let flags = module.named_metadata.iter().find(|named| named.name == "llvm.module.flags")?;
    flags.operands.iter().find_map(|flag| {
        let operand = |index| module.metadata.operand(*flag, index).flatten();
        let is_named = matches!(
            module.metadata.get(operand(1)?)?,
            Metadata::String(text) if module.metadata.string(text) == name
        );
        let Metadata::Value(_, value) = module.metadata.get(operand(2)?)? else { return None };
        is_named.then(|| module.signed_integer(value))?
    })
}

/// Returns true if 16-bit types are native (`-enable-16bit-types`, shader model 6.2 or later), and false if they are
/// types of minimum precision.
pub(in crate::lower) fn has_native_16_bits(module: &Module, profile: Profile) -> bool {
    let is_native = module_flag(module, "dx.nativelowprec").is_some_and(|value| value != 0);
    is_native && profile.model >= (6, 2)
}
