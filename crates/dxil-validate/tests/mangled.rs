//! Containers that are damaged anywhere: a report of each, never a panic, and the same report again.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "tests fail by panicking"
)]

#[path = "mangled/body.rs"]
mod body;
#[path = "../../dxil/tests/streams/random.rs"]
mod random;

use std::fs;
use std::path::Path;

use body::judged;
use random::Random;

fn examples() -> Vec<Vec<u8>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let containers =
        paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "dxil"));
    containers.map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn truncated_containers_are_not_valid() {
    for bytes in examples() {
        for len in (0..bytes.len()).step_by(7) {
            assert!(!judged(&bytes[..len]).is_valid(), "{len} bytes of a container");
        }
    }
}

#[test]
fn damaged_containers_are_judged_alike_twice() {
    const TIMES: usize = 300;
    let mut random = Random(0x5eed);
    for bytes in examples() {
        for _ in 0..TIMES {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                damaged[at] ^= 1 << random.below(8);
            }
            assert_eq!(judged(&damaged), judged(&damaged));
        }
    }
}
