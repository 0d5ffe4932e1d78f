//! Containers under libFuzzer. The oracle is the one that every `cargo test` runs on seeded mutations.

#![no_main]

use testkit::oracles::container::container;

libfuzzer_sys::fuzz_target!(|data: &[u8]| container(data));
