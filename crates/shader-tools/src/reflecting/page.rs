//! A reflection as a page for people: what it is, then tables.

use std::io::{self, Write};

use az::SaturatingAs as _;
use bstr::{BString, ByteSlice as _};
use dx_container::enums::{ConstantBufferType, ShaderKind, VariableClass, VariableType};
use dx_container::fields::Printable;
use dx_container::flags::{FeatureFlags, VariableFlags};
use dx_container::names::{NamedFlags, split_flags};
use dx_container::parts::psv::{ANY_LANES, UNBOUNDED};
use dx_reflect::{
    ConstantBuffer, Element, Language, Member, NodeIo, Reflection, Resource, SubobjectContent, TokenProgram,
    Variable,
};

use crate::layout::{write_pairs, write_paragraph};
use crate::loading::loaded_shader::Source;
use crate::style::{DIM, NOTE, TITLE, counted, grouped, paint};
use crate::table::table;

/// Rows of one table that are shown; compilers' files have fewer.
const SHOWN: usize = 1000;

/// Writes the page of one file.
pub fn write(
    out: &mut dyn Write,
    file: &str,
    assembled_from: Option<Source>,
    reflection: &Reflection,
) -> io::Result<()> {
    let source = assembled_from.map(|source| format!(", assembled from {}", source.name()));
    writeln!(out, "{}{}", paint(TITLE, file), source.unwrap_or_default())?;
    let lines = summary(reflection);
    if lines.is_empty()
        && reflection.resources.is_empty()
        && reflection.functions.is_empty()
        && reflection.subobjects.is_empty()
    {
        writeln!(out, "\n  no part describes the shader")?;
    }
    if !lines.is_empty() {
        writeln!(out)?;
    }
    write_pairs(out, &lines)?;
    let signatures = &reflection.signatures;
    let is_domain = reflection.stage == Some(ShaderKind::DOMAIN);
    let lists = [
        ("Inputs", &signatures.input, "used"),
        ("Outputs", &signatures.output, "never written"),
        ("Patch constants", &signatures.patch_constant, if is_domain { "used" } else { "never written" }),
        ("Per-primitive outputs", &signatures.primitive, "never written"),
    ];
    for (title, list, exclusive) in lists {
        write_signature(out, title, list.as_deref().unwrap_or_default(), exclusive)?;
    }
    write_resources(out, &reflection.resources)?;
    for buffer in reflection.constant_buffers.iter().take(SHOWN) {
        write_constant_buffer(out, reflection, buffer)?;
    }
    write_functions(out, reflection)?;
    write_nodes(out, reflection)?;
    write_subobjects(out, reflection)?;
    if !reflection.disagreements.is_empty() {
        writeln!(out, "\n{}", paint(TITLE, "Contradictory parts"))?;
    }
    for disagreement in reflection.disagreements.iter().take(SHOWN) {
        let ((kept, word), (other, other_word)) = (&disagreement.kept, &disagreement.other);
        let text = format!("{}: {kept} contains {word}, {other} contains {other_word}", disagreement.subject);
        write_paragraph(out, 2, &paint(NOTE, Printable(text.as_bytes().as_bstr())))?;
    }
    if !reflection.unread.is_empty() {
        writeln!(out, "\n{}", paint(TITLE, "Unreadable in the program"))?;
    }
    for unread in &reflection.unread {
        write_paragraph(out, 2, &paint(NOTE, Printable(unread.message.as_bytes().as_bstr())))?;
    }
    Ok(())
}

fn name(name: &BString) -> String {
    Printable(name.as_bstr()).to_string()
}

fn summary(reflection: &Reflection) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    let profile = reflection.profile().map(|profile| profile.to_string());
    let language = reflection.language.map(|language| match (language, reflection.dxil_version) {
        (Language::Dxil, Some((major, minor))) => format!("DXIL {major}.{minor}"),
        (Language::Dxil, None) => "DXIL".to_owned(), // not a FourCC
        (Language::Dxbc, _) => "DXBC".to_owned(),    // not a FourCC
    });
    let what: Vec<String> =
        reflection.stage.map(|stage| stage.to_string()).into_iter().chain(profile).chain(language).collect();
    lines.extend((!what.is_empty()).then(|| ("stage", what.join(", "))));
    lines.extend(reflection.entry.as_ref().map(|entry| ("entry", name(entry))));
    lines.extend(group_lines(reflection));
    let lanes = reflection.wave_lanes.filter(|&lanes| lanes != [0, ANY_LANES]);
    lines.extend(lanes.map(|[least, most]| {
        let most = if most == ANY_LANES { "any".to_owned() } else { most.to_string() };
        ("wave lanes", format!("{least} to {most}"))
    }));
    lines.extend(reflection.preferred_wave_lanes.map(|lanes| ("preferred wave lanes", lanes.to_string())));
    lines.extend(reflection.payload_size.map(|bytes| ("payload", counted_bytes(bytes))));
    lines.extend(stage_lines(reflection));
    let features = reflection.features.map(|features| flags(features, features.bits()));
    lines.extend(features.filter(|features| !features.is_empty()).map(|features| ("features", features)));
    lines.extend(reflection.root_signature.map(|signature| {
        let (parameters, samplers) = (signature.parameters, signature.static_samplers);
        let parameters = counted(parameters, "parameter");
        let samplers = counted(samplers, "static sampler");
        ("root signature", format!("{}, {parameters}, {samplers}", signature.version))
    }));
    lines.extend(reflection.creator.as_ref().map(|creator| ("compiled by", name(creator))));
    lines.extend(reflection.compiler.as_ref().map(|compiler| {
        let custom = Printable(compiler.custom.as_bstr()).to_string();
        let custom = if custom.is_empty() { custom } else { format!(", {custom}") };
        ("compiled by", format!("DXC {}.{}{custom}", compiler.major, compiler.minor))
    }));
    lines
}

/// Groups of threads.
pub fn group_lines(reflection: &Reflection) -> impl Iterator<Item = (&'static str, String)> {
    let threads = reflection.thread_group.map(|group| ("thread group", by(group)));
    let shared = reflection.group_shared_bytes.filter(|&bytes| bytes > 0);
    threads.into_iter().chain(shared.map(|bytes| ("group shared", counted_bytes(bytes))))
}

/// What the stage says of itself, and a token program.
pub fn stage_lines(reflection: &Reflection) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    if let Some(told) = reflection.tessellation {
        let mut text = told.domain.to_string();
        text.extend(told.input_control_points.map(|count| format!(", {count} control points in")));
        text.extend(told.output_control_points.map(|count| format!(", {count} out")));
        text.extend(told.output_primitive.map(|primitive| format!(", {primitive}")));
        text.extend(told.partitioning.map(|partitioning| format!(", {partitioning}")));
        text.extend(told.max_factor.map(|factor| format!(", factors up to {factor}")));
        lines.push(("patches", text));
    }
    if let Some(told) = reflection.geometry {
        let mut text = format!("{} to {}", told.input_primitive, told.output_topology);
        text.extend(told.max_vertices.map(|count| format!(", at most {count} vertices")));
        text.extend(told.instances.filter(|&count| count > 1).map(|count| format!(", {count} instances")));
        lines.push(("primitives", text));
    }
    if let Some(told) = reflection.mesh {
        let topology = told.topology.map(|topology| format!(" ({topology})")).unwrap_or_default();
        let text =
            format!("at most {} vertices, {} primitives{topology}", told.max_vertices, told.max_primitives);
        lines.push(("outputs", text));
    }
    if let Some(told) = reflection.pixel {
        let facts = [
            (told.writes_depth, "writes depth"),
            (told.writes_coverage, "writes coverage"),
            (told.writes_stencil_ref, "writes stencil reference"),
            (told.discards, "discards"),
            (told.early_depth_stencil, "early depth and stencil test"),
            (told.runs_per_sample, "runs per sample"),
        ];
        let facts = facts.into_iter().filter(|(fact, _)| *fact == Some(true)).map(|(_, text)| text);
        let facts: Vec<&str> = facts.collect();
        lines.extend((!facts.is_empty()).then(|| ("pixel", facts.join(", "))));
    }
    if reflection.uses_view_id == Some(true) {
        lines.push(("view id", "read".to_owned()));
    }
    lines.extend(reflection.program.iter().flat_map(program_lines));
    lines
}

/// What a token program says of itself.
fn program_lines(program: &TokenProgram) -> Vec<(&'static str, String)> {
    let count = |count: u32, what: &str| counted(count as usize, what);
    let mut text = count(program.instructions, "instruction");
    let registers = program.indexable_temps.iter().map(|array| u64::from(array.count)).sum::<u64>();
    let parts = [
        (u64::from(program.temps), "temp"),
        (registers, "indexable temp"),
        (program.immediate_constants.into(), "immediate constant"),
    ];
    for (many, what) in parts.into_iter().filter(|(many, _)| *many > 0) {
        text += &format!(", {}", counted(many.saturating_as::<usize>(), what));
    }
    let mut lines = vec![("program", text)];
    let flags = program.global_flags;
    let unknown = Some(flags.unknown()).filter(|bits| *bits != 0).map(|bits| format!("{bits:#x}"));
    let names: Vec<String> = flags.names().map(str::to_owned).chain(unknown).collect();
    lines.extend((!names.is_empty()).then(|| ("flags", names.join(", "))));
    lines
}

fn counted_bytes(bytes: u32) -> String {
    counted(bytes as usize, "byte")
}

fn by([x, y, z]: [u32; 3]) -> String {
    format!("{x} x {y} x {z}")
}

/// Names of flags; features in words.
fn flags<F: NamedFlags>(_: F, word: u64) -> String {
    let (known, unknown) = split_flags(F::NAMES, word);
    let is_feature = std::ptr::eq(F::NAMES, FeatureFlags::NAMES);
    let known = known.map(|row| if is_feature { row.about } else { row.name }.to_owned());
    known.chain(unknown.map(|unknown| format!("{unknown:#x}"))).collect::<Vec<_>>().join(", ")
}

/// A mask as letters, `-` for none; other bits as a number.
pub fn letters(mask: u8) -> String {
    match mask {
        0 => "-".to_owned(),
        1..=0xf => {
            "xyzw".chars().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, c)| c).collect()
        }
        _ => format!("{mask:#x}"),
    }
}

/// Writes a table below a title, without the columns that have nothing to say.
fn write_table(
    out: &mut dyn Write,
    title: &str,
    header: &[&str],
    mut rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let shown: Vec<Vec<String>> = rows.by_ref().take(SHOWN).collect();
    if shown.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    let is_empty = |column: usize| shown.iter().all(|row| row.get(column).is_none_or(|cell| cell.is_empty()));
    let kept: Vec<usize> = (0..header.len()).filter(|&column| !is_empty(column)).collect();
    let columns: Vec<&str> = kept.iter().filter_map(|&column| header.get(column).copied()).collect();
    let cells = |row: &Vec<String>| kept.iter().filter_map(|&column| row.get(column).cloned()).collect();
    write!(out, "{}", table(&columns, &shown.iter().map(cells).collect::<Vec<_>>()))?;
    match rows.count() {
        0 => Ok(()),
        more => {
            let text = format!("... and {}: --json has them all", counted(more, "more line"));
            writeln!(out, "  {}", paint(NOTE, text))
        }
    }
}

fn write_signature(
    out: &mut dyn Write,
    title: &str,
    elements: &[Element],
    exclusive: &str,
) -> io::Result<()> {
    let has_streams = elements.iter().any(|element| element.stream > 0);
    let rows = elements.iter().map(|element| {
        let interpolation = element.interpolation.filter(|mode| mode.0 > 0);
        let precision = element.min_precision.filter(|precision| precision.0 > 0);
        let value = element.system_value.filter(|value| value.0 > 0).map(|value| value.to_string());
        let kind = element.kind.filter(|kind| kind.0 > 0).map(|kind| kind.to_string());
        vec![
            format!("{}{}", name(&element.semantic), element.index),
            element.register.map_or_else(|| "none".to_owned(), |register| register.to_string()),
            letters(element.mask),
            element.exclusive_mask.map(letters).unwrap_or_default(),
            element.component_type.to_string(),
            value.or(kind).unwrap_or_default(),
            interpolation.map(|mode| mode.to_string()).unwrap_or_default(),
            precision.map(|precision| precision.to_string()).unwrap_or_default(),
            if has_streams { element.stream.to_string() } else { String::new() },
        ]
    });
    let header = [
        "semantic",
        "register",
        "mask",
        exclusive,
        "type",
        "system value",
        "interpolation",
        "precision",
        "stream",
    ];
    write_table(out, &paint(TITLE, title), &header, rows)
}

/// `t0`, `t0 to t3`, `t0 and on`, `t?` where the linker is to choose, with a space where it is not the first.
pub fn registers(resource: &Resource) -> String {
    let (letter, lower, upper) = (resource.letter(), resource.lower_bound, resource.upper_bound);
    let text = match upper {
        _ if !resource.is_allocated() => match resource.count() {
            Some(count) => format!("{letter}? x {count}"),
            None => format!("{letter}?"),
        },
        _ if upper == lower => format!("{letter}{lower}"),
        UNBOUNDED => format!("{letter}{lower} unbounded"),
        _ => format!("{letter}{lower} to {letter}{upper}"),
    };
    if resource.space == 0 { text } else { format!("{text}, space{}", resource.space) }
}

fn write_resources(out: &mut dyn Write, resources: &[Resource]) -> io::Result<()> {
    let rows = resources.iter().map(|resource| {
        let uses = resource.flags;
        // RDEF has a flag for it.
        let sampler = resource.sampler_kind.filter(|kind| kind.0 > 0 && uses.input.is_none());
        let all = [
            sampler.map(|kind| kind.to_string()),
            uses.input.map(|word| flags(word, word.bits().into())),
            // RDAT has the same flags.
            uses.declared
                .filter(|word| uses.runtime != Some(*word))
                .map(|word| flags(word, word.bits().into())),
            uses.pipeline.map(|word| flags(word, word.bits().into())),
            uses.runtime.map(|word| flags(word, word.bits().into())),
        ];
        let all: Vec<String> = all.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        let returns = resource.return_type.filter(|kind| kind.0 > 0).map(|kind| kind.to_string());
        let element = resource.element_type.filter(|kind| kind.0 > 0).map(|kind| kind.to_string());
        let feedback = resource.sampler_feedback.map(|kind| kind.to_string());
        let returns = returns.or(element).or(feedback);
        let returns = returns.map(|kind| match resource.components {
            Some(count @ 2..) => format!("{kind} x {count}"),
            _ => kind,
        });
        let odd = resource.input_type.map(|kind| kind.to_string()).filter(|_| resource.kind.is_none());
        vec![
            registers(resource),
            resource.name.as_ref().map(name).unwrap_or_default(),
            resource.class.map(|class| class.to_string()).unwrap_or_default(),
            resource.kind.map(|kind| kind.to_string()).or(odd).unwrap_or_default(),
            resource.view.map(|view| view.to_string()).unwrap_or_default(),
            returns.unwrap_or_default(),
            resource.stride.map(|stride| grouped(stride.into())).unwrap_or_default(),
            resource.vectors.map(|vectors| grouped(vectors.into())).unwrap_or_default(),
            resource.samples.map(|samples| samples.to_string()).unwrap_or_default(),
            all.join(", "),
        ]
    });
    let header =
        ["registers", "name", "class", "kind", "view", "returns", "stride", "vectors", "samples", "flags"];
    write_table(out, &paint(TITLE, "Resources"), &header, rows)
}

fn write_constant_buffer(
    out: &mut dyn Write,
    reflection: &Reflection,
    buffer: &ConstantBuffer,
) -> io::Result<()> {
    let resource = buffer.resource.and_then(|at| reflection.resources.get(usize::try_from(at).ok()?));
    let what = match buffer.kind {
        ConstantBufferType::RESOURCE_BIND_INFO => "structured buffer element".to_owned(),
        kind => kind.to_string(),
    };
    let bound = resource.map(|resource| format!(", {}", registers(resource))).unwrap_or_default();
    let about = format!("{what}{bound}, {} bytes", grouped(buffer.size.into()));
    let title = buffer.name.as_ref().map_or_else(|| "(no name)".to_owned(), name);
    let title = format!("{} {}", paint(TITLE, title), paint(DIM, about));
    let mut rows = Vec::new();
    for variable in &buffer.variables {
        let unused = if variable.flags.contains(VariableFlags::USED) { "" } else { "unused" };
        let default = default_of(reflection, variable);
        let cells = [grouped(variable.size.into()), unused.to_owned(), default];
        let place = (u64::from(variable.offset), 0);
        add_rows(&mut rows, reflection, variable.type_index, &variable.name, place, cells);
    }
    if rows.is_empty() {
        writeln!(out, "\n{title}")?;
    }
    write_table(out, &title, &["offset", "type", "name", "size", "use", "default", "bits"], rows.into_iter())
}

/// The row of a variable or member at an offset and a depth, and those of its members.
fn add_rows(
    rows: &mut Vec<Vec<String>>,
    reflection: &Reflection,
    type_index: u32,
    of: &BString,
    (offset, depth): (u64, usize),
    cells: [String; 3],
) {
    // Types nest at most 64 deep, but may be shared on every level: what is not shown is not made.
    if rows.len() > SHOWN {
        return;
    }
    let found = usize::try_from(type_index).ok().and_then(|at| reflection.types.get(at));
    let spelled = found.map(|found| found.spelled()).unwrap_or_default();
    let indent = "  ".repeat(depth);
    let spelled = Printable(spelled.as_bytes().as_bstr()).to_string();
    let shown = if of.is_empty() { "(no name)".to_owned() } else { name(of) };
    let mut row = vec![grouped(offset), spelled, format!("{indent}{shown}")];
    row.extend(cells);
    rows.push(row);
    let class = |index: u32| Some(reflection.types.get(usize::try_from(index).ok()?)?.class);
    for member in found.map(|found| found.members.as_slice()).unwrap_or_default() {
        if class(member.type_index) == Some(VariableClass::BIT_FIELD) {
            rows.push(bit_field_row(reflection, member, (offset, depth + 1)));
            continue;
        }
        let place = (offset + u64::from(member.offset), depth + 1);
        add_rows(rows, reflection, member.type_index, &member.name, place, Default::default());
    }
}

/// The row of a bit field of the integer at an offset, with its bits.
fn bit_field_row(reflection: &Reflection, of: &Member, (offset, depth): (u64, usize)) -> Vec<String> {
    let found = usize::try_from(of.type_index).ok().and_then(|at| reflection.types.get(at));
    let spelled = found.map(|found| found.spelled()).unwrap_or_default();
    let indent = "  ".repeat(depth);
    let mut row = vec![grouped(offset), spelled, format!("{indent}{}", name(&of.name))];
    row.resize(6, String::new());
    let width = found.map_or(1, |found| found.columns);
    row.push(format!("{} to {}", of.offset, u64::from(of.offset) + u64::from(width.max(1)) - 1));
    row
}

/// A default value in the words of its type where that is short and simple.
fn default_of(reflection: &Reflection, variable: &Variable) -> String {
    let Some(bytes) = &variable.default else { return String::new() };
    let found = usize::try_from(variable.type_index).ok().and_then(|at| reflection.types.get(at));
    let simple = [
        VariableClass::SCALAR,
        VariableClass::VECTOR,
        VariableClass::MATRIX_ROWS,
        VariableClass::MATRIX_COLUMNS,
    ];
    let kind =
        found.filter(|found| simple.contains(&found.class) && bytes.len() <= 64).map(|found| found.kind);
    let word = |word: &[u8; 4]| -> Option<String> {
        Some(match kind? {
            VariableType::FLOAT => f32::from_le_bytes(*word).to_string(),
            VariableType::INT => i32::from_le_bytes(*word).to_string(),
            VariableType::UINT => u32::from_le_bytes(*word).to_string(),
            VariableType::BOOL => (u32::from_le_bytes(*word) != 0).to_string(),
            _ => return None,
        })
    };
    let (words, _) = bytes.as_chunks::<4>();
    let values: Option<Vec<String>> = words.iter().map(word).collect();
    match values {
        Some(values) => values.join(" "),
        None => counted(bytes.len(), "byte"),
    }
}

fn write_functions(out: &mut dyn Write, reflection: &Reflection) -> io::Result<()> {
    let rows = reflection.functions.iter().map(|function| {
        let bytes = |size: u32| if size > 0 { grouped(size.into()) } else { String::new() };
        let resources = function.resources.iter().flat_map(|places| places.iter());
        let found = resources.filter_map(|&at| reflection.resources.get(usize::try_from(at).ok()?));
        let mut names =
            found.map(|resource| resource.name.as_ref().map_or_else(|| registers(resource), name));
        let few: Vec<String> = names.by_ref().take(8).collect();
        let more = names.count();
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let lanes = function.wave_lanes.filter(|&lanes| lanes != [0, 0]);
        vec![
            name(&function.unmangled_name),
            function.kind.to_string(),
            function.min_target.map(|target| target.to_string()).unwrap_or_default(),
            function.thread_group.map(by).unwrap_or_default(),
            bytes(function.payload_size),
            bytes(function.attribute_size),
            lanes.map(|[least, most]| format!("{least} to {most}")).unwrap_or_default(),
            function.features.map(|word| flags(word, word.bits())).unwrap_or_default(),
            few.join(", ") + &more,
        ]
    });
    let header = [
        "name",
        "kind",
        "minimum target",
        "thread group",
        "payload",
        "attributes",
        "wave lanes",
        "features",
        "resources",
    ];
    write_table(out, &paint(TITLE, "Functions"), &header, rows)
}

fn write_nodes(out: &mut dyn Write, reflection: &Reflection) -> io::Result<()> {
    let rows = reflection.nodes.iter().map(|node| {
        let id = node.id.as_ref().map(|id| format!("{}[{}]", name(&id.name), id.index));
        vec![
            id.unwrap_or_default(),
            node.launch_type.to_string(),
            node.thread_group.map(by).unwrap_or_default(),
            node.dispatch_grid.map(by).unwrap_or_default(),
            node.max_dispatch_grid.map(by).unwrap_or_default(),
            ios(&node.inputs),
            ios(&node.outputs),
        ]
    });
    let header = ["id", "launch", "thread group", "grid", "maximum grid", "inputs", "outputs"];
    write_table(out, &paint(TITLE, "Nodes"), &header, rows)
}

fn write_subobjects(out: &mut dyn Write, reflection: &Reflection) -> io::Result<()> {
    let rows = reflection.subobjects.iter().map(|subobject| {
        vec![name(&subobject.name), subobject.kind.to_string(), said_by(&subobject.content)]
    });
    write_table(out, &paint(TITLE, "Subobjects"), &["name", "kind", "content"], rows)
}

/// What a subobject says in a few words.
fn said_by(content: &SubobjectContent) -> String {
    match content {
        SubobjectContent::StateObjectConfig(word) => flags(*word, word.bits().into()),
        SubobjectContent::RootSignature { summary: Some(signature), .. } => {
            let parameters = counted(signature.parameters, "parameter");
            let samplers = counted(signature.static_samplers, "static sampler");
            format!("version {}, {parameters}, {samplers}", signature.version)
        }
        SubobjectContent::RootSignature { size, summary: None } => {
            format!("{}, no root signature", counted(*size, "byte"))
        }
        SubobjectContent::ExportsAssociation { subobject, exports: Some(exports) } => {
            let few: Vec<String> = exports.iter().take(8).map(name).collect();
            let more = exports.len().saturating_sub(few.len());
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            format!("{} to {}{more}", name(subobject), few.join(", "))
        }
        SubobjectContent::ExportsAssociation { subobject, exports: None } => {
            format!("{} as the default", name(subobject))
        }
        SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
            let (payload, attributes) =
                (counted_bytes(*max_payload_size), counted_bytes(*max_attribute_size));
            format!("payload up to {payload}, attributes up to {attributes}")
        }
        SubobjectContent::RaytracingPipelineConfig { max_recursion_depth, flags: word } => {
            let word = word.map(|word| flags(word, word.bits().into())).unwrap_or_default();
            let word = if word.is_empty() { word } else { format!(", {word}") };
            format!("recursion depth up to {max_recursion_depth}{word}")
        }
        SubobjectContent::HitGroup { kind, any_hit, closest_hit, intersection } => {
            let shaders =
                [("any hit", any_hit), ("closest hit", closest_hit), ("intersection", intersection)];
            let shaders = shaders.into_iter().filter_map(|(stage, shader)| Some((stage, shader.as_ref()?)));
            let shaders = shaders.map(|(stage, shader)| format!("{stage} {}", name(shader)));
            std::iter::once(kind.to_string()).chain(shaders).collect::<Vec<_>>().join(", ")
        }
        SubobjectContent::Unknown => String::new(),
    }
}

/// Inputs or outputs in a few words each: where to, how many records of how many bytes.
fn ios(ios: &[NodeIo]) -> String {
    let one = |io: &NodeIo| {
        let to = io.output_id.as_ref().map(|id| format!("{}[{}]", name(&id.name), id.index));
        let size = io.record_size.map(counted_bytes);
        let records = io.max_records.map(|records| format!("up to {records}"));
        to.into_iter().chain(size).chain(records).collect::<Vec<_>>().join(" ")
    };
    let few: Vec<String> = ios.iter().take(8).map(one).collect();
    let more = ios.len().saturating_sub(few.len());
    few.join(", ") + &if more > 0 { format!(", and {more} more") } else { String::new() }
}
