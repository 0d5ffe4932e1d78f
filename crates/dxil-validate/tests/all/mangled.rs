//! Containers that are damaged anywhere: a report of each, never a panic, and the same report again.

use std::fs;

use testkit::corpus::{files_with, root};
use testkit::damage::bytes::flipped;
use testkit::oracles::report::judged;
use testkit::random::Random;
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] =
    tests![truncated_containers_are_not_valid, damaged_containers_are_judged_alike_twice];

fn examples() -> Vec<Vec<u8>> {
    let folder = root().join("examples");
    files_with(&folder, "dxil").iter().map(|path| fs::read(path).unwrap()).collect()
}

fn truncated_containers_are_not_valid() {
    for bytes in examples() {
        for len in (0..bytes.len()).step_by(7) {
            assert!(!judged(&bytes[..len]).is_valid(), "{len} bytes of a container");
        }
    }
}

fn damaged_containers_are_judged_alike_twice() {
    const TIMES: usize = 300;
    let mut random = Random(0x5eed);
    for bytes in examples() {
        for _ in 0..times(TIMES) {
            let damaged = flipped(&bytes, 3, &mut random);
            assert_eq!(judged(&damaged), judged(&damaged));
        }
    }
}
