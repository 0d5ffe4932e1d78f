//! Reads the input and output signatures of entry points from the named metadata `dx.semantic.signatures`, which LLVM
//! main defines. Separate because the lowering reads signatures before any pass runs: the lowering of inputs and
//! outputs needs them.
//!
//! A row has an entry point, a list of input elements and a list of output elements. An element has 13 operands: id,
//! semantic name, component type, semantic kind, semantic indices, interpolation mode, rows, columns, start row, start
//! column, mask of used columns, mask of dynamically indexed columns, and stream. The reader ignores the masks, which
//! are derived from the code later.
//!
//! Source: LLVM main's documentation of semantic signatures, and its tests.

use az::SaturatingAs as _;
use bstr::{BStr, BString};
use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};
use dx_container::names::NamedValue as _;
use dxil::packing;
use dxil::semantics::{Interpretation, SignatureKind, SignaturePoint, default_interpolation, interpretation};
use dxil::shader::{SignatureElement, Signatures};
use dxil_ir::metadata::Metadata;
use dxil_ir::{MetadataId, Module, Type, ValueKind};
use hashbrown::HashMap;

use crate::error::{PassErrorKind, Result, frame};
use crate::lower::entries::Entry;
use crate::lower::metadata::module_flags::module_flag;
use crate::lower::profile::Profile;
use crate::stage_names;

const NAME: &str = "dx.semantic.signatures";

/// The number of operands of an element.
const OPERANDS: usize = 13;
/// The operands that are 8-bit integers. Other integers have 32 bits.
const BYTES: [usize; 4] = [7, 9, 10, 11];
/// The operand with the semantic name, a string.
const SEMANTIC_NAME: usize = 1;
/// The operand with the semantic indices, a node.
const INDICES: usize = 4;
/// The maximum number of rows of a signature.
const ROWS: u32 = 32;
/// The maximum number of elements of a signature: an element for each component of each row.
const ELEMENTS: usize = 128;

/// The result of a check; the error is a message without the entry point.
type Checked<T> = std::result::Result<T, String>;

/// Returns the signatures of entry points by the names of the entry points.
///
/// # Errors
///
/// A row or an element is invalid. The error contains the entry point.
pub(in crate::lower) fn read(
    module: &Module,
    profile: Profile,
    entries: &[Entry],
) -> Result<HashMap<BString, Signatures>> {
    let mut all = HashMap::new();
    let Some(named) = module.named_metadata.iter().find(|named| named.name == NAME) else { return Ok(all) };
    let wrong = |why: String| PassErrorKind::Metadata(format!("Invalid semantic signature: {why}"));
    for row in &named.operands {
        let &[function, inputs, outputs] = &operands(module, *row)[..] else {
            return Err(wrong("expected an entry/input/output signature triple".to_owned()).into());
        };
        let entry = function.and_then(|id| module.metadata.get(id)).and_then(|metadata| match metadata {
            Metadata::Value(_, value) => match value.kind() {
                ValueKind::Global(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
        let is_defined = |id| module.globals.get(id).is_some_and(|global| global.body().is_some());
        let Some(function) = entry.filter(|id| is_defined(*id)) else {
            let why = "signature entry must be a defined function in the module";
            return Err(wrong(why.to_owned()).into());
        };
        // The row belongs to an entry point that is not lowered.
        let Some(entry) = entries.iter().find(|entry| entry.function == function) else { continue };
        let side = |list, side| {
            let reader = Reader { module, stage: entry.kind, side, profile };
            reader.signature(list).map_err(|why| {
                let side = if side == SignatureKind::Input { "input" } else { "output" };
                let why = format!("entry '{}' {side} signature: {why}", entry.name);
                crate::error::PassError::from(wrong(why)).within(frame(module, function))
            })
        };
        let signatures = Signatures {
            inputs: side(inputs, SignatureKind::Input)?,
            outputs: side(outputs, SignatureKind::Output)?,
            ..Signatures::default()
        };
        if all.insert(entry.name.clone(), signatures).is_some() {
            let why = format!("duplicate signature record for entry '{}'", entry.name);
            return Err(wrong(why).into());
        }
    }
    Ok(all)
}

fn operands(module: &Module, id: MetadataId) -> Vec<Option<MetadataId>> {
    (0..).map_while(|index| module.metadata.operand(id, index)).collect()
}

struct Reader<'m> {
    module: &'m Module,
    stage: ShaderKind,
    side: SignatureKind,
    profile: Profile,
}

impl Reader<'_> {
    /// Returns the elements of a signature with their rows and columns, or `None` if the signature is null or empty.
    fn signature(&self, list: Option<MetadataId>) -> Checked<Option<Vec<SignatureElement>>> {
        let Some(list) = list else { return Ok(None) };
        if !matches!(self.module.metadata.get(list), Some(Metadata::Tuple { .. })) {
            return Err("expected a signature element list or null".to_owned());
        }
        let nodes = operands(self.module, list);
        if nodes.is_empty() {
            return Ok(None);
        }
        if !matches!(self.stage, ShaderKind::VERTEX | ShaderKind::PIXEL) {
            let stage = stage_names::name(self.stage).unwrap_or("unknown");
            return Err(format!(
                "signature elements are only supported for vertex and pixel entries, but this is a {stage} \
                 entry"
            ));
        }
        if nodes.len() > ELEMENTS {
            return Err(format!("signature has {} elements, expected at most {ELEMENTS}", nodes.len()));
        }
        let point =
            SignaturePoint::of(self.stage, self.side).ok_or("this stage does not have this signature")?;
        let mut elements = Vec::with_capacity(nodes.len());
        for (number, node) in (0..).zip(nodes) {
            let element = self.element(node, point).map_err(|why| format!("{why} (element {number})"))?;
            if element.id != number {
                return Err(format!(
                    "signature IDs must be dense and in list order, element {number} has {}",
                    element.id
                ));
            }
            elements.push(element);
        }
        self.allocate(&mut elements, point)?;
        Ok(Some(elements))
    }

    /// Reads and checks an element.
    fn element(&self, node: Option<MetadataId>, point: SignaturePoint) -> Checked<SignatureElement> {
        let fields = node.map(|node| operands(self.module, node)).unwrap_or_default();
        if fields.len() != OPERANDS {
            return Err(format!("expected a {OPERANDS}-operand signature element"));
        }
        let mut numbers = [0_u32; OPERANDS];
        for (index, (number, field)) in numbers.iter_mut().zip(&fields).enumerate() {
            if index == SEMANTIC_NAME || index == INDICES {
                continue;
            }
            let bits = if BYTES.contains(&index) { 8 } else { 32 };
            let found = self.number(*field, bits);
            *number = found.ok_or_else(|| format!("expected i{bits} at operand {index}"))?;
        }
        let [id, _, component, kind, _, mode, rows, columns, start_row, start_column, _, _, stream] = numbers;
        let name = fields.get(SEMANTIC_NAME).copied().flatten().and_then(|id| self.text(id));
        let name = name.ok_or("expected semantic name string")?.to_owned();
        let indices = fields.get(INDICES).copied().flatten().ok_or("expected semantic indices node")?;
        let indices = operands(self.module, indices).into_iter().map(|index| self.number(index, 32));
        let indices: Option<Vec<u32>> = indices.collect();
        let indices = indices.ok_or("expected i32 semantic index")?;
        if !(1..=ROWS).contains(&rows) {
            return Err(format!("signature row count must be within 1-{ROWS}, it is {rows}"));
        }
        if usize::try_from(rows) != Ok(indices.len()) {
            return Err(format!(
                "number of semantic indices is {}, expected {rows}, one for each row",
                indices.len()
            ));
        }
        if !(1..=4).contains(&columns) {
            return Err(format!("signature column count must be within 1-4, it is {columns}"));
        }
        if stream != 0 {
            return Err("nonzero stream requires a geometry output".to_owned());
        }
        let element_type = ElementType(component);
        if !is_component(element_type) {
            return Err(format!("unsupported signature component type {element_type}"));
        }
        let (start_row, start_column) = (start_row.cast_signed(), start_column_of(start_column));
        if (start_row < 0) != (start_column < 0) {
            return Err("only one of start row and start column is -1, expected both or neither".to_owned());
        }
        let mut interpolation = InterpolationMode(mode);
        if interpolation.name().is_none() {
            return Err(format!("invalid interpolation mode {mode}"));
        }
        let mut semantic = SemanticKind(kind);
        match interpretation(semantic, point) {
            None | Some(Interpretation::NotInSignature) => {
                return Err(format!("semantic kind {semantic} ({name}) is not allowed in this signature"));
            }
            // A system value of another stage is an arbitrary semantic at this signature point.
            Some(Interpretation::Arbitrary) => semantic = SemanticKind::ARBITRARY,
            Some(_) => {}
        }
        let is_unallocated_output = start_row < 0 && point == SignaturePoint::VertexOutput;
        if interpolation == InterpolationMode::UNDEFINED
            && (point == SignaturePoint::PixelInput || is_unallocated_output)
        {
            interpolation = default_interpolation(element_type, semantic);
        }
        Ok(SignatureElement {
            id,
            name,
            element_type,
            semantic,
            semantic_indices: Some(indices),
            interpolation,
            rows,
            columns: u8::try_from(columns).unwrap_or(0),
            start_row,
            start_column,
            properties: None,
            extra: Vec::new(),
        })
    }

    /// Allocates rows and columns for the elements of a signature, unless the front end has allocated them.
    fn allocate(&self, elements: &mut [SignatureElement], point: SignaturePoint) -> Checked<()> {
        let is_unpacked = |element: &SignatureElement| {
            matches!(
                interpretation(element.semantic, point),
                Some(Interpretation::NotPacked | Interpretation::Shadow)
            )
        };
        let mut packed = elements.iter().filter(|element| !is_unpacked(element));
        let Some(is_allocated) = packed.next().map(|element| element.start_row >= 0) else { return Ok(()) };
        if packed.any(|element| (element.start_row >= 0) != is_allocated) {
            return Err(
                "partially allocated signatures are not supported: some elements have a row and column, \
                 others do not"
                    .to_owned(),
            );
        }
        if is_allocated {
            return Ok(());
        }
        let is_native = module_flag(self.module, "dx.nativelowprec").is_some_and(|value| value != 0)
            && self.profile.model >= (6, 2);
        packing::pack(elements, point, !is_native)
            .map_err(|element| format!("signature elements do not fit in {ROWS} rows (element {element})"))
    }

    /// Returns the zero-extended value of an integer constant with exactly `bits` bits, and `None` for other metadata.
    fn number(&self, id: Option<MetadataId>, bits: u32) -> Option<u32> {
        let Metadata::Value(ty, value) = self.module.metadata.get(id?)? else { return None };
        let has_width = self.module.types.get(ty) == Some(&Type::Integer(bits));
        let number = self.module.signed_integer(value).filter(|_| has_width)?;
        u32::try_from(number.cast_unsigned() & (u64::MAX >> (64 - bits))).ok()
    }

    fn text(&self, id: MetadataId) -> Option<&BStr> {
        match self.module.metadata.get(id)? {
            Metadata::String(text) => Some(self.module.metadata.string(text)),
            _ => None,
        }
    }
}

/// Returns the start column of an element as a signed integer. -1 means that no column is allocated.
fn start_column_of(byte: u32) -> i8 {
    byte.saturating_as::<u8>().cast_signed()
}

fn is_integer(element: ElementType) -> bool {
    use ElementType as E;
    matches!(element, E::I1 | E::I16 | E::U16 | E::I32 | E::U32)
}

/// Returns true for component types that signature elements can have.
fn is_component(element: ElementType) -> bool {
    is_integer(element) || matches!(element, ElementType::F16 | ElementType::F32)
}
