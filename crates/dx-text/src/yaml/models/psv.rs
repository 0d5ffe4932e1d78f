//! PSV0 under `PSVInfo`.
//!
//! yaml2obj merges the names of the string table. Compilers write a name for each element: then `StringTable` lists the
//! strings with their offsets, as obj2yaml 23 does. An index table that holds more than the elements ask for is given.
//! LLVM knows versions 0 to 3 and prints the size of the record beside them; in version 4 a record has group-shared
//! bytes more.

use az::SaturatingAs as _;
use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::{MeshOutputTopology, ShaderKind};
use dx_container::flags::ResourceFlags;
use dx_container::names::{NamedFlags as _, NamedValue as _, split_flags};
use dx_container::parts::psv::{
    Arrangement, Element, MaskSizes, Masks, Psv, PsvBuf, Resource, RuntimeInfo, StageExtra, StageInfo,
    Version,
};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::flags::read_flags;
use super::model::{Model, gives_back};
use super::out::{LlvmVersion, Out};
use super::psv_tables::{self, Strings};
use super::signature::UNSHARED;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::{self, Keys};
use crate::yaml::printer::Hex;
use crate::yaml::tree::{Content, Node};
use crate::yaml::values;

pub(super) struct PsvInfo {
    part: PsvBuf,
    strings: Strings,
    /// The entries that the index table begins with.
    indices: Vec<u32>,
}

/// A key of earlier builds: each element has its own copy of its name.
const STRINGS: &str = "Strings";
const RUNTIME_INFO_SIZE: &str = "RuntimeInfoSize";
const INDICES: &str = "SemanticIndexTable";

impl Model for PsvInfo {
    const KEY: &'static str = "PSVInfo";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let mut part = Psv::parse(payload).ok()?.to_buf();
        // Version 0 does not say the stage, but the program does.
        if part.info.version == Version::V0 {
            part.info.stage = payload.stage?;
        }
        // None of these has a key: where it is not what follows from the rest, the part cannot be said.
        part.info_unknown.clear();
        part.resources_unknown.clear();
        part.elements_unknown.clear();
        part.unknown.clear();
        part.resource_size = 0;
        part.element_size = 0;
        if let StageInfo::Other(bytes) = &part.info.stage_info {
            part.info.stage_info = StageInfo::of(part.info.stage, bytes);
        }
        let StageExtra([first, _]) = part.info.stage_extra;
        match part.info.stage {
            ShaderKind::GEOMETRY | ShaderKind::MESH => {}
            ShaderKind::HULL | ShaderKind::DOMAIN => part.info.stage_extra = StageExtra::patch(first),
            _ => part.info.stage_extra = StageExtra::default(),
        }
        for element in part.elements.iter_mut().flatten() {
            element.reserved = (0, 0, 0);
        }
        let mut info = Self { part, strings: Strings::Built, indices: Vec::new() };
        if !gives_back(&info, payload.bytes)
            && let Some(Arrangement { strings, indices, .. }) = info.part.arrangements(payload).pop()
        {
            info.strings = Strings::Listed(psv_tables::list(&strings));
            if !gives_back(&info, payload.bytes) {
                info.indices = indices;
            }
        }
        Some(info)
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let (strings, names_at) = self.strings.place(names(&self.part))?;
        let indices = self.indices.clone();
        self.part.arrange(Some(&Arrangement { strings, names_at, indices, indices_at: Vec::new() }))
    }

    fn print(&self, out: &mut Out<'_>) {
        let info = &self.part.info;
        let is_full = out.schema.is_full();
        let version = if is_full { info.version } else { info.version.min(Version::V3) };
        if is_full && !self.indices.is_empty() {
            out.printer.numbers(INDICES, self.indices.iter());
        }
        out.printer.value("Version", version_number(version));
        out.printer.value("ShaderStage", info.stage.raw());
        print_stage_info(out, &info.stage_info);
        out.printer.value("MinimumWaveLaneCount", info.min_wave_lanes);
        out.printer.value("MaximumWaveLaneCount", info.max_wave_lanes);
        if version >= Version::V1 {
            print_signature_info(out, info);
        }
        if version >= Version::V2 {
            for (key, count) in NUM_THREADS.iter().zip(info.num_threads) {
                out.printer.value(key, count);
            }
        }
        if version >= Version::V3 {
            out.text("EntryName", &info.entry_name);
        }
        if version >= Version::V4 {
            out.printer.value(GROUP_SHARED, info.group_shared_bytes);
        }
        let resources = &self.part.resources;
        // A part without resources has no stride; LLVM prints the newest stride.
        let stride = if resources.is_empty() { Resource::SIZE_V1 } else { resource_size(version) };
        out.printer.value(STRIDE, stride);
        if version >= Version::V1 && out.schema.has(LlvmVersion::V23) {
            if !is_full {
                out.printer.value(RUNTIME_INFO_SIZE, info.version.size());
            }
            self.strings.print(out, names(&self.part));
        }
        print_resources(out, resources, version);
        if version >= Version::V1 {
            for (key, list) in ELEMENTS.iter().zip(&self.part.elements) {
                out.list(key, list, print_element);
            }
            print_masks(out, info, &self.part.masks);
        }
    }

    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self> {
        let mut strings = match keys.take(STRINGS) {
            None => Strings::Built,
            Some(node) if matches!(&node.content, Content::Text(text) if text == UNSHARED) => {
                Strings::Unshared
            }
            Some(node) => return Err(node.expected(STRINGS, UNSHARED)),
        };
        let indices = keys.words(INDICES)?;
        let version = read_version(keys)?;
        let mut part = PsvBuf { info: read_info(keys, version)?, ..PsvBuf::default() };
        part.resources = keys
            .list("Resources", |node| Keys::read(node, "a resource", |keys| read_resource(keys, version)))?;
        if let Some(node) = keys.take(STRIDE) {
            let newest = u64::from(Resource::SIZE_V1);
            // Without resources the part does not say it.
            let is_newest = matches!(node.content, Content::Number(number) if number == newest);
            if !(part.resources.is_empty() && is_newest) {
                keys::check_derived(node, STRIDE, resource_size(version).into())?;
            }
        }
        if version >= Version::V1 {
            for (key, list) in ELEMENTS.iter().zip(&mut part.elements) {
                if let Some(node) = keys.take(key) {
                    *list = read_elements(node, key)?;
                }
            }
            part.masks = read_masks(keys, MaskSizes::of(&part.info))?;
            if let Some(node) = keys.take(psv_tables::STRING_TABLE) {
                strings = Strings::read(node, names(&part), budget)?;
            }
        }
        Ok(Self { part, strings, indices })
    }
}

/// The strings that the part refers to: the names of the elements, and the entry name.
fn names(part: &PsvBuf) -> impl Iterator<Item = &BStr> + Clone {
    let names = part.elements.iter().flatten().map(|element| &element.name);
    let entry = (part.info.version >= Version::V3).then_some(&part.info.entry_name);
    names.chain(entry).map(|name| name.as_bstr())
}

/// The version of the record, which is later than `Version` states if `RuntimeInfoSize` is larger: LLVM does not know
/// the fields of version 4.
fn read_version(keys: &mut Keys<'_>) -> Result<Version> {
    let node = keys.need("Version")?;
    let number = match node.content {
        Content::Number(number) => usize::try_from(number).ok(),
        _ => None,
    };
    let version = number.and_then(|number| Version::ALL.get(number).copied());
    let version = version.ok_or_else(|| node.expected("Version", "0 to 4"))?;
    let Some(node) = keys.take(RUNTIME_INFO_SIZE) else { return Ok(version) };
    let number = match node.content {
        Content::Number(number) => number,
        _ => 0,
    };
    let by_size = Version::ALL.into_iter().find(|version| u64::from(version.size()) == number);
    let by_size = by_size.ok_or_else(|| {
        let sizes = Version::ALL.map(|version| version.size().to_string()).join(", ");
        node.expected(RUNTIME_INFO_SIZE, &format!("the size of a record: {sizes}"))
    })?;
    if by_size < version {
        let least = format!("at least {}", version.size());
        return Err(keys::contradiction(node, RUNTIME_INFO_SIZE, &number.to_string(), &least));
    }
    Ok(by_size)
}

const STRIDE: &str = "ResourceStride";
const NUM_THREADS: [&str; 3] = ["NumThreadsX", "NumThreadsY", "NumThreadsZ"];
const GROUP_SHARED: &str = "NumBytesGroupSharedMemory";
const ELEMENTS: [&str; 3] = ["SigInputElements", "SigOutputElements", "SigPatchOrPrimElements"];

fn version_number(version: Version) -> usize {
    Version::ALL.iter().position(|&other| other == version).unwrap_or_default()
}

fn print_stage_info(out: &mut Out<'_>, info: &StageInfo) {
    let mut value = |key, value: u32| out.printer.value(key, value);
    match *info {
        StageInfo::Vertex { output_position_present } => {
            value("OutputPositionPresent", output_position_present.into());
        }
        StageInfo::Hull { input_control_points, output_control_points, domain, output_primitive } => {
            value("InputControlPointCount", input_control_points);
            value("OutputControlPointCount", output_control_points);
            value("TessellatorDomain", domain.raw());
            value("TessellatorOutputPrimitive", output_primitive.raw());
        }
        StageInfo::Domain { input_control_points, output_position_present, domain } => {
            value("InputControlPointCount", input_control_points);
            value("OutputPositionPresent", output_position_present.into());
            value("TessellatorDomain", domain.raw());
        }
        StageInfo::Geometry {
            input_primitive,
            output_topology,
            output_stream_mask,
            output_position_present,
        } => {
            value("InputPrimitive", input_primitive.raw());
            value("OutputTopology", output_topology.raw());
            value("OutputStreamMask", output_stream_mask);
            value("OutputPositionPresent", output_position_present.into());
        }
        StageInfo::Pixel { depth_output, sample_frequency } => {
            value("DepthOutput", depth_output.into());
            value("SampleFrequency", sample_frequency.into());
        }
        StageInfo::Mesh {
            group_shared_bytes,
            group_shared_bytes_view_dependent,
            payload_bytes,
            max_output_vertices,
            max_output_primitives,
        } => {
            value("GroupSharedBytesUsed", group_shared_bytes);
            value("GroupSharedBytesDependentOnViewID", group_shared_bytes_view_dependent);
            value("PayloadSizeInBytes", payload_bytes);
            value("MaxOutputVertices", max_output_vertices.into());
            value("MaxOutputPrimitives", max_output_primitives.into());
        }
        StageInfo::Amplification { payload_bytes } => value("PayloadSizeInBytes", payload_bytes),
        StageInfo::Other(_) => {}
    }
}

fn read_stage_info(keys: &mut Keys<'_>, stage: ShaderKind) -> Result<StageInfo> {
    Ok(match stage {
        ShaderKind::VERTEX => {
            StageInfo::Vertex { output_position_present: keys.number("OutputPositionPresent")? }
        }
        ShaderKind::HULL => StageInfo::Hull {
            input_control_points: keys.number("InputControlPointCount")?,
            output_control_points: keys.number("OutputControlPointCount")?,
            domain: keys.named("TessellatorDomain")?,
            output_primitive: keys.named("TessellatorOutputPrimitive")?,
        },
        ShaderKind::DOMAIN => StageInfo::Domain {
            input_control_points: keys.number("InputControlPointCount")?,
            output_position_present: keys.number("OutputPositionPresent")?,
            domain: keys.named("TessellatorDomain")?,
        },
        ShaderKind::GEOMETRY => StageInfo::Geometry {
            input_primitive: keys.named("InputPrimitive")?,
            output_topology: keys.named("OutputTopology")?,
            output_stream_mask: keys.number("OutputStreamMask")?,
            output_position_present: keys.number("OutputPositionPresent")?,
        },
        ShaderKind::PIXEL => StageInfo::Pixel {
            depth_output: keys.number("DepthOutput")?,
            sample_frequency: keys.number("SampleFrequency")?,
        },
        ShaderKind::MESH => StageInfo::Mesh {
            group_shared_bytes: keys.number("GroupSharedBytesUsed")?,
            group_shared_bytes_view_dependent: keys.number("GroupSharedBytesDependentOnViewID")?,
            payload_bytes: keys.number("PayloadSizeInBytes")?,
            max_output_vertices: keys.number("MaxOutputVertices")?,
            max_output_primitives: keys.number("MaxOutputPrimitives")?,
        },
        ShaderKind::AMPLIFICATION => {
            StageInfo::Amplification { payload_bytes: keys.number("PayloadSizeInBytes")? }
        }
        _ => StageInfo::default(),
    })
}

fn print_signature_info(out: &mut Out<'_>, info: &RuntimeInfo<BString>) {
    out.printer.value("UsesViewID", info.uses_view_id);
    match info.stage {
        ShaderKind::GEOMETRY => {
            out.printer.value("MaxVertexCount", info.max_vertex_count().unwrap_or_default())
        }
        ShaderKind::HULL | ShaderKind::DOMAIN => {
            out.printer.value("SigPatchConstOrPrimVectors", info.patch_or_primitive_vectors());
        }
        ShaderKind::MESH => {
            out.printer.value("SigPrimVectors", info.patch_or_primitive_vectors());
            out.printer.value("MeshOutputTopology", info.mesh_output_topology().unwrap_or_default().raw());
        }
        _ => {}
    }
    out.printer.value("SigInputVectors", info.input_vectors);
    out.printer.numbers("SigOutputVectors", info.output_vectors.iter());
}

fn read_info(keys: &mut Keys<'_>, version: Version) -> Result<RuntimeInfo<BString>> {
    let stage = keys.need("ShaderStage")?;
    let stage = values::named(stage, "ShaderStage", ShaderKind::NAMES, u8::MAX.into())?;
    let stage = ShaderKind::from_raw(stage.saturating_as::<u32>());
    let mut info = RuntimeInfo {
        version,
        stage,
        stage_info: read_stage_info(keys, stage)?,
        min_wave_lanes: keys.number("MinimumWaveLaneCount")?,
        max_wave_lanes: keys.number("MaximumWaveLaneCount")?,
        ..RuntimeInfo::default()
    };
    if version >= Version::V1 {
        info.uses_view_id = keys.number("UsesViewID")?;
        info.stage_extra = match stage {
            ShaderKind::GEOMETRY => StageExtra::geometry(keys.number("MaxVertexCount")?),
            ShaderKind::HULL | ShaderKind::DOMAIN => {
                StageExtra::patch(keys.number("SigPatchConstOrPrimVectors")?)
            }
            ShaderKind::MESH => {
                let vectors = keys.number("SigPrimVectors")?;
                let node = keys.take("MeshOutputTopology");
                StageExtra([vectors, node.map_or(Ok(0), topology)?])
            }
            _ => StageExtra::default(),
        };
        info.input_vectors = keys.number("SigInputVectors")?;
        if let Some(node) = keys.take("SigOutputVectors") {
            let vectors = node.bytes("SigOutputVectors")?;
            let expected = || node.expected("SigOutputVectors", "four numbers from 0 to 255");
            info.output_vectors = vectors.try_into().map_err(|_| expected())?;
        }
    }
    if version >= Version::V2 {
        for (key, count) in NUM_THREADS.iter().zip(&mut info.num_threads) {
            *count = keys.number(key)?;
        }
    }
    if version >= Version::V3 {
        info.entry_name = keys.name("EntryName")?;
    }
    if version >= Version::V4 {
        info.group_shared_bytes = keys.number(GROUP_SHARED)?;
    }
    Ok(info)
}

fn topology(node: &Node) -> Result<u8> {
    let number = values::named(node, "MeshOutputTopology", MeshOutputTopology::NAMES, u8::MAX.into())?;
    Ok(number.saturating_as::<u8>())
}

fn resource_size(version: Version) -> u32 {
    if version >= Version::V2 { Resource::SIZE_V1 } else { Resource::SIZE_V0 }
}

fn print_resources(out: &mut Out<'_>, resources: &[Resource], version: Version) {
    let has_kind = version >= Version::V2;
    out.list("Resources", resources, |out, resource| {
        out.named("Type", resource.resource_type);
        out.printer.value("Space", resource.space);
        out.printer.value("LowerBound", resource.lower_bound);
        out.printer.value("UpperBound", resource.upper_bound);
        if has_kind {
            out.named("Kind", resource.kind);
            out.printer.key("Flags");
            out.printer.deeper();
            let flags = resource.flags.bits().into();
            out.all_flags(ResourceFlags::NAMES, flags);
            out.unknown_flags(split_flags(ResourceFlags::NAMES, flags).1);
            out.printer.higher();
        }
    });
}

fn read_resource(keys: &mut Keys<'_>, version: Version) -> Result<Resource> {
    let mut resource = Resource {
        resource_type: keys.named("Type")?,
        space: keys.number("Space")?,
        lower_bound: keys.number("LowerBound")?,
        upper_bound: keys.number("UpperBound")?,
        ..Resource::default()
    };
    if version >= Version::V2 {
        resource.kind = keys.named("Kind")?;
        if let Some(node) = keys.take("Flags") {
            resource.flags = Keys::read(node, "Flags", read_flags)?;
        }
    }
    Ok(resource)
}

fn print_element(out: &mut Out<'_>, element: &Element<BString, Vec<u32>>) {
    out.text("Name", &element.name);
    out.printer.numbers("Indices", element.indices.iter());
    out.printer.value("StartRow", element.start_row);
    out.printer.value("Cols", element.cols);
    out.printer.value("StartCol", element.start_col);
    out.printer.value("Allocated", element.allocated);
    out.named("Kind", element.kind);
    out.named("ComponentType", element.component_type);
    out.named("Interpolation", element.interpolation);
    out.printer.value("DynamicMask", Hex(element.dynamic_mask));
    out.printer.value("Stream", element.stream);
}

fn read_elements(node: &Node, key: &str) -> Result<Vec<Element<BString, Vec<u32>>>> {
    let members = node.list(key)?;
    if members.len() > usize::from(u8::MAX) {
        return Err(node.expected(key, "at most 255 elements"));
    }
    members.iter().map(|node| Keys::read(node, "an element", read_element)).collect()
}

fn read_element(keys: &mut Keys<'_>) -> Result<Element<BString, Vec<u32>>> {
    let indices = keys.take("Indices");
    let element = Element {
        name: keys.name("Name")?,
        indices: indices.map_or(Ok(Vec::new()), |node| values::words(node, "Indices"))?,
        start_row: keys.number("StartRow")?,
        cols: keys.bits("Cols", 4)?,
        start_col: keys.bits("StartCol", 2)?,
        allocated: keys.truth("Allocated")?,
        kind: keys.named_up_to("Kind", u8::MAX.into())?,
        component_type: keys.named_up_to("ComponentType", u8::MAX.into())?,
        interpolation: keys.named_up_to("Interpolation", u8::MAX.into())?,
        dynamic_mask: keys.bits("DynamicMask", 4)?,
        stream: keys.bits("Stream", 2)?,
        reserved: (0, 0, 0),
    };
    if let Some(node) = indices
        && element.indices.len() > usize::from(u8::MAX)
    {
        return Err(node.expected("Indices", "at most 255 indices"));
    }
    Ok(element)
}

const PATCH_OR_PRIMITIVE_MASKS: &str = "PatchOrPrimMasks";

fn print_masks(out: &mut Out<'_>, info: &RuntimeInfo<BString>, masks: &Masks<Vec<u32>>) {
    if info.uses_view_id != 0 {
        out.word_lists("OutputVectorMasks", &masks.view_id_outputs);
        // LLVM knows these of hull shaders only.
        if info.stage == ShaderKind::HULL || info.stage == ShaderKind::MESH && out.schema.is_full() {
            out.words(PATCH_OR_PRIMITIVE_MASKS, &masks.view_id_patch_or_primitive);
        }
    }
    out.word_lists("InputOutputMap", &masks.input_to_outputs);
    if info.stage == ShaderKind::HULL {
        out.words("InputPatchMap", &masks.input_to_patch);
    }
    if info.stage == ShaderKind::DOMAIN {
        out.words("PatchOutputMap", &masks.patch_to_outputs);
    }
}

/// The masks; those that are left out or empty are zeros of their `sizes`.
fn read_masks(keys: &mut Keys<'_>, sizes: MaskSizes) -> Result<Masks<Vec<u32>>> {
    let mask = |node: Option<&Node>, key: &str, size: usize| -> Result<Vec<u32>> {
        let words = node.map_or(Ok(Vec::new()), |node| values::words(node, key))?;
        match node {
            Some(node) if !words.is_empty() && words.len() != size => {
                Err(keys::contradiction(node, key, &counted(words.len()), &counted(size)))
            }
            _ if words.is_empty() => Ok(vec![0; size]),
            _ => Ok(words),
        }
    };
    let four = |keys: &mut Keys<'_>, key, sizes: [usize; 4]| -> Result<[Vec<u32>; 4]> {
        let mut lists = sizes.map(|size| vec![0; size]);
        let Some(node) = keys.take(key) else { return Ok(lists) };
        let members = match &node.content {
            Content::List(members) if members.len() <= lists.len() => members.as_slice(),
            Content::Numbers(numbers) if numbers.is_empty() => &[],
            Content::Null => &[],
            _ => return Err(node.expected(key, "at most four lists of numbers")),
        };
        for ((list, member), size) in lists.iter_mut().zip(members).zip(sizes) {
            *list = mask(Some(member), key, size)?;
        }
        Ok(lists)
    };
    let one = |keys: &mut Keys<'_>, key, size| mask(keys.take(key), key, size);
    Ok(Masks {
        view_id_outputs: four(keys, "OutputVectorMasks", sizes.view_id_outputs)?,
        view_id_patch_or_primitive: one(keys, PATCH_OR_PRIMITIVE_MASKS, sizes.view_id_patch_or_primitive)?,
        input_to_outputs: four(keys, "InputOutputMap", sizes.input_to_outputs)?,
        input_to_patch: one(keys, "InputPatchMap", sizes.input_to_patch)?,
        patch_to_outputs: one(keys, "PatchOutputMap", sizes.patch_to_outputs)?,
    })
}

fn counted(words: usize) -> String {
    if words == 1 { "1 word".to_owned() } else { format!("{words} words") }
}
