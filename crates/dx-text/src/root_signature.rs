//! Root signatures as HLSL writes them: `"RootFlags(…), CBV(b0), DescriptorTable(…), StaticSampler(s0)"`.
//!
//! [`print()`] has an element a line, [`print_define`] is the same as HLSL that compiles; [`parse`] reads both, and
//! what stands in a shader's `[RootSignature("…")]`. Keywords are read in any case and arguments in any order, as
//! DXC reads them. What is not said is what DXC makes of it: flags are 0 then, for which the runtime takes
//! the defaults of its version.
//!
//! Three things go beyond HLSL, so that every root signature that works can be written and read again: comments;
//! numbers, hexadecimal ones too, for flags and values that have no word; `inf` and `-inf`.
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
//! assert_eq!(error.kind().to_string(), "SRV takes a t register, found b1");
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

/// The root signature as text, an element a line.
///
/// Fails for what no text says: kinds of parameters and ranges that do not exist, and floats that are no numbers.
pub fn print(signature: &RootSignatureBuf) -> Result<String> {
    let mut text = print::lines(signature)?.join("\n");
    text.push('\n');
    Ok(text)
}

/// The root signature as HLSL that defines the macro `name`: a file for `dxc -T rootsig_1_1 -E name`, or to be
/// included. (DXC reads no line ends within the text of a root signature; here each line is a string.)
///
/// Fails as [`print()`] does.
pub fn print_define(signature: &RootSignatureBuf, name: &str) -> Result<String> {
    let lines = print::lines(signature)?.join(" \" \\\n    \"");
    Ok(format!("#define {name} \\\n    \"{lines}\"\n"))
}

/// Reads a root signature of a version, and checks that it is one that works.
///
/// # Errors
///
/// The first mistake, with its place in `text`. Of what [`check`] finds, the place is that of the element.
pub fn parse(text: &str, version: RootSignatureVersion) -> Result<RootSignatureBuf> {
    let (signature, places) = parse_with_places(text, version)?;
    match check(&signature).first() {
        None => Ok(signature),
        Some(finding) => {
            let kind = TextErrorKind::RootSignature(Mistake::Finding(*finding));
            Err(error(kind, places.of(finding.at)))
        }
    }
}

/// The same of the bytes of a file.
///
/// # Errors
///
/// Where they are no UTF-8, too.
pub fn parse_bytes(bytes: &[u8], version: RootSignatureVersion) -> Result<RootSignatureBuf> {
    parse(utf8(bytes)?, version)
}

/// Reads a root signature of a version, whatever it says.
///
/// # Errors
///
/// The first mistake in the syntax, with its place in `text`.
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
