//! Buffers: typed ones, whose elements are converted, and structured and byte-address buffers, whose bytes are read as
//! they are.
//!
//! Addresses of numbers of 32 and 64 bits are multiples of 4, those of 16 bits multiples of 2: D3D says nothing of
//! others, here they are rounded down and reported. Of numbers with the precision of 16 bits that a shader has without
//! native ones (`min16float`), memory holds 32: integers are extended by their sign, because code does not say whether
//! they have one.

use az::SaturatingAs as _;
use dx_container::enums::ResourceKind;
use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, Lanes};
use crate::program::{Context, Site, Stop};
use crate::resources::access::{self, BufferTarget, Group, Handles, gather, scatter, which, words_of};
use crate::resources::format::{from_register, to_register};
use crate::resources::races::Access;
use crate::resources::{Component, Format};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::BUFFER_LOAD => buffer_load,
        Opcode::BUFFER_STORE => buffer_store,
        Opcode::RAW_BUFFER_LOAD => raw_buffer_load,
        Opcode::RAW_BUFFER_STORE => raw_buffer_store,
        _ => return None,
    }))
}

/// The status of a load whose bytes are all mapped.
const MAPPED: u32 = 1;

/// Writes the status, which follows the values: 0 for the lanes in `unmapped`.
pub(super) fn write_status(context: &mut Context<'_>, site: &Site<'_>, block: usize, unmapped: u32) {
    let status = site.results.last().copied().unwrap_or(Register::NONE);
    if status != Register::NONE {
        let mut words = lanes::splat(MAPPED);
        fill(&mut words, unmapped, 0);
        context.write(status, block, &words);
    }
}

/// The components that somebody asks for: a bit each.
pub(super) fn asked(site: &Site<'_>, width: usize) -> u32 {
    let mut mask = 0;
    for (number, registers) in (0_u32..4).zip(site.results.chunks(width)) {
        mask |= u32::from(registers.iter().any(|register| *register != Register::NONE)) << number;
    }
    mask
}

fn buffer_load(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let raw = Raw::of(context, site, 1, asked(site, 1));
    loads(context, site, raw)
}

fn raw_buffer_load(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let width = site.scalar.registers() as usize;
    let mask = context.wave.uniform(site.argument(3));
    let raw = Raw::of(context, site, width, mask & asked(site, width));
    loads(context, site, raw)
}

/// How numbers lie in memory.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    pub(super) scalar: Scalar,
    /// Registers of one number.
    pub(super) width: usize,
    /// Bytes of one number.
    pub(super) bytes: u32,
    /// Whether it has 16 bits, and lies in 32.
    pub(super) is_wide_half: bool,
    /// Which of four numbers.
    pub(super) mask: u32,
    /// The number of the first of them in a vector, a multiple of four.
    pub(super) first: u32,
}

impl Raw {
    pub(super) fn of(context: &Context<'_>, site: &Site<'_>, width: usize, mask: u32) -> Self {
        let is_wide_half = site.scalar.bits() == 16 && !context.program.has_native_16_bit;
        let bytes = if is_wide_half { 4 } else { site.scalar.bytes() };
        Self { scalar: site.scalar, width, bytes, is_wide_half, mask, first: 0 }
    }

    /// Bytes from the address of the access to the first number.
    fn start(self) -> u32 {
        self.first.wrapping_mul(self.bytes)
    }

    /// The numbers that are accessed, and the bytes from the address of the access to each.
    fn numbers(self) -> impl Iterator<Item = (usize, u32)> {
        let start = self.start();
        (0..4_u32)
            .filter(move |number| self.mask >> number & 1 != 0)
            .map(move |number| (number as usize, start + number * self.bytes))
    }
}

/// The first argument with a stored value: after the handle and two coordinates.
pub(super) const FIRST_VALUE: usize = 3;

/// The most registers that a load gives, without the status.
const MAX_PARTS: usize = 8;

pub(super) fn loads(context: &mut Context<'_>, site: &Site<'_>, raw: Raw) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    for block in 0..context.blocks() {
        let mut words = [lanes::ZERO; MAX_PARTS];
        let mut handles = Handles::of(context, handle, block);
        let mut unmapped = 0;
        while let Some(group) = handles.next(block) {
            let Some(buffer) = context.buffer(site, group, "reads") else { continue };
            unmapped |= if is_typed(buffer.kind) {
                typed_load(context, site, &buffer, &mut words)
            } else {
                raw_load(context, site, &buffer, raw, &mut words)
            };
        }
        let (values, _) = site.results.split_at(site.results.len().saturating_sub(1));
        for (register, words) in values.iter().zip(&words) {
            if *register != Register::NONE {
                context.write(*register, block, words);
            }
        }
        write_status(context, site, block, unmapped);
    }
    Ok(())
}

fn is_typed(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::TYPED_BUFFER | ResourceKind::TBUFFER)
}

/// Where lanes access a structured or byte-address buffer: the first byte of each in the buffer, and the lanes whose
/// element is not there.
struct Addresses {
    bytes: Lanes,
    outside: u32,
}

fn addresses(
    context: &mut Context<'_>,
    site: &Site<'_>,
    buffer: &BufferTarget<'_>,
    raw: Raw,
    verb: &'static str,
) -> Addresses {
    let group = buffer.target.group;
    let (index, offset) = (site.argument(1), site.argument(2));
    // The parts of a vector have the same coordinates, which are checked once.
    let is_first = raw.first == 0;
    if is_first {
        context.require_defined_in(group, index, index_name(buffer.kind));
    }
    let mut addresses = Addresses { bytes: *context.read(index, group.block), outside: 0 };
    if buffer.kind == ResourceKind::STRUCTURED_BUFFER {
        if is_first {
            context.require_defined_in(group, offset, "byte offset in the element");
        }
        let stride = buffer.stride;
        let count = (buffer.bytes / u64::from(stride.max(1))).saturating_as::<u32>();
        let offset = *context.read(offset, group.block);
        let last = raw.start() + (32 - raw.mask.leading_zeros()).saturating_mul(raw.bytes);
        addresses.outside = which(&addresses.bytes, |index| index >= count)
            | which(&offset, |offset| offset.saturating_add(last) > stride);
        addresses.bytes = lanes::map2(&addresses.bytes, &offset, |index, offset| {
            index.wrapping_mul(stride).wrapping_add(offset)
        });
    }
    let unit = raw.bytes.clamp(1, 4);
    let misaligned = which(&addresses.bytes, |byte| byte & (unit - 1) != 0) & group.lanes;
    if misaligned != 0 {
        if context.checks.all && is_first {
            for lane in lanes::each(misaligned & !addresses.outside) {
                let (byte, name) = (lanes::get(&addresses.bytes, lane), context.name_of(group.handle));
                context.report(FindingKind::Misaligned, group.block, lane, || {
                    format!(
                        "{verb} {} bytes at byte offset {byte} of {name}, expected a multiple of {unit}",
                        raw.bytes
                    )
                });
            }
        }
        addresses.bytes = lanes::map1(&addresses.bytes, |byte| byte & !(unit - 1));
    }
    addresses
}

/// The first coordinate of an access to a buffer, for messages.
pub(super) fn index_name(kind: ResourceKind) -> &'static str {
    if kind == ResourceKind::RAW_BUFFER { "byte offset" } else { "element index" }
}

/// Reports lanes that access bytes that are not there.
#[cold]
fn report_outside(
    context: &mut Context<'_>,
    site: &Site<'_>,
    buffer: &BufferTarget<'_>,
    (addresses, lanes): (&Addresses, u32),
    (bytes, behind, verb): (u32, u32, &'static str),
) {
    let group = buffer.target.group;
    context.report_outside(group, lanes, |context, lane| {
        let name = context.name_of(group.handle);
        let argument = |index| lanes::get(context.read(site.argument(index), group.block), lane);
        let stride = u64::from(buffer.stride.max(1));
        if buffer.kind != ResourceKind::STRUCTURED_BUFFER {
            let at = u64::from(lanes::get(&addresses.bytes, lane)) + u64::from(behind);
            return format!(
                "{verb} {bytes} bytes at byte offset {at} of {name}, which has {} bytes",
                buffer.bytes
            );
        }
        let (index, count) = (argument(1), buffer.bytes / stride);
        if u64::from(index) < count {
            let at = u64::from(argument(2)) + u64::from(behind);
            return format!(
                "{verb} {bytes} bytes at byte offset {at} of an element of {name}, which has {stride} bytes"
            );
        }
        format!("{verb} element {index} of {name}, which has {count} elements of {stride} bytes")
    });
}

/// The lanes whose number, that ends so far behind an address, is beyond the end.
#[inline(always)]
fn beyond(addresses: &Lanes, end: u32, bytes: u64) -> u32 {
    match bytes.checked_sub(end.into()) {
        None => u32::MAX,
        Some(last) => {
            let last = last.saturating_as::<u32>();
            which(addresses, |byte| byte > last)
        }
    }
}

/// Loads the values of the lanes. Returns the lanes that read unmapped bytes.
pub(super) fn raw_load<'a>(
    context: &mut Context<'a>,
    site: &Site<'_>,
    buffer: &BufferTarget<'a>,
    raw: Raw,
    to: &mut [Lanes],
) -> u32 {
    let group = buffer.target.group;
    let mut all_unmapped = 0;
    let addresses = addresses(context, site, buffer, raw, "reads");
    let plain = (raw.bytes == 4 && !raw.is_wide_half)
        .then(|| words_of(buffer.target.memory, buffer.start, buffer.bytes));
    let noter = context.noter(&buffer.target);
    for (number, behind) in raw.numbers() {
        let outside = addresses.outside | beyond(&addresses.bytes, behind + raw.bytes, buffer.bytes);
        let unmapped = unmapped(buffer, &addresses.bytes, behind + raw.bytes) & !outside;
        all_unmapped |= unmapped;
        let inside = group.lanes & !outside & !unmapped;
        let Some(to) = to.chunks_mut(raw.width).nth(number) else { continue };
        match (plain.flatten(), &mut *to) {
            (Some(words), [to]) => {
                // What would wrap around is not inside.
                let indices = lanes::map1(&addresses.bytes, |byte| (byte / 4).wrapping_add(behind / 4));
                gather(words, &indices, inside, to);
            }
            _ => {
                for lane in lanes::each(inside) {
                    let byte =
                        buffer.start + u64::from(lanes::get(&addresses.bytes, lane)) + u64::from(behind);
                    for (to, step) in to.iter_mut().zip([0, 4]) {
                        let word = buffer.target.memory.read(byte + step, raw.bytes.min(4));
                        let word = if raw.is_wide_half { to_register(raw.scalar, word) } else { word };
                        lanes::set(to, lane, word);
                    }
                }
            }
        }
        context.bytes = context.bytes.saturating_add(u64::from(inside.count_ones()) * u64::from(raw.bytes));
        if let Some(noter) = &noter {
            for lane in lanes::each(inside) {
                let byte = buffer.start + u64::from(lanes::get(&addresses.bytes, lane)) + u64::from(behind);
                context.note_read(noter, lane, byte, raw.bytes);
            }
        }
        if outside & group.lanes != 0 {
            let lanes = (&addresses, outside & group.lanes);
            report_outside(context, site, buffer, lanes, (raw.bytes, behind, "reads"));
        }
    }
    all_unmapped & group.lanes
}

/// The lanes whose access, which ends `end` bytes after an address, is beyond the mapped bytes of a reserved buffer.
#[inline(always)]
fn unmapped(buffer: &BufferTarget<'_>, addresses: &Lanes, end: u32) -> u32 {
    if buffer.mapped >= buffer.bytes { 0 } else { beyond(addresses, end, buffer.mapped) }
}

fn buffer_store(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let mask = context.wave.uniform(site.argument(7));
    let raw = Raw::of(context, site, 1, mask);
    stores(context, site, raw)
}

fn raw_buffer_store(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let width = site.scalar.registers() as usize;
    let mask = context.wave.uniform(site.argument(3 + 4 * width));
    let raw = Raw::of(context, site, width, mask);
    stores(context, site, raw)
}

fn stores(context: &mut Context<'_>, site: &Site<'_>, raw: Raw) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    for (number, _) in raw.numbers() {
        for part in 0..raw.width {
            context.require_defined(site.argument(FIRST_VALUE + number * raw.width + part), "stored value");
        }
    }
    for block in 0..context.blocks() {
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(buffer) = context.buffer(site, group, "writes") else { continue };
            if is_typed(buffer.kind) {
                typed_store(context, site, &buffer, raw.mask);
            } else {
                raw_store(context, site, &buffer, raw);
            }
        }
    }
    Ok(())
}

pub(super) fn raw_store<'a>(context: &mut Context<'a>, site: &Site<'_>, buffer: &BufferTarget<'a>, raw: Raw) {
    let group = buffer.target.group;
    let addresses = addresses(context, site, buffer, raw, "writes");
    let noter = context.noter(&buffer.target);
    let plain = (raw.bytes == 4 && noter.is_none())
        .then(|| words_of(buffer.target.memory, buffer.start, buffer.bytes));
    for (number, behind) in raw.numbers() {
        let outside = addresses.outside | beyond(&addresses.bytes, behind + raw.bytes, buffer.bytes);
        let inside = group.lanes & !outside & !unmapped(buffer, &addresses.bytes, behind + raw.bytes);
        let mut values = [lanes::ZERO; 2];
        for (part, values) in values.iter_mut().enumerate().take(raw.width) {
            let number = raw.first as usize + number;
            *values = *context.read(site.argument(FIRST_VALUE + number * raw.width + part), group.block);
            if raw.is_wide_half {
                *values = lanes::map1(values, |word| from_register(raw.scalar, word, true));
            }
        }
        let [low, _] = &values;
        if let Some(words) = plain.flatten() {
            let indices = lanes::map1(&addresses.bytes, |byte| (byte / 4).wrapping_add(behind / 4));
            scatter(words, &indices, inside, low);
        } else {
            for lane in lanes::each(inside) {
                let byte = buffer.start + u64::from(lanes::get(&addresses.bytes, lane)) + u64::from(behind);
                for (values, step) in values.iter().zip([0, 4]).take(raw.width) {
                    let (byte, bytes) = (byte + step, raw.bytes.min(4));
                    let value = lanes::get(values, lane);
                    let changes = buffer.target.memory.write(byte, bytes, value);
                    if let Some(noter) = &noter {
                        context.note(noter, lane, byte, bytes, Access::Write { changes, value });
                    }
                }
            }
        }
        context.bytes = context.bytes.saturating_add(u64::from(inside.count_ones()) * u64::from(raw.bytes));
        if outside & group.lanes != 0 {
            let lanes = (&addresses, outside & group.lanes);
            report_outside(context, site, buffer, lanes, (raw.bytes, behind, "writes"));
        }
    }
}

/// The format of a typed buffer; reported where it has none.
pub(super) fn format_of(context: &mut Context<'_>, buffer: &BufferTarget<'_>) -> Option<Format> {
    if buffer.format.is_none() {
        let group = buffer.target.group;
        context.report_outside(group, group.lanes, |context, _| {
            format!(
                "accesses the typed buffer {}, but the bound buffer has no format",
                context.name_of(group.handle)
            )
        });
    }
    buffer.format
}

/// How many elements a typed buffer has.
pub(super) fn count(buffer: &BufferTarget<'_>, format: Format) -> u64 {
    buffer.bytes / u64::from(format.bytes())
}

#[cold]
pub(super) fn report_element(
    context: &mut Context<'_>,
    (group, lanes): (Group, u32),
    (indices, count): (&Lanes, u64),
    verb: &'static str,
) {
    context.report_outside(group, lanes, |context, lane| {
        let (index, name) = (lanes::get(indices, lane), context.name_of(group.handle));
        format!("{verb} element {index} of {name}, which has {count} elements")
    });
}

/// Loads the elements of the lanes. Returns the lanes that read unmapped bytes.
fn typed_load<'a>(
    context: &mut Context<'a>,
    site: &Site<'_>,
    buffer: &BufferTarget<'a>,
    to: &mut [Lanes; MAX_PARTS],
) -> u32 {
    let group = buffer.target.group;
    let index = site.argument(1);
    context.require_defined_in(group, index, "element index");
    let Some(format) = format_of(context, buffer) else { return 0 };
    let indices = *context.read(index, group.block);
    let (count, bytes) = (count(buffer, format), format.bytes());
    let outside = which(&indices, |index| u64::from(index) >= count) & group.lanes;
    let unmapped = unmapped_elements(buffer, &indices, bytes) & group.lanes & !outside;
    let inside = group.lanes & !outside & !unmapped;
    let words = match format.is_words() && context.noter(&buffer.target).is_none() && site.scalar.bits() == 32
    {
        true => words_of(buffer.target.memory, buffer.start, buffer.bytes),
        false => None,
    };
    if let Some(words) = words {
        let missing = format.decode([0; 4]);
        let step = bytes / 4;
        for ((part, to), missing) in (0..).zip(to.iter_mut()).zip(missing) {
            if part >= step {
                fill(to, group.lanes, missing);
                continue;
            }
            let at = lanes::map1(&indices, |index| index.wrapping_mul(step).wrapping_add(part));
            gather(words, &at, inside, to);
        }
        let moved = u64::from(inside.count_ones()) * u64::from(bytes);
        context.bytes = context.bytes.saturating_add(moved);
    } else {
        for lane in lanes::each(group.lanes) {
            let values = if inside >> lane & 1 == 0 {
                format.decode([0; 4])
            } else {
                let byte = buffer.start + u64::from(lanes::get(&indices, lane)) * u64::from(bytes);
                format.decode(context.read_bytes(&buffer.target, lane, byte, bytes))
            };
            for (to, value) in to.iter_mut().zip(values) {
                lanes::set(to, lane, to_register(site.scalar, value));
            }
        }
    }
    if outside != 0 {
        report_element(context, (group, outside), (&indices, count), "reads");
    }
    unmapped
}

/// The lanes whose element is beyond the mapped bytes of a reserved buffer.
pub(super) fn unmapped_elements(buffer: &BufferTarget<'_>, indices: &Lanes, bytes: u32) -> u32 {
    if buffer.mapped >= buffer.bytes {
        return 0;
    }
    let mapped = buffer.mapped / u64::from(bytes.max(1));
    which(indices, |index| u64::from(index) >= mapped)
}

fn fill(to: &mut Lanes, lanes: u32, word: u32) {
    for lane in lanes::each(lanes) {
        lanes::set(to, lane, word);
    }
}

fn typed_store<'a>(context: &mut Context<'a>, site: &Site<'_>, buffer: &BufferTarget<'a>, mask: u32) {
    let group = buffer.target.group;
    let index = site.argument(1);
    context.require_defined_in(group, index, "element index");
    let Some(format) = format_of(context, buffer) else { return };
    let indices = *context.read(index, group.block);
    let (count, bytes) = (count(buffer, format), format.bytes());
    let outside = which(&indices, |index| u64::from(index) >= count) & group.lanes;
    let values: [Lanes; 4] =
        std::array::from_fn(|number| *context.read(site.argument(3 + number), group.block));
    let inside = group.lanes & !outside & !unmapped_elements(buffer, &indices, bytes);
    let is_whole = mask & 0xf == 0xf && format.is_words() && site.scalar.bits() == 32;
    let words = match is_whole {
        true => words_of(buffer.target.memory, buffer.start, buffer.bytes),
        false => None,
    };
    if let Some(words) = words {
        let (step, noter) = (bytes / 4, context.noter(&buffer.target));
        for (part, values) in (0..step).zip(&values) {
            let at = lanes::map1(&indices, |index| index.wrapping_mul(step).wrapping_add(part));
            let Some(noter) = &noter else {
                scatter(words, &at, inside, values);
                continue;
            };
            for lane in lanes::each(inside) {
                let byte = buffer.start + u64::from(lanes::get(&at, lane)) * 4;
                let value = lanes::get(values, lane);
                let changes = buffer.target.memory.write(byte, 4, value);
                context.note(noter, lane, byte, 4, Access::Write { changes, value });
            }
        }
        let moved = u64::from(inside.count_ones()) * u64::from(bytes);
        context.bytes = context.bytes.saturating_add(moved);
    } else {
        for lane in lanes::each(inside) {
            let byte = buffer.start + u64::from(lanes::get(&indices, lane)) * u64::from(bytes);
            let registers = values.each_ref().map(|values| lanes::get(values, lane));
            let value = values_of(site.scalar, format, registers);
            let words = stored(&buffer.target, format, (byte, mask), value);
            context.write_bytes(&buffer.target, lane, (byte, bytes), words);
        }
    }
    if outside != 0 {
        report_element(context, (group, outside), (&indices, count), "writes");
    }
}

/// The words of 32 bits that four registers of a scalar stand for in a format.
pub(super) fn values_of(scalar: Scalar, format: Format, registers: [u32; 4]) -> [u32; 4] {
    let is_signed = matches!(format.component, Component::Signed(_));
    registers.map(|word| from_register(scalar, word, is_signed))
}

/// What is in memory of an element after a store of some of its components. D3D has stores to typed UAVs write all of
/// them; of those that do not, the other ones stay.
pub(super) fn stored(
    target: &access::Target<'_>,
    format: Format,
    (byte, mask): (u64, u32),
    values: [u32; 4],
) -> [u32; 4] {
    let all = (1 << format.components.min(4)) - 1;
    if mask & all == all || format.bytes() == 8 && format.components == 1 {
        return format.encode(values);
    }
    let mut old = format.decode(target.memory.read_words(byte, format.bytes()));
    for (number, (old, value)) in old.iter_mut().zip(values).enumerate() {
        if mask >> number & 1 != 0 {
            *old = value;
        }
    }
    format.encode(old)
}
