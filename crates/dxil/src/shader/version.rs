//! Which version of DXIL, of the validator, of the shader model: `dx.version`, `dx.valver`, `dx.shaderModel`.

use std::fmt;

use bstr::BString;
use dx_container::ProgramVersion;
use dx_container::enums::{ShaderKind, ShaderProfile};
use dx_container::names::NamedValue as _;

use super::list::record;

record! {
    /// A version, of DXIL (`dx.version`) or of the validator that the program is for (`dx.valver`; 0.0 is none, with
    /// all that the newest has).
    pub struct Version {
        /// The major version.
        pub major: u32,
        /// The minor version.
        pub minor: u32,
    }
}

impl Version {
    /// This version.
    pub fn new(major: u32, minor: u32) -> Self {
        Self { major, minor, extra: Vec::new() }
    }

    /// Both numbers, which compare as versions do.
    pub fn pair(&self) -> (u32, u32) {
        (self.major, self.minor)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

record! {
    /// The shader model (`dx.shaderModel`): the stage and a version.
    pub struct ShaderModel {
        /// The stage as compilers call it, such as `ps` or `lib`.
        pub profile: BString,
        /// The major version.
        pub major: u32,
        /// The minor version; [`ProgramVersion::OFFLINE`] stands for `x`.
        pub minor: u32,
    }
}

impl ShaderModel {
    /// The shader model of a stage; `None` where no profile is for it.
    pub fn new(kind: ShaderKind, major: u32, minor: u32) -> Option<Self> {
        let profile = ShaderProfile(kind.0).name()?.into();
        Some(Self { profile, major, minor, extra: Vec::new() })
    }

    /// The stage; `None` where the profile is not known.
    pub fn kind(&self) -> Option<ShaderKind> {
        let row = ShaderProfile::NAMES.iter().find(|row| self.profile == row.name)?;
        u32::try_from(row.value).ok().map(ShaderKind)
    }

    /// Whether it is a library.
    pub fn is_library(&self) -> bool {
        self.kind() == Some(ShaderKind::LIBRARY)
    }

    /// Both numbers, which compare as versions do.
    pub fn pair(&self) -> (u32, u32) {
        (self.major, self.minor)
    }
}

/// As compilers call it: `ps_6_8`, `lib_6_x`.
impl fmt::Display for ShaderModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_", self.profile, self.major)?;
        match self.minor {
            ProgramVersion::OFFLINE => f.write_str("x"),
            minor => write!(f, "{minor}"),
        }
    }
}
