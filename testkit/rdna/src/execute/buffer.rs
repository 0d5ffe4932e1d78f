//! Buffers by their descriptors: addresses, bounds, formats, atomic operations.

use super::Step;
use crate::atomic;
use crate::descriptor::{Bounds, Buffer as Descriptor};
use crate::fault::Result;
use crate::flight::Counter;
use crate::format::Format;
use crate::half;
use crate::instruction::{Buffer, VECTOR};
use crate::table::{Encoding, Type};

impl Step<'_, '_> {
    pub(super) fn buffer(&mut self, fields: &Buffer) -> Result<()> {
        let name = self.row.name;
        if name.starts_with("buffer_gl") {
            return Ok(());
        }
        if fields.lds || fields.tfe {
            return self.unsupported();
        }
        self.touch(fields.descriptor, 4)?;
        self.touch_source(fields.scalar, 1)?;
        let addresses = u16::from(fields.idxen) + u16::from(fields.offen);
        self.touch(VECTOR + fields.address, addresses)?;
        let registers = self.row.result().registers();
        if name.contains("_load_") {
            self.touch_loaded(Counter::Vector, VECTOR + fields.data, registers)?;
        } else {
            self.touch(VECTOR + fields.data, registers)?;
        }
        let words = [0, 1, 2, 3].map(|at| self.wave.scalar(fields.descriptor + at));
        let buffer = Descriptor::parse(words, self.wave.generation);
        let what = name.trim_start_matches('t').strip_prefix("buffer_").unwrap_or(name);
        if what.contains("format") {
            self.typed(fields, &buffer, what)
        } else if let Some(what) = what.strip_prefix("load_") {
            self.load_buffer(fields, &buffer, what)
        } else if let Some(what) = what.strip_prefix("store_") {
            self.store_buffer(fields, &buffer, what)
        } else {
            self.atomic_buffer(fields, &buffer)
        }
    }

    /// The address of an access of so many bytes at a byte of the element; none out of bounds.
    fn place(
        &self,
        fields: &Buffer,
        buffer: &Descriptor,
        lane: usize,
        more: u32,
        bytes: u32,
    ) -> Result<Option<u64>> {
        let mut index = if fields.idxen { self.wave.vector(fields.address, lane) } else { 0 };
        let offset_register = fields.address + u16::from(fields.idxen);
        let given = if fields.offen { self.wave.vector(offset_register, lane) } else { 0 };
        let scalar = self.wave.scalar_source(fields.scalar, Type::Bits(32), false)? as u32;
        if buffer.adds_lane {
            index = index.wrapping_add(lane as u32);
        }
        let offset = u64::from(given) + u64::from(fields.offset) + u64::from(more);
        let (records, stride) = (u64::from(buffer.records), u64::from(buffer.stride));
        let end = offset + u64::from(bytes);
        let is_out = match buffer.bounds {
            Bounds::Structured => u64::from(index) >= records || stride > 0 && end > stride,
            Bounds::Index => u64::from(index) >= records,
            Bounds::Empty => records == 0,
            // With a stride, an index counts as its bytes.
            Bounds::Raw if buffer.swizzle.is_none() => {
                end + if fields.idxen { u64::from(index) * stride } else { 0 } > records
            }
            Bounds::Raw => end > records,
        };
        if is_out {
            return Ok(None);
        }
        let index = u64::from(index);
        let within = match buffer.swizzle {
            None => index * stride + offset,
            Some(together) => {
                let together = u64::from(together);
                (index / together * stride + offset / 4 * 4) * together + index % together * 4 + offset % 4
            }
        };
        Ok(Some(buffer.base.wrapping_add(scalar.into()).wrapping_add(within)))
    }

    fn read_at(&self, address: u64, bytes: usize) -> Result<u64> {
        self.around.memory.read(address, bytes).map_err(|what| self.error(what))
    }

    fn write_at(&mut self, address: u64, bytes: usize, value: u64) -> Result<()> {
        let written = self.around.memory.write(address, bytes, value);
        written.map_err(|what| self.error(what))
    }

    fn load_buffer(&mut self, fields: &Buffer, buffer: &Descriptor, what: &str) -> Result<()> {
        let Some(access) = Access::named(what) else { return self.unsupported() };
        for lane in self.wave.lanes() {
            if let Some(words) = access.words() {
                // Each word has bounds of its own.
                let mut values = [0; 4];
                for (at, value) in (0..).zip(&mut values).take(words) {
                    if let Some(address) = self.place(fields, buffer, lane, at * 4, 4)? {
                        *value = self.read_at(address, 4)? as u32;
                    }
                }
                for (at, value) in (0..).zip(values).take(words) {
                    self.wave.set_vector(fields.data + at, lane, value);
                }
            } else {
                let bytes = u32::from(access.bytes);
                let address = self.place(fields, buffer, lane, 0, bytes)?;
                let value = address.map_or(Ok(0), |address| self.read_at(address, bytes as usize))?;
                access.put(self.wave, fields.data, lane, value as u32);
            }
        }
        self.load(Counter::Vector, VECTOR + fields.data, self.row.result().registers());
        Ok(())
    }

    fn store_buffer(&mut self, fields: &Buffer, buffer: &Descriptor, what: &str) -> Result<()> {
        let Some(access) = Access::named(what) else { return self.unsupported() };
        for lane in self.wave.lanes() {
            let words = access.words().unwrap_or(1) as u16;
            let bytes = u32::from(access.bytes).min(4);
            for at in 0..words {
                if let Some(address) = self.place(fields, buffer, lane, u32::from(at) * 4, bytes)? {
                    let value = self.wave.vector(fields.data + at, lane) >> if access.high { 16 } else { 0 };
                    self.write_at(address, bytes as usize, truncated(value, bytes))?;
                }
            }
        }
        Ok(())
    }

    /// Loads and stores of elements of a format, the instruction's or the descriptor's.
    fn typed(&mut self, fields: &Buffer, buffer: &Descriptor, what: &str) -> Result<()> {
        let is_given = self.row.encoding == Encoding::Mtbuf;
        let code = if is_given { fields.format } else { buffer.format };
        let Some(format) = self.texels.format(code) else {
            return self.fault(format!("{code} is no format of an element"));
        };
        let bytes = format.bytes();
        let count = what.rsplit('_').next().map_or(0, str::len);
        let (is_half, is_high) = (what.contains("d16"), what.contains("d16_hi"));
        let is_load = what.starts_with("load");
        for lane in self.wave.lanes() {
            let address = self.place(fields, buffer, lane, 0, bytes as u32)?;
            if is_load {
                let components = match address {
                    Some(address) => {
                        let element = self.around.memory.element(address, bytes);
                        format.decode(&element.map_err(|what| self.error(what))?)
                    }
                    None => [0; 4],
                };
                // What typed loads leave out comes as the descriptor says, too.
                let components = if is_given { components } else { selected(components, buffer, &format) };
                put_components(self.wave, fields.data, lane, &components[..count], &format, is_half, is_high);
            } else if let Some(address) = address {
                let components = components(self.wave, fields.data, lane, count, &format, is_half, is_high);
                for (at, byte) in (0..).zip(format.encode(components)) {
                    self.write_at(address + at, 1, byte.into())?;
                }
            }
        }
        if is_load {
            self.load(Counter::Vector, VECTOR + fields.data, self.row.result().registers());
        }
        Ok(())
    }

    fn atomic_buffer(&mut self, fields: &Buffer, buffer: &Descriptor) -> Result<()> {
        let name = self.row.name;
        let width = if name.ends_with("64") { 8 } else { 4 };
        let words = (width / 4) as u16;
        for lane in self.wave.lanes() {
            let Some(address) = self.place(fields, buffer, lane, 0, width as u32)? else {
                if fields.glc {
                    (0..words).for_each(|at| self.wave.set_vector(fields.data + at, lane, 0));
                }
                continue;
            };
            let old = self.atomic_at(address, width, fields.data, lane)?;
            if fields.glc {
                (0..words)
                    .for_each(|at| self.wave.set_vector(fields.data + at, lane, (old >> (32 * at)) as u32));
            }
        }
        if fields.glc {
            self.load(Counter::Vector, VECTOR + fields.data, words);
        }
        Ok(())
    }

    /// Changes memory by the operation's name, with the data of a lane; what was there.
    pub(super) fn atomic_at(&mut self, address: u64, width: usize, data: u16, lane: usize) -> Result<u64> {
        let old = self.read_at(address, width)?;
        let words = (width / 4) as u16;
        let value = |wave: &crate::wave::Wave, first: u16| {
            if width == 8 { wave.vector_pair(first, lane) } else { wave.vector(first, lane).into() }
        };
        let (new, comparison) = (value(self.wave, data), value(self.wave, data + words));
        let Some(new) = atomic::apply(self.row.name, old, new, comparison) else { return self.unsupported() };
        self.write_at(address, width, new)?;
        Ok(old)
    }
}

/// A load or store by the end of its name.
pub(super) struct Access {
    /// Bytes.
    pub(super) bytes: u16,
    is_signed: bool,
    is_half: bool,
    /// Whether it is the high half of a register.
    pub(super) high: bool,
}

impl Access {
    pub(super) fn named(name: &str) -> Option<Self> {
        let is_half = name.contains("d16");
        let is_high = is_half && (name.ends_with("_hi") || name.contains("d16_hi_"));
        let name = name.trim_start_matches("d16_").trim_end_matches("_d16").trim_end_matches("_d16_hi");
        let of = name.trim_start_matches("hi_");
        let bits: u16 = of.get(1..)?.parse().ok()?;
        Some(Self { bytes: bits / 8, is_signed: of.starts_with('i'), is_half, high: is_high })
    }

    /// Whole words, if it is of those.
    pub(super) fn words(&self) -> Option<usize> {
        (self.bytes >= 4).then_some(usize::from(self.bytes / 4))
    }

    /// Puts what was loaded where it belongs.
    pub(super) fn put(&self, wave: &mut crate::wave::Wave, register: u16, lane: usize, value: u32) {
        let bits = 32 - u32::from(self.bytes.min(4)) * 8;
        let value = if self.is_signed { ((value << bits) as i32 >> bits) as u32 } else { value };
        let of = if self.is_half { Type::Bits(16) } else { Type::Bits(32) };
        wave.set_result(VECTOR + register, of, self.high, lane, value.into());
    }
}

/// The low bytes of a word.
pub(super) fn truncated(value: u32, bytes: u32) -> u64 {
    u64::from(value) & ((1_u64 << (8 * bytes.min(4))) - 1)
}

fn selected(components: [u32; 4], buffer: &Descriptor, format: &Format) -> [u32; 4] {
    choose(components, buffer.selects, format)
}

/// Components as a descriptor selects them.
pub(super) fn choose(components: [u32; 4], selects: [u8; 4], format: &Format) -> [u32; 4] {
    selects.map(|select| match select {
        0 => 0,
        1 if format.is_integer() => 1,
        1 => 1.0_f32.to_bits(),
        _ => components[usize::from(select & 3)],
    })
}

/// Puts components into registers, or two into each.
pub(super) fn put_components(
    wave: &mut crate::wave::Wave,
    first: u16,
    lane: usize,
    components: &[u32],
    format: &Format,
    is_half: bool,
    is_high: bool,
) {
    for (at, component) in (0..).zip(components) {
        if !is_half {
            wave.set_vector(first + at, lane, *component);
            continue;
        }
        let half = if format.is_integer() {
            *component as u16
        } else {
            half::nearest(f32::from_bits(*component).into())
        };
        wave.set_result(VECTOR + first + at / 2, Type::Bits(16), is_high || at % 2 != 0, lane, half.into());
    }
}

/// Components of registers, or of their halves. What is not there repeats the first one.
pub(super) fn components(
    wave: &crate::wave::Wave,
    first: u16,
    lane: usize,
    count: usize,
    format: &Format,
    is_half: bool,
    is_high: bool,
) -> [u32; 4] {
    let mut components = [0; 4];
    for (at, component) in (0..).zip(&mut components).take(count) {
        if !is_half {
            *component = wave.vector(first + at, lane);
            continue;
        }
        let word = wave.vector(first + at / 2, lane);
        let half = (if is_high || at % 2 != 0 { word >> 16 } else { word }) as u16;
        *component = if format.is_integer() { half.into() } else { (half::value(half) as f32).to_bits() };
    }
    components
}
