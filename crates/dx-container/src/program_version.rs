//! The version token, the first word of DXIL, ILDB, SHDR and SHEX: the stage and shader model. Separate because it
//! tells what a container is without reading its program.

use std::fmt;

use crate::fourcc::FourCc;
use crate::generated::enums::{ShaderKind, ShaderProfile};
use crate::names::NamedValue as _;

/// The stage and shader model in one word: `kind << 16 | major << 4 | minor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramVersion(pub u32);

impl ProgramVersion {
    /// The parts that begin with this word, newest first.
    pub const PARTS: [FourCc; 4] = [FourCc::DXIL, FourCc::ILDB, FourCc::SHEX, FourCc::SHDR];

    /// The minor version that stands for `x`: an offline library.
    pub const OFFLINE: u32 = 15;

    /// The newest shader model that released validators sign, major and minor version. Source: DXC 1.10's
    /// `ShaderModel::IsPreReleaseShaderModel`.
    pub const NEWEST_RELEASED: (u32, u32) = (6, 9);

    /// The version token of a stage and shader model; `None` if a number does not fit into its bits.
    pub fn new(kind: ShaderKind, major: u32, minor: u32) -> Option<Self> {
        let fits = kind.0 >> 16 == 0 && major < 16 && minor < 16;
        fits.then_some(Self(kind.0 << 16 | major << 4 | minor))
    }

    /// Returns true for a pre-release shader model, whose programs have a sentinel in the place of the digest. Offline
    /// libraries have none.
    pub fn is_preview(self) -> bool {
        let (major, minor) = Self::NEWEST_RELEASED;
        self.major() == major && self.minor() > minor && self.minor() != Self::OFFLINE
    }

    /// The stage.
    pub fn kind(self) -> ShaderKind {
        ShaderKind(self.0 >> 16)
    }

    /// The shader model's major version.
    pub fn major(self) -> u32 {
        self.0 >> 4 & 0xf
    }

    /// The shader model's minor version.
    pub fn minor(self) -> u32 {
        self.0 & 0xf
    }
}

/// Displays the profile as compilers spell it: `ps_6_8`, `lib_6_x`.
impl fmt::Display for ProgramVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match ShaderProfile(self.kind().0).name() {
            Some(profile) => write!(f, "{profile}_{}_", self.major())?,
            None => write!(f, "kind{}_{}_", self.kind(), self.major())?,
        }
        match self.minor() {
            Self::OFFLINE => f.write_str("x"),
            minor => write!(f, "{minor}"),
        }
    }
}
