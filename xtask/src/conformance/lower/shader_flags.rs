//! `print-dx-shader-flags`: the flags that are derived of a module, shown as LLVM's pass of this name shows them.
//! Separate because only its tests ask for this form.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use dx_container::flags::{FeatureFlags, ShaderFlags};
use dx_container::names::NamedFlags as _;
use dxil::derive::{DescribedModule, Functions, features_of};
use dxil::shader::{EntryPoint, Shader, Version};
use dxil_ir::{GlobalId, Module};
use dxil_passes::PassError;
use dxil_passes::lower::run_passes;

/// What flags follow from. Nothing is taken out or joined: LLVM looks at a module before that.
const PASSES: [&str; 3] = ["dxil-intrinsic-expansion", "dxil-op-lower", "dxil-translate-metadata"];
/// Features that LLVM has other words for than DXC.
const FEATURES: [(FeatureFlags, &str); 1] =
    [(FeatureFlags::NATIVE_LOW_PRECISION, "Native low-precision data types")];
/// Flags that ask for no feature, in LLVM's words and order.
const OF_MODULE: [(ShaderFlags, &str); 6] = [
    (ShaderFlags::DISABLE_OPTIMIZATIONS, "Disable shader optimizations"),
    (ShaderFlags::ENABLE_RAW_AND_STRUCTURED_BUFFERS, "Raw and structured buffers"),
    (ShaderFlags::LOW_PRECISION_PRESENT, "Low-precision data types present"),
    (ShaderFlags::ALL_RESOURCES_BOUND, "All resources bound for the duration of shader execution"),
    (ShaderFlags::USE_NATIVE_LOW_PRECISION, "Enable native low-precision data types"),
    (ShaderFlags::RES_MAY_NOT_ALIAS, "Any UAV may not alias any other UAV"),
];
/// Flags that follow from all resources of a module, and that all its functions have.
const OF_RESOURCES: ShaderFlags = ShaderFlags::MAX_64_UAVS.union(ShaderFlags::UAVS_AT_EVERY_STAGE);
/// The first validator that asks each function whether its UAVs may be the same.
const ALIASING_BY_FUNCTION: (u32, u32) = (1, 8);

/// What a module asks for, as a whole and function by function: a function asks for what a module does that has it and
/// what it calls, and nothing else.
pub(super) fn printed(module: &Module) -> Result<String, PassError> {
    let whole = Described::of(module.clone())?;
    let mut text = String::from("; Combined Shader Flags for Module\n");
    put(whole.flags, &mut text);
    text.push_str("; Shader Flags for Module Functions\n");
    for (id, global, _) in module.bodies() {
        let mut alone = module.clone();
        let kept = called_by(module, id);
        let others = alone.globals.iter_mut().filter(|(other, _)| !kept.contains(other));
        for function in others.filter_map(|(_, other)| other.function_mut()) {
            function.body = None;
        }
        let flags = Described::of(alone)?.flags | whole.flags & whole.shared();
        let _ = writeln!(text, "; Function {} : {:#010x}\n;", global.name, flags.bits());
    }
    Ok(text)
}

fn put(flags: ShaderFlags, text: &mut String) {
    let _ = writeln!(text, "; Shader Flags Value: {:#010x}\n;", flags.bits());
    if flags.is_empty() {
        return;
    }
    text.push_str("; Note: shader requires additional functionality:\n");
    let features = features_of(flags);
    for row in FeatureFlags::NAMES.iter().filter(|row| features.bits() & row.value != 0) {
        let other = FEATURES.iter().find(|(known, _)| known.bits() == row.value);
        let _ = writeln!(text, ";       {}", other.map_or(row.about, |(_, words)| words));
    }
    text.push_str("; Note: extra DXIL module flags:\n");
    for (_, words) in OF_MODULE.iter().filter(|(flag, _)| flags.contains(*flag)) {
        let _ = writeln!(text, ";       {words}");
    }
    text.push_str(";\n");
}

/// A module that says what it asks for.
struct Described {
    flags: ShaderFlags,
    validator_version: (u32, u32),
}

impl Described {
    fn of(module: Module) -> Result<Self, PassError> {
        let lowered = run_passes(module, &PASSES)?;
        let mut shader = Shader::read(&lowered).unwrap_or_default();
        let flags = match shader.entry_points.first() {
            Some(entry) => entry.flags(),
            // No function says that it is the shader: what follows from the code and its resources.
            None => {
                shader.entry_points.push(EntryPoint {
                    function: None,
                    name: Default::default(),
                    signatures: None,
                    resources: shader.resources.clone(),
                    properties: None,
                    extra: Vec::new(),
                });
                let functions = Functions::of(&DescribedModule::new(&lowered, &shader));
                functions.map(|all| all.module_flags()).unwrap_or_default()
            }
        };
        Ok(Self { flags, validator_version: shader.validator_version.as_ref().map_or((0, 0), Version::pair) })
    }

    /// The flags that all functions of a module share.
    fn shared(&self) -> ShaderFlags {
        if self.validator_version < ALIASING_BY_FUNCTION {
            OF_RESOURCES | ShaderFlags::RES_MAY_NOT_ALIAS
        } else {
            OF_RESOURCES
        }
    }
}

/// A function, those that it calls, those that these call, and so on.
fn called_by(module: &Module, function: GlobalId) -> BTreeSet<GlobalId> {
    let mentions = dxil_ir::SymbolReferences::of(module);
    let mut found = BTreeSet::from([function]);
    let mut waiting = vec![function];
    while let Some(id) = waiting.pop() {
        let called = mentions.by(id).iter().filter(|mention| mention.calls > 0);
        let called = called.filter_map(dxil_ir::references::SymbolReference::global);
        waiting.extend(called.filter(|id| found.insert(*id)));
    }
    found
}
