//! How elements of a signature share registers: a row has one width, one mode of interpolation, one way of being
//! indexed, and in it come elements of the program's own first, what the system generates last.

use dx_container::enums::{ElementType, InterpolationMode};
use dxil::semantics::Interpretation;
use dxil::shader::SignatureElement;

use super::bounds;
use super::names::semantic;
use super::signature_elements::{is_allocated, meaning};
use super::signatures::Signature;
use crate::report::Report;
use crate::rule::Rule;

/// What an element is, as far as its neighbours care: a bit each.
mod kind {
    pub(super) const OCCUPIED: u8 = 1;
    pub(super) const ARBITRARY: u8 = 2;
    pub(super) const GENERATED: u8 = 4;
    pub(super) const VALUE: u8 = 8;
    pub(super) const FACTOR: u8 = 16;
    pub(super) const CLIP_CULL: u8 = 32;
}

/// How a row is part of an array that is indexed: whether another row follows it, whether one precedes it.
const INDEXED_DOWN: u8 = 1;
const INDEXED_UP: u8 = 2;

/// Kinds that are in no array.
const NOT_INDEXED: u8 = kind::GENERATED | kind::VALUE;

/// A row.
#[derive(Debug, Clone, Default)]
struct Row<'m> {
    /// Of each column what lies there, or what may not.
    columns: [u8; 4],
    /// Of each column the element that lies there.
    elements: [Option<&'m SignatureElement>; 4],
    interpolation: InterpolationMode,
    indexing: u8,
    is_indexing_fixed: bool,
    /// 16 or 32; 0 for nothing yet, and for what is wider.
    bits: u32,
}

/// The rows of a signature.
#[derive(Debug, Clone)]
pub(super) struct Registers<'m> {
    rows: Vec<Row<'m>>,
    has_min_precision: bool,
}

/// An element that is to be placed.
#[derive(Clone, Copy)]
struct Piece {
    kind: u8,
    interpolation: InterpolationMode,
    bits: u32,
    rows: usize,
    columns: usize,
}

impl Piece {
    fn indexing(&self, row: usize) -> u8 {
        let down = if row + 1 < self.rows { INDEXED_DOWN } else { 0 };
        let up = if row > 0 { INDEXED_UP } else { 0 };
        down | up
    }
}

impl<'m> Registers<'m> {
    pub(super) fn new(has_min_precision: bool) -> Self {
        let rows = usize::try_from(bounds::MESH_ROWS).unwrap_or(0);
        Self { rows: vec![Row::default(); rows], has_min_precision }
    }

    /// Places an element where it says it lies; what is in its way is told, and it is left out.
    pub(super) fn place(
        &mut self,
        signature: &Signature<'_, 'm>,
        element: &'m SignatureElement,
        report: &mut Report,
    ) {
        if !is_allocated(element) {
            return;
        }
        let kind = match meaning(signature, element) {
            Some(Interpretation::Arbitrary) => kind::ARBITRARY,
            Some(Interpretation::SystemValue) => kind::VALUE,
            Some(Interpretation::GeneratedValue) => kind::GENERATED,
            Some(Interpretation::TessFactor) => kind::FACTOR,
            Some(Interpretation::ClipCull) => kind::CLIP_CULL,
            _ => return,
        };
        let piece = Piece {
            kind,
            interpolation: element.interpolation,
            bits: self.bits(element.element_type),
            rows: usize::try_from(element.rows).unwrap_or(usize::MAX),
            columns: element.columns.into(),
        };
        let (Ok(row), Ok(column)) =
            (usize::try_from(element.start_row), usize::try_from(element.start_column))
        else {
            return;
        };
        match self.conflict(&piece, row, column) {
            Some((rule, message)) => signature.tell(rule, element, &message, report),
            None => self.put(&piece, element, row, column),
        }
    }

    /// Where 16 bits stand for at least 16 bits, they take 32.
    fn bits(&self, element: ElementType) -> u32 {
        use ElementType as E;
        match element {
            E::I16 | E::U16 | E::F16 | E::SNORM_F16 | E::UNORM_F16 if !self.has_min_precision => 16,
            E::INVALID | E::I64 | E::U64 | E::F64 | E::SNORM_F64 | E::UNORM_F64 => 0,
            _ => 32,
        }
    }

    fn conflict(&self, piece: &Piece, row: usize, column: usize) -> Option<(Rule, String)> {
        let end = row.checked_add(piece.rows);
        let Some(rows) = end.and_then(|end| self.rows.get(row..end)) else {
            let (count, last) = (piece.rows, self.rows.len().saturating_sub(1));
            let message = format!("{count} rows from row {row} on exceed the last row, {last}");
            return Some((Rule::META_SIGNATURE_OUT_OF_RANGE, message));
        };
        let whole = (row..).zip(rows.iter().enumerate());
        let in_a_row = whole
            .clone()
            .find_map(|(number, (index, row))| row.conflict(piece, piece.indexing(index), number));
        in_a_row.or_else(|| whole.clone().find_map(|(number, (_, row))| row.overlap(piece, (number, column))))
    }

    fn put(&mut self, piece: &Piece, element: &'m SignatureElement, row: usize, column: usize) {
        for (index, row) in self.rows.iter_mut().skip(row).take(piece.rows).enumerate() {
            row.put(piece, element, piece.indexing(index), column);
        }
    }

    /// Whether there is room for the number of the view, which the driver adds to what goes into a pixel shader.
    pub(super) fn has_room_for_view(&mut self) -> bool {
        let view = Piece {
            kind: kind::GENERATED,
            interpolation: InterpolationMode::CONSTANT,
            bits: 32,
            rows: 1,
            columns: 1,
        };
        self.rows.iter().any(|row| {
            row.conflict(&view, 0, 0).is_none()
                && (0..4).any(|column| row.overlap(&view, (0, column)).is_none())
        })
    }
}

impl<'m> Row<'m> {
    /// An element of the row, by its name.
    fn other(&self, row: usize) -> String {
        match self.elements.iter().flatten().next() {
            Some(element) => format!("{} in row {row}", semantic(element)),
            None => format!("another element in row {row}"),
        }
    }

    fn conflict(&self, piece: &Piece, indexing: u8, row: usize) -> Option<(Rule, String)> {
        let both = indexing | self.indexing;
        let is_other_indexing = self.indexing != 0 && piece.kind & NOT_INDEXED != 0
            || self.is_indexing_fixed && both != self.indexing
            || piece.kind == kind::FACTOR && both != indexing;
        if is_other_indexing {
            let message = format!("indexing conflicts with that of {}", self.other(row));
            return Some((Rule::META_SIGNATURE_INDEX_CONFLICT, message));
        }
        if self.interpolation != InterpolationMode::UNDEFINED && self.interpolation != piece.interpolation {
            let (mode, other) = (piece.interpolation, self.interpolation);
            let message = format!("interpolation mode is {mode}, but {} has {other}", self.other(row));
            return Some((Rule::META_INTERP_MODE_IN_ONE_ROW, message));
        }
        if self.bits != 0 && self.bits != piece.bits {
            let message = match piece.bits {
                0 => format!("data width is 64 bits, but {} has {} bits", self.other(row), self.bits),
                bits => format!("data width is {bits} bits, but {} has {} bits", self.other(row), self.bits),
            };
            return Some((Rule::META_SIGNATURE_DATA_WIDTH, message));
        }
        None
    }

    fn overlap(&self, piece: &Piece, (row, column): (usize, usize)) -> Option<(Rule, String)> {
        let end = column.checked_add(piece.columns);
        let Some(columns) = end.and_then(|end| self.columns.get(column..end)) else {
            let message =
                format!("{} columns from column {column} on exceed the last column, 3", piece.columns);
            return Some((Rule::META_SIGNATURE_OUT_OF_RANGE, message));
        };
        let mut columns = (column..).zip(columns);
        columns.find(|(_, found)| **found & (piece.kind | kind::OCCUPIED) != 0).map(|(column, found)| {
            if found & kind::OCCUPIED != 0 {
                let other = self.elements.get(column).copied().flatten();
                let other = other
                    .map_or_else(|| "another element".to_owned(), |element| semantic(element).to_string());
                (Rule::META_SIGNATURE_OVERLAP, format!("overlaps {other} at row {row}, column {column}"))
            } else {
                let message = format!(
                    "wrong order of columns beside {}; expected arbitrary elements, then system values, \
                     then system-generated values",
                    self.other(row)
                );
                (Rule::META_SIGNATURE_ILLEGAL_COMPONENT_ORDER, message)
            }
        })
    }

    fn put(&mut self, piece: &Piece, element: &'m SignatureElement, indexing: u8, column: usize) {
        for slot in self.elements.iter_mut().skip(column).take(piece.columns) {
            *slot = Some(element);
        }
        self.interpolation = piece.interpolation;
        self.indexing |= indexing;
        self.bits = piece.bits;
        self.is_indexing_fixed |= piece.kind & (NOT_INDEXED | kind::FACTOR) != 0;
        let values = kind::VALUE | kind::FACTOR | kind::CLIP_CULL;
        // What may not stand in front of it, and what may not follow it.
        let (before, behind) = match piece.kind {
            kind::ARBITRARY => (values | kind::GENERATED, 0),
            kind::GENERATED => (0, kind::ARBITRARY | values),
            _ => (kind::GENERATED, kind::ARBITRARY),
        };
        for (index, found) in self.columns.iter_mut().enumerate() {
            if *found & kind::OCCUPIED != 0 {
                continue;
            }
            if index < column {
                *found |= before;
            } else if index < column.saturating_add(piece.columns) {
                *found = kind::OCCUPIED | piece.kind;
            } else {
                *found |= behind;
            }
        }
    }
}
