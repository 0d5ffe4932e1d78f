//! The document as it is written: its keys and what may be behind them. Separate from the pipeline, in which names are resolved and
//! data are bytes.
//!
//! Doc comments are descriptions in `docs/run-pipeline.schema.json`, too.

use std::fmt;

use located::Place;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{Error as Cause, MessageFormatter as _, Spanned, UserMessageFormatter};

use super::{DataFormat, Denormals, ResourceKind, Stage, Topology};
use crate::error::{Result, RunErrorKind};
use crate::limits;
use crate::resources::{AddressMode, Comparison, Filter};

/// Shaders, the buffers and samplers that they use, and what is to come out of them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Document {
    pub(super) shaders: Spanned<Vec<Shader>>,
    #[serde(default)]
    pub(super) runtime_settings: RuntimeSettings,
    pub(super) buffers: Vec<Buffer>,
    #[serde(default)]
    pub(super) samplers: Vec<Sampler>,
    #[serde(default)]
    pub(super) results: Vec<ResultEntry>,
    pub(super) descriptor_sets: Spanned<Vec<DescriptorSet>>,
    #[serde(default)]
    pub(super) bindings: Bindings,
    #[serde(default)]
    pub(super) push_constants: Vec<PushConstantBlock>,
    #[serde(default)]
    pub(super) acceleration_structures: AccelerationStructures,
    #[serde(default)]
    pub(super) dispatch_parameters: DispatchParameters,
    /// For ray tracing pipelines, which are not run.
    #[serde(default, rename = "RayTracingPipelineConfig")]
    pub(super) _ray_tracing: Option<IgnoredAny>,
    /// For ray tracing pipelines, which are not run.
    #[serde(default, rename = "HitGroups")]
    pub(super) _hit_groups: Option<IgnoredAny>,
    /// For ray tracing pipelines, which are not run.
    #[serde(default, rename = "ShaderBindingTable")]
    pub(super) _binding_table: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Shader {
    pub(super) stage: Stage,
    pub(super) entry: String,
    #[serde(default)]
    pub(super) dispatch_group_count: Option<[u32; 3]>,
    /// For SPIR-V: DXIL has none.
    #[serde(default, rename = "SpecializationConstants")]
    pub(super) _specialization: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct DispatchParameters {
    pub(super) dispatch_group_count: Option<[u32; 3]>,
    pub(super) vertex_count: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuntimeSettings {
    #[serde(default, rename = "DirectX")]
    pub(super) directx: DirectXSettings,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct DirectXSettings {
    #[serde(default)]
    pub(super) root_parameters: Vec<Spanned<RootParameter>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct RootParameter {
    pub(super) kind: RootParameterKind,
    pub(super) name: Option<Spanned<String>>,
    pub(super) resource: Option<RootResource>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum RootParameterKind {
    Constant,
    DescriptorTable,
    RootDescriptor,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct RootResource {
    pub(super) name: Spanned<String>,
    pub(super) kind: ResourceKind,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Buffer {
    pub(super) name: Spanned<String>,
    pub(super) format: DataFormat,
    #[serde(default = "one")]
    pub(super) channels: Spanned<u32>,
    #[serde(default)]
    pub(super) stride: u32,
    #[serde(default = "one")]
    pub(super) array_size: Spanned<u32>,
    #[serde(alias = "ZeroInitSize")]
    pub(super) fill_size: Option<Spanned<u64>>,
    pub(super) fill_value: Option<Node>,
    pub(super) data: Option<Node>,
    pub(super) output_props: Option<OutputProps>,
}

fn one() -> Spanned<u32> {
    let nowhere = serde_saphyr::Location::UNKNOWN;
    Spanned::new(1, nowhere, nowhere)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct OutputProps {
    pub(super) height: u32,
    pub(super) width: u32,
    pub(super) depth: u32,
    pub(super) mip_levels: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Sampler {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) kind: SamplerKind,
    #[serde(default, deserialize_with = "filter")]
    pub(super) min_filter: Option<Filter>,
    #[serde(default, deserialize_with = "filter")]
    pub(super) mag_filter: Option<Filter>,
    #[serde(default, deserialize_with = "address")]
    pub(super) address: Option<AddressMode>,
    #[serde(rename = "MinLOD")]
    pub(super) min_lod: Option<f32>,
    #[serde(rename = "MaxLOD")]
    pub(super) max_lod: Option<f32>,
    #[serde(rename = "MipLODBias")]
    pub(super) lod_bias: Option<f32>,
    #[serde(default, deserialize_with = "comparison")]
    pub(super) comparison_op: Option<Comparison>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) enum SamplerKind {
    #[default]
    Sampler,
    SamplerComparison,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct ResultEntry {
    pub(super) result: String,
    pub(super) rule: Spanned<RuleName>,
    pub(super) actual: Spanned<String>,
    pub(super) expected: Spanned<String>,
    #[serde(rename = "ULPT")]
    pub(super) ulpt: Option<u32>,
    pub(super) epsilon: Option<f64>,
    #[serde(default)]
    pub(super) denorm_mode: Denormals,
    #[serde(default)]
    pub(super) zero_tolerance: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[allow(clippy::enum_variant_names, reason = "their names are those of the document")]
pub(super) enum RuleName {
    BufferExact,
    #[serde(rename = "BufferFloatULP")]
    BufferFloatUlp,
    BufferFloatEpsilon,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct DescriptorSet {
    pub(super) resources: Vec<Resource>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Resource {
    pub(super) name: Spanned<String>,
    pub(super) kind: Spanned<ResourceKind>,
    #[serde(default)]
    pub(super) has_counter: bool,
    /// Memory is all there, also of reserved resources.
    #[serde(default, rename = "TilesMapped")]
    pub(super) _tiles_mapped: Option<IgnoredAny>,
    #[serde(default, rename = "IsReserved")]
    pub(super) _is_reserved: Option<bool>,
    #[serde(rename = "DirectXBinding")]
    pub(super) directx_binding: Option<DirectXBinding>,
    /// For SPIR-V.
    #[serde(default, rename = "VulkanBinding")]
    pub(super) _vulkan_binding: Option<IgnoredAny>,
    pub(super) heap_index: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct DirectXBinding {
    pub(super) register: u32,
    pub(super) space: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Bindings {
    pub(super) vertex_buffer: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) vertex_attributes: Vec<VertexAttribute>,
    pub(super) render_target: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) topology: Topology,
    pub(super) patch_control_points: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct VertexAttribute {
    pub(super) format: DataFormat,
    pub(super) channels: u32,
    pub(super) offset: u32,
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct PushConstantBlock {
    pub(super) stage: Stage,
    pub(super) values: Vec<PushConstantValue>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct PushConstantValue {
    pub(super) format: DataFormat,
    pub(super) offset: Spanned<u32>,
    pub(super) data: Node,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccelerationStructures {
    #[serde(default, rename = "BLAS")]
    pub(super) bottom: Vec<BottomLevel>,
    #[serde(default, rename = "TLAS")]
    pub(super) top: Vec<TopLevel>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct BottomLevel {
    pub(super) name: String,
    #[serde(default)]
    pub(super) triangles: Vec<Triangles>,
    #[serde(default, rename = "AABBs")]
    pub(super) boxes: Vec<Boxes>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Triangles {
    pub(super) vertex_buffer: Spanned<String>,
    #[serde(default)]
    pub(super) vertex_format: VertexFormat,
    pub(super) vertex_stride: Option<u32>,
    pub(super) vertex_count: Spanned<u32>,
    pub(super) index_buffer: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) index_format: IndexFormat,
    #[serde(default)]
    pub(super) index_count: u32,
    #[serde(default = "yes")]
    pub(super) opaque: bool,
    pub(super) transform: Option<Node>,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[allow(clippy::enum_variant_names, reason = "their names are those of the document")]
pub(super) enum VertexFormat {
    RG32Float,
    #[default]
    RGB32Float,
    RGBA32Float,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) enum IndexFormat {
    Uint16,
    #[default]
    Uint32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Boxes {
    #[serde(rename = "AABBBuffer")]
    pub(super) buffer: Spanned<String>,
    #[serde(rename = "AABBCount")]
    pub(super) count: Spanned<u32>,
    #[serde(rename = "AABBStride")]
    pub(super) stride: Option<u32>,
    #[serde(default = "yes", rename = "Opaque")]
    pub(super) opaque: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct TopLevel {
    pub(super) name: String,
    #[serde(default = "one")]
    pub(super) array_size: Spanned<u32>,
    pub(super) instances: Spanned<Vec<InstanceOrList>>,
}

/// An instance, or the instances of one of an array of structures.
#[derive(Debug)]
pub(super) enum InstanceOrList {
    One(Box<Instance>),
    List(Vec<Instance>),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Instance {
    #[serde(rename = "BLAS")]
    pub(super) bottom: Spanned<String>,
    pub(super) transform: Option<Node>,
    #[serde(default, rename = "InstanceID")]
    pub(super) instance_id: u32,
    pub(super) instance_mask: Option<u32>,
    #[serde(default)]
    pub(super) instance_contribution_to_hit_group_index: u32,
    #[serde(default)]
    pub(super) instance_flags: Vec<InstanceFlag>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) enum InstanceFlag {
    TriangleCullDisable,
    TriangleFrontCounterclockwise,
    ForceOpaque,
    ForceNonOpaque,
}

/// Data: a scalar, whose text is at its place in the document, or a list.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) list: Option<Vec<Node>>,
}

/// Reads a document.
///
/// # Errors
///
/// Text that is not YAML, keys or names that are none, with their place.
pub(super) fn parse(text: &str) -> Result<Document> {
    let events = text.len().saturating_add(64);
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        budget.max_events = events;
        budget.max_nodes = events;
        budget.max_total_scalar_bytes = events;
        budget.max_depth = limits::DOCUMENT_DEPTH;
        budget.flow_nesting_limit = limits::DOCUMENT_DEPTH;
        // Nothing of ours repeats itself, so that nothing can repeat itself a billion times.
        budget.max_aliases = 0;
        budget.max_anchors = 0;
    }
    options.with_snippet = false;
    options.strict_booleans = true;
    let text = without_empty_entries(text);
    serde_saphyr::from_str_with_options(&text, options).map_err(|cause| {
        let place = cause.location().map_or(Place::default(), |location| place(&location));
        mistake(place, message(&cause))
    })
}

/// A mistake in a document.
#[cold]
pub(super) fn mistake(place: Place, why: impl Into<String>) -> crate::RunError {
    located::Error::new(RunErrorKind::Pipeline { why: why.into() }, place)
}

/// The place of a value.
pub(super) fn place_of<T>(value: &Spanned<T>) -> Place {
    place(&value.referenced)
}

fn place(location: &serde_saphyr::Location) -> Place {
    let span = location.span();
    let (offset, len) = (span.byte_offset(), span.byte_len());
    Place { offset: offset.unwrap_or(span.offset()), len: len.unwrap_or(span.len()), bit: 0 }
}

/// The message, without the parser's own terms.
fn message(cause: &Cause) -> String {
    match cause {
        Cause::Budget { breach: BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. }, .. } => {
            "YAML anchors and aliases are not supported: repeat the values".to_owned()
        }
        Cause::Budget { .. } => "the document is nested deeper than any pipeline".to_owned(),
        Cause::MultipleDocuments { .. } => {
            "a second YAML document begins: a file holds one pipeline".to_owned()
        }
        Cause::DuplicateMappingKey { key: Some(key), .. } => format!("duplicate key {key}"),
        cause => {
            let message = UserMessageFormatter.format_message(cause);
            let message = message.lines().next().unwrap_or_default();
            // The place is shown elsewhere.
            message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
        }
    }
}

/// The text without commas behind which lists have nothing: LLVM's reader takes `[0,, 1]` for `[0, 1]`. Spaces stand where they
/// were, so that places are the same.
fn without_empty_entries(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quote, mut is_comment, mut is_list, mut before) = (None, false, 0_usize, '\n');
    let mut last_comma = false;
    for character in text.chars() {
        let mut kept = character;
        if is_comment {
            is_comment = character != '\n';
        } else if let Some(mark) = quote {
            if character == mark && before != '\\' {
                quote = None;
            }
        } else {
            match character {
                '"' | '\'' if !before.is_alphanumeric() => quote = Some(character),
                '#' if before.is_whitespace() => is_comment = true,
                '[' | '{' => is_list += 1,
                ']' | '}' => is_list = is_list.saturating_sub(1),
                ',' if is_list > 0 && last_comma => kept = ' ',
                _ => {}
            }
            if !is_comment && !character.is_whitespace() {
                last_comma = character == ',' && is_list > 0;
            }
        }
        before = character;
        out.push(kept);
    }
    out
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let content = Spanned::<Content>::deserialize(deserializer)?;
        Ok(Self { place: place(&content.referenced), list: content.value.0 })
    }
}

/// The members of a list; nothing for a scalar.
#[derive(Debug)]
struct Content(Option<Vec<Node>>);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of numbers")
    }

    fn visit_unit<E>(self) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Content, E> {
        Ok(Content(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> std::result::Result<Content, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_element()? {
            members.push(member);
        }
        Ok(Content(Some(members)))
    }
}

impl<'de> Deserialize<'de> for InstanceOrList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(InstanceVisitor)
    }
}

struct InstanceVisitor;

impl<'de> Visitor<'de> for InstanceVisitor {
    type Value = InstanceOrList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an instance or a list of instances")
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> std::result::Result<InstanceOrList, A::Error> {
        let members = serde::de::value::MapAccessDeserializer::new(access);
        Instance::deserialize(members).map(|instance| InstanceOrList::One(Box::new(instance)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> std::result::Result<InstanceOrList, A::Error> {
        let members = serde::de::value::SeqAccessDeserializer::new(access);
        Vec::deserialize(members).map(InstanceOrList::List)
    }
}

/// One of some names, or an error that lists them.
fn named<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    names: &[(&str, T)],
) -> std::result::Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let found = names.iter().find(|(candidate, _)| *candidate == name);
    let all = || names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    match found {
        Some((_, value)) => Ok(Some(*value)),
        None => Err(serde::de::Error::custom(format!("{name:?} is none of {}", all()))),
    }
}

fn filter<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Filter>, D::Error> {
    named(deserializer, &[("Nearest", Filter::Point), ("Linear", Filter::Linear)])
}

fn address<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<AddressMode>, D::Error> {
    let names = [
        ("Clamp", AddressMode::Clamp),
        ("Repeat", AddressMode::Wrap),
        ("Mirror", AddressMode::Mirror),
        ("Border", AddressMode::Border),
        ("MirrorOnce", AddressMode::MirrorOnce),
    ];
    named(deserializer, &names)
}

fn comparison<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Comparison>, D::Error> {
    let names = [
        ("Never", Comparison::Never),
        ("Less", Comparison::Less),
        ("Equal", Comparison::Equal),
        ("LessEqual", Comparison::LessEqual),
        ("Greater", Comparison::Greater),
        ("NotEqual", Comparison::NotEqual),
        ("GreaterEqual", Comparison::GreaterEqual),
        ("Always", Comparison::Always),
    ];
    named(deserializer, &names)
}
