//! Bitcode under libFuzzer. The oracles are those that every `cargo test` runs on seeded mutations.

#![no_main]

use testkit::oracles::{module, shader};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    module::sizes(data);
    if let Some(module) = module::module(dxil_ir::bitcode::read(data, 0), 0..data.len() as u64) {
        shader::module(module);
    }
});
