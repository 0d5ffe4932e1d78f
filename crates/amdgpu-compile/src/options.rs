//! What a shader is compiled for. Separate because callers make it and every phase reads it.

use std::fmt;

use amdgpu_link::Target;

use crate::bindings::BindingMap;

/// The lanes of a wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WaveSize {
    /// 32 lanes.
    W32,
    /// 64 lanes.
    W64,
}

impl WaveSize {
    /// The wave size with so many lanes.
    pub fn of_lanes(lanes: u32) -> Option<Self> {
        match lanes {
            32 => Some(Self::W32),
            64 => Some(Self::W64),
            _ => None,
        }
    }

    /// How many lanes.
    pub fn lanes(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }
}

/// A processor that shaders can be compiled for: gfx10.3 or gfx11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Processor(Target);

impl Processor {
    /// The processor with this name, such as gfx1030.
    pub fn named(name: &str) -> Option<Self> {
        let target = Target::named(name)?;
        let is_supported = matches!((target.major, target.minor), (10, 3) | (11, 0));
        (is_supported && target.flags().is_some()).then_some(Self(target))
    }

    /// What it is called in ELF files.
    pub fn target(self) -> Target {
        self.0
    }

    /// Whether it is of gfx11: thread ids are packed, metadata has fields with names, and scratch memory needs no
    /// descriptor.
    pub(crate) fn is_gfx11(self) -> bool {
        self.0.major >= 11
    }
}

impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a shader is compiled for.
#[derive(Debug, Clone)]
pub struct Options {
    /// The processor.
    pub processor: Processor,
    /// The lanes of a wave; `None` for what the shader says, or 32.
    pub wave_size: Option<WaveSize>,
    /// Where registers are bound.
    pub bindings: BindingMap,
    /// The hash of the shader, by which a driver's tools know it; zeros if there is none.
    pub hash: [u64; 2],
}
