//! What a module is for: the stage, the shader model and the version of DXIL that its triple names. Separate because
//! most passes ask for it: what an older model lacks has to be said in other words.

use bstr::ByteSlice as _;
use dx_container::enums::ShaderKind;
use dxil_ir::Module;

use crate::stage_names;

/// The first DXIL version with operations on vectors.
pub(super) const VECTORS: (u32, u32) = (1, 9);

/// What a module is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// The stage, or a library.
    pub kind: ShaderKind,
    /// The shader model: major and minor version.
    pub model: (u32, u32),
    /// The version of DXIL.
    pub dxil: (u32, u32),
}

impl Profile {
    /// What a triple such as `dxilv1.5-pc-shadermodel6.5-compute` names. Where it names no version of DXIL, that is the
    /// one of the shader model; `None` where the triple is not one of the `dxil` target, or lacks model or stage.
    pub fn of(module: &Module) -> Option<Self> {
        let triple = module.triple.to_str().ok()?;
        let mut parts = triple.split('-');
        let (target, _vendor, system, stage) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let model = version(system.strip_prefix("shadermodel")?)?;
        let dxil = match target.strip_prefix("dxil")? {
            "" => (1, model.1),
            named => version(named.strip_prefix('v')?)?,
        };
        Some(Self { kind: stage_names::kind(stage)?, model, dxil })
    }

    /// Returns true if operations have overloads for vectors.
    pub(super) fn has_vectors(self) -> bool {
        self.dxil >= VECTORS
    }

    /// Whether it is for a library.
    pub fn is_library(self) -> bool {
        self.kind == ShaderKind::LIBRARY
    }
}

fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(triple: &str) -> Option<Profile> {
        let mut module = Module::dxil();
        module.triple = triple.into();
        Profile::of(&module)
    }

    #[test]
    fn triples_name_stage_and_versions() {
        let profile = |kind, model, dxil| Some(Profile { kind, model, dxil });
        let cs = of("dxilv1.5-pc-shadermodel6.5-compute");
        assert_eq!(cs, profile(ShaderKind::COMPUTE, (6, 5), (1, 5)));
        assert_eq!(of("dxil-pc-shadermodel6.8-library"), profile(ShaderKind::LIBRARY, (6, 8), (1, 8)));
        assert_eq!(of("dxil-pc-shadermodel6-pixel"), profile(ShaderKind::PIXEL, (6, 0), (1, 0)));
        for triple in ["", "dxil-ms-dx", "dxil-pc-shadermodel-pixel", "spirv-pc-shadermodel6.0-pixel"] {
            assert_eq!(of(triple), None, "{triple}");
        }
    }
}
