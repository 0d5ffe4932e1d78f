//! Data layouts: sizes, alignments and member offsets of types in memory, by the string that a module declares.
//! Separate because nothing in the IR depends on it: passes, structured buffers and group-shared memory use it;
//! constant buffers have packing rules of their own, which the compiler has applied.
//!
//! The rules are LLVM's (`DataLayout.cpp` of LLVM 23, a superset of the grammar of LLVM 3.7), except for vectors in
//! LLVM 3.7's dialect: DXC lays out a vector like an array.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt;

use super::{Dialect, Module, Type, TypeId};
use bstr::{BStr, BString, ByteSlice as _};

use crate::limits;

/// What a type takes in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Extent {
    /// Bytes from one to the next in an array.
    size: u64,
    /// Bytes that it begins at a multiple of; 0 counts as 1.
    alignment: u64,
}

/// The sizes of the types of a module. The string of the module is parsed by the first query, and each size is computed
/// once.
#[derive(Debug)]
pub struct DataLayout<'m> {
    module: &'m Module,
    specifications: OnceCell<Specifications>,
    known: HashMap<TypeId, Extent>,
    is_cut: bool,
}

/// The contents of a data layout string.
#[derive(Debug)]
struct Specifications {
    /// Alignments in bytes by kind (`i`, `f`, `v`, `a`) and width in bits.
    alignments: Vec<(u8, u64, u64)>,
    /// Preferred alignments, in the same form.
    preferred: Vec<(u8, u64, u64)>,
    /// Bytes of a pointer and its alignment, by address space; 0 is always there, first, and stands for all others.
    pointers: Vec<(u32, Extent)>,
    /// True if a vector without an alignment for its width is aligned like its elements (`ve`).
    aligns_vectors_like_elements: bool,
}

/// Alignments that a data layout may leave out: kind, width in bits, alignment in bytes.
const DEFAULTS: [(u8, u64, u64); 10] = [
    (b'i', 1, 1),
    (b'i', 8, 1),
    (b'i', 16, 2),
    (b'i', 32, 4),
    (b'i', 64, 4),
    (b'f', 16, 2),
    (b'f', 32, 4),
    (b'f', 64, 8),
    (b'f', 128, 16),
    (b'a', 0, 0),
];

/// Preferred alignments that differ from these.
const PREFERRED: [(u8, u64, u64); 2] = [(b'i', 64, 8), (b'a', 0, 8)];

/// One specification of a data layout, such as `i64:32:64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Pointer {
        space: u32,
        extent: Extent,
    },
    /// Alignments in bytes of a kind (`i`, `f`, `v`, `a`) and width in bits.
    Alignment {
        kind: u8,
        bits: u64,
        least: u64,
        preferred: u64,
    },
    /// The address space of functions (`P`), stack memory (`A`) or variables (`G`).
    AddressSpace {
        letter: u8,
        space: u32,
    },
    /// `ve`
    VectorsLikeElements,
    /// A specification that no size depends on: byte order, mangling, native integers, alignments of stack and
    /// functions.
    Other,
}

/// The largest width, address space and alignment that LLVM reads.
const WIDEST: u64 = (1 << 24) - 1;
const MOST_ALIGNED: u64 = (1 << 16) - 1;

impl Item {
    /// The specification that a text is; `None` if LLVM has no such specification.
    fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_at_checked(1)?;
        let mut fields = rest.split(':');
        let first = fields.next()?;
        let fields: Vec<&str> = fields.collect();
        match (kind.as_bytes(), fields.as_slice()) {
            (b"e" | b"E", []) if first.is_empty() => Some(Self::Other),
            (b"v", []) if first == "e" => Some(Self::VectorsLikeElements),
            (b"m", ["e" | "l" | "o" | "m" | "x" | "w" | "a"]) if first.is_empty() => Some(Self::Other),
            (b"p", fields) => Self::pointer(first, fields),
            (kind @ (b"i" | b"f" | b"v"), [least, preferred @ ..]) => {
                Self::alignment(kind, width(first)?, least, preferred)
            }
            (b"a", [least, preferred @ ..]) if first.bytes().all(|digit| digit == b'0') => {
                Self::alignment(b"a", 0, least, preferred)
            }
            (b"n", spaces) if first == "i" && !spaces.is_empty() => {
                spaces
                    .iter()
                    .try_for_each(|space| number(space, WIDEST).filter(|space| *space != 0).map(drop))?;
                Some(Self::Other)
            }
            (b"n", widths) => {
                std::iter::once(&first).chain(widths).try_for_each(|bits| width(bits).map(drop))?;
                Some(Self::Other)
            }
            (b"P" | b"A" | b"G", []) => {
                let space = u32::try_from(number(first, WIDEST)?).ok()?;
                Some(Self::AddressSpace { letter: *kind.as_bytes().first()?, space })
            }
            (b"S", []) => alignment(first).map(|_| Self::Other),
            (b"F", []) => alignment(first.strip_prefix(['i', 'n'])?).map(|_| Self::Other),
            // LLVM ignores the alignment of stack objects, which releases before 3.0 wrote.
            (b"s", _) => Some(Self::Other),
            _ => None,
        }
    }

    fn pointer(first: &str, fields: &[&str]) -> Option<Self> {
        // Null pointers that are all zeros or all ones; external and unstable pointers, in other spaces than 0.
        let digits = first.trim_start_matches(['e', 'u', 'z', 'o']);
        let flags = first.strip_suffix(digits)?;
        let space = space_number(digits)?;
        if space == 0 && flags.contains(['e', 'u']) {
            return None;
        }
        let [size, least, rest @ ..] = fields else { return None };
        let (bits, least) = (width(size)?, alignment(least)?);
        let preferred = match rest {
            [] => least,
            [preferred] => alignment(preferred)?,
            [preferred, index] => {
                alignment(preferred).filter(|_| width(index).is_some_and(|index| index <= bits))?
            }
            _ => return None,
        };
        (preferred >= least)
            .then_some(Self::Pointer { space, extent: Extent { size: bits.div_ceil(8), alignment: least } })
    }

    fn alignment(kind: &[u8], bits: u64, least: &str, preferred: &[&str]) -> Option<Self> {
        let kind = *kind.first()?;
        let least = if kind == b'a' && least == "0" { 0 } else { alignment(least)? };
        let preferred = match preferred {
            [] => least,
            [preferred] => alignment(preferred)?,
            _ => return None,
        };
        (preferred >= least).then_some(Self::Alignment { kind, bits, least, preferred })
    }
}

fn number(text: &str, most: u64) -> Option<u64> {
    let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_decimal && *number <= most)
}

/// The number of an address space, which may have a name: `1(heap)`; 0 for an empty text.
fn space_number(text: &str) -> Option<u32> {
    let number_text = match text.split_once('(') {
        Some((number, name)) => {
            name.strip_suffix(')').filter(|name| !name.is_empty())?;
            number
        }
        None if text.is_empty() => return Some(0),
        None => text,
    };
    u32::try_from(number(number_text, WIDEST)?).ok()
}

/// A width in bits.
fn width(text: &str) -> Option<u64> {
    number(text, WIDEST).filter(|bits| *bits != 0)
}

/// An alignment in bytes of one in bits.
fn alignment(text: &str) -> Option<u64> {
    let bits = number(text, MOST_ALIGNED)?;
    (bits % 8 == 0 && bits.is_power_of_two()).then_some(bits / 8)
}

/// The specifications, as far as a layout is read ([`limits::DATA_LAYOUT`]).
fn items(data_layout: &[u8]) -> impl Iterator<Item = &[u8]> {
    let read = data_layout.get(..limits::DATA_LAYOUT).unwrap_or(data_layout);
    let count = if read.is_empty() { 0 } else { usize::MAX };
    read.split(|byte| *byte == b'-').take(count)
}

/// The fault of a data layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed<'t> {
    /// A specification that LLVM does not have.
    Specification(&'t BStr),
    /// More than [`limits::DATA_LAYOUT`] bytes.
    Length,
}

impl fmt::Display for Malformed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Specification(item) => write!(f, "unknown specification \"{item}\""),
            Self::Length => write!(f, "specifications of more than {} bytes", limits::DATA_LAYOUT),
        }
    }
}

/// Checks that LLVM has each specification of a data layout.
///
/// # Errors
///
/// The first specification that LLVM does not have; a layout that is too long.
pub fn check(data_layout: &[u8]) -> Result<(), Malformed<'_>> {
    if data_layout.len() > limits::DATA_LAYOUT {
        return Err(Malformed::Length);
    }
    let is_known = |item: &[u8]| item.to_str().ok().and_then(Item::parse).is_some();
    match items(data_layout).find(|item| !is_known(item)) {
        Some(item) => Err(Malformed::Specification(BStr::new(item))),
        None => Ok(()),
    }
}

/// A data layout without the specifications that LLVM does not have.
pub fn known_specifications(data_layout: &[u8]) -> BString {
    let is_known = |item: &&[u8]| item.to_str().ok().and_then(Item::parse).is_some();
    let known: Vec<&[u8]> = data_layout.split(|byte| *byte == b'-').filter(is_known).collect();
    BString::from(bstr::join(b"-", known))
}

/// The address space that a data layout declares for functions (`P`), stack memory (`A`) or variables (`G`); 0 if it
/// declares none.
pub fn address_space(data_layout: &[u8], letter: u8) -> u32 {
    let declared = items(data_layout).filter_map(|item| match Item::parse(item.to_str().ok()?)? {
        Item::AddressSpace { letter: known, space } => (known == letter).then_some(space),
        Item::Pointer { .. } | Item::Alignment { .. } | Item::VectorsLikeElements | Item::Other => None,
    });
    declared.last().unwrap_or(0)
}

impl Specifications {
    fn parse(data_layout: &[u8]) -> Self {
        let mut specifications = Self {
            alignments: DEFAULTS.to_vec(),
            preferred: PREFERRED.to_vec(),
            pointers: vec![(0, Extent { size: 8, alignment: 8 })],
            aligns_vectors_like_elements: false,
        };
        let items = items(data_layout).filter_map(|item| Item::parse(item.to_str().ok()?));
        items.for_each(|item| specifications.apply(item));
        specifications
    }

    fn apply(&mut self, item: Item) {
        match item {
            Item::Pointer { space, extent } => {
                match self.pointers.iter_mut().find(|(known, _)| *known == space) {
                    Some((_, known)) => *known = extent,
                    None => self.pointers.push((space, extent)),
                }
            }
            Item::Alignment { kind, bits, least, preferred } => {
                set(&mut self.alignments, (kind, bits, least));
                set(&mut self.preferred, (kind, bits, preferred));
            }
            Item::VectorsLikeElements => self.aligns_vectors_like_elements = true,
            Item::AddressSpace { .. } | Item::Other => {}
        }
    }
}

impl<'m> DataLayout<'m> {
    /// The layout that a module declares. A specification that [`check`] refuses has no effect.
    pub fn of(module: &'m Module) -> Self {
        Self { module, specifications: OnceCell::new(), known: HashMap::new(), is_cut: false }
    }

    fn specifications(&self) -> &Specifications {
        self.specifications.get_or_init(|| Specifications::parse(&self.module.data_layout))
    }

    /// Bytes from one to the next in an array; 0 for what has no size.
    pub fn size(&mut self, ty: TypeId) -> u64 {
        self.extent(ty, limits::LAYOUT_DEPTH).size
    }

    /// Bytes that something of a type begins at a multiple of.
    pub fn alignment_of(&mut self, ty: TypeId) -> u64 {
        self.extent(ty, limits::LAYOUT_DEPTH).alignment.max(1)
    }

    /// The same where memory is made for it, which may be aligned better than it has to be.
    pub fn preferred_alignment(&mut self, ty: TypeId) -> u64 {
        let least = self.alignment_of(ty);
        let types = &self.module.types;
        let mut inner = ty;
        for _ in 0..limits::LAYOUT_DEPTH {
            match types.get(inner) {
                Some(Type::Array(element, _)) => inner = *element,
                _ => break,
            }
        }
        let of = |kind, bits| {
            let row = self
                .specifications()
                .preferred
                .iter()
                .find(|(known, width, _)| (*known, *width) == (kind, bits));
            row.map(|(_, _, alignment)| *alignment)
        };
        let preferred = match types.get(inner) {
            Some(Type::Integer(bits)) => of(b'i', self.row_of(b'i', u64::from(*bits))),
            Some(Type::Half | Type::BFloat) => of(b'f', 16),
            Some(Type::Float) => of(b'f', 32),
            Some(Type::Double) => of(b'f', 64),
            Some(Type::OtherFloat(_)) => of(b'f', 128),
            Some(Type::Named(_) | Type::Literal { .. }) => of(b'a', 0),
            // No better than it has to be.
            Some(
                Type::Void
                | Type::Mmx
                | Type::Label
                | Type::Metadata
                | Type::Token
                | Type::Pointer(..)
                | Type::Function { .. }
                | Type::Array(..)
                | Type::Vector(..)
                | Type::Target(_),
            )
            | None => None,
        };
        preferred.unwrap_or(0).max(least)
    }

    /// True where some type was not laid out whole: it lies too deep in others ([`limits::LAYOUT_DEPTH`]).
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Where each member of a structure begins.
    pub fn offsets(&mut self, ty: TypeId) -> Vec<u64> {
        let mut offsets = Vec::new();
        self.structure(ty, limits::LAYOUT_DEPTH, |offset| offsets.push(offset));
        offsets
    }

    fn extent(&mut self, ty: TypeId, depth: usize) -> Extent {
        let Some(depth) = depth.checked_sub(1) else {
            self.is_cut = true;
            return Extent::default();
        };
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        // A type that contains itself takes nothing there.
        self.known.insert(ty, Extent::default());
        let extent = match self.module.types.get(ty) {
            Some(Type::Integer(bits)) => self.scalar(b'i', u64::from(*bits)),
            Some(Type::Half | Type::BFloat) => self.scalar(b'f', 16),
            Some(Type::Float) => self.scalar(b'f', 32),
            Some(Type::Double) => self.scalar(b'f', 64),
            Some(Type::OtherFloat(_)) => self.scalar(b'f', 128),
            Some(Type::Pointer(_, space)) => self.pointer(*space),
            Some(Type::Target(target)) => match (&**target.name, &*target.numbers) {
                // Filler between the members of a constant buffer.
                (b"dx.Padding", [bytes, ..]) => Extent { size: u64::from(*bytes), alignment: 1 },
                _ => self.pointer(0),
            },
            Some(Type::Vector(element, count)) if self.module.dialect == Dialect::Modern => {
                self.vector(*element, *count, depth)
            }
            Some(Type::Array(element, count) | Type::Vector(element, count)) => {
                let Extent { size, alignment } = self.extent(*element, depth);
                Extent { size: size.saturating_mul(*count), alignment }
            }
            Some(Type::Named(_) | Type::Literal { .. }) => self.structure(ty, depth, |_| ()),
            Some(
                Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Mmx | Type::Function { .. },
            )
            | None => Extent::default(),
        };
        self.known.insert(ty, extent);
        extent
    }

    fn structure(&mut self, ty: TypeId, depth: usize, mut member: impl FnMut(u64)) -> Extent {
        let types = &self.module.types;
        let is_packed = match types.get(ty) {
            Some(Type::Literal { is_packed, .. }) => *is_packed,
            _ => types.named(ty).is_some_and(|named| named.is_packed),
        };
        let mut all = Extent { size: 0, alignment: 1 };
        for element in types.members(ty).unwrap_or_default() {
            let Extent { size, alignment } = self.extent(*element, depth);
            let alignment = if is_packed { 1 } else { alignment.max(1) };
            let offset = round_up(all.size, alignment);
            member(offset);
            all.size = offset.saturating_add(size);
            all.alignment = all.alignment.max(alignment);
        }
        all.size = round_up(all.size, all.alignment);
        if !is_packed {
            all.alignment = all.alignment.max(self.alignment(b'a', 0).unwrap_or(1));
        }
        all.size = round_up(all.size, all.alignment);
        all
    }

    fn pointer(&self, space: u32) -> Extent {
        let found = self
            .specifications()
            .pointers
            .iter()
            .find(|(known, _)| *known == space)
            .or(self.specifications().pointers.first());
        found.map_or(Extent::default(), |(_, extent)| *extent)
    }

    /// A vector stores the bits of its elements without padding between them. Its alignment is the one that the layout
    /// declares for its width; else the alignment of its elements (`ve`), or the next power of two of its size.
    fn vector(&mut self, element: TypeId, count: u64, depth: usize) -> Extent {
        let of_element = self.extent(element, depth);
        let bits = match self.module.types.get(element) {
            Some(Type::Integer(bits)) => u64::from(*bits),
            _ => of_element.size.saturating_mul(8),
        };
        let bits = bits.saturating_mul(count);
        let bytes = bits.div_ceil(8);
        let otherwise = match self.specifications().aligns_vectors_like_elements {
            true => of_element.alignment,
            false => bytes.checked_next_power_of_two().unwrap_or(u64::MAX),
        };
        let alignment = self.alignment(b'v', bits).unwrap_or(otherwise);
        Extent { size: round_up(bytes, alignment), alignment }
    }

    fn scalar(&self, kind: u8, bits: u64) -> Extent {
        let bytes = bits.div_ceil(8);
        let alignment = self.alignment(kind, self.row_of(kind, bits));
        let alignment = alignment.unwrap_or_else(|| bytes.next_power_of_two());
        Extent { size: round_up(bytes, alignment), alignment }
    }

    /// The width that says how a width is aligned: its own, of an integer else the next wider one, or the widest.
    fn row_of(&self, kind: u8, bits: u64) -> u64 {
        if kind != b'i' || self.alignment(kind, bits).is_some() {
            return bits;
        }
        let widths = || {
            self.specifications()
                .alignments
                .iter()
                .filter(|(known, ..)| *known == kind)
                .map(|(_, width, _)| *width)
        };
        widths().filter(|width| *width > bits).min().or_else(|| widths().max()).unwrap_or(bits)
    }

    fn alignment(&self, kind: u8, bits: u64) -> Option<u64> {
        let found = self
            .specifications()
            .alignments
            .iter()
            .find(|(known, width, _)| (*known, *width) == (kind, bits))?;
        Some(found.2)
    }
}

/// Sets the alignment of a kind and width.
fn set(alignments: &mut Vec<(u8, u64, u64)>, (kind, bits, alignment): (u8, u64, u64)) {
    match alignments.iter_mut().find(|(known, width, _)| (*known, *width) == (kind, bits)) {
        Some((_, _, known)) => *known = alignment,
        None => alignments.push((kind, bits, alignment)),
    }
}

fn round_up(size: u64, alignment: u64) -> u64 {
    size.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
