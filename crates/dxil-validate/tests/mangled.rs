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

use std::fs;
use std::path::Path;

use body::judged;

fn examples() -> Vec<Vec<u8>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let containers =
        paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "dxil"));
    containers.map(|path| fs::read(path).unwrap()).collect()
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
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
    let mut numbers = Numbers(0x5eed);
    for bytes in examples() {
        for _ in 0..TIMES {
            let mut damaged = bytes.clone();
            for _ in 0..=numbers.next(3) {
                let at = numbers.next(damaged.len());
                damaged[at] ^= 1 << numbers.next(8);
            }
            assert_eq!(judged(&damaged), judged(&damaged));
        }
    }
}
