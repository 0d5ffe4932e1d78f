//! The validator under libFuzzer. The body is the one that every `cargo test` runs on seeded mutations.

#![no_main]

#[path = "../../crates/dxil-validate/tests/mangled/body.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drop(body::judged(data)));
