//! ISG1, OSG1, PSG1: what goes into a stage and comes out of it, an element a row, in the order of registers.

use az::SaturatingAs as _;
use bstr::{BStr, BString};
use dx_container::enums::{
    ElementType, MinPrecision, SemanticKind, ShaderKind, SystemValue, TessellatorDomain,
};
use dx_container::flags::ShaderFlags;
use dx_container::parts::signature::{Arrangement, Element as Row, Form, SignatureBuf, Strings};
use dx_container::parts::{Layout, Owned};
use hashbrown::HashMap;

use super::DescribedModule;
use super::element::{Element, at_most, elements};
use super::error::unfit;
use super::introsort::introsort;
use crate::semantics::SignatureKind;
use crate::{Result, limits};

/// The signatures of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signatures {
    /// ISG1.
    pub input: Owned<SignatureBuf>,
    /// OSG1.
    pub output: Owned<SignatureBuf>,
    /// PSG1; `None` where the module lists no element.
    pub patch_constant_or_primitive: Option<Owned<SignatureBuf>>,
}

/// ISG1, OSG1 and PSG1 of a program.
///
/// # Errors
///
/// The program is a library; the module does not say what is needed; an element does not fit, or its semantic means
/// nothing at its point.
pub fn signatures(program: &DescribedModule<'_>) -> Result<Signatures> {
    let writer = Writer::new(program)?;
    let patch_constants = elements(program, SignatureKind::PatchConstantOrPrimitive)?;
    let is_input = writer.stage == ShaderKind::DOMAIN;
    Ok(Signatures {
        input: writer.signature(&elements(program, SignatureKind::Input)?, true)?,
        output: writer.signature(&elements(program, SignatureKind::Output)?, false)?,
        patch_constant_or_primitive: (!patch_constants.is_empty())
            .then(|| writer.signature(&patch_constants, is_input))
            .transpose()?,
    })
}

/// What all signatures of a program depend on.
struct Writer<'p> {
    program: &'p DescribedModule<'p>,
    stage: ShaderKind,
    domain: TessellatorDomain,
    /// Whether 16 bits are at least 16 bits.
    uses_min_precision: bool,
}

impl<'p> Writer<'p> {
    fn new(program: &'p DescribedModule<'p>) -> Result<Self> {
        let entry = program.main_entry()?;
        let properties = entry.properties.as_ref();
        let hull = properties.and_then(|all| all.hull()).map(|hull| hull.domain);
        let domain = properties.and_then(|all| all.domain()).map(|domain| domain.domain);
        Ok(Self {
            program,
            stage: program.stage()?,
            domain: hull.or(domain).unwrap_or_default(),
            uses_min_precision: !entry.flags().contains(ShaderFlags::USE_NATIVE_LOW_PRECISION),
        })
    }

    fn signature(&self, elements: &[Element<'_>], is_input: bool) -> Result<Owned<SignatureBuf>> {
        let mut names = Names { is_shared: self.program.validator_is_at_least(1, 7), ..Names::default() };
        let (mut rows, mut name_bytes) = (Vec::new(), 0);
        for element in elements {
            name_bytes += element.name.len() * element.indices.len();
            if name_bytes > limits::SIGNATURE_NAMES {
                return Err(unfit(
                    "total size of the semantic names in bytes",
                    at_most(name_bytes),
                    "at most 1,048,576",
                ));
            }
            // Elements that are in no signature leave their names behind.
            let name_at = names.place(element);
            if element.is_in_signature() {
                self.rows(element, is_input, |row| rows.push((name_at, row)));
            }
        }
        let key = |(name_at, row): &(u32, Row<BString>)| (row.stream, row.register, *name_at);
        introsort(&mut rows, |left, right| key(left) < key(right));
        let (names_at, elements): (Vec<u32>, Vec<Row<BString>>) = rows.into_iter().unzip();
        let layout = names.layout(&names_at, &elements);
        Ok(Owned { meaning: SignatureBuf { form: Form::Full, elements }, layout: layout.map(Layout::Known) })
    }

    /// An element, row by row.
    fn rows(&self, element: &Element<'_>, is_input: bool, mut push: impl FnMut(Row<BString>)) {
        let column = element.place.map_or(0, |place| place.column);
        let mask = ((1 << element.stored.columns) - 1) << column;
        let used = element.usage_mask << column & ALL_COLUMNS;
        let exclusive_mask = match (is_input, self.program.validator_is_at_least(1, 5)) {
            (true, true) => used,
            (false, true) => !used & ALL_COLUMNS,
            // Nobody asked for what is used then.
            (true, false) => 0,
            (false, false) => !mask,
        };
        let mut row = Row {
            stream: element.stream.into(),
            name: element.name.to_owned(),
            index: 0,
            system_value: system_value(element.kind, self.domain),
            component_type: self.program.component_type(element.stored.element_type),
            register: element.stored.start_row.cast_unsigned(),
            mask,
            exclusive_mask,
            reserved: 0,
            min_precision: self.min_precision(element.stored.element_type),
        };
        let register_step = u32::from(element.place.is_some() && !element.has_more_indices_than_rows());
        for index in element.indices.iter() {
            push(Row { index: *index, name: row.name.clone(), ..row });
            row.register += register_step;
            // Of lines, the first factor is their density, the second their detail.
            if row.system_value == SystemValue::FINAL_LINE_DENSITY_TESSFACTOR {
                row.system_value = SystemValue::FINAL_LINE_DETAIL_TESSFACTOR;
            }
        }
    }

    fn min_precision(&self, element_type: ElementType) -> MinPrecision {
        match element_type {
            _ if !self.uses_min_precision => MinPrecision::DEFAULT,
            ElementType::I16 => MinPrecision::S_INT16,
            ElementType::U16 => MinPrecision::U_INT16,
            ElementType::F16 => MinPrecision::FLOAT16,
            _ => MinPrecision::DEFAULT,
        }
    }
}

const ALL_COLUMNS: u8 = 0xf;

/// What a semantic means to the pipeline; the domain of tessellation decides for its factors.
fn system_value(kind: SemanticKind, domain: TessellatorDomain) -> SystemValue {
    use {SemanticKind as K, SystemValue as V, TessellatorDomain as D};
    match kind {
        K::POSITION => V::POSITION,
        K::CLIP_DISTANCE => V::CLIP_DISTANCE,
        K::CULL_DISTANCE => V::CULL_DISTANCE,
        K::RENDER_TARGET_ARRAY_INDEX => V::RENDER_TARGET_ARRAY_INDEX,
        K::VIEW_PORT_ARRAY_INDEX => V::VIEW_PORT_ARRAY_INDEX,
        K::VERTEX_ID => V::VERTEX_ID,
        K::PRIMITIVE_ID => V::PRIMITIVE_ID,
        K::INSTANCE_ID => V::INSTANCE_ID,
        K::IS_FRONT_FACE => V::IS_FRONT_FACE,
        K::SAMPLE_INDEX => V::SAMPLE_INDEX,
        K::BARYCENTRICS => V::BARYCENTRICS,
        K::SHADING_RATE => V::SHADING_RATE,
        K::CULL_PRIMITIVE => V::CULL_PRIMITIVE,
        K::TARGET => V::TARGET,
        K::DEPTH => V::DEPTH,
        K::DEPTH_GREATER_EQUAL => V::DEPTH_GE,
        K::DEPTH_LESS_EQUAL => V::DEPTH_LE,
        K::STENCIL_REF => V::STENCIL_REF,
        K::COVERAGE => V::COVERAGE,
        K::INNER_COVERAGE => V::INNER_COVERAGE,
        K::TESS_FACTOR if domain == D::ISO_LINE => V::FINAL_LINE_DENSITY_TESSFACTOR,
        K::TESS_FACTOR if domain == D::TRI => V::FINAL_TRI_EDGE_TESSFACTOR,
        K::TESS_FACTOR if domain == D::QUAD => V::FINAL_QUAD_EDGE_TESSFACTOR,
        K::INSIDE_TESS_FACTOR if domain == D::TRI => V::FINAL_TRI_INSIDE_TESSFACTOR,
        K::INSIDE_TESS_FACTOR if domain == D::QUAD => V::FINAL_QUAD_INSIDE_TESSFACTOR,
        _ => V::UNDEFINED,
    }
}

/// The string area: names in the order of the module, not of registers.
#[derive(Default)]
struct Names<'m> {
    area: Vec<u8>,
    known: HashMap<&'m BStr, u32>,
    /// Whether equal names are one. Otherwise only names of system values are, of which the compiler has each once.
    is_shared: bool,
}

impl<'m> Names<'m> {
    fn place(&mut self, element: &Element<'m>) -> u32 {
        // Names are of the metadata, whose size is limited.
        let end = self.area.len().saturating_as::<u32>();
        let is_shared = self.is_shared || element.kind != SemanticKind::ARBITRARY;
        if is_shared && let Some(at) = self.known.get(element.name) {
            return *at;
        }
        if is_shared {
            self.known.insert(element.name, end);
        }
        self.area.extend_from_slice(element.name);
        self.area.push(0);
        end
    }

    /// The layout that gives these names these places; `None` for the canonical one.
    fn layout(self, names_at: &[u32], elements: &[Row<BString>]) -> Option<Arrangement> {
        let filler = self.is_shared.then_some(0);
        if self.is_in_order(names_at, elements) {
            return (!self.is_shared).then_some(Arrangement { strings: Strings::Shared, filler });
        }
        Some(Arrangement { strings: Strings::Table(self.area, names_at.to_vec()), filler })
    }

    /// Whether each name stands where the first element with that name puts it, and nothing else stands there.
    fn is_in_order(&self, names_at: &[u32], elements: &[Row<BString>]) -> bool {
        let mut first: HashMap<&BString, u32> = HashMap::new();
        let mut end = 0;
        for (at, element) in names_at.iter().zip(elements) {
            let expected = *first.entry(&element.name).or_insert(end);
            if expected == end {
                end += element.name.len().saturating_as::<u32>().saturating_add(1);
            }
            if expected != *at {
                return false;
            }
        }
        u32::try_from(self.area.len()) == Ok(end)
    }
}
