//! Token programs of shader models 4 and 5: every one there is in `examples/`, in `tests/corpus/` and in the folder
//! that the variable SHADER_CORPUS names; and what no compiler writes, by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use dx_bytecode::{Program, ProgramErrorKind, statistics, text};
use dx_container::fields::{Field, Sink};
use dx_container::parts::View as _;
use dx_container::parts::statistics::{CommonCounters, Statistics};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, is_container, parts};
use testkit::corpus::{self, root};
use testkit::random::Random;
use testkit::{Completion, Test, note, skipped, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    programs_come_back_from_tokens_and_text,
    every_opcode_has_a_case,
    counters_follow_from_the_instructions,
    broken_tokens_are_errors_with_their_place,
    endless_indexing_is_refused,
    endless_extensions_are_refused,
    tokens_that_no_compiler_writes_come_back_from_text,
    version_words_come_back_from_text,
    custom_data_comes_back_from_text,
    numbers_come_back_from_text,
    literals_are_read_as_instructions_take_them,
    mangled_programs_come_back_from_text,
    mangled_texts_are_read_or_refused
];

/// The files with a container that a compiler or assembler made.
fn shaders() -> Vec<(PathBuf, Vec<u8>)> {
    let read = corpus::paths().into_iter().filter_map(|path| Some((path.clone(), fs::read(path).ok()?)));
    read.filter(|(path, bytes)| is_container(bytes) && !corpus::is_damaged(path, bytes)).collect()
}

fn programs(bytes: &[u8]) -> Vec<(Payload<'_>, Program)> {
    let Ok(container) = Container::parse(bytes) else { return Vec::new() };
    let parts =
        container.parts().iter().filter(|part| part.name == FourCc::SHDR || part.name == FourCc::SHEX);
    let payloads = parts.map(|part| container.payload(part));
    payloads
        .map(|payload| (payload, Program::read(payload).unwrap_or_else(|error| panic!("{error}"))))
        .collect()
}

fn printed(program: &Program) -> String {
    let mut out = String::new();
    text::print(&mut out, program);
    out
}

fn parsed(source: &str) -> Program {
    text::parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"))
}

/// Tokens, model and text say the same, and of what compilers write hardly anything has no spelling.
fn programs_come_back_from_tokens_and_text() {
    let (mut count, mut folders, mut unsaid) = (0, BTreeMap::<_, usize>::new(), Vec::new());
    for (path, bytes) in shaders() {
        for (payload, program) in programs(&bytes) {
            let tokens = program.encode().expect("it fits");
            let tokens: Vec<u8> = tokens.iter().flat_map(|word| word.to_le_bytes()).collect();
            assert!(tokens == payload.bytes[8..], "{}: the same tokens", path.display());
            let source = printed(&program);
            assert!(parsed(&source) == program, "{}: the same from its text", path.display());
            unsaid.extend(source.lines().filter(|line| line.contains('@')).map(str::to_owned));
            count += 1;
            *folders.entry(path.parent().expect("it lies in a folder").to_owned()).or_default() += 1;
        }
    }
    note!("{count} programs, {} lines with attributes: {folders:?}", unsaid.len());
    // Sparse feedback and sample positions have a word at their end that nothing refers to.
    assert!(unsaid.iter().all(|line| line.contains("@rest(") && !line.contains("@0x")), "{unsaid:#?}");
    assert!(unsaid.len() * 20 <= count, "{unsaid:#?}");
    corpus::assert_at_least("programs", count, [5, 525]);
    if let Some(corpus) = corpus::folder().filter(|_| corpus::is_known()) {
        let of = |folder: &str| folders.get(&corpus.join(folder)).copied().unwrap_or_default();
        assert!(of("vkd3d-proton") + of("fxc") >= 473, "every program of both folders");
    }
}

/// Each instruction and declaration stands in a case, between the ones in which it is written by hand.
fn every_opcode_has_a_case() {
    let folder = root().join("tests/cases/dis");
    let cases = fs::read_dir(folder).expect("there are cases").map(|entry| entry.expect("a case").path());
    let of_opcodes = cases.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("opcodes_"));
    let programs = of_opcodes.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    let mut seen = std::collections::BTreeSet::new();
    for path in programs {
        let case = fs::read_to_string(&path).expect("a case is text");
        let (_, program) = case.split_once("#--- program.asm\n").expect("a case has a program");
        seen.extend(parsed(program).instructions().map(|instruction| instruction.opcode));
    }
    let opcodes = (0..)
        .map(dx_bytecode::opcode::Opcode)
        .zip(&dx_bytecode::opcode::OPCODES)
        .filter(|(_, row)| !row.name.is_empty());
    let missing: Vec<_> =
        opcodes.filter(|(opcode, _)| !seen.contains(opcode)).map(|(_, row)| row.name).collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
}

/// Fields of a part by name.
#[derive(Default)]
struct Fields(Vec<(&'static str, String)>);

impl<'a> Sink<'a> for Fields {
    fn field(&mut self, field: Field<'a>) {
        self.0.push((field.name, format!("{:?}", field.value)));
    }
}

fn fields_of(bytes: &[u8]) -> Vec<(&'static str, String)> {
    let mut fields = Fields::default();
    parts::walk(Payload::new(FourCc::STAT, bytes), &mut fields).expect("counters can be walked");
    fields.0
}

/// Real programs that fxc counts otherwise, for a reason that is not known.
const UNEXPLAINED: [(&str, &str); 1] =
    [("a6260dff.D3D11_PixelShader_Advanced", "three instructions on floats are counted as conversions")];

/// The counters that fxc 10 stored are those that the instructions give.
fn counters_follow_from_the_instructions() -> Completion {
    let (mut compared, mut assembled, mut others) = (0, 0, Vec::new());
    for (path, bytes) in shaders() {
        let Ok(container) = Container::parse(&bytes) else { continue };
        let Some(part) = container.parts().iter().find(|part| part.name == FourCc::STAT) else { continue };
        let payload = container.payload(part);
        let Ok(Statistics::Counters(counters)) = Statistics::parse(payload) else { continue };
        let [(_, program)] = &programs(&bytes)[..] else { panic!("{}: one program", path.display()) };
        if counters.common == CommonCounters::default() {
            // An assembler counts nothing.
            assembled += 1;
            continue;
        }
        let derived = statistics::count(program);
        if derived != counters {
            let owned = dx_container::parts::statistics::StatisticsBuf::Counters(derived);
            let derived = dx_container::parts::PartBuf::arrange(&owned, None).expect("it fits");
            let pairs = fields_of(part.data).into_iter().zip(fields_of(&derived));
            let differ: Vec<_> = pairs.filter(|(stored, derived)| stored != derived).collect();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match UNEXPLAINED.iter().find(|(known, _)| name.starts_with(known)) {
                Some((known, why)) => note!("  {known}: {why}"),
                None => others.push(format!("{}: stored, derived: {differ:?}", path.display())),
            }
            continue;
        }
        compared += 1;
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
    note!("{compared} files with equal counters, {assembled} that an assembler wrote without counting");
    assert!(assembled <= 5 || !corpus::is_known(), "{assembled} without counters");
    if compared == 0 {
        return skipped("programs with counters (STAT)");
    }
    corpus::assert_at_least("files with equal counters", compared, [1, 104]);
    Completion::Completed
}

/// The part SHEX of a pixel shader with these tokens, read.
fn read(tokens: &[u32]) -> dx_bytecode::Result<Program> {
    let length = 2 + u32::try_from(tokens.len()).unwrap();
    let words = [0x50, length].into_iter().chain(tokens.iter().copied());
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    Program::read(Payload::new(FourCc::SHEX, &bytes))
}

/// An opcode token: `mov` is 54, `dcl_temps` 104, custom data 53.
fn token(opcode: u32, length: u32) -> u32 {
    opcode | length << 24
}

const MOV: u32 = 54;
/// `r0.xyzw`, written.
const R0: [u32; 2] = [0x0010_00f2, 0];

/// What is wrong with a program is said with the word at fault.
fn broken_tokens_are_errors_with_their_place() {
    let cases: [(&str, &[u32], &str, u64); 16] = [
        ("an opcode nobody knows", &[token(0x7ff, 1)], "dxbc.opcode", 0),
        ("a reserved opcode", &[token(112, 1)], "dxbc.opcode", 0),
        ("a length of nothing", &[token(62, 0)], "dxbc.length", 0),
        ("a length too short for the operands", &[token(MOV, 2), 0], "dxbc.length", 0),
        ("a length past the program", &[token(62, 2)], "dxbc.length", 0),
        ("an operand that is cut", &[token(MOV, 3), R0[0], 0], "dxbc.truncated", 3),
        ("an immediate value that is cut", &[token(MOV, 4), R0[0], 0, 0x4001], "dxbc.truncated", 4),
        ("a word that is missing", &[token(105, 4), 0, 4, 4, token(105, 3), 0, 4], "dxbc.length", 4),
        ("an operand kind nobody knows", &[token(MOV, 5), 0xff << 12, 0, 0, 0], "dxbc.register", 1),
        ("N components", &[token(MOV, 5), R0[0] | 3, 0, 0, 0], "dxbc.components", 1),
        (
            "an index that is represented in no known way",
            &[token(MOV, 5), R0[0] | 7 << 22, 0, 0, 0],
            "dxbc.index",
            1,
        ),
        ("an immediate value with an index", &[token(MOV, 6), R0[0], 0, 0x0010_4001, 0, 0], "dxbc.index", 3),
        (
            "more dimensions than there are words",
            &[token(MOV, 4), R0[0] | 3 << 20, 0, 0],
            "dxbc.truncated",
            4,
        ),
        (
            "a second token behind an operand token",
            &[token(MOV, 5), R0[0] | 1 << 31, 1 << 31, 0, 0],
            "dxbc.extensions",
            2,
        ),
        ("custom data that does not hold itself", &[53, 1], "dxbc.custom-data", 0),
        ("custom data without end", &[53, u32::MAX, 0, 0], "dxbc.custom-data", 1),
    ];
    for (what, tokens, code, word) in cases {
        let error = read(tokens).expect_err(what);
        assert_eq!(located::Kind::code(error.kind()), code, "{what}: {error}");
        assert_eq!(error.place().offset, 8 + 4 * word, "{what}: {error}");
    }
}

/// Four levels of registers that index registers are read, a million are an error.
fn endless_indexing_is_refused() {
    let relative = R0[0] & !(0xfff) | 0xa | 2 << 22;
    let nested = |depth: usize| {
        let mut tokens = vec![token(MOV, 0), R0[0], R0[1]];
        tokens.extend(std::iter::repeat_n(relative, depth));
        tokens.extend([0x0010_000a, 0]);
        tokens[0] |= u32::try_from(tokens.len()).unwrap() << 24;
        tokens
    };
    let program = read(&nested(4)).expect("four levels");
    assert!(parsed(&printed(&program)) == program);
    assert!(matches!(read(&nested(5)).expect_err("five").kind(), ProgramErrorKind::Nesting));
    assert!(matches!(read(&nested(100)).expect_err("a hundred").kind(), ProgramErrorKind::Nesting));
    let text = format!("ps_5_0\nmov r0.x, {}r0.x{}\n", "r[".repeat(100_000), "]".repeat(100_000));
    text::parse(&text).expect_err("as text too");
}

/// An extension token too many is an error; three are read.
fn endless_extensions_are_refused() {
    let extended = |count: u32| {
        let mut tokens = vec![token(62, 1 + count) | 1 << 31];
        tokens.extend((1..=count).map(|index| 1 | u32::from(index < count) << 31));
        tokens
    };
    let program = read(&extended(3)).expect("three");
    assert!(parsed(&printed(&program)) == program);
    assert!(matches!(read(&extended(4)).expect_err("four").kind(), ProgramErrorKind::Extensions { .. }));
}

/// What has no spelling comes back from attributes.
fn tokens_that_no_compiler_writes_come_back_from_text() {
    let cases: [(&str, &[u32]); 14] = [
        ("a bit that nop does not use", &[token(58, 1) | 1 << 11]),
        ("an interpolation mode nobody knows", &[token(98, 3) | 15 << 11, 0x0010_10f2, 0]),
        ("a global flag nobody knows", &[token(106, 1) | 1 << 22 | 1 << 11]),
        ("words behind a nop", &[token(58, 3), 7, 8]),
        ("words behind a declaration", &[token(104, 4), 4, 5, 6]),
        ("return types that are no return types", &[token(88, 4) | 3 << 11, 0x0010_7000, 0, 0xffff_ffff]),
        ("a function table whose count lies", &[token(145, 5), 0, 9, 1, 2]),
        ("an interface whose count lies", &[token(146, 6), 0, 1, 2 << 16 | 9, 1, 2]),
        ("a system value nobody knows", &[token(97, 4), 0x0010_10f2, 0, 99]),
        ("an operand with no component chosen", &[token(MOV, 5), 0x0010_0002, 0, R0[0], 0]),
        ("a mask where a swizzle belongs", &[token(MOV, 5), R0[0], 0, R0[0], 0]),
        ("modifiers that say nothing", &[token(MOV, 6), R0[0], 0, 0x8010_0e46, 1, 0]),
        ("modifiers nobody knows", &[token(MOV, 6), R0[0], 0, 0x8010_0e46, 0x7fff_ffff, 0]),
        (
            "a zero that is stored beside a register",
            &[token(MOV, 7), R0[0], 0, 0x00d0_0e46, 0, 0x0010_000a, 0],
        ),
    ];
    for (what, tokens) in cases {
        let program = read(tokens).unwrap_or_else(|error| panic!("{what}: {error}"));
        let source = printed(&program);
        assert!(parsed(&source) == program, "{what}:\n{source}\n{program:?}\n{:?}", parsed(&source));
    }
}

/// A version word comes back whole, whatever is in it.
fn version_words_come_back_from_text() {
    let words = (0..32).map(|bit| 0x50 ^ 1 << bit).chain([0, u32::MAX, 0x0006_006f, 0x000b_0050]);
    for word in words {
        let bytes: Vec<u8> = [word, 3, token(62, 1)].into_iter().flat_map(u32::to_le_bytes).collect();
        let program = Program::read(Payload::new(FourCc::SHEX, &bytes)).expect("any version");
        assert!(parsed(&printed(&program)) == program, "{}", printed(&program));
    }
}

/// Custom data of every class comes back, lists that are not whole vectors and messages that are not what a compiler
/// writes among them.
fn custom_data_comes_back_from_text() {
    let message = |words: &[u32]| {
        let mut tokens = vec![53 | 4 << 11, 2 + u32::try_from(words.len()).unwrap()];
        tokens.extend(words);
        tokens
    };
    let cases = [
        vec![53, 2],
        vec![53 | 1 << 11, 4, 1, 2],
        vec![53 | 0x1f_ffff << 11, 3, 0],
        vec![53 | 3 << 11, 2],
        vec![53 | 3 << 11, 5, 1, 2, 3],
        vec![53 | 3 << 11, 6, 0x3f80_0000, 0x7fc0_0000, 0x8000_0000, 1],
        vec![53 | 3 << 11, 10, 0x0080_0000, 0x7f7f_ffff, 0xff80_0000, 0x3eaa_aaab, 0, 1, 10_001, u32::MAX],
        message(&[0x0020_0102, 1, 3, 0, 0, u32::from_le_bytes(*b"a\"\\\0")]),
        message(&[0x0020_0102, 1, 3, 1, 2, 0x0010_002a, 10, u32::from_le_bytes(*b"\xff\n\t\0")]),
        message(&[0x0020_0103, 0, 0, 0, 0, 0]),
        message(&[0x0020_0103, 0, 0, 0, 0, 1]),
        message(&[0x0020_0103, 1, 4, u32::MAX, 0, 0, 0]),
        message(&[1, 2, 3]),
    ];
    for tokens in cases {
        let program = read(&tokens).expect("custom data");
        let source = printed(&program);
        assert!(parsed(&source) == program, "{source}\n{program:?}");
    }
}

/// Floats and doubles are printed with as many digits as it takes, and read with any.
fn numbers_come_back_from_text() {
    let words = (0..=u32::MAX).step_by(65_521).chain([1, 0x7f80_0000, 0x7f80_0001, 0xffff_ffff, 0x8000_0000]);
    for word in words {
        for opcode in [0, MOV, 30] {
            let immediate = |length: u32| [token(opcode, length), R0[0], 0, 0x4001, word, 0x4001, word];
            let all = immediate(if opcode == MOV { 5 } else { 7 });
            let program = read(&all[..if opcode == MOV { 5 } else { 7 }]).expect("two or three operands");
            assert!(parsed(&printed(&program)) == program, "{word:#x}: {}", printed(&program));
        }
    }
    for high in (0..=u32::MAX).step_by(1_000_003) {
        let program = read(&[token(199, 6), R0[0], 0, 0x5001, high ^ 0x1234_5678, high]).expect("dmov");
        assert!(parsed(&printed(&program)) == program, "{high:#x}: {}", printed(&program));
    }
}

/// The text of one literal means what the instruction computes with: whole numbers are floats to `add`, fractions are
/// nothing to `iadd`, and `mov` takes either.
fn literals_are_read_as_instructions_take_them() {
    let add = [token(0, 7), R0[0], 0, 0x4001, 0, 0x4001, 0];
    let integer = [token(30, 7), R0[0], 0, 0x4001, 0, 0x4001, 0];
    let double = [token(199, 6), R0[0], 0, 0x5001, 0, 0];
    let one = 1.0_f32.to_bits();
    let large = 1.0_f64.to_bits();
    let double_words = vec![large as u32, (large >> 32) as u32];
    /// An instruction, an operand of it, a text, and the words that it means.
    type Case<'c> = (&'c [u32], usize, &'c str, Option<Vec<u32>>);
    let cases: [Case<'_>; 12] = [
        (&add, 2, "1", Some(vec![one])),
        (&add, 2, "0x1", Some(vec![1])),
        (&add, 2, "many", None),
        (&add, 2, "1e99", None),
        (&add, 9, "1", None),
        (&integer, 2, "-1", Some(vec![u32::MAX])),
        (&integer, 2, "1.0", None),
        (&integer, 2, "4294967296", None),
        (&[token(MOV, 5), R0[0], 0, 0x4001, 0], 1, "1", Some(vec![1])),
        (&[token(MOV, 5), R0[0], 0, 0x4001, 0], 1, "1.0", Some(vec![one])),
        (&double, 1, "1", Some(double_words)),
        (&double, 1, "", None),
    ];
    for (words, operand, text, expected) in cases {
        let program = read(words).expect("an instruction");
        let instruction = program.instructions().next().expect("one");
        let found = text::parse_literal(text, instruction, operand).map(|words| words.to_vec());
        assert_eq!(found, expected, "`{text}` of {}", printed(&program));
    }
}

/// Programs with a few bits or words changed are read or refused; what is read comes back from its text.
fn mangled_programs_come_back_from_text() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut refused) = (0, 0);
    for (path, bytes) in shaders() {
        for (payload, program) in programs(&bytes) {
            let tokens = program.encode().expect("it fits");
            for _ in 0..times(MANGLED) {
                let mut words: Vec<u32> = vec![program.version.0, 2 + u32::try_from(tokens.len()).unwrap()];
                words.extend(&tokens);
                for _ in 0..=random.below(3) {
                    let at = 2 + random.below(tokens.len().max(1));
                    let Some(word) = words.get_mut(at) else { continue };
                    *word = match random.below(4) {
                        0 => *word ^ 1 << random.below(32),
                        1 => *word ^ 1 << random.below(11),
                        2 => tokens[random.below(tokens.len())],
                        _ => random.word(),
                    };
                }
                let mangled: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
                let Ok(program) = Program::read(Payload::new(payload.name, &mangled)) else {
                    refused += 1;
                    continue;
                };
                read += 1;
                let source = printed(&program);
                let again = text::parse(&source)
                    .unwrap_or_else(|errors| panic!("{}: {errors:?}\n{source}", path.display()));
                let differ =
                    again.statements.iter().zip(&program.statements).find(|(again, first)| again != first);
                if let Some((again, first)) = differ {
                    let mut line = String::new();
                    text::print(
                        &mut line,
                        &Program { version: program.version, statements: vec![first.clone()] },
                    );
                    panic!("{}:\n{line}{first:?}\n{again:?}", path.display());
                }
                assert!(again == program, "{}", path.display());
            }
        }
    }
    corpus::assert_at_least("mangled programs that are read", read, [1, 1]);
    corpus::assert_at_least("mangled programs that are refused", refused, [1, 1]);
}

/// Copies of each program that are mangled.
const MANGLED: usize = 200;

/// Texts with a few characters changed are read or refused with places in the text; what is read is printed and read
/// again the same.
fn mangled_texts_are_read_or_refused() {
    const ODD: &[u8] = b"()[]{}|-+,.:@?*\"\\/0x9lre_ \n\t\0\xff";
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut read, mut refused) = (0, 0);
    for (path, bytes) in shaders() {
        for (_, program) in programs(&bytes) {
            let source = printed(&program).into_bytes();
            for _ in 0..times(MANGLED / 10) {
                let mut mangled = source.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(mangled.len());
                    match random.below(3) {
                        0 => mangled[at] = ODD[random.below(ODD.len())],
                        1 => mangled.insert(at, ODD[random.below(ODD.len())]),
                        _ => drop(mangled.drain(at..(at + random.below(8)).min(mangled.len()))),
                    }
                }
                let mangled = String::from_utf8_lossy(&mangled);
                match text::parse(&mangled) {
                    Ok(program) => {
                        read += 1;
                        program.encode().expect("what was parsed fits");
                        assert!(parsed(&printed(&program)) == program, "{}:\n{mangled}", path.display());
                    }
                    Err(errors) => {
                        refused += 1;
                        for error in errors {
                            let place = error.place();
                            assert!(place.offset + place.len <= mangled.len() as u64, "{error}");
                        }
                    }
                }
            }
        }
    }
    corpus::assert_at_least("mangled texts that are read", read, [1, 1]);
    corpus::assert_at_least("mangled texts that are refused", refused, [1, 1]);
}
