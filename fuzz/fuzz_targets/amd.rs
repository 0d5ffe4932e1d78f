//! The linker of AMD's shaders under libFuzzer: a vertex shader that may be anything, beside a fine fragment shader.
//! The oracle is the one that every `cargo test` runs on damaged shaders.

#![no_main]

use std::sync::LazyLock;

use amdgpu_link::PipelineState;
use amdgpu_link::state::document;
use testkit::oracles::link::attempt;

const FRAGMENT: &[u8] = include_bytes!("../../examples/amd/ps_exportless.o");
static STATE: LazyLock<PipelineState> =
    LazyLock::new(|| document::parse(include_str!("../../examples/amd/pipeline.yaml")).unwrap());

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    attempt(data, FRAGMENT, &STATE);
});
