//! The geometry stage: each primitive in a lane for each of the shader's instances, and what they emit assembled to
//! primitives again. The rasterizer gets what goes to the first stream.

use std::sync::Arc;

use dx_container::enums::{PrimitiveTopology, SemanticKind};

use super::assembly::{Assembled, Assembler, Topology};
use super::link::Link;
use super::shaders::{GeometryShader, RASTERIZED};
use super::stage_run::{StageRun, Steps};
use dxil_run::RunOptions;
use dxil_run::Stop;
use dxil_run::interpolation::Shaded;
use dxil_run::lanes::place;
use dxil_run::stage::{Emitted, StageLanes};

/// Lanes whose primitives are kept at a time: each gives 1,024 vertices at most.
const LANES: usize = 256;

/// The geometry shader of a draw.
#[derive(Debug)]
pub(crate) struct GeometryStage<'d, 'a> {
    pub(crate) stage: StageRun<'a>,
    /// For each scalar that it takes of a vertex, where it comes from.
    links: &'d [Option<Link>],
    wave_size: usize,
    /// Vertices of a primitive that goes in.
    vertices: usize,
    instances: u32,
    /// What comes out.
    topology: Topology,
    /// The scalar of its outputs that numbers primitives.
    id: Option<usize>,
}

impl<'d, 'a> GeometryStage<'d, 'a> {
    pub(crate) fn new(shader: &'d GeometryShader<'a>, (wave_size, options): (u32, RunOptions)) -> Self {
        let GeometryShader { stage, state, links, takes } = shader;
        let outputs = &stage.program.interface().outputs;
        let is_id = |kind| kind == SemanticKind::PRIMITIVE_ID;
        let id =
            outputs.elements.iter().find(|element| is_id(element.semantic) && element.stream == RASTERIZED);
        Self {
            stage: StageRun::new(*stage, wave_size, options),
            links,
            wave_size: (wave_size as usize).max(1),
            vertices: takes.vertices(),
            instances: state.instance_count.max(1),
            topology: match state.topology {
                PrimitiveTopology::POINT_LIST => Topology::PointList,
                PrimitiveTopology::LINE_LIST | PrimitiveTopology::LINE_STRIP => Topology::LineStrip,
                _ => Topology::TriangleStrip,
            },
            id: id.map(|element| element.first),
        }
    }

    /// How many primitives may be given at once, so that what they become stays small.
    pub(crate) fn batch(&self) -> usize {
        (LANES / (self.instances as usize)).max(1)
    }

    /// What the shader makes of primitives, in their order.
    pub(crate) fn run(&mut self, primitives: &[Assembled], steps: &Steps) -> Result<Vec<Assembled>, Stop> {
        let instances = 0..self.instances;
        let all: Vec<(&Assembled, u32)> = primitives
            .iter()
            .flat_map(|primitive| instances.clone().map(move |instance| (primitive, instance)))
            .collect();
        let mut made = Vec::new();
        for lanes in all.chunks(self.wave_size) {
            made.extend(self.shade(lanes, steps)?);
        }
        Ok(made)
    }

    /// Runs the shader in some lanes: the primitives that each makes.
    fn shade(&mut self, lanes: &[(&Assembled, u32)], steps: &Steps) -> Result<Vec<Assembled>, Stop> {
        let interface = self.stage.stage.program.interface();
        let (links, vertices, topology, id) = (self.links, self.vertices, self.topology, self.id);
        let give = |stage: &mut StageLanes| {
            stage.reset(interface, vertices);
            for (lane, (primitive, instance)) in (0..).zip(lanes) {
                let lane = place(lane);
                stage.set_primitive_id(lane, primitive.id);
                stage.set_instance(lane, *instance);
                for (vertex, words) in primitive.vertices.iter().enumerate() {
                    for (scalar, link) in links.iter().enumerate() {
                        // What nobody gives is the number of the primitive.
                        let word = link.map_or(primitive.id, |link| link.pass(words));
                        stage.inputs.set((vertex, scalar), lane, word);
                    }
                }
            }
        };
        let take = |stage: &StageLanes| {
            let mut made = Vec::new();
            for (lane, (emitted, (primitive, _))) in (0_u32..).zip(stage.emitted.iter().zip(lanes)) {
                let primitives = assemble(&emitted.all, primitive, topology, id);
                made.extend(primitives.into_iter().map(|primitive| (lane, primitive)));
            }
            made
        };
        let numbers = lanes.iter().map(|(_, instance)| *instance);
        let made = self.stage.run(steps, numbers, give, take)?.unwrap_or_default();
        self.stage.check_primitives(made.iter().map(|(lane, primitive)| (*lane, primitive)));
        Ok(made.into_iter().map(|(_, primitive)| primitive).collect())
    }
}

/// The primitives of what a lane gave for one. `id` is the scalar that numbers them.
fn assemble(emitted: &[Emitted], taken: &Assembled, topology: Topology, id: Option<usize>) -> Vec<Assembled> {
    let mut assembler = Assembler::new(topology);
    let mut primitives = Vec::new();
    let (from, mut number): (Arc<[Shaded]>, u32) = (taken.vertices.as_slice().into(), 0);
    for one in emitted.iter().filter(|one| one.stream == RASTERIZED) {
        let Some(scalars) = one.vertex.clone() else {
            assembler.cut();
            continue;
        };
        let vertex = Shaded { scalars, number, of: taken.id, from: Some(from.clone()) };
        number = number.saturating_add(1);
        if let Some(vertices) = assembler.push(vertex) {
            let first = vertices.first();
            let id = id.and_then(|scalar| first.and_then(|vertex| vertex.get(scalar)).copied());
            primitives.push(Assembled { vertices, id: id.unwrap_or(0) });
        }
    }
    primitives
}
