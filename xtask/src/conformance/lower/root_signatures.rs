//! `print<dxil-root-signature>`: the root signatures of functions, shown as LLVM's pass shows them. Separate because
//! only its tests ask for this form.

use std::fmt::Write as _;

use dx_container::FourCc;
use dx_container::enums::{RootParameterType, RootSignatureVersion};
use dx_container::names::NamedValue as _;
use dx_container::parts::View as _;
use dx_container::parts::root_signature::{
    DescriptorRange, Parameter, ParameterContent, RootSignature, RootSignatureBuf,
};
use dx_container::reader::Payload;
use dxil::shader::{EntryProperties, Shader};
use dxil_ir::Module;
use dxil_passes::PassError;
use dxil_passes::lower::run_passes;

/// The bytes before parameters.
const HEADER: u32 = 24;

/// What is said of each function of a module.
const PASS: &str = "dxil-translate-metadata";
/// What a module is whose functions have a root signature each.
const LIBRARY: &str = "dxil-pc-shadermodel6.0-library";

/// What root signatures functions have.
pub(super) fn printed(mut module: Module) -> Result<String, PassError> {
    module.triple = LIBRARY.into();
    let described = run_passes(module, &[PASS])?;
    let shader = Shader::read(&described).unwrap_or_default();
    let mut text = String::from("Root Signature Definitions\n");
    for entry in &shader.entry_points {
        let bytes = entry.properties.as_ref().and_then(EntryProperties::root_signature);
        let payload = bytes.map(|signature| Payload::new(FourCc::RTS0, &signature.bytes));
        let Some(Ok(signature)) = payload.map(RootSignature::parse) else { continue };
        let _ = writeln!(text, "Definition for '{}':", entry.name);
        put(&signature.to_buf(), &mut text);
    }
    Ok(text)
}

fn put(signature: &RootSignatureBuf, text: &mut String) {
    let _ = writeln!(text, "Flags: {:#08x}\nVersion: {}", signature.flags.bits(), signature.version.0);
    let _ = writeln!(text, "RootParametersOffset: {HEADER}\nNumParameters: {}", signature.parameters.len());
    let has_flags = signature.version != RootSignatureVersion::V1_0;
    for parameter in &signature.parameters {
        put_parameter(parameter, has_flags, text);
    }
    // Samplers are not counted by LLVM's pass, and nothing is laid out yet.
    text.push_str("NumStaticSamplers: 0\nStaticSamplersOffset: 0\n");
}

fn put_parameter(parameter: &Parameter<Vec<DescriptorRange>>, has_flags: bool, text: &mut String) {
    let kind = match &parameter.content {
        ParameterContent::Table(_) => RootParameterType::DESCRIPTOR_TABLE,
        ParameterContent::Constants { .. } => RootParameterType::CONSTANTS_32_BIT,
        ParameterContent::Descriptor { kind, .. } => *kind,
    };
    let visibility = parameter.visibility.name().unwrap_or_default();
    let _ = writeln!(text, "- Parameter Type: {kind}\n  Shader Visibility: {visibility}");
    match &parameter.content {
        ParameterContent::Table(ranges) => {
            let _ = writeln!(text, "  NumRanges: {}", ranges.len());
            ranges.iter().for_each(|range| put_range(range, has_flags, text));
        }
        ParameterContent::Constants { register, space, num_values } => {
            let _ = writeln!(text, "  Register Space: {space}\n  Shader Register: {register}");
            let _ = writeln!(text, "  Num 32 Bit Values: {num_values}");
        }
        ParameterContent::Descriptor { register, space, flags, .. } => {
            let _ = writeln!(text, "  Register Space: {space}\n  Shader Register: {register}");
            if has_flags {
                let _ = writeln!(text, "  Flags: {}", flags.bits());
            }
        }
    }
}

fn put_range(range: &DescriptorRange, has_flags: bool, text: &mut String) {
    let _ = writeln!(text, "  - Range Type: {}\n    Register Space: {}", range.kind, range.space);
    let _ = writeln!(text, "    Base Shader Register: {}", range.base_register);
    let _ = writeln!(text, "    Num Descriptors: {}", range.num_descriptors);
    let _ = writeln!(text, "    Offset In Descriptors From Table Start: {}", range.offset);
    if has_flags {
        let _ = writeln!(text, "    Flags: {}", range.flags.bits());
    }
}
