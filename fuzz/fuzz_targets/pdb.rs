//! PDB files under libFuzzer. The bodies are those that every `cargo test` runs on seeded mutations.

#![no_main]

#[allow(dead_code, reason = "each target runs some of the bodies")]
#[path = "../../tests/fuzz_bodies.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_bodies::pdb(data);
    fuzz_bodies::yaml_of_pdb(data);
});
