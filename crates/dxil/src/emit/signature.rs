//! Signature elements: semantics by name, default interpolation, and registers. Separate from the builder because
//! packing and checks treat a signature as a whole.

use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};

use crate::emit::error::{EmitError, Result};
use crate::limits::{SIGNATURE_COLUMNS, SIGNATURE_ROWS, STREAMS};
use crate::ops::OverloadKind;
use crate::packing::{Conflict, Neighbour, PackError, pack_around};
use crate::semantics::{
    Interpretation, SignatureKind, SignaturePoint, default_interpolation, interpretation, semantic_named,
};
use crate::shader::{SignatureElement, SignatureProperty};

/// An element of a signature of a [`ShaderBuilder`](super::ShaderBuilder).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slot {
    pub(super) signature: SignatureKind,
    pub(super) index: usize,
}

/// A signature element. The semantic follows from the name, as in HLSL: `SV_Target1` is index 1 of `SV_Target`.
///
/// ```
/// use dx_container::enums::ElementType;
/// use dxil::emit::Element;
///
/// let colour = Element::new("COLOR1", ElementType::F32, 4).row(3);
/// assert_eq!((colour.name.as_str(), colour.index), ("COLOR", 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The semantic name without the index. It ends with the digits of an index that does not fit in `u32`.
    pub name: String,
    /// The semantic index of the first row.
    pub index: u32,
    /// The type of a component.
    pub ty: ElementType,
    /// The number of rows, 1 to 32.
    pub rows: u32,
    /// The number of columns, 1 to 4.
    pub columns: u8,
    /// The interpolation mode; `None` for the default of the stage: linear for floats, constant for integers.
    pub interpolation: Option<InterpolationMode>,
    /// The register and its first column; `None` for a register that `finish` chooses.
    pub register: Option<(u8, u8)>,
    /// The output stream of a geometry shader, 0 to 3.
    pub stream: u32,
}

impl Element {
    /// An element with one row. Declaring the element fails if the semantic index does not fit in `u32`.
    pub fn new(semantic: &str, ty: ElementType, columns: u8) -> Self {
        let (name, digits) = split_semantic(semantic);
        let (name, index) = match digits.parse() {
            Ok(index) => (name, index),
            Err(_) => (semantic, 0),
        };
        Self {
            name: name.into(),
            index,
            ty,
            rows: 1,
            columns,
            interpolation: None,
            register: None,
            stream: 0,
        }
    }

    /// The element with this number of rows.
    pub fn rows(self, rows: u32) -> Self {
        Self { rows, ..self }
    }

    /// The element with this interpolation mode.
    pub fn interpolated(self, mode: InterpolationMode) -> Self {
        Self { interpolation: Some(mode), ..self }
    }

    /// The element in this register, from column 0 on.
    pub fn row(self, row: u8) -> Self {
        self.at(row, 0)
    }

    /// The element in this register, from `column` on.
    pub fn at(self, row: u8, column: u8) -> Self {
        Self { register: Some((row, column)), ..self }
    }

    /// The element in this output stream of a geometry shader.
    pub fn in_stream(self, stream: u32) -> Self {
        Self { stream, ..self }
    }

    /// The type by which operations load and store a component.
    pub(super) fn overload(&self) -> Result<OverloadKind> {
        use ElementType as E;
        match self.ty {
            E::F16 | E::SNORM_F16 | E::UNORM_F16 => Ok(OverloadKind::F16),
            E::F32 | E::SNORM_F32 | E::UNORM_F32 => Ok(OverloadKind::F32),
            E::I16 | E::U16 => Ok(OverloadKind::I16),
            E::I1 | E::I32 | E::U32 => Ok(OverloadKind::I32),
            ty => Err(EmitError::usage(
                format!("`{}` has components of type {ty}, which signatures do not have", self.name),
                "use 16-bit or 32-bit components",
            )),
        }
    }

    /// The semantic at a signature point: arbitrary for names that the pipeline does not know there.
    fn semantic(&self, point: SignaturePoint) -> Result<SemanticKind> {
        let is_system = self.name.get(..3).is_some_and(|prefix| prefix.eq_ignore_ascii_case("SV_"));
        let Some(kind) = semantic_named(&self.name) else {
            return match is_system {
                false => Ok(SemanticKind::ARBITRARY),
                true => Err(EmitError::usage(
                    format!("`{}` is not a system value", self.name),
                    "use a name of Direct3D 12, or a name without the prefix SV_",
                )),
            };
        };
        match interpretation(kind, point) {
            Some(Interpretation::Arbitrary) => Ok(SemanticKind::ARBITRARY),
            Some(Interpretation::NotInSignature) => Err(EmitError::usage(
                format!("`{}` is not an element of this signature", self.name),
                "call the operation that returns the value, such as ThreadId, instead",
            )),
            Some(_) => Ok(kind),
            None => Err(EmitError::usage(
                format!("`{}` is not available in this signature ({point:?})", self.name),
                "use a name without the prefix SV_, or another stage",
            )),
        }
    }

    fn default_interpolation(&self, semantic: SemanticKind, point: SignaturePoint) -> InterpolationMode {
        use SignaturePoint as P;
        match point {
            P::VertexInput | P::PixelOutput | P::PatchConstantOutput | P::DomainInput => {
                InterpolationMode::UNDEFINED
            }
            P::MeshPrimitiveOutput => InterpolationMode::CONSTANT,
            _ => default_interpolation(self.ty, semantic),
        }
    }

    /// Checks the element; returns the form of the metadata without a packed register.
    pub(super) fn record(&self, id: usize, point: SignaturePoint) -> Result<SignatureElement> {
        self.check_bounds()?;
        let semantic = self.semantic(point)?;
        self.overload()?;
        let id = u32::try_from(id).unwrap_or(u32::MAX);
        let mut record = SignatureElement::new(id, &self.name, semantic, self.ty, self.columns);
        record.rows = self.rows;
        record.semantic_indices = Some((self.index..=self.index.saturating_add(self.rows - 1)).collect());
        record.interpolation =
            self.interpolation.unwrap_or_else(|| self.default_interpolation(semantic, point));
        if self.stream != 0 {
            record.properties = Some(vec![SignatureProperty::Stream(self.stream)].into());
        }
        if let Some((row, column)) = self.register {
            record.start_row = row.into();
            record.start_column = i8::try_from(column).unwrap_or(i8::MAX);
        }
        Ok(record)
    }

    fn check_bounds(&self) -> Result<()> {
        let columns = u32::from(self.columns);
        if !(1..=SIGNATURE_ROWS).contains(&self.rows) || !(1..=SIGNATURE_COLUMNS).contains(&columns) {
            return Err(EmitError::usage(
                format!("`{}` has {} rows and {columns} columns", self.name, self.rows),
                format!("use 1 to {SIGNATURE_ROWS} rows, and 1 to {SIGNATURE_COLUMNS} columns"),
            ));
        }
        if self.stream as usize >= STREAMS {
            return Err(EmitError::usage(
                format!("`{}` is in output stream {}", self.name, self.stream),
                format!("use a stream from 0 to {}", STREAMS - 1),
            ));
        }
        let (_, digits) = split_semantic(&self.name);
        let is_too_long = !digits.is_empty() && digits.parse::<u32>().is_err();
        if is_too_long || self.index.checked_add(self.rows - 1).is_none() {
            let shown = if is_too_long { self.name.clone() } else { self.shown() };
            return Err(EmitError::usage(
                format!("a semantic index of `{shown}` exceeds {}", u32::MAX),
                "use a smaller index",
            ));
        }
        Ok(())
    }

    fn shown(&self) -> String {
        format!("{}{}", self.name, self.index)
    }
}

/// The name and the digits of the index of a semantic.
fn split_semantic(semantic: &str) -> (&str, &str) {
    let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
    (name, semantic.get(name.len()..).unwrap_or_default())
}

/// The signature point of a stage; an error if the stage has no such signature.
pub(super) fn point_of(stage: ShaderKind, signature: SignatureKind) -> Result<SignaturePoint> {
    SignaturePoint::of(stage, signature).ok_or_else(|| {
        let name = match signature {
            SignatureKind::Input => "input",
            SignatureKind::Output => "output",
            SignatureKind::PatchConstantOrPrimitive => "patch constant or primitive",
        };
        EmitError::usage(
            format!("{stage} shaders have no {name} signature"),
            "remove the element, or use a resource",
        )
    })
}

/// The records of a signature, with registers: fixed ones are preserved, the others are packed around them.
pub(super) fn packed(
    elements: &[Element],
    point: SignaturePoint,
    has_min_precision: bool,
) -> Result<Vec<SignatureElement>> {
    let records = elements.iter().enumerate().map(|(id, element)| element.record(id, point));
    let mut records = records.collect::<Result<Vec<_>>>()?;
    let streams = elements.iter().map(|element| element.stream).max().unwrap_or(0);
    for stream in 0..=streams {
        // Each stream of a geometry shader has registers of its own.
        let indices: Vec<_> = (0..elements.len())
            .filter(|index| elements.get(*index).is_some_and(|element| element.stream == stream))
            .collect();
        let mut of_stream: Vec<_> = indices.iter().filter_map(|index| records.get(*index).cloned()).collect();
        let element = |index: usize| indices.get(index).and_then(|index| elements.get(*index));
        let is_fixed = |index: usize| element(index).is_some_and(|element| element.register.is_some());
        let shown = |index: usize| element(index).map_or_else(String::new, Element::shown);
        pack_around(&mut of_stream, point, has_min_precision, is_fixed).map_err(|error| match error {
            PackError::NoRoom(index) => EmitError::usage(
                format!(
                    "no free registers for `{}`: a signature has 32 registers of 4 columns",
                    shown(index)
                ),
                "remove or merge elements",
            ),
            PackError::Conflict(index, conflict) => conflict_error(&shown(index), conflict, shown),
        })?;
        for (index, record) in indices.iter().zip(of_stream) {
            if let Some(place) = records.get_mut(*index) {
                *place = record;
            }
        }
    }
    Ok(records)
}

fn conflict_error(own: &str, conflict: Conflict<usize>, shown: impl Fn(usize) -> String) -> EmitError {
    let beside = |element: Option<usize>| element.map_or_else(|| "another element".to_owned(), &shown);
    let shares = |other: Neighbour<usize>, reason: &str| {
        format!("`{own}` and `{}` cannot share row {}: {reason}", beside(other.element), other.row)
    };
    let what = match conflict {
        Conflict::BehindLastRow { last } => format!("`{own}` needs rows after the last row, {last}"),
        Conflict::BehindLastColumn => format!("`{own}` needs columns after the last column, 3"),
        Conflict::Overlap { element, row, column } => {
            format!("`{own}` and `{}` both occupy row {row}, column {column}", beside(element))
        }
        Conflict::Indexing(other) => shares(other, "they have different numbers of rows"),
        Conflict::Interpolation(other, _) => shares(other, "they have different interpolation modes"),
        Conflict::Width { beside, .. } => shares(beside, "their components have different widths"),
        Conflict::Order(other) => shares(other, "arbitrary elements precede system values"),
    };
    EmitError::usage(what, "choose another register, or let `finish` choose it")
}
