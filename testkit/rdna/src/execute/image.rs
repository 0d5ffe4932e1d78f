//! Images by their descriptors: loads, stores, atomic operations, and what is asked of them; sampling is in
//! `image/sample.rs`.

mod sample;

use super::Step;
use super::buffer::{choose, components, put_components};
use crate::descriptor::{Image as Descriptor, Kind};
use crate::fault::Result;
use crate::flight::Counter;
use crate::format::Format;
use crate::image::Shape;
use crate::instruction::{Image, VECTOR};

/// What an instruction and its descriptor say, for all lanes.
pub(super) struct Access<'f> {
    fields: &'f Image,
    shape: Shape,
    image: Descriptor,
    format: Format,
}

impl Step<'_, '_> {
    pub(super) fn image(&mut self, fields: &Image) -> Result<()> {
        let name = self.row.name;
        if fields.tfe || fields.lwe || fields.r128 || fields.a16 {
            return self.unsupported();
        }
        let shape = Shape::of(name, fields);
        self.touch(fields.descriptor, 8)?;
        if name.contains("store") || name.contains("atomic") {
            self.touch(VECTOR + fields.data, shape.data)?;
        } else {
            self.touch_loaded(Counter::Vector, VECTOR + fields.data, shape.data)?;
        }
        for at in 0..shape.addresses {
            self.touch(VECTOR + register(fields, at), 1)?;
        }
        let words = std::array::from_fn(|at| self.wave.scalar(fields.descriptor + at as u16));
        let Some(image) = Descriptor::parse(words, self.wave.generation) else {
            return self.fault(format!("these words are no descriptor of an image in rows: {words:08x?}"));
        };
        let format = u8::try_from(image.format).ok().and_then(|code| self.texels.format(code));
        let Some(format) = format else {
            return self.fault(format!("format {} of an image is not read", image.format));
        };
        let access = Access { fields, shape, image, format };
        match name {
            "image_load" | "image_load_mip" => self.load_image(&access)?,
            "image_store" | "image_store_mip" => return self.store_image(&access),
            "image_get_resinfo" => self.image_size(&access),
            "image_get_lod" => self.image_level(&access)?,
            _ if name.starts_with("image_atomic") => return self.atomic_image(&access),
            _ if shape.has_sampler => self.sample(&access)?,
            _ => return self.unsupported(),
        }
        self.load(Counter::Vector, VECTOR + fields.data, shape.data);
        Ok(())
    }

    /// An address of a lane.
    fn coordinate(&self, fields: &Image, at: u16, lane: usize) -> u32 {
        self.wave.vector(register(fields, at), lane)
    }

    /// The texel that integer coordinates name: its place, if it is there.
    fn texel(&self, access: &Access<'_>, lane: usize) -> Option<u64> {
        let Access { fields, shape, image, format } = access;
        let given = |at: u16| self.coordinate(fields, at, lane);
        let has_level = self.row.name.ends_with("_mip");
        let level =
            if has_level { given(shape.coordinates) } else { 0 }.checked_add(image.levels[0].into())?;
        let (mut place, mut layer) = ([0; 3], 0);
        match fields.dimension {
            0 => place[0] = given(0),
            1 => place = [given(0), given(1), 0],
            2 => place = [given(0), given(1), given(2)],
            4 => (place, layer) = ([given(0), 0, 0], given(1)),
            3 | 5 => (place, layer) = ([given(0), given(1), 0], given(2)),
            _ => return None,
        }
        let size = image.level_size(level);
        let is_inside = place.iter().zip(size).all(|(at, size)| *at < size);
        let is_there = is_inside && layer < image.layers && level <= image.levels[1].into();
        is_there.then(|| image.texel(place, layer, level, format.bytes() as u64))
    }

    fn texel_at(&self, access: &Access<'_>, address: u64) -> Result<[u32; 4]> {
        let texel = self.around.memory.element(address, access.format.bytes());
        Ok(access.format.decode(&texel.map_err(|what| self.error(what))?))
    }

    /// Puts components that are asked for into registers.
    fn put_texel(&mut self, access: &Access<'_>, lane: usize, components: [u32; 4]) {
        let components = choose(components, access.image.selects, &access.format);
        let asked = (0..4).filter(|at| access.fields.mask >> at & 1 != 0);
        let asked: Vec<u32> = asked.map(|at: usize| components[at]).collect();
        put_components(self.wave, access.fields.data, lane, &asked, &access.format, access.fields.d16, false);
    }

    fn load_image(&mut self, access: &Access<'_>) -> Result<()> {
        if access.fields.dimension > 5 {
            return self.unsupported();
        }
        for lane in self.wave.lanes() {
            let texel = match self.texel(access, lane) {
                Some(address) => self.texel_at(access, address)?,
                None => [0; 4],
            };
            self.put_texel(access, lane, texel);
        }
        Ok(())
    }

    fn store_image(&mut self, access: &Access<'_>) -> Result<()> {
        let Access { fields, format, .. } = access;
        if fields.dimension > 5 {
            return self.unsupported();
        }
        let count = fields.mask.count_ones() as usize;
        for lane in self.wave.lanes() {
            let Some(address) = self.texel(access, lane) else { continue };
            let given = components(self.wave, fields.data, lane, count, format, fields.d16, false);
            let mut texel = [0; 4];
            for (at, component) in (0..4).filter(|at| fields.mask >> at & 1 != 0).zip(given) {
                texel[at] = component;
            }
            for (at, byte) in (0..).zip(format.encode(texel)) {
                let written = self.around.memory.write(address + at, 1, byte.into());
                written.map_err(|what| self.error(what))?;
            }
        }
        Ok(())
    }

    fn atomic_image(&mut self, access: &Access<'_>) -> Result<()> {
        let (data, glc) = (access.fields.data, access.fields.glc);
        let is_exchange = self.row.name.contains("cmpswap");
        let words = access.fields.mask.count_ones() as u16 / if is_exchange { 2 } else { 1 };
        if words != 1 || access.format.bytes() != 4 {
            return self.unsupported();
        }
        for lane in self.wave.lanes() {
            let old = match self.texel(access, lane) {
                Some(address) => self.atomic_at(address, 4, data, lane)?,
                None => 0,
            };
            if glc {
                self.wave.set_vector(data, lane, old as u32);
            }
        }
        if glc {
            self.load(Counter::Vector, VECTOR + data, words);
        }
        Ok(())
    }

    /// Texels along each axis, layers, levels.
    fn image_size(&mut self, access: &Access<'_>) {
        let image = &access.image;
        let levels = u32::from(image.levels[1].saturating_sub(image.levels[0])) + 1;
        for lane in self.wave.lanes() {
            let level = self.coordinate(access.fields, 0, lane);
            let size = image.level_size(level.saturating_add(image.levels[0].into()));
            let depth = match image.kind {
                Kind::D3 => size[2],
                Kind::Cube => image.layers / 6,
                _ => image.layers,
            };
            let all = if level < levels { [size[0], size[1], depth, levels] } else { [0, 0, 0, levels] };
            let asked = (0..4).filter(|at| access.fields.mask >> at & 1 != 0);
            for (at, component) in (0..).zip(asked) {
                self.wave.set_vector(access.fields.data + at, lane, all[component]);
            }
        }
    }
}

/// The register of an address.
fn register(fields: &Image, at: u16) -> u16 {
    let last = u16::from(fields.given) - 1;
    // Those behind the last one that is given follow it.
    let given = u16::from(fields.addresses[usize::from(at.min(last))]);
    given + at.saturating_sub(last)
}
