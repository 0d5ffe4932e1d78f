//! SYM0: the symbols of a program, records like those of PE/COFF's bigobj format without auxiliary ones.
//!
//! A proposal that no compiler implements yet. Names of up to eight bytes are stored in the record; longer ones are
//! offsets into STR0, which this part alone cannot resolve: see [`symbols`](crate::symbols).

use bstr::BStr;

use crate::enums::{SymbolBaseType, SymbolComplexType, SymbolStorageClass};
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::narrow8;
use crate::fields::Show;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::{Payload, Reader};
use located::Error;

/// The size of a record; records are consecutive, without a count.
pub const SYMBOL_SIZE: usize = 20;

/// The longest name that is stored in the record itself.
pub const SHORT_NAME: usize = 8;

/// The name of a symbol in its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// In place, filled up with NULs; not all of the first four are.
    Short([u8; SHORT_NAME]),
    /// An offset into STR0, from its start; 0 is no name.
    At(u32),
}

impl Name {
    /// The name itself, where it stands in the record.
    pub fn short(&self) -> Option<&BStr> {
        match self {
            Self::Short(bytes) => {
                let len = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
                bytes.get(..len).map(BStr::new)
            }
            Self::At(_) => None,
        }
    }
}

/// A symbol record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: Name,
    /// Unused; written as 0.
    pub value: u32,
    /// The part that defines it: its index in the list of part offsets, from 0.
    pub section_index: u32,
    /// [`SymbolBaseType::NULL`] in what a shader may define.
    pub base_type: SymbolBaseType,
    /// [`SymbolComplexType::FUNCTION`] in what a shader may define.
    pub complex_type: SymbolComplexType,
    /// [`SymbolStorageClass::EXTERNAL`] in what a shader may define.
    pub storage_class: SymbolStorageClass,
    /// COFF's count of auxiliary symbols, of which there are none.
    pub unused: u8,
}

impl Symbol {
    fn decode(r: &mut Reader<'_, '_>) -> Result<Self> {
        let start = r.position();
        let zeros = (0..4).all(|at| r.peek_u8(start + at) == Some(0));
        let name = if zeros {
            r.u32("Name", Show::Reserved)?;
            Name::At(r.u32("NameOffset", Show::Offset)?)
        } else {
            let len = (0..SHORT_NAME).rev().find(|&at| r.peek_u8(start + at).is_some_and(|byte| byte != 0));
            let len = len.map_or(0, |last| last + 1);
            let text = r.text("Name", len)?;
            r.bytes("Filler", SHORT_NAME - len, Show::Filler)?;
            let mut bytes = [0; SHORT_NAME];
            bytes.iter_mut().zip(text.iter()).for_each(|(to, &from)| *to = from);
            Name::Short(bytes)
        };
        Ok(Self {
            name,
            value: r.u32("Value", Show::Plain)?,
            section_index: r.u32("SectionIndex", Show::Plain)?,
            base_type: r.named8("BaseType")?,
            complex_type: r.named8("ComplexType")?,
            storage_class: r.named8("StorageClass")?,
            unused: r.u8("Unused", Show::Reserved)?,
        })
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<()> {
        match self.name {
            Name::Short(name) => bytes.extend(name),
            Name::At(offset) => {
                bytes.extend([0; 4]);
                bytes.extend(offset.to_le_bytes());
            }
        }
        bytes.extend(self.value.to_le_bytes());
        bytes.extend(self.section_index.to_le_bytes());
        bytes.extend([
            narrow8("base type", self.base_type.0)?,
            narrow8("complex type", self.complex_type.0)?,
            narrow8("storage class", self.storage_class.0)?,
            self.unused,
        ]);
        Ok(())
    }
}

/// The view of part SYM0, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct Symbols<'a> {
    payload: Payload<'a>,
}

impl<'a> View<'a> for Symbols<'a> {
    type Buf = SymbolsBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let payload = r.payload();
        let size = payload.bytes.len();
        if !size.is_multiple_of(SYMBOL_SIZE) {
            let expected = "a multiple of 20, the size of a symbol record";
            let kind = ContainerErrorKind::Value { what: "size of SYM0", found: size as u64, expected };
            return Err(Error::new(kind, r.place(&(0..size))));
        }
        r.list("Symbols", size / SYMBOL_SIZE, |r, _| Symbol::decode(r).map(drop))?;
        Ok(Self { payload })
    }

    fn to_buf(&self) -> SymbolsBuf {
        SymbolsBuf { symbols: self.iter().collect() }
    }
}

impl<'a> Symbols<'a> {
    /// The records in order.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> + use<'a> {
        let mut reader = Reader::new(self.payload);
        // Decoding has read all of them before: none is an error now.
        (0..self.len()).map_while(move |_| Symbol::decode(&mut reader).ok())
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.payload.bytes.len() / SYMBOL_SIZE
    }

    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The owned form of part SYM0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SymbolsBuf {
    /// The records in order.
    pub symbols: Vec<Symbol>,
}

impl PartBuf for SymbolsBuf {
    type View<'a> = Symbols<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.symbols.len() * SYMBOL_SIZE);
        self.symbols.iter().try_for_each(|symbol| symbol.write(&mut bytes))?;
        Ok(bytes)
    }
}
