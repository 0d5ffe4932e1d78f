//! What is to come out: the stage, the shader model, and from where on it is to run.

use std::fmt;
use std::str::FromStr;

use bstr::BString;
use dx_container::ProgramVersion;
use dx_container::enums::{ShaderKind, ShaderProfile};
use dx_container::names::NamedValue as _;
use dxil::shader::ShaderModel;

use crate::Exports;

/// The newest minor version of shader model 6 that operations are known for.
const NEWEST_MINOR: u32 = 10;

/// A stage and a shader model, as compilers write them: `ps_6_8`, `lib_6_x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// The stage.
    pub kind: ShaderKind,
    /// The minor version of shader model 6; [`ProgramVersion::OFFLINE`] for `x`, which has everything and is only
    /// linked.
    pub minor: u32,
}

impl Profile {
    /// The shader model.
    pub(crate) fn model(self) -> (u32, u32) {
        (6, self.minor)
    }

    /// Whether it is a library.
    pub fn is_library(self) -> bool {
        self.kind == ShaderKind::LIBRARY
    }

    /// The same as metadata has it.
    pub(crate) fn shader_model(self) -> Option<ShaderModel> {
        ShaderModel::new(self.kind, 6, self.minor)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shader_model() {
            Some(model) => model.fmt(f),
            None => f.write_str("stage without a profile"),
        }
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || {
            let names = ShaderProfile::NAMES.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
            format!(
                "unknown profile {text}; expected a stage ({names}) and a shader model, such as ps_6_8 or \
                 lib_6_x"
            )
        };
        let (stage, model) = text.split_once('_').ok_or_else(unknown)?;
        let row = ShaderProfile::NAMES.iter().find(|row| row.name == stage).ok_or_else(unknown)?;
        let kind = ShaderKind(u32::try_from(row.value).map_err(|_| unknown())?);
        let minor = match model.strip_prefix("6_") {
            Some("x") if kind == ShaderKind::LIBRARY => ProgramVersion::OFFLINE,
            Some("x") => return Err(format!("{text}: only a library can have the shader model 6.x")),
            Some(digits) => digits.parse::<u32>().map_err(|_| unknown())?,
            None => return Err(unknown()),
        };
        if minor > NEWEST_MINOR && minor != ProgramVersion::OFFLINE {
            return Err(format!("{text}: the newest supported shader model is 6.{NEWEST_MINOR}"));
        }
        let oldest = match kind {
            ShaderKind::LIBRARY => 3,
            ShaderKind::MESH | ShaderKind::AMPLIFICATION => 5,
            _ => 0,
        };
        if minor < oldest {
            return Err(format!("{text}: the oldest supported shader model for this stage is 6.{oldest}"));
        }
        Ok(Self { kind, minor })
    }
}

/// What is to be linked.
#[derive(Debug, Clone)]
pub enum Target {
    /// A shader: it begins in the function of this name, and all that it calls is part of it.
    Shader {
        /// The stage and shader model.
        profile: Profile,
        /// The name of the function.
        entry: BString,
    },
    /// A library.
    Library {
        /// The shader model.
        profile: Profile,
        /// What it has.
        exports: Exports,
    },
}

impl Target {
    /// The stage and shader model.
    pub fn profile(&self) -> Profile {
        match self {
            Self::Shader { profile, .. } | Self::Library { profile, .. } => *profile,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_read_as_they_are_written() {
        for text in ["ps_6_8", "lib_6_x", "cs_6_0", "lib_6_10", "as_6_5"] {
            assert_eq!(text.parse::<Profile>().unwrap().to_string(), text);
        }
        for text in [
            "lib_6_2", "ms_6_4", "ps", "ps_6", "ps_6_", "ps_5_1", "xx_6_0", "ps_6_x", "ps_6_11", "ps_6_-1",
            "",
        ] {
            assert!(text.parse::<Profile>().is_err(), "{text}");
        }
    }
}
