//! YAML texts under libFuzzer. The oracle is the one that every `cargo test` runs on seeded mutations.

#![no_main]

use testkit::oracles::yaml::yaml_text;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    yaml_text(data);
});
