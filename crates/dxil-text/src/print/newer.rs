//! Constructs of a module that an older version of LLVM does not have. Separate because the printer prints the
//! constructs for every version.

use dxil_ir::flags::of_cast_since;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Dialect, Module, Op};

/// Returns the first construct of a modern module that a version of LLVM does not have, and the version that added it;
/// `None` if the version has all constructs. Looks at attributes and at the flags of casts.
pub fn newer_construct(module: &Module, llvm: LlvmVersion) -> Option<(String, LlvmVersion)> {
    if module.dialect != Dialect::Modern {
        return None;
    }
    let groups = module.attributes.groups();
    let mut kinds = groups.flat_map(|(_, group)| &group.attributes).filter_map(|attribute| attribute.kind());
    if let Some(kind) = kinds.find(|kind| kind.since() > llvm) {
        return Some((format!("the attribute `{}`", kind.word()), kind.since()));
    }
    module.bodies().find_map(|(_, global, body)| {
        body.instructions.values().find_map(|instruction| {
            let Op::Cast(cast, _) = instruction.op else { return None };
            let since = of_cast_since(cast, instruction.flags);
            (since > llvm).then(|| (format!("flags of `{}` in function {}", cast.word(), global.name), since))
        })
    })
}
