//! Vector operations, with the words of modifiers, DPP and SDWA.

use super::{Printer, flags};
use crate::instruction::{Crossing, Form, Interpolation, LITERAL, Vector};
use crate::table::{Encoding, Row, Type};

const SELECTED: [&str; 7] = ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"];

impl Printer {
    pub(super) fn interpolation(&self, row: &Row, fields: &Interpolation) -> String {
        let source = match (row.name.contains("_mov_"), fields.source) {
            (true, 0) => "p10".to_owned(),
            (true, 1) => "p20".to_owned(),
            (true, 2) => "p0".to_owned(),
            (true, other) => format!("invalid_param_{other}"),
            (false, register) => format!("v{register}"),
        };
        let channel = ['x', 'y', 'z', 'w'][usize::from(fields.channel & 3)];
        let (mnemonic, to, attribute) = (row.mnemonic, fields.destination, fields.attribute);
        format!("{mnemonic} v{to}, {source}, attr{attribute}.{channel}")
    }

    pub(super) fn vector(&self, row: &Row, fields: &Vector) -> String {
        let mut operands = Vec::new();
        let is_cmpx = row.name.starts_with("v_cmpx");
        match row.result() {
            _ if is_cmpx && self.is_sdwa(fields) => {}
            Type::Nothing if fields.form != Form::Half => {}
            Type::Scalar => operands.push(self.sgpr(fields.destination, 1)),
            // All that is done two at a time is done to floats and words.
            Type::Nothing => operands.push(self.destination(fields.destination, false, Type::Bits(32))),
            // Which half it is, their names say.
            _ if row.name.starts_with("v_fma_mix") => {
                operands.push(self.destination(fields.destination, false, Type::Bits(32)));
            }
            of => operands.push(self.destination(fields.destination, fields.high && of.is_half(), of)),
        }
        if row.results() == 2 {
            operands.push(self.sgpr(fields.second, (self.wave_size / 32) as u16));
        }
        operands.extend(self.sources(row, fields));
        let mut text = self.mnemonic(row, fields);
        if !operands.is_empty() {
            text = format!("{text} {}", operands.join(", "));
        }
        match fields.form {
            Form::Packed => self.packed_modifiers(&mut text, row, fields),
            Form::Long => self.selects(&mut text, row, fields),
            _ => {}
        }
        flags(&mut text, &[(fields.clamp, "clamp")]);
        match fields.scale {
            1 => text += " mul:2",
            2 => text += " mul:4",
            3 => text += " div:2",
            _ => {}
        }
        text + &crossing(row, fields)
    }

    fn is_sdwa(&self, fields: &Vector) -> bool {
        matches!(fields.crossing, Crossing::Sdwa { .. })
    }

    fn mnemonic(&self, row: &Row, fields: &Vector) -> String {
        let stem = row.stem();
        let long = if row.mnemonic.ends_with("_e32") { "_e64" } else { "" };
        match (fields.form, fields.crossing) {
            (Form::Short, Crossing::None) => row.mnemonic.to_owned(),
            (Form::Short, Crossing::Sdwa { .. }) => format!("{stem}_sdwa"),
            (Form::Short, _) if row.encoding == Encoding::Vopc && self.generation.is_gfx11() => {
                stem.to_owned()
            }
            (Form::Short, _) => format!("{stem}_dpp"),
            (Form::Half, _) => stem.to_owned(),
            (_, Crossing::None) => format!("{stem}{long}"),
            (Form::Packed, _) => format!("{stem}_dpp"),
            _ => format!("{stem}_e64_dpp"),
        }
    }

    fn sources(&self, row: &Row, fields: &Vector) -> Vec<String> {
        let mut types = row.sources().to_vec();
        if fields.form == Form::Half {
            types = vec![Type::Bits(32); halves_sources(row)];
        }
        let signs = match fields.crossing {
            Crossing::Sdwa { signs, .. } => signs,
            _ => 0,
        };
        let each = fields.sources.iter().zip(types).enumerate();
        each.map(|(index, (source, of))| {
            let mut text = match of {
                Type::Bits(16) if index > 0 && has_float_constants(row) => {
                    self.source(*source, Type::Float(16))
                }
                of => self.source(*source, of),
            };
            if signs >> index & 1 != 0 {
                text = format!("sext({text})");
            }
            if fields.form == Form::Packed && of != Type::Mixed {
                return text;
            }
            let absolute = if fields.form == Form::Packed { fields.negate_high } else { fields.absolute };
            if absolute >> index & 1 != 0 {
                text = format!("|{text}|");
            }
            let is_constant = (128..=248).contains(&source.code) || source.code == LITERAL;
            if fields.negate >> index & 1 != 0 {
                text = if is_constant && !text.starts_with('|') {
                    format!("neg({text})")
                } else {
                    format!("-{text}")
                };
            }
            text
        })
        .collect()
    }

    fn packed_modifiers(&self, text: &mut String, row: &Row, fields: &Vector) {
        let count = row.sources().len();
        let is_mixed = row.sources().contains(&Type::Mixed);
        list(text, "op_sel", fields.select, count, 0);
        let default = if is_mixed { 0 } else { (1 << count) - 1 };
        list(text, "op_sel_hi", fields.select_high, count, default);
        if !is_mixed {
            list(text, "neg_lo", fields.negate, count, 0);
            list(text, "neg_hi", fields.negate_high, count, 0);
        }
    }

    /// Which halves are meant, where registers do not say it.
    fn selects(&self, text: &mut String, row: &Row, fields: &Vector) {
        if fields.select == 0 || row.name == "v_cndmask_b16" {
            return;
        }
        // What is added to is a source, too.
        let added = usize::from(row.name.starts_with("v_fmac"));
        let count = added + row.sources().iter().filter(|of| **of != Type::Mask).count();
        let is_permutation = row.name.starts_with("v_permlane");
        let bits = match is_permutation {
            true => fields.select & 3,
            false => fields.select & ((1 << count) - 1) | (fields.select >> 3) << count,
        };
        let has_result = !is_permutation && row.result() != Type::Nothing;
        list(
            text,
            "op_sel",
            bits,
            count.min(if is_permutation { 2 } else { 3 }) + usize::from(has_result),
            0,
        );
    }
}

/// Operands that are no floats, of which LLVM writes constants as if they were.
fn has_float_constants(row: &Row) -> bool {
    let names = ["v_cmp_class_f16", "v_cmpx_class_f16", "v_ldexp_f16", "v_dot2_bf16_bf16"];
    names.contains(&row.name)
}

/// How many sources half of an instruction has.
pub(crate) fn halves_sources(row: &Row) -> usize {
    match row.name {
        "v_dual_mov_b32" => 1,
        "v_dual_fmaak_f32" | "v_dual_fmamk_f32" => 3,
        // LLVM writes no VCC, which it reads.
        _ => 2,
    }
}

fn list(text: &mut String, name: &str, bits: u8, count: usize, default: u8) {
    if bits != default {
        let bits: Vec<String> = (0..count).map(|at| (bits >> at & 1).to_string()).collect();
        *text += &format!(" {name}:[{}]", bits.join(","));
    }
}

fn crossing(row: &Row, fields: &Vector) -> String {
    match fields.crossing {
        Crossing::None => String::new(),
        Crossing::Dpp8 { selectors, inactive } => {
            let lanes: Vec<String> = (0..8).map(|at| (selectors >> (3 * at) & 7).to_string()).collect();
            format!(" dpp8:[{}]{}", lanes.join(","), if inactive { " fi:1" } else { "" })
        }
        Crossing::Dpp { control, row_mask, bank_mask, bound, inactive } => {
            let control = match control {
                0..=0xff => {
                    let lanes: Vec<String> = (0..4).map(|at| (control >> (2 * at) & 3).to_string()).collect();
                    format!("quad_perm:[{}]", lanes.join(","))
                }
                0x101..=0x10f => format!("row_shl:{}", control & 0xf),
                0x111..=0x11f => format!("row_shr:{}", control & 0xf),
                0x121..=0x12f => format!("row_ror:{}", control & 0xf),
                0x140 => "row_mirror".to_owned(),
                0x141 => "row_half_mirror".to_owned(),
                0x150..=0x15f => format!("row_share:{}", control & 0xf),
                0x160..=0x16f => format!("row_xmask:{}", control & 0xf),
                _ => format!("dpp_ctrl:{control:#x}"),
            };
            let mut text = format!(" {control} row_mask:{row_mask:#x} bank_mask:{bank_mask:#x}");
            flags(&mut text, &[(bound, "bound_ctrl:1"), (inactive, "fi:1")]);
            text
        }
        Crossing::Sdwa { destination, unused, sources, .. } => {
            let name = |number: u8| SELECTED.get(usize::from(number)).copied().unwrap_or("none");
            let unused = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "none"][usize::from(unused & 3)];
            let mut text = String::new();
            if row.encoding != Encoding::Vopc {
                text = format!(" dst_sel:{} dst_unused:{unused}", name(destination));
            }
            text += &format!(" src0_sel:{}", name(sources[0]));
            if row.encoding != Encoding::Vop1 {
                text += &format!(" src1_sel:{}", name(sources[1]));
            }
            text
        }
    }
}
