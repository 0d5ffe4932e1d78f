//! A container from a listing: the signatures of its tables, its program, and the features of its note.

use std::borrow::Cow;

use dx_container::enums::ShaderKind;
use dx_container::flags::FeatureFlags;
use dx_container::parts::PartBuf as _;
use dx_container::parts::feature_info::FeatureInfoBuf;
use dx_container::{ContainerBuilder, FourCc, PartEntry};
use located::{Error, Place};

use super::{features, signatures};
use crate::d3d9::level9::{self, Programs};
use crate::declarations::GlobalFlags;
use crate::program::Program;
use crate::text::{self, AssemblyError, AssemblyErrorKind};

/// Assembles a listing to a container with its signatures and its program, in the order of fxc; where the listing has a
/// program for feature level 9, with that. A text without tables gives a container with the program alone.
///
/// Other comments of a listing, such as constant buffers and bindings, are ignored, except the note of required
/// features.
///
/// # Errors
///
/// Returns the errors of all invalid lines, of tables and program, up to [`MAX_ERRORS`](crate::limits::MAX_ERRORS) of
/// each.
pub fn assemble(text: &str) -> Result<ContainerBuilder<'static>, Vec<AssemblyError>> {
    let programs = Programs::of(text);
    let tokens = &programs.tokens;
    let (level9, parts, program) = match (level9::assemble(text), signatures(tokens), text::parse(tokens)) {
        (Ok(level9), Ok(parts), Ok(program)) => (level9, parts, program),
        (level9, parts, program) => {
            let mut errors = level9.err().unwrap_or_default();
            errors.extend(parts.err().unwrap_or_default());
            errors.extend(program.err().unwrap_or_default());
            errors.sort_by_key(|error| error.place().offset);
            return Err(errors);
        }
    };
    let signatures = parts.into_iter().map(|(name, signature)| -> Result<_, Vec<AssemblyError>> {
        let bytes = signature.write().map_err(|_| too_long("size of a signature"))?;
        Ok(PartEntry { name, data: bytes.into(), gap: Cow::default() })
    });
    let signatures: Vec<_> = signatures.collect::<Result<_, Vec<AssemblyError>>>()?;
    // No instruction of a program that was parsed is too long.
    let part = program.to_part().map_err(|_| too_long("size of the program"))?;
    let bytes = part.arrange(None).map_err(|_| too_long("size of the program"))?;
    let name = if is_extended(&program) { FourCc::SHEX } else { FourCc::SHDR };
    let mut builder = ContainerBuilder::new();
    // Not the signatures by `push`, which looks at all parts before: a text may have a million tables.
    match level9 {
        Some(level9) => {
            builder.push(FourCc::AON9, level9);
            builder.push(name, bytes);
            builder.parts.extend(signatures);
        }
        None => {
            builder.parts.extend(signatures);
            builder.push(name, bytes);
        }
    }
    let mut flags = required_features(text);
    // Other programs of shader model 4 need more for such buffers than the stage that came with them.
    let has_buffers = GlobalFlags::of(&program).contains(GlobalFlags::ENABLE_RAW_AND_STRUCTURED_BUFFERS);
    if has_buffers && program.version.major() < 5 && program.version.kind() != ShaderKind::COMPUTE {
        flags |= features::LEFT_OUT;
    }
    if !flags.is_empty() {
        let info = FeatureInfoBuf { flags, unknown: Vec::new() };
        builder.push(FourCc::SFI0, info.arrange(None).map_err(|_| too_long("size of the feature flags"))?);
    }
    Ok(builder)
}

/// Something that no 32-bit length can say.
#[cold]
fn too_long(what: &'static str) -> Vec<AssemblyError> {
    let limit = u32::MAX as usize;
    vec![Error::new(AssemblyErrorKind::TooMuch { what, limit }, Place::default())]
}

/// Whether a program is of shader model 5, or uses on an older one what came with it: then its part is SHEX.
fn is_extended(program: &Program) -> bool {
    program.version.major() >= 5
        || program.version.kind() == ShaderKind::COMPUTE
        || GlobalFlags::of(program).0 & EXTENDED_FLAGS != 0
}

/// Global flags that came with shader model 5 and with Direct3D 11.1.
const EXTENDED_FLAGS: u32 = GlobalFlags::ENABLE_DOUBLES.0
    | GlobalFlags::ENABLE_RAW_AND_STRUCTURED_BUFFERS.0
    | GlobalFlags::ENABLE_MINIMUM_PRECISION.0
    | GlobalFlags::ENABLE_11_1_DOUBLES.0
    | GlobalFlags::ENABLE_11_1_INSTRUCTIONS.0;

/// The features that the note before the program lists.
fn required_features(text: &str) -> FeatureFlags {
    let lines = text.lines().map(str::trim_ascii).skip_while(|line| line.is_empty());
    let mut lines = lines.map_while(|line| line.strip_prefix("//")).map(str::trim_ascii);
    if !lines.any(|line| line == features::TITLE) {
        return FeatureFlags::empty();
    }
    lines.map_while(features::read).collect()
}
