//! Validation of a container that is about to be signed. Separate because verbs that make containers refuse an invalid
//! one in the same way.

use located::Severity;

use crate::error::Error;
use crate::judging::{DebugFiles, Judge, Judgement, finding_in_one_line};
use crate::message_format::is_short;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::style::counted;

/// The next step after a refusal, for verbs with these options.
pub const SIGN_ANYWAY: &str =
    ": use --no-validate to sign the container anyway, or --digest unsigned to write an unsigned container";

/// The maximum number of findings that are shown.
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
    let judgement = Judge::of_result(None, &debug_files).judge(container, None)?;
    refuse(&judgement, next_step, input, outcome)
}

/// Notes the first findings of a judgement that is not valid.
///
/// # Errors
///
/// [`Error::Invalid`], with `next_step` after the number of findings.
pub fn refuse<T>(
    judgement: &Judgement,
    next_step: &str,
    input: &Input,
    outcome: &mut Outcome<T>,
) -> Result<(), Error> {
    if judgement.is_valid() {
        return Ok(());
    }
    let errors = judgement.findings.iter().filter(|one| one.severity == Severity::Error);
    for finding in errors.take(SHOWN) {
        let line = finding.line.as_ref().map(|line| format!("line {}: ", line.line));
        let line =
            line.or_else(|| Some(format!("{}: ", finding.source.as_ref()?.shown()))).unwrap_or_default();
        let place = finding.function.as_deref().map(|name| match finding.number {
            Some(number) => format!(", in instruction {number} of {name}"),
            None => format!(", in function {name}"),
        });
        let place = place.unwrap_or_default();
        let text = format!("{line}[{}] {}{place}", finding.rule, finding.message);
        match is_short() {
            true => outcome.note_as(finding_in_one_line(&input.name_in_messages(), finding), &text),
            false => outcome.note(input, &text),
        }
    }
    let count = counted(judgement.errors, "error");
    Err(Error::Invalid(format!("the result would be invalid ({count}), so nothing is written{next_step}")))
}
