//! The colour export epilogue: exports a pixel shader's results from registers, in formats for the targets, and ends
//! the program. Separate from the choice of formats (`export_format.rs`).
//!
//! Exports read their registers asynchronously, so that no register is written after an export that reads it.

use super::export_format::{DEPTH_TARGET, ExportFormats};
use super::registers::Vgprs;
use super::{ExportedValue, Glue};
use crate::error::Result;
use crate::isa::encode::{Assembler, Export, ScalarDst, Vgpr};
use crate::isa::{
    Instruction, S_ENDPGM, S_MOV_B32, S_WAITCNT_DEPCTR, TARGET_DUAL_SRC_BLEND0, TARGET_MRT0, TARGET_MRTZ,
    V_BFE_I32, V_BFE_U32, V_CNDMASK_B32, V_CVT_F32_F16, V_CVT_PK_I16_I32, V_CVT_PK_NORM_I16_F32,
    V_CVT_PK_NORM_U16_F32, V_CVT_PK_RTZ_F16_F32, V_CVT_PK_U16_U32, V_LSHRREV_B32, V_MOV_B32, V_MOV_B32_DPP8,
    V_PERM_B32,
};
use crate::state::{ColorState, ExportFormat};
use crate::target::Encoding;
use crate::value_type::Scalar;

/// Its name in errors.
const NAME: &str = "color export shader";

/// DPP8 selector that swaps the lanes of each pair.
const PAIRS: [u8; 8] = [1, 0, 3, 2, 5, 4, 7, 6];
/// Mask of the odd lanes.
const ODD_LANES: u32 = 0xaaaa_aaaa;
/// Immediate of `s_waitcnt_depctr` that waits for writes of scalar registers to be visible as lane masks.
const SCALAR_WRITES_DONE: u16 = 0xfffe;
/// Byte selector of `v_perm_b32`: the low halves of two registers.
const LOW_HALVES: u32 = 0x0504_0100;

/// The epilogue, and its formats for the metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColorExport {
    /// The code.
    pub glue: Glue,
    /// The format of each hardware target.
    pub formats: ExportFormats,
    /// `SPI_SHADER_COL_FORMAT`: four bits for each hardware target.
    pub color_format: u32,
}

/// Generates the epilogue of a body that leaves `exports` in registers from v0 on. With `kill`, the body may discard
/// pixels, so that an export is required in any case.
pub fn color_export(
    exports: &[ExportedValue],
    color: &ColorState,
    kill: bool,
    encoding: Encoding,
) -> Result<ColorExport> {
    let formats = ExportFormats::choose(exports, color)?;
    let registers = exports.iter().fold(0_u32, |sum, export| sum.saturating_add(export.ty.registers()));
    let mut vgprs = Vgprs::new(NAME, 0);
    let mut register = vgprs.take(registers)?;
    let mut epilogue = Epilogue { vgprs, code: Assembler::new(encoding), last: None };
    let swizzled = color.dual_source_blend && encoding == Encoding::Gfx11;
    let mut blend_sources = [None; 2];
    for export in exports {
        if export.target == DEPTH_TARGET {
            epilogue.depth(export, register);
        } else if let Some(channels) = epilogue.channels(export, register, formats.of(export.target))? {
            let slot = usize::try_from(export.target).ok().and_then(|target| blend_sources.get_mut(target));
            match slot {
                Some(slot) if swizzled => *slot = Some(channels),
                _ => epilogue.color(export.target, &channels),
            }
        }
        register = register.plus(export.ty.registers());
    }
    epilogue.dual_source(blend_sources)?;
    if epilogue.last.is_none() && kill {
        epilogue.dummy()?;
    }
    let glue = epilogue.finish();
    Ok(ColorExport { glue, formats, color_format: formats.register(exports, kill) })
}

/// The export to one target.
#[derive(Debug, Clone, Copy)]
struct Channels {
    registers: [Option<Vgpr>; 4],
    /// Whether each register holds two channels of 16 bits.
    halves: bool,
}

/// The conversion of two components to a pair of 16 bits each.
#[derive(Clone, Copy)]
enum Pairing {
    /// Floats to halves.
    Halves,
    /// Low halves of integers, reinterpreted as floats.
    Bits,
    /// Floats to normalized integers.
    Norm(&'static Instruction),
    /// Integers, clamped.
    Integers(&'static Instruction),
}

struct Epilogue {
    vgprs: Vgprs,
    code: Assembler,
    /// The index of the last export's first word.
    last: Option<usize>,
}

impl Epilogue {
    /// Converts the output to `format`; the registers that hold it, or `None` if nothing is exported.
    fn channels(
        &mut self,
        export: &ExportedValue,
        first: Vgpr,
        format: ExportFormat,
    ) -> Result<Option<Channels>> {
        let components = u32::from(export.ty.components);
        let whole: &[u32] = match format {
            ExportFormat::R32 => &[0],
            ExportFormat::GR32 if components > 1 => &[0, 1],
            ExportFormat::AR32 if components > 3 => &[0, 3],
            ExportFormat::GR32 | ExportFormat::AR32 => &[0],
            ExportFormat::ABGR32 => &[0, 1, 2, 3],
            ExportFormat::FP16 if export.ty.scalar.bits() == 16 => {
                return Ok(Some(packed(components, first)));
            }
            ExportFormat::FP16 if export.ty.scalar == Scalar::I8 => {
                return self.pairs(export, first, Pairing::Bits).map(Some);
            }
            ExportFormat::FP16 => return self.pairs(export, first, Pairing::Halves).map(Some),
            ExportFormat::UNORM16 => {
                return self.pairs(export, first, Pairing::Norm(&V_CVT_PK_NORM_U16_F32)).map(Some);
            }
            ExportFormat::SNORM16 => {
                return self.pairs(export, first, Pairing::Norm(&V_CVT_PK_NORM_I16_F32)).map(Some);
            }
            ExportFormat::UINT16 => {
                return self.pairs(export, first, Pairing::Integers(&V_CVT_PK_U16_U32)).map(Some);
            }
            ExportFormat::SINT16 => {
                return self.pairs(export, first, Pairing::Integers(&V_CVT_PK_I16_I32)).map(Some);
            }
            _ => return Ok(None),
        };
        let mut registers = [None; 4];
        for (slot, component) in
            registers.iter_mut().zip(whole).filter(|(_, component)| **component < components)
        {
            *slot = Some(self.component(export, first, *component, true)?);
        }
        Ok(Some(Channels { registers, halves: false }))
    }

    /// A component extended to 32 bits. Halves become singles for float formats, and keep their bits for integer
    /// formats.
    fn component(&mut self, export: &ExportedValue, first: Vgpr, index: u32, floats: bool) -> Result<Vgpr> {
        let bits = export.ty.scalar.bits();
        if bits == 32 {
            return Ok(first.plus(index));
        }
        let (register, shift) = (first.plus(index * bits / 32), index * bits % 32);
        let result = self.vgprs.take(1)?;
        if floats && export.ty.scalar == Scalar::F16 {
            let mut half = register;
            if shift != 0 {
                self.code.vop2(&V_LSHRREV_B32, result, shift.into(), register);
                half = result;
            }
            self.code.vop3(&V_CVT_F32_F16, result, [half.into()]);
        } else {
            let extract = if export.is_signed { &V_BFE_I32 } else { &V_BFE_U32 };
            self.code.vop3(extract, result, [register.into(), shift.into(), bits.into()]);
        }
        Ok(result)
    }

    /// Packs components in pairs; the last of an odd number is duplicated.
    fn pairs(&mut self, export: &ExportedValue, first: Vgpr, pairing: Pairing) -> Result<Channels> {
        let components = u32::from(export.ty.components);
        let floats = matches!(pairing, Pairing::Halves | Pairing::Norm(_));
        let mut registers = [None; 4];
        for (index, slot) in (0..components.div_ceil(2)).zip(&mut registers) {
            let low = self.component(export, first, 2 * index, floats)?;
            let high = if 2 * index + 1 < components {
                self.component(export, first, 2 * index + 1, floats)?
            } else {
                low
            };
            // A pair never lies past the components that are still to be read.
            let result = if export.ty.scalar.bits() == 32 { first.plus(index) } else { low };
            match pairing {
                Pairing::Halves => self.code.vop2(&V_CVT_PK_RTZ_F16_F32, result, low.into(), high),
                Pairing::Bits => {
                    self.code.vop3(&V_PERM_B32, result, [high.into(), low.into(), LOW_HALVES.into()]);
                }
                Pairing::Norm(pack) | Pairing::Integers(pack) => {
                    self.code.vop3(pack, result, [low.into(), high.into()]);
                }
            }
            *slot = Some(result);
        }
        Ok(Channels { registers, halves: true })
    }

    fn color(&mut self, target: u32, channels: &Channels) {
        self.export(TARGET_MRT0 + target, channels);
    }

    fn export(&mut self, target: u32, channels: &Channels) {
        self.last = Some(self.code.words.len());
        let compressed = channels.halves && self.code.encoding == Encoding::Gfx10;
        self.code.export(&Export { target, sources: channels.registers, compressed });
    }

    /// Exports depth, stencil and sample mask; the location is a mask of the present ones.
    fn depth(&mut self, export: &ExportedValue, first: Vgpr) {
        let mut registers = [None; 4];
        for (index, slot) in (0..3).zip(&mut registers) {
            *slot = (export.location >> index & 1 == 1).then(|| first.plus(index));
        }
        self.export(TARGET_MRTZ, &Channels { registers, halves: false });
    }

    /// Exports the sources of dual-source blending on gfx11, which expects them by pairs of lanes: the first export has
    /// both sources of even lanes, the second both sources of odd lanes. Values from inactive lanes are zero.
    fn dual_source(&mut self, sources: [Option<Channels>; 2]) -> Result<()> {
        // The second source is undefined where the body has none.
        let (first, second) = match sources {
            [Some(first), Some(second)] => (first, second),
            [Some(only), None] | [None, Some(only)] => (only, only),
            [None, None] => return Ok(()),
        };
        for half in [ScalarDst::VccLo, ScalarDst::VccHi] {
            self.code.sop1(&S_MOV_B32, half, Some(ODD_LANES.into()));
        }
        self.code.sopp(&S_WAITCNT_DEPCTR, SCALAR_WRITES_DONE);
        let mut blends = [[None; 4]; 2];
        let [blend0, blend1] = &mut blends;
        let channels = first.registers.into_iter().zip(second.registers);
        for ((first, second), (blend0, blend1)) in channels.zip(blend0.iter_mut().zip(blend1)) {
            let (Some(first), Some(second)) = (first.or(second), second.or(first)) else { continue };
            let (even, odd) = (self.vgprs.take(1)?, self.vgprs.take(1)?);
            self.code.dpp8(&V_MOV_B32_DPP8, odd, second, PAIRS);
            self.code.vop2(&V_CNDMASK_B32, even, first.into(), odd);
            self.code.vop2(&V_CNDMASK_B32, odd, odd.into(), first);
            self.code.dpp8(&V_MOV_B32_DPP8, odd, odd, PAIRS);
            (*blend0, *blend1) = (Some(even), Some(odd));
        }
        for (target, registers) in (TARGET_DUAL_SRC_BLEND0..).zip(blends) {
            self.export(target, &Channels { registers, halves: first.halves });
        }
        Ok(())
    }

    /// Ends the program with at least one export: the hardware learns discarded pixels from its valid mask.
    fn dummy(&mut self) -> Result<()> {
        let zero = self.vgprs.take(1)?;
        self.code.vop1(&V_MOV_B32, zero, Some(0.into()));
        self.color(0, &Channels { registers: [Some(zero), None, None, None], halves: false });
        Ok(())
    }

    fn finish(mut self) -> Glue {
        if let Some(last) = self.last {
            self.code.done(last);
        }
        self.code.sopp(&S_ENDPGM, 0);
        Glue {
            encoding: self.code.encoding,
            code: self.code.words,
            sgpr_count: 0,
            vgpr_count: self.vgprs.count(),
        }
    }
}

/// The channels of components that are packed in pairs of 16 bits.
fn packed(components: u32, first: Vgpr) -> Channels {
    let mut registers = [None; 4];
    for (index, slot) in (0..components.div_ceil(2)).zip(&mut registers) {
        *slot = Some(first.plus(index));
    }
    Channels { registers, halves: true }
}
