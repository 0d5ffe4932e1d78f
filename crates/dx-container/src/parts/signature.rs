//! ISG1, OSG1, PSG1, ISGN, OSGN, OSG5, PCSG: the input, output, and patch constant or primitive signatures.
//!
//! One layout in three sizes: FXC's 24 bytes an element, 28 with a stream (OSG5), 32 with a minimum precision.
//! Strings follow the elements; their arrangement depends on the compiler, see [`Arrangement`].

mod columns;

use bstr::{BStr, BString, ByteSlice as _};

use crate::enums::{ComponentType, MinPrecision, SystemValue};
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::{narrow, push_text};
use crate::fields::Show;
use crate::fourcc::FourCc;
use crate::names::Named;
use crate::part::{PartBuf, View};
use crate::reader::{Payload, Reader};

/// Count and offset of the first element.
const HEADER_SIZE: u32 = 8;

/// The register number of an element without register, such as SV_Depth.
pub const NO_REGISTER: u32 = u32::MAX;

const REGISTERS: &[Named] = &[Named { value: NO_REGISTER as u64, name: "none", about: "not in a register" }];

/// The layout of the elements, which have one of three sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// 24 bytes: ISGN, OSGN, PCSG.
    Plain,
    /// 28 bytes, with a stream: OSG5.
    Streamed,
    /// 32 bytes, with a stream and a minimum precision: ISG1, OSG1, PSG1.
    Full,
}

impl Form {
    /// The form of parts called `name`.
    pub fn of(name: FourCc) -> Self {
        match name {
            FourCc::ISGN | FourCc::OSGN | FourCc::PCSG => Self::Plain,
            FourCc::OSG5 => Self::Streamed,
            _ => Self::Full,
        }
    }

    /// The size of an element in bytes.
    pub fn element_size(self) -> usize {
        match self {
            Self::Plain => 24,
            Self::Streamed => 28,
            Self::Full => 32,
        }
    }

    /// What the form's usual writer fills the string area up with: FXC writes the first two.
    fn filler(self) -> u8 {
        match self {
            Self::Plain | Self::Streamed => FXC_FILLER,
            Self::Full => 0,
        }
    }
}

/// FXC fills with this byte.
const FXC_FILLER: u8 = 0xab;

/// A signature element: one row of a semantic. `Name` is `&BStr` in a view and [`BString`] in an owned part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element<Name> {
    /// The output stream of a geometry shader; 0 in the plain form, which lacks it.
    pub stream: u32,
    /// The semantic name.
    pub name: Name,
    /// The semantic index.
    pub index: u32,
    /// The system value.
    pub system_value: SystemValue,
    /// The component type.
    pub component_type: ComponentType,
    /// The register, or [`NO_REGISTER`].
    pub register: u32,
    /// The components; x is bit 0.
    pub mask: u8,
    /// The components of an input that are always read, or of an output that are never written.
    pub exclusive_mask: u8,
    /// Reserved; 0 in all known files.
    pub reserved: u16,
    /// The minimum precision; 0 in the two smaller forms, which lack it.
    pub min_precision: MinPrecision,
}

impl<'a> Element<&'a BStr> {
    fn decode(r: &mut Reader<'a, '_>, form: Form) -> Result<Self> {
        let area = r.payload().bytes;
        Ok(Self {
            stream: if form == Form::Plain { 0 } else { r.u32("Stream", Show::Plain)? },
            name: r.text_at("Name", area)?.1,
            index: r.u32("Index", Show::Plain)?,
            system_value: r.named32("SystemValue")?,
            component_type: r.named32("CompType")?,
            register: r.u32("Register", Show::Special(REGISTERS))?,
            mask: r.u8("Mask", Show::Components)?,
            exclusive_mask: r.u8("ExclusiveMask", Show::Components)?,
            reserved: r.u16("Reserved", Show::Reserved)?,
            min_precision: if form == Form::Full {
                r.named32("MinPrecision")?
            } else {
                MinPrecision::default()
            },
        })
    }

    fn to_buf(self) -> Element<BString> {
        let Self { stream, name, index, system_value, component_type, register, .. } = self;
        let Self { mask, exclusive_mask, reserved, min_precision, .. } = self;
        let name = name.to_owned();
        Element {
            stream,
            name,
            index,
            system_value,
            component_type,
            register,
            mask,
            exclusive_mask,
            reserved,
            min_precision,
        }
    }
}

/// The view of a signature part, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct Signature<'a> {
    /// The form of the elements.
    pub form: Form,
    count: usize,
    first: usize,
    payload: Payload<'a>,
}

impl<'a> View<'a> for Signature<'a> {
    type Buf = SignatureBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let payload = r.payload();
        let form = Form::of(payload.name);
        let count = r.word("ParamCount", Show::Count)?;
        let first = r.word("FirstParamOffset", Show::Offset)?;
        if first.value < HEADER_SIZE {
            let expected = "at least 8: the elements follow the header";
            let kind =
                ContainerErrorKind::Value { what: "FirstParamOffset", found: first.value.into(), expected };
            return Err(r.error_at(first, kind));
        }
        r.gap(first, first.value - HEADER_SIZE)?;
        r.check_fits(count, "the elements", count.to_usize().saturating_mul(form.element_size()))?;
        r.list("Parameters", count.to_usize(), |r, _| Element::decode(r, form).map(drop))?;
        r.string_table("Strings", r.remaining())?;
        Ok(Self { form, count: count.to_usize(), first: first.to_usize(), payload })
    }

    fn to_buf(&self) -> SignatureBuf {
        SignatureBuf { form: self.form, elements: self.elements().map(Element::to_buf).collect() }
    }
}

impl<'a> Signature<'a> {
    /// The elements, in file order.
    pub fn elements(&self) -> impl Iterator<Item = Element<&'a BStr>> + use<'a> {
        let mut reader = Reader::new(self.payload);
        reader.resume(self.first);
        let form = self.form;
        // Decoding has read all of them before: none is an error now.
        (0..self.count).map_while(move |_| Element::decode(&mut reader, form).ok())
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// The owned form of a signature part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureBuf {
    /// The form of the elements.
    pub form: Form,
    /// The elements, in file order.
    pub elements: Vec<Element<BString>>,
}

/// The arrangement of the strings, where it is not canonical.
///
/// Canonical is: in the order of the elements, equal ones once, filled up to a multiple of 4 with the byte
/// that the form's usual writer uses. DXC does so from validator version 1.7 on, FXC always.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The strings and their offsets.
    pub strings: Strings,
    /// The padding byte; `None` without padding.
    pub filler: Option<u8>,
}

/// Which strings a signature's string area holds and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Strings {
    /// Equal strings once, in the order of their first element.
    Shared,
    /// One string an element, in the order of the elements.
    Unshared,
    /// Another order, or strings that no element has: the area as it was, and the offset (from the start of
    /// the area) at which each element's name was.
    Table(Vec<u8>, Vec<u32>),
}

impl PartBuf for SignatureBuf {
    type View<'a> = Signature<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let canonical = Arrangement { strings: Strings::Shared, filler: Some(self.form.filler()) };
        let Arrangement { strings, filler } = arrangement.unwrap_or(&canonical);
        let strings_at = HEADER_SIZE as usize + self.elements.len() * self.form.element_size();
        let (area, offsets) = self.string_area(strings)?;

        let mut bytes = Vec::with_capacity(strings_at + area.len() + 3);
        bytes.extend(narrow("element count", self.elements.len())?.to_le_bytes());
        bytes.extend(HEADER_SIZE.to_le_bytes());
        for (element, offset) in self.elements.iter().zip(offsets) {
            let name_at = narrow("name offset", strings_at + offset)?;
            element.write(&mut bytes, self.form, name_at);
        }
        // A table that was padded is padded again where an edit made it longer.
        let filler = match strings {
            Strings::Table(table, _)
                if table.len() != area.len() && (strings_at + table.len()).is_multiple_of(4) =>
            {
                Some(self.form.filler())
            }
            _ => *filler,
        };
        bytes.extend(area);
        if let Some(filler) = filler {
            bytes.resize(bytes.len().next_multiple_of(4), filler);
        }
        Ok(bytes)
    }

    fn holds_tables(arrangement: &Arrangement) -> bool {
        matches!(arrangement.strings, Strings::Table(..))
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        let mut known = Vec::new();
        for filler in [None, Some(0), Some(FXC_FILLER)] {
            known.push(Arrangement { strings: Strings::Shared, filler });
            known.push(Arrangement { strings: Strings::Unshared, filler });
        }
        let strings = self.string_table_of(payload.bytes);
        known.extend(strings.map(|strings| Arrangement { strings, filler: None }));
        known
    }
}

impl SignatureBuf {
    /// The string area, and each element's offset into it.
    fn string_area(&self, strings: &Strings) -> Result<(Vec<u8>, Vec<usize>)> {
        let (mut area, hints): (Vec<u8>, &[u32]) = match strings {
            Strings::Table(table, hints) => (table.clone(), hints),
            Strings::Shared | Strings::Unshared => Default::default(),
        };
        let mut offsets = Vec::with_capacity(self.elements.len());
        let mut seen = std::collections::HashMap::new();
        for (index, element) in self.elements.iter().enumerate() {
            let name = element.name.as_bytes();
            let hint =
                hints.get(index).map(|&hint| hint as usize).filter(|&hint| text_is_at(&area, hint, name));
            let known = hint.or_else(|| seen.get(name).copied().filter(|_| *strings != Strings::Unshared));
            offsets.push(match known {
                Some(offset) => offset,
                None => {
                    let offset = area.len();
                    push_text(&mut area, "semantic name", name)?;
                    seen.insert(name, offset);
                    offset
                }
            });
        }
        Ok((area, offsets))
    }

    /// The string area of a part that was read, if its elements begin where they always do.
    fn string_table_of(&self, bytes: &[u8]) -> Option<Strings> {
        let size = self.form.element_size();
        let records = bytes.get(HEADER_SIZE as usize..)?;
        let (records, area) = records.split_at_checked(self.elements.len() * size)?;
        let strings_at = narrow("", bytes.len() - area.len()).ok()?;
        let name_at = if self.form == Form::Plain { 0 } else { 4 };
        let offset = |record: &[u8]| -> Option<u32> {
            let field = record.get(name_at..)?.first_chunk()?;
            u32::from_le_bytes(*field).checked_sub(strings_at)
        };
        let offsets: Option<Vec<u32>> = records.chunks_exact(size).map(offset).collect();
        Some(Strings::Table(area.to_vec(), offsets?))
    }
}

impl Element<BString> {
    fn write(&self, bytes: &mut Vec<u8>, form: Form, name_at: u32) {
        let mut word = |word: u32| bytes.extend(word.to_le_bytes());
        if form != Form::Plain {
            word(self.stream);
        }
        word(name_at);
        word(self.index);
        word(self.system_value.0);
        word(self.component_type.0);
        word(self.register);
        bytes.extend([self.mask, self.exclusive_mask]);
        bytes.extend(self.reserved.to_le_bytes());
        if form == Form::Full {
            bytes.extend(self.min_precision.0.to_le_bytes());
        }
    }
}

/// True where `text` stands at `at` in `area` and a NUL ends it.
fn text_is_at(area: &[u8], at: usize, text: &[u8]) -> bool {
    area.get(at..).is_some_and(|from| from.starts_with(text) && from.get(text.len()) == Some(&0))
}
