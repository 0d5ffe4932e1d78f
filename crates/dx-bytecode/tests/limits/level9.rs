//! Damaged parts Aon9, and damaged Direct3D 9 programs that are files: nothing panics, what can be read comes back byte
//! by byte, and all of it takes memory in proportion.

use dx_bytecode::check::Report;
use dx_bytecode::d3d9::check::{check, check_mappings};
use dx_bytecode::d3d9::{Declarations, Program, listing, text};
use dx_container::parts::level9::Level9;
use dx_container::parts::{self, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, is_container};
use testkit::corpus::{self, root};
use testkit::damage::bytes::mangle;
use testkit::heap::Limit;
use testkit::random::Random;
use testkit::{Failed, Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    damaged_parts_are_read_or_refused,
    damaged_files_are_read_or_refused,
    large_files_take_memory_in_proportion
];

const DAMAGED: usize = 20_000;
/// What all of it together may take: a token of four bytes becomes a statement, and a line of text and its statement.
const HEAP: Limit = Limit { per_byte: 128, free: 32 << 10 };

/// The parts Aon9 of all files.
fn sources() -> Result<Vec<Vec<u8>>, Failed> {
    let own = std::fs::read(root().join("tests/corpus/tokens/level9.dxbc"))?;
    let mut sources = Vec::new();
    let mut add = |bytes: &[u8]| {
        let container = Container::parse(bytes).ok().filter(|_| is_container(bytes));
        let part = container.as_ref().and_then(|container| container.part(FourCc::AON9));
        sources.extend(part.map(|part| part.data.to_vec()));
    };
    add(&own);
    corpus::each_file(|_, bytes| add(bytes)).without_filter();
    corpus::at_least("Aon9 parts", sources.len(), [1, 1])?;
    Ok(sources)
}

/// Reads a program in all ways there are; whether it can be.
fn read_program(bytes: &[u8]) -> bool {
    let declared = Declarations::read(bytes, 0);
    let mut page = String::new();
    let shown = listing::print(&mut page, bytes, 0);
    match Program::read(bytes, 0) {
        Ok(program) => {
            assert_eq!(program.to_bytes().expect("what was read fits"), bytes);
            declared.expect("what can be read can be listed");
            shown.expect("what can be read can be printed");
            assert!(text::parse(&page).is_ok_and(|again| again == program), "{page}");
            let _ = check(&program);
            true
        }
        Err(_) => {
            assert!(declared.is_err() && shown.is_err());
            false
        }
    }
}

/// Reads a part in all ways there are; whether its tables, and whether its program can be.
fn read_part(bytes: &[u8]) -> (bool, bool) {
    let payload = Payload::new(FourCc::AON9, bytes);
    let Ok(part) = Level9::parse(payload) else { return (false, false) };
    assert_eq!(parts::rewrite(payload).expect("what was read can be written").bytes, bytes);
    check_mappings(&part, &mut Report::default());
    (true, read_program(part.program))
}

fn damaged(sources: &[Vec<u8>], random: &mut Random, index: usize) -> Vec<u8> {
    let mut bytes = sources[index % sources.len()].clone();
    mangle(&mut bytes, random);
    if index.is_multiple_of(3) {
        bytes.truncate(random.below(bytes.len()));
    }
    bytes
}

fn damaged_parts_are_read_or_refused() -> Result<(), Failed> {
    let sources = sources()?;
    let mut random = Random(9);
    let (mut tables, mut programs) = (0, 0);
    for index in 0..DAMAGED {
        let mut bytes = damaged(&sources, &mut random, index);
        // Half of the damage is where the header and the tables are.
        if index.is_multiple_of(2) && !bytes.is_empty() {
            let head = bytes.len().min(80);
            mangle(&mut bytes[..head], &mut random);
        }
        let (has_tables, has_program) = HEAP.of("a part", bytes.len(), || read_part(&bytes));
        tables += usize::from(has_tables);
        programs += usize::from(has_program);
    }
    note!("of {DAMAGED} damaged parts {tables} read, {programs} with their program");
    assert!(programs * 50 > DAMAGED && programs < tables && tables < DAMAGED, "{tables}, {programs}");
    Ok(())
}

fn damaged_files_are_read_or_refused() -> Result<(), Failed> {
    let parts = sources()?;
    let program = |part: &Vec<u8>| {
        let payload = Payload::new(FourCc::AON9, part);
        Level9::parse(payload).map(|part| part.program.to_vec()).ok()
    };
    let sources: Vec<Vec<u8>> = parts.iter().filter_map(program).collect();
    let mut random = Random(27);
    let mut read = 0;
    for index in 0..DAMAGED {
        let bytes = damaged(&sources, &mut random, index);
        read += usize::from(HEAP.of("a program", bytes.len(), || read_program(&bytes)));
    }
    note!("{read} of {DAMAGED} damaged programs read");
    assert!(read * 20 > DAMAGED && read < DAMAGED, "{read}");
    Ok(())
}

fn large_files_take_memory_in_proportion() {
    const COUNT: usize = 250_000;
    let nop = 0_u32;
    // Vertex shader 2.0, and pixel shader 1.4 whose last token is missing.
    for (version, end, is_whole) in [(0xfffe_0200_u32, 0xffff_u32, true), (0xffff_0104, nop, false)] {
        let words = std::iter::once(version).chain(std::iter::repeat_n(nop, COUNT)).chain([end]);
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        assert_eq!(HEAP.of("a large program", bytes.len(), || read_program(&bytes)), is_whole);
    }
}
