//! What is brought from another module.

use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![];
