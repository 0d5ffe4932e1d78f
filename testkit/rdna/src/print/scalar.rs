//! Scalar operations, with the words of waits, messages and registers of the hardware.

use super::Printer;
use crate::instruction::{ScalarMemory, Source, null};
use crate::table::{Encoding, Row, Type};

impl Printer {
    pub(super) fn scalar(&self, row: &Row, destination: u16, sources: &[Source; 2]) -> String {
        let mut types = row.types.iter().copied();
        let mut operands = Vec::new();
        let has_destination =
            row.encoding != Encoding::Sopc && !matches!(row.name, "s_setpc_b64" | "s_rfe_b64");
        if has_destination {
            let of = types.next().unwrap_or(Type::Bits(32));
            operands.push(self.sgpr(destination, of.registers()));
        }
        if row.name.starts_with("s_sendmsg_rtn") {
            operands.push(self.message(u16::from(sources[0].code as u8)));
        } else {
            operands.extend(sources.iter().zip(types).map(|(source, of)| self.source(*source, of)));
        }
        if operands.is_empty() {
            row.mnemonic.to_owned()
        } else {
            format!("{} {}", row.mnemonic, operands.join(", "))
        }
    }

    pub(super) fn immediate(&self, row: &Row, destination: u16, value: u16, literal: u32) -> String {
        let name = row.mnemonic;
        if row.encoding == Encoding::Sopk {
            let register = self.sgpr(destination, if row.name == "s_call_b64" { 2 } else { 1 });
            return match row.name {
                "s_getreg_b32" => format!("{name} {register}, {}", self.hardware(value)),
                "s_setreg_b32" => format!("{name} {}, {register}", self.hardware(value)),
                "s_setreg_imm32_b32" => format!("{name} {}, {literal:#x}", self.hardware(value)),
                "s_version" => format!("{name} {value:#x}"),
                "s_call_b64" | "s_subvector_loop_begin" | "s_subvector_loop_end" => {
                    format!("{name} {register}, {value}")
                }
                _ => format!("{name} {register}, {value:#x}"),
            };
        }
        match row.name {
            "s_endpgm" if value == 0 => name.to_owned(),
            "s_waitcnt" => format!("{name} {}", self.waits(value)),
            "s_sendmsg" | "s_sendmsghalt" => format!("{name} {}", self.message(value)),
            "s_delay_alu" => format!("{name} {}", delays(value)),
            "s_waitcnt_depctr" if value & 0x60 == 0 => format!("{name} {}", self.dependencies(value)),
            "s_set_inst_prefetch_distance"
            | "s_clause"
            | "s_round_mode"
            | "s_ttracedata_imm"
            | "s_wait_event" => format!("{name} {value:#x}"),
            "s_barrier"
            | "s_code_end"
            | "s_wakeup"
            | "s_wait_idle"
            | "s_icache_inv"
            | "s_ttracedata"
            | "s_endpgm_saved"
            | "s_endpgm_ordered_ps_done" => name.to_owned(),
            // Places of code and small numbers.
            _ if value <= 64 || row.name.contains("branch") || row.name == "s_endpgm" => {
                format!("{name} {value}")
            }
            _ => format!("{name} {value:#x}"),
        }
    }

    /// Counters and what they are waited for to come down to.
    fn waits(&self, value: u16) -> String {
        let (counts, most) = crate::wait::counts(self.generation, value);
        let names = ["vmcnt", "expcnt", "lgkmcnt"];
        let all = names.iter().zip(counts).zip(most);
        let is_any = counts != most;
        let waited: Vec<String> = all
            .filter(|((_, count), most)| !is_any || count != most)
            .map(|((name, count), _)| format!("{name}({count})"))
            .collect();
        waited.join(" ")
    }

    fn message(&self, value: u16) -> String {
        let is_gfx11 = self.generation.is_gfx11();
        let name = match value & if is_gfx11 { 0xff } else { 0xf } {
            1 => "MSG_INTERRUPT",
            2 if is_gfx11 => "MSG_HS_TESSFACTOR",
            2 => "MSG_GS",
            3 if is_gfx11 => "MSG_DEALLOC_VGPRS",
            3 => "MSG_GS_DONE",
            4 => "MSG_SAVEWAVE",
            5 => "MSG_STALL_WAVE_GEN",
            6 => "MSG_HALT_WAVES",
            9 => "MSG_GS_ALLOC_REQ",
            10 => "MSG_GET_DOORBELL",
            128 if is_gfx11 => "MSG_RTN_GET_DOORBELL",
            129 if is_gfx11 => "MSG_RTN_GET_DDID",
            130 if is_gfx11 => "MSG_RTN_GET_TMA",
            131 if is_gfx11 => "MSG_RTN_GET_REALTIME",
            132 if is_gfx11 => "MSG_RTN_SAVE_WAVE",
            133 if is_gfx11 => "MSG_RTN_GET_TBA",
            _ => return format!("sendmsg({}, {}, {})", value & 0xf, value >> 4 & 7, value >> 8 & 3),
        };
        format!("sendmsg({name})")
    }

    fn hardware(&self, value: u16) -> String {
        let (register, offset, size) = (value & 0x3f, value >> 6 & 0x1f, (value >> 11) + 1);
        let is_gfx11 = self.generation.is_gfx11();
        let name = match register {
            5 => "HW_REG_GPR_ALLOC".to_owned(),
            6 => "HW_REG_LDS_ALLOC".to_owned(),
            7 => "HW_REG_IB_STS".to_owned(),
            15 => "HW_REG_SH_MEM_BASES".to_owned(),
            16 if !is_gfx11 => "HW_REG_TBA_LO".to_owned(),
            17 if !is_gfx11 => "HW_REG_TBA_HI".to_owned(),
            18 if !is_gfx11 => "HW_REG_TMA_LO".to_owned(),
            19 if !is_gfx11 => "HW_REG_TMA_HI".to_owned(),
            27 if is_gfx11 => "HW_REG_PERF_SNAPSHOT_DATA".to_owned(),
            18 if is_gfx11 => "HW_REG_PERF_SNAPSHOT_PC_LO".to_owned(),
            19 if is_gfx11 => "HW_REG_PERF_SNAPSHOT_PC_HI".to_owned(),
            23 => "HW_REG_HW_ID1".to_owned(),
            24 => "HW_REG_HW_ID2".to_owned(),
            25 if !is_gfx11 => "HW_REG_POPS_PACKER".to_owned(),
            1 => "HW_REG_MODE".to_owned(),
            2 => "HW_REG_STATUS".to_owned(),
            3 => "HW_REG_TRAPSTS".to_owned(),
            20 => "HW_REG_FLAT_SCR_LO".to_owned(),
            21 => "HW_REG_FLAT_SCR_HI".to_owned(),
            29 => "HW_REG_SHADER_CYCLES".to_owned(),
            _ => register.to_string(),
        };
        if (offset, size) == (0, 32) {
            format!("hwreg({name})")
        } else {
            format!("hwreg({name}, {offset}, {size})")
        }
    }

    /// Waits between units, by name those that are asked for.
    fn dependencies(&self, value: u16) -> String {
        let fields = [
            ("depctr_hold_cnt", 7, 1),
            ("depctr_sa_sdst", 0, 1),
            ("depctr_va_vdst", 12, 4),
            ("depctr_va_sdst", 9, 3),
            ("depctr_va_ssrc", 8, 1),
            ("depctr_va_vcc", 1, 1),
            ("depctr_vm_vsrc", 2, 3),
        ];
        let of = |shift: u32, bits: u32| (value >> shift & ((1 << bits) - 1), (1 << bits) - 1);
        let waited = fields.iter().filter_map(|(name, shift, bits)| {
            let (found, most) = of(*shift, *bits);
            (found != most).then(|| format!("{name}({found})"))
        });
        let waited: Vec<String> = waited.collect();
        if waited.is_empty() { format!("{value:#x}") } else { waited.join(" ") }
    }

    pub(super) fn scalar_memory(&self, row: &Row, fields: &ScalarMemory) -> String {
        let name = row.mnemonic;
        if row.result() == Type::Nothing {
            return name.to_owned();
        }
        let data = self.sgpr(fields.data, row.result().registers());
        if matches!(row.name, "s_memtime" | "s_memrealtime") {
            return format!("{name} {data}");
        }
        let base = self.sgpr(fields.base, if row.name.starts_with("s_buffer") { 4 } else { 2 });
        let offset = match (fields.register.code == null(self.generation), fields.offset) {
            (true, 0) => "null".to_owned(),
            (true, offset) => hexadecimal(offset),
            (false, 0) => self.sgpr(fields.register.code, 1),
            (false, offset) => {
                format!("{} offset:{}", self.sgpr(fields.register.code, 1), hexadecimal(offset))
            }
        };
        let mut text = format!("{name} {data}, {base}, {offset}");
        super::flags(&mut text, &[(fields.glc, "glc"), (fields.dlc, "dlc")]);
        text
    }
}

fn hexadecimal(value: i32) -> String {
    if value < 0 { format!("-{:#x}", value.unsigned_abs()) } else { format!("{value:#x}") }
}

fn delays(value: u16) -> String {
    let one = |number: u16| match number {
        1..=4 => format!("VALU_DEP_{number}"),
        5..=7 => format!("TRANS32_DEP_{}", number - 4),
        8 => "FMA_ACCUM_CYCLE_1".to_owned(),
        9..=11 => format!("SALU_CYCLE_{}", number - 8),
        _ => format!("{number}"),
    };
    let mut parts = Vec::new();
    if value & 0xf != 0 {
        parts.push(format!("instid0({})", one(value & 0xf)));
    }
    let skip = match value >> 4 & 7 {
        0 => None,
        1 => Some("NEXT".to_owned()),
        count => Some(format!("SKIP_{}", count - 1)),
    };
    parts.extend(skip.map(|skip| format!("instskip({skip})")));
    if value >> 7 & 0xf != 0 {
        parts.push(format!("instid1({})", one(value >> 7 & 0xf)));
    }
    if parts.is_empty() { value.to_string() } else { parts.join(" | ") }
}
