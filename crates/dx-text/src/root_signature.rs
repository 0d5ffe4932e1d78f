//! Root signatures in HLSL's syntax: `"RootFlags(…), CBV(b0), DescriptorTable(…), StaticSampler(s0)"`.
//!
//! [`print()`] prints one element per line, and [`print_define`] HLSL that compiles; [`parse`] reads both, and the
//! string of a shader's `[RootSignature("…")]`. Like in DXC, keywords are not case-sensitive, arguments may be in any
//! order, and omitted arguments have DXC's defaults: flags are 0, which the runtime replaces by the default of the
//! version.
//!
//! Three extensions of HLSL make every valid root signature printable: comments; numbers, also hexadecimal, for flags
//! and values without name; `inf` and `-inf`.
//!
//! ```
//! use dx_container::enums::RootSignatureVersion;
//! use dx_text::root_signature;
//!
//! let text = "CBV(b0), descriptortable(SRV(t0, numDescriptors = unbounded), visibility = SHADER_VISIBILITY_PIXEL)";
//! let signature = root_signature::parse(text, RootSignatureVersion::V1_1)?;
//! assert_eq!(signature.parameters.len(), 2);
//! assert_eq!(
//!     root_signature::print(&signature)?,
//!     "CBV(b0),\nDescriptorTable(SRV(t0, numDescriptors = unbounded), visibility = SHADER_VISIBILITY_PIXEL)\n"
//! );
//!
//! let error = root_signature::parse("CBV(b0), SRV(b1)", RootSignatureVersion::V1_1).unwrap_err();
//! assert_eq!(error.kind().to_string(), "SRV requires a t register, found b1");
//! assert_eq!(error.place().offset, 13);
//! # Ok::<(), dx_text::TextError>(())
//! ```

use dx_container::enums::RootSignatureVersion;
use dx_container::parts::root_signature::{ConversionError, RootSignatureBuf, check};

use crate::error::{Result, TextErrorKind, error, utf8};

mod lexer;
mod mistake;
mod parse;
mod print;
mod words;

pub use mistake::Mistake;

/// Prints a root signature, one element per line.
///
/// Fails if a value has no spelling: unknown types of parameters and ranges, and floats that are NaN.
pub fn print(signature: &RootSignatureBuf) -> Result<String> {
    let mut text = print::lines(signature)?.join("\n");
    text.push('\n');
    Ok(text)
}

/// Prints a root signature as HLSL that defines the macro `name`: a file for `dxc -T rootsig_1_1 -E name`, or to be
/// included. Each line is a string, because DXC accepts no line breaks within the text of a root signature.
///
/// Fails like [`print()`].
pub fn print_define(signature: &RootSignatureBuf, name: &str) -> Result<String> {
    let lines = print::lines(signature)?.join(" \" \\\n    \"");
    Ok(format!("#define {name} \\\n    \"{lines}\"\n"))
}

/// Parses a root signature of a version, and checks that it is valid.
///
/// # Errors
///
/// Returns the first error, with its place in `text`; for findings of [`check`] the place of the element.
pub fn parse(text: &str, version: RootSignatureVersion) -> Result<RootSignatureBuf> {
    let (signature, places) = parse_with_places(text, version)?;
    match check(&signature).first() {
        None => Ok(signature),
        Some(finding) => {
            let kind = TextErrorKind::RootSignature(Mistake::Finding(*finding));
            Err(error(kind, places.of(finding.place)))
        }
    }
}

/// Parses the bytes of a file, see [`parse`].
///
/// # Errors
///
/// Fails if they are not UTF-8, too.
pub fn parse_bytes(bytes: &[u8], version: RootSignatureVersion) -> Result<RootSignatureBuf> {
    parse(utf8(bytes)?, version)
}

/// Parses a root signature of a version without checking that it is valid.
///
/// # Errors
///
/// Returns the first syntax error, with its place in `text`.
pub fn parse_unchecked(text: &str, version: RootSignatureVersion) -> Result<RootSignatureBuf> {
    parse_with_places(text, version).map(|(signature, _)| signature)
}

fn parse_with_places(text: &str, version: RootSignatureVersion) -> Result<(RootSignatureBuf, parse::Places)> {
    if !(RootSignatureVersion::V1_0..=RootSignatureVersion::V1_2).contains(&version) {
        let mistake = Mistake::Version(ConversionError::Version(version));
        return Err(error(TextErrorKind::RootSignature(mistake), Default::default()));
    }
    parse::parse(text, version)
}
