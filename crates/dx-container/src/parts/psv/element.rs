//! A signature element: several rows of one semantic, where the signature parts have an element a row.

use az::SaturatingAs as _;
use bstr::{BStr, BString};
use zerocopy::little_endian::U32;

use super::tables::Tables;
use crate::enums::{ComponentType, InterpolationMode, SemanticKind};
use crate::error::Result;
use crate::field_values::{bits, narrow8};
use crate::fields::Show;
use crate::reader::Reader;

/// A signature element: `&BStr` and `&[U32]` in a view, [`BString`] and `Vec<u32>` in an owned part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Element<Name, Indices> {
    /// The semantic name; empty for system values, see [`kind`](Self::kind).
    pub name: Name,
    /// The semantic index of each row; at most 255 rows.
    pub indices: Indices,
    /// The first register.
    pub start_row: u8,
    /// The number of components per row, 1 to 4.
    pub cols: u8,
    /// The first component, 0 to 3.
    pub start_col: u8,
    /// Whether it is allocated to registers.
    pub allocated: bool,
    /// The semantic kind.
    pub kind: SemanticKind,
    /// The component type.
    pub component_type: ComponentType,
    /// The interpolation mode.
    pub interpolation: InterpolationMode,
    /// The dynamically indexed components; x is bit 0.
    pub dynamic_mask: u8,
    /// The output stream of a geometry shader, 0 to 3.
    pub stream: u8,
    /// Reserved; 0 in all known files: bit 7 of the shape byte, bits 6 and 7 of the mask byte, the last byte.
    pub reserved: (u8, u8, u8),
}

impl Element<(), ()> {
    /// The size of a record in bytes.
    pub const SIZE: u32 = 16;
}

impl<'a> Element<&'a BStr, &'a [U32]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, tables: Tables<'a>) -> Result<Self> {
        let (_, name) = r.text_at("Name", tables.strings)?;
        // The indices come before their count.
        let rows = r.peek_u8(r.position() + 4).unwrap_or_default();
        let (_, indices) = r.words_at("Indices", tables.indices, rows.into())?;
        r.u8("Rows", Show::Count)?;
        let start_row = r.u8("StartRow", Show::Plain)?;
        let [cols, start_col, allocated, shape_reserved] = r.bits8([
            ("Cols", 0, 4, Show::Plain),
            ("StartCol", 4, 2, Show::Plain),
            ("Allocated", 6, 1, Show::Bool),
            ("Reserved", 7, 1, Show::Reserved),
        ])?;
        let kind = r.named8("Kind")?;
        let component_type = r.named8("ComponentType")?;
        let interpolation = r.named8("Interpolation")?;
        let [dynamic_mask, stream, mask_reserved] = r.bits8([
            ("DynamicMask", 0, 4, Show::Components),
            ("Stream", 4, 2, Show::Plain),
            ("Reserved", 6, 2, Show::Reserved),
        ])?;
        let last = r.u8("Reserved", Show::Reserved)?;
        Ok(Self {
            name,
            indices,
            start_row,
            cols,
            start_col,
            allocated: allocated == 1,
            kind,
            component_type,
            interpolation,
            dynamic_mask,
            stream,
            reserved: (shape_reserved, mask_reserved, last),
        })
    }

    pub(super) fn to_buf(self) -> Element<BString, Vec<u32>> {
        let Self { start_row, cols, start_col, allocated, kind, component_type, .. } = self;
        let Self { interpolation, dynamic_mask, stream, reserved, .. } = self;
        let (name, indices) = (self.name.to_owned(), self.indices.iter().map(|index| index.get()).collect());
        Element {
            name,
            indices,
            start_row,
            cols,
            start_col,
            allocated,
            kind,
            component_type,
            interpolation,
            dynamic_mask,
            stream,
            reserved,
        }
    }
}

impl Element<BString, Vec<u32>> {
    pub(super) fn write(&self, bytes: &mut Vec<u8>, name_at: u32, indices_at: u32) -> Result<()> {
        let rows = self.indices.len().saturating_as::<u32>();
        let (shape_reserved, mask_reserved, last) = self.reserved;
        bytes.extend(name_at.to_le_bytes());
        bytes.extend(indices_at.to_le_bytes());
        bytes.extend([
            narrow8("element rows", rows)?,
            self.start_row,
            bits("element columns", self.cols, 4)?
                | bits("element start column", self.start_col, 2)? << 4
                | u8::from(self.allocated) << 6
                | bits("reserved bit", shape_reserved, 1)? << 7,
            narrow8("semantic kind", self.kind.0)?,
            narrow8("component type", self.component_type.0)?,
            narrow8("interpolation mode", self.interpolation.0)?,
            bits("dynamic mask", self.dynamic_mask, 4)?
                | bits("stream", self.stream, 2)? << 4
                | bits("reserved bits", mask_reserved, 2)? << 6,
            last,
        ]);
        Ok(())
    }
}
