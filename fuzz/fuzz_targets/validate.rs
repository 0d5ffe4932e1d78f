//! The validator under libFuzzer. The oracle is the one that every `cargo test` runs on seeded mutations.

#![no_main]

use testkit::oracles::report::judged;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drop(judged(data)));
