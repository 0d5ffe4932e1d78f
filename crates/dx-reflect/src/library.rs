//! Functions of libraries, and nodes of work graphs. Separate because RDAT describes them in tables that refer to each
//! other.

use std::collections::HashMap;
use std::sync::Arc;

use bstr::{BStr, BString};
use dx_container::enums::{NodeAttribKind, NodeFuncAttribKind, NodeLaunchType, RuntimeDataPart, ShaderKind};
use dx_container::fields::Texts;
use dx_container::flags::{FeatureFlags, FunctionFlags, NodeIOFlags, ShaderStageFlags};
use dx_container::names::NamedFlags as _;
use dx_container::parts::rdat::record::Record;
use dx_container::parts::rdat::{self, Rdat};
use dx_container::{FourCc, ProgramVersion, Result};
use zerocopy::little_endian::U32;

use crate::copies::Copies;

/// A function of a library.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Function {
    /// The mangled name, as in the module.
    pub name: BString,
    /// The unmangled name.
    pub unmangled_name: BString,
    /// The shader kind; [`ShaderKind::LIBRARY`] for a function that is not an entry point.
    pub kind: ShaderKind,
    /// The indices in [`Reflection::resources`](crate::Reflection::resources) of the resources it uses. This and all
    /// optional fields below come from RDAT only, except wave sizes and thread groups.
    pub resources: Option<Arc<[u32]>>,
    /// The external functions that it calls.
    pub dependencies: Option<Arc<[BString]>>,
    /// The payload size in bytes.
    pub payload_size: u32,
    /// The size of hit attributes in bytes.
    pub attribute_size: u32,
    /// The optional features that it requires.
    pub features: Option<FeatureFlags>,
    /// The stages in which it can be used.
    pub stages: Option<ShaderStageFlags>,
    /// The minimum shader target.
    pub min_target: Option<ProgramVersion>,
    /// The minimum and maximum wave size; 0 if not restricted. Absent in older records.
    pub wave_lanes: Option<[u32; 2]>,
    /// The flags of an entry point; absent in older records.
    pub flags: Option<FunctionFlags>,
    /// The thread group size in x, y and z.
    pub thread_group: Option<[u32; 3]>,
    /// The index in [`Reflection::nodes`](crate::Reflection::nodes), if it is a node.
    pub node: Option<u32>,
}

/// A node of a work graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Node {
    /// The launch type.
    pub launch_type: NodeLaunchType,
    /// The name and index.
    pub id: Option<NodeId>,
    /// The thread group size in x, y and z.
    pub thread_group: Option<[u32; 3]>,
    /// The size of groupshared memory in bytes, from RDAT only.
    pub group_shared_bytes: Option<u32>,
    /// The node whose input this node shares.
    pub share_input_of: Option<NodeId>,
    /// The dispatch grid in x, y and z.
    pub dispatch_grid: Option<[u32; 3]>,
    /// The maximum dispatch grid, if records state the grid.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// The maximum recursion depth.
    pub max_recursion_depth: Option<u32>,
    /// The index in the local root arguments table.
    pub local_root_arguments_table_index: Option<u32>,
    /// The inputs.
    pub inputs: Vec<NodeIo>,
    /// The outputs.
    pub outputs: Vec<NodeIo>,
    /// Unknown attributes.
    pub unknown: Vec<NodeAttribute>,
}

/// The ID of a node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct NodeId {
    /// The name.
    pub name: BString,
    /// The array index.
    pub index: u32,
}

/// An input or output of a node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct NodeIo {
    /// The flags.
    pub flags: NodeIOFlags,
    /// The target node.
    pub output_id: Option<NodeId>,
    /// The maximum number of records.
    pub max_records: Option<u32>,
    /// The output that shares this maximum.
    pub max_records_shared_with: Option<u32>,
    /// The record size in bytes.
    pub record_size: Option<u32>,
    /// The record alignment in bytes.
    pub record_alignment: Option<u32>,
    /// The dispatch grid in a record: offset in bytes, component type, and number of components.
    pub record_dispatch_grid: Option<(u16, u16, u8)>,
    /// The size of an output array.
    pub output_array_size: Option<u32>,
    /// Whether nodes of an output array may be missing.
    pub allow_sparse_nodes: Option<bool>,
    /// Unknown attributes.
    pub unknown: Vec<NodeAttribute>,
}

/// The kind of an attribute that nobody has named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeAttribute(pub u32);

/// What RDAT tells of functions.
pub(crate) struct Library {
    pub(crate) functions: Vec<Function>,
    pub(crate) nodes: Vec<Node>,
}

/// A list of words by where it lies: equal references are one list.
type ListKey = (usize, usize);

impl Library {
    /// Gathers it; `places` has the place of each row of RDAT's resources in the model.
    pub(crate) fn gather(rdat: &Rdat<'_>, places: &[u32], copies: &mut Copies) -> Result<Self> {
        let tables = Tables::of(rdat);
        let mut nodes = Vec::with_capacity(rdat.records(RuntimeDataPart::NODE_SHADER_INFO_TABLE).len());
        for record in rdat.records(RuntimeDataPart::NODE_SHADER_INFO_TABLE) {
            nodes.push(tables.node(&record, copies)?);
        }
        let mut lists = Lists { places, resources: HashMap::new(), dependencies: HashMap::new() };
        let groups = ThreadGroups::of(rdat);
        let mut functions = Vec::with_capacity(rdat.functions().len());
        for function in rdat.functions() {
            let node = function.record.row("Node").filter(|&row| (row as usize) < nodes.len());
            let of_node = node.and_then(|node| nodes.get(node as usize)?.thread_group);
            let has_lanes = function.record.get("MinimumExpectedWaveLaneCount").is_some();
            functions.push(Function {
                name: copies.text(FourCc::RDAT, function.name)?,
                unmangled_name: copies.text(FourCc::RDAT, function.unmangled_name)?,
                kind: function.shader_kind,
                resources: Some(lists.resources(&function)),
                dependencies: Some(lists.dependencies(&function, copies)?),
                payload_size: function.payload_size,
                attribute_size: function.attribute_size,
                features: Some(function.features),
                stages: Some(function.stages),
                min_target: Some(ProgramVersion(function.min_target)),
                wave_lanes: has_lanes.then_some(function.wave_lanes),
                flags: Some(function.flags),
                thread_group: of_node.or_else(|| groups.get(&function.record)),
                node,
            });
        }
        Ok(Self { functions, nodes })
    }
}

/// Lists that several functions share.
struct Lists<'p> {
    places: &'p [u32],
    resources: HashMap<ListKey, Arc<[u32]>>,
    dependencies: HashMap<ListKey, Arc<[BString]>>,
}

impl Lists<'_> {
    /// Rows that are not there are left out: that is the validator's business.
    fn resources(&mut self, function: &rdat::Function<'_>) -> Arc<[u32]> {
        let rows = function.resources.unwrap_or_default();
        let places = self.places;
        let place = |row: &U32| places.get(row.get() as usize).copied();
        let list = self.resources.entry(key(rows));
        Arc::clone(list.or_insert_with(|| rows.iter().filter_map(place).collect()))
    }

    fn dependencies(&mut self, function: &rdat::Function<'_>, copies: &mut Copies) -> Result<Arc<[BString]>> {
        let Some(texts) = function.dependencies else { return Ok(Arc::default()) };
        let key = key(texts.offsets());
        if let Some(known) = self.dependencies.get(&key) {
            return Ok(Arc::clone(known));
        }
        let list = copy_texts(&texts, copies)?;
        self.dependencies.insert(key, Arc::clone(&list));
        Ok(list)
    }
}

fn key(words: &[U32]) -> ListKey {
    (words.as_ptr().addr(), words.len())
}

fn copy_texts(texts: &Texts<'_>, copies: &mut Copies) -> Result<Arc<[BString]>> {
    texts.iter().map(|text| copies.text(FourCc::RDAT, text)).collect()
}

fn triple(words: &[U32]) -> Option<[u32; 3]> {
    match words {
        [x, y, z] => Some([x.get(), y.get(), z.get()]),
        _ => None,
    }
}

/// The thread groups of compute, mesh and amplification shaders in a library.
struct ThreadGroups(Vec<(&'static str, Vec<Option<[u32; 3]>>)>);

impl ThreadGroups {
    const TABLES: [(&'static str, RuntimeDataPart); 3] = [
        ("CS", RuntimeDataPart::CS_INFO_TABLE),
        ("MS", RuntimeDataPart::MS_INFO_TABLE),
        ("AS", RuntimeDataPart::AS_INFO_TABLE),
    ];

    fn of(rdat: &Rdat<'_>) -> Self {
        let groups = |table| rdat.records(table).map(|record| triple(record.words("NumThreads")?)).collect();
        Self(Self::TABLES.into_iter().map(|(field, table)| (field, groups(table))).collect())
    }

    fn get(&self, function: &Record<'_>) -> Option<[u32; 3]> {
        self.0.iter().find_map(|(field, groups)| *groups.get(function.row(field)? as usize)?)
    }
}

/// What nodes refer to, read once: in the file it lies row by row.
struct Tables<'a> {
    ids: Vec<(&'a BStr, u32)>,
    of_nodes: Vec<Attribute<'a>>,
    of_ios: Vec<Attribute<'a>>,
    ios: Vec<(NodeIOFlags, &'a [U32])>,
}

/// An attribute of a node, or of an input or output: its value is a number or words.
struct Attribute<'a> {
    kind: u32,
    value: u32,
    words: &'a [U32],
}

impl<'a> Attribute<'a> {
    /// The value is in the field of whichever name the record has.
    fn of(record: &Record<'a>, numbers: &[&str], words: &[&str]) -> Self {
        let has = |name: &&&str| record.get(name).is_some();
        let value = numbers.iter().find(has).map_or(0, |name| record.number32(name));
        let words = words.iter().find_map(|name| record.words(name)).unwrap_or_default();
        Self { kind: record.number32("AttribKind"), value, words }
    }
}

impl<'a> Tables<'a> {
    fn of(rdat: &Rdat<'a>) -> Self {
        const OF_NODES: [&str; 4] =
            ["ID", "ShareInputOf", "MaxRecursionDepth", "LocalRootArgumentsTableIndex"];
        const GRIDS: [&str; 3] = ["NumThreads", "DispatchGrid", "MaxDispatchGrid"];
        const OF_IOS: [&str; 7] = [
            "OutputID",
            "MaxRecords",
            "MaxRecordsSharedWith",
            "RecordSizeInBytes",
            "OutputArraySize",
            "AllowSparseNodes",
            "RecordAlignmentInBytes",
        ];
        let records = |table| rdat.records(table);
        let io_attribute = |record: Record<'a>| {
            let attribute = Attribute::of(&record, &OF_IOS, &[]);
            let (at, component) = (record.number32("ByteOffset"), record.number32("ComponentNumAndType"));
            let is_grid = attribute.kind == NodeAttribKind::RECORD_DISPATCH_GRID.0;
            Attribute { value: if is_grid { component << 16 | at } else { attribute.value }, ..attribute }
        };
        Self {
            ids: records(RuntimeDataPart::NODE_ID_TABLE)
                .map(|record| (record.text("Name"), record.number32("Index")))
                .collect(),
            of_nodes: records(RuntimeDataPart::NODE_SHADER_FUNC_ATTRIB_TABLE)
                .map(|record| Attribute::of(&record, &OF_NODES, &GRIDS))
                .collect(),
            of_ios: records(RuntimeDataPart::NODE_SHADER_IO_ATTRIB_TABLE).map(io_attribute).collect(),
            ios: records(RuntimeDataPart::IO_NODE_TABLE)
                .map(|record| {
                    let flags = NodeIOFlags::from_word(record.number("IOFlagsAndKind"));
                    (flags, record.words("Attribs").unwrap_or_default())
                })
                .collect(),
        }
    }

    fn id(&self, row: u32, copies: &mut Copies) -> Result<Option<NodeId>> {
        let Some(&(name, index)) = self.ids.get(row as usize) else { return Ok(None) };
        Ok(Some(NodeId { name: copies.text(FourCc::RDAT, name)?, index }))
    }

    fn node(&self, record: &Record<'_>, copies: &mut Copies) -> Result<Node> {
        let mut node = Node {
            launch_type: NodeLaunchType(record.number32("LaunchType")),
            group_shared_bytes: Some(record.number32("GroupSharedBytesUsed")),
            inputs: self.ios(record.words("Inputs").unwrap_or_default(), copies)?,
            outputs: self.ios(record.words("Outputs").unwrap_or_default(), copies)?,
            ..Node::default()
        };
        for row in record.words("Attribs").unwrap_or_default() {
            let Some(attribute) = self.of_nodes.get(row.get() as usize) else { continue };
            copies.node_record()?;
            let Attribute { value, words, .. } = *attribute;
            match NodeFuncAttribKind(attribute.kind) {
                NodeFuncAttribKind::ID => node.id = self.id(value, copies)?,
                NodeFuncAttribKind::NUM_THREADS => node.thread_group = triple(words),
                NodeFuncAttribKind::SHARE_INPUT_OF => node.share_input_of = self.id(value, copies)?,
                NodeFuncAttribKind::DISPATCH_GRID => node.dispatch_grid = triple(words),
                NodeFuncAttribKind::MAX_RECURSION_DEPTH => node.max_recursion_depth = Some(value),
                NodeFuncAttribKind::LOCAL_ROOT_ARGUMENTS_TABLE_INDEX => {
                    node.local_root_arguments_table_index = Some(value);
                }
                NodeFuncAttribKind::MAX_DISPATCH_GRID => node.max_dispatch_grid = triple(words),
                _ => node.unknown.push(NodeAttribute(attribute.kind)),
            }
        }
        Ok(node)
    }

    fn ios(&self, rows: &[U32], copies: &mut Copies) -> Result<Vec<NodeIo>> {
        let mut ios = Vec::new();
        for row in rows {
            let Some(&(flags, attributes)) = self.ios.get(row.get() as usize) else { continue };
            copies.node_record()?;
            let mut io = NodeIo { flags, ..NodeIo::default() };
            for row in attributes {
                let Some(attribute) = self.of_ios.get(row.get() as usize) else { continue };
                copies.node_record()?;
                self.add(&mut io, attribute, copies)?;
            }
            ios.push(io);
        }
        Ok(ios)
    }

    fn add(&self, io: &mut NodeIo, attribute: &Attribute<'_>, copies: &mut Copies) -> Result<()> {
        let value = attribute.value;
        match NodeAttribKind(attribute.kind) {
            NodeAttribKind::OUTPUT_ID => io.output_id = self.id(value, copies)?,
            NodeAttribKind::MAX_RECORDS => io.max_records = Some(value),
            NodeAttribKind::MAX_RECORDS_SHARED_WITH => io.max_records_shared_with = Some(value),
            NodeAttribKind::RECORD_SIZE_IN_BYTES => io.record_size = Some(value),
            NodeAttribKind::RECORD_DISPATCH_GRID => {
                let [at_low, at_high, component_low, component_high] = value.to_le_bytes();
                let component = u16::from_le_bytes([component_low, component_high]);
                let at = u16::from_le_bytes([at_low, at_high]);
                // The type lies above two bits of how many components.
                io.record_dispatch_grid = Some((at, component >> 2, component_low & 3));
            }
            NodeAttribKind::OUTPUT_ARRAY_SIZE => io.output_array_size = Some(value),
            NodeAttribKind::ALLOW_SPARSE_NODES => io.allow_sparse_nodes = Some(value != 0),
            NodeAttribKind::RECORD_ALIGNMENT_IN_BYTES => io.record_alignment = Some(value),
            _ => io.unknown.push(NodeAttribute(attribute.kind)),
        }
        Ok(())
    }
}
