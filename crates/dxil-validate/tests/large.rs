//! The module that benches measure is valid, alone and in a container: what they measure is all of the validator.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

use dxil::assemble::{self, assemble};
use dxil_validate::{Options, Report, validate_container, validate_module};

#[path = "../../dxil/benches/shader.rs"]
mod shader;

#[test]
fn the_shader_of_the_benches_is_valid() {
    let module = shader::compute_shader(5_000).unwrap();
    let mut report = Report::default();
    validate_module(&module, &Options::default(), &mut report);
    assert!(report.is_valid(), "{:?}", report.findings);
    let container = assemble(module, &assemble::Options::default()).unwrap();
    let report = validate_container(&container, &Options::default());
    assert!(report.is_valid(), "{:?}", report.findings);
}
