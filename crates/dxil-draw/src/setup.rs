//! A draw before it is run: its shaders, checked against each other, the vertex layout and the targets, and the links
//! between outputs and inputs.

use dx_container::enums::{SemanticKind, ShaderKind};

use super::draw_stage::{DEFAULT_WAVE, DrawStage, check_wave};
use super::link::{Link, link};
use super::shaders::{DrawShaders, GENERATED, PrimitiveShaders};
use super::state::DrawState;
use super::targets::{self, Extent};
use super::vertices::Fetch;
use dxil_run::Result;
use dxil_run::RunOptions;
use dxil_run::stage::Signature;

/// Shaders over vertices and targets.
#[derive(Debug)]
pub struct Draw<'a> {
    pub(super) shaders: DrawShaders<'a>,
    pub(super) state: &'a DrawState,
    pub(super) fetch: Fetch<'a>,
    /// What the last stage before the rasterizer gives of each vertex.
    pub(super) given: Signature,
    /// For each scalar that the pixel shader takes, where it comes from.
    pub(super) links: Vec<Option<Link>>,
    pub(super) extent: Extent,
    pub(super) wave_size: u32,
    pub(super) options: RunOptions,
}

impl<'a> Draw<'a> {
    /// The shaders of a pipeline, in its order, and the draw. A hull shader is two programs; the second is its
    /// [function of patch constants](dxil_run::EntrySelector::PatchConstants). A hull shader that passes control points
    /// through has only the second.
    ///
    /// # Errors
    ///
    /// The shaders do not fit together or to the vertex attributes or the targets, are of other stages, or something
    /// is larger than the [limits](crate::limits) allow.
    pub fn new(stages: &[DrawStage<'a>], state: &'a DrawState, options: RunOptions) -> Result<Self> {
        let shaders = DrawShaders::of(stages, state)?;
        let pixel = &shaders.pixel;
        let extent = targets::extent(state, pixel)?;
        targets::check_viewports(&state.viewports)?;
        let fetch = match &shaders.primitives {
            PrimitiveShaders::Vertices(shaders) => {
                Fetch::new(&state.layout, &shaders.vertex.program.interface().inputs)?
            }
            PrimitiveShaders::Meshes { .. } => Fetch::new(&state.layout, &Signature::default())?,
        };
        let given = shaders.given.clone();
        let inputs = &pixel.program.interface().inputs;
        // Behind these, nobody numbers primitives.
        let is_numbered = !matches!(shaders.last(), ShaderKind::GEOMETRY | ShaderKind::MESH);
        let is_generated = |semantic: &SemanticKind| is_numbered || *semantic != SemanticKind::PRIMITIVE_ID;
        let generated: Vec<_> = GENERATED.iter().copied().filter(is_generated).collect();
        let links = link((shaders.last(), &given), (ShaderKind::PIXEL, inputs), &generated)?;
        let wave_size = options.wave_size.unwrap_or(DEFAULT_WAVE);
        for stage in stages {
            check_wave(stage.program, wave_size)?;
        }
        Ok(Self { shaders, state, fetch, given, links, extent, wave_size, options })
    }

    /// Pixels of its targets along x and y.
    pub fn size(&self) -> [u32; 2] {
        self.extent.size
    }

    /// How many lanes its waves have.
    pub fn wave_size(&self) -> u32 {
        self.wave_size
    }
}
