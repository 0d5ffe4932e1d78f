//! PDB files under libFuzzer. The oracles are those that every `cargo test` runs on seeded mutations.

#![no_main]

use testkit::oracles::{container, yaml};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    container::pdb(data);
    yaml::yaml_of_pdb(data);
});
