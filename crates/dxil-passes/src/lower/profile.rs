//! The target profile of a module: the stage, the shader model and the DXIL version in its target triple. Separate
//! because many passes choose the replacement of an instruction by the shader model or the DXIL version.

use bstr::ByteSlice as _;
use dx_container::ProgramVersion;
use dx_container::enums::ShaderKind;
use dxil_ir::Module;

use crate::stage_names;

/// The first DXIL version with operations on vectors.
pub(super) const VECTORS: (u32, u32) = (1, 9);

/// A target profile.
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
    /// Parses the target triple of a module, for example `dxilv1.5-pc-shadermodel6.5-compute`. Without a DXIL version
    /// in the triple, the version is 1.x for shader model 6.x. Returns `None` if the target is not `dxil`, or if the
    /// triple lacks the shader model or the stage.
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

    /// Returns a profile with the stage in the target triple and shader model 0.0, which states that the triple has no
    /// shader model, for example `dxil-pc-shadermodel-vertex`.
    pub(super) fn of_stage(module: &Module) -> Option<Self> {
        let triple = module.triple.to_str().ok()?;
        let (rest, stage) = triple.rsplit_once('-')?;
        let is_without_model = rest.starts_with("dxil-") && rest.ends_with("-shadermodel");
        let kind = stage_names::kind(stage).filter(|_| is_without_model)?;
        Some(Self { kind, model: (0, 0), dxil: (1, 0) })
    }

    /// Returns the version token of a program with this profile; `None` if the shader model does not fit into it.
    pub fn program_version(self) -> Option<ProgramVersion> {
        let (major, minor) = self.model;
        ProgramVersion::new(self.kind, major, minor)
    }

    /// Returns true if operations have overloads for vectors.
    pub(super) fn has_vectors(self) -> bool {
        self.dxil >= VECTORS
    }

    /// Returns true if the target is a library (`lib_6_x`).
    pub fn is_library(self) -> bool {
        self.kind == ShaderKind::LIBRARY
    }
}

/// Parses "major.minor" or "major"; the minor version of the latter is 0.
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
        let of_stage = |triple: &str| {
            let mut module = Module::dxil();
            module.triple = triple.into();
            Profile::of_stage(&module)
        };
        let vertex = profile(ShaderKind::VERTEX, (0, 0), (1, 0));
        assert_eq!(of_stage("dxil-pc-shadermodel-vertex"), vertex);
        for triple in ["", "dxil-ms-dx", "dxil-pc-shadermodel6.0-pixel", "dxil-pc-shadermodel-other"] {
            assert_eq!(of_stage(triple), None, "{triple}");
        }
    }
}
