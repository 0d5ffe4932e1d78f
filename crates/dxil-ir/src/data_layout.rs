//! How types lie in memory, by the module's own words. Separate because nothing in the IR depends on it:
//! structured buffers ask; constant buffers have rules of their own, which the compiler has applied.
//!
//! These are LLVM's rules, but for vectors in LLVM 3.7's dialect: DXC lays out their elements like those of an array.

use std::collections::HashMap;

use super::{Dialect, Module, Type, TypeId};
use bstr::ByteSlice as _;

use crate::limits;

/// What a type takes in memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Extent {
    /// Bytes from one to the next in an array.
    size: u64,
    /// Bytes that it begins at a multiple of; 0 counts as 1.
    alignment: u64,
}

/// The sizes of the types of a module, as far as anybody has asked.
#[derive(Debug)]
pub struct DataLayout<'m> {
    module: &'m Module,
    /// Alignments in bytes by kind (`i`, `f`, `v`, `a`) and width in bits.
    alignments: Vec<(u8, u64, u64)>,
    /// The same alignments where memory is free to be better aligned than it has to be.
    preferred: Vec<(u8, u64, u64)>,
    /// Bytes of a pointer and its alignment, by address space; 0 is always there, first, and stands for all others.
    pointers: Vec<(u32, Extent)>,
    known: HashMap<TypeId, Extent>,
    is_cut: bool,
}

/// What holds where the module says nothing: kind, bits, bytes of alignment.
const DEFAULTS: [(u8, u64, u64); 12] = [
    (b'i', 1, 1),
    (b'i', 8, 1),
    (b'i', 16, 2),
    (b'i', 32, 4),
    (b'i', 64, 4),
    (b'f', 16, 2),
    (b'f', 32, 4),
    (b'f', 64, 8),
    (b'f', 128, 16),
    (b'v', 64, 8),
    (b'v', 128, 16),
    (b'a', 0, 0),
];

/// Where that is not what has to be.
const PREFERRED: [(u8, u64, u64); 2] = [(b'i', 64, 8), (b'a', 0, 8)];

/// The address space that a module's data layout names by a letter: `P` of functions, `A` of what functions allocate,
/// `G` of variables; 0 where it does not.
pub fn address_space(data_layout: &[u8], letter: u8) -> u32 {
    let space = |item: &[u8]| item.strip_prefix(&[letter])?.to_str().ok()?.parse().ok();
    data_layout.rsplit(|byte| *byte == b'-').find_map(space).unwrap_or(0)
}

impl<'m> DataLayout<'m> {
    /// The layout that a module says it has. What cannot be read of it is as if it were not said.
    pub fn of(module: &'m Module) -> Self {
        let pointers = vec![(0, Extent { size: 8, alignment: 8 })];
        let mut layout = Self {
            module,
            alignments: DEFAULTS.to_vec(),
            preferred: PREFERRED.to_vec(),
            pointers,
            known: HashMap::new(),
            is_cut: false,
        };
        module.data_layout.split_str(b"-").for_each(|item| layout.read(item));
        layout
    }

    fn read(&mut self, item: &[u8]) {
        let mut fields = item.split_str(b":").map(|field| field.to_str().unwrap_or_default());
        let Some((kind, bits)) = fields.next().and_then(|first| first.split_at_checked(1)) else { return };
        let mut bytes = || fields.next()?.parse::<u64>().ok().map(|bits| bits / 8);
        let [kind] = kind.as_bytes() else { return };
        match kind {
            b'p' => {
                let space = if bits.is_empty() { Some(0) } else { bits.parse().ok() };
                let (Some(space), Some(size), Some(alignment)) = (space, bytes(), bytes()) else { return };
                let extent = Extent { size, alignment };
                match self.pointers.iter_mut().find(|(known, _)| *known == space) {
                    Some((_, known)) => *known = extent,
                    None => self.pointers.push((space, extent)),
                }
            }
            b'i' | b'f' | b'v' | b'a' => {
                let bits = if bits.is_empty() { Some(0) } else { bits.parse().ok() };
                let (Some(bits), Some(alignment)) = (bits, bytes()) else { return };
                set(&mut self.alignments, (*kind, bits, alignment));
                let preferred = bytes().unwrap_or(alignment);
                set(&mut self.preferred, (*kind, bits, preferred));
            }
            _ => {}
        }
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
            let row = self.preferred.iter().find(|(known, width, _)| (*known, *width) == (kind, bits));
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
        let found = self.pointers.iter().find(|(known, _)| *known == space).or(self.pointers.first());
        found.map_or(Extent::default(), |(_, extent)| *extent)
    }

    /// A vector takes the bits of its elements without padding between them, and is aligned as its own width says, or
    /// to the next power of two.
    fn vector(&mut self, element: TypeId, count: u64, depth: usize) -> Extent {
        let bits = match self.module.types.get(element) {
            Some(Type::Integer(bits)) => u64::from(*bits),
            _ => self.extent(element, depth).size.saturating_mul(8),
        };
        let bits = bits.saturating_mul(count);
        let bytes = bits.div_ceil(8);
        let natural = bytes.checked_next_power_of_two().unwrap_or(u64::MAX);
        let alignment = self.alignment(b'v', bits).unwrap_or(natural);
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
        let widths =
            || self.alignments.iter().filter(|(known, ..)| *known == kind).map(|(_, width, _)| *width);
        widths().filter(|width| *width > bits).min().or_else(|| widths().max()).unwrap_or(bits)
    }

    fn alignment(&self, kind: u8, bits: u64) -> Option<u64> {
        let found = self.alignments.iter().find(|(known, width, _)| (*known, *width) == (kind, bits))?;
        Some(found.2)
    }
}

/// Says how a kind of a width is aligned.
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
mod tests {
    use super::*;
    use crate::types::NamedStruct;

    /// What DXC writes where 16 bits are at least 16 bits, and where they are 16 bits.
    const DXC: &str = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";
    const DXC_NATIVE: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";

    #[test]
    fn structures_are_laid_out() {
        let mut module = Module { data_layout: DXC.into(), ..Module::default() };
        let [half, double] = [Type::Half, Type::Double].map(|ty| module.types.intern(ty));
        let vector = module.types.intern(Type::Vector(half, 3));
        let members = Box::from([half, double, vector]);
        let ty = module.types.intern(Type::Literal { members, is_packed: false });
        let mut layout = DataLayout::of(&module);
        assert_eq!((layout.offsets(ty), layout.size(ty)), (vec![0, 8, 16], 32));

        module.data_layout = DXC_NATIVE.into();
        let mut layout = DataLayout::of(&module);
        assert_eq!((layout.offsets(ty), layout.size(ty), layout.size(vector)), (vec![0, 8, 16], 24, 6));
    }

    #[test]
    fn modern_vectors_are_aligned_by_their_width() {
        const MODERN: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";
        let vectors = format!("{MODERN}-v48:16:16-v96:32:32-v192:64:64");
        let sizes = |data_layout: &str| {
            let mut module =
                Module { dialect: Dialect::Modern, data_layout: data_layout.into(), ..Module::default() };
            let types = [Type::Half, Type::Float, Type::Integer(64), Type::Integer(1)];
            let vectors = types.map(|ty| {
                let element = module.types.intern(ty);
                module.types.intern(Type::Vector(element, 3))
            });
            let mut layout = DataLayout::of(&module);
            vectors.map(|vector| layout.size(vector))
        };
        assert_eq!((sizes(&vectors), sizes(MODERN)), ([6, 12, 24, 1], [8, 16, 32, 1]));
    }

    #[test]
    fn structures_that_contain_themselves_have_a_size() {
        let mut module = Module { data_layout: "i32:-:-p:x-i:8-a:0:64-".into(), ..Module::default() };
        let ty = module.types.add_named(NamedStruct { name: "s".into(), members: None, is_packed: false });
        let int = module.types.intern(Type::Integer(24));
        let mut element = ty;
        for _ in 0..10_000 {
            element = module.types.intern(Type::Array(element, u64::MAX));
        }
        module.types.named_mut(ty).unwrap().members = Some(Box::from([ty, element, int]));
        let mut layout = DataLayout::of(&module);
        assert_eq!(layout.size(ty), 4);
        assert_eq!(layout.offsets(ty).len(), 3);
    }
}
