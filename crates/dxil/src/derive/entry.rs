//! What all parts ask of a program first: its stage, and the entry that speaks for it.

use az::SaturatingAs as _;
use dx_container::FourCc;
use dx_container::enums::ShaderKind;

use super::error::{error, missing, unfit};
use super::{DeriveErrorKind, DescribedModule};
use crate::Result;
use crate::shader::{EntryPoint, Resources};

impl<'m> DescribedModule<'m> {
    /// The stage it is for.
    ///
    /// # Errors
    ///
    /// `derive.missing`: the module declares no shader model, or an unknown stage.
    pub fn stage(&self) -> Result<ShaderKind> {
        let model = self.shader.model.as_ref().ok_or_else(|| {
            missing(
                "shader model, for example \
                                                                      `!dx.shaderModel = !{!0}` and `!0 = \
                                                                      !{!\"cs\", i32 6, i32 0}`",
            )
        })?;
        model.kind().ok_or_else(|| error(DeriveErrorKind::UnknownStage { profile: model.profile.clone() }))
    }

    /// The entry that speaks for the whole program: the only one, or of a library the first one.
    ///
    /// # Errors
    ///
    /// `derive.missing`: there is none; `derive.unfit`: there are several, and it is no library.
    pub fn main_entry(&self) -> Result<&'m EntryPoint> {
        let entries = &self.shader.entry_points;
        let main = entries.first().ok_or_else(|| missing("entry point (!dx.entryPoints)"))?;
        if entries.len() > 1 && self.stage()? != ShaderKind::LIBRARY {
            let found = entries.len().saturating_as::<i64>();
            return Err(unfit("number of entry points", found, "1"));
        }
        Ok(main)
    }

    /// What it is bound to, as its entry says.
    ///
    /// # Errors
    ///
    /// There is no entry that speaks for it.
    pub fn resources(&self) -> Result<Option<&'m Resources>> {
        self.main_entry().map(|entry| entry.resources.as_ref())
    }

    /// The stage, where programs for it are described by `part`.
    pub(super) fn stage_with(&self, part: FourCc) -> Result<ShaderKind> {
        use ShaderKind as S;
        let stage = self.stage()?;
        match stage {
            S::VERTEX | S::HULL | S::DOMAIN | S::GEOMETRY | S::PIXEL => Ok(stage),
            S::COMPUTE | S::MESH | S::AMPLIFICATION => Ok(stage),
            _ => Err(error(DeriveErrorKind::NoSuchPart { stage, part })),
        }
    }
}
