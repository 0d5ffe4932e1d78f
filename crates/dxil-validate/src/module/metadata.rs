//! The metadata of a module as such: which names there are, whether it can be read, which versions it says, and for
//! which target it is.

use std::fmt;

use bstr::{BStr, ByteSlice as _};
use dx_container::ProgramVersion;
use dx_container::enums::ShaderKind;
use dxil::shader::{
    CbufferProperty, EntryProperty, FieldProperties, FieldProperty, NodeIoProperty, PayloadAnnotations,
    PayloadProperty, ResourceProperty, Shader, ShaderErrorKind, SignatureProperty, StructProperty,
    TypeAnnotations,
};
use dxil::{DxilError, DxilErrorKind};
use dxil_ir::verify::IrPlace;
use dxil_ir::{Module, Type, TypeId};
use located::Frame;

use super::bounds;
use super::context::Context;
use super::names::semantic;
use crate::names::Symbol;
use crate::report::{Place, Report};
use crate::rule::Rule;

const TRIPLE: &str = "dxil-ms-dx";

/// Metadata with names that final programs have, and LLVM's own that is let pass.
const NAMES: [&str; 11] = [
    "dx.version",
    "dx.shaderModel",
    "dx.entryPoints",
    "dx.resources",
    "dx.typeAnnotations",
    "dx.valver",
    "dx.viewIdState",
    "dx.dxrPayloadAnnotations",
    "dx.targetTypes",
    "llvm.ident",
    "llvm.module.flags",
];

/// Metadata without which nothing can be said of a module.
const REQUIRED: [&str; 3] = ["dx.version", "dx.shaderModel", "dx.entryPoints"];

/// How the tags of wave sizes are called where it is said what could not be read.
const WAVE_SIZES: [&str; 2] = ["WaveSize", "WaveRange"];

/// Lists of annotations: one of structures, one of functions.
const ANNOTATIONS: usize = 2;

const MODULE: Place = Place::Module(IrPlace::Module);

/// Whether metadata can be read as far as the other checks need it: of what cannot, one finding a name.
pub(super) fn check_form(
    module: &Module,
    shader: &Shader,
    errors: &[DxilError],
    report: &mut Report,
) -> bool {
    let mut is_whole = true;
    for error in errors {
        is_whole = false;
        report.add(rule_of(error), MODULE, format_args!("{error}"));
    }
    for name in REQUIRED {
        if !module.named_metadata.iter().any(|named| named.name == name && !named.operands.is_empty()) {
            is_whole = false;
            report.add(
                Rule::META_REQUIRED,
                MODULE,
                format_args!("named metadata !{name} is missing or empty"),
            );
        }
    }
    let is_library = shader.model.as_ref().and_then(|model| model.kind()) == Some(ShaderKind::LIBRARY);
    let entries = shader.entry_points.len();
    if shader.model.is_some() && !is_library && entries > 1 {
        is_whole = false;
        let message =
            format_args!("!dx.entryPoints has {entries} entry points, expected 1 outside of libraries");
        report.add(Rule::META_WELL_FORMED, MODULE, message);
    }
    unknown_tags(shader, report);
    annotations(module, shader, report);
    payloads(module, shader, report);
    indices(shader, report);
    is_whole
}

/// The rule that is broken by metadata that cannot be read: one of its own where a wave size is no constant.
fn rule_of(error: &DxilError) -> Rule {
    let is_operand = matches!(error.kind(), DxilErrorKind::Shader(ShaderErrorKind::Operand { .. }));
    let is_wave_size = |frame: &Frame| matches!(frame, Frame::Node(name) if WAVE_SIZES.contains(name));
    if is_operand && error.path().any(is_wave_size) {
        Rule::SM_WAVE_SIZE_NEEDS_CONSTANT_OPERANDS
    } else {
        Rule::META_WELL_FORMED
    }
}

/// Tags that nobody knows: what they say would be lost on the reader.
fn unknown_tags(shader: &Shader, report: &mut Report) {
    let mut add_finding = |what: &dyn fmt::Display, tag: u32| {
        report.add(Rule::META_WELL_FORMED, MODULE, format_args!("unknown property tag {tag} of {what}"));
    };
    for entry in &shader.entry_points {
        for property in entry.properties.iter().flat_map(|properties| &properties.items) {
            match property {
                EntryProperty::Unknown { tag, .. } => {
                    add_finding(&format_args!("entry point `{}`", Symbol(entry.name.as_ref())), *tag)
                }
                EntryProperty::NodeInputs(all) | EntryProperty::NodeOutputs(all) => {
                    for property in all.iter().flat_map(|properties| &properties.items) {
                        if let NodeIoProperty::Unknown { tag, .. } = property {
                            add_finding(
                                &format_args!("an input or output of node `{}`", Symbol(entry.name.as_ref())),
                                *tag,
                            );
                        }
                    }
                }
                _ => {}
            }
        }
        let signatures = entry.signatures.iter();
        let lists = signatures.flat_map(|all| [&all.inputs, &all.outputs, &all.patch_constants]);
        for element in lists.flatten().flatten() {
            for property in element.properties.iter().flat_map(|properties| &properties.items) {
                if let SignatureProperty::Unknown { tag, .. } = property {
                    add_finding(&format_args!("signature element {}", semantic(element)), *tag);
                }
            }
        }
    }
    let resources = shader.resources.iter();
    let srvs = resources.clone().flat_map(|all| &all.srvs).flatten().map(|srv| &srv.properties);
    for property in srvs.flatten().flat_map(|properties| &properties.items) {
        // What is only read says what it consists of, and nothing else.
        if !matches!(property, ResourceProperty::ElementType(_) | ResourceProperty::Stride(_)) {
            add_finding(&"an SRV", property.tag().0);
        }
    }
    let uavs = resources.clone().flat_map(|all| &all.uavs).flatten().map(|uav| &uav.properties);
    for property in uavs.flatten().flat_map(|properties| &properties.items) {
        if let ResourceProperty::Unknown { tag, .. } = property {
            add_finding(&"a UAV", *tag);
        }
    }
    let buffers = resources.flat_map(|all| &all.cbuffers).flatten().map(|buffer| &buffer.properties);
    for property in buffers.flatten().flat_map(|properties| &properties.items) {
        if let CbufferProperty::Unknown { tag, .. } = property {
            add_finding(&"a constant buffer", *tag);
        }
    }
}

/// What is said of structures and functions: in at most two lists, of each member or parameter, and in tags that are
/// read.
fn annotations(module: &Module, shader: &Shader, report: &mut Report) {
    let mut add_finding =
        |message: fmt::Arguments<'_>| report.add(Rule::META_WELL_FORMED, MODULE, format_args!("{message}"));
    if shader.type_annotations.len() > ANNOTATIONS {
        let count = shader.type_annotations.len();
        add_finding(format_args!("!dx.typeAnnotations has {count} operands, expected at most {ANNOTATIONS}"));
    }
    let mut fields: Vec<&FieldProperties> = Vec::new();
    for annotations in &shader.type_annotations {
        match annotations {
            TypeAnnotations::Structs(structures) => {
                for structure in structures {
                    fields.extend(&structure.fields);
                    let name = struct_name(module, structure.ty);
                    if !structure.extra.is_empty() {
                        add_finding(format_args!(
                            "type annotation of %{name} has more fields than the struct"
                        ));
                    }
                    for property in structure.properties.iter().flat_map(|properties| &properties.items) {
                        if let StructProperty::Unknown { tag, .. } = property {
                            add_finding(format_args!("unknown tag {tag} in the type annotation of %{name}"));
                        }
                    }
                }
            }
            TypeAnnotations::Functions(functions) => {
                for function in functions {
                    let name = module
                        .globals
                        .get(function.function)
                        .map_or_else(Default::default, |it| it.name.as_bstr());
                    let name = Symbol(name);
                    let all = || std::iter::once(&function.result).chain(&function.parameters);
                    fields.extend(all().map(|parameter| &parameter.field));
                    if all().any(|parameter| !parameter.extra.is_empty()) {
                        add_finding(format_args!(
                            "parameter annotation of function `{name}` has extra operands"
                        ));
                    }
                    let count = function.parameters.len();
                    let ty = module.globals.get(function.function).map(|global| global.value_type);
                    if let Some(Type::Function { parameters, .. }) = ty.and_then(|ty| module.types.get(ty))
                        && parameters.len() != count
                    {
                        let expected = parameters.len();
                        add_finding(format_args!(
                            "function `{name}` has {expected} parameters, but {count} parameter annotations"
                        ));
                    }
                }
            }
            TypeAnnotations::Unknown { tag, .. } => {
                add_finding(format_args!("unknown tag {tag} in !dx.typeAnnotations"))
            }
        }
    }
    // Bit fields hold fields; the reader bounds how deep.
    while let Some(field) = fields.pop() {
        for property in &field.items {
            match property {
                FieldProperty::BitFields(bits) => fields.extend(bits),
                // Two tags have a number and are never read.
                FieldProperty::Unknown { .. } | FieldProperty::Snorm(_) | FieldProperty::Unorm(_) => {
                    add_finding(format_args!("unknown tag {} in a field annotation", property.tag().0));
                }
                _ => {}
            }
        }
    }
}

/// What is said of the fields of payloads: of each one, who reads and writes it, in bits that mean something.
fn payloads(module: &Module, shader: &Shader, report: &mut Report) {
    let mut add_finding =
        |message: fmt::Arguments<'_>| report.add(Rule::META_WELL_FORMED, MODULE, format_args!("{message}"));
    for annotations in &shader.payload_annotations {
        let PayloadAnnotations::Structs(structures) = annotations else {
            add_finding(format_args!(
                "!dx.dxrPayloadAnnotations has an unknown tag, expected struct annotations only"
            ));
            continue;
        };
        for structure in structures {
            let members = module.types.members(structure.ty).unwrap_or_default().len();
            let count = structure.fields.len();
            if members != count {
                let name = struct_name(module, structure.ty);
                add_finding(format_args!(
                    "payload struct %{name} has {members} fields, but {count} payload annotations"
                ));
            }
            for property in structure.fields.iter().flat_map(|field| &field.items) {
                match property {
                    PayloadProperty::Access(bits) if bits & !bounds::PAYLOAD_ACCESS == 0 => {}
                    PayloadProperty::Access(bits) => {
                        add_finding(format_args!(
                            "payload access {bits:#x} of a field of %{} has unknown bits, expected only {:#x}",
                            struct_name(module, structure.ty),
                            bounds::PAYLOAD_ACCESS
                        ));
                    }
                    PayloadProperty::Unknown { tag, .. } => {
                        add_finding(format_args!(
                            "unknown tag {tag} in the payload annotation of %{}",
                            struct_name(module, structure.ty)
                        ));
                    }
                }
            }
        }
    }
}

fn struct_name(module: &Module, ty: TypeId) -> &BStr {
    module.types.named(ty).map_or_else(Default::default, |named| named.name.as_ref())
}

/// Elements of signatures have a list of indices.
fn indices(shader: &Shader, report: &mut Report) {
    let signatures = shader.entry_points.iter().filter_map(|entry| entry.signatures.as_ref());
    let lists = signatures.flat_map(|all| [&all.inputs, &all.outputs, &all.patch_constants]);
    for element in lists.flatten().flatten().filter(|element| element.semantic_indices.is_none()) {
        let name = semantic(element);
        report.add(
            Rule::META_WELL_FORMED,
            MODULE,
            format_args!("signature element {name} has no list of semantic indices"),
        );
    }
}

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    versions(context, report);
    let module = context.module;
    if module.triple != TRIPLE {
        report.add(
            Rule::META_TARGET,
            MODULE,
            format_args!("target triple is \"{}\", expected \"{TRIPLE}\"", module.triple),
        );
    }
    for (index, named) in (0..).zip(&module.named_metadata) {
        if !NAMES.iter().any(|name| named.name == *name) {
            let place = Place::Module(IrPlace::NamedMetadata(index));
            report.add(Rule::META_KNOWN, place, format_args!("unknown named metadata !{}", named.name));
        }
    }
    model(context, report);
}

/// The validator's version has to be one that exists, which 0.0 does not: modules that are for no validator cannot be
/// valid.
fn versions(context: &Context<'_>, report: &mut Report) {
    let newest = bounds::NEWEST;
    let says = [
        ("validator", &context.shader.validator_version),
        ("DXIL", &context.shader.version), // not a FourCC
    ];
    for (what, version) in says {
        let Some(version) = version else { continue };
        let pair = version.pair();
        if pair.0 != newest.0 || pair > newest {
            report.add(
                Rule::META_VERSION_SUPPORTED,
                MODULE,
                format_args!(
                    "{what} version is {version}, expected {}.0 to {}.{}",
                    newest.0, newest.0, newest.1
                ),
            );
        }
    }
}

/// The shader model has to be one of DXIL, and the version of DXIL the one that came with it.
fn model(context: &Context<'_>, report: &mut Report) {
    let (major, minor) = context.model;
    let is_offline = context.is_library && minor == ProgramVersion::OFFLINE;
    let Some(model) = &context.shader.model else { return };
    if major != 6 || minor > bounds::NEWEST_MODEL.1 && !is_offline {
        report.add(Rule::SM_NAME, MODULE, format_args!("unknown shader model {model}"));
        return;
    }
    let expected = (1, if is_offline { bounds::NEWEST.1 } else { minor });
    let Some(version) = &context.shader.version else { return };
    if version.pair() != expected {
        report.add(
            Rule::SM_DXIL_VERSION,
            MODULE,
            format_args!(
                "DXIL version is {version}, expected {}.{} for shader model {model}",
                expected.0, expected.1
            ),
        );
    }
}
