//! Bitstreams whole: real modules walked and copied, random ones written and read, hostile ones refused.

use std::sync::Arc;

use dxil_ir::IrErrorKind;
use dxil_ir::bitstream::{
    Abbreviation, BitstreamErrorKind, BlockInfoBlock, BlockInfoItem, Entry, Field, MAGIC, Reader, Record,
    SETBID, Tail, Writer,
};
use located::Place;
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::generate::stream::{Event, events, write};
use testkit::modules::{self, Stored};
use testkit::{Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    real_modules_are_copied_byte_for_byte,
    any_stream_comes_back,
    any_bytes_are_read_or_refused,
    faults_are_named_with_their_place,
    blocks_nest_as_deep_as_the_limit,
    the_bits_are_those_of_llvm,
    what_cannot_be_written_is_refused_and_leaves_nothing,
    registered_abbreviations_come_first_and_only_in_blocks_that_begin_later
];

/// Every module is read to its end, and what was read, written again, is the same bits.
fn real_modules_are_copied_byte_for_byte() {
    let (mut modules, mut copied, mut bytes, mut records) = (0, 0, 0, 0);
    let walked = modules::each_module(|Stored { path, offset: at, bitcode, .. }| {
        let events = events(bitcode, at).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let copy = write(&events).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        modules += 1;
        bytes += bitcode.len();
        records += events.iter().filter(|event| matches!(event, Event::Record { .. })).count();
        copied += usize::from(copy == bitcode);
        assert!(copy == bitcode, "{}: the module at {at:#x} is not the same", path.display());
    });
    note!("{modules} modules walked, {bytes} bytes, {records} records; {copied} copies are byte-identical");
    walked.without_filter();
}

/// What stands in a block, as it is drawn; numbers choose among what is there and fits.
#[derive(Debug, Clone)]
enum Item {
    Define(Abbreviation),
    Record { choice: usize, code: u32, operands: Vec<u64>, blob: Vec<u8> },
    Block { id: u32, width: u32, items: Vec<Item> },
    BlockInfo(Vec<(u32, Abbreviation)>),
}

fn field() -> impl Strategy<Value = Field> {
    prop_oneof![
        number().prop_map(Field::Literal),
        (0..=32u32).prop_map(Field::Fixed),
        prop_oneof![Just(0), 2..=32u32].prop_map(Field::Vbr),
        Just(Field::Char6),
    ]
}

/// Of every size.
fn number() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0..64u32).prop_map(|(number, shift)| number >> shift)
}

fn abbreviation() -> impl Strategy<Value = Abbreviation> {
    let tail = prop_oneof![
        Just(Tail::None),
        Just(Tail::Blob),
        field().prop_map(|field| match field {
            Field::Literal(_) | Field::Fixed(0) | Field::Vbr(0) => Tail::Array(Field::Vbr(6)),
            field => Tail::Array(field),
        })
    ];
    let code = field().prop_map(|code| match code {
        Field::Literal(literal) => Field::Literal(literal & 0xffff_ffff),
        code => code,
    });
    (code, vec(field(), 0..4), tail)
        .prop_map(|(code, fields, tail)| Abbreviation::new([code].into_iter().chain(fields), tail).unwrap())
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    let block_info = vec((8..12u32, abbreviation()), 0..4).prop_map(Item::BlockInfo);
    let record = (any::<usize>(), number(), vec(number(), 0..9), any::<Vec<u8>>()).prop_map(
        |(choice, code, operands, blob)| Item::Record {
            choice,
            code: (code & 0xffff_ffff) as u32,
            operands,
            blob,
        },
    );
    let leaf = prop_oneof![2 => abbreviation().prop_map(Item::Define), 6 => record, 1 => block_info];
    let block = leaf.prop_recursive(4, 64, 8, |inner| {
        (8..12u32, 5..=32u32, vec(inner, 0..8)).prop_map(|(id, width, items)| Item::Block {
            id,
            width,
            items,
        })
    });
    vec(block, 0..8)
}

/// The value nearest to `value` that a field can hold.
fn fitted(field: Field, value: u64) -> u64 {
    match field {
        Field::Literal(literal) => literal,
        Field::Fixed(width) => value & ((1 << width) - 1),
        Field::Vbr(0) => 0,
        Field::Vbr(_) => value,
        Field::Char6 => u64::from(b"azAZ09._"[(value % 8) as usize]),
    }
}

/// Turns what was drawn into what can be written.
#[derive(Default)]
struct Drawn {
    registered: Vec<(u32, Arc<Abbreviation>)>,
    events: Vec<Event>,
}

impl Drawn {
    fn block(&mut self, id: u32, width: u32, items: &[Item]) {
        self.events.push(Event::Enter { id, width });
        let registered = self.registered.iter().filter(|(block, _)| *block == id);
        let mut abbreviations: Vec<_> =
            registered.map(|(_, abbreviation)| Arc::clone(abbreviation)).collect();
        for item in items {
            match item {
                Item::Define(abbreviation) => {
                    let abbreviation = Arc::new(abbreviation.clone());
                    abbreviations.push(Arc::clone(&abbreviation));
                    self.events.push(Event::Define {
                        id: 3 + u32::try_from(abbreviations.len()).unwrap(),
                        abbreviation,
                    });
                }
                Item::Block { id, width, items } => self.block(*id, *width, items),
                Item::BlockInfo(infos) => self.block_info(infos),
                Item::Record { choice, code, operands, blob } => {
                    let choice = choice % (abbreviations.len().min(28) + 1);
                    let event = match abbreviations.get(choice) {
                        Some(abbreviation) => abbreviated(choice, abbreviation, (*code, operands, blob)),
                        None => Event::Record {
                            abbreviation: None,
                            code: *code,
                            operands: operands.clone(),
                            blob: None,
                        },
                    };
                    self.events.push(event);
                }
            }
        }
        self.events.push(Event::Exit);
    }

    fn block_info(&mut self, infos: &[(u32, Abbreviation)]) {
        let mut items = Vec::new();
        for (block, abbreviation) in infos {
            let abbreviation = Arc::new(abbreviation.clone());
            items.push(BlockInfoItem::Record { code: SETBID, operands: [u64::from(*block)].into() });
            items.push(BlockInfoItem::Abbreviation(Arc::clone(&abbreviation)));
            self.registered.push((*block, abbreviation));
        }
        self.events.push(Event::BlockInfo(BlockInfoBlock { abbreviation_width: 2, items }));
    }
}

/// A record of these, as an abbreviation can have it.
fn abbreviated(
    index: usize,
    abbreviation: &Abbreviation,
    (code, operands, blob): (u32, &[u64], &[u8]),
) -> Event {
    let drawn = |index: usize| operands.get(index).copied().unwrap_or(index as u64);
    let fields = abbreviation.fields();
    let mut fitting: Vec<u64> =
        fields.iter().enumerate().map(|(at, &field)| fitted(field, drawn(at))).collect();
    if let Tail::Array(element) = abbreviation.tail() {
        fitting.extend(operands.iter().map(|&operand| fitted(element, operand)));
    }
    Event::Record {
        abbreviation: Some(4 + u32::try_from(index).unwrap()),
        code: u32::try_from(fitted(abbreviation.code(), code.into())).unwrap(),
        operands: fitting,
        blob: (abbreviation.tail() == Tail::Blob).then(|| blob.to_vec()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(times(256) as u32) })]

    /// What is written is read again, and a copy of it is the same bits.
    fn any_stream_comes_back(items in items(), width in 5..=32u32) {
        let mut drawn = Drawn::default();
        drawn.block(8, width, &items);
        let bytes = write(&drawn.events).unwrap();
        let read = events(&bytes, 0).unwrap();
        prop_assert_eq!(&read, &drawn.events);
        prop_assert!(write(&read).unwrap() == bytes);
        // A reader that skips what is in the module sees the module.
        let (mut reader, mut record) = (Reader::new(&bytes, 0).unwrap(), Record::default());
        let Entry::Block(block) = reader.next(&mut record).unwrap() else { panic!("a block comes first") };
        prop_assert_eq!((block.id, block.offset + 4 * u64::from(block.words)), (8, bytes.len() as u64));
        reader.skip().unwrap();
        prop_assert_eq!(reader.next(&mut record).unwrap(), Entry::End);
    }

    /// Bytes without meaning are refused at a place that lies in them.
    fn any_bytes_are_read_or_refused(rest in vec(any::<u8>(), 0..200), base in 0..1000u64) {
        // Most begin with a module, so that more than the first bits is looked at.
        let mut bytes = [&MAGIC[..], &[0x21, 0x0c, 0, 0, 50, 0, 0, 0]].concat();
        bytes.extend(rest);
        if let Err(error) = events(&bytes, base) {
            let Place { offset, len, .. } = error.place();
            prop_assert!(offset >= base && offset + len <= base + bytes.len() as u64, "{}", error);
        }
    }
}

/// The kind of error of reading a stream, and its place.
fn refused(bytes: &[u8]) -> (BitstreamErrorKind, Place) {
    let error = events(bytes, 0x100).unwrap_err();
    let IrErrorKind::Bitstream(kind) = error.kind() else { panic!("{error}") };
    (kind.clone(), error.place())
}

/// A stream of these words after the magic.
fn stream(words: &[u32]) -> Vec<u8> {
    [MAGIC].into_iter().chain(words.iter().map(|word| word.to_le_bytes())).flatten().collect()
}

/// A block of id 8 with abbreviation ids of three bits begins so, its length comes next.
const MODULE: u32 = 1 | 8 << 2 | 3 << 10;

fn faults_are_named_with_their_place() {
    use BitstreamErrorKind as Kind;
    let at = |offset: u64, len, bit| Place { offset: 0x100 + offset, len, bit };
    for (bytes, kind, place) in [
        (b"BC".to_vec(), Kind::BadMagic { found: b"BC".to_vec() }, at(0, 2, 0)),
        (stream(&[0]), Kind::OutsideBlocks { found: 0 }, at(4, 1, 0)),
        (stream(&[3]), Kind::OutsideBlocks { found: 3 }, at(4, 1, 0)),
        (stream(&[MODULE]), Kind::Truncated { what: "a block's length", needed: 32, left: 0 }, at(8, 0, 0)),
        (stream(&[MODULE, 2, 0]), Kind::BlockLength { id: 8, stated: 2, left: 1 }, at(8, 4, 0)),
        (stream(&[MODULE, 2, 0, 0]), Kind::BlockEnd { id: 8, stated: 2, found: 1 }, at(12, 4, 0)),
        (
            stream(&[MODULE, 0, 0]),
            Kind::PastBlock { what: "an abbreviation id", needed: 3, left: 0 },
            at(12, 0, 0),
        ),
        (stream(&[1 | 8 << 2, 1, 0]), Kind::AbbreviationWidth { id: 8, found: 0 }, at(5, 1, 2)),
        (stream(&[MODULE, 1, 5]), Kind::UnknownAbbreviation { found: 5, defined: 0 }, at(12, 1, 0)),
        // A record of code 1 with 31 operands in the 17 bits that are left.
        (
            stream(&[MODULE, 1, 3 | 1 << 3 | 31 << 9]),
            Kind::Count { what: "operands", count: 31, needed: 186, left: 17 },
            at(13, 1, 1),
        ),
        (stream(&[1 | 2 << 10, 1, 0, 0]), Kind::OutsideBlocks { found: 0 }, at(16, 1, 0)),
        (stream(&[1 | 2 << 10, 1, 1 | 8 << 2]), Kind::BlockInBlockInfo { found: 8 }, at(12, 2, 0)),
        // One operand, a literal 0, before any block was named.
        (stream(&[1 | 2 << 10, 1, 2 | 1 << 2 | 1 << 7]), Kind::NoSetBid, at(12, 2, 0)),
        (stream(&[1 | 2 << 10, 1, 3 | 1 << 2]), Kind::EmptySetBid, at(12, 2, 0)),
        // An array of literals, which would have any count.
        (
            stream(&[MODULE, 2, 2 | 3 << 3 | 1 << 8 | 3 << 18 | 1 << 21, 1 | 9 << 1]),
            Kind::ElementsWithoutBits { count: 9 },
            at(16, 1, 1),
        ),
    ] {
        assert_eq!(refused(&bytes), (kind, place), "{bytes:02x?}");
    }
}

fn blocks_nest_as_deep_as_the_limit() {
    let nested = |depth| {
        let mut events = vec![Event::Enter { id: 8, width: 3 }; depth];
        events.extend(vec![Event::Exit; depth]);
        write(&events).unwrap()
    };
    assert!(events(&nested(dxil_ir::limits::BLOCK_DEPTH), 0).is_ok());
    assert_eq!(refused(&nested(dxil_ir::limits::BLOCK_DEPTH + 1)).0, BitstreamErrorKind::Depth);
}

fn the_bits_are_those_of_llvm() {
    let mut writer = Writer::new();
    assert!(writer.is_empty());
    writer.enter_block(8, 3).unwrap();
    writer.record(1, &[1]).unwrap();
    writer.exit_block().unwrap();
    // As the first words of every module of DXC: a block of id 8, and VERSION, 1.
    assert_eq!(writer.finish().unwrap(), stream(&[MODULE, 1, 3 | 1 << 3 | 1 << 9 | 1 << 15]));
}

fn what_cannot_be_written_is_refused_and_leaves_nothing() {
    let mut writer = Writer::new();
    let abbreviation = |tail| Abbreviation::new([Field::Literal(7), Field::Fixed(3)], tail).unwrap();
    assert!(writer.exit_block().is_err() && writer.record(1, &[]).is_err());
    assert!(writer.define_abbreviation(abbreviation(Tail::None)).is_err());
    assert!(writer.enter_block(8, 0).is_err() && writer.enter_block(8, 33).is_err());
    writer.enter_block(8, 3).unwrap();
    assert!(writer.register_abbreviation(8, abbreviation(Tail::None)).is_err());
    let plain = writer.define_abbreviation(abbreviation(Tail::None)).unwrap();
    let array = writer.define_abbreviation(abbreviation(Tail::Array(Field::Char6))).unwrap();
    let blob = writer.define_abbreviation(abbreviation(Tail::Blob)).unwrap();
    assert_eq!([plain, array, blob], [4, 5, 6]);
    let constant = Abbreviation::new([Field::Vbr(6)], Tail::Array(Field::Literal(1))).unwrap();
    let constant = writer.define_abbreviation(constant).unwrap();
    let eighth = writer.define_abbreviation(abbreviation(Tail::None)).unwrap();
    let before = writer.clone().exit_block_and_finish();
    let code = |result: dxil_ir::Result<()>| {
        use located::Kind as _;
        result.unwrap_err().kind().code()
    };
    assert_eq!(code(writer.record_with(plain, 8, &[1])), "write.field-value");
    assert_eq!(code(writer.record_with(plain, 7, &[8])), "write.field-value");
    assert_eq!(code(writer.record_with(plain, 7, &[])), "write.operand-count");
    assert_eq!(code(writer.record_with(plain, 7, &[1, 2])), "write.operand-count");
    assert_eq!(code(writer.record_with(array, 7, &[1, 45])), "write.field-value");
    assert_eq!(code(writer.record_with(blob, 7, &[1])), "write.blob");
    assert_eq!(code(writer.record_with_blob(plain, 7, &[1], b"blob")), "write.blob");
    assert_eq!(code(writer.record_with(constant, 7, &[1])), "bitstream.abbreviation");
    assert_eq!(code(writer.record_with(eighth, 7, &[1])), "write.id-width");
    assert_eq!(code(writer.record_with(9, 7, &[1])), "bitstream.unknown-abbreviation");
    assert_eq!(code(writer.record_with(3, 7, &[1])), "bitstream.unknown-abbreviation");
    assert!(writer.clone().finish().is_err());
    assert_eq!(writer.exit_block_and_finish(), before);
}

/// Ends the one open block and the stream.
trait Finish {
    fn exit_block_and_finish(self) -> Vec<u8>;
}

impl Finish for Writer {
    fn exit_block_and_finish(mut self) -> Vec<u8> {
        self.exit_block().unwrap();
        self.finish().unwrap()
    }
}

fn registered_abbreviations_come_first_and_only_in_blocks_that_begin_later() {
    let abbreviation = |code| Arc::new(Abbreviation::new([Field::Literal(code)], Tail::None).unwrap());
    let mut writer = Writer::new();
    writer.enter_block(8, 4).unwrap();
    assert_eq!(writer.define_abbreviation(abbreviation(1)).unwrap(), 4);
    writer.enter_block(0, 2).unwrap();
    assert!(writer.define_abbreviation(abbreviation(2)).is_err(), "before SETBID");
    assert!(writer.record(SETBID, &[]).is_err());
    assert_eq!(writer.register_abbreviation(8, abbreviation(2)).unwrap(), 4);
    assert_eq!(writer.register_abbreviation(8, abbreviation(3)).unwrap(), 5);
    assert_eq!(writer.register_abbreviation(9, abbreviation(4)).unwrap(), 4);
    writer.exit_block().unwrap();
    writer.record_with(4, 1, &[]).unwrap();
    writer.enter_block(8, 4).unwrap();
    assert_eq!(writer.define_abbreviation(abbreviation(5)).unwrap(), 6);
    writer.record_with(5, 3, &[]).unwrap();
    writer.record_with(6, 5, &[]).unwrap();
    writer.exit_block().unwrap();
    let bytes = writer.exit_block_and_finish();

    let (mut reader, mut record) = (Reader::new(&bytes, 0).unwrap(), Record::default());
    let mut codes = Vec::new();
    loop {
        match reader.next(&mut record).unwrap() {
            Entry::Block(_) => reader.enter().unwrap(),
            Entry::Record => codes.push(record.code),
            Entry::DefineAbbreviation(id) => assert!(reader.abbreviation(id).is_some()),
            Entry::BlockInfo => assert_eq!(reader.registered(8), [abbreviation(2), abbreviation(3)]),
            Entry::EndBlock => {}
            Entry::End => break,
        }
    }
    assert_eq!(codes, [1, 3, 5]);
    // SETBID is written once for abbreviations of one block.
    let records = reader.block_infos()[0].items.iter();
    assert_eq!(records.filter(|item| matches!(item, BlockInfoItem::Record { .. })).count(), 2);
    assert!(reader.enter().is_err() && reader.skip().is_err());
}
