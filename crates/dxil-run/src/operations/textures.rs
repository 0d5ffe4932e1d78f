//! Textures, texel by texel: loads and stores. What lies outside is read as zero (components that the format does not
//! have as 0, 0, 0 and 1) and is not written.

use az::SaturatingAs as _;
use dxil::ops::Opcode;

use super::buffers::{stored, values_of, write_status};
use super::semantics::Semantics;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, Lanes};
use crate::program::{Context, Site, Stop};
use crate::resources::access::{Group, Handles, TextureTarget};
use crate::resources::format::to_register;

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::TEXTURE_LOAD => texture_load,
        Opcode::TEXTURE_STORE => texture_store,
        Opcode::TEXTURE_STORE_SAMPLE => texture_store_sample,
        _ => return None,
    }))
}

/// Where lanes access a texture.
#[derive(Clone)]
pub(super) struct Texels {
    /// Along each axis, and the layer behind.
    coordinates: [Lanes; 3],
    level: Lanes,
    sample: Lanes,
}

impl Texels {
    /// The coordinates in three registers from an argument on, of level 0 and sample 0.
    pub(super) fn of(
        context: &mut Context<'_>,
        site: &Site<'_>,
        target: &TextureTarget<'_>,
        first: usize,
    ) -> Self {
        let group = target.target.group;
        let count = target.shape.coordinates();
        let mut coordinates = [lanes::ZERO; 3];
        for (number, coordinate) in coordinates.iter_mut().enumerate().take(count) {
            let register = site.argument(first + number);
            context.require_defined_in(group, register, "coordinate");
            *coordinate = *context.read(register, group.block);
        }
        Self { coordinates, level: lanes::ZERO, sample: lanes::ZERO }
    }

    /// A lane's texel: along x, y and z, its layer, level and sample.
    fn of_lane(&self, target: &TextureTarget<'_>, lane: usize) -> ([u32; 3], u32, usize, u32) {
        let mut at = self.coordinates.each_ref().map(|coordinate| lanes::get(coordinate, lane));
        let mut layer = 0;
        if target.shape.is_array
            && let Some(last) = at.get_mut(target.shape.axes)
        {
            layer = std::mem::take(last);
        }
        let level = lanes::get(&self.level, lane) as usize;
        (at, layer, level, lanes::get(&self.sample, lane))
    }

    /// The first byte of each lane's texel, and the lanes that have none.
    pub(super) fn places(&self, target: &TextureTarget<'_>) -> ([u64; lanes::BLOCK], u32) {
        let layout = target.texture.layout();
        let bytes = u64::from(target.texture.format.bytes());
        let (mut places, mut outside) = ([0; lanes::BLOCK], 0);
        for lane in lanes::each(target.target.group.lanes) {
            let (at, layer, level, sample) = self.of_lane(target, lane);
            let place = layout.texel(level, at, layer, sample);
            let is_there = |place: &u64| {
                place.checked_add(bytes).is_some_and(|behind| behind <= target.target.memory.len())
            };
            match (place.filter(is_there), places.get_mut(lane)) {
                (Some(place), Some(to)) => *to = place,
                _ => outside |= 1 << lane,
            }
        }
        (places, outside)
    }

    #[cold]
    pub(super) fn report(
        &self,
        context: &mut Context<'_>,
        target: &TextureTarget<'_>,
        outside: u32,
        verb: &'static str,
    ) {
        let texture = target.texture;
        context.report_outside(target.target.group, outside, |context, lane| {
            let (at, layer, level, sample) = self.of_lane(target, lane);
            let at = at.iter().take(target.shape.axes).map(|at| at.cast_signed().to_string());
            let at = at.collect::<Vec<_>>().join(", ");
            let mut text = format!("{verb} texel ({at})");
            if target.shape.is_array {
                text += &format!(" of layer {layer}");
            }
            if target.shape.is_multisampled {
                text += &format!(" (sample {sample})");
            }
            let size = texture.level_size(level.saturating_as::<u32>());
            let size: Vec<_> = size.iter().take(target.shape.axes).map(u32::to_string).collect();
            let name = context.name_of(target.target.group.handle);
            text +=
                &format!(" of level {level} of {name}, which has {} texels at this level", size.join(" x "));
            if u32::try_from(level).is_ok_and(|level| level >= texture.levels) {
                text = format!("{verb} level {level} of {name}, which has {} levels", texture.levels);
            } else if target.shape.is_array {
                text += &format!(" in {} layers", texture.layers);
            }
            text
        });
    }
}

fn texture_load(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    for block in 0..context.blocks() {
        let mut words = [lanes::ZERO; 4];
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(target) = context.texture(site, group, "reads") else { continue };
            let mut texels = Texels::of(context, site, &target, 2);
            for (axis, coordinate) in texels.coordinates.iter_mut().enumerate().take(target.shape.axes) {
                let offset = context.read(site.argument(5 + axis), block);
                *coordinate = lanes::map2(coordinate, offset, u32::wrapping_add);
            }
            let which = *context.read(site.argument(1), block);
            if target.shape.is_multisampled {
                context.require_defined_in(group, site.argument(1), "sample index");
                texels.sample = which;
            } else {
                // UAVs have one level, and shaders give none.
                if !target.target.is_uav {
                    context.require_defined_in(group, site.argument(1), "mip level");
                }
                texels.level = which;
            }
            load_texels(context, site, (&target, &texels), &mut words);
        }
        for (register, words) in site.results.iter().zip(&words).take(4) {
            if *register != Register::NONE {
                context.write(*register, block, words);
            }
        }
        write_status(context, site, block, 0);
    }
    Ok(())
}

fn load_texels<'a>(
    context: &mut Context<'a>,
    site: &Site<'_>,
    (target, texels): (&TextureTarget<'a>, &Texels),
    to: &mut [Lanes; 4],
) {
    let format = target.texture.format;
    let (places, outside) = texels.places(target);
    for lane in lanes::each(target.target.group.lanes) {
        let place = places.get(lane).copied().filter(|_| outside >> lane & 1 == 0);
        let words =
            place.map_or([0; 4], |byte| context.read_bytes(&target.target, lane, byte, format.bytes()));
        for (to, value) in to.iter_mut().zip(format.decode(words)) {
            lanes::set(to, lane, to_register(site.scalar, value));
        }
    }
    if outside != 0 {
        texels.report(context, target, outside, "reads");
    }
}

fn texture_store(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    store(context, site, None)
}

fn texture_store_sample(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    store(context, site, Some(site.argument(9)))
}

fn store(context: &mut Context<'_>, site: &Site<'_>, sample: Option<Register>) -> Result<(), Stop> {
    let handle = site.argument(0);
    let mask = context.wave.uniform(site.argument(8));
    context.require_defined(handle, "handle");
    for number in (0..4).filter(|number| mask >> number & 1 != 0) {
        context.require_defined(site.argument(4 + number), "stored value");
    }
    for block in 0..context.blocks() {
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(target) = context.texture(site, group, "writes") else { continue };
            let mut texels = Texels::of(context, site, &target, 1);
            if let Some(sample) = sample {
                context.require_defined_in(group, sample, "sample index");
                texels.sample = *context.read(sample, block);
            }
            store_texels(context, site, (group, mask), (&target, &texels));
        }
    }
    Ok(())
}

fn store_texels<'a>(
    context: &mut Context<'a>,
    site: &Site<'_>,
    (group, mask): (Group, u32),
    (target, texels): (&TextureTarget<'a>, &Texels),
) {
    let format = target.texture.format;
    let (places, outside) = texels.places(target);
    let values: [Lanes; 4] =
        std::array::from_fn(|number| *context.read(site.argument(4 + number), group.block));
    for lane in lanes::each(group.lanes & !outside) {
        let Some(byte) = places.get(lane).copied() else { continue };
        let registers = values.each_ref().map(|values| lanes::get(values, lane));
        let value = values_of(site.scalar, format, registers);
        let words = stored(&target.target, format, (byte, mask), value);
        context.write_bytes(&target.target, lane, (byte, format.bytes()), words);
    }
    if outside != 0 {
        texels.report(context, target, outside, "writes");
    }
}
