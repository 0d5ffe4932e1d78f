//! Lengths that lie.

use shader_store::archive::Reader;
use shader_store::{Key, value};
use testkit::heap::Limit;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![lengths_that_lie_take_no_memory];

/// A length of a gigabyte, and nothing behind it.
fn lengths_that_lie_take_no_memory() {
    let limit = Limit { per_byte: 8, free: 1 << 16 };
    let mut archive = b"SHSTARC1".to_vec();
    archive.extend([1; 32]);
    archive.extend((1_u64 << 30).to_le_bytes());
    let error = limit.of("an archive", archive.len(), || {
        Reader::new(archive.as_slice()).expect("it begins as one").next().expect_err("it is cut off")
    });
    assert_eq!(error.to_string(), "file is truncated in a value");

    // Notes without end in a value, which nobody sealed.
    let mut value = b"SHST\x01\0\0\0".to_vec();
    value.extend([0; 64]);
    value.extend([0xff; 64]);
    limit.of("a value", value.len(), || value::open(&value, &Key([0; 32])).expect_err("it is none"));
}
