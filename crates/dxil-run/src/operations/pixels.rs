//! What pixel shaders ask for besides inputs: attributes elsewhere than where they are interpolated, samples, coverage,
//! and discarding.

use dx_container::enums::InterpolationMode;
use dxil::ops::Opcode;

use super::interfaces::{Side, scalar_at, word};
use super::semantics::Semantics;
use crate::instruction::Scalar;
use crate::interpolation::{CENTRE, SUBPIXELS, within};
use crate::lanes;
use crate::program::{Context, Site, Stop};
use crate::stage::{Pixel, StageLanes};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::DISCARD => discard,
        Opcode::EVAL_SNAPPED => |context, site| evaluate(context, site, snapped),
        Opcode::EVAL_SAMPLE_INDEX => |context, site| {
            evaluate(context, site, |context, site, lane| {
                context.wave.stage.samples.place(word(context, site.argument(3), lane))
            })
        },
        Opcode::EVAL_CENTROID => |context, site| {
            evaluate(context, site, |context, _, lane| {
                context.wave.stage.pixel(lane).map_or([CENTRE; 2], |(_, pixel)| pixel.centroid)
            })
        },
        Opcode::ATTRIBUTE_AT_VERTEX => attribute_at_vertex,
        Opcode::SAMPLE_INDEX => |context, site| give(context, site, |pixel| pixel.sample.unwrap_or(0)),
        Opcode::COVERAGE => |context, site| give(context, site, |pixel| pixel.covered),
        // Only conservative rasterization says of a pixel that it is covered everywhere.
        Opcode::INNER_COVERAGE => |context, site| give(context, site, |_| 0),
        Opcode::RENDER_TARGET_GET_SAMPLE_COUNT => |context, site| {
            let count = context.wave.stage.samples.count();
            give(context, site, |_| count)
        },
        Opcode::RENDER_TARGET_GET_SAMPLE_POSITION => sample_position,
        _ => return None,
    }))
}

/// Gives a word that follows from the pixel.
fn give(context: &mut Context<'_>, site: &Site<'_>, what: impl Fn(&Pixel) -> u32) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let mut words = lanes::ZERO;
        for (lane, word) in words.iter_mut().enumerate() {
            *word = context.wave.stage.pixel((block, lane)).map_or(0, |(_, pixel)| what(pixel));
        }
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

/// Where a sample of the render targets is, in pixels from the middle of its pixel.
fn sample_position(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let number = site.argument(0);
    context.require_defined(number, "sample index");
    let axis = |stage: &StageLanes, number: u32, axis: usize| {
        let place = stage.samples.place(number).get(axis).copied().unwrap_or(CENTRE);
        f64::from(place - CENTRE) / f64::from(SUBPIXELS)
    };
    for (result, along) in site.results.iter().zip(0..) {
        for block in 0..context.blocks() {
            let numbers = *context.read(number, block);
            let stage = &context.wave.stage;
            let words =
                lanes::map1(&numbers, |number| crate::resources::format::narrow(axis(stage, number, along)));
            context.write(*result, block, &words);
        }
    }
    Ok(())
}

/// Lanes that are discarded go on as helpers.
fn discard(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let condition = site.argument(0);
    context.require_defined(condition, "condition");
    for block in 0..context.blocks() {
        let gone = lanes::nonzero(context.read(condition, block)) & context.active(block);
        if let Some(helpers) = context.wave.stage.helpers.get_mut(block) {
            *helpers |= gone;
        }
    }
    Ok(())
}

/// Where an attribute is asked for: sixteenths of a pixel from its centre, four bits with a sign.
fn snapped(context: &Context<'_>, site: &Site<'_>, lane: (usize, usize)) -> [i32; 2] {
    [3, 4].map(|argument| {
        let offset = word(context, site.argument(argument), lane).cast_signed() << 28 >> 28;
        CENTRE + offset * (SUBPIXELS / 16)
    })
}

/// Interpolates an input at a place in the pixel.
fn evaluate(
    context: &mut Context<'_>,
    site: &Site<'_>,
    place: fn(&Context<'_>, &Site<'_>, (usize, usize)) -> [i32; 2],
) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let mut words = lanes::ZERO;
        for index in lanes::each(context.active(block)) {
            let lane = (block, index);
            let Some(scalar) = scalar_at(context, site, Side::Inputs, lane) else { continue };
            let place = place(context, site, lane);
            let mode = mode(context, site, lane);
            let Some((primitive, pixel)) = context.wave.stage.pixel(lane) else { continue };
            let value = primitive.attribute(scalar, mode, within(pixel.at, place), site.scalar);
            lanes::set(&mut words, index, value);
        }
        context.write(site.result(0), block, &words);
    }
    Ok(())
}

fn mode(context: &Context<'_>, site: &Site<'_>, lane: (usize, usize)) -> InterpolationMode {
    let element = context.program.interface.inputs.element(word(context, site.argument(0), lane));
    element.map_or(InterpolationMode::LINEAR, |element| element.interpolation)
}

/// What one of the vertices of the primitive has.
fn attribute_at_vertex(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let mut words = lanes::ZERO;
        for index in lanes::each(context.active(block)) {
            let lane = (block, index);
            let Some(scalar) = scalar_at(context, site, Side::Inputs, lane) else { continue };
            let vertex = word(context, site.argument(3), lane) as usize;
            let Some((primitive, _)) = context.wave.stage.pixel(lane) else { continue };
            lanes::set(&mut words, index, primitive.at_vertex(vertex, scalar));
        }
        context.write(site.result(0), block, &words);
    }
    Ok(())
}
