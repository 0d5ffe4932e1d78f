//! Cases of each operation, with bad uses beside good ones.

use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![];
