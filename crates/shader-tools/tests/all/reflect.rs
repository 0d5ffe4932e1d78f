//! `reflect` beside the parts it reads, on every real file: those in `examples/` and `tests/corpus/`, and those in
//! the folder that the variable SHADER_CORPUS names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bstr::ByteSlice as _;
use dx_container::enums::ResourceKind;
use dx_container::names::NamedValue;
use dx_container::parts::psv::{self, PsvBuf};
use dx_container::parts::rdat::{Rdat, SubobjectContent};
use dx_container::parts::rdef::{RdefBuf, Type, TypeIndex};
use dx_container::parts::signature::{NO_REGISTER, SignatureBuf};
use dx_container::parts::statistics::StatisticsBuf;
use dx_container::parts::{Owned, PartBuf};
use dx_container::{Container, ContainerBuilder, FourCc, Signing, is_container};
use dx_reflect::{Reflection, Resource};
use serde_json::{Value, json};
use testkit::corpus;
use testkit::{Completion, Test, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    compiled_files_have_a_reflection,
    every_file_has_a_page,
    resource_definitions_are_all_there,
    pipeline_resources_are_all_there,
    signatures_are_all_there,
    subobjects_are_all_there,
    programs_agree_with_their_descriptions,
    declarations_stand_in_for_descriptions
];

/// The containers there are, and whether each is as a compiler made it.
fn shaders() -> Vec<(PathBuf, bool)> {
    let shaders = corpus::paths().into_iter().filter_map(|path| {
        let bytes = fs::read(&path).ok().filter(|bytes| is_container(bytes))?;
        let is_honest = !corpus::is_damaged(&path, &bytes) && Container::parse(&bytes).is_ok();
        Some((path, is_honest))
    });
    shaders.collect()
}

/// Runs `reflect` over all files; calls `check` with each one's bytes, its JSON, and whether a compiler made it.
fn each(mut check: impl FnMut(&Path, &[u8], &Value, bool)) -> usize {
    let shaders = shaders();
    for files in shaders.chunks(500) {
        let paths = files.iter().map(|(path, _)| path);
        let run = Command::new(env!("CARGO_BIN_EXE_shader-tools"))
            .args(["reflect", "--json"])
            .args(paths)
            .output()
            .expect("the program runs");
        assert!(matches!(run.status.code(), Some(0 | 3)), "{}: {}", run.status, run.stderr.as_bstr());
        let document: Value = serde_json::from_slice(&run.stdout).expect("it is JSON");
        let objects = document["files"].as_array().expect("it has files");
        assert_eq!(objects.len(), files.len(), "an object a file");
        for ((path, honest), object) in files.iter().zip(objects) {
            check(path, &fs::read(path).expect("it can be read"), object, *honest);
        }
    }
    shaders.len()
}

/// `reflect` reports no error for a file that a compiler made.
fn compiled_files_have_a_reflection() {
    each(|path, _, object, honest| {
        assert!(object.get("error").is_none() || !honest, "{}: {object}", path.display());
    });
}

/// Pages are made for every file, and none is a bug.
fn every_file_has_a_page() {
    let shaders = shaders();
    for files in shaders.chunks(500) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        command.args(["reflect", "--color", "never"]).args(files.iter().map(|(path, _)| path));
        let run = command.output().expect("the program runs");
        assert!(matches!(run.status.code(), Some(0 | 3)), "{}: {}", run.status, run.stderr.as_bstr());
    }
}

/// The owned form of the first part called `name`, if the file has one.
fn part<P: PartBuf>(bytes: &[u8], name: FourCc) -> Option<P> {
    let container = Container::parse(bytes).ok()?;
    let part = container.part(name)?;
    Some(Owned::read(container.payload(&part)).expect("it was reflected").meaning)
}

fn named<E: NamedValue>(value: E) -> Value {
    value.name().map_or_else(|| json!(value.raw()), |name| json!(name))
}

fn text(name: &[u8]) -> Value {
    json!(name.to_str().expect("names of these files are UTF-8"))
}

/// What RDEF says of bindings, constant buffers, variables and types is what `reflect` says.
fn resource_definitions_are_all_there() {
    let (mut parts, mut bindings, mut variables) = (0, 0, 0);
    each(|path, bytes, object, _| {
        if object.get("error").is_some() {
            return;
        }
        let Some(rdef) = part::<RdefBuf>(bytes, FourCc::RDEF) else { return };
        parts += 1;
        bindings += check_bindings(path, &rdef, object);
        variables += check_constant_buffers(path, &rdef, object);
    });
    note!("{parts} RDEF parts, {bindings} bindings, {variables} variables");
}

fn check_bindings(path: &Path, rdef: &RdefBuf, object: &Value) -> usize {
    let resources = object["resources"].as_array().expect("there are resources");
    assert!(resources.len() >= rdef.bindings.len(), "{}", path.display());
    for (binding, resource) in rdef.bindings.iter().zip(resources) {
        let upper = match binding.bind_count {
            0 => json!("unbounded"),
            count => json!(binding.bind_point + count - 1),
        };
        assert_eq!(resource["name"], text(&binding.name), "{}", path.display());
        assert_eq!(resource["inputType"], named(binding.kind));
        assert_eq!(resource["dimension"], named(binding.dimension));
        assert_eq!(resource["returnType"], named(binding.return_type));
        assert_eq!(resource["lowerBound"], json!(binding.bind_point));
        assert_eq!(resource["upperBound"], upper);
        assert_eq!(resource["space"], json!(binding.space));
        for key in ["stride", "samples"] {
            assert!(resource.get(key).is_none_or(|count| *count == json!(binding.samples)), "{resource}");
        }
        assert!(resource.get("class").is_some() && resource.get("kind").is_some(), "{resource}");
    }
    rdef.bindings.len()
}

fn check_constant_buffers(path: &Path, rdef: &RdefBuf, object: &Value) -> usize {
    let mut variables = 0;
    let buffers = object["constantBuffers"].as_array().expect("there are buffers");
    assert_eq!(buffers.len(), rdef.constant_buffers.len(), "{}", path.display());
    for (buffer, told) in rdef.constant_buffers.iter().zip(buffers) {
        assert_eq!(told.get("name").cloned(), buffer.name.as_ref().map(|name| text(name)));
        assert_eq!(told["size"], json!(buffer.size));
        assert_eq!(told["kind"], named(buffer.kind));
        let bound =
            told.get("resource").map(|at| &object["resources"][at.as_u64().unwrap() as usize]["name"]);
        assert!(bound.is_none_or(|bound| *bound == told["name"]), "{}: {told}", path.display());
        let list = told["variables"].as_array().expect("there are variables");
        assert_eq!(list.len(), buffer.variables.len());
        for (variable, told) in buffer.variables.iter().zip(list) {
            variables += 1;
            assert_eq!(told["name"], text(&variable.name));
            assert_eq!(told["offset"], json!(variable.offset));
            assert_eq!(told["size"], json!(variable.size));
            let hex = |bytes: &Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            assert_eq!(
                told.get("default").cloned(),
                variable.default.as_ref().map(|bytes| json!(hex(bytes)))
            );
            let is_used = variable.flags.contains(dx_container::flags::VariableFlags::USED);
            assert_eq!(told["flags"].as_array().unwrap().contains(&json!("Used")), is_used);
            check_type(rdef, variable.kind, object, &told["type"]);
        }
    }
    variables
}

/// A type and all it is made of.
fn check_type(rdef: &RdefBuf, index: TypeIndex, object: &Value, told: &Value) {
    let found: &Type<_, _> = rdef.type_at(index).expect("there is such a type");
    let told = &object["types"][told.as_u64().expect("a place") as usize];
    assert_eq!((&told["class"], &told["kind"]), (&named(found.class), &named(found.kind)));
    assert_eq!(
        (&told["rows"], &told["columns"], &told["elements"]),
        (&json!(found.rows), &json!(found.columns), &json!(found.elements))
    );
    let members = told.get("members").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    assert_eq!(members.len(), found.members.len());
    for (key, place) in [("subType", found.sub_type), ("base", found.base)] {
        assert_eq!(told.get(key).cloned(), place.map(|place| json!(place.0)));
    }
    for (member, told) in found.members.iter().zip(members) {
        assert_eq!((&told["name"], &told["offset"]), (&text(&member.name), &json!(member.offset)));
        check_type(rdef, member.kind, object, &told["type"]);
    }
}

/// Every resource of PSV0 is bound in the list where PSV0 says, with its view and kind.
fn pipeline_resources_are_all_there() {
    let (mut parts, mut resources) = (0, 0);
    each(|path, bytes, object, _| {
        if object.get("error").is_some() {
            return;
        }
        let Some(psv) = part::<PsvBuf>(bytes, FourCc::PSV0) else { return };
        parts += 1;
        let list = object["resources"].as_array().expect("there are resources");
        for resource in &psv.resources {
            resources += 1;
            let upper = match resource.upper_bound {
                psv::UNBOUNDED => json!("unbounded"),
                upper => json!(upper),
            };
            let lower = match resource.lower_bound {
                dx_reflect::Resource::UNALLOCATED => json!("unallocated"),
                lower => json!(lower),
            };
            let is_it = |told: &&Value| {
                told["view"] == named(resource.resource_type)
                    && told["space"] == json!(resource.space)
                    && told["lowerBound"] == lower
                    && told.get("upperBound").is_none_or(|told| *told == upper)
                    // Older records have no kind; the program tells it.
                    && (psv.resource_size < psv::Resource::SIZE_V1 || told["kind"] == named(resource.kind))
            };
            assert!(list.iter().any(|told| is_it(&told)), "{}: {resource:?}", path.display());
        }
    });
    note!("{parts} PSV0 parts, {resources} resources");
}

/// Signatures have the elements of their parts, in their order.
fn signatures_are_all_there() {
    let mut count = 0;
    each(|path, bytes, object, honest| {
        if object.get("error").is_some() || !honest {
            return;
        }
        let parts = [
            ("input", [FourCc::ISG1, FourCc::ISGN, FourCc::ISGN]),
            ("output", [FourCc::OSG1, FourCc::OSG5, FourCc::OSGN]),
        ];
        for (name, parts) in parts {
            let Some(signature) = parts.iter().find_map(|&name| part::<SignatureBuf>(bytes, name)) else {
                continue;
            };
            let told = object["signatures"][name].as_array().expect("there is a signature");
            assert_eq!(told.len(), signature.elements.len(), "{}", path.display());
            for (element, told) in signature.elements.iter().zip(told) {
                count += 1;
                let register = (element.register != NO_REGISTER).then(|| json!(element.register));
                assert_eq!(told["semantic"], text(&element.name));
                assert_eq!(told["index"], json!(element.index));
                assert_eq!(told.get("register").cloned(), register);
                assert_eq!(told["componentType"], named(element.component_type));
                assert_eq!(told["systemValue"], named(element.system_value));
            }
        }
    });
    note!("{count} elements");
}

/// Every subobject of RDAT is told, under its name and with what its kind says.
fn subobjects_are_all_there() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    each(|path, bytes, object, honest| {
        if object.get("error").is_some() {
            return;
        }
        let container = Container::parse(bytes).expect("it was reflected");
        let told = object["subobjects"].as_array().expect("there is a list");
        let Some(rdat) = container.view::<Rdat<'_>>(FourCc::RDAT) else {
            assert!(told.is_empty(), "{}", path.display());
            return;
        };
        let rdat = rdat.expect("it was reflected");
        assert_eq!(told.len(), rdat.subobjects().len(), "{}", path.display());
        for (subobject, told) in rdat.subobjects().zip(told) {
            *counts.entry(subobject.kind.to_string()).or_default() += 1;
            assert_eq!((&told["name"], &told["kind"]), (&text(subobject.name), &named(subobject.kind)));
            match subobject.content {
                SubobjectContent::RootSignature(bytes) => {
                    assert_eq!(told["size"], json!(bytes.len()));
                    assert!(!honest || told.get("rootSignature").is_some(), "{}: {told}", path.display());
                }
                SubobjectContent::ExportsAssociation { subobject, exports } => {
                    assert_eq!(told["subobject"], text(subobject));
                    let exports = exports.map(|exports| exports.iter().map(|export| text(export)).collect());
                    assert_eq!(told.get("exports").cloned(), exports.map(Value::Array));
                }
                SubobjectContent::HitGroup { kind, any_hit, closest_hit, intersection } => {
                    assert_eq!(told["hitGroup"], named(kind));
                    let shaders =
                        [("anyHit", any_hit), ("closestHit", closest_hit), ("intersection", intersection)];
                    for (key, shader) in shaders {
                        let expected = (!shader.is_empty()).then(|| text(shader));
                        assert_eq!(told.get(key).cloned(), expected, "{told}");
                    }
                }
                SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
                    assert_eq!(told["maxPayloadSize"], json!(max_payload_size));
                    assert_eq!(told["maxAttributeSize"], json!(max_attribute_size));
                }
                SubobjectContent::RaytracingPipelineConfig { max_recursion_depth, .. } => {
                    assert_eq!(told["maxRecursionDepth"], json!(max_recursion_depth));
                }
                SubobjectContent::StateObjectConfig(_) | SubobjectContent::Unknown => {}
            }
        }
    });
    note!("{counts:?}");
}

/// The token programs of compilers declare what RDEF and STAT say: every resource that RDEF binds, with its registers,
/// kind, size, stride, samples and return type.
fn programs_agree_with_their_descriptions() {
    let (mut programs, mut described, mut resources, mut stripped) = (0, 0, 0, 0);
    each(|path, bytes, object, honest| {
        if object.get("error").is_some() || object["language"] != json!("DXBC") || !honest {
            return;
        }
        programs += 1;
        assert_eq!(object["disagreements"], json!([]), "{}", path.display());
        let rdef = part::<RdefBuf>(bytes, FourCc::RDEF);
        described += usize::from(rdef.is_some());
        for resource in object["resources"].as_array().expect("there are resources") {
            // Nothing is declared that is not described, and the other way round.
            assert!(resource.get("declaredFlags").is_some(), "{}: {resource}", path.display());
            assert_eq!(resource.get("inputType").is_some(), rdef.is_some(), "{}: {resource}", path.display());
            if rdef.is_some() {
                resources += 1;
            } else {
                stripped += 1;
                assert!(resource.get("kind").is_some() && resource.get("view").is_some(), "{resource}");
            }
        }
        let program = &object["program"];
        if let Some(StatisticsBuf::Counters(counters)) = part(bytes, FourCc::STAT)
            && counters.common.instruction_count > 0
        {
            assert_eq!(
                program["instructions"],
                json!(counters.common.instruction_count),
                "{}",
                path.display()
            );
            assert_eq!(program["temps"], json!(counters.common.temp_register_count), "{}", path.display());
        }
    });
    note!(
        "{programs} programs, {described} with {resources} resources in RDEF, {stripped} resources without"
    );
    corpus::assert_at_least("programs", programs, [5, 477]);
    corpus::assert_if_known("resources in RDEF", resources, 87);
    corpus::assert_if_known("resources without RDEF", stripped, 495);
}

/// Without RDEF the declarations tell the same of every resource but its name.
fn declarations_stand_in_for_descriptions() -> Completion {
    let mut compared = 0;
    for (path, honest) in shaders() {
        let bytes = fs::read(&path).expect("it can be read");
        if !honest || part::<RdefBuf>(&bytes, FourCc::RDEF).is_none() {
            continue;
        }
        let container = Container::parse(&bytes).expect("it is whole");
        let whole = Reflection::of(&container).expect("it can be reflected");
        let mut builder = ContainerBuilder::from(&container);
        builder.parts.retain(|part| part.name != FourCc::RDEF);
        let bytes = builder.build(Signing::Sign).expect("it fits");
        let stripped = Reflection::of(&Container::parse(&bytes).expect("it is whole")).expect("as before");
        for told in &stripped.resources {
            let holds = |known: &&Resource| {
                (known.class, known.space) == (told.class, told.space)
                    && (known.lower_bound..=known.upper_bound).contains(&told.lower_bound)
            };
            let known = whole.resources.iter().find(holds).expect("RDEF has it");
            let is_buffer = known.kind == Some(ResourceKind::TBUFFER);
            assert!(is_buffer || (known.kind, known.view) == (told.kind, told.view), "{}", path.display());
            assert_eq!((known.stride, known.samples), (told.stride, told.samples), "{}", path.display());
            assert_eq!(known.sampler_kind, told.sampler_kind, "{}", path.display());
            assert!(known.vectors >= told.vectors, "{}", path.display());
            compared += 1;
        }
    }
    corpus::assert_if_known("resources in RDEF", compared, 87);
    if compared == 0 { skipped("resources in RDEF") } else { Completion::Completed }
}
