//! Memory by its address: of all, and scratch of each lane.

use super::Step;
use super::buffer::{Access, truncated};
use crate::fault::Result;
use crate::flight::Counter;
use crate::instruction::{Flat, VECTOR, null};
use crate::table::Encoding;

impl Step<'_, '_> {
    pub(super) fn flat(&mut self, fields: &Flat) -> Result<()> {
        let is_scratch = self.row.encoding == Encoding::Scratch;
        let [result, data] = [0, 1].map(|at| self.row.types.get(at).map_or(0, |of| of.registers()));
        self.touch(VECTOR + fields.address, 1)?;
        self.touch(VECTOR + fields.data, data)?;
        let name = self.row.name;
        let what = name.split_once('_').map_or(name, |(_, what)| what);
        if let Some(what) = what.strip_prefix("load_") {
            let Some(access) = Access::named(what) else { return self.unsupported() };
            self.touch_loaded(Counter::Vector, VECTOR + fields.destination, result)?;
            for lane in self.wave.lanes() {
                let address = self.address(fields, lane)?;
                let Some(words) = access.words() else {
                    let value = self.read_place(address, lane, access.bytes.into(), is_scratch)?;
                    access.put(self.wave, fields.destination, lane, value as u32);
                    continue;
                };
                let mut values = [0; 4];
                for (at, value) in (0..).zip(&mut values).take(words) {
                    *value = self.read_place(address.wrapping_add(4 * at), lane, 4, is_scratch)?;
                }
                for (at, value) in (0..).zip(values).take(words) {
                    self.wave.set_vector(fields.destination + at, lane, value as u32);
                }
            }
            self.load(Counter::Vector, VECTOR + fields.destination, result);
            Ok(())
        } else if let Some(what) = what.strip_prefix("store_") {
            let Some(access) = Access::named(what) else { return self.unsupported() };
            for lane in self.wave.lanes() {
                let address = self.address(fields, lane)?;
                let bytes = u32::from(access.bytes).min(4);
                for at in 0..access.words().unwrap_or(1) as u16 {
                    let value = self.wave.vector(fields.data + at, lane) >> if access.high { 16 } else { 0 };
                    let place = address.wrapping_add(4 * u64::from(at));
                    self.write_place(place, lane, bytes as usize, truncated(value, bytes), is_scratch)?;
                }
            }
            Ok(())
        } else if what.starts_with("atomic_") && !is_scratch {
            self.atomic_flat(fields)
        } else {
            self.unsupported()
        }
    }

    fn atomic_flat(&mut self, fields: &Flat) -> Result<()> {
        let width = if self.row.name.ends_with("64") { 8 } else { 4 };
        let words = (width / 4) as u16;
        for lane in self.wave.lanes() {
            let address = self.address(fields, lane)?;
            let old = self.atomic_at(address, width, fields.data, lane)?;
            if fields.glc {
                (0..words).for_each(|at| {
                    self.wave.set_vector(fields.destination + at, lane, (old >> (32 * at)) as u32)
                });
            }
        }
        if fields.glc {
            self.load(Counter::Vector, VECTOR + fields.destination, words);
        }
        Ok(())
    }

    fn address(&self, fields: &Flat, lane: usize) -> Result<u64> {
        let offset = i64::from(fields.offset);
        let has_scalar = fields.scalar != null(self.wave.generation) && fields.scalar != 127;
        if has_scalar {
            self.touch(fields.scalar, 2)?;
        }
        Ok(match self.row.encoding {
            Encoding::Scratch => {
                let is_vector = if self.wave.generation.is_gfx11() {
                    fields.vector
                } else {
                    !has_scalar && fields.scalar != 127
                };
                let vector = if is_vector { self.wave.vector(fields.address, lane) } else { 0 };
                let scalar = if has_scalar { self.wave.scalar(fields.scalar) } else { 0 };
                u64::from(vector.wrapping_add(scalar).wrapping_add(fields.offset as u32))
            }
            Encoding::Global if has_scalar => {
                let base =
                    self.wave.pair(fields.scalar).wrapping_add(self.wave.vector(fields.address, lane).into());
                base.wrapping_add_signed(offset)
            }
            _ => self.wave.vector_pair(fields.address, lane).wrapping_add_signed(offset),
        })
    }

    /// The bytes of a lane's scratch memory.
    fn scratch(&self, address: u64, lane: usize, bytes: usize) -> Result<std::ops::Range<usize>> {
        let size = self.wave.scratch_bytes as usize;
        let first = usize::try_from(address)
            .ok()
            .filter(|first| first.checked_add(bytes).is_some_and(|end| end <= size));
        match first {
            Some(first) => Ok(lane * size + first..lane * size + first + bytes),
            None => self.fault(format!("{address:#x} is beyond {size} bytes of scratch memory")),
        }
    }

    fn read_place(&self, address: u64, lane: usize, bytes: usize, is_scratch: bool) -> Result<u64> {
        if !is_scratch {
            return self.around.memory.read(address, bytes).map_err(|what| self.error(what));
        }
        let range = self.scratch(address, lane, bytes)?;
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&self.wave.scratch[range]);
        Ok(u64::from_le_bytes(number))
    }

    fn write_place(
        &mut self,
        address: u64,
        lane: usize,
        bytes: usize,
        value: u64,
        is_scratch: bool,
    ) -> Result<()> {
        if !is_scratch {
            let written = self.around.memory.write(address, bytes, value);
            return written.map_err(|what| self.error(what));
        }
        let range = self.scratch(address, lane, bytes)?;
        self.wave.scratch[range].copy_from_slice(&value.to_le_bytes()[..bytes]);
        Ok(())
    }
}
