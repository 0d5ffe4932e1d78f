//! Large programs take a time that grows with them and no faster.

use std::time::{Duration, Instant};

use testkit::generate::large::{LARGE, Large};
use testkit::generate::signatures::Built;
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![time_grows_with_the_program];

/// How long a program takes of so many times its size.
fn time((what, size, code, expected): Large, times: usize) -> Duration {
    let built = Built::pixel(3, 1).code(|build| code(build, times * size));
    let start = Instant::now();
    let rows = built.rows();
    let elapsed = start.elapsed();
    assert_eq!(rows[0], expected, "{what}");
    elapsed
}

/// Of eight times the size: where time grew with the square, it would be 64 times.
fn time_grows_with_the_program() {
    for large in LARGE {
        let (small, eight) = (time(large, 1), time(large, 8));
        note!("{}: {small:?}, of eight times that {eight:?}", large.0);
        assert!(eight < 24 * small + Duration::from_millis(500), "{}: {small:?}, {eight:?}", large.0);
    }
}
