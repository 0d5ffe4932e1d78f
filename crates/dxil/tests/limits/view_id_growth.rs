//! The time of the ViewID analysis grows in proportion to the program.

use testkit::generate::large::LARGE;
use testkit::generate::signatures::Built;
use testkit::growth::{linear, time};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![time_grows_with_the_program];

fn time_grows_with_the_program() {
    let grown = LARGE.into_iter().filter_map(|(what, size, code, expected)| {
        let analysis = |multiple: usize| {
            let built = Built::pixel(3, 1).code(|build| code(build, multiple * size));
            let (rows, time) = time(|| built.rows());
            assert_eq!(rows[0], expected, "{what}");
            time
        };
        linear(what, analysis).err()
    });
    let grown: Vec<String> = grown.collect();
    assert!(grown.is_empty(), "{}", grown.join("\n"));
}
