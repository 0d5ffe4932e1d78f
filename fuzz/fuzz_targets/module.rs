//! Bitcode under libFuzzer. The body is the one that every `cargo test` runs on seeded mutations.

#![no_main]

#[path = "../../crates/dxil/tests/streams/body.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::sizes(data);
    body::module(dxil_ir::bitcode::read(data, 0), 0..data.len() as u64);
});
