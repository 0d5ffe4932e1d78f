//! Large modules take a time that grows with them and no faster: each shape is one in which something is there often,
//! and shared by everything that looks at it.

mod built;
mod shape;
mod written;

use std::time::{Duration, Instant};

use dxil_ir::Module;
use dxil_validate::{Options, validate_module};
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![time_grows_with_the_module];

/// How long it takes to validate a module, and how many findings there are.
fn time(module: &Module) -> (Duration, usize) {
    let module = module.clone();
    let start = Instant::now();
    let validated = validate_module(module, &Options::default());
    (start.elapsed(), validated.report.errors)
}

/// Of eight times the size: where time grew with the square, it would be 64 times. A machine that is busy in one
/// moment is not in three of three.
fn time_grows_with_the_module() {
    let mut failures = Vec::new();
    for (name, count, make) in written::SHAPES.iter().chain(built::SHAPES) {
        let (small, large) = (make(*count), make(8 * count));
        let mut grows = false;
        for _ in 0..3 {
            let ((small, _), (large, findings)) = (time(&small), time(&large));
            note!("{name}: {small:?}, of eight times that {large:?}, {findings} findings");
            grows = large > 24 * small + Duration::from_millis(300);
            if !grows {
                break;
            }
        }
        if grows {
            failures.push(*name);
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}
