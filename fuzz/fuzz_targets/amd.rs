//! The linker of AMD's shaders under libFuzzer: a vertex shader that may be anything, beside a fine fragment shader. The body
//! is the one that every `cargo test` runs on damaged shaders.

#![no_main]

use std::sync::LazyLock;

use amdgpu_link::PipelineState;
use amdgpu_link::state::document;

#[path = "../../crates/amdgpu-link/tests/all/links/body.rs"]
mod body;

const FRAGMENT: &[u8] = include_bytes!("../../examples/amd/ps_exportless.o");
static STATE: LazyLock<PipelineState> =
    LazyLock::new(|| document::parse(include_str!("../../examples/amd/pipeline.yaml")).unwrap());

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::attempt(data, FRAGMENT, &STATE);
});
