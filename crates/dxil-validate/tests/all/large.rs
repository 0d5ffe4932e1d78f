//! The module that benches measure is valid, alone and in a container: what they measure is all of the validator.

use dxil::assemble::{self, assemble};
use dxil_validate::{Options, validate_container, validate_module};
use testkit::generate::compute_shader::compute_shader;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![the_shader_of_the_benches_is_valid];

fn the_shader_of_the_benches_is_valid() {
    let module = compute_shader(5_000).unwrap();
    let report = validate_module(module.clone(), &Options::default()).report;
    assert!(report.is_valid(), "{:?}", report.findings);
    let container = assemble(module, &assemble::Options::default()).unwrap();
    let report = validate_container(&container, &Options::default()).report;
    assert!(report.is_valid(), "{:?}", report.findings);
}
