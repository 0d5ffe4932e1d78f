//! Root signatures that the command line names, read from text, containers or parts, and whether they fit a shader.
//! Separate because several verbs take one.

use dx_container::enums::{RootSignatureVersion, ShaderKind};
use dx_container::parts::View as _;
use dx_container::parts::psv::Psv;
use dx_container::parts::root_signature::{RootSignature, RootSignatureBuf, check, check_shader};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, ProgramVersion, is_container};
use dx_text::root_signature;

use crate::error::Error;
use crate::style::counted;

/// The version that DXC writes by default.
pub const DEFAULT_VERSION: RootSignatureVersion = RootSignatureVersion::V1_1;

/// The root signature in a file: text, a container with a part RTS0, or the content of such a part.
pub fn read(bytes: &[u8], version: Option<RootSignatureVersion>) -> Result<RootSignatureBuf, Error> {
    let signature = if is_container(bytes) {
        let container = Container::parse(bytes)?;
        let part = container.part(FourCc::RTS0).ok_or_else(missing)?;
        RootSignature::parse(container.payload(&part))?.to_buf()
    } else if begins_as_payload(bytes) {
        RootSignature::parse(Payload::new(FourCc::RTS0, bytes))?.to_buf()
    } else {
        return Ok(root_signature::parse_bytes(bytes, version.unwrap_or(DEFAULT_VERSION))?);
    };
    if let Some(finding) = check(&signature).first() {
        return Err(Error::Invalid(finding.to_string()));
    }
    let version = version.unwrap_or(signature.version);
    signature.to_version(version).map_err(|error| Error::Invalid(error.to_string()))
}

/// The error that a container has none.
pub fn missing() -> Error {
    Error::Missing(format!("no root signature (part {}) in the container", FourCc::RTS0))
}

/// True for what no text begins with: a small number in 32 bits, as the version of a root signature is, or a
/// control character. Only the beginning is looked at, so that a stray byte in a text is a mistake in a text.
fn begins_as_payload(bytes: &[u8]) -> bool {
    let is_control = |byte: u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    matches!(bytes, [_, 0, 0, 0, ..]) || bytes.first().is_some_and(|&first| is_control(first))
}

/// Fails where validators refuse `container` with this root signature.
pub fn check_fits(signature: &RootSignatureBuf, container: &Container<'_>) -> Result<(), Error> {
    if container.program_version().map(ProgramVersion::kind) == Some(ShaderKind::LIBRARY) {
        let text = format!(
            "a library cannot have a part {} (validation rule CONTAINER.PARTINVALID): declare its root \
             signatures as subobjects in HLSL",
            FourCc::RTS0
        );
        return Err(Error::Invalid(text));
    }
    let Some(psv) = container.view::<Psv<'_>>(FourCc::PSV0).transpose()? else { return Ok(()) };
    let findings = check_shader(signature, psv.info.stage, psv.resources().map(|(resource, _)| resource));
    let Some(finding) = findings.first() else { return Ok(()) };
    let more = match findings.len() - 1 {
        0 => String::new(),
        more => format!("; and {}", counted(more, "more error")),
    };
    Err(Error::Invalid(format!(
        "the root signature does not match the shader (validation rule CONTAINER.ROOTSIGNATUREINCOMPATIBLE): \
         {finding}{more}"
    )))
}
