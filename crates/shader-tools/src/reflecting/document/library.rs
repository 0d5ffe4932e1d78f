//! Libraries as JSON: functions, work graph nodes and state subobjects.

use bstr::ByteSlice as _;
use dx_reflect::SubobjectContent;
use serde::Serialize;

use super::root_signature::RootSignature;
use super::stage::Lanes;
use crate::json::{Flags, Mapped, Named, Text, in_utf8, texts};

/// A function of a library.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Function<'a> {
    /// The mangled name.
    name: Text<'a>,
    /// The unmangled name.
    unmangled_name: Text<'a>,
    /// The shader stage.
    kind: Named,
    /// The indices in `resources` of the resources that the function uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<&'a [u32]>,
    /// The names of the functions that the function calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    dependencies: Option<Vec<Text<'a>>>,
    /// The size of the payload in bytes.
    payload_size: u32,
    /// The size of the attributes in bytes.
    attribute_size: u32,
    /// The feature flags.
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Flags>,
    /// The stages that can call the function.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Flags>,
    /// The lowest shader model that the function requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    min_target: Option<String>,
    /// The wave sizes that the function allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    wave_lanes: Option<Lanes>,
    /// The flags of the function.
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<Flags>,
    /// The thread group size: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    thread_group: Option<[u32; 3]>,
    /// The index in `nodes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
}

/// A node of a work graph.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Node<'a> {
    /// The ID of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<NodeId<'a>>,
    /// The launch type.
    launch_type: Named,
    /// The thread group size: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    thread_group: Option<[u32; 3]>,
    /// The size of group-shared memory in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_shared_bytes: Option<u32>,
    /// The node whose input the node shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_input_of: Option<NodeId<'a>>,
    /// The dispatch grid: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    dispatch_grid: Option<[u32; 3]>,
    /// The maximum dispatch grid: x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_dispatch_grid: Option<[u32; 3]>,
    /// The maximum recursion depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_recursion_depth: Option<u32>,
    /// The index in the table of local root arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    local_root_arguments_table_index: Option<u32>,
    /// The inputs.
    inputs: Mapped<'a, dx_reflect::NodeIo, NodeIo<'a>>,
    /// The outputs.
    outputs: Mapped<'a, dx_reflect::NodeIo, NodeIo<'a>>,
    /// The kinds of unknown attributes.
    #[serde(skip_serializing_if = "Mapped::is_empty")]
    unknown_attributes: Mapped<'a, dx_reflect::NodeAttribute, u32>,
}

/// The ID of a node.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NodeId<'a> {
    /// The name of the node.
    name: Text<'a>,
    /// The index in a node array.
    index: u32,
}

/// An input or output of a node.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct NodeIo<'a> {
    /// The flags.
    flags: Flags,
    /// The node that an output leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<NodeId<'a>>,
    /// The maximum number of records.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_records: Option<u32>,
    /// The index of the output whose maximum number of records the output shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_records_shared_with: Option<u32>,
    /// The size of a record in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    record_size: Option<u32>,
    /// The alignment of a record in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    record_alignment: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record_dispatch_grid: Option<RecordDispatchGrid>,
    /// The size of an output array.
    #[serde(skip_serializing_if = "Option::is_none")]
    output_array_size: Option<u32>,
    /// True if an output array may be sparse.
    #[serde(skip_serializing_if = "Option::is_none")]
    allow_sparse_nodes: Option<bool>,
    /// The kinds of unknown attributes.
    #[serde(skip_serializing_if = "Mapped::is_empty")]
    unknown_attributes: Mapped<'a, dx_reflect::NodeAttribute, u32>,
}

/// The location of SV_DispatchGrid in a record.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct RecordDispatchGrid {
    /// The offset in bytes.
    offset: u16,
    /// The component type.
    component_type: u16,
    /// The number of components.
    components: u8,
}

/// A state subobject. The members depend on the kind.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Subobject<'a> {
    /// The name of the subobject.
    name: Text<'a>,
    /// The kind of the subobject.
    kind: Named,
    #[serde(flatten)]
    content: Content<'a>,
}

/// The members that depend on the kind of a subobject.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Content<'a> {
    /// The size of a serialized root signature in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root_signature: Option<RootSignature>,
    /// The subobject that the exports are associated with.
    #[serde(skip_serializing_if = "Option::is_none")]
    subobject: Option<Text<'a>>,
    /// The exports; absent if the association applies to all exports without another association.
    #[serde(skip_serializing_if = "Option::is_none")]
    exports: Option<Vec<Text<'a>>>,
    /// The maximum size of the payload in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_payload_size: Option<u32>,
    /// The maximum size of the attributes in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_attribute_size: Option<u32>,
    /// The maximum recursion depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_recursion_depth: Option<u32>,
    /// The flags of a state object configuration or of a ray tracing pipeline configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<Flags>,
    /// The type of a hit group.
    #[serde(skip_serializing_if = "Option::is_none")]
    hit_group: Option<Named>,
    /// The any-hit shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    any_hit: Option<Text<'a>>,
    /// The closest-hit shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    closest_hit: Option<Text<'a>>,
    /// The intersection shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    intersection: Option<Text<'a>>,
}

impl<'a> Function<'a> {
    /// The object of `function`.
    pub fn new(function: &'a dx_reflect::Function) -> Self {
        Self {
            name: in_utf8(function.name.as_bstr()),
            unmangled_name: in_utf8(function.unmangled_name.as_bstr()),
            kind: Named::of(function.kind),
            resources: function.resources.as_deref(),
            dependencies: function.dependencies.as_deref().map(texts),
            payload_size: function.payload_size,
            attribute_size: function.attribute_size,
            features: function.features.map(Flags::of),
            stages: function.stages.map(Flags::of),
            min_target: function.min_target.map(|target| target.to_string()),
            wave_lanes: function.wave_lanes.map(|lanes| Lanes::new(lanes, 0)),
            flags: function.flags.map(Flags::of),
            thread_group: function.thread_group,
            node: function.node,
        }
    }
}

impl<'a> Node<'a> {
    /// The object of `node`.
    pub fn new(node: &'a dx_reflect::Node) -> Self {
        Self {
            id: node.id.as_ref().map(NodeId::from),
            launch_type: Named::of(node.launch_type),
            thread_group: node.thread_group,
            group_shared_bytes: node.group_shared_bytes,
            share_input_of: node.share_input_of.as_ref().map(NodeId::from),
            dispatch_grid: node.dispatch_grid,
            max_dispatch_grid: node.max_dispatch_grid,
            max_recursion_depth: node.max_recursion_depth,
            local_root_arguments_table_index: node.local_root_arguments_table_index,
            inputs: Mapped::new(&node.inputs, NodeIo::new),
            outputs: Mapped::new(&node.outputs, NodeIo::new),
            unknown_attributes: Mapped::new(&node.unknown, |attribute| attribute.0),
        }
    }
}

impl<'a> From<&'a dx_reflect::NodeId> for NodeId<'a> {
    fn from(id: &'a dx_reflect::NodeId) -> Self {
        Self { name: in_utf8(id.name.as_bstr()), index: id.index }
    }
}

impl<'a> NodeIo<'a> {
    fn new(io: &'a dx_reflect::NodeIo) -> Self {
        Self {
            flags: Flags::of(io.flags),
            id: io.output_id.as_ref().map(NodeId::from),
            max_records: io.max_records,
            max_records_shared_with: io.max_records_shared_with,
            record_size: io.record_size,
            record_alignment: io.record_alignment,
            record_dispatch_grid: io.record_dispatch_grid.map(|(offset, component_type, components)| {
                RecordDispatchGrid { offset, component_type, components }
            }),
            output_array_size: io.output_array_size,
            allow_sparse_nodes: io.allow_sparse_nodes,
            unknown_attributes: Mapped::new(&io.unknown, |attribute| attribute.0),
        }
    }
}

impl<'a> Subobject<'a> {
    /// The object of `subobject`.
    pub fn new(subobject: &'a dx_reflect::Subobject) -> Self {
        Self {
            name: in_utf8(subobject.name.as_bstr()),
            kind: Named::of(subobject.kind),
            content: Content::new(&subobject.content),
        }
    }
}

impl<'a> Content<'a> {
    fn new(content: &'a SubobjectContent) -> Self {
        let name = |name: &'a Option<bstr::BString>| name.as_ref().map(|name| in_utf8(name.as_bstr()));
        match content {
            SubobjectContent::StateObjectConfig(word) => {
                Self { flags: Some(Flags::of(*word)), ..Self::default() }
            }
            SubobjectContent::RootSignature { size, summary } => Self {
                size: Some(*size),
                root_signature: summary.as_ref().map(RootSignature::from),
                ..Self::default()
            },
            SubobjectContent::ExportsAssociation { subobject, exports } => Self {
                subobject: Some(in_utf8(subobject.as_bstr())),
                exports: exports.as_deref().map(texts),
                ..Self::default()
            },
            SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size } => Self {
                max_payload_size: Some(*max_payload_size),
                max_attribute_size: Some(*max_attribute_size),
                ..Self::default()
            },
            SubobjectContent::RaytracingPipelineConfig { max_recursion_depth, flags } => Self {
                max_recursion_depth: Some(*max_recursion_depth),
                flags: flags.map(Flags::of),
                ..Self::default()
            },
            SubobjectContent::HitGroup { kind, any_hit, closest_hit, intersection } => Self {
                hit_group: Some(Named::of(*kind)),
                any_hit: name(any_hit),
                closest_hit: name(closest_hit),
                intersection: name(intersection),
                ..Self::default()
            },
            SubobjectContent::Unknown => Self::default(),
        }
    }
}
