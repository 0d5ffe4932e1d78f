//! Real modules with bytes changed and cut, and streams made to take more than they are: nothing panics, hangs, or
//! takes memory without bound.

use std::time::{Duration, Instant};

use dxil_ir::bitstream::{
    Abbreviation, BlockInfoBlock, BlockInfoItem, Entry, Field, Reader, Record, SETBID, Tail, Writer,
};
use testkit::generate::stream::{self, Event};
use testkit::heap::{Limit, taken};
use testkit::modules::{Stored, some_modules};
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    counts_that_claim_to_be_large_take_nothing,
    greedy_streams_take_no_more_than_they_are,
    mangled_modules_are_read_or_refused within Limits::seconds(60, "it reads thousands of modules")
];

/// What reading may take.
const HEAP: Limit = Limit { per_byte: 16, free: 16 << 20 };
/// Modules that are mangled, spread over all there are, and how often each.
const MANGLED: usize = 150;
const FLIPS: usize = 40;
const CUTS: usize = 10;

/// Reads everything; whatever is wrong lies in the stream. Returns whether nothing was.
fn walk(bytes: &[u8], base: u64) -> bool {
    let result = HEAP.of("reading", bytes.len(), || {
        let mut reader = Reader::new(bytes, base)?;
        let mut record = Record::default();
        loop {
            match reader.next(&mut record)? {
                Entry::Block(_) => reader.enter()?,
                Entry::End => return Ok(()),
                _ => {}
            }
        }
    });
    let Err(error): dxil_ir::Result<()> = result else { return true };
    let place = error.place();
    assert!(place.offset >= base && place.offset + place.len <= base + bytes.len() as u64, "{error}");
    false
}

fn mangled_modules_are_read_or_refused() {
    let (mut random, mut read, mut refused) = (Random(0x5eed), 0, 0);
    let count = some_modules(MANGLED, usize::MAX, |Stored { offset: at, bitcode, .. }| {
        assert!(walk(bitcode, at));
        let mut tally = |bytes: &[u8]| {
            if !walk(bytes, at) {
                refused += 1;
                return;
            }
            read += 1;
            // What can be read can be written, and says the same then.
            let events = stream::events(bytes, at).unwrap();
            assert!(stream::events(&stream::write(&events).unwrap(), at).unwrap() == events);
        };
        for _ in 0..times(FLIPS) {
            let mut bytes = bitcode.to_vec();
            for _ in 0..=random.below(3) {
                let range = if random.below(2) == 0 { bytes.len().min(1024) } else { bytes.len() };
                bytes[random.below(range)] ^= 1 << random.below(8);
            }
            tally(&bytes);
        }
        (0..CUTS).for_each(|_| tally(&bitcode[..random.below(bitcode.len())]));
    });
    note!("of {count} modules: {read} mangled copies read, {refused} refused");
    assert!(refused > read && read > 0);
}

/// Streams of a megabyte or so, each of them the most of something.
fn greedy_streams_take_no_more_than_they_are() {
    let abbreviation = |fields: &[Field], tail| Abbreviation::new(fields.iter().copied(), tail).unwrap();
    let enter = |width| Event::Enter { id: 8, width };
    let define = |id, abbreviation: Abbreviation| Event::Define { id, abbreviation: abbreviation.into() };
    let record =
        |abbreviation, code, operands: Vec<u64>| Event::Record { abbreviation, code, operands, blob: None };
    let set_block = |id: u64| BlockInfoItem::Record { code: SETBID, operands: [id].into() };
    let whole = |middle: Vec<Event>| [vec![enter(3)], middle, vec![Event::Exit]].concat();
    let code = Field::Literal(1);
    let bits = define(4, abbreviation(&[code], Tail::Array(Field::Fixed(1))));
    let literals = define(4, abbreviation(&[Field::Literal(1); 10_000], Tail::None));
    let small = || BlockInfoItem::Abbreviation(abbreviation(&[Field::Char6], Tail::None).into());
    let info = |items| Event::BlockInfo(BlockInfoBlock { abbreviation_width: 2, items });
    let streams = [
        ("an array of bits", false, whole(vec![bits, record(Some(4), 1, vec![1; 8 << 20])])),
        ("operands", true, whole(vec![record(None, 1, vec![1; 1 << 20])])),
        (
            "literals",
            false,
            whole([vec![literals], vec![record(Some(4), 1, vec![1; 9_999]); 1_000]].concat()),
        ),
        ("records", true, whole(vec![record(None, 1, vec![]); 1 << 19])),
        ("blocks", true, whole(vec![vec![enter(2), Event::Exit]; 1 << 16].concat())),
        (
            "abbreviations",
            false,
            whole((0..40_000).map(|id| define(4 + id, abbreviation(&[Field::Char6], Tail::None))).collect()),
        ),
        (
            "abbreviations of closed blocks",
            true,
            whole(
                vec![
                    vec![enter(2), define(4, abbreviation(&[Field::Char6; 100], Tail::None)), Event::Exit];
                    10_000
                ]
                .concat(),
            ),
        ),
        (
            "registered abbreviations",
            false,
            whole(vec![info(vec![vec![set_block(9), small()]; 40_000].concat())]),
        ),
        ("block ids", false, whole(vec![info((0..100_000).map(set_block).collect())])),
        ("BLOCKINFO blocks", true, whole(vec![info(vec![]); 50_000])),
        (
            "registered abbreviations of many blocks",
            true,
            whole(
                [
                    vec![info([vec![set_block(8)], vec![small(); 30_000]].concat())],
                    vec![vec![enter(2), info(vec![set_block(8), small()]), Event::Exit]; 2_000].concat(),
                    vec![vec![enter(2), Event::Exit]; 50_000].concat(),
                ]
                .concat(),
            ),
        ),
    ];
    for (what, is_read, events) in streams {
        let bytes = stream::write(&events).unwrap();
        drop(events);
        let start = Instant::now();
        assert_eq!(walk(&bytes, 0), is_read, "{what}");
        let took = start.elapsed();
        assert!(took < Duration::from_secs(2), "{what}: {took:?} for {} bytes", bytes.len());
    }
}

/// Counts that only claim to be large take no memory at all.
fn counts_that_claim_to_be_large_take_nothing() {
    for tail in [Tail::Array(Field::Fixed(1)), Tail::Blob] {
        let mut writer = Writer::new();
        writer.enter_block(8, 3).unwrap();
        let abbreviation = Abbreviation::new([Field::Literal(1)], tail).unwrap();
        let id = writer.define_abbreviation(abbreviation).unwrap();
        match tail {
            Tail::Blob => writer.record_with_blob(id, 1, &[], &[0; 1000]).unwrap(),
            _ => writer.record_with(id, 1, &[0; 1000]).unwrap(),
        }
        writer.exit_block().unwrap();
        let bytes = writer.finish().unwrap();
        for at in 12..20 {
            let mut claims = bytes.clone();
            claims[at..].iter_mut().take(5).for_each(|byte| *byte = 0xff);
            let (_, claimed) = taken(|| walk(&claims, 0));
            assert!(claimed.peak < 1 << 16);
        }
    }
}
