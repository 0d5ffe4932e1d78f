//! Accesses of memory and exports.

use amdgpu_link::Encoding as Target;
use amdgpu_link::state::DataFormat;

use super::{Printer, flags};
use crate::image;
use crate::instruction::{Buffer, Export, Flat, Image, Lds, Source, null};
use crate::table::{Encoding, Row, Type};

impl Printer {
    pub(super) fn lds(&self, row: &Row, fields: &Lds) -> String {
        let registers = [fields.destination, fields.address, fields.data[0], fields.data[1]];
        let operands = registers.iter().zip(&row.types).filter(|(_, of)| **of != Type::Nothing);
        let operands: Vec<String> =
            operands.map(|(register, of)| Self::vgpr(*register, of.registers())).collect();
        let mut text = row.mnemonic.to_owned();
        if !operands.is_empty() {
            text = format!("{text} {}", operands.join(", "));
        }
        let [first, second] = fields.offsets;
        if row.name.contains("2addr") {
            for (name, offset) in [("offset0", first), ("offset1", second)] {
                if offset != 0 {
                    text += &format!(" {name}:{offset}");
                }
            }
        } else {
            let offset = u16::from_le_bytes(fields.offsets);
            if row.name == "ds_swizzle_b32" {
                text += &swizzle(offset);
            } else if offset != 0 {
                text += &format!(" offset:{offset}");
            }
        }
        flags(&mut text, &[(fields.gds, "gds")]);
        text
    }

    pub(super) fn flat(&self, row: &Row, fields: &Flat) -> String {
        let [result, data] = [0, 1].map(|index| row.types.get(index).copied().unwrap_or(Type::Nothing));
        let is_atomic = row.name.contains("_atomic_");
        let mut operands = Vec::new();
        let result = if is_atomic && fields.glc { returned(row, data) } else { result.registers() };
        if result > 0 {
            operands.push(Self::vgpr(fields.destination, result));
        }
        let has_scalar = fields.scalar != null(self.generation) && fields.scalar != 127;
        let is_gfx11 = self.generation.is_gfx11();
        let (address, scalar) = match row.encoding {
            Encoding::Flat => (Some(Self::vgpr(fields.address, 2)), None),
            Encoding::Global if has_scalar => {
                (Some(Self::vgpr(fields.address, 1)), Some(self.sgpr(fields.scalar, 2)))
            }
            Encoding::Global => (Some(Self::vgpr(fields.address, 2)), Some("off".to_owned())),
            _ => {
                let has_vector = if is_gfx11 { fields.vector } else { !has_scalar && fields.scalar != 127 };
                let address = if has_vector { Self::vgpr(fields.address, 1) } else { "off".to_owned() };
                let scalar = if has_scalar { self.sgpr(fields.scalar, 1) } else { "off".to_owned() };
                (Some(address), Some(scalar))
            }
        };
        operands.extend(address.filter(|_| !row.name.contains("addtid")));
        if data != Type::Nothing {
            operands.push(Self::vgpr(fields.data, data.registers()));
        }
        operands.extend(scalar);
        let mut text = format!("{} {}", row.mnemonic, operands.join(", "));
        if fields.offset != 0 {
            text += &format!(" offset:{}", fields.offset);
        }
        flags(&mut text, &[(fields.glc, "glc"), (fields.slc, "slc"), (fields.dlc, "dlc")]);
        text
    }

    pub(super) fn buffer(&self, row: &Row, fields: &Buffer) -> String {
        let data = row.result();
        if data == Type::Nothing && !fields.lds {
            return row.mnemonic.to_owned();
        }
        let mut operands = Vec::new();
        if !fields.lds {
            operands.push(Self::vgpr(fields.data, data.registers() + u16::from(fields.tfe)));
        }
        operands.push(match u16::from(fields.idxen) + u16::from(fields.offen) {
            0 => "off".to_owned(),
            count => Self::vgpr(fields.address, count),
        });
        operands.push(self.sgpr(fields.descriptor, 4));
        operands.push(self.source(fields.scalar, Type::Bits(32)));
        let mut text = format!("{} {}", row.mnemonic, operands.join(", "));
        if row.encoding == Encoding::Mtbuf {
            text += &self.format(fields.format);
        }
        flags(&mut text, &[(fields.idxen, "idxen"), (fields.offen, "offen")]);
        if fields.offset != 0 {
            text += &format!(" offset:{}", fields.offset);
        }
        let flagged = [
            (fields.glc, "glc"),
            (fields.slc, "slc"),
            (fields.dlc, "dlc"),
            (fields.tfe, "tfe"),
            (fields.lds, "lds"),
        ];
        flags(&mut text, &flagged);
        text
    }

    fn format(&self, code: u8) -> String {
        let target = if self.generation.is_gfx11() { Target::Gfx11 } else { Target::Gfx10 };
        // The one that is no word at all is what is written where none is.
        if code == 1 {
            return String::new();
        }
        let named = DataFormat::of_buffer_code(code, target);
        let named = named.and_then(|(data, number)| Some((data.name()?, number.name()?)));
        match named {
            Some((data, number)) => {
                format!(" format:[BUF_FMT_{}_{}]", data.to_uppercase(), number.to_uppercase())
            }
            None => format!(" format:{code}"),
        }
    }

    pub(super) fn image(&self, row: &Row, fields: &Image) -> String {
        let shape = image::Shape::of(row.name, fields);
        let data = Self::vgpr(fields.data, shape.data);
        let used = shape.addresses as usize;
        let given = usize::from(fields.given);
        let addresses = if given == 1 {
            Self::vgpr(u16::from(fields.addresses[0]), shape.addresses)
        } else {
            let each: Vec<String> = (0..used.min(given))
                .map(|at| {
                    // Of gfx11 the last one begins all that are left.
                    let rest = if at + 1 == given { used - at } else { 1 };
                    Self::vgpr(u16::from(fields.addresses[at]), rest as u16)
                })
                .collect();
            format!("[{}]", each.join(", "))
        };
        let descriptor = self.sgpr(fields.descriptor, if fields.r128 { 4 } else { 8 });
        let mut text = format!("{} {data}, {addresses}, {descriptor}", row.mnemonic);
        if shape.has_sampler {
            text += &format!(", {}", self.sgpr(fields.sampler, 4));
        }
        text += &format!(
            " dmask:{:#x} dim:SQ_RSRC_IMG_{}",
            fields.mask,
            image::DIMENSIONS[usize::from(fields.dimension & 7)]
        );
        let flagged = [
            (fields.unorm, "unorm"),
            (fields.glc, "glc"),
            (fields.slc, "slc"),
            (fields.dlc, "dlc"),
            (fields.r128, "r128"),
            (fields.a16, "a16"),
            (fields.tfe, "tfe"),
            (fields.lwe, "lwe"),
            (fields.d16, "d16"),
        ];
        flags(&mut text, &flagged);
        text
    }

    pub(super) fn export(&self, fields: &Export) -> String {
        let target = target(fields.target, self.generation.is_gfx11());
        let sources: Vec<String> = (0..4)
            .map(|at| {
                let is_on = fields.mask >> at & 1 != 0;
                let register = if fields.compressed { fields.sources[at / 2] } else { fields.sources[at] };
                if is_on {
                    self.source(Source::new(256).plus(register.into()), Type::Bits(32))
                } else {
                    "off".to_owned()
                }
            })
            .collect();
        let mut text = format!("exp {target} {}", sources.join(", "));
        let flagged = [
            (fields.done, "done"),
            (fields.compressed, "compr"),
            (fields.valid, "vm"),
            (fields.row, "row_en"),
        ];
        flags(&mut text, &flagged);
        text
    }
}

/// How many registers an atomic operation returns: half of those of an exchange that compares.
pub(crate) fn returned(row: &Row, data: Type) -> u16 {
    if row.name.contains("cmpswap") { data.registers() / 2 } else { data.registers() }
}

fn target(number: u8, is_gfx11: bool) -> String {
    match number {
        0..=7 => format!("mrt{number}"),
        8 => "mrtz".to_owned(),
        9 if !is_gfx11 => "null".to_owned(),
        12..=16 => format!("pos{}", number - 12),
        20 => "prim".to_owned(),
        21 | 22 if is_gfx11 => format!("dual_src_blend{}", number - 21),
        32.. if !is_gfx11 => format!("param{}", number - 32),
        _ => format!("invalid_target_{number}"),
    }
}

fn swizzle(offset: u16) -> String {
    if offset == 0 {
        return String::new();
    }
    if offset & 0xff00 == 0x8000 {
        let lanes: Vec<String> = (0..4).map(|at| (offset >> (2 * at) & 3).to_string()).collect();
        return format!(" offset:swizzle(QUAD_PERM,{})", lanes.join(","));
    }
    if offset >= 0xe000 {
        return format!(" offset:swizzle(FFT,{})", offset & 31);
    }
    if offset >= 0xc000 {
        return format!(" offset:swizzle(ROTATE,{},{})", offset >> 10 & 1, offset >> 5 & 31);
    }
    if offset & 0x8000 != 0 {
        return format!(" offset:{offset}");
    }
    let (and, or, xor) = (offset & 31, offset >> 5 & 31, offset >> 10 & 31);
    match (and, or, xor) {
        (31, 0, xor) if xor.is_power_of_two() => format!(" offset:swizzle(SWAP,{xor})"),
        (31, 0, xor) if (xor + 1).is_power_of_two() && xor > 1 => {
            format!(" offset:swizzle(REVERSE,{})", xor + 1)
        }
        (and, or, 0) if (32 - and).is_power_of_two() && and < 31 && or < 32 - and => {
            format!(" offset:swizzle(BROADCAST,{},{or})", 32 - and)
        }
        _ => {
            let mask: String = (0..5)
                .rev()
                .map(|at| match (and >> at & 1, or >> at & 1, xor >> at & 1) {
                    (_, 1, 0) | (0, 0, 1) => '1',
                    (_, 1, _) | (0, ..) => '0',
                    (_, _, 0) => 'p',
                    _ => 'i',
                })
                .collect();
            format!(" offset:swizzle(BITMASK_PERM,\"{mask}\")")
        }
    }
}
