//! Validation of a container that is about to be signed. Separate because verbs that make containers refuse an invalid
//! one in the same way.

use located::Severity;

use super::{DebugFiles, Judge};
use crate::error::Error;
use crate::input::Input;
use crate::run::Outcome;
use crate::style::counted;

/// Findings that are shown.
const SHOWN: usize = 5;

/// Checks a container by the rules of its shader model, and notes the first findings if it is not valid.
///
/// # Errors
///
/// [`Error::Invalid`], with `next_step` after the number of findings; errors of the validator itself.
pub fn refuse_invalid<T>(
    container: &[u8],
    next_step: &str,
    input: &Input,
    outcome: &mut Outcome<T>,
) -> Result<(), Error> {
    let debug_files = DebugFiles::none();
    // Symbols are checked, too: without them, the container is one that every validator accepts.
    let judge =
        Judge { validator_version: None, root_signature: None, symbols: true, debug_files: &debug_files };
    let judgement = judge.judge(container, None)?;
    if judgement.is_valid() {
        return Ok(());
    }
    let errors = judgement.findings.iter().filter(|one| one.severity == Severity::Error);
    for finding in errors.take(SHOWN) {
        let place = finding.function.as_deref().map(|name| format!(" in function {name}"));
        let place = place.unwrap_or_default();
        outcome.note(input, &format!("[{}] {}{place}", finding.rule, finding.message));
    }
    let count = counted(judgement.errors, "error");
    Err(Error::Invalid(format!("the shader would have {count}; nothing is written{next_step}")))
}
