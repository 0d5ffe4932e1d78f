//! Listings with instruction numbers, offsets and words, of every program in the corpus.

use std::fs;

use dx_bytecode::control_flow::ControlFlow;
use dx_bytecode::numbering::{Head, roles};
use dx_bytecode::text::{Shown, without_numbering};
use dx_bytecode::{Program, d3d9, listing, text};
use dx_container::parts::View as _;
use dx_container::parts::level9::Level9;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, is_container};
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    listings_with_numbers_are_the_same_program,
    listings_of_fxc_with_numbers_are_read,
    functions_are_printed_alone
];

const NUMBERS: Shown = Shown { with_numbers: true, function: None };

/// Calls `check` with each container that a compiler wrote and with its token programs.
fn each_program(mut check: impl FnMut(&str, &Container<'_>, Payload<'_>)) -> usize {
    let mut count = 0;
    for path in corpus::paths() {
        let Ok(bytes) = fs::read(&path) else { continue };
        if !is_container(&bytes) || corpus::is_damaged(&path, &bytes) {
            continue;
        }
        let Ok(container) = Container::parse(&bytes) else { continue };
        for part in container.parts().iter().filter(|part| dx_bytecode::program::is_tokens(part.name)) {
            check(&path.display().to_string(), &container, container.payload(part));
            count += 1;
        }
    }
    count
}

/// The numbers, offsets and words of a listing, and its lines without these columns.
#[derive(Default)]
struct Columns {
    /// The number and the offset of each statement.
    statements: Vec<(Option<usize>, usize)>,
    words: Vec<u32>,
    text: String,
}

fn columns(listing: &str) -> Columns {
    let mut found = Columns::default();
    for line in listing.lines() {
        let (code, words) = line.rsplit_once("//").map_or((line, ""), |(code, words)| (code, words));
        let code = code.trim_end();
        let columns = code.split_whitespace().take(2).find(|column| column.ends_with(':'));
        let rest = without_numbering(code);
        if let Some(column) = columns.filter(|_| rest.len() < code.len()) {
            let offset = column.trim_end_matches(':').trim_start_matches("0x");
            let number = code.split_whitespace().next().and_then(|number| number.parse().ok());
            found.statements.push((number, usize::from_str_radix(offset, 16).expect("an offset")));
            // The blanks after the colon are the indentation.
            found.text.push_str(code.split_once(": ").expect("columns").1);
        } else {
            found.text.push_str(code.get(18..).unwrap_or(code));
        }
        found.text.push('\n');
        found
            .words
            .extend(words.split_whitespace().map(|word| u32::from_str_radix(word, 16).expect("a word")));
    }
    found
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes"))).collect()
}

fn without_trailing_blanks(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The words are the words of the part, the offsets are positions in the part, and the columns change nothing else.
fn listings_with_numbers_are_the_same_program() {
    let mut level9 = 0;
    let count = each_program(|name, container, payload| {
        let (mut plain, mut numbered) = (String::new(), String::new());
        text::print_part(&mut plain, payload).expect("valid");
        text::print_part_with(&mut numbered, payload, NUMBERS).expect("valid");
        let found = columns(&numbered);
        assert_eq!(found.text, without_trailing_blanks(&plain), "{name}");
        let program = Program::read(payload).expect("valid");
        let length = 4 * (2 + program.encode().expect("it fits").len());
        assert!(found.words == words(&payload.bytes[..length]), "{name}: all words, in order");
        let numbers: Vec<_> = roles(&program.statements).into_iter().map(|(_, role)| role.number()).collect();
        assert_eq!(found.statements[0], (None, 0), "{name}: the version");
        let listed: Vec<_> = found.statements[1..].iter().map(|(number, _)| *number).collect();
        assert_eq!(listed, numbers, "{name}");
        assert!(found.statements.is_sorted_by_key(|(_, offset)| *offset), "{name}");
        assert!(text::parse(&numbered).expect("valid text") == program, "{name}: the same program");

        let mut whole = String::new();
        listing::print_with(&mut whole, container, NUMBERS).expect("valid");
        let mut default = String::new();
        listing::print(&mut default, container).expect("valid");
        let build = |text: &str| {
            listing::assemble(text).expect("valid").build(dx_container::Signing::Sign).expect("it fits")
        };
        assert!(build(&whole) == build(&default), "{name}: the same container");

        let Some(part) = container.part(FourCc::AON9) else { return };
        let part = Level9::parse(container.payload(&part)).expect("valid");
        let mut numbered = String::new();
        d3d9::listing::print_plain_with(&mut numbered, part.program, 0, NUMBERS).expect("valid");
        let found = columns(&numbered);
        let mut stored = words(part.program);
        assert_eq!(stored.pop(), Some(0xffff), "{name}: the end token has no line");
        assert!(found.words == stored, "{name}: all words of the Direct3D 9 program");
        let program = d3d9::Program::read(part.program, 0).expect("valid");
        assert!(d3d9::text::parse(&numbered).expect("valid text") == program, "{name}: the same program");
        level9 += 1;
    });
    note!("{count} programs, {level9} for feature level 9");
    corpus::assert_at_least("programs", count, [5, 525]);
}

/// The columns that fxc prints with `/Ni`, with `/No` and with both.
fn listings_of_fxc_with_numbers_are_read() {
    let expected = text::parse("ps_5_0\ndcl_temps 1\nmov r0.x, l(1)\nret\n").expect("valid text");
    for listing in [
        "      ps_5_0\n      dcl_temps 1\n   0: mov r0.x, l(1)\n   1: ret\n",
        "0x00000000: ps_5_0\n0x00000008: dcl_temps 1\n0x00000010: mov r0.x, l(1)\n0x00000024: ret\n",
        "      0x00000000: ps_5_0\n      0x00000008: dcl_temps 1\n   0  0x00000010: mov r0.x, l(1)\n   1  0x00000024: ret\n",
    ] {
        assert_eq!(text::parse(listing).expect("valid text"), expected, "{listing}");
    }
    assert!(text::parse("ps_5_0\n0: 1: ret\n").is_err(), "one number only");
    assert!(text::parse("ps_5_0\n0 ret\n").is_err(), "a number without a colon");
}

/// The functions of a program have the instructions of its control flow graph.
fn functions_are_printed_alone() {
    let mut functions = 0;
    each_program(|name, _, payload| {
        let program = Program::read(payload).expect("valid");
        for function in ControlFlow::of(&program).functions {
            let mut printed = String::new();
            let shown = Shown { with_numbers: true, function: Some(function.head) };
            text::print_part_with(&mut printed, payload, shown).expect("valid");
            let count = columns(&printed).statements.iter().filter(|(number, _)| number.is_some()).count();
            let statements = function.blocks.iter().map(|block| block.statements.len());
            assert_eq!(count, statements.sum::<usize>(), "{name}: {}", function.head);
            let first = printed.lines().next().unwrap_or_default();
            let is_number = first.trim_start().starts_with("0  0x");
            assert_eq!(is_number, function.head == Head::Main, "{name}: {}: {first}", function.head);
            functions += 1;
        }
    });
    note!("{functions} functions");
    corpus::assert_at_least("functions", functions, [5, 560]);
}
