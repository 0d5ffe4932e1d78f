//! The version token of Direct3D 9 programs, the first word of them and a field of part Aon9. Separate because it
//! tells what a file is without reading the program.

use std::fmt;

use crate::generated::enums::D3d9Stage;

/// The stage and shader model in one word: the stage in the upper half, major and minor version in a byte each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct D3d9Version(pub u32);

impl D3d9Version {
    /// The minor version of shaders that run in software only.
    pub const SOFTWARE: u32 = 255;

    /// The stage.
    pub fn stage(self) -> D3d9Stage {
        D3d9Stage(self.0 >> 16)
    }

    /// Whether it is a vertex shader, a pixel shader otherwise or nothing that is known.
    pub fn is_vertex(self) -> bool {
        self.stage() == D3d9Stage::VERTEX
    }

    /// The shader model's major version.
    pub fn major(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    /// The shader model's minor version: 1 of an extended shader model 2, 255 of one that runs in software only.
    pub fn minor(self) -> u32 {
        self.0 & 0xff
    }

    /// Major and minor version in a byte each, which are compared as such.
    pub fn model(self) -> u32 {
        self.0 & 0xffff
    }

    /// Whether a file that begins with these bytes is a Direct3D 9 program of a shader model that exists.
    pub fn begins(bytes: &[u8]) -> bool {
        let version = bytes.first_chunk().map_or(Self(0), |word| Self(u32::from_le_bytes(*word)));
        matches!(version.stage(), D3d9Stage::VERTEX | D3d9Stage::PIXEL)
            && matches!(
                (version.major(), version.minor()),
                (1, 0..=4) | (2, 0 | 1 | Self::SOFTWARE) | (3, 0 | Self::SOFTWARE)
            )
    }
}

/// Displays the profile as compilers spell it: `vs_2_0`, `ps_2_x`, `ps_3_sw`.
impl fmt::Display for D3d9Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stage() {
            D3d9Stage::VERTEX => write!(f, "vs_{}_", self.major())?,
            D3d9Stage::PIXEL => write!(f, "ps_{}_", self.major())?,
            D3d9Stage(stage) => write!(f, "stage{stage:x}_{}_", self.major())?,
        }
        match (self.major(), self.minor()) {
            (2, 1) => f.write_str("x"),
            (_, Self::SOFTWARE) => f.write_str("sw"),
            (_, minor) => write!(f, "{minor}"),
        }
    }
}
