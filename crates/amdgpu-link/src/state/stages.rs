//! Shader stages of a pipeline, and their names in documents. Separate because every other part of the state depends on
//! them.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

bitflags::bitflags! {
    /// Shader stages.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Stages: u16 {
        /// Task shader.
        const TASK = 1;
        /// Vertex shader.
        const VERTEX = 2;
        /// Tessellation control (hull) shader.
        const TESS_CONTROL = 4;
        /// Tessellation evaluation (domain) shader.
        const TESS_EVAL = 8;
        /// Geometry shader.
        const GEOMETRY = 16;
        /// Mesh shader.
        const MESH = 32;
        /// Fragment (pixel) shader.
        const FRAGMENT = 64;
        /// Compute shader.
        const COMPUTE = 128;
    }
}

impl Stages {
    /// Whether they are stages of a graphics pipeline.
    pub fn is_graphics(self) -> bool {
        !self.is_empty() && !self.contains(Self::COMPUTE)
    }
}

/// A shader stage.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    Task,
    Vertex,
    TessControl,
    TessEval,
    Geometry,
    Mesh,
    Fragment,
    Compute,
}

impl From<Stage> for Stages {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Task => Self::TASK,
            Stage::Vertex => Self::VERTEX,
            Stage::TessControl => Self::TESS_CONTROL,
            Stage::TessEval => Self::TESS_EVAL,
            Stage::Geometry => Self::GEOMETRY,
            Stage::Mesh => Self::MESH,
            Stage::Fragment => Self::FRAGMENT,
            Stage::Compute => Self::COMPUTE,
        }
    }
}

/// Reads the stages of a pipeline.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stages, D::Error> {
    let stages: Stages = Vec::<Stage>::deserialize(deserializer)?.into_iter().map(Stages::from).collect();
    if stages.is_empty() {
        return Err(D::Error::custom("a pipeline has at least one stage"));
    }
    if stages.contains(Stages::COMPUTE) && stages != Stages::COMPUTE {
        return Err(D::Error::custom("a compute shader cannot be combined with other stages"));
    }
    Ok(stages)
}
