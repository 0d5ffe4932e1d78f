//! A reflection as JSON: one object, written member by member. `docs/reflect.schema.json` is its schema.

use std::fmt::Display;
use std::io::{self, Write};

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::names::{Named, NamedFlags, NamedValue, split_flags};
use dx_container::parts::psv::{ANY_LANES, UNBOUNDED};
use dx_container::parts::rdef::Slots;
use dx_reflect::{
    ConstantBuffer, Disagreement, Element, Function, GlobalFlags, Language, Member, Node, NodeAttribute,
    NodeId, NodeIo, Reflection, Resource, RootSignatureSummary, Subobject, SubobjectContent, TokenProgram,
    Type, Unread, Variable,
};

use crate::json::{in_utf8, text};
use crate::loading::shader_file::Source;

/// Writes the object of one file.
pub fn write(
    out: &mut dyn Write,
    file: &str,
    assembled_from: Option<Source>,
    reflection: &Reflection,
    direct3d9: Option<&str>,
) -> io::Result<()> {
    let mut head = Object::new();
    head.text("file", file);
    head.text_option("assembledFrom", assembled_from.map(Source::json_name));
    add_program(&mut head, reflection);
    add_stage(&mut head, reflection);
    head.raw_option("features", reflection.features.map(|features| flags(features, features.bits())));
    out.write_all(head.members().as_bytes())?;

    let signatures = &reflection.signatures;
    let lists = [
        ("input", &signatures.input, "alwaysRead"),
        ("output", &signatures.output, "neverWritten"),
        ("patchConstant", &signatures.patch_constant, patch_mask(reflection)),
        ("primitive", &signatures.primitive, "neverWritten"),
    ];
    out.write_all(b",\"signatures\":{")?;
    let told = lists.iter().filter_map(|(name, list, mask)| Some((name, list.as_ref()?, mask)));
    for (at, (name, list, mask)) in told.enumerate() {
        let separator = if at == 0 { "" } else { "," };
        write!(out, "{separator}\"{name}\":")?;
        write_list(out, list, |element| of_element(element, mask))?;
    }
    out.write_all(b"},\"resources\":")?;
    write_list(out, &reflection.resources, of_resource)?;
    out.write_all(b",\"constantBuffers\":")?;
    write_list(out, &reflection.constant_buffers, of_constant_buffer)?;
    out.write_all(b",\"types\":")?;
    write_list(out, &reflection.types, of_type)?;
    out.write_all(b",\"functions\":")?;
    write_list(out, &reflection.functions, of_function)?;
    out.write_all(b",\"nodes\":")?;
    write_list(out, &reflection.nodes, of_node)?;
    out.write_all(b",\"subobjects\":")?;
    write_list(out, &reflection.subobjects, of_subobject)?;
    out.write_all(b",\"disagreements\":")?;
    write_list(out, &reflection.disagreements, of_disagreement)?;
    out.write_all(b",\"unread\":")?;
    write_list(out, &reflection.unread, of_unread)?;
    if let Some(direct3d9) = direct3d9 {
        write!(out, ",\"direct3d9\":{direct3d9}")?;
    }
    out.write_all(b"}")
}

/// A hull shader writes patch constants, a domain shader reads them.
fn patch_mask(reflection: &Reflection) -> &'static str {
    if reflection.stage == Some(ShaderKind::DOMAIN) { "alwaysRead" } else { "neverWritten" }
}

fn add_program(object: &mut Object, reflection: &Reflection) {
    let language = reflection.language.map(|language| match language {
        Language::Dxbc => "DXBC", // not a FourCC
        Language::Dxil => "DXIL", // not a FourCC
    });
    object.text_option("language", language);
    object.raw_option("stage", reflection.stage.map(named));
    object.text_option("profile", reflection.profile().map(|profile| profile.to_string()).as_deref());
    let version = reflection.dxil_version.map(|(major, minor)| format!("{major}.{minor}"));
    object.text_option("dxilVersion", version.as_deref());
    object.name_option("entry", reflection.entry.as_ref());
    object.name_option("creator", reflection.creator.as_ref());
    object.raw_option("compileFlags", reflection.compile_flags.map(|word| flags(word, word.bits().into())));
    object.raw_option(
        "compiler",
        reflection.compiler.as_ref().map(|compiler| {
            let mut object = Object::new();
            object.text("version", &format!("{}.{}", compiler.major, compiler.minor));
            object.raw("flags", flags(compiler.flags, compiler.flags.bits().into()));
            object.raw("commitCount", compiler.commit_count);
            object.name("commit", compiler.commit.as_bstr());
            object.name("custom", compiler.custom.as_bstr());
            object.end()
        }),
    );
    object.raw_option(
        "hash",
        reflection.hash.map(|hash| {
            let mut object = Object::new();
            object.text("digest", &hex(&hash.digest));
            object.raw("includesSource", hash.includes_source);
            object.end()
        }),
    );
    object.raw_option("rootSignature", reflection.root_signature.as_ref().map(of_root_signature));
}

fn of_root_signature(signature: &RootSignatureSummary) -> String {
    let mut object = Object::new();
    object.raw("version", named(signature.version));
    object.raw("flags", flags(signature.flags, signature.flags.bits().into()));
    object.raw("parameters", signature.parameters);
    object.raw("staticSamplers", signature.static_samplers);
    object.end()
}

/// What stage and program say of themselves as an object, with members that are JSON already behind it.
pub fn of_stage(reflection: &Reflection, more: &[(&str, String)]) -> String {
    let mut object = Object::new();
    add_stage(&mut object, reflection);
    more.iter().for_each(|(name, value)| object.raw(name, value));
    object.end()
}

fn add_stage(object: &mut Object, reflection: &Reflection) {
    object.raw_option("threadGroup", reflection.thread_group.map(triple));
    object.raw_option("groupSharedBytes", reflection.group_shared_bytes);
    object.raw_option("waveLanes", reflection.wave_lanes.map(|[least, most]| lanes(least, most, ANY_LANES)));
    object.raw_option("preferredWaveLanes", reflection.preferred_wave_lanes);
    object.raw_option("usesViewId", reflection.uses_view_id);
    object.raw_option("writesPosition", reflection.writes_position);
    object.raw_option("payloadSize", reflection.payload_size);
    object.raw_option(
        "tessellation",
        reflection.tessellation.map(|told| {
            let mut object = Object::new();
            object.raw("domain", named(told.domain));
            object.raw_option("inputControlPoints", told.input_control_points);
            object.raw_option("outputControlPoints", told.output_control_points);
            object.raw_option("outputPrimitive", told.output_primitive.map(named));
            object.raw_option("partitioning", told.partitioning.map(named));
            object.raw_option("maxFactor", told.max_factor.map(float));
            object.end()
        }),
    );
    object.raw_option(
        "geometry",
        reflection.geometry.map(|told| {
            let mut object = Object::new();
            object.raw("inputPrimitive", named(told.input_primitive));
            object.raw("outputTopology", named(told.output_topology));
            object.raw_option("maxVertices", told.max_vertices);
            object.raw_option("streams", told.streams);
            object.raw_option("instances", told.instances);
            object.end()
        }),
    );
    object.raw_option(
        "mesh",
        reflection.mesh.map(|told| {
            let mut object = Object::new();
            object.raw("maxVertices", told.max_vertices);
            object.raw("maxPrimitives", told.max_primitives);
            object.raw_option("topology", told.topology.map(named));
            object.end()
        }),
    );
    object.raw_option(
        "pixel",
        reflection.pixel.map(|told| {
            let mut object = Object::new();
            object.raw_option("writesDepth", told.writes_depth);
            object.raw_option("runsPerSample", told.runs_per_sample);
            object.raw_option("writesCoverage", told.writes_coverage);
            object.raw_option("writesStencilRef", told.writes_stencil_ref);
            object.raw_option("discards", told.discards);
            object.raw_option("earlyDepthStencil", told.early_depth_stencil);
            object.end()
        }),
    );
    object.raw_option("program", reflection.program.as_ref().map(of_program));
}

fn of_program(program: &TokenProgram) -> String {
    let mut object = Object::new();
    object.raw("instructions", program.instructions);
    object.raw("temps", program.temps);
    object.raw(
        "indexableTemps",
        list(&program.indexable_temps, |array| {
            let mut object = Object::new();
            object.raw("register", array.register);
            object.raw("count", array.count);
            object.raw("components", array.components);
            object.end()
        }),
    );
    object.raw("immediateConstants", program.immediate_constants);
    object.raw("globalFlags", global_flags(program.global_flags));
    object.end()
}

/// Global flags as JSON: a list of names, and bits without one.
fn global_flags(flags: GlobalFlags) -> String {
    let unknown = Some(flags.unknown()).filter(|bits| *bits != 0).map(|bits| format!("{bits:#x}"));
    let names = flags.names().map(str::to_owned).chain(unknown);
    format!("[{}]", names.map(|name| text(&name)).collect::<Vec<_>>().join(","))
}

/// A float as JSON, which has no infinities: those and what is no number are texts.
fn float(value: f32) -> String {
    if value.is_finite() { value.to_string() } else { text(&value.to_string()) }
}

fn of_element(element: &Element, exclusive: &str) -> String {
    let mut object = Object::new();
    object.name("semantic", element.semantic.as_bstr());
    object.raw("index", element.index);
    object.raw_option("register", element.register);
    object.raw("mask", components(element.mask));
    object.raw_option(exclusive, element.exclusive_mask.map(components));
    object.raw("componentType", named(element.component_type));
    object.raw_option("systemValue", element.system_value.map(named));
    object.raw_option("kind", element.kind.map(named));
    object.raw_option("interpolation", element.interpolation.map(named));
    object.raw("stream", element.stream);
    object.raw_option("minPrecision", element.min_precision.map(named));
    object.raw_option("dynamicMask", element.dynamic_mask.map(components));
    object.end()
}

fn of_resource(resource: &Resource) -> String {
    let mut object = Object::new();
    object.name_option("name", resource.name.as_ref());
    object.raw_option("class", resource.class.map(named));
    object.raw_option("view", resource.view.map(named));
    object.raw_option("kind", resource.kind.map(named));
    object.raw_option("inputType", resource.input_type.map(named));
    object.raw_option("dimension", resource.dimension.map(named));
    object.raw_option("returnType", resource.return_type.map(named));
    object.raw_option("components", resource.components);
    object.raw_option("samples", resource.samples);
    object.raw_option("stride", resource.stride);
    object.raw_option("elementType", resource.element_type.map(named));
    object.raw_option("samplerFeedback", resource.sampler_feedback.map(named));
    object.raw_option("vectors", resource.vectors);
    object.raw_option("samplerKind", resource.sampler_kind.map(named));
    object.raw_option("id", resource.id);
    object.raw("space", resource.space);
    object.raw("lowerBound", or_word(resource.lower_bound, Resource::UNALLOCATED, "unallocated"));
    if resource.is_allocated() {
        object.raw("upperBound", or_word(resource.upper_bound, UNBOUNDED, "unbounded"));
    }
    object.raw_option("count", resource.count());
    let uses = resource.flags;
    object.raw_option("inputFlags", uses.input.map(|word| flags(word, word.bits().into())));
    object.raw_option("declaredFlags", uses.declared.map(|word| flags(word, word.bits().into())));
    object.raw_option("pipelineFlags", uses.pipeline.map(|word| flags(word, word.bits().into())));
    object.raw_option("runtimeFlags", uses.runtime.map(|word| flags(word, word.bits().into())));
    object.end()
}

fn of_constant_buffer(buffer: &ConstantBuffer) -> String {
    let mut object = Object::new();
    object.name_option("name", buffer.name.as_ref());
    object.raw("kind", named(buffer.kind));
    object.raw("size", buffer.size);
    object.raw("flags", flags(buffer.flags, buffer.flags.bits().into()));
    object.raw_option("resource", buffer.resource);
    object.raw("variables", list(&buffer.variables, of_variable));
    object.end()
}

fn of_variable(variable: &Variable) -> String {
    let mut object = Object::new();
    object.name("name", variable.name.as_bstr());
    object.raw("offset", variable.offset);
    object.raw("size", variable.size);
    object.raw("flags", flags(variable.flags, variable.flags.bits().into()));
    object.raw("type", variable.type_index);
    object.text_option("default", variable.default.as_deref().map(hex).as_deref());
    if let Some(Slots { start_texture, texture_size, start_sampler, sampler_size }) = variable.slots {
        for (name, start, size) in
            [("textures", start_texture, texture_size), ("samplers", start_sampler, sampler_size)]
        {
            if size > 0 {
                object.raw(name, format!("{{\"start\":{start},\"count\":{size}}}"));
            }
        }
    }
    object.end()
}

fn of_type(found: &Type) -> String {
    let mut object = Object::new();
    object.text("spelled", &in_utf8(found.spelled().as_bytes().as_bstr()));
    object.name_option("name", found.name.as_ref());
    object.raw("class", named(found.class));
    object.raw("kind", named(found.kind));
    object.raw("rows", found.rows);
    object.raw("columns", found.columns);
    object.raw("elements", found.elements);
    if !found.members.is_empty() {
        object.raw("members", list(&found.members, of_member));
    }
    object.raw_option("subType", found.sub_type);
    object.raw_option("base", found.base);
    if !found.interfaces.is_empty() {
        object.raw("interfaces", list(&found.interfaces, u32::to_string));
    }
    object.end()
}

fn of_member(member: &Member) -> String {
    let mut object = Object::new();
    object.name("name", member.name.as_bstr());
    object.raw("offset", member.offset);
    object.raw("type", member.type_index);
    object.end()
}

fn of_function(function: &Function) -> String {
    let mut object = Object::new();
    object.name("name", function.name.as_bstr());
    object.name("unmangledName", function.unmangled_name.as_bstr());
    object.raw("kind", named(function.kind));
    object.raw_option("resources", function.resources.as_ref().map(|places| list(places, u32::to_string)));
    let name = |name: &BString| text(&in_utf8(name.as_bstr()));
    object.raw_option("dependencies", function.dependencies.as_ref().map(|names| list(names, name)));
    object.raw("payloadSize", function.payload_size);
    object.raw("attributeSize", function.attribute_size);
    object.raw_option("features", function.features.map(|word| flags(word, word.bits())));
    object.raw_option("stages", function.stages.map(|word| flags(word, word.bits().into())));
    object.text_option("minTarget", function.min_target.map(|target| target.to_string()).as_deref());
    object.raw_option("waveLanes", function.wave_lanes.map(|[least, most]| lanes(least, most, 0)));
    object.raw_option("flags", function.flags.map(|word| flags(word, word.bits().into())));
    object.raw_option("threadGroup", function.thread_group.map(triple));
    object.raw_option("node", function.node);
    object.end()
}

fn of_node(node: &Node) -> String {
    let mut object = Object::new();
    object.raw_option("id", node.id.as_ref().map(of_node_id));
    object.raw("launchType", named(node.launch_type));
    object.raw_option("threadGroup", node.thread_group.map(triple));
    object.raw_option("groupSharedBytes", node.group_shared_bytes);
    object.raw_option("shareInputOf", node.share_input_of.as_ref().map(of_node_id));
    object.raw_option("dispatchGrid", node.dispatch_grid.map(triple));
    object.raw_option("maxDispatchGrid", node.max_dispatch_grid.map(triple));
    object.raw_option("maxRecursionDepth", node.max_recursion_depth);
    object.raw_option("localRootArgumentsTableIndex", node.local_root_arguments_table_index);
    object.raw("inputs", list(&node.inputs, of_node_io));
    object.raw("outputs", list(&node.outputs, of_node_io));
    object.unknown(&node.unknown);
    object.end()
}

fn of_node_id(id: &NodeId) -> String {
    let mut object = Object::new();
    object.name("name", id.name.as_bstr());
    object.raw("index", id.index);
    object.end()
}

fn of_node_io(io: &NodeIo) -> String {
    let mut object = Object::new();
    object.raw("flags", flags(io.flags, io.flags.bits().into()));
    object.raw_option("id", io.output_id.as_ref().map(of_node_id));
    object.raw_option("maxRecords", io.max_records);
    object.raw_option("maxRecordsSharedWith", io.max_records_shared_with);
    object.raw_option("recordSize", io.record_size);
    object.raw_option("recordAlignment", io.record_alignment);
    object.raw_option(
        "recordDispatchGrid",
        io.record_dispatch_grid.map(|(offset, component_type, components)| {
            let mut object = Object::new();
            object.raw("offset", offset);
            object.raw("componentType", component_type);
            object.raw("components", components);
            object.end()
        }),
    );
    object.raw_option("outputArraySize", io.output_array_size);
    object.raw_option("allowSparseNodes", io.allow_sparse_nodes);
    object.unknown(&io.unknown);
    object.end()
}

fn of_subobject(subobject: &Subobject) -> String {
    let mut object = Object::new();
    object.name("name", subobject.name.as_bstr());
    object.raw("kind", named(subobject.kind));
    match &subobject.content {
        SubobjectContent::StateObjectConfig(word) => object.raw("flags", flags(*word, word.bits().into())),
        SubobjectContent::RootSignature { size, summary } => {
            object.raw("size", size);
            object.raw_option("rootSignature", summary.as_ref().map(of_root_signature));
        }
        SubobjectContent::ExportsAssociation { subobject, exports } => {
            object.name("subobject", subobject.as_bstr());
            let name = |name: &BString| text(&in_utf8(name.as_bstr()));
            object.raw_option("exports", exports.as_ref().map(|exports| list(exports, name)));
        }
        SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
            object.raw("maxPayloadSize", max_payload_size);
            object.raw("maxAttributeSize", max_attribute_size);
        }
        SubobjectContent::RaytracingPipelineConfig { max_recursion_depth, flags: word } => {
            object.raw("maxRecursionDepth", max_recursion_depth);
            object.raw_option("flags", word.map(|word| flags(word, word.bits().into())));
        }
        SubobjectContent::HitGroup { kind, any_hit, closest_hit, intersection } => {
            object.raw("hitGroup", named(*kind));
            object.name_option("anyHit", any_hit.as_ref());
            object.name_option("closestHit", closest_hit.as_ref());
            object.name_option("intersection", intersection.as_ref());
        }
        SubobjectContent::Unknown => {}
    }
    object.end()
}

fn of_unread(unread: &Unread) -> String {
    let mut object = Object::new();
    object.text("part", &unread.part.to_string());
    object.text("code", unread.code);
    object.text("message", &unread.message);
    object.end()
}

fn of_disagreement(disagreement: &Disagreement) -> String {
    let mut object = Object::new();
    object.text("subject", &in_utf8(disagreement.subject.as_bytes().as_bstr()));
    for (key, (part, word)) in [("kept", &disagreement.kept), ("other", &disagreement.other)] {
        object.raw(key, format!("{{\"part\":{},\"says\":{}}}", text(&part.to_string()), text(word)));
    }
    object.end()
}

/// An object whose members are added one by one.
struct Object(String);

impl Object {
    fn new() -> Self {
        Self("{".to_owned())
    }

    /// A member whose value is JSON already.
    fn raw(&mut self, name: &str, value: impl Display) {
        use std::fmt::Write as _;
        let separator = if self.0.len() > 1 { "," } else { "" };
        // Writing to a string does not fail.
        let _ = write!(self.0, "{separator}\"{name}\":{value}");
    }

    fn raw_option(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.raw(name, value);
        }
    }

    fn text(&mut self, name: &str, value: &str) {
        self.raw(name, text(value));
    }

    fn text_option(&mut self, name: &str, value: Option<&str>) {
        self.raw_option(name, value.map(text));
    }

    /// A text of the file.
    fn name(&mut self, name: &str, value: &BStr) {
        self.text(name, &in_utf8(value));
    }

    fn name_option(&mut self, name: &str, value: Option<&BString>) {
        if let Some(value) = value {
            self.name(name, value.as_bstr());
        }
    }

    fn unknown(&mut self, attributes: &[NodeAttribute]) {
        if !attributes.is_empty() {
            self.raw("unknownAttributes", list(attributes, |NodeAttribute(kind)| kind.to_string()));
        }
    }

    /// What stands before further members.
    fn members(self) -> String {
        self.0
    }

    fn end(self) -> String {
        self.0 + "}"
    }
}

fn write_list<T>(out: &mut dyn Write, items: &[T], item: impl Fn(&T) -> String) -> io::Result<()> {
    out.write_all(b"[")?;
    for (at, value) in items.iter().enumerate() {
        let separator = if at == 0 { "" } else { "," };
        write!(out, "{separator}{}", item(value))?;
    }
    out.write_all(b"]")
}

fn list<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(item).collect();
    format!("[{}]", items.join(","))
}

/// The name of a value, or its number.
fn named<E: NamedValue>(value: E) -> String {
    value.name().map_or_else(|| value.raw().to_string(), text)
}

/// The names of the bits of a word; those nobody has named as one hexadecimal text.
fn flags<F: NamedFlags>(_: F, word: u64) -> String {
    let (known, unknown) = split_flags(F::NAMES, word);
    let known = known.map(|row: &Named| text(row.name));
    let names: Vec<String> = known.chain(unknown.map(|unknown| format!("\"{unknown:#x}\""))).collect();
    format!("[{}]", names.join(","))
}

fn or_word(number: u32, special: u32, word: &str) -> String {
    if number == special { text(word) } else { number.to_string() }
}

fn lanes(least: u32, most: u32, any: u32) -> String {
    format!("{{\"min\":{least},\"max\":{}}}", or_word(most, any, "any"))
}

fn triple([x, y, z]: [u32; 3]) -> String {
    format!("[{x},{y},{z}]")
}

/// A mask as letters, `-` for none; the number where it has other bits.
fn components(mask: u8) -> String {
    if mask > 0xf {
        return mask.to_string();
    }
    format!("\"{}\"", crate::reflecting::page::letters(mask))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
