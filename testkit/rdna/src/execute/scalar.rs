//! Scalar operations, branches, and loads through the scalar cache.

use super::Step;
use crate::descriptor;
use crate::fault::Result;
use crate::flight::Counter;
use crate::instruction::{EXEC, ScalarMemory, Source, VCC};
use crate::operation::Operation;
use crate::table::Type;
use crate::wave::State;

/// `HW_REG_MODE`.
const MODE: u16 = 1;

impl Step<'_, '_> {
    pub(super) fn scalar(&mut self, destination: u16, sources: &[Source; 2]) -> Result<()> {
        if let Some(which) = self.row.name.strip_prefix("s_movrel") {
            return self.move_relative(which, destination, sources[0]);
        }
        let has_result = self.row.encoding != crate::table::Encoding::Sopc;
        let types = &self.row.types[usize::from(has_result && self.row.name != "s_setpc_b64")..];
        let mut values = [0; 2];
        for ((value, source), of) in values.iter_mut().zip(sources).zip(types) {
            self.touch_source(*source, of.registers())?;
            *value = self.wave.scalar_source(*source, *of, self.row.name.ends_with("i64"))?;
            if of.registers() < 2 {
                *value &= 0xffff_ffff;
            }
        }
        let Operation::Scalar(operation) = self.row.operation else {
            return self.scalar_otherwise(destination, values);
        };
        let (result, scc) = operation(values[0], values[1], self.wave.scc);
        if has_result {
            self.set_scalar_result(destination, result)?;
        }
        self.wave.scc = scc.unwrap_or(self.wave.scc);
        Ok(())
    }

    /// Moves from a register that M0 says, or to one.
    fn move_relative(&mut self, which: &str, destination: u16, source: Source) -> Result<()> {
        let (m0, count) = (self.wave.m0(), if which.ends_with("64") { 2 } else { 1 });
        let moved = |register: u16| u16::try_from(m0).ok().and_then(|m0| register.checked_add(m0));
        let moved = |register: u16| moved(register).filter(|register| *register < 106 && source.code < 106);
        let (from, to) = match which.split('_').next() {
            Some("s") => (moved(source.code), Some(destination)),
            Some("d") => (Some(source.code), moved(destination)),
            _ => return self.unsupported(),
        };
        let (Some(from), Some(to)) = (from, to) else {
            return self.fault(format!("M0 is {m0:#x}, beyond all registers"));
        };
        self.touch(from, count)?;
        self.touch(to, count)?;
        for at in 0..count {
            self.wave.set_scalar(to + at, self.wave.scalar(from + at));
        }
        Ok(())
    }

    fn set_scalar_result(&mut self, destination: u16, result: u64) -> Result<()> {
        let count = self.row.result().registers();
        self.touch(destination, count)?;
        if count > 1 {
            self.wave.set_pair(destination, result);
        } else {
            self.wave.set_scalar(destination, result as u32);
        }
        Ok(())
    }

    /// What more than operands is needed for.
    fn scalar_otherwise(&mut self, destination: u16, [a, _]: [u64; 2]) -> Result<()> {
        let name = self.row.name;
        let next = self.around.code.wrapping_add(self.wave.pc);
        let is_wide = name.ends_with("64");
        let ones = if is_wide { u64::MAX } else { 0xffff_ffff };
        let old = if is_wide { self.wave.pair(destination) } else { self.wave.scalar(destination).into() };
        match name {
            "s_getpc_b64" => return self.set_scalar_result(destination, next),
            "s_setpc_b64" => return self.jump(a),
            "s_swappc_b64" => {
                self.set_scalar_result(destination, next)?;
                return self.jump(a);
            }
            "s_cmov_b32" | "s_cmov_b64" => {
                return if self.wave.scc { self.set_scalar_result(destination, a) } else { Ok(()) };
            }
            "s_bitset0_b32" => return self.set_scalar_result(destination, old & !(1 << (a & 31))),
            "s_bitset1_b32" => return self.set_scalar_result(destination, old | 1 << (a & 31)),
            "s_bitset0_b64" => return self.set_scalar_result(destination, old & !(1 << (a & 63))),
            "s_bitset1_b64" => return self.set_scalar_result(destination, old | 1 << (a & 63)),
            _ => {}
        }
        let Some(kind) =
            name.strip_prefix("s_").and_then(|name| name.rsplit_once("_b").map(|(kind, _)| kind))
        else {
            return self.unsupported();
        };
        let exec = if is_wide { self.wave.pair(EXEC) } else { self.wave.scalar(EXEC).into() };
        let Some((kind, saves)) = kind
            .strip_suffix("_saveexec")
            .map(|kind| (kind, true))
            .or_else(|| kind.strip_suffix("_wrexec").map(|kind| (kind, false)))
        else {
            return self.unsupported();
        };
        let new = match kind {
            "and" => a & exec,
            "or" => a | exec,
            "xor" => a ^ exec,
            "nand" => !(a & exec),
            "nor" => !(a | exec),
            "xnor" => !(a ^ exec),
            "and_not0" => !a & exec,
            "or_not0" => !a | exec,
            "and_not1" => a & !exec,
            "or_not1" => a | !exec,
            _ => return self.unsupported(),
        } & ones;
        self.set_scalar_result(destination, if saves { exec } else { new })?;
        if is_wide {
            self.wave.set_pair(EXEC, new)
        } else {
            self.wave.set_scalar(EXEC, new as u32)
        }
        self.wave.scc = new != 0;
        Ok(())
    }

    fn jump(&mut self, address: u64) -> Result<()> {
        let at = address.wrapping_sub(self.around.code);
        if !at.is_multiple_of(4) {
            return self.fault(format!("{address:#x} is not the address of an instruction"));
        }
        self.wave.pc = at;
        Ok(())
    }

    fn branch(&mut self, condition: bool, value: u16) {
        if condition {
            self.wave.pc = self.wave.pc.wrapping_add_signed(i64::from(value as i16) * 4);
        }
    }

    pub(super) fn immediate(&mut self, destination: u16, value: u16, literal: u32) -> Result<()> {
        let extended = i64::from(value as i16) as u64 & 0xffff_ffff;
        let vcc = self.wave.mask(VCC) & self.wave.all();
        match self.row.name {
            "s_movk_i32" => self.set_word(destination, extended)?,
            "s_cmovk_i32" if self.wave.scc => self.set_word(destination, extended)?,
            "s_call_b64" => {
                let next = self.around.code.wrapping_add(self.wave.pc);
                self.touch(destination, 2)?;
                self.wave.set_pair(destination, next);
                self.branch(true, value);
            }
            "s_setreg_b32" => self.set_hardware(value, self.wave.scalar(destination))?,
            "s_setreg_imm32_b32" => self.set_hardware(value, literal)?,
            "s_getreg_b32" if value & 0x3f == MODE => {
                let (at, bits) = (value >> 6 & 31, (value >> 11) + 1);
                let field = u64::from(self.wave.mode) >> at & ((1 << bits) - 1);
                self.set_word(destination, field)?;
            }
            "s_branch" => self.branch(true, value),
            "s_cbranch_scc0" => self.branch(!self.wave.scc, value),
            "s_cbranch_scc1" => self.branch(self.wave.scc, value),
            "s_cbranch_vccz" => self.branch(vcc == 0, value),
            "s_cbranch_vccnz" => self.branch(vcc != 0, value),
            "s_cbranch_execz" => self.branch(self.wave.exec() == 0, value),
            "s_cbranch_execnz" => self.branch(self.wave.exec() != 0, value),
            "s_endpgm" => self.end(),
            "s_barrier" => self.wave.state = State::AtBarrier,
            "s_waitcnt" => self.wave.flight.wait(self.wave.generation, value),
            "s_waitcnt_lgkmcnt" | "s_waitcnt_vmcnt" => {
                let [vector, other] =
                    if self.row.name.contains("vm") { [value & 63, 63] } else { [63, value & 63] };
                self.wave.flight.wait_for(vector, other);
            }
            "s_waitcnt_expcnt" => self.wave.flight.wait_for_exports(value & 7),
            "s_denorm_mode" => self.wave.mode = self.wave.mode & !0xf0 | u32::from(value & 0xf) << 4,
            "s_round_mode" if value & 0xf == 0 => self.wave.mode &= !0xf,
            "s_sendmsg" if value & 0xff == 3 => {} // registers are given back
            "s_nop"
            | "s_sleep"
            | "s_waitcnt_vscnt"
            | "s_waitcnt_depctr"
            | "s_clause"
            | "s_delay_alu"
            | "s_inst_prefetch"
            | "s_set_inst_prefetch_distance"
            | "s_setprio"
            | "s_wait_idle"
            | "s_cmovk_i32"
            | "s_ttracedata_imm"
            | "s_ttracedata"
            | "s_icache_inv" => {}
            _ => return self.immediate_operation(destination, extended),
        }
        Ok(())
    }

    /// Comparisons and sums with the immediate.
    fn immediate_operation(&mut self, destination: u16, extended: u64) -> Result<()> {
        let Operation::Scalar(operation) = self.row.operation else { return self.unsupported() };
        self.touch(destination, 1)?;
        // Unsigned comparisons are with what is not extended.
        let name = self.row.name;
        let is_comparison = name.starts_with("s_cmpk");
        let value = if is_comparison && name.ends_with("u32") { extended & 0xffff } else { extended };
        let (result, scc) = operation(self.wave.scalar(destination).into(), value, self.wave.scc);
        if !is_comparison {
            self.wave.set_scalar(destination, result as u32);
        }
        self.wave.scc = scc.unwrap_or(self.wave.scc);
        Ok(())
    }

    fn set_word(&mut self, destination: u16, value: u64) -> Result<()> {
        self.touch(destination, 1)?;
        self.wave.set_scalar(destination, value as u32);
        Ok(())
    }

    /// Of registers of the hardware, the mode of floats is there; rounding is always to the nearest.
    fn set_hardware(&mut self, value: u16, word: u32) -> Result<()> {
        let (at, bits) = (u32::from(value >> 6 & 31), u32::from(value >> 11) + 1);
        if value & 0x3f != MODE {
            return self.unsupported();
        }
        let mask = ((1_u64 << bits) - 1) as u32;
        let mode = self.wave.mode & !(mask << at) | (word & mask) << at;
        if mode & 0xf != 0 {
            return self.fault("floats are always rounded to the nearest here");
        }
        self.wave.mode = mode;
        Ok(())
    }

    pub(super) fn scalar_memory(&mut self, fields: &ScalarMemory) -> Result<()> {
        let name = self.row.name;
        if matches!(name, "s_gl1_inv" | "s_dcache_inv") {
            return Ok(());
        }
        let count = self.row.result().registers();
        if !name.contains("_load_") || count == 0 {
            return self.unsupported();
        }
        let register = self.wave.scalar_source(fields.register, Type::Bits(32), false)? as u32;
        self.touch_source(fields.register, 1)?;
        self.touch(fields.data, count)?;
        let is_buffer = name.starts_with("s_buffer");
        self.touch(fields.base, if is_buffer { 4 } else { 2 })?;
        let mut words = Vec::with_capacity(usize::from(count));
        if is_buffer {
            let descriptor = [0, 1, 2, 3].map(|at| self.wave.scalar(fields.base + at));
            let buffer = descriptor::Buffer::parse(descriptor, self.wave.generation);
            let size = u64::from(buffer.records) * u64::from(buffer.stride.max(1));
            let offset = u64::from(register.wrapping_add(fields.offset as u32) & !3);
            for at in (0..u64::from(count)).map(|at| offset + 4 * at) {
                let is_inside = at + 4 <= size;
                words.push(if is_inside { self.word_at(buffer.base + at)? } else { 0 });
            }
        } else {
            let base = self.wave.pair(fields.base);
            let address = base.wrapping_add(register.into()).wrapping_add_signed(fields.offset.into()) & !3;
            for at in 0..u64::from(count) {
                words.push(self.word_at(address.wrapping_add(4 * at))?);
            }
        }
        for (at, word) in (0..).zip(words) {
            self.wave.set_scalar(fields.data + at, word);
        }
        self.load(Counter::Scalar, fields.data, count);
        Ok(())
    }

    pub(crate) fn word_at(&self, address: u64) -> Result<u32> {
        self.around.memory.word(address).map_err(|what| self.error(what))
    }
}
