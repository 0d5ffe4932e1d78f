//! A vertex or pixel shader by itself, on inputs that somebody gives lane by lane: nothing that is fixed stands before
//! or behind it.

use std::sync::Arc;

use az::SaturatingAs as _;
use dx_container::enums::{SemanticKind, ShaderKind};

use super::draw_stage::{DEFAULT_WAVE, DrawStage, check_wave};
use super::history::{Value, outputs};
use super::stage_run::{StageRun, Steps};
use dxil_run::Program;
use dxil_run::Scalar;
use dxil_run::interpolation::{CENTRE, Corner, Primitive};
use dxil_run::lanes::place;
use dxil_run::resources::format::to_register;
use dxil_run::stage::{Pixel, StageLanes};
use dxil_run::{Outcome, RunOptions};
use dxil_run::{Result, RunErrorKind};

/// A row of an element that a shader takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRow {
    /// Its semantic, as HLSL has it.
    pub semantic: String,
    /// How many numbers it has.
    pub columns: usize,
}

/// What came of a lane.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneOutputs {
    /// What the shader gave.
    pub outputs: Vec<Value>,
    /// Whether it was discarded.
    pub is_discarded: bool,
}

/// What a shader takes, in the order of its numbers.
pub fn input_rows(program: &Program) -> Vec<InputRow> {
    let elements = &program.interface().inputs.elements;
    let rows = elements.iter().flat_map(|element| (0..element.rows()).map(move |row| (element, row)));
    rows.map(|(element, row)| InputRow { semantic: element.label(row), columns: element.columns }).collect()
}

/// Runs a shader on the numbers of lanes, each of which has those of all [`input_rows`]. Four lanes of a pixel shader
/// make a quad.
///
/// # Errors
///
/// It is no vertex or pixel shader, or does not allow waves of that size.
pub fn run_alone(
    stage: DrawStage<'_>,
    lanes: &[Vec<f64>],
    options: RunOptions,
) -> Result<(Vec<LaneOutputs>, Outcome)> {
    let program = stage.program;
    if !matches!(program.stage(), ShaderKind::VERTEX | ShaderKind::PIXEL) {
        let what = format!("running a {} shader on given inputs", program.stage());
        return Err(RunErrorKind::unsupported(what));
    }
    let wave_size = options.wave_size.unwrap_or(DEFAULT_WAVE);
    check_wave(program, wave_size)?;
    let mut run = StageRun::new(stage, wave_size, options);
    let steps = Steps::new(options.max_steps);
    let mut results = Vec::with_capacity(lanes.len());
    let mut stop = None;
    for (first, lanes) in (0_u32..).step_by(wave_size as usize).zip(lanes.chunks(wave_size as usize)) {
        let numbers = (first..).zip(lanes).map(|(number, _)| number);
        let give = |stage: &mut StageLanes| {
            stage.reset(program.interface(), 1);
            for (lane, numbers) in (0_u32..).zip(lanes) {
                give(stage, program, (first, lane), numbers);
            }
        };
        let take = |stage: &StageLanes| {
            for (lane, _) in (0_u32..).zip(lanes) {
                let lane = place(lane);
                let outputs = outputs(stage, lane, &program.interface().outputs);
                let is_discarded = stage.is_helper(lane);
                results.push(LaneOutputs { outputs, is_discarded });
            }
        };
        if let Err(reason) = run.run(&steps, numbers, give, take) {
            stop = Some(reason);
            break;
        }
    }
    Ok((results, Outcome { stop, ..run.outcome() }))
}

/// Gives a lane its numbers. That of a pixel shader is in a primitive that has them everywhere.
fn give(stage: &mut StageLanes, program: &Program, (first, lane): (u32, u32), numbers: &[f64]) {
    let inputs = &program.interface().inputs;
    let mut words = Vec::with_capacity(inputs.scalars);
    for element in &inputs.elements {
        let count = element.rows() * element.columns;
        words.extend(
            numbers.iter().skip(element.first).take(count).map(|number| word(element.scalar, *number)),
        );
    }
    for (scalar, word) in words.iter().enumerate() {
        stage.inputs.set((0, scalar), place(lane), *word);
    }
    if program.stage() != ShaderKind::PIXEL {
        return;
    }
    let along = |axis: usize| {
        let position = inputs.system(SemanticKind::POSITION)?;
        numbers.get(position.first + axis).map(|number| whole(*number))
    };
    // Quads stand next to each other where nothing says where they are.
    let number = first + lane;
    let beside = [number / 4 * 2 + (number & 1), number >> 1 & 1].map(|at| at.saturating_as::<i32>());
    let at = along(0).zip(along(1)).map_or(beside, |(x, y)| [x, y]);
    let corner = Corner {
        at: dxil_run::interpolation::within(at, [0; 2]),
        depth: 0.0,
        by_w: 1.0,
        shares: [1.0, 0.0, 0.0],
    };
    let scalars = words.len();
    // All of its vertices say the same.
    let attributes: Vec<u32> = std::iter::repeat_n(words, 3).flatten().collect();
    let primitive = Primitive {
        corners: vec![corner].into(),
        attributes: attributes.into(),
        scalars,
        is_front: true,
        depths: [0.0, 1.0],
        ..Primitive::default()
    };
    let samples = stage.samples.all();
    stage.pixels.push(Pixel { primitive: lane, at, covered: samples, centroid: [CENTRE; 2], sample: None });
    stage.primitives.push(Arc::new(primitive));
}

/// The word of a scalar that is a number: integers without signs may be given with them.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers are converted to the types of the shader inputs"
)]
fn word(scalar: Scalar, number: f64) -> u32 {
    if scalar.is_float() {
        return to_register(scalar, (number as f32).to_bits());
    }
    to_register(scalar, if number < 0.0 { (number as i32).cast_unsigned() } else { number as u32 })
}

#[expect(clippy::cast_possible_truncation, reason = "pixels are whole")]
fn whole(number: f64) -> i32 {
    number.floor() as i32
}
