//! PSV0: pipeline state validation, the data that the runtime needs to create a pipeline without reading the program.
//!
//! A runtime-info record, resource bindings and, from version 1 on, a string table, a semantic index table,
//! signature elements and dependency masks. There is no version number: the record's size is the version, and
//! a larger one than known is read by its newest known prefix.
//!
//! Source: DXC's `DxilPipelineStateValidation.h`, checked on real files.

mod element;
mod masks;
mod owned;
mod resource;
mod runtime_info;
mod tables;
mod write;

use bstr::BStr;
use zerocopy::little_endian::U32;

pub use element::Element;
pub use masks::{MaskSizes, Masks};
pub use owned::{Arrangement, PsvBuf};
pub use resource::{Resource, UNBOUNDED};
pub use runtime_info::{ANY_LANES, RuntimeInfo, StageExtra, StageInfo, Version};
use tables::Tables;

use crate::error::{ContainerErrorKind, Result};
use crate::fields::Show;
use crate::part::View;
use crate::reader::{Payload, Reader};

/// The view of part PSV0, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct Psv<'a> {
    /// The runtime-info record.
    pub info: RuntimeInfo<&'a BStr>,
    /// Unknown bytes of a larger runtime-info record.
    pub info_unknown: &'a [u8],
    /// The size of a resource record in this file.
    pub resource_size: u32,
    /// The size of an element record in this file; 0 without elements.
    pub element_size: u32,
    /// The dependency masks.
    pub masks: Masks<&'a [U32]>,
    /// Unknown bytes at the end; none in all known files.
    pub unknown: &'a [u8],
    resources: Table,
    elements: [Table; 3],
    tables: Tables<'a>,
    payload: Payload<'a>,
}

/// An element that borrows the file.
pub type ElementView<'a> = Element<&'a BStr, &'a [U32]>;

/// Records of one size, one after the other.
#[derive(Debug, Clone, Copy, Default)]
struct Table {
    at: usize,
    count: usize,
}

impl<'a> View<'a> for Psv<'a> {
    type Buf = PsvBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let payload = r.payload();
        let (info, info_unknown) = RuntimeInfo::decode(r, find_strings(payload))?;
        let (resource_size, resources) = decode_resources(r)?;

        let has_signatures = info.version >= Version::V1;
        let tables = if has_signatures { decode_tables(r)? } else { Tables::default() };
        let (element_size, elements) =
            if has_signatures { decode_elements(r, &info, tables)? } else { Default::default() };
        let masks = if has_signatures { Masks::decode(r, MaskSizes::of(&info))? } else { Masks::default() };
        let unknown = r.rest("Unknown", Show::Unknown);
        Ok(Self {
            info,
            info_unknown,
            resource_size,
            element_size,
            masks,
            unknown,
            resources,
            elements,
            tables,
            payload,
        })
    }

    fn to_buf(&self) -> PsvBuf {
        let mut resources_unknown = Vec::new();
        let mut elements_unknown = Vec::new();
        let resources = self.resources().map(|(resource, unknown)| {
            resources_unknown.extend(unknown);
            resource
        });
        let resources = resources.collect();
        let elements = self.elements().map(|list| {
            list.map(|(element, unknown)| {
                elements_unknown.extend(unknown);
                element.to_buf()
            })
            .collect()
        });
        PsvBuf {
            info: self.info.to_buf(),
            info_unknown: self.info_unknown.to_vec(),
            resources,
            resource_size: self.resource_size,
            resources_unknown,
            elements,
            element_size: self.element_size,
            elements_unknown,
            masks: self.masks.map(|words| words.iter().map(|word| word.get()).collect()),
            unknown: self.unknown.to_vec(),
        }
    }
}

/// The string table of `payload`, which the runtime-info record refers into before it comes; `None` where
/// what precedes it is broken, which decoding will say in its turn.
fn find_strings(payload: Payload<'_>) -> Option<&[u8]> {
    let mut r = Reader::new(payload);
    let mut skip = |count: usize, least: u32| {
        let size = if count > 0 { decode_record_size(&mut r, "", least).ok()? } else { 0 };
        r.bytes("", count.checked_mul(size as usize)?, Show::Unknown).ok()?;
        r.u32("", Show::Count).ok().map(|count| count as usize)
    };
    let resources = skip(1, Version::V0.size())?;
    let size = skip(resources, Resource::SIZE_V0)?;
    r.bytes("", size, Show::Table).ok()
}

fn decode_resources(r: &mut Reader<'_, '_>) -> Result<(u32, Table)> {
    let count = r.word("ResourceCount", Show::Count)?;
    if count.value == 0 {
        return Ok((0, Table::default()));
    }
    let size = decode_record_size(r, "ResourceStride", Resource::SIZE_V0)?;
    let table = Table { at: r.position(), count: count.to_usize() };
    r.check_fits(count, "the resources", table.count.saturating_mul(size as usize))?;
    r.list("Resources", table.count, |r, _| {
        r.sized("a resource", size as usize, |r| Resource::decode(r, size)).map(drop)
    })?;
    Ok((size, table))
}

fn decode_tables<'a>(r: &mut Reader<'a, '_>) -> Result<Tables<'a>> {
    let size = r.word("StringTableSize", Show::Size)?;
    r.check_fits(size, "the string table", size.to_usize())?;
    let strings = r.string_table("StringTable", size.to_usize())?;
    let count = r.word("SemanticIndexCount", Show::Count)?;
    r.check_fits(count, "the index table", count.to_usize().saturating_mul(4))?;
    let indices = r.words("SemanticIndexTable", count.to_usize(), Show::Table)?;
    Ok(Tables { strings, indices })
}

/// The names of the three element lists in LLVM's YAML.
const LISTS: [&str; 3] = ["SigInputElements", "SigOutputElements", "SigPatchOrPrimElements"];

fn decode_elements<'a>(
    r: &mut Reader<'a, '_>,
    info: &RuntimeInfo<&BStr>,
    tables: Tables<'a>,
) -> Result<(u32, [Table; 3])> {
    let counts = info.element_counts.map(usize::from);
    if counts == [0; 3] {
        return Ok(Default::default());
    }
    let size = decode_record_size(r, "SignatureElementStride", Element::SIZE)?;
    r.check_left("the element tables", counts.iter().sum::<usize>().saturating_mul(size as usize))?;
    let mut lists = [Table::default(); 3];
    for ((list, count), name) in lists.iter_mut().zip(counts).zip(LISTS) {
        *list = Table { at: r.position(), count };
        r.list(name, count, |r, _| {
            r.sized("an element", size as usize, |r| Element::decode(r, tables)).map(drop)
        })?;
    }
    Ok((size, lists))
}

/// The size of the records that follow, which must hold their oldest form.
fn decode_record_size(r: &mut Reader<'_, '_>, what: &'static str, least: u32) -> Result<u32> {
    let size = r.word(what, Show::Size)?;
    if size.value < least {
        let kind = ContainerErrorKind::RecordSize { what, found: size.value.into(), least: least.into() };
        return Err(r.error_at(size, kind));
    }
    Ok(size.value)
}

impl<'a> Psv<'a> {
    /// The resource bindings in file order, each with the unknown bytes of its record.
    pub fn resources(&self) -> impl Iterator<Item = (Resource, &'a [u8])> + use<'a> {
        let size = self.resource_size;
        self.records(self.resources, size, move |r| Resource::decode(r, size))
    }

    /// The elements of the input, output, and patch constant or primitive signature.
    pub fn elements(&self) -> [impl Iterator<Item = (ElementView<'a>, &'a [u8])> + use<'a>; 3] {
        let (tables, size) = (self.tables, self.element_size);
        self.elements.map(|list| self.records(list, size, move |r| Element::decode(r, tables)))
    }

    /// The tables as they are, and where each element refers to in them.
    pub(super) fn arrangement(&self) -> Arrangement {
        let mut raw = Reader::new(self.payload);
        let mut word_at = |at: usize| {
            raw.resume(at);
            raw.u32("", Show::Offset).unwrap_or_default()
        };
        let (mut names_at, mut indices_at) = (Vec::new(), Vec::new());
        for list in self.elements {
            for index in 0..list.count {
                let at = list.at + index * (self.element_size as usize);
                names_at.push(word_at(at));
                indices_at.push(word_at(at + 4));
            }
        }
        names_at.push(word_at(RuntimeInfo::<()>::ENTRY_NAME_AT));
        let indices = self.tables.indices.iter().map(|index| index.get()).collect();
        Arrangement { strings: self.tables.strings.to_vec(), names_at, indices, indices_at }
    }

    fn records<T, D: Fn(&mut Reader<'a, '_>) -> Result<T>>(
        &self,
        table: Table,
        size: u32,
        decode: D,
    ) -> impl Iterator<Item = (T, &'a [u8])> + use<'a, T, D> {
        let mut reader = Reader::new(self.payload);
        reader.resume(table.at);
        // Decoding has read all of them before: none is an error now.
        (0..table.count).map_while(move |_| reader.sized("a record", size as usize, &decode).ok())
    }
}
