//! Damaged modern bitcode: the reader does not panic or hang, and its memory is bounded.

use std::fs;
use std::time::{Duration, Instant};

use dxil_ir::{bitcode, verify};
use testkit::damage::bytes::{flip, mangle};
use testkit::heap::Limit;
use testkit::random::Random;
use testkit::{Limits, Test, corpus, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    truncated_modern_bitcode_is_refused within Limits::seconds(120, "it reads a module for each of its bytes"),
    mangled_modern_bitcode_is_read_or_refused within Limits::seconds(120, "it reads thousands of modules")
];

/// The limit of the heap while a module is read.
const HEAP: Limit = Limit { per_byte: 32, free: 16 << 20 };
/// Copies of each module with one flipped bit, and with several damaged bytes.
const FLIPS: usize = 200;
const MANGLES: usize = 50;
/// Bytes between the ends of truncated copies; the last copies of a module lose its string table.
const STEP: usize = 7;

/// The modern bitcode of the repository.
fn modules() -> Vec<(String, Vec<u8>)> {
    let folder = corpus::root().join("crates/dxil-text/tests");
    let files = corpus::files_with(&folder, "bc");
    files.into_iter().map(|path| (path.display().to_string(), fs::read(path).unwrap())).collect()
}

/// Reads bitcode within the limits, and verifies the module. Returns true if there is a module.
fn check(what: &str, bytes: &[u8]) -> bool {
    let start = Instant::now();
    let module = HEAP.of("reading", bytes.len(), || bitcode::read_modern(bytes, 0));
    let read = module.is_ok();
    match module {
        Ok(module) => HEAP.of("verifying", bytes.len(), || drop(verify(&module))),
        Err(error) => {
            let place = error.place();
            let end = place.offset + place.len;
            assert!(end <= bytes.len() as u64 + 4, "{what}: {error} is outside of the {} bytes", bytes.len());
        }
    }
    let took = start.elapsed();
    assert!(took < Duration::from_secs(5), "{what}: {took:?}");
    read
}

fn truncated_modern_bitcode_is_refused() {
    let mut count = 0;
    for (name, bytes) in modules() {
        assert!(check(&name, &bytes), "{name}");
        for end in (0..bytes.len()).step_by(STEP) {
            assert!(!check(&name, &bytes[..end]), "{name}: read from {end} of {} bytes", bytes.len());
            count += 1;
        }
    }
    note!("{count} truncated copies refused");
    assert!(count > 1000);
}

fn mangled_modern_bitcode_is_read_or_refused() {
    let (mut random, mut read, mut refused) = (Random(0x5eed), 0, 0);
    for (name, original) in modules() {
        let mut bytes = original.clone();
        for _ in 0..times(FLIPS) {
            let (at, bit) = flip(&mut bytes, &mut random);
            let what = format!("{name} with byte {at} ^ {bit}");
            *if check(&what, &bytes) { &mut read } else { &mut refused } += 1;
            bytes[at] ^= bit;
        }
        for _ in 0..times(MANGLES) {
            let mut bytes = original.clone();
            let damage = mangle(&mut bytes, &mut random);
            let what = format!("{name} with {damage:?}");
            *if check(&what, &bytes) { &mut read } else { &mut refused } += 1;
        }
    }
    note!("{read} damaged copies read, {refused} refused");
    assert!(read > 0 && refused > 0);
}
