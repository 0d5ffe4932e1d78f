//! Large programs take a time that grows with them and no faster.

use std::time::{Duration, Instant};

use crate::built::Built;
use crate::large::{LARGE, Large};

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
#[test]
fn time_grows_with_the_program() {
    for large in LARGE {
        let (small, eight) = (time(large, 1), time(large, 8));
        println!("{}: {small:?}, of eight times that {eight:?}", large.0);
        assert!(eight < 24 * small + Duration::from_millis(500), "{}: {small:?}, {eight:?}", large.0);
    }
}
