//! The domain stage: each point that the tessellator places in a patch, in a lane.

use az::SaturatingAs as _;
use dx_container::enums::TessellatorDomain;

use super::assembly::Assembled;
use super::draw_stage::DrawStage;
use super::hull_stage::Patch;
use super::link::Link;
use super::stage_run::{StageRun, Steps};
use super::tessellator::Tessellation;
use dxil_run::RunOptions;
use dxil_run::Stop;
use dxil_run::interpolation::Shaded;
use dxil_run::lanes::place;
use dxil_run::stage::StageLanes;

/// The domain shader of a draw.
#[derive(Debug)]
pub(crate) struct DomainStage<'d, 'a> {
    pub(crate) stage: StageRun<'a>,
    /// For each scalar that it takes of a control point, and of what is constant, where it comes from.
    links: [&'d [Option<Link>]; 2],
    wave_size: usize,
    domain: TessellatorDomain,
}

impl<'d, 'a> DomainStage<'d, 'a> {
    pub(crate) fn new(
        stage: DrawStage<'a>,
        links: [&'d [Option<Link>]; 2],
        domain: TessellatorDomain,
        (wave_size, options): (u32, RunOptions),
    ) -> Self {
        let wave = (wave_size as usize).max(1);
        Self { stage: StageRun::new(stage, wave_size, options), links, wave_size: wave, domain }
    }

    /// The primitives of a patch, each of so many vertices.
    pub(crate) fn run(
        &mut self,
        patch: &Patch,
        tessellation: &Tessellation,
        vertices: usize,
        steps: &Steps,
    ) -> Result<Vec<Assembled>, Stop> {
        let mut points: Vec<Shaded> = Vec::with_capacity(tessellation.points.len());
        for places in tessellation.points.chunks(self.wave_size) {
            let first = points.len().saturating_as::<u32>();
            points.extend(self.shade(patch, (first, places), steps)?);
        }
        let primitive = |indices: &[u32]| {
            let point =
                |index: &u32| usize::try_from(*index).ok().and_then(|index| points.get(index)).cloned();
            Assembled { vertices: indices.iter().filter_map(point).collect(), id: patch.id }
        };
        Ok(tessellation.indices.chunks(vertices.max(1)).map(primitive).collect())
    }

    /// Runs the shader at some places, which are numbered from the first on.
    fn shade(
        &mut self,
        patch: &Patch,
        (first, places): (u32, &[[u32; 2]]),
        steps: &Steps,
    ) -> Result<Vec<Shaded>, Stop> {
        let interface = self.stage.stage.program.interface();
        let ([of_points, of_constants], domain) = (self.links, self.domain);
        let give = |stage: &mut StageLanes| {
            stage.reset(interface, patch.control_points.len());
            stage.fill_primitive_ids(patch.id);
            for (point, words) in patch.control_points.iter().enumerate() {
                for (scalar, link) in of_points.iter().enumerate() {
                    stage.inputs.fill((point, scalar), link.map_or(patch.id, |link| link.pass(words)));
                }
            }
            for (scalar, link) in of_constants.iter().enumerate() {
                let word = link.map_or(patch.id, |link| link.pass(&patch.constants));
                stage.patch_constants.fill((0, scalar), word);
            }
            for (lane, at) in (0..).zip(places) {
                stage.set_domain_location(place(lane), location(*at, domain));
            }
        };
        let take = |stage: &StageLanes| {
            let vertex = |(lane, _)| {
                let scalars = stage.outputs.vertex(0, place(lane));
                let number = first.saturating_add(lane);
                Shaded { scalars, number, of: patch.id, from: Some(patch.vertices.clone()) }
            };
            (0..).zip(places).map(vertex).collect::<Vec<_>>()
        };
        let numbers = (first..).take(places.len());
        Ok(self.stage.run(steps, numbers, give, take)?.unwrap_or_default())
    }
}

/// A place as the shader sees it: of triangles with a third coordinate, all of which are one together.
#[expect(clippy::cast_precision_loss, reason = "places have 17 bits")]
fn location([u, v]: [u32; 2], domain: TessellatorDomain) -> [f32; 3] {
    let [u, v] = [u, v].map(|along| along as f32 / 65_536.0);
    [u, v, if domain == TessellatorDomain::TRI { 1.0 - u - v } else { 0.0 }]
}
