//! Libraries that are only for linking. Separate because both ways of assembling leave them unsigned.

use dx_container::{Container, ProgramVersion, Signing};

use crate::error::Error;
use crate::run::Outcome;
use crate::selection::input::Input;

/// Removes the digest of a library for linking only, whose shader model no validator accepts. Returns true for such a
/// library.
pub fn leave_offline_unsigned<T>(
    container: &mut [u8],
    input: &Input,
    outcome: &mut Outcome<T>,
) -> Result<bool, Error> {
    let version = Container::parse(container)?.program_version();
    let is_offline = version.is_some_and(|version| version.minor() == ProgramVersion::OFFLINE);
    if is_offline {
        dx_container::sign(container, Signing::Zero);
        outcome.note(input, "a library for linking only (lib_6_x), which no validator accepts: not signed");
    }
    Ok(is_offline)
}
