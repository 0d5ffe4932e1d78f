//! How many bytes a type takes in memory, as LLVM's data layouts say it: by the module's string, or else by LLVM's own defaults.
//! Separate because only what a thread group shares is measured.

use std::collections::{HashMap, HashSet};

use bstr::ByteSlice as _;

use crate::ir::{Module, Type, TypeId};

/// Bytes and alignment of a type.
#[derive(Debug, Clone, Copy)]
struct Size {
    bytes: u64,
    alignment: u64,
}

impl Size {
    /// What it takes where several follow each other.
    fn padded(self) -> Option<u64> {
        self.bytes.checked_next_multiple_of(self.alignment)
    }
}

/// Measures the types of a module.
pub(super) struct TypeSizes<'m> {
    module: &'m Module,
    /// Alignments of integers, floats and vectors by bits: kind, bits, bytes.
    alignments: Vec<(u8, u64, u64)>,
    /// Bytes and alignment of pointers by address space; those of 0 are those of others that are not there.
    pointers: HashMap<u32, Size>,
    /// Those that are known; `None` for types without a size.
    known: HashMap<TypeId, Option<Size>>,
}

impl<'m> TypeSizes<'m> {
    pub(super) fn of(module: &'m Module) -> Self {
        let defaults = [(b'i', 1, 1), (b'i', 8, 1), (b'i', 16, 2), (b'i', 32, 4), (b'i', 64, 4)];
        let floats = [(b'f', 16, 2), (b'f', 32, 4), (b'f', 64, 8), (b'v', 64, 8), (b'v', 128, 16)];
        let mut sizes = Self {
            module,
            alignments: defaults.into_iter().chain(floats).collect(),
            pointers: HashMap::from([(0, Size { bytes: 8, alignment: 8 })]),
            known: HashMap::new(),
        };
        for part in module.data_layout.split_str("-") {
            // What cannot be read says nothing, as for LLVM it would be no layout.
            let _ = sizes.layout(part);
        }
        sizes
    }

    /// Takes note of one part of a data layout, such as `i64:64` or `p:32:32`.
    fn layout(&mut self, part: &[u8]) -> Option<()> {
        let (kind, rest) = part.split_first()?;
        let mut numbers = rest.split_str(":").map(|text| std::str::from_utf8(text).ok()?.parse::<u64>().ok());
        let first = numbers.next()?;
        match kind {
            b'p' => {
                let space = u32::try_from(first.unwrap_or(0)).ok()?;
                let (bytes, alignment) = (numbers.next()?? / 8, numbers.next()?? / 8);
                self.pointers.insert(space, Size { bytes, alignment: alignment.max(1) });
            }
            b'i' | b'f' | b'v' => {
                let (bits, alignment) = (first?, (numbers.next()?? / 8).max(1));
                match self.alignments.iter_mut().find(|(k, b, _)| (*k, *b) == (*kind, bits)) {
                    Some(row) => row.2 = alignment,
                    None => self.alignments.push((*kind, bits, alignment)),
                }
            }
            _ => {}
        }
        Some(())
    }

    /// The bytes that a type takes where several follow each other; `None` for one without a size.
    pub(super) fn allocated(&mut self, ty: TypeId) -> Option<u64> {
        let (mut opened, mut left) = (HashSet::new(), vec![(ty, false)]);
        while let Some((ty, has_parts)) = left.pop() {
            if has_parts {
                // A part that is still open contains the type: neither has a size.
                let size = self.measure(ty);
                self.known.insert(ty, size);
            } else if !self.known.contains_key(&ty) && opened.insert(ty) {
                left.push((ty, true));
                left.extend(self.parts(ty).iter().map(|part| (*part, false)));
            }
        }
        self.known.get(&ty).copied().flatten()?.padded()
    }

    /// The types whose sizes a type's own follows from.
    fn parts(&self, ty: TypeId) -> &'m [TypeId] {
        let module: &'m Module = self.module;
        match module.types.get(ty) {
            Some(Type::Array(element, _) | Type::Vector(element, _)) => std::slice::from_ref(element),
            _ => module.types.members(ty).unwrap_or_default(),
        }
    }

    fn known(&self, ty: TypeId) -> Option<Size> {
        self.known.get(&ty).copied().flatten()
    }

    /// The size of a type whose parts are known.
    fn measure(&self, ty: TypeId) -> Option<Size> {
        let types = &self.module.types;
        match types.get(ty)? {
            Type::Integer(bits) => {
                let bits = u64::from(*bits);
                Some(Size { bytes: bits.div_ceil(8), alignment: self.integer_alignment(bits) })
            }
            Type::Half => Some(self.float(16)),
            Type::Float => Some(self.float(32)),
            Type::Double => Some(self.float(64)),
            Type::Pointer(_, space) => self.pointers.get(space).or_else(|| self.pointers.get(&0)).copied(),
            Type::Array(element, count) => {
                let element = self.known(*element)?;
                Some(Size { bytes: element.padded()?.checked_mul(*count)?, alignment: element.alignment })
            }
            Type::Vector(element, count) => {
                let bits = self.bits(*element)?.checked_mul(*count)?;
                let bytes = bits.div_ceil(8);
                let exact = self.alignments.iter().find(|(kind, of, _)| (*kind, *of) == (b'v', bits));
                let natural = || {
                    let all = self.known(*element)?.padded()?.checked_mul(*count)?;
                    all.checked_next_power_of_two()
                };
                Some(Size { bytes, alignment: exact.map(|row| row.2).or_else(natural)? })
            }
            Type::Literal { is_packed, .. } => self.structure(ty, *is_packed),
            Type::Named(_) => self.structure(ty, types.named(ty)?.is_packed),
            _ => None,
        }
    }

    fn structure(&self, ty: TypeId, is_packed: bool) -> Option<Size> {
        let (mut bytes, mut alignment) = (0_u64, 1);
        for member in self.module.types.members(ty)? {
            let size = self.known(*member)?;
            let own = if is_packed { 1 } else { size.alignment };
            bytes = bytes.checked_next_multiple_of(own)?.checked_add(size.padded()?)?;
            alignment = alignment.max(own);
        }
        Some(Size { bytes: bytes.checked_next_multiple_of(alignment)?, alignment })
    }

    fn float(&self, bits: u64) -> Size {
        let row = self.alignments.iter().find(|(kind, of, _)| (*kind, *of) == (b'f', bits));
        Size { bytes: bits / 8, alignment: row.map_or(1, |row| row.2) }
    }

    /// An integer that has no row is aligned as the next larger one that has, or as the largest.
    fn integer_alignment(&self, bits: u64) -> u64 {
        let rows = || self.alignments.iter().filter(|(kind, ..)| *kind == b'i');
        let next = rows().filter(|(_, of, _)| *of >= bits).min_by_key(|(_, of, _)| *of);
        next.or_else(|| rows().max_by_key(|(_, of, _)| *of)).map_or(1, |row| row.2)
    }

    fn bits(&self, element: TypeId) -> Option<u64> {
        match self.module.types.get(element)? {
            Type::Integer(bits) => Some(u64::from(*bits)),
            Type::Half => Some(16),
            Type::Float => Some(32),
            Type::Double => Some(64),
            Type::Pointer(..) => self.known(element)?.bytes.checked_mul(8),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes in both of DXC's layouts: of half, of a boolean, of a structure with padding, of an array of it.
    #[test]
    fn types_take_what_their_layout_says() {
        let expected = [
            (
                "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64",
                [4, 4, 16, 48, 16],
            ),
            (
                "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64",
                [2, 4, 16, 48, 16],
            ),
        ];
        for (layout, expected) in expected {
            let mut module = Module::dxil();
            module.data_layout = layout.into();
            let types = &mut module.types;
            let (half, bool, double) = (types.intern(Type::Half), types.int(1), types.intern(Type::Double));
            let structure = types.structure("S", &[half, double]);
            let array = types.intern(Type::Array(structure, 3));
            let float = types.float();
            let vector = types.vector(float, 3);
            let mut sizes = TypeSizes::of(&module);
            let found = [half, bool, structure, array, vector].map(|ty| sizes.allocated(ty));
            assert_eq!(found, expected.map(Some), "{layout}");
        }
    }

    /// A structure that contains itself has no size, nor has one that nobody knows, nor one that is too large.
    #[test]
    fn some_types_have_no_size() {
        let mut module = Module::dxil();
        let inner = module.types.structure("S", &[]);
        let array = module.types.intern(Type::Array(inner, 2));
        let float = module.types.float();
        let large = module.types.intern(Type::Array(float, u64::MAX));
        let void = module.types.void();
        if let Some(named) = module.types.named_mut(inner) {
            named.members = Some([array].into());
        }
        let mut sizes = TypeSizes::of(&module);
        assert_eq!([array, inner, large, void].map(|ty| sizes.allocated(ty)), [None; 4]);
    }
}
