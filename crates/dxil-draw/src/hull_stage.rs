//! The hull stage: of each patch, the shader of its control points, a lane for each that comes out, and then, with all
//! of them, the function of what is constant in the patch, its tessellation factors among that.

use std::sync::Arc;

use dx_container::enums::SemanticKind;

use super::assembly::Assembled;
use super::draw_stage::DrawStage;
use super::link::Link;
use super::stage_run::{StageRun, Steps};
use dxil_run::RunOptions;
use dxil_run::Stop;
use dxil_run::interpolation::Shaded;
use dxil_run::lanes::place;
use dxil_run::stage::StageInterface;
use dxil_run::stage::StageLanes;

/// A patch behind the hull shader.
#[derive(Debug, Clone)]
pub(crate) struct Patch {
    /// The vertices that it is of.
    pub(crate) vertices: Arc<[Shaded]>,
    /// The scalars of its control points, and of what is constant.
    pub(crate) control_points: Vec<Vec<u32>>,
    pub(crate) constants: Arc<[u32]>,
    /// Its number in the draw's instance.
    pub(crate) id: u32,
    /// The tessellation factors of its edges, and of its inside.
    pub(crate) edges: Vec<f32>,
    pub(crate) inside: Vec<f32>,
}

/// A control point that came out: its scalars, of those that were written.
type Written = Vec<Option<u32>>;

/// The hull shader of a draw.
#[derive(Debug)]
pub(crate) struct HullStage<'d, 'a> {
    /// Of control points; without it, they pass as they are.
    pub(crate) control_points: Option<StageRun<'a>>,
    /// Of what is constant.
    pub(crate) constants: StageRun<'a>,
    /// For each scalar that it takes of a control point, where it comes from.
    links: &'d [Option<Link>],
    wave_size: usize,
    /// Control points that come out.
    count: u32,
    /// The scalars of its constants that are factors of edges, and of the inside.
    factors: [Vec<usize>; 2],
    /// The largest factor that it says it gives.
    most: f32,
}

impl<'d, 'a> HullStage<'d, 'a> {
    pub(crate) fn new(
        (control_points, constants): (Option<DrawStage<'a>>, DrawStage<'a>),
        links: &'d [Option<Link>],
        (wave_size, options): (u32, RunOptions),
    ) -> Self {
        let interface = constants.program.interface();
        let (count, most) = interface
            .hull
            .as_ref()
            .map_or((0, 0.0), |state| (state.output_control_points, state.max_tess_factor));
        let factors = [SemanticKind::TESS_FACTOR, SemanticKind::INSIDE_TESS_FACTOR];
        Self {
            control_points: control_points.map(|stage| StageRun::new(stage, wave_size, options)),
            factors: factors.map(|semantic| factor_scalars(interface, semantic)),
            constants: StageRun::new(constants, wave_size, options),
            links,
            wave_size: (wave_size as usize).max(1),
            count,
            // None is said where it is no number from 1 on.
            most: if most >= 1.0 { most } else { f32::INFINITY },
        }
    }

    /// What the shader makes of a patch.
    pub(crate) fn run(&mut self, patch: &Assembled, steps: &Steps) -> Result<Patch, Stop> {
        let links = self.links;
        let pass = |words: &Shaded| {
            links.iter().map(|link| link.map_or(patch.id, |link| link.pass(words))).collect()
        };
        let inputs: Vec<Vec<u32>> = patch.vertices.iter().map(pass).collect();
        let points = match &mut self.control_points {
            None => inputs.iter().map(|words| words.iter().copied().map(Some).collect()).collect(),
            Some(stage) => {
                let mut points = Vec::new();
                let numbers: Vec<u32> = (0..self.count).collect();
                for numbers in numbers.chunks(self.wave_size) {
                    points.extend(shade_points(stage, &inputs, patch.id, numbers, steps)?);
                }
                points
            }
        };
        let constants = self.shade_constants(&inputs, &points, patch.id, steps)?;
        let [edges, inside] = &self.factors;
        let factor = |scalar: &usize| {
            let factor = f32::from_bits(constants.get(*scalar).copied().unwrap_or(0));
            if factor > self.most { self.most } else { factor }
        };
        let (edges, inside) = (edges.iter().map(factor).collect(), inside.iter().map(factor).collect());
        let scalars = |point: Written| point.into_iter().map(|word| word.unwrap_or(0)).collect();
        let control_points = points.into_iter().map(scalars).collect();
        let vertices = patch.vertices.as_slice().into();
        Ok(Patch { vertices, control_points, constants, id: patch.id, edges, inside })
    }

    /// Runs the function of what is constant.
    fn shade_constants(
        &mut self,
        inputs: &[Vec<u32>],
        points: &[Written],
        id: u32,
        steps: &Steps,
    ) -> Result<Arc<[u32]>, Stop> {
        let interface = self.constants.stage.program.interface();
        let give = |stage: &mut StageLanes| {
            give_patch(stage, interface, inputs, id);
            stage.reset_control_points(interface, points.len());
            for (point, words) in points.iter().enumerate() {
                for (scalar, word) in words.iter().enumerate() {
                    if let Some(word) = word {
                        stage.control_points.set((point, scalar), (0, 0), *word);
                    }
                }
            }
        };
        let take = |stage: &StageLanes| stage.patch_constants.vertex(0, (0, 0));
        Ok(self.constants.run(steps, [0], give, take)?.unwrap_or_default())
    }
}

/// The scalars of a patch's constants that are factors of a kind.
fn factor_scalars(interface: &StageInterface, semantic: SemanticKind) -> Vec<usize> {
    let elements = interface.patch_constants.elements.iter();
    let elements = elements.filter(|element| element.semantic == semantic);
    elements.flat_map(|element| element.first..element.first + element.rows() * element.columns).collect()
}

/// Runs the shader of control points for some of them.
fn shade_points(
    stage: &mut StageRun<'_>,
    inputs: &[Vec<u32>],
    id: u32,
    numbers: &[u32],
    steps: &Steps,
) -> Result<Vec<Written>, Stop> {
    let interface = stage.stage.program.interface();
    let scalars = interface.outputs.scalars;
    let give = |stage: &mut StageLanes| {
        give_patch(stage, interface, inputs, id);
        for (lane, number) in (0..).zip(numbers) {
            stage.set_instance(place(lane), *number);
        }
    };
    let take = |stage: &StageLanes| {
        let outputs = &stage.outputs;
        let of_lane = |lane| {
            let scalars = 0..scalars;
            let word = |scalar| outputs.is_written(scalar, lane).then(|| outputs.get((0, scalar), lane));
            scalars.map(word).collect()
        };
        (0..).zip(numbers).map(|(lane, _)| of_lane(place(lane))).collect::<Vec<Written>>()
    };
    Ok(stage.run(steps, numbers.iter().copied(), give, take)?.unwrap_or_default())
}

/// Gives all lanes the control points of a patch, and its number.
fn give_patch(stage: &mut StageLanes, interface: &StageInterface, inputs: &[Vec<u32>], id: u32) {
    stage.reset(interface, inputs.len());
    stage.fill_primitive_ids(id);
    for (point, words) in inputs.iter().enumerate() {
        for (scalar, word) in words.iter().enumerate() {
            stage.inputs.fill((point, scalar), *word);
        }
    }
}
