//! The rules of containers: which parts there are, and what they say beside what follows from the program.

use crate::options::Options;
use crate::report::Report;

/// Validates a container, with the program in it.
pub fn validate_container(_bytes: &[u8], options: &Options<'_>) -> Report {
    Report { validator_version: options.validator_version, ..Report::default() }
}
