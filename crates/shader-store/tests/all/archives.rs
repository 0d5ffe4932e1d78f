//! Archives: written once, read whole or refused.

use shader_store::archive::{Reader, Writer};
use shader_store::{Key, Sealed, StoreError};
use testkit::{Test, tests};

use crate::made::value;

pub(crate) const TESTS: &[Test] =
    tests![archives_come_back, archives_that_are_cut_off_are_refused, changed_bits_are_found];

fn values() -> Vec<(Key, Sealed)> {
    let mut values: Vec<_> = (0..40).map(value).collect();
    values.sort_by_key(|(key, _)| *key);
    values
}

fn archive(values: &[(Key, Sealed)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes).expect("memory");
    values.iter().for_each(|(key, value)| writer.add(key, value).expect("in their order"));
    assert_eq!(writer.finish().expect("memory"), values.len() as u64);
    bytes
}

/// All values, and the error that ended the archive.
fn read(bytes: &[u8]) -> (Vec<(Key, Sealed)>, Option<StoreError>) {
    let mut values = Vec::new();
    let mut reader = match Reader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (values, Some(error)),
    };
    loop {
        match reader.next() {
            Ok(Some(value)) => values.push(value),
            Ok(None) => return (values, None),
            Err(error) => return (values, Some(error)),
        }
    }
}

fn archives_come_back() {
    for count in [0, 1, 40] {
        let values = &values()[..count];
        let bytes = archive(values);
        let (found, error) = read(&bytes);
        assert!(error.is_none() && found == values);
    }
    let mut writer = Writer::new(Vec::new()).expect("memory");
    let (key, sealed) = value(1);
    writer.add(&key, &sealed).expect("the first");
    assert!(writer.add(&key, &sealed).is_err(), "twice");
}

fn archives_that_are_cut_off_are_refused() {
    let (whole, bytes) = (values(), archive(&values()));
    for len in (0..bytes.len()).step_by(101).chain(bytes.len() - 80..bytes.len()) {
        let (found, error) = read(&bytes[..len]);
        assert!(error.is_some(), "cut off at {len}");
        assert!(whole.starts_with(&found));
    }
}

fn changed_bits_are_found() {
    let (whole, bytes) = (values(), archive(&values()));
    for bit in (0..8 * bytes.len()).step_by(1009) {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let (found, error) = read(&changed);
        assert!(error.is_some(), "bit {bit}");
        // Whoever takes a value before the end opens it first.
        for (key, sealed) in found {
            assert!(sealed.open(&key).is_err() || whole.contains(&(key, sealed)), "bit {bit}");
        }
    }
}
