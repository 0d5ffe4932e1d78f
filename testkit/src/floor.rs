//! Floors: the least number of inputs that a test must check.
//!
//! A loop over an empty list, or a loop whose filter skips every element, executes no assertion. Iterators over the
//! corpus therefore refuse an empty set and return a [`Walked`], with which the test states how many inputs passed its
//! own filter.

use std::fmt::{self, Display, Formatter};

use crate::Failed;
use crate::files::is_known;

/// Returns an error if `count` is less than the floor: `own` for the files of the project, which are always there, or
/// `whole` if `SHADER_CORPUS` names the known corpus.
///
/// If the project has no such file, `own` is 1, and the test returns [`skipped`](crate::skipped) for a folder without
/// such files.
///
/// # Panics
///
/// If `own` is 0, because a floor of 0 holds for an empty set.
#[track_caller]
pub fn at_least(what: &str, count: usize, [own, whole]: [usize; 2]) -> Result<(), Failed> {
    assert!(0 < own && own <= whole, "{what}: floors {own} and {whole} are not in ascending order from 1");
    let least = if is_known() { whole } else { own };
    crate::note!("{count} {what} (at least {least})");
    if count < least { Err(format!("{count} {what}, expected {least} or more").into()) } else { Ok(()) }
}

/// Like [`at_least`], but panics instead of returning an error.
#[track_caller]
pub fn assert_at_least(what: &str, count: usize, floors: [usize; 2]) {
    if let Err(failure) = at_least(what, count, floors) {
        panic!("{}", failure.message().unwrap_or(what));
    }
}

/// Asserts a floor for inputs that the files of the project do not contain: `least` holds if `SHADER_CORPUS` names the
/// known corpus. The test states another floor, for inputs that the project does contain.
#[track_caller]
pub fn assert_if_known(what: &str, count: usize, least: usize) {
    crate::note!("{count} {what} (at least {least} in the known corpus)");
    assert!(count >= least || !is_known(), "{count} {what}, expected {least} or more");
}

/// The inputs that an iterator over the corpus passed to the closure of a test.
#[derive(Debug, Clone, Copy)]
pub struct Walked {
    inputs: usize,
}

impl Walked {
    /// Asserts that the number of inputs reaches its floor, as [`at_least`] does.
    #[track_caller]
    pub(crate) fn new(what: &str, inputs: usize, floors: [usize; 2]) -> Self {
        assert_at_least(what, inputs, floors);
        Self { inputs }
    }

    /// States that the closure skips no input.
    pub fn without_filter(self) {}

    /// Asserts that `count`, the inputs that passed the filter of the closure or the items found in them, reaches its
    /// floor, as [`at_least`] does.
    #[track_caller]
    pub fn checked(self, what: &str, count: usize, floors: [usize; 2]) -> Self {
        assert_at_least(what, count, floors);
        self
    }
}

/// The number of inputs.
impl Display for Walked {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.inputs.fmt(f)
    }
}
