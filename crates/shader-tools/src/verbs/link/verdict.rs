//! Whether what was linked keeps to the rules of DXIL. Separate from linking, which promises nothing about the code of
//! its inputs: a library may hold what no shader of the target may.

use dx_container::ProgramVersion;
use dxil_link::{Options, Profile};

use super::refusal::Refusal;
use crate::error::Error;
use crate::style::counted;
use crate::verbs::validate::{DebugFiles, Judge};

/// Validates what is to be written, as the reference's linker does. Libraries that are only linked are for no
/// validator, and neither is what names version 0.0.
pub fn check(linked: &[u8], profile: Profile, options: &Options) -> Result<(), Refusal> {
    let asked = options.validator_version.as_ref();
    if profile.minor == ProgramVersion::OFFLINE || asked.is_some_and(|version| version.pair() == (0, 0)) {
        return Ok(());
    }
    let debug_files = DebugFiles::none();
    // The symbols are looked at as well: without them, the container is what any validator accepts.
    let judge =
        Judge { validator_version: None, root_signature: None, symbols: true, debug_files: &debug_files };
    let judgement = judge.judge(linked, None)?;
    if judgement.is_valid() {
        return Ok(());
    }
    let what = format!(
        "the linked program is not valid for {profile}: {}; nothing is written",
        counted(judgement.errors, "error")
    );
    Err(Refusal::of_findings(Error::InvalidLink(what), judgement))
}
