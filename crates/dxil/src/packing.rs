//! How elements of a signature share registers: a row has one width, one mode of interpolation, one way of being
//! indexed, and in it come elements of the program's own first, what the system generates last. Separate because who
//! checks where elements lie and who decides it go by the same rules.
//!
//! Source: DirectXShaderCompiler, DxilSignatureAllocator.inl; LLVM main's documentation of semantic signatures.

use dx_container::enums::{ElementType, InterpolationMode};

use crate::semantics::{Interpretation, SignaturePoint, interpretation};
use crate::shader::SignatureElement;

/// The rows that a signature has, and the columns of each.
const ROWS: usize = 32;
const COLUMNS: usize = 4;
/// The rows that clip and cull distances may take.
const DISTANCE_ROWS: usize = 2;

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

/// A row, and of each column what lies there; elements are known by a `T`.
#[derive(Debug, Clone)]
struct Row<T> {
    /// Of each column what lies there, or what may not.
    columns: [u8; COLUMNS],
    elements: [Option<T>; COLUMNS],
    interpolation: InterpolationMode,
    indexing: u8,
    is_indexing_fixed: bool,
    /// 16 or 32; 0 for nothing yet, and for what is wider.
    bits: u32,
}

/// The rows of a signature, whose elements are known by a `T`.
#[derive(Debug, Clone)]
pub struct Registers<T> {
    rows: Vec<Row<T>>,
    has_min_precision: bool,
}

/// An element that is to be placed.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    kind: u8,
    interpolation: InterpolationMode,
    bits: u32,
    rows: usize,
    columns: usize,
}

/// What is in the way of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conflict<T> {
    /// It takes rows behind the last one.
    BehindLastRow {
        /// The last row that there is.
        last: usize,
    },
    /// It takes columns behind the last one.
    BehindLastColumn,
    /// Its row is indexed otherwise.
    Indexing(Neighbour<T>),
    /// Its row has another mode of interpolation.
    Interpolation(Neighbour<T>, InterpolationMode),
    /// Its row has components of so many bits, and it has others: 0 bits stand for 64.
    Width {
        /// What lies there.
        beside: Neighbour<T>,
        /// The bits of the row.
        bits: u32,
        /// Its own.
        own: u32,
    },
    /// Something lies there.
    Overlap {
        /// What.
        element: Option<T>,
        /// Where.
        row: usize,
        /// Where.
        column: usize,
    },
    /// Arbitrary elements come first in a row, then system values, then what the system generates.
    Order(Neighbour<T>),
}

/// What lies in a row already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour<T> {
    /// One of the elements there.
    pub element: Option<T>,
    /// The row.
    pub row: usize,
}

impl Piece {
    /// An element with this meaning; `None` where it takes no place among others.
    fn of(element: &SignatureElement, meaning: Interpretation, has_min_precision: bool) -> Option<Self> {
        let kind = match meaning {
            Interpretation::Arbitrary => kind::ARBITRARY,
            Interpretation::SystemValue => kind::VALUE,
            Interpretation::GeneratedValue => kind::GENERATED,
            Interpretation::TessFactor => kind::FACTOR,
            Interpretation::ClipCull => kind::CLIP_CULL,
            Interpretation::NotInSignature
            | Interpretation::NotPacked
            | Interpretation::Target
            | Interpretation::Shadow => return None,
        };
        Some(Self {
            kind,
            interpolation: element.interpolation,
            bits: bits(element.element_type, has_min_precision),
            rows: element.rows as usize,
            columns: element.columns.into(),
        })
    }

    fn indexing(&self, row: usize) -> u8 {
        let down = if row + 1 < self.rows { INDEXED_DOWN } else { 0 };
        let up = if row > 0 { INDEXED_UP } else { 0 };
        down | up
    }
}

/// Where 16 bits stand for at least 16 bits, they take 32.
fn bits(element: ElementType, has_min_precision: bool) -> u32 {
    use ElementType as E;
    match element {
        E::I16 | E::U16 | E::F16 | E::SNORM_F16 | E::UNORM_F16 if !has_min_precision => 16,
        E::INVALID | E::I64 | E::U64 | E::F64 | E::SNORM_F64 | E::UNORM_F64 => 0,
        _ => 32,
    }
}

impl<T: Copy> Registers<T> {
    /// Those of a signature without elements. Where there is minimum precision, 16 bits take 32.
    pub fn new(has_min_precision: bool) -> Self {
        Self { rows: vec![Row::new(); ROWS], has_min_precision }
    }

    /// Places an element where it says it lies; one that takes no place among others is nowhere.
    ///
    /// # Errors
    ///
    /// What is in its way; it is left out then.
    pub fn place(
        &mut self,
        known_by: T,
        element: &SignatureElement,
        meaning: Interpretation,
    ) -> Result<(), Conflict<T>> {
        let places = (usize::try_from(element.start_row), usize::try_from(element.start_column));
        let ((Ok(row), Ok(column)), Some(piece)) =
            (places, Piece::of(element, meaning, self.has_min_precision))
        else {
            return Ok(());
        };
        match self.conflict(&piece, row, column) {
            Some(conflict) => Err(conflict),
            None => {
                self.put(&piece, known_by, row, column);
                Ok(())
            }
        }
    }

    fn conflict(&self, piece: &Piece, row: usize, column: usize) -> Option<Conflict<T>> {
        let end = row.checked_add(piece.rows);
        let Some(rows) = end.and_then(|end| self.rows.get(row..end)) else {
            return Some(Conflict::BehindLastRow { last: self.rows.len().saturating_sub(1) });
        };
        let whole = (row..).zip(rows.iter().enumerate());
        let in_a_row = whole
            .clone()
            .find_map(|(number, (index, row))| row.conflict(piece, piece.indexing(index), number));
        in_a_row.or_else(|| whole.clone().find_map(|(number, (_, row))| row.overlap(piece, (number, column))))
    }

    fn put(&mut self, piece: &Piece, known_by: T, row: usize, column: usize) {
        for (index, row) in self.rows.iter_mut().skip(row).take(piece.rows).enumerate() {
            row.put(piece, known_by, piece.indexing(index), column);
        }
    }

    /// The first place that has room, of those that are allowed.
    fn room(&self, piece: &Piece, is_allowed: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
        let places = (0..self.rows.len()).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        places
            .filter(|(row, column)| is_allowed(*row, *column))
            .find(|(row, column)| self.conflict(piece, *row, *column).is_none())
    }

    /// Whether there is room for the number of the view, which the driver adds to what goes into a pixel shader.
    pub fn has_room_for_view(&self) -> bool {
        let view = Piece {
            kind: kind::GENERATED,
            interpolation: InterpolationMode::CONSTANT,
            bits: 32,
            rows: 1,
            columns: 1,
        };
        self.room(&view, |_, _| true).is_some()
    }

    fn is_empty(&self, row: usize) -> bool {
        self.rows.get(row).is_some_and(|row| row.elements.iter().all(Option::is_none))
    }
}

impl<T: Copy> Row<T> {
    fn new() -> Self {
        Self {
            columns: [0; COLUMNS],
            elements: [None; COLUMNS],
            interpolation: InterpolationMode::UNDEFINED,
            indexing: 0,
            is_indexing_fixed: false,
            bits: 0,
        }
    }

    fn neighbour(&self, row: usize) -> Neighbour<T> {
        Neighbour { element: self.elements.iter().flatten().next().copied(), row }
    }

    fn conflict(&self, piece: &Piece, indexing: u8, row: usize) -> Option<Conflict<T>> {
        let both = indexing | self.indexing;
        let is_other_indexing = self.indexing != 0 && piece.kind & NOT_INDEXED != 0
            || self.is_indexing_fixed && both != self.indexing
            || piece.kind == kind::FACTOR && both != indexing;
        if is_other_indexing {
            return Some(Conflict::Indexing(self.neighbour(row)));
        }
        if self.interpolation != InterpolationMode::UNDEFINED && self.interpolation != piece.interpolation {
            return Some(Conflict::Interpolation(self.neighbour(row), self.interpolation));
        }
        if self.bits != 0 && self.bits != piece.bits {
            return Some(Conflict::Width { beside: self.neighbour(row), bits: self.bits, own: piece.bits });
        }
        None
    }

    fn overlap(&self, piece: &Piece, (row, column): (usize, usize)) -> Option<Conflict<T>> {
        let end = column.checked_add(piece.columns);
        let Some(columns) = end.and_then(|end| self.columns.get(column..end)) else {
            return Some(Conflict::BehindLastColumn);
        };
        let mut columns = (column..).zip(columns);
        let (column, found) = columns.find(|(_, found)| **found & (piece.kind | kind::OCCUPIED) != 0)?;
        Some(if found & kind::OCCUPIED != 0 {
            Conflict::Overlap { element: self.elements.get(column).copied().flatten(), row, column }
        } else {
            Conflict::Order(self.neighbour(row))
        })
    }

    fn put(&mut self, piece: &Piece, known_by: T, indexing: u8, column: usize) {
        for slot in self.elements.iter_mut().skip(column).take(piece.columns) {
            *slot = Some(known_by);
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

/// Gives the elements of a signature their places, in their order, each the first one that has room for it: those of a
/// prefix lie the same whatever follows. What goes into a vertex shader takes a row for itself, and a render target
/// the row that is its index. Elements that take no register keep -1.
///
/// # Errors
///
/// The index of the first element that there is no room for.
pub fn pack(
    elements: &mut [SignatureElement],
    point: SignaturePoint,
    has_min_precision: bool,
) -> Result<(), usize> {
    pack_around(elements, point, has_min_precision, |_| false).map_err(|error| match error {
        PackError::NoRoom(index) | PackError::Conflict(index, _) => index,
    })
}

/// The error of [`pack_around`]: an element without a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackError {
    /// The index of an element that no free registers fit.
    NoRoom(usize),
    /// The index of an element with a fixed register, and the element or limit that it conflicts with.
    Conflict(usize, Conflict<usize>),
}

/// Like [`pack`], but the elements for which `is_fixed` returns true keep their rows and columns, and the others are
/// packed around them.
///
/// # Errors
///
/// An element does not fit, or a fixed element conflicts with another one.
pub fn pack_around(
    elements: &mut [SignatureElement],
    point: SignaturePoint,
    has_min_precision: bool,
    is_fixed: impl Fn(usize) -> bool,
) -> Result<(), PackError> {
    let mut packer = Packer { registers: Registers::new(has_min_precision), distances: Vec::new(), next: 0 };
    for (index, element) in elements.iter().enumerate().filter(|(index, _)| is_fixed(*index)) {
        let Some(meaning) = interpretation(element.semantic, point) else { continue };
        packer
            .registers
            .place(index, element, meaning)
            .map_err(|conflict| PackError::Conflict(index, conflict))?;
        packer.fix(element, meaning);
    }
    for (index, element) in elements.iter_mut().enumerate().filter(|(index, _)| !is_fixed(*index)) {
        let meaning = interpretation(element.semantic, point);
        (element.start_row, element.start_column) = (-1, -1);
        let place = match meaning {
            Some(Interpretation::Target) => Some((element.semantic_index(0) as usize, 0)),
            Some(meaning) => match Piece::of(element, meaning, has_min_precision) {
                Some(piece) if point == SignaturePoint::VertexInput => packer.stacked(&piece),
                Some(piece) => packer.placed(&piece, index),
                None => continue,
            },
            None => continue,
        };
        let (row, column) = place.ok_or(PackError::NoRoom(index))?;
        element.start_row = i32::try_from(row).map_err(|_| PackError::NoRoom(index))?;
        element.start_column = i8::try_from(column).map_err(|_| PackError::NoRoom(index))?;
    }
    Ok(())
}

struct Packer {
    registers: Registers<usize>,
    /// The rows of clip and cull distances, which have them for themselves.
    distances: Vec<usize>,
    /// The row behind the last element, where each has rows of its own.
    next: usize,
}

impl Packer {
    /// Reserves the rows of an element with a fixed register.
    fn fix(&mut self, element: &SignatureElement, meaning: Interpretation) {
        let Ok(row) = usize::try_from(element.start_row) else { return };
        let end = row.saturating_add(element.rows as usize);
        self.next = self.next.max(end);
        if meaning == Interpretation::ClipCull {
            self.distances.extend((row..end).filter(|row| !self.distances.contains(row)).collect::<Vec<_>>());
        }
    }

    fn stacked(&mut self, piece: &Piece) -> Option<(usize, usize)> {
        let row = self.next;
        self.next = row.checked_add(piece.rows).filter(|end| *end <= ROWS && piece.columns <= COLUMNS)?;
        Some((row, 0))
    }

    fn placed(&mut self, piece: &Piece, index: usize) -> Option<(usize, usize)> {
        let (registers, distances) = (&self.registers, &self.distances);
        let place = match piece.kind {
            kind::CLIP_CULL => registers.room(piece, |row, _| {
                let rows = row..row.saturating_add(piece.rows);
                let new = rows.clone().filter(|row| !distances.contains(row)).count();
                rows.clone().all(|row| distances.contains(&row) || registers.is_empty(row))
                    && new + distances.len() <= DISTANCE_ROWS
            })?,
            // Where several factors are an array, it is in the last column.
            kind::FACTOR if piece.rows > 1 => {
                registers.room(piece, |row, column| column + 1 == COLUMNS && !distances.contains(&row))?
            }
            _ => registers.room(piece, |row, _| {
                let rows = row..row.saturating_add(piece.rows);
                !distances.iter().any(|distance| rows.contains(distance))
            })?,
        };
        self.registers.put(piece, index, place.0, place.1);
        if piece.kind == kind::CLIP_CULL {
            for row in place.0..place.0 + piece.rows {
                if !self.distances.contains(&row) {
                    self.distances.push(row);
                }
            }
        }
        Some(place)
    }
}
