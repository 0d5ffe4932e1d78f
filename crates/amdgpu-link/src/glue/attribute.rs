//! The plan for one fetched value: its loads, and the source of each component. Separate from the code because all
//! decisions about formats are here.

use super::FetchedValue;
use super::registers::Vgprs;
use crate::error::{Error, ErrorKind, Result};
use crate::isa::encode::Vgpr;
use crate::state::{DataFormat, VertexInput};
use crate::target::Encoding;
use crate::value_type::Scalar;

/// Maximum number of components of a value, counted in dwords where they have 64 bits.
pub(super) const MAX_PIECES: usize = 8;

/// Maximum channels of one load, and their bytes where an element has more.
const LOAD_CHANNELS: u32 = 4;
const LOAD_BYTES: u32 = 16;

/// The source of a component, or of half a component of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// A register; for 16-bit components, whether it is the high half.
    Register(Vgpr, bool),
    /// The default of a component that the attribute lacks.
    Constant(u32),
}

/// A load.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    /// The buffer format.
    pub format: u8,
    /// The number of channels.
    pub channels: u32,
    /// Byte offset in the element, and the number of elements to go on from the index.
    pub offset: u32,
    pub elements: u32,
    pub result: Vgpr,
}

/// A fetched value.
#[derive(Debug)]
pub(super) struct Attribute<'a> {
    pub input: &'a VertexInput,
    /// The first of its registers.
    pub result: Vgpr,
    /// Bits of a piece: 8, 16 or 32.
    pub bits: u32,
    /// Whether loads write halves of registers.
    pub halves: bool,
    pub loads: [Option<Load>; MAX_PIECES],
    pub pieces: [Piece; MAX_PIECES],
    pub count: usize,
}

/// Adjacent channels of the element, from `first` on, that one load can read.
struct Part {
    first: u32,
    channels: u32,
    format: DataFormat,
    offset: u32,
}

impl<'a> Attribute<'a> {
    /// Plans the fetch of `value` from `input` into the registers from `result` on.
    pub(super) fn plan(
        value: &FetchedValue,
        input: &'a VertexInput,
        result: Vgpr,
        vgprs: &mut Vgprs,
        encoding: Encoding,
    ) -> Result<Self> {
        let scalar = value.ty.scalar;
        let dwords = if scalar.bits() == 64 { 2 } else { 1 };
        let count = u32::from(value.ty.components) * dwords;
        let first = value.component.checked_mul(dwords);
        let end =
            first.and_then(|first| first.checked_add(count)).filter(|end| *end <= LOAD_CHANNELS * dwords);
        let (Some(first), Some(end)) = (first, end) else {
            let (location, component, ty) = (value.location, value.component, value.ty);
            return Err(ErrorKind::VertexComponents { location, component, ty }.unplaced());
        };
        let mut attribute = Self {
            input,
            result,
            bits: scalar.bits().min(32),
            halves: scalar.bits() == 16,
            loads: [None; MAX_PIECES],
            pieces: [Piece::Constant(0); MAX_PIECES],
            count: count as usize,
        };
        for (piece, channel) in attribute.pieces.iter_mut().zip(first..end) {
            *piece = Piece::Constant(missing(scalar, channel));
        }
        for part in parts(input, encoding)? {
            attribute.part(&part, first, vgprs, encoding)?;
        }
        Ok(attribute)
    }

    /// Plans the loads of one part; the value's components are the channels from `first` on.
    fn part(&mut self, part: &Part, first: u32, vgprs: &mut Vgprs, encoding: Encoding) -> Result<()> {
        let swaps = self.input.data_format.row().swaps;
        // Pieces that this part has, as (piece, channel of the part).
        let mut wanted = [None; MAX_PIECES];
        let mut channels = 0;
        for ((piece, slot), channel) in wanted.iter_mut().enumerate().take(self.count).zip(first..) {
            let channel = if swaps && (channel == 0 || channel == 2) { 2 - channel } else { channel };
            let Some(channel) = channel.checked_sub(part.first).filter(|channel| *channel < part.channels)
            else {
                continue;
            };
            *slot = Some((piece, channel));
            channels = channels.max(channel + 1);
        }
        if channels == 0 {
            return Ok(());
        }
        let wanted = wanted.into_iter().flatten();
        if self.at_once(part) {
            self.whole(part, channels, first, wanted, vgprs, encoding)
        } else {
            self.components(part, wanted, vgprs, encoding)
        }
    }

    /// Whether one load can read the whole part: loads of several channels need aligned elements, and some formats are
    /// read wrong even then where the buffer itself is not aligned.
    fn at_once(&self, part: &Part) -> bool {
        let row = part.format.row();
        let aligned = |bytes: u32| bytes.checked_rem(row.bytes) == Some(0);
        row.packed || row.channels == 1 || row.whole && aligned(part.offset) && aligned(self.input.stride)
    }

    fn whole(
        &mut self,
        part: &Part,
        channels: u32,
        first: u32,
        wanted: impl Iterator<Item = (usize, u32)>,
        vgprs: &mut Vgprs,
        encoding: Encoding,
    ) -> Result<()> {
        let format = self.code(part.format, encoding)?;
        let per_register = if self.halves { 2 } else { 1 };
        // Channels can stay where they are loaded if they are the value's own, in order.
        let swaps = self.input.data_format.row().swaps;
        let in_place = part.first.checked_sub(first).filter(|_| !swaps && self.bits > 8);
        let result = match in_place {
            Some(before) => self.result.plus(before / per_register),
            None => vgprs.take(channels.div_ceil(per_register))?,
        };
        for (piece, channel) in wanted {
            let register = result.plus(channel / per_register);
            self.set(piece, Piece::Register(register, channel % per_register == 1));
        }
        let (offset, elements) = self.place(part.offset);
        self.add(Load { format, channels, offset, elements, result });
        Ok(())
    }

    /// Plans a load for each component: into the result register for the first component of that, else into a free one.
    fn components(
        &mut self,
        part: &Part,
        wanted: impl Iterator<Item = (usize, u32)>,
        vgprs: &mut Vgprs,
        encoding: Encoding,
    ) -> Result<()> {
        let component = part.format.row().component;
        let format = self.code(component, encoding)?;
        let per_register = 32 / self.bits;
        for (piece, channel) in wanted {
            let number = u32::try_from(piece).unwrap_or(0);
            let result = if number.is_multiple_of(per_register) {
                self.result.plus(number / per_register)
            } else {
                vgprs.take(1)?
            };
            self.set(piece, Piece::Register(result, false));
            let offset = part.offset.checked_add(channel * component.bytes());
            let (offset, elements) = self.place(offset.ok_or_else(|| past_the_end(self.input))?);
            self.add(Load { format, channels: 1, offset, elements, result });
        }
        Ok(())
    }

    /// Adds a load; there is room for one for each component.
    fn add(&mut self, load: Load) {
        if let Some(slot) = self.loads.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(load);
        }
    }

    /// Whether the value has loads: not all components are defaults.
    pub(super) fn loads(&self) -> bool {
        matches!(self.loads, [Some(_), ..])
    }

    fn set(&mut self, index: usize, piece: Piece) {
        if let Some(slot) = self.pieces.get_mut(index) {
            *slot = piece;
        }
    }

    /// Splits an offset into one within an element and a number of elements: loads are bounds-checked by the stride.
    fn place(&self, offset: u32) -> (u32, u32) {
        match (offset.checked_rem(self.input.stride), offset.checked_div(self.input.stride)) {
            (Some(offset), Some(elements)) => (offset, elements),
            // All elements are the same.
            _ => (offset, 0),
        }
    }

    fn code(&self, format: DataFormat, encoding: Encoding) -> Result<u8> {
        let code = format.buffer_code(self.input.number_format, encoding);
        code.ok_or_else(|| cannot_load(self.input, encoding))
    }
}

/// The parts of an element: one, or two for elements of more than four dwords.
fn parts(input: &VertexInput, encoding: Encoding) -> Result<impl Iterator<Item = Part>> {
    let format = input.data_format;
    let row = format.row();
    let total = if row.bits == 64 { 2 * row.channels } else { row.channels };
    // What no load has at once is loaded by components.
    let loads = if row.loads.is_invalid() { format } else { row.loads };
    let loaded = if row.loads.is_invalid() { row.component } else { row.loads };
    if loaded.buffer_code(input.number_format, encoding).is_none() {
        return Err(cannot_load(input, encoding));
    }
    let first = Part { first: 0, channels: total.min(LOAD_CHANNELS), format: loads, offset: input.offset };
    let second = match total.checked_sub(LOAD_CHANNELS) {
        None | Some(0) => None,
        Some(channels) => {
            let format = if channels == 2 { DataFormat::X32_32 } else { DataFormat::X32_32_32_32 };
            let offset = input.offset.checked_add(LOAD_BYTES).ok_or_else(|| past_the_end(input))?;
            Some(Part { first: LOAD_CHANNELS, channels, format, offset })
        }
    };
    Ok(std::iter::once(first).chain(second))
}

#[cold]
fn cannot_load(input: &VertexInput, encoding: Encoding) -> Error {
    let (location, data, number) = (input.location, input.data_format, input.number_format);
    ErrorKind::VertexFormat { location, data, number, encoding }.unplaced()
}

#[cold]
fn past_the_end(input: &VertexInput) -> Error {
    ErrorKind::VertexPlace { location: input.location, what: "offset", found: input.offset }.unplaced()
}

/// The default of a missing component: 0, or 1 for the fourth.
fn missing(scalar: Scalar, channel: u32) -> u32 {
    match (scalar, channel) {
        (Scalar::I8 | Scalar::I16 | Scalar::I32, 3) => 1,
        (Scalar::F16, 3) => 0x3c00,
        (Scalar::F32, 3) => 1.0_f32.to_bits(),
        // The high half of 1.0. Integers of 64 bits have what the reference has, in the high half too; the API leaves
        // it undefined.
        (Scalar::F64, 7) => 0x3ff0_0000,
        (Scalar::I64, 7) => 1,
        _ => 0,
    }
}
