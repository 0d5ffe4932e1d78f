//! YAML texts under libFuzzer. The body is the one that every `cargo test` runs on seeded mutations.

#![no_main]

#[allow(dead_code, reason = "each target runs one of the bodies")]
#[path = "../../tests/fuzz_bodies.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_bodies::yaml_text(data);
});
