//! Module flags, `llvm.module.flags`. Separate because passes read them before metadata is translated.

use dxil_ir::Module;
use dxil_ir::metadata::Metadata;

use crate::lower::profile::Profile;

/// The integer value of a module flag.
pub(in crate::lower) fn module_flag(module: &Module, name: &str) -> Option<i64> {
    let flags = module.named_metadata.iter().find(|named| named.name == "llvm.module.flags")?;
    flags.operands.iter().find_map(|flag| {
        let operand = |index| module.metadata.operand(*flag, index).flatten();
        let is_it = matches!(
            module.metadata.get(operand(1)?)?,
            Metadata::String(text) if module.metadata.string(text) == name
        );
        let Metadata::Value(_, value) = module.metadata.get(operand(2)?)? else { return None };
        is_it.then(|| module.signed_integer(value))?
    })
}

/// Returns true if 16-bit types are native, false if they are minimum precision types.
pub(in crate::lower) fn has_native_16_bits(module: &Module, profile: Profile) -> bool {
    let is_said = module_flag(module, "dx.nativelowprec").is_some_and(|value| value != 0);
    is_said && profile.model >= (6, 2)
}
