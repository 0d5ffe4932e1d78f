//! The name of a program version. Separate because the printer compares what the parser would read.

use dx_container::ProgramVersion;
use dx_container::enums::ShaderProfile;
use dx_container::names::NamedValue as _;

/// Parses a name such as `ps_5_0`.
pub(crate) fn parse_version_name(word: &str) -> Option<ProgramVersion> {
    let (profile, model) = word.split_once('_')?;
    let kind = ShaderProfile::NAMES.iter().find(|row| row.name == profile)?.value;
    let (major, minor) = model.split_once('_')?;
    let digit = |text: &str| text.parse::<u32>().ok().filter(|number| *number < 16);
    Some(ProgramVersion(u32::try_from(kind).ok()? << 16 | digit(major)? << 4 | digit(minor)?))
}
