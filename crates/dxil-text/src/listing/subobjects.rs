//! The state subobjects of a library: from RDAT, or in a library that is still to be linked from its metadata. Separate
//! because each kind says other things.

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::{HitGroupType, SubobjectKind};
use dx_container::flags::{RaytracingPipelineFlags, StateObjectFlags};
use dx_container::names::NamedValue as _;
use dx_container::parts::rdat::{Rdat, SubobjectContent};
use dxil::shader;

use super::formatted::push;
use super::limits;
use super::page::{Name, Page};
use super::program::Program;

/// A subobject: its kind, its name, and what it says.
struct Subobject<'s> {
    kind: SubobjectKind,
    name: &'s BStr,
    content: String,
}

/// Writes those of RDAT.
pub(super) fn print_runtime_data(page: &mut Page, rdat: &Rdat<'_>) {
    let subobjects = rdat.subobjects().filter_map(|subobject| {
        let content = of_runtime_data(subobject.kind, &subobject.content)?;
        Some(Subobject { kind: subobject.kind, name: subobject.name, content })
    });
    print(page, subobjects);
}

/// Writes those in the metadata of a library.
pub(super) fn print_metadata(page: &mut Page, program: &Program<'_>) {
    let subobjects = program.shader.subobjects.iter().filter_map(|subobject| {
        let content = of_metadata(&subobject.content)?;
        Some(Subobject { kind: subobject.content.kind(), name: subobject.name.as_bstr(), content })
    });
    print(page, subobjects);
}

fn print<'s>(page: &mut Page, subobjects: impl Iterator<Item = Subobject<'s>>) {
    let mut subobjects = subobjects.peekable();
    if subobjects.peek().is_none() {
        return;
    }
    page.lines(&["", " Subobjects:", ""]);
    for Subobject { kind, name, content } in subobjects {
        if page.is_full() {
            return;
        }
        page.line(format_args!("  {kind} {} = {{ {content} }};", Name(name)));
    }
    page.blank();
}

/// `None` for kinds that nobody knows.
fn of_runtime_data(kind: SubobjectKind, content: &SubobjectContent<'_>) -> Option<String> {
    Some(match content {
        SubobjectContent::StateObjectConfig(flags) => state_object_config(flags.bits()),
        SubobjectContent::RootSignature(bytes) => root_signature(bytes.len(), BStr::new(b"")),
        SubobjectContent::ExportsAssociation { subobject, exports } => {
            exports_association(subobject, exports.iter().flat_map(|exports| exports.iter()))
        }
        SubobjectContent::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
            shader_config(*max_payload_size, *max_attribute_size)
        }
        SubobjectContent::RaytracingPipelineConfig { max_recursion_depth, flags } => {
            pipeline_config(kind, *max_recursion_depth, flags.bits())
        }
        SubobjectContent::HitGroup { kind, any_hit, closest_hit, intersection } => {
            hit_group(*kind, any_hit, closest_hit, intersection)
        }
        SubobjectContent::Unknown => return None,
    })
}

/// `None` for kinds that nobody knows.
fn of_metadata(content: &shader::SubobjectContent) -> Option<String> {
    use shader::SubobjectContent as Content;
    Some(match content {
        Content::StateObjectConfig { flags } => state_object_config(flags.bits()),
        Content::GlobalRootSignature { signature, text }
        | Content::LocalRootSignature { signature, text } => {
            root_signature(signature.bytes.len(), text.as_bstr())
        }
        Content::ExportsAssociation { subobject, exports } => {
            exports_association(subobject.as_bstr(), exports.iter().map(|export| export.as_bstr()))
        }
        Content::RaytracingShaderConfig { max_payload_size, max_attribute_size } => {
            shader_config(*max_payload_size, *max_attribute_size)
        }
        Content::RaytracingPipelineConfig { max_trace_recursion_depth } => {
            pipeline_config(content.kind(), *max_trace_recursion_depth, 0)
        }
        Content::RaytracingPipelineConfig1 { max_trace_recursion_depth, flags } => {
            pipeline_config(content.kind(), *max_trace_recursion_depth, flags.bits())
        }
        Content::HitGroup { kind, intersection, any_hit, closest_hit } => {
            hit_group(*kind, any_hit.as_bstr(), closest_hit.as_bstr(), intersection.as_bstr())
        }
        Content::Unknown(_) => return None,
    })
}

fn state_object_config(flags: u32) -> String {
    const PREFIX: &str = "STATE_OBJECT_FLAG_";
    words(flags, |flag| match StateObjectFlags::from_bits_retain(flag) {
        StateObjectFlags::ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS => {
            format!("{PREFIX}ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS")
        }
        StateObjectFlags::ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS => {
            format!("{PREFIX}ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS")
        }
        StateObjectFlags::ALLOW_STATE_OBJECT_ADDITIONS => format!("{PREFIX}ALLOW_STATE_OBJECT_ADDITIONS"),
        _ => "<invalid StateObjectFlag>".to_owned(),
    })
}

fn root_signature(size: usize, text: &BStr) -> String {
    match text.is_empty() {
        true => format!("<{size} bytes>"),
        false => format!("<{size} bytes>, \"{}\"", Name(text)),
    }
}

fn exports_association<'s>(subobject: &BStr, exports: impl Iterator<Item = &'s BStr>) -> String {
    let mut list = String::new();
    for export in exports {
        let separator = if list.is_empty() { "" } else { ", " };
        if list.len() > limits::EXPORT_BYTES {
            list.push_str(", ...");
            break;
        }
        push(&mut list, format_args!("{separator}\"{}\"", Name(export)));
    }
    // The blank at the end is the reference's.
    format!("\"{}\", {{ {list} }} ", Name(subobject))
}

fn shader_config(payload: u32, attributes: u32) -> String {
    format!("MaxPayloadSizeInBytes = {payload}, MaxAttributeSizeInBytes = {attributes}")
}

fn pipeline_config(kind: SubobjectKind, depth: u32, flags: u32) -> String {
    let depth = format!("MaxTraceRecursionDepth = {depth}");
    if kind == SubobjectKind::RAYTRACING_PIPELINE_CONFIG {
        return depth;
    }
    const PREFIX: &str = "RAYTRACING_PIPELINE_FLAG_";
    let flags = words(flags, |flag| match RaytracingPipelineFlags::from_bits_retain(flag) {
        RaytracingPipelineFlags::SKIP_TRIANGLES => format!("{PREFIX}SKIP_TRIANGLES"),
        RaytracingPipelineFlags::SKIP_PROCEDURAL_PRIMITIVES => format!("{PREFIX}SKIP_PROCEDURAL_PRIMITIVES"),
        RaytracingPipelineFlags::ALLOW_OPACITY_MICROMAPS => format!("{PREFIX}ALLOW_OPACITY_MICROMAPS"),
        _ => "<invalid RaytracingPipelineFlags>".to_owned(),
    });
    format!("{depth}, Flags = {flags}")
}

fn hit_group(kind: HitGroupType, any_hit: &BStr, closest_hit: &BStr, intersection: &BStr) -> String {
    format!(
        "HitGroupType = {}, Anyhit = \"{}\", Closesthit = \"{}\", Intersection = \"{}\"",
        kind.name().unwrap_or("<invalid HitGroupType>"),
        Name(any_hit),
        Name(closest_hit),
        Name(intersection)
    )
}

/// The words for the bits of `flags`, the lowest first.
fn words(flags: u32, word: impl Fn(u32) -> String) -> String {
    let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| flags & bit != 0);
    let words: Vec<_> = bits.map(word).collect();
    if words.is_empty() { "0".to_owned() } else { words.join(" | ") }
}
