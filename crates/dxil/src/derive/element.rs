//! An element of a signature as the parts say it: checked, and with what its semantic means at its point. Separate
//! because the signature parts and PSV0 say the same of it in two layouts.

use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use dx_container::FourCc;
use dx_container::enums::{ComponentType, ElementType, SemanticKind};
use located::Frame;

use super::error::{error, unfit};
use super::{DeriveErrorKind, DescribedModule};
use crate::semantics::{self, Interpretation, SignatureKind, SignaturePoint};
use crate::shader::SignatureElement;
use crate::{Result, limits};

/// An element of a signature.
#[derive(Debug)]
pub(super) struct Element<'m> {
    /// What the module says.
    pub(super) stored: &'m SignatureElement,
    /// What it means at its point: where the pipeline gives its semantic no meaning, it is as any other name.
    pub(super) kind: SemanticKind,
    pub(super) interpretation: Interpretation,
    /// The name that signatures have.
    pub(super) name: &'m BStr,
    /// The index of each row. DXC 1.7 gave elements of mesh shaders more than that, one a vertex.
    pub(super) indices: &'m [u32],
    /// Where it lies; `None` where it lies in no registers.
    pub(super) place: Option<Place>,
    pub(super) stream: u8,
    /// Columns indexed at run time, and columns used: x is bit 0, wherever the element begins.
    pub(super) dynamic_mask: u8,
    pub(super) usage_mask: u8,
}

/// Where an element lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) row: u8,
    pub(super) column: u8,
    /// The row behind its last one.
    pub(super) end: u8,
}

/// How many columns a register has.
const COLUMNS: u8 = 4;

/// The elements of a signature of a program, as its module lists them. A stage that has no such signature has none.
pub(super) fn elements<'m>(
    program: &DescribedModule<'m>,
    signature: SignatureKind,
) -> Result<Vec<Element<'m>>> {
    let stage = program.stage_with(part(signature))?;
    let signatures = program.main_entry()?.signatures.as_ref();
    let (list, what) = match signature {
        SignatureKind::Input => (signatures.map(|all| &all.inputs), "the input signature"),
        SignatureKind::Output => (signatures.map(|all| &all.outputs), "the output signature"),
        SignatureKind::PatchConstantOrPrimitive => {
            (signatures.map(|all| &all.patch_constants), "the patch constant or primitive signature")
        }
    };
    let list = list.and_then(Option::as_deref).unwrap_or_default();
    let point = SignaturePoint::of(stage, signature);
    let elements = list.iter().enumerate().map(|(index, stored)| {
        let element = match point {
            Some(point) => Element::new(stored, point),
            None => Err(error(DeriveErrorKind::Semantic { semantic: stored.semantic })),
        };
        element.map_err(|error| error.within(Frame::Item(index as u64)).within(Frame::Node(what)))
    });
    elements.collect()
}

/// The part that holds a signature.
fn part(signature: SignatureKind) -> FourCc {
    match signature {
        SignatureKind::Input => FourCc::ISG1,
        SignatureKind::Output => FourCc::OSG1,
        SignatureKind::PatchConstantOrPrimitive => FourCc::PSG1,
    }
}

impl<'m> Element<'m> {
    fn new(stored: &'m SignatureElement, point: SignaturePoint) -> Result<Self> {
        let meaningless = || error(DeriveErrorKind::Semantic { semantic: stored.semantic });
        let interpretation = semantics::interpretation(stored.semantic, point).ok_or_else(meaningless)?;
        let kind = match interpretation {
            Interpretation::Arbitrary => SemanticKind::ARBITRARY,
            _ => stored.semantic,
        };
        let name = match semantics::canonical_name(kind) {
            Some(name) => BStr::new(name),
            None => stored.name.as_bstr(),
        };
        if let Some(at) = name.find_byte(0) {
            return Err(unfit("byte offset of a NUL in a semantic name", at_most(at), "a name without NUL"));
        }
        if !(1..=COLUMNS).contains(&stored.columns) {
            return Err(unfit("number of columns of a signature element", stored.columns, "1 to 4"));
        }
        let properties = stored.properties.as_ref();
        let property = |what, value: Option<&u32>, max: u8, expected| match value.copied().unwrap_or(0) {
            value if value > max.into() => Err(unfit(what, value, expected)),
            value => Ok(u8::try_from(value).unwrap_or(max)),
        };
        let mask = |what, value| property(what, value, (1 << COLUMNS) - 1, "a mask from 0 to 15");
        let stream = properties.and_then(|properties| properties.stream());
        Ok(Self {
            stored,
            kind,
            interpretation,
            name,
            indices: indices(stored, kind)?,
            place: Place::of(stored)?,
            stream: property("stream of a signature element", stream, 3, "0 to 3")?,
            dynamic_mask: mask(
                "mask of dynamically indexed columns",
                properties.and_then(|all| all.dynamic_mask()),
            )?,
            usage_mask: mask("mask of used columns", properties.and_then(|all| all.usage_mask()))?,
        })
    }

    /// The indices of its rows, and those besides.
    pub(super) fn row_indices(&self) -> (&[u32], &[u32]) {
        let rows = self.stored.rows as usize;
        self.indices.split_at(rows.min(self.indices.len()))
    }

    pub(super) fn has_more_indices_than_rows(&self) -> bool {
        !self.row_indices().1.is_empty()
    }

    /// Whether the signature parts have it.
    pub(super) fn is_in_signature(&self) -> bool {
        self.interpretation != Interpretation::NotInSignature
    }
}

impl DescribedModule<'_> {
    /// What parts call components of a signature. Before version 1.5 of the validator there were no booleans.
    pub fn component_type(&self, element_type: ElementType) -> ComponentType {
        match element_type {
            ElementType::I1 if !self.validator_is_at_least(1, 5) => ComponentType::UNKNOWN,
            ElementType::I1 | ElementType::U32 => ComponentType::U_INT32,
            ElementType::PACKED_S8X32 | ElementType::PACKED_U8X32 => ComponentType::U_INT32,
            ElementType::I32 => ComponentType::S_INT32,
            ElementType::F32 => ComponentType::FLOAT32,
            ElementType::I16 => ComponentType::S_INT16,
            ElementType::U16 => ComponentType::U_INT16,
            ElementType::F16 => ComponentType::FLOAT16,
            ElementType::I64 => ComponentType::S_INT64,
            ElementType::U64 => ComponentType::U_INT64,
            ElementType::F64 => ComponentType::FLOAT64,
            _ => ComponentType::UNKNOWN,
        }
    }
}

/// The index of each row. System values may leave out the index of their only row.
fn indices(stored: &SignatureElement, kind: SemanticKind) -> Result<&[u32]> {
    let rows = stored.rows;
    if !(1..=limits::SIGNATURE_ROWS).contains(&rows) {
        return Err(unfit("number of rows of a signature element", rows, "1 to 32"));
    }
    let indices = match stored.semantic_indices.as_deref().unwrap_or_default() {
        [] if kind != SemanticKind::ARBITRARY => &[0],
        indices => indices,
    };
    let has_all = u32::try_from(indices.len()).is_ok_and(|indices| indices >= rows);
    if !has_all || indices.len() > limits::SEMANTIC_INDICES {
        return Err(unfit(
            "number of semantic indices of a signature element",
            at_most(indices.len()),
            "one for each row",
        ));
    }
    Ok(indices)
}

impl Place {
    fn of(stored: &SignatureElement) -> Result<Option<Self>> {
        let SignatureElement { start_row, start_column, rows, columns, .. } = *stored;
        if start_row == -1 || start_column == -1 {
            return Ok(None);
        }
        let end = i64::from(start_row) + i64::from(rows);
        let row = u8::try_from(start_row)
            .map_err(|_| unfit("first row of a signature element", start_row, "0 to 31"))?;
        let end = match u8::try_from(end) {
            Ok(end) if u32::from(end) <= limits::SIGNATURE_ROWS => end,
            _ => return Err(unfit("last row of a signature element", end - 1, "0 to 31")),
        };
        let column =
            u8::try_from(start_column).ok().filter(|column| column.saturating_add(columns) <= COLUMNS);
        let column = column.ok_or_else(|| {
            unfit(
                "first column of a signature element",
                start_column,
                "a column from 0 to 3 with space for all columns of the element",
            )
        })?;
        Ok(Some(Self { row, column, end }))
    }
}

/// A count for an error.
pub(super) fn at_most(count: usize) -> i64 {
    count.saturating_as::<i64>()
}
