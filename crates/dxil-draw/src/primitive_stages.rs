//! The stages that make the primitives of a draw, one behind the other: vertices, patches and what the tessellator
//! makes of them, the geometry shader; or meshes. What they make goes on piece by piece, so that little of it is kept.

use dx_container::enums::SemanticKind;

use super::assembly::Assembled;
use super::domain_stage::DomainStage;
use super::geometry_stage::GeometryStage;
use super::hull_stage::HullStage;
use super::mesh_stage::MeshStage;
use super::setup::Draw;
use super::shaders::{PrimitiveShaders, VertexShaders};
use super::stage_run::{StageRun, Steps};
use super::state::DrawState;
use super::tessellator::Pattern;
use super::vertex_stage::VertexStage;
use super::vertices::Fetch;
use dxil_run::Stop;
use dxil_run::{Outcome, RunOptions};

/// The stages of a draw before the rasterizer.
#[derive(Debug)]
pub(crate) enum PrimitiveStages<'d, 'a> {
    Vertices(Box<VertexStages<'d, 'a>>),
    Meshes(Box<MeshStage<'a>>),
}

impl<'d, 'a> PrimitiveStages<'d, 'a> {
    pub(crate) fn new(draw: &'d Draw<'a>) -> Self {
        let waves = (draw.wave_size, draw.options);
        match &draw.shaders.primitives {
            PrimitiveShaders::Vertices(shaders) => {
                Self::Vertices(Box::new(VertexStages::new(shaders, draw.state, &draw.fetch, waves)))
            }
            PrimitiveShaders::Meshes { amplification, mesh } => {
                let groups = draw.state.mesh_groups;
                Self::Meshes(Box::new(MeshStage::new(*amplification, *mesh, groups, waves)))
            }
        }
    }

    /// A system value that the last of them gives has to be less than the count of something.
    pub(crate) fn limit(&mut self, semantic: SemanticKind, count: (u32, &'static str)) {
        match self {
            Self::Vertices(stages) => match (&mut stages.geometry, &mut stages.patches) {
                (Some(geometry), _) => geometry.stage.limit(semantic, count),
                (None, Some(patches)) => patches.domain.stage.limit(semantic, count),
                (None, None) => stages.vertex.stage.limit(semantic, count),
            },
            Self::Meshes(stage) => stage.mesh.limit(semantic, count),
        }
    }

    /// Runs all of them for a view: `next` gets the primitives, in the draw's order.
    pub(crate) fn run(
        &mut self,
        view: u32,
        steps: &Steps,
        next: impl FnMut(&[Assembled]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self {
            Self::Vertices(stages) => stages.run(view, steps, next),
            Self::Meshes(stage) => stage.run(view, steps, next),
        }
    }

    /// What came of each of the programs, in the order of the pipeline.
    pub(crate) fn outcomes(self) -> Vec<Outcome> {
        match self {
            Self::Vertices(stages) => stages.outcomes(),
            Self::Meshes(stage) => stage.outcomes(),
        }
    }
}

/// The stages of vertices and of what is made of them.
#[derive(Debug)]
pub(crate) struct VertexStages<'d, 'a> {
    vertex: VertexStage<'d, 'a>,
    patches: Option<PatchStages<'d, 'a>>,
    geometry: Option<GeometryStage<'d, 'a>>,
}

/// The stages of patches.
#[derive(Debug)]
struct PatchStages<'d, 'a> {
    hull: HullStage<'d, 'a>,
    pattern: Pattern,
    domain: DomainStage<'d, 'a>,
}

impl<'d, 'a> VertexStages<'d, 'a> {
    fn new(
        shaders: &'d VertexShaders<'a>,
        state: &'d DrawState,
        fetch: &'d Fetch<'a>,
        waves: (u32, RunOptions),
    ) -> Self {
        let geometry = shaders.geometry.as_ref();
        let has_adjacency = geometry.is_some_and(|geometry| geometry.takes == state.topology.list());
        Self {
            vertex: VertexStage::new(shaders.vertex, state, fetch, has_adjacency, waves),
            patches: shaders.patches.as_ref().map(|patches| {
                let programs = (patches.control_points, patches.constants);
                let [of_points, of_constants] = &patches.domain_links;
                let links: [&[_]; 2] = [of_points, of_constants];
                PatchStages {
                    hull: HullStage::new(programs, &patches.hull_links, waves),
                    pattern: patches.pattern,
                    domain: DomainStage::new(patches.domain, links, patches.pattern.domain, waves),
                }
            }),
            geometry: geometry.map(|geometry| GeometryStage::new(geometry, waves)),
        }
    }

    /// Begins the draw again, for the view of this number.
    fn begin_view(&mut self, view: u32) {
        self.vertex.begin_view(view);
        let patches = self.patches.iter_mut().flat_map(|PatchStages { hull, domain, .. }| {
            [hull.control_points.as_mut(), Some(&mut hull.constants), Some(&mut domain.stage)]
        });
        let geometry = self.geometry.as_mut().map(|geometry| &mut geometry.stage);
        patches.flatten().chain(geometry).for_each(|stage| stage.view = view);
    }

    fn run(
        &mut self,
        view: u32,
        steps: &Steps,
        mut next: impl FnMut(&[Assembled]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.begin_view(view);
        let Self { vertex, patches, geometry } = self;
        let mut made = |primitives: &[Assembled]| {
            let Some(geometry) = geometry else { return next(primitives) };
            for batch in primitives.chunks(geometry.batch()) {
                next(&geometry.run(batch, steps)?)?;
            }
            Ok(())
        };
        while let Some(primitives) = vertex.next(steps)? {
            let Some(patches) = patches else {
                made(&primitives)?;
                continue;
            };
            for patch in &primitives {
                made(&patches.divide(patch, steps)?)?;
            }
        }
        Ok(())
    }

    fn outcomes(self) -> Vec<Outcome> {
        let patches = self.patches.into_iter().flat_map(|PatchStages { hull, domain, .. }| {
            [hull.control_points, Some(hull.constants), Some(domain.stage)].into_iter().flatten()
        });
        let geometry = self.geometry.map(|geometry| geometry.stage);
        std::iter::once(self.vertex.stage).chain(patches).chain(geometry).map(StageRun::outcome).collect()
    }
}

impl PatchStages<'_, '_> {
    /// The primitives that a patch is divided into.
    fn divide(&mut self, patch: &Assembled, steps: &Steps) -> Result<Vec<Assembled>, Stop> {
        let patch = self.hull.run(patch, steps)?;
        let tessellation = self.pattern.tessellate(&patch.edges, &patch.inside);
        self.domain.run(&patch, &tessellation, self.pattern.vertices(), steps)
    }
}
