//! PDB files made by hand and at random, and broken in one place. Real ones are the business of `containers.rs`.

use std::borrow::Cow;

use dx_container::fields::{Field, Sink};
use dx_container::parts;
use dx_container::pdb::{CONTAINER_STREAM, Msf, MsfBuilder, Pdb, PdbBuf};
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, ContainerErrorKind, FourCc, Signing};
use proptest::prelude::*;
use testkit::{Limits, Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    a_pdb_is_written_and_read,
    each_lie_is_marked_where_it_stands,
    scattered_streams_are_put_together,
    lengths_need_not_fit,
    other_pdbs_hold_no_container,
    any_streams_come_back within Limits::seconds(120, "it reads thousands of random PDB files as YAML")
];

fn container() -> Vec<u8> {
    let mut builder = ContainerBuilder::new();
    builder.push(FourCc::PRIV, vec![7; 1000]);
    builder.build(Signing::Zero).unwrap()
}

fn pdb() -> Vec<u8> {
    PdbBuf { guid: *b"0123456789abcdef", container: container() }.build().unwrap()
}

fn a_pdb_is_written_and_read() {
    let bytes = pdb();
    let pdb = Pdb::parse(&bytes).unwrap();
    let info = pdb.info().unwrap();
    assert_eq!((info.guid, info.age), (*b"0123456789abcdef", 1));
    assert!(info.named_streams.is_empty());
    assert!(matches!(pdb.container().unwrap(), Cow::Borrowed(bytes) if bytes == container()));
    assert_eq!(MsfBuilder::from(pdb.msf()).build().unwrap(), bytes);
    reads_as_a_part(&bytes);
}

/// An MSF file as a part, whatever order the blocks are in: its walk describes every byte once, and by that
/// alone the file is put together from YAML.
fn reads_as_a_part(bytes: &[u8]) {
    struct Coverage(Vec<u32>);
    impl<'a> Sink<'a> for Coverage {
        fn field(&mut self, field: Field<'a>) {
            self.0[field.range].iter_mut().for_each(|count| *count += 1);
        }
    }
    let mut coverage = Coverage(vec![0; bytes.len()]);
    parts::walk(Payload::new(FourCc::SPDB, bytes), &mut coverage).unwrap();
    assert_eq!(coverage.0.iter().position(|&count| count != 1), None);
    let mut builder = ContainerBuilder::new();
    builder.push(FourCc::SPDB, bytes);
    let container = builder.build(Signing::Zero).unwrap();
    let text = dx_text::yaml::print(&Container::parse(&container).unwrap());
    assert!(text.contains("Streams:"), "fields, not bytes");
    assert!(dx_text::yaml::read(&text).unwrap() == container, "the same from YAML");
    comes_back_as_text(bytes);
}

/// A PDB file of its own, too. Its layout is given where it is not what follows from its streams.
fn comes_back_as_text(bytes: &[u8]) {
    let pdb = Pdb::parse(bytes).unwrap();
    let text = dx_text::yaml::print_pdb(&pdb);
    let follows = MsfBuilder::from(pdb.msf()).build().unwrap() == bytes;
    assert_eq!(text.contains("\nLayout:"), !follows);
    assert!(dx_text::yaml::read(&text).unwrap() == bytes, "the same from YAML");
}

/// The word at `at` of a PDB set to `value`: the error's code, and where it is.
fn broken(at: usize, value: u32) -> (&'static str, u64) {
    use located::Kind as _;
    let mut bytes = pdb();
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    let error = Msf::parse(&bytes).unwrap_err();
    (error.kind().code(), error.place().offset)
}

fn each_lie_is_marked_where_it_stands() {
    // Blocks of this file: 3 block map, 4 directory, 5 stream 1, 6 to 8 stream 5.
    let (map, directory) = (3 * 512, 4 * 512);
    for size in [0, 1, 256, 513, 65_536, u32::MAX] {
        assert_eq!(broken(32, size), ("pdb.block-size", 32));
    }
    assert_eq!(broken(44, 1 << 30), ("pdb.truncated", 44));
    for block in [0, 9, u32::MAX] {
        assert_eq!(broken(52, block), ("pdb.block", 52));
    }
    assert_eq!(broken(map, 9), ("pdb.block", map as u64));
    assert_eq!(broken(map, 0), ("pdb.block-reused", map as u64), "the superblock");
    assert_eq!(broken(map, 3), ("pdb.block-reused", map as u64), "the block map itself");
    assert_eq!(broken(directory, 1 << 30), ("pdb.truncated", directory as u64));
    assert_eq!(
        broken(directory + 4, 1 << 30),
        ("pdb.truncated", directory as u64 + 4),
        "the size of stream 0"
    );
    let blocks = directory + 4 * 7;
    assert_eq!(broken(blocks, 4), ("pdb.block-reused", blocks as u64), "the directory");
    assert_eq!(broken(blocks + 8, 6), ("pdb.block-reused", blocks as u64 + 8), "twice in a stream");
    assert_eq!(broken(blocks + 12, u32::MAX), ("pdb.block", blocks as u64 + 12));
}

/// An MSF file as our writer makes it, with its blocks in the order of `keys`.
fn shuffled(bytes: &[u8], keys: &[u32]) -> Vec<u8> {
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let (block_size, size, map) = (word(bytes, 32), word(bytes, 44), word(bytes, 52));
    let directory = word(bytes, map * block_size) * block_size;
    let count = word(bytes, directory);
    let mut order: Vec<usize> = (1..bytes.len() / block_size).collect();
    order.sort_by_key(|&block| keys[block % keys.len()]);
    let moved = |block: usize| 1 + order.iter().position(|&other| other == block).unwrap();
    let in_map = (0..size.div_ceil(block_size)).map(|nth| map * block_size + 4 * nth);
    let in_directory = (directory + 4 * (1 + count)..directory + size).step_by(4);
    let mut with_new_numbers = bytes.to_vec();
    for at in in_map.chain(in_directory).chain([52]) {
        let number = moved(word(bytes, at)) as u32;
        with_new_numbers[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    let blocks = order.iter().flat_map(|block| &with_new_numbers[block * block_size..][..block_size]);
    with_new_numbers[..block_size].iter().chain(blocks).copied().collect()
}

/// A stream whose blocks do not follow each other is put together, and its offsets lead to the right bytes.
fn scattered_streams_are_put_together() {
    let mut bytes = pdb();
    let blocks = 4 * 512 + 4 * 7 + 4;
    let (first, third) = (6 * 512, 8 * 512);
    bytes[blocks..blocks + 12].copy_from_slice(&[8, 7, 6].map(u32::to_le_bytes).concat());
    let moved: Vec<u8> = bytes[first..first + 512].to_vec();
    bytes.copy_within(third..third + 512, first);
    bytes[third..third + 512].copy_from_slice(&moved);

    let pdb = Pdb::parse(&bytes).unwrap();
    assert!(!pdb.msf().is_contiguous(CONTAINER_STREAM));
    reads_as_a_part(&bytes);
    let stream = pdb.container().unwrap();
    assert_eq!(stream, container());
    for (offset, &byte) in stream.iter().enumerate() {
        assert_eq!(bytes[pdb.msf().file_offset(CONTAINER_STREAM, offset as u64) as usize], byte);
    }
}

fn lengths_need_not_fit() {
    let mut bytes = pdb();
    bytes.extend([1; 700]);
    reads_as_a_part(&bytes);
    assert_eq!(Pdb::parse(&bytes).unwrap().container().unwrap(), container(), "more than it says");
    bytes.truncate(6 * 512 + container().len());
    assert_eq!(Pdb::parse(&bytes).unwrap().container().unwrap(), container(), "the last block cut");
    bytes.truncate(bytes.len() - 1);
    let error = Pdb::parse(&bytes).unwrap_err();
    assert!(matches!(error.kind(), ContainerErrorKind::MsfBlock { .. }), "{error}");
}

fn other_pdbs_hold_no_container() {
    let bytes = MsfBuilder::default().build().unwrap();
    let error = Pdb::parse(&bytes).unwrap().container().unwrap_err();
    assert_eq!(*error.kind(), ContainerErrorKind::NoContainer { streams: 0 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(times(128) as u32))]

    fn any_streams_come_back(
        // Lengths and first bytes: generating every byte takes longer than the check.
        streams in prop::collection::vec(prop::option::of((0..1500_usize, any::<u8>())), 0..200),
        shift in 9..13_u32,
        keys in prop::collection::vec(any::<u32>(), 2000),
    ) {
        let bytes = |(len, first): (usize, u8)| (0..len).map(|at| first.wrapping_add(at as u8)).collect();
        let streams: Vec<_> =
            streams.into_iter().map(|stream| stream.map(|stream| Cow::Owned(bytes(stream)))).collect();
        let builder = MsfBuilder { block_size: 1 << shift, streams };
        let bytes = builder.build().unwrap();
        let msf = Msf::parse(&bytes).unwrap();
        prop_assert_eq!(MsfBuilder::from(&msf), builder.clone());
        reads_as_a_part(&bytes);
        let shuffled = shuffled(&bytes, &keys);
        prop_assert_eq!(MsfBuilder::from(&Msf::parse(&shuffled).unwrap()), builder);
        reads_as_a_part(&shuffled);
    }
}
