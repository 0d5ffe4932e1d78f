//! Memory of the group, and exchanges between lanes that go its way. Reads beyond its end are zero, and writes nothing.

use super::Step;
use super::buffer::{Access, truncated};
use crate::atomic;
use crate::fault::Result;
use crate::flight::Counter;
use crate::instruction::{Lds, VECTOR};
use crate::table::Type;

impl Step<'_, '_> {
    pub(super) fn lds(&mut self, fields: &Lds) -> Result<()> {
        let types = &self.row.types;
        let registers = |at: usize| types.get(at).map_or(0, |of| of.registers());
        if fields.gds {
            return self.unsupported();
        }
        self.touch(VECTOR + fields.address, registers(1))?;
        self.touch(VECTOR + fields.data[0], registers(2))?;
        self.touch(VECTOR + fields.data[1], registers(3))?;
        self.touch_loaded(Counter::Lds, VECTOR + fields.destination, registers(0))?;
        let what = self.row.name.strip_prefix("ds_").unwrap_or_default();
        match what {
            "nop" => return Ok(()),
            "bpermute_b32" => self.fetch_lanes(fields),
            "permute_b32" => self.send_lanes(fields),
            "swizzle_b32" => self.swizzle(fields),
            _ if what.contains("2addr") => self.two(fields, what)?,
            _ => match (what.strip_prefix("load_"), what.strip_prefix("store_")) {
                (Some(what), _) => self.load_lds(fields, what)?,
                (_, Some(what)) => self.store_lds(fields, what)?,
                _ => self.atomic_lds(fields)?,
            },
        }
        let count = self.row.result().registers();
        if self.row.result() != Type::Nothing {
            self.load(Counter::Lds, VECTOR + fields.destination, count);
        }
        Ok(())
    }

    fn read_lds(&self, address: u32, bytes: usize) -> u64 {
        let mut number = [0; 8];
        let range = address as usize..(address as usize).saturating_add(bytes);
        if let Some(found) = self.around.lds.get(range) {
            number[..bytes].copy_from_slice(found);
        }
        u64::from_le_bytes(number)
    }

    fn write_lds(&mut self, address: u32, bytes: usize, value: u64) {
        let range = address as usize..(address as usize).saturating_add(bytes);
        if let Some(place) = self.around.lds.get_mut(range) {
            place.copy_from_slice(&value.to_le_bytes()[..bytes]);
        }
    }

    fn lds_address(&self, fields: &Lds, lane: usize) -> u32 {
        let offset = u16::from_le_bytes(fields.offsets);
        if self.row.name.contains("addtid") {
            return (self.wave.m0() & 0xffff).wrapping_add(offset.into()).wrapping_add(lane as u32 * 4);
        }
        self.wave.vector(fields.address, lane).wrapping_add(offset.into())
    }

    fn load_lds(&mut self, fields: &Lds, what: &str) -> Result<()> {
        let Some(access) = Access::named(what.trim_start_matches("addtid_")) else {
            return self.unsupported();
        };
        for lane in self.wave.lanes() {
            let address = self.lds_address(fields, lane);
            let Some(words) = access.words() else {
                let value = self.read_lds(address, access.bytes.into());
                access.put(self.wave, fields.destination, lane, value as u32);
                continue;
            };
            let values: Vec<u64> =
                (0..words as u32).map(|at| self.read_lds(address.wrapping_add(4 * at), 4)).collect();
            for (at, value) in (0..).zip(values) {
                self.wave.set_vector(fields.destination + at, lane, value as u32);
            }
        }
        Ok(())
    }

    fn store_lds(&mut self, fields: &Lds, what: &str) -> Result<()> {
        let Some(access) = Access::named(what.trim_start_matches("addtid_")) else {
            return self.unsupported();
        };
        for lane in self.wave.lanes() {
            let address = self.lds_address(fields, lane);
            let bytes = u32::from(access.bytes).min(4);
            for at in 0..access.words().unwrap_or(1) as u16 {
                let value = self.wave.vector(fields.data[0] + at, lane) >> if access.high { 16 } else { 0 };
                let place = address.wrapping_add(4 * u32::from(at));
                self.write_lds(place, bytes as usize, truncated(value, bytes));
            }
        }
        Ok(())
    }

    /// Two places, each with its offset in elements, or in 64 of them.
    fn two(&mut self, fields: &Lds, what: &str) -> Result<()> {
        let words: u16 = if what.ends_with("64") { 2 } else { 1 };
        let step = u32::from(words) * if what.contains("stride64") { 256 } else { 4 };
        for lane in self.wave.lanes() {
            let base = self.wave.vector(fields.address, lane);
            let mut loaded = [0; 4];
            for (half, offset) in (0_u16..).zip(fields.offsets) {
                let address = base.wrapping_add(u32::from(offset) * step);
                for at in 0..words {
                    let place = address.wrapping_add(4 * u32::from(at));
                    loaded[usize::from(half * words + at)] = self.read_lds(place, 4) as u32;
                    if !what.starts_with("load") {
                        let value = self.wave.vector(fields.data[usize::from(half)] + at, lane);
                        self.write_lds(place, 4, value.into());
                    }
                }
            }
            if !what.starts_with("store_") {
                for (at, value) in (0..words * 2).zip(loaded) {
                    self.wave.set_vector(fields.destination + at, lane, value);
                }
            }
        }
        Ok(())
    }

    fn atomic_lds(&mut self, fields: &Lds) -> Result<()> {
        let name = self.row.name;
        let width = if name.ends_with("64") { 8 } else { 4 };
        // In the older names what is compared with comes first.
        let is_swapped = name.contains("cmpst_");
        let name = name.replace("cmpst_", "cmpstore_");
        let [first, second] = if is_swapped { [1, 0] } else { [0, 1] };
        for lane in self.wave.lanes() {
            let address = self.lds_address(fields, lane);
            let old = self.read_lds(address, width);
            let value = |register: u16| {
                if width == 8 {
                    self.wave.vector_pair(register, lane)
                } else {
                    self.wave.vector(register, lane).into()
                }
            };
            let (data, comparison) = (value(fields.data[first]), value(fields.data[second]));
            let Some(new) = atomic::apply(&name, old, data, comparison) else { return self.unsupported() };
            self.write_lds(address, width, new);
            if self.row.result() != Type::Nothing {
                for at in 0..self.row.result().registers() {
                    self.wave.set_vector(fields.destination + at, lane, (old >> (32 * at)) as u32);
                }
            }
        }
        Ok(())
    }

    /// What other lanes have, of the same 32.
    fn fetch_lanes(&mut self, fields: &Lds) {
        let offset = u16::from_le_bytes(fields.offsets);
        let fetched = |lane: usize| {
            let address = self.wave.vector(fields.address, lane).wrapping_add(offset.into());
            let from = lane & 32 | (address / 4 % 32) as usize;
            if self.wave.is_active(from) { self.wave.vector(fields.data[0], from) } else { 0 }
        };
        let values: Vec<_> = self.wave.lanes().map(|lane| (lane, fetched(lane))).collect();
        for (lane, value) in values {
            self.wave.set_vector(fields.destination, lane, value);
        }
    }

    /// The same the other way round.
    fn send_lanes(&mut self, fields: &Lds) {
        let offset = u16::from_le_bytes(fields.offsets);
        let mut sent = [0; 64];
        for lane in self.wave.lanes() {
            let address = self.wave.vector(fields.address, lane).wrapping_add(offset.into());
            sent[lane & 32 | (address / 4 % 32) as usize] = self.wave.vector(fields.data[0], lane);
        }
        for lane in self.wave.lanes() {
            self.wave.set_vector(fields.destination, lane, sent[lane]);
        }
    }

    fn swizzle(&mut self, fields: &Lds) {
        let offset = usize::from(u16::from_le_bytes(fields.offsets));
        let from = |lane: usize| {
            if offset >= 0xe000 {
                let mask = offset & 31;
                let reversed = (lane as u32 & 31).reverse_bits() >> 27;
                return lane & 32 | (reversed >> mask.count_ones()) as usize | lane & mask;
            }
            if offset >= 0xc000 {
                let (mask, by) = (offset & 31, offset >> 5 & 31);
                let turned = if offset >> 10 & 1 != 0 { lane + 32 - by } else { lane + by };
                return lane & 32 | lane & mask | turned & 31 & !mask;
            }
            if offset & 0x8000 != 0 {
                return lane & !3 | offset >> (2 * (lane & 3)) & 3;
            }
            lane & 32 | (lane & 31 & offset | offset >> 5 & 31) ^ (offset >> 10 & 31)
        };
        let read = |lane: usize| {
            if self.wave.is_active(from(lane)) { self.wave.vector(fields.data[0], from(lane)) } else { 0 }
        };
        // It has no data of its own: what is exchanged is where addresses are.
        let fields_of = |lane: usize| {
            let from = from(lane);
            if self.row.types.get(2) == Some(&Type::Nothing) {
                if self.wave.is_active(from) { self.wave.vector(fields.address, from) } else { 0 }
            } else {
                read(lane)
            }
        };
        let values: Vec<_> = self.wave.lanes().map(|lane| (lane, fields_of(lane))).collect();
        for (lane, value) in values {
            self.wave.set_vector(fields.destination, lane, value);
        }
    }
}
