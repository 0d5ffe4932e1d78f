//! The fetch prologue: loads vertex attributes into the registers where the body expects them, by formats and offsets
//! of the pipeline state. Separate from the plan of one value (`attribute.rs`), the element's index (`vertex_index.rs`)
//! and the assembly of loaded components (`assemble.rs`).
//!
//! The wave's initial registers are preserved: the code uses registers above them, and ends when all loads have
//! completed.

use super::assemble;
use super::attribute::Attribute;
use super::registers::Vgprs;
use super::vertex_index::VertexIndex;
use super::{FetchEntry, FetchStage, FetchedValue, Glue};
use crate::error::{ErrorKind, Result};
use crate::isa::encode::{Assembler, ScalarDst, Sgpr, TypedLoad, Vgpr, Wait};
use crate::isa::{
    Instruction, S_BFE_U32, S_BFM_B32, S_BFM_B64, S_CMOV_B32, S_CMOV_B64, S_CMP_EQ_U32, S_GETPC_B64,
    S_LOAD_B128, S_MOV_B32, TBUFFER_LOAD_FORMAT_D16_X, TBUFFER_LOAD_FORMAT_D16_XY,
    TBUFFER_LOAD_FORMAT_D16_XYZ, TBUFFER_LOAD_FORMAT_D16_XYZW, TBUFFER_LOAD_FORMAT_X, TBUFFER_LOAD_FORMAT_XY,
    TBUFFER_LOAD_FORMAT_XYZ, TBUFFER_LOAD_FORMAT_XYZW, V_NOP,
};
use crate::limits::MAX_SGPRS;
use crate::state::VertexInput;
use crate::target::Encoding;

/// Its name in errors.
const NAME: &str = "fetch shader";

/// The size of a buffer descriptor in dwords and in bytes.
const DESCRIPTOR_DWORDS: u32 = 4;
const DESCRIPTOR_BYTES: u32 = 16;

/// Maximum number of descriptors in registers at once.
const MAX_DESCRIPTORS: usize = 25;

/// Largest offset of a scalar load.
const MAX_SCALAR_OFFSET: u32 = (1 << 20) - 1;

/// Largest immediate offset of a typed load; the rest of a larger offset is in a register.
const MAX_LOAD_OFFSET: u32 = (1 << 12) - 1;

/// The scalar register of a merged shader with the number of its first half's lanes, and their bit field.
const MERGED_WAVE_INFO: Sgpr = Sgpr(3);
/// Offset 0 and width 7, as operand of a bit field extract.
const FIRST_HALF_LANES: u32 = 7 << 16;

/// Generates the prologue of a body that expects `values`, from the attributes in `inputs`. A value whose location is
/// not described stays undefined.
pub fn fetch_prologue(
    entry: &FetchEntry,
    values: &[FetchedValue],
    inputs: &[VertexInput],
    encoding: Encoding,
) -> Result<Glue> {
    let (mut vgprs, mut result) = results(entry, values)?;
    let mut attributes = Vec::with_capacity(values.len());
    for value in values {
        if let Some(input) = described(inputs, value.location) {
            attributes.push(Attribute::plan(value, input, result, &mut vgprs, encoding)?);
        }
        result = result.plus(value.ty.registers());
    }
    let first_sgpr = first_free_sgpr(entry);
    let mut prologue = Prologue {
        entry,
        index: VertexIndex::new(entry),
        vgprs,
        next_sgpr: first_sgpr,
        sgpr_count: entry.sgpr_count,
        code: Assembler::new(encoding),
    };
    if !attributes.is_empty() {
        prologue.enable_lanes()?;
        prologue.load(&attributes)?;
        for attribute in &attributes {
            assemble::assemble(&mut prologue.code, attribute);
        }
    }
    let Prologue { vgprs, sgpr_count, code, .. } = prologue;
    Ok(Glue { encoding, code: code.words, sgpr_count, vgpr_count: vgprs.count() })
}

/// Takes the registers of all values; returns the allocator and the first of them.
pub(super) fn results(entry: &FetchEntry, values: &[FetchedValue]) -> Result<(Vgprs, Vgpr)> {
    let mut vgprs = Vgprs::new(NAME, entry.vgpr_count);
    let registers = values.iter().fold(0_u32, |sum, value| sum.saturating_add(value.ty.registers().max(1)));
    let first = vgprs.take(registers)?;
    Ok((vgprs, first))
}

/// The first scalar register that is free at the start.
fn first_free_sgpr(entry: &FetchEntry) -> u32 {
    let given = [entry.vertex_buffer_table, entry.base_vertex, entry.base_instance];
    let end = given.into_iter().flatten().map(|register| register.saturating_add(1)).max().unwrap_or(0);
    let merged = if is_merged(entry.stage) { u32::from(MERGED_WAVE_INFO.0) + 1 } else { 0 };
    entry.sgpr_count.max(end).max(merged)
}

/// Whether the shader is the first half of a merged shader.
fn is_merged(stage: FetchStage) -> bool {
    matches!(stage, FetchStage::Hs | FetchStage::Gs)
}

/// The description of a location: the first of several.
pub(super) fn described(inputs: &[VertexInput], location: u32) -> Option<&VertexInput> {
    inputs.iter().find(|input| input.location == location)
}

struct Prologue<'a> {
    entry: &'a FetchEntry,
    index: VertexIndex<'a>,
    vgprs: Vgprs,
    /// The first free register.
    next_sgpr: u32,
    /// The maximum number in use.
    sgpr_count: u32,
    code: Assembler,
}

/// A descriptor in registers.
struct Descriptor {
    binding: u32,
    register: Sgpr,
}

impl Prologue<'_> {
    /// The first of `count` scalar registers above those in use, at a multiple of `align`.
    fn sgprs(&mut self, count: u32, align: u32) -> Result<Sgpr> {
        let first = self.next_sgpr.checked_next_multiple_of(align);
        let end = first.and_then(|first| first.checked_add(count)).filter(|end| *end <= MAX_SGPRS);
        match (first.map(u8::try_from), end) {
            (Some(Ok(first)), Some(end)) => {
                self.next_sgpr = end;
                self.sgpr_count = self.sgpr_count.max(end);
                Ok(Sgpr(first))
            }
            _ => Err(ErrorKind::GlueRegisters { glue: NAME, class: "scalar", limit: MAX_SGPRS }.unplaced()),
        }
    }

    /// Enables the lanes of the vertex shader: merged shaders start with those of both halves.
    fn enable_lanes(&mut self) -> Result<()> {
        if !is_merged(self.entry.stage) {
            return Ok(());
        }
        let in_use = self.next_sgpr;
        let count = self.sgprs(1, 1)?;
        // Free again where the table's address is made.
        self.next_sgpr = in_use;
        let fields = [MERGED_WAVE_INFO.into(), FIRST_HALF_LANES.into()];
        self.code.sop2(&S_BFE_U32, ScalarDst::Sgpr(count), fields);
        let (mask, all, lanes) =
            if self.entry.wave32 { (&S_BFM_B32, &S_CMOV_B32, 32) } else { (&S_BFM_B64, &S_CMOV_B64, 64) };
        // The width of a mask is taken modulo the wave's size.
        self.code.sop2(mask, ScalarDst::Exec, [count.into(), 0.into()]);
        self.code.sopc(&S_CMP_EQ_U32, [count.into(), lanes.into()]);
        self.code.sop1(all, ScalarDst::Exec, Some(u32::MAX.into()));
        Ok(())
    }

    /// Loads all values in batches: as many descriptors as registers can hold, then the values in their buffers.
    fn load(&mut self, attributes: &[Attribute<'_>]) -> Result<()> {
        let mut loading = attributes.iter().filter(|attribute| attribute.loads()).peekable();
        let Some(first) = loading.peek() else { return Ok(()) };
        let table = self.table(first.input.location)?;
        let first_descriptor = self.next_sgpr;
        let mut descriptors: Vec<Descriptor> = Vec::with_capacity(attributes.len().min(MAX_DESCRIPTORS));
        let mut batch = Vec::with_capacity(attributes.len());
        while let Some(attribute) = loading.next() {
            let binding = attribute.input.binding;
            if !descriptors.iter().any(|known| known.binding == binding) {
                let register = self.sgprs(DESCRIPTOR_DWORDS, DESCRIPTOR_DWORDS)?;
                self.load_descriptor(register, table, attribute.input)?;
                descriptors.push(Descriptor { binding, register });
            }
            batch.push(attribute);
            let room = self.next_sgpr + DESCRIPTOR_DWORDS <= MAX_SGPRS;
            let fits = |next: &&Attribute<'_>| {
                room || descriptors.iter().any(|known| known.binding == next.input.binding)
            };
            if loading.peek().is_some_and(fits) {
                continue;
            }
            self.load_batch(&batch, &descriptors)?;
            if loading.peek().is_some() {
                // On gfx10.1 a register that a load in flight reads must not be written before a vector instruction.
                self.code.vop1(&V_NOP, Vgpr(0), None);
                self.next_sgpr = first_descriptor;
                descriptors.clear();
                batch.clear();
            }
        }
        self.code.wait(Wait::VECTOR);
        Ok(())
    }

    /// The pair of registers with the address of the vertex buffer table: the low half is given, the high half is that
    /// of the program counter.
    fn table(&mut self, location: u32) -> Result<Sgpr> {
        let low = self.entry.vertex_buffer_table.and_then(|register| u8::try_from(register).ok());
        let Some(low) = low else {
            let needs = "vertex buffer table";
            return Err(ErrorKind::VertexNeeds { location, needs }.unplaced());
        };
        let pair = self.sgprs(2, 2)?;
        self.code.sop1(&S_GETPC_B64, ScalarDst::Sgpr(pair), None);
        self.code.sop1(&S_MOV_B32, ScalarDst::Sgpr(pair), Some(Sgpr(low).into()));
        Ok(pair)
    }

    fn load_descriptor(&mut self, register: Sgpr, table: Sgpr, input: &VertexInput) -> Result<()> {
        let offset =
            input.binding.checked_mul(DESCRIPTOR_BYTES).filter(|offset| *offset <= MAX_SCALAR_OFFSET);
        let Some(offset) = offset else {
            let (what, found) = ("binding", input.binding);
            return Err(ErrorKind::VertexPlace { location: input.location, what, found }.unplaced());
        };
        self.code.smem(&S_LOAD_B128, register, table, offset);
        Ok(())
    }

    /// Loads the values in the buffers of one batch of descriptors.
    fn load_batch(&mut self, batch: &[&Attribute<'_>], descriptors: &[Descriptor]) -> Result<()> {
        if let Some(attribute) = batch.first() {
            // Done while descriptors are on their way.
            self.index.of_rate(attribute.input, &mut self.code, &mut self.vgprs)?;
        }
        self.code.wait(Wait::SCALAR);
        for attribute in batch {
            let binding = attribute.input.binding;
            let Some(descriptor) = descriptors.iter().find(|known| known.binding == binding) else {
                continue;
            };
            for load in attribute.loads.iter().flatten() {
                let rest = load.offset & !MAX_LOAD_OFFSET;
                let index =
                    self.index.of(attribute.input, load.elements, rest, &mut self.code, &mut self.vgprs)?;
                let load_of = TypedLoad {
                    data: load.result,
                    index,
                    offset_register: rest != 0,
                    descriptor: descriptor.register,
                    format: load.format,
                    offset: load.offset & MAX_LOAD_OFFSET,
                };
                self.code.mtbuf(typed_load(load.channels, attribute.halves), &load_of);
            }
        }
        Ok(())
    }
}

/// The load instruction for this number of channels, into halves of registers or whole ones.
fn typed_load(channels: u32, halves: bool) -> &'static Instruction {
    match (channels, halves) {
        (..=1, false) => &TBUFFER_LOAD_FORMAT_X,
        (2, false) => &TBUFFER_LOAD_FORMAT_XY,
        (3, false) => &TBUFFER_LOAD_FORMAT_XYZ,
        (_, false) => &TBUFFER_LOAD_FORMAT_XYZW,
        (..=1, true) => &TBUFFER_LOAD_FORMAT_D16_X,
        (2, true) => &TBUFFER_LOAD_FORMAT_D16_XY,
        (3, true) => &TBUFFER_LOAD_FORMAT_D16_XYZ,
        (_, true) => &TBUFFER_LOAD_FORMAT_D16_XYZW,
    }
}
