//! The target of an emitted shader: stage, shader model and validator. Separate because checks of operations, resources
//! and signatures depend on it.

use dx_container::enums::ShaderKind;

use crate::emit::error::{EmitError, Result};

/// The data layout of modules whose 16-bit types have 16 bits in memory (`-enable-16bit-types` of DXC).
pub(super) const NATIVE_16_BIT_LAYOUT: &str =
    "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";

/// The stage, the shader model and the validator version of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The stage; [`ShaderKind::LIBRARY`] for a library.
    pub stage: ShaderKind,
    /// The shader model, major and minor version. The DXIL version is 1 and the minor version.
    pub model: (u32, u32),
    /// The validator version that the metadata names. It decides which parts and fields the container has.
    pub validator: (u32, u32),
    /// True if 16-bit types have 16 bits in memory, which needs shader model 6.2. False for minimum precision.
    pub native_16_bit: bool,
}

impl Target {
    /// A target for validator version 1.8, without native 16-bit types.
    pub fn new(stage: ShaderKind, model: (u32, u32)) -> Self {
        Self { stage, model, validator: (1, 8), native_16_bit: false }
    }

    /// The target with native 16-bit types.
    pub fn with_native_16_bit(self) -> Self {
        Self { native_16_bit: true, ..self }
    }

    pub(super) fn is_library(self) -> bool {
        self.stage == ShaderKind::LIBRARY
    }

    /// Returns an error if the shader model is older than `required`, which `what` needs.
    pub(super) fn needs(self, what: &str, required: (u32, u32)) -> Result<()> {
        match self.model >= required {
            true => Ok(()),
            false => Err(EmitError::Model { what: what.into(), required, target: self.model }),
        }
    }

    /// Returns true if the shader model is this version or a later one.
    pub fn has(self, major: u32, minor: u32) -> bool {
        self.model >= (major, minor)
    }
}
