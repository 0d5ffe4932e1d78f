//! What resources say of themselves: how large they are, where samples lie, and whether what was read is there.

use az::SaturatingAs as _;
use dx_container::enums::ResourceKind;
use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, map1};
use crate::program::{Context, Site, Stop};
use crate::resources::Descriptor;
use crate::resources::access::{Group, Handles};
use crate::resources::samples::positions;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(match opcode {
        // All of a resource is there: only tiled ones may lack a part.
        Opcode::CHECK_ACCESS_FULLY_MAPPED => Semantics::Map1(|a| map1(a, |a| u32::from(a != 0))),
        Opcode::GET_DIMENSIONS => Semantics::Operate(get_dimensions),
        Opcode::TEXTURE_2DMS_GET_SAMPLE_POSITION => Semantics::Operate(get_sample_position),
        _ => return None,
    })
}

/// Four words: texels along x, y and z of a level (of arrays, layers behind the axes), then how many levels or samples
/// there are. Of a level that is not there, the size is zero. Of buffers, the first word is the count of elements or
/// bytes.
fn get_dimensions(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    for block in 0..context.blocks() {
        let mut words = [lanes::ZERO; 4];
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let levels = *context.read(site.argument(1), block);
            for lane in lanes::each(group.lanes) {
                let one = Group { lanes: 1 << lane, ..group };
                let found = dimensions(context, site, one, lanes::get(&levels, lane));
                for (words, word) in words.iter_mut().zip(found) {
                    lanes::set(words, lane, word);
                }
            }
        }
        for (register, words) in site.results.iter().zip(&words) {
            if *register != Register::NONE {
                context.write(*register, block, words);
            }
        }
    }
    Ok(())
}

fn dimensions(context: &mut Context<'_>, site: &Site<'_>, group: Group, level: u32) -> [u32; 4] {
    let bound = context.bound;
    if !matches!(bound.descriptor(group.handle), Some(Descriptor::Texture(_))) {
        let Some(buffer) = context.buffer(site, group, "queries the size of") else { return [0; 4] };
        let unit = match buffer.kind {
            ResourceKind::STRUCTURED_BUFFER => buffer.stride,
            ResourceKind::TYPED_BUFFER | ResourceKind::TBUFFER => {
                super::buffers::format_of(context, &buffer).map_or(1, |format| format.bytes())
            }
            _ => 1,
        };
        let count = (buffer.bytes / u64::from(unit.max(1))).saturating_as::<u32>();
        return [count, 0, 0, 0];
    }
    let Some(target) = context.texture(site, group, "queries the size of") else { return [0; 4] };
    let (texture, shape) = (target.texture, target.shape);
    let level = if shape.is_multisampled { 0 } else { level };
    let last = if shape.is_multisampled { texture.samples } else { texture.levels };
    let mut words = [0, 0, 0, last];
    if level >= texture.levels {
        return words;
    }
    let size = texture.level_size(level);
    words.iter_mut().zip(size).take(shape.axes).for_each(|(word, size)| *word = size);
    if shape.is_array
        && let Some(word) = words.get_mut(shape.axes)
    {
        *word = if shape.is_cube { texture.layers / 6 } else { texture.layers };
    }
    words
}

fn get_sample_position(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    context.require_defined(site.argument(1), "sample index");
    for block in 0..context.blocks() {
        let mut words = [lanes::ZERO; 2];
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(target) = context.texture(site, group, "queries the sample positions of") else {
                continue;
            };
            let positions = positions(target.texture.samples);
            let numbers = *context.read(site.argument(1), block);
            let [x, y] = &mut words;
            for lane in lanes::each(group.lanes) {
                let number = usize::try_from(lanes::get(&numbers, lane)).ok();
                // Of a sample that is not there, it is the middle.
                let (at_x, at_y) =
                    number.and_then(|number| positions.get(number)).copied().unwrap_or_default();
                lanes::set(x, lane, (f32::from(at_x) / 16.0).to_bits());
                lanes::set(y, lane, (f32::from(at_y) / 16.0).to_bits());
            }
        }
        for (register, words) in site.results.iter().zip(&words) {
            context.write(*register, block, words);
        }
    }
    Ok(())
}
