//! The elements of an entry's signatures as calls name them: where each lies among the scalars, and which scalars a
//! call reads or writes. Separate because DXC's rules of what counts as a read or a write of which signature are here
//! alone.

use hashbrown::HashMap;
use std::ops::Range;

use dx_container::enums::ShaderKind;
use located::Frame;

use super::super::DeriveErrorKind;
use crate::Result;
use crate::limits::{SIGNATURE_COLUMNS, SIGNATURE_ROWS, STREAMS};
use crate::ops::{Call, SignatureAccess};
use crate::semantics::SignatureKind;
use crate::shader::{EntryPoint, SignatureElement};
use dxil_ir::{Global, Module, Value};

/// One of the signatures of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Which {
    Inputs,
    Outputs,
    /// Or what each primitive of a mesh shader has.
    PatchConstants,
}

/// An element of a signature.
#[derive(Debug, Clone)]
struct Element {
    /// Its first scalar; `None` where it takes none.
    first: Option<u32>,
    rows: u32,
    columns: u32,
    stream: usize,
}

/// A signature.
#[derive(Debug, Clone, Default)]
pub(super) struct Signature {
    elements: Vec<Element>,
    /// The place of an element by its number.
    places: HashMap<u32, usize>,
    /// How many scalars there are, by stream: up to the last one that is used.
    pub(super) scalars: [u32; STREAMS],
}

/// The signatures of an entry.
#[derive(Debug, Clone)]
pub(super) struct Signatures {
    kind: ShaderKind,
    inputs: Signature,
    outputs: Signature,
    patch_constants: Signature,
}

/// What a call does with a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Load,
    /// What another thread of a hull shader gave, or the input of a domain shader.
    LoadControlPoint,
    Store,
}

/// A call that reads or writes an element of a signature.
#[derive(Debug, Clone, Copy)]
pub(super) struct Access {
    pub(super) which: Which,
    pub(super) purpose: Purpose,
    /// Which element, by its place.
    pub(super) element: usize,
    /// Which row; `None` where only the program knows.
    pub(super) row: Option<u32>,
    pub(super) column: u32,
    /// What is written.
    pub(super) value: Option<Value>,
}

/// Scalars of a signature: one of each row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Scalars {
    pub(super) stream: usize,
    rows: Range<u32>,
    first: u32,
}

impl Scalars {
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + use<> {
        let first = self.first;
        self.rows.clone().map(move |row| first + SIGNATURE_COLUMNS * row)
    }
}

impl Signatures {
    pub(super) fn of(entry: &EntryPoint, kind: ShaderKind) -> Result<Self> {
        let streams = if kind == ShaderKind::GEOMETRY { STREAMS } else { 1 };
        let signatures = entry.signatures.as_ref();
        let signature = |elements: Option<&Vec<SignatureElement>>, streams, name| {
            Signature::new(elements.map_or(&[][..], Vec::as_slice), streams)
                .map_err(|error| error.within(Frame::Node(name)))
        };
        Ok(Self {
            kind,
            inputs: signature(signatures.and_then(|all| all.inputs.as_ref()), 1, "inputs")?,
            outputs: signature(signatures.and_then(|all| all.outputs.as_ref()), streams, "outputs")?,
            patch_constants: signature(
                signatures.and_then(|all| all.patch_constants.as_ref()),
                1,
                "patch constants",
            )?,
        })
    }

    pub(super) fn get(&self, which: Which) -> &Signature {
        match which {
            Which::Inputs => &self.inputs,
            Which::Outputs => &self.outputs,
            Which::PatchConstants => &self.patch_constants,
        }
    }

    /// What a call in `function` reads or writes; `None` for neither.
    pub(super) fn access(
        &self,
        module: &Module,
        function: &Global,
        call: &Call<'_>,
    ) -> Result<Option<Access>> {
        let Some((which, purpose)) = call.operation().signature.and_then(|access| self.which(access)) else {
            return Ok(None);
        };
        // All of these take the element, the row and the column, then what is written.
        let arguments = call.operation().arguments;
        let number = |at: usize| {
            let number = call.arguments().get(at).and_then(|value| module.integer(*value));
            number.and_then(|number| u32::try_from(number).ok())
        };
        let operation = call.operation().name;
        let constant = |at: usize| {
            let argument = arguments.get(at).map_or("argument", |argument| argument.name.as_str());
            let function = function.name.clone();
            number(at).ok_or(DeriveErrorKind::NotConstant { function, operation, argument })
        };
        let (id, row, column) = (constant(0)?, number(1), constant(2)?);
        let signature = self.get(which);
        let found = signature.places.get(&id).and_then(|at| Some((*at, signature.elements.get(*at)?)));
        let (element, data) = found.ok_or_else(|| DeriveErrorKind::NoElement {
            function: function.name.clone(),
            operation,
            id,
        })?;
        let outside = |what, found, count| DeriveErrorKind::OutsideElement {
            function: function.name.clone(),
            operation,
            id,
            what,
            found,
            count,
        };
        if let Some(row) = row.filter(|row| *row >= data.rows) {
            return Err(outside("row", row, data.rows).into());
        }
        if column >= data.columns {
            return Err(outside("column", column, data.columns).into());
        }
        let value = call.arguments().get(3).copied().filter(|_| purpose == Purpose::Store);
        Ok(Some(Access { which, purpose, element, row, column, value }))
    }

    /// The signature of an access. Returns `None` for an interpolated input, which DXC's analysis ignores.
    fn which(&self, access: SignatureAccess) -> Option<(Which, Purpose)> {
        let purpose = match access {
            SignatureAccess::InterpolateInput => return None,
            SignatureAccess::LoadInput | SignatureAccess::LoadPatchConstant => Purpose::Load,
            SignatureAccess::LoadControlPoint => Purpose::LoadControlPoint,
            SignatureAccess::StoreOutput | SignatureAccess::StorePatchConstant => Purpose::Store,
        };
        let which = match access.signature(self.kind) {
            SignatureKind::Input => Which::Inputs,
            SignatureKind::Output => Which::Outputs,
            SignatureKind::PatchConstantOrPrimitive => Which::PatchConstants,
        };
        Some((which, purpose))
    }

    /// The scalars that are read or written; `None` where the element takes none. If only the program knows the row, it
    /// may be any.
    pub(super) fn scalars(&self, access: &Access) -> Option<Scalars> {
        let element = self.get(access.which).elements.get(access.element)?;
        let rows = access.row.map_or(0..element.rows, |row| row..row + 1);
        Some(Scalars { stream: element.stream, rows, first: element.first? + access.column })
    }
}

impl Signature {
    fn new(elements: &[SignatureElement], streams: usize) -> Result<Self> {
        let mut signature = Self::default();
        for (at, element) in elements.iter().enumerate() {
            let item = Frame::Item(at as u64);
            let element_at = Element::new(element, streams).map_err(|error| error.within(item))?;
            signature.places.entry(element.id).or_insert(at);
            if let Some(first) = element_at.first {
                let end = first + SIGNATURE_COLUMNS * (element_at.rows - 1) + element_at.columns;
                if let Some(scalars) = signature.scalars.get_mut(element_at.stream) {
                    *scalars = end.max(*scalars);
                }
            }
            signature.elements.push(element_at);
        }
        Ok(signature)
    }

    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }
}

impl Element {
    fn new(element: &SignatureElement, streams: usize) -> Result<Self> {
        let stream = element.properties.as_ref().and_then(|properties| properties.stream());
        let number = stream.copied().unwrap_or(0);
        let stream = number as usize;
        let (rows, columns) = (element.rows, u32::from(element.columns));
        let expect = |is_right: bool, what, found: i64, expected| match is_right {
            true => Ok(()),
            false => Err(DeriveErrorKind::ElementPlace { what, found, expected }),
        };
        expect(stream < streams, "stream", number.into(), "one of the stage's")?;
        expect((1..=SIGNATURE_COLUMNS).contains(&columns), "columns", columns.into(), "1 to 4")?;
        if element.start_row == -1 {
            return Ok(Self { first: None, rows, columns, stream });
        }
        let row = u32::try_from(element.start_row).unwrap_or(SIGNATURE_ROWS);
        expect(row < SIGNATURE_ROWS, "start row", element.start_row.into(), "-1 to 31")?;
        let has_room = rows > 0 && rows <= SIGNATURE_ROWS - row;
        expect(has_room, "rows", rows.into(), "at least one, and none after row 31")?;
        let column = u32::try_from(element.start_column).unwrap_or(SIGNATURE_COLUMNS);
        let has_room = columns <= SIGNATURE_COLUMNS.saturating_sub(column);
        let expected = "a column from 0 to 3 with space for all columns of the element";
        expect(has_room, "start column", element.start_column.into(), expected)?;
        Ok(Self { first: Some(SIGNATURE_COLUMNS * row + column), rows, columns, stream })
    }
}
