//! The time of validation grows in proportion to the module. In each shape, many instructions or entries share one
//! entity, which a check must not visit once per use.

mod built;
mod shape;
mod written;

use dxil_validate::{Options, validate_module};
use testkit::growth::{linear, time};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![time_grows_with_the_module];

fn time_grows_with_the_module() {
    let shapes = written::SHAPES.iter().chain(built::SHAPES);
    let grown = shapes.filter_map(|(name, count, make)| {
        let validation = |multiple: usize| {
            let module = make(count * multiple);
            time(|| validate_module(module, &Options::default())).1
        };
        linear(name, validation).err()
    });
    let grown: Vec<String> = grown.collect();
    assert!(grown.is_empty(), "{}", grown.join("\n"));
}
