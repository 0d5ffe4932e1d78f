//! What pixel shaders ask for besides inputs: attributes elsewhere than where they are interpolated, samples, coverage,
//! and discarding. There is one sample in the middle of each pixel.

use dx_container::enums::InterpolationMode;
use dxil::ops::Opcode;

use super::Semantics;
use super::interfaces::{Side, scalar_at, word};
use crate::draw::interpolation::{CENTRE, SUBPIXELS};
use crate::execute::{Context, Stop};
use crate::lanes;
use crate::program::{Scalar, Site};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::DISCARD => discard,
        Opcode::EVAL_SNAPPED => |context, site| evaluate(context, site, snapped),
        // The only sample is in the middle, and a lane that is covered is so there.
        Opcode::EVAL_SAMPLE_INDEX | Opcode::EVAL_CENTROID => {
            |context, site| evaluate(context, site, |_, _, _| [CENTRE; 2])
        }
        Opcode::ATTRIBUTE_AT_VERTEX => attribute_at_vertex,
        Opcode::SAMPLE_INDEX => |context, site| give(context, site, |_, _| 0),
        Opcode::COVERAGE => |context, site| give(context, site, |helpers, lane| !helpers >> lane & 1),
        // Only conservative rasterization says of a pixel that it is covered everywhere.
        Opcode::INNER_COVERAGE => |context, site| give(context, site, |_, _| 0),
        Opcode::RENDER_TARGET_GET_SAMPLE_COUNT => |context, site| give(context, site, |_, _| 1),
        Opcode::RENDER_TARGET_GET_SAMPLE_POSITION => |context, site| give(context, site, |_, _| 0),
        _ => return None,
    }))
}

/// Gives a word that follows from the lanes that are helpers, in each part of the result.
fn give(context: &mut Context<'_>, site: &Site<'_>, what: fn(u32, u32) -> u32) -> Result<(), Stop> {
    for block in 0..context.blocks() {
        let helpers = context.wave.helpers(block);
        let mut words = lanes::ZERO;
        (0..).zip(&mut words).for_each(|(lane, word)| *word = what(helpers, lane));
        for result in site.results {
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
            let value = primitive.attribute(scalar, mode, pixel, place, site.scalar);
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
            let vertex = usize::try_from(word(context, site.argument(3), lane)).unwrap_or(usize::MAX);
            let Some((primitive, _)) = context.wave.stage.pixel(lane) else { continue };
            lanes::set(&mut words, index, primitive.at_vertex(vertex, scalar));
        }
        context.write(site.result(0), block, &words);
    }
    Ok(())
}
