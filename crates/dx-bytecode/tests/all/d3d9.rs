//! Direct3D 9 programs: tokens, text, tables, rules, and what damage does.
//! Long because all of these share the same few programs and the table of tokens.

use std::collections::BTreeSet;
use std::fs;

use dx_bytecode::d3d9::check::{check, check_mappings};
use dx_bytecode::d3d9::opcode::OPCODES;
use dx_bytecode::d3d9::register::{REGISTERS, RegisterRow};
use dx_bytecode::d3d9::{Program, Statement, listing, text};
use dx_container::parts::level9::Level9;
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, D3d9Version, FourCc, Signing, is_container};
use located::Kind as _;
use testkit::corpus::{self, root};
use testkit::damage::bytes::mangle;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    programs_of_compilers_come_back,
    tokens_are_those_that_assemblers_write,
    every_row_is_in_the_case_of_each_of_its_versions,
    every_register_is_read_and_printed,
    broken_programs_are_errors_with_their_place,
    unknown_opcodes_are_kept,
    any_tokens_come_back_from_text,
    damaged_programs_are_read_or_refused,
    mangled_texts_are_read_or_refused,
    mappings_are_checked,
    mappings_come_back_from_listings,
    constants_are_listed
];

fn words(program: &Program) -> Vec<u32> {
    program.encode().expect("it fits")
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn printed(program: &Program) -> String {
    let mut out = String::new();
    text::print(&mut out, program);
    out
}

fn parsed(source: &str) -> Program {
    text::parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"))
}

fn read(words: &[u32]) -> Program {
    Program::read(&bytes_of(words), 0).unwrap_or_else(|error| panic!("{words:x?}: {error}"))
}

/// Aon9 parts of real files: the program by its tokens and its text, the container by its listing.
fn programs_of_compilers_come_back() {
    let (mut count, mut whole) = (0, 0);
    for path in corpus::paths() {
        let Ok(bytes) = fs::read(&path) else { continue };
        if !is_container(&bytes) || corpus::is_damaged(&path, &bytes) {
            continue;
        }
        let Ok(container) = Container::parse(&bytes) else { continue };
        let Some(part) = container.part(FourCc::AON9) else { continue };
        let name = path.display();
        let part = Level9::parse(container.payload(&part)).unwrap();
        let program = Program::read(part.program, 0).unwrap();
        assert!(program.to_bytes().unwrap() == part.program, "{name}: the same tokens");
        let source = printed(&program);
        assert!(!source.contains('@'), "{name}: {source}");
        assert!(parsed(&source) == program, "{name}: the same from its text");
        let mut report = check(&program);
        check_mappings(&part, &mut report);
        assert_eq!(report.findings, [], "{name}");
        let mut listing = String::new();
        dx_bytecode::listing::print(&mut listing, &container).unwrap();
        let again =
            dx_bytecode::listing::assemble(&listing).unwrap_or_else(|errors| panic!("{listing}{errors:?}"));
        let again = again.build(Signing::Sign).unwrap();
        let rebuilt = Container::parse(&again).unwrap();
        assert!(rebuilt.part(FourCc::AON9).unwrap().data == container.part(FourCc::AON9).unwrap().data);
        // A listing holds no statistics and no resource definitions.
        whole += usize::from(again == bytes);
        count += 1;
    }
    note!("{count} programs for feature level 9; {whole} containers the same from their listing");
    corpus::assert_at_least("programs", count, [1, 40]);
    corpus::assert_at_least("containers that are the same from their listing", whole, [1, 39]);
}

/// Text and the tokens that assemblers make of it.
const TOKENS: &[(&str, &[u32])] = &[
    ("vs_1_1\nmov r0, c0[a0.x]\n", &[0xfffe_0101, 1, 0x800f_0000, 0xa0e4_2000, 0xffff]),
    (
        "vs_2_0\nmov r0, c0[a0.xyww]\n",
        &[0xfffe_0200, 0x0300_0001, 0x800f_0000, 0xa0e4_2000, 0xb0f4_0000, 0xffff],
    ),
    (
        "vs_2_0\nadd r0, c0[a0.x], c1[a0.y]\n",
        &[0xfffe_0200, 0x0500_0002, 0x800f_0000, 0xa0e4_2000, 0xb000_0000, 0xa0e4_2001, 0xb055_0000, 0xffff],
    ),
    (
        "ps_2_x\nrep i0\nbreakp p0.w\nendrep\n",
        &[0xffff_0201, 0x0100_0026, 0xf0e4_0000, 0x0100_0060, 0xb0ff_1000, 0x27, 0xffff],
    ),
    (
        "vs_2_x\ncallnz l0, !p0.z\nret\nlabel l0\nret\n",
        &[0xfffe_0201, 0x0200_001a, 0xa0e4_1000, 0xbdaa_1000, 0x1c, 0x0100_001e, 0xa0e4_1000, 0x1c, 0xffff],
    ),
    ("vs_2_0\nif b0\nendif\n", &[0xfffe_0200, 0x0100_0028, 0xe0e4_0800, 0x2b, 0xffff]),
    (
        "ps_2_x\nif_gt r0.x, r1.y\nendif\n",
        &[0xffff_0201, 0x0201_0029, 0x8000_0000, 0x8055_0001, 0x2b, 0xffff],
    ),
    ("vs_3_0\ndcl_texcoord2 o1.xy\n", &[0xfffe_0300, 0x0200_001f, 0x8002_0005, 0xe003_0001, 0xffff]),
    ("ps_2_0\ndcl_cube s1\n", &[0xffff_0200, 0x0200_001f, 0x9800_0000, 0xa00f_0801, 0xffff]),
    ("ps_2_0\ndcl t1.xy\n", &[0xffff_0200, 0x0200_001f, 0x8000_0000, 0xb003_0001, 0xffff]),
    ("ps_3_0\ndcl vFace\n", &[0xffff_0300, 0x0200_001f, 0x8000_0000, 0x900f_1001, 0xffff]),
    ("ps_3_0\ndcl_texcoord_centroid v0\n", &[0xffff_0300, 0x0200_001f, 0x8000_0005, 0x904f_0000, 0xffff]),
    (
        "ps_2_0\ndef c5, 9.99999975e-005, 1, -0, 0\n",
        &[0xffff_0200, 0x0500_0051, 0xa00f_0005, 0x38d1_b717, 0x3f80_0000, 0x8000_0000, 0, 0xffff],
    ),
    ("vs_2_0\ndefi i1, 4, -1, 0, 0\n", &[0xfffe_0200, 0x0500_0030, 0xf00f_0001, 4, u32::MAX, 0, 0, 0xffff]),
    ("vs_2_0\ndefb b3, true\n", &[0xfffe_0200, 0x0200_002f, 0xe00f_0803, 1, 0xffff]),
    ("ps_1_1\ntex t0\nmul_x2_sat r0.xyz, t0, v0\n+ mov r0.w, 1-c1_bias.w\n", &[]),
    (
        "ps_1_1\ntex t0\nmul_x2_sat r0.xyz, t0, v0\n+ mov r0.w, 1-c1.w\n",
        &[
            0xffff_0101,
            0x42,
            0xb00f_0000,
            5,
            0x8117_0000,
            0xb0e4_0000,
            0x90e4_0000,
            0x4000_0001,
            0x8008_0000,
            0xa6ff_0001,
            0xffff,
        ],
    ),
    (
        "ps_1_4\ntexld r0, r1_dz.xyz\nphase\nadd_d2 r0, -r0_bx2, r1_x2\n",
        &[
            0xffff_0104,
            0x42,
            0x800f_0000,
            0x89a4_0001,
            0xfffd,
            2,
            0x8f0f_0000,
            0x85e4_0000,
            0x87e4_0001,
            0xffff,
        ],
    ),
    (
        "ps_2_0\ntexldp_pp r0, t0, s2\n",
        &[0xffff_0200, 0x0301_0042, 0x802f_0000, 0xb0e4_0000, 0xa0e4_0802, 0xffff],
    ),
    ("ps_3_0\nabs r0, -c1_abs.yyzz\n", &[0xffff_0300, 0x0200_0023, 0x800f_0000, 0xaca5_0001, 0xffff]),
    (
        "vs_2_x\nsetp_le p0.x, r0, r1\n(!p0.x) mov r0, r1\n",
        &[
            0xfffe_0201,
            0x0306_005e,
            0xb001_1000,
            0x80e4_0000,
            0x80e4_0001,
            0x1300_0001,
            0x800f_0000,
            0xbd00_1000,
            0x80e4_0001,
            0xffff,
        ],
    ),
    (
        "vs_3_0\nloop aL, i2\nmov o2[aL].xy, v1[aL]\nendloop\n",
        &[
            0xfffe_0300,
            0x0200_001b,
            0xf0e4_0800,
            0xf0e4_0002,
            0x0400_0001,
            0xe003_2002,
            0xf0e4_0800,
            0x90e4_2001,
            0xf0e4_0800,
            0x1d,
            0xffff,
        ],
    ),
    ("vs_2_sw\nmov r0, c2050\n", &[0xfffe_02ff, 0x0200_0001, 0x800f_0000, 0xb0e4_0802, 0xffff]),
    ("vs_2_0\n@comment(CTAB, 0x0000001c)\n", &[0xfffe_0200, 0x0002_fffe, 0x4241_5443, 0x1c, 0xffff]),
];

fn tokens_are_those_that_assemblers_write() {
    for (source, expected) in TOKENS {
        if expected.is_empty() {
            assert!(text::parse(source).is_err(), "{source}");
            continue;
        }
        let program = parsed(source);
        assert_eq!(words(&program), *expected, "{source}");
        assert_eq!(read(expected), program, "{source}");
        let again: Vec<String> = printed(&program).lines().map(|line| line.trim().to_owned()).collect();
        let source: Vec<&str> = source.lines().collect();
        let spelled = |line: &str| line.replace("_dz.xyz", "_dz.xyzz");
        assert_eq!(again, source.iter().map(|line| spelled(line)).collect::<Vec<_>>());
    }
    // Other spellings.
    for (other, usual) in [
        ("vs.1.1\nmov r0, c[a0.x + 5].w\n", "vs_1_1\nmov r0, c5[a0.x].w\n"),
        ("ps_2_0\n#line 3 \"a.hlsl\"\nmov r0.rgb, c0.bgra // comment\n", "ps_2_0\nmov r0.xyz, c0.zyxw\n"),
        ("ps_1_4\ntexcrd r0.rgb, t0_dw.xyw\n", "ps_1_4\ntexcrd r0.xyz, t0_da.xyww\n"),
        ("vs_2_0\ndcl_texcoord0 v0\n", "vs_2_0\ndcl_texcoord v0.xyzw\n"),
    ] {
        assert_eq!(parsed(other), parsed(usual), "{other}");
    }
}

/// Versions that exist, in the order of the tables.
const VERSIONS: [&str; 15] = [
    "vs_1_1", "vs_2_0", "vs_2_x", "vs_2_sw", "vs_3_0", "vs_3_sw", "ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4",
    "ps_2_0", "ps_2_x", "ps_2_sw", "ps_3_0", "ps_3_sw",
];

/// The tables count themselves: each opcode, and each name of it, stands in the case of each version that has it.
fn every_row_is_in_the_case_of_each_of_its_versions() {
    let mut missing = Vec::new();
    let (mut rows, mut seen_rows) = (0, 0);
    for version in VERSIONS {
        let path = root().join("tests/cases/dis").join(format!("d3d9_{version}.txt"));
        let case = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (_, source) = case.split_once("#--- program.asm\n").expect("a case has a program");
        let program = parsed(source);
        assert_eq!(program.version.to_string(), version);
        assert_eq!(check(&program).findings, [], "{version}");
        let seen: BTreeSet<_> = program
            .instructions()
            .filter_map(|instruction| instruction.opcode.mnemonic(instruction.control(), program.version))
            .collect();
        let own = OPCODES.iter().filter(|row| row.is_in(program.version));
        let names = own.flat_map(|row| {
            let plain = (row.variants.len() <= 2).then_some(row.name);
            plain.into_iter().chain(row.variants.iter().map(|variant| variant.1))
        });
        for name in names {
            rows += 1;
            seen_rows += usize::from(seen.contains(name));
            if !seen.contains(name) {
                missing.push((version, name));
            }
        }
        // The registers, but for those that no opcode of the case may use.
        let used: BTreeSet<_> = program
            .instructions()
            .flat_map(|instruction| instruction.operands.iter().chain(&instruction.predicate))
            .filter_map(|operand| operand.row(program.version))
            .map(|row| (row.kind, row.name))
            .collect();
        let own = REGISTERS.iter().filter(|row| {
            row.count(program.version) > 0
                && RegisterRow::of(row.kind, program.version).is_some_and(|own| std::ptr::eq(own, *row))
        });
        let own = own.filter(|row| row.is_vertex == program.version.is_vertex());
        missing.extend(
            own.filter(|row| !used.contains(&(row.kind, row.name)))
                .map(|row| (version, if row.name.is_empty() { row.names[0] } else { row.name })),
        );
    }
    note!("{seen_rows} of {rows} names in {} versions, of {} opcodes", VERSIONS.len(), OPCODES.len());
    // Pixel shaders 2.0 have these registers, but no instruction that reads them.
    missing.retain(|missing| !matches!(missing, ("ps_2_0", "i" | "b" | "p")));
    assert!(missing.is_empty(), "without a case: {missing:?}");
}

/// The first and the last register of each kind in each version, by its name, and the first that there is not.
fn every_register_is_read_and_printed() {
    for version in VERSIONS {
        let program = parsed(&format!("{version}\n"));
        for row in REGISTERS.iter().filter(|row| row.is_vertex == program.version.is_vertex()) {
            let count = row.count(program.version);
            if count == 0 {
                continue;
            }
            for number in [0, count - 1] {
                let name = match row.names.get(number as usize) {
                    Some(name) => (*name).to_owned(),
                    None => format!("{}{}", row.name, row.base + number),
                };
                let source = format!("    {version}\n    mov {name}, {name}\n");
                let program = parsed(&source);
                assert_eq!(printed(&program), source);
                let range = |program: &Program| {
                    check(program).findings.iter().any(|found| found.rule.to_string() == "d3d9.range")
                };
                assert!(!range(&program), "{source}");
                let mut beyond = program.clone();
                let Some(Statement::Instruction(mov)) = beyond.statements.first_mut() else { panic!() };
                mov.operands[1].token += 1;
                let is_last = number == count - 1 && count < 2048;
                assert_eq!(range(&beyond), is_last, "{source}");
            }
        }
    }
}

fn broken_programs_are_errors_with_their_place() {
    let refused = |words: &[u32]| {
        let error = Program::read(&bytes_of(words), 100).unwrap_err();
        (error.kind().code().to_owned(), error.place().offset, error.to_string())
    };
    let vs = 0xfffe_0200;
    for (words, code, offset) in [
        (&[][..], "d3d9.bytes", 100),
        (&[0x1234_0200, 0xffff], "d3d9.version", 100),
        (&[vs], "d3d9.no-end", 104),
        (&[vs, 0], "d3d9.no-end", 108),
        (&[vs, 0x0300_0002, 0x800f_0000, 0x80e4_0000], "d3d9.length", 104),
        (&[vs, 0x0100_0001, 0x800f_0000, 0xffff], "d3d9.truncated", 112),
        (&[vs, 0x0200_0001, 0x800f_0000, 0xa0e4_2000, 0xffff], "d3d9.relative", 112),
        (&[vs, 0x0300_0001, 0x800f_0000, 0xa0e4_2000, 0, 0xffff], "d3d9.relative", 112),
        (&[vs, 0x1100_0001, 0x800f_0000, 0xffff], "d3d9.truncated", 112),
        (&[vs, 0x0009_fffe, 0, 0xffff], "d3d9.comment", 104),
        (&[vs, 0x0100_0051, 0xa00f_0000, 0xffff], "d3d9.truncated", 112),
        (&[0xfffe_0101, 1, 0x800f_0000, 0xffff], "d3d9.parameter", 112),
        (&[0xfffe_0101, 1, 0x800f_0000], "d3d9.truncated", 112),
    ] {
        let (found, at, message) = refused(words);
        assert_eq!((found.as_str(), at), (code, offset), "{words:x?}: {message}");
    }
    let error = Program::read(&[0, 2, 0xfe, 0xff, 0xff], 0).unwrap_err();
    assert_eq!(error.kind().code(), "d3d9.bytes");
}

fn unknown_opcodes_are_kept() {
    for (words, line) in [
        (
            &[0xfffe_0200, 0x0200_0061, 0x800f_0000, 7, 0xffff][..],
            "@instruction(0x02000061, 0x800f0000, 0x00000007)",
        ),
        (
            &[0xfffe_0101, 0x61, 0x800f_0000, 0x80e4_0000, 0, 0xffff],
            "@instruction(0x00000061, 0x800f0000, 0x80e40000)",
        ),
        (&[0xffff_0200, 0x0100_0001, 0x800f_0000, 0x80e4_0000, 0xffff], ""),
    ] {
        if line.is_empty() {
            assert!(Program::read(&bytes_of(words), 0).is_err());
            continue;
        }
        let program = read(words);
        let source = printed(&program);
        assert!(source.contains(line), "{source}");
        assert_eq!(parsed(&source), program);
        assert_eq!(self::words(&program), words);
        assert_eq!(check(&program).findings[0].rule.to_string(), "d3d9.opcode");
    }
    // A length that is none, and an opcode that is known.
    for source in [
        "vs_2_0\n@instruction(0x03000061, 0x0)\n",
        "vs_2_0\n@instruction(0x00000000)\n",
        "vs_2_0\n@instruction(0x0000ffff)\n",
    ] {
        assert!(text::parse(source).is_err(), "{source}");
    }
}

/// A program of tokens that are mostly what they must be.
fn random_program(random: &mut Random) -> Vec<u32> {
    let version = parsed(&format!("{}\n", VERSIONS[random.below(VERSIONS.len())])).version;
    let mut out = vec![version.0];
    for _ in 0..1 + random.below(6) {
        let row = &OPCODES[random.below(OPCODES.len())];
        let row = row.opcode.row(version).unwrap();
        let at = out.len();
        out.push(u32::from(row.opcode.0));
        let token = |random: &mut Random| {
            let noise = if random.below(3) == 0 { random.word() } else { 0 };
            0x8000_0000 | (random.word() & 0x7000_181f) | 0x000f_0000 ^ noise & 0x7fff_ffff & !0x2000
        };
        for index in 0..row.operands + row.words.count() {
            let mut word = token(random);
            if index < row.operands && version.major() >= 2 && random.below(5) == 0 {
                out.push(word | 0x2000);
                word = token(random);
            }
            out.push(word);
        }
        if random.below(4) == 0 {
            out[at] |= random.word() & 0x70ff_0000;
        }
        if version.major() >= 2 {
            let extra = if out[at] & 0x1000_0000 != 0 { 1 } else { random.below(12) / 10 };
            (0..extra).for_each(|_| out.push(token(random)));
            out[at] = out[at] & !0x0f00_0000 | ((out.len() - at - 1) as u32) << 24 & 0x0f00_0000;
        } else {
            out[at] &= !0x8000_0000;
        }
        if random.below(6) == 0 {
            let count = random.below(12);
            out.push(0xfffe | (count as u32) << 16 | (random.word() & 0x8000_0000));
            (0..count).for_each(|_| out.push(random.word()));
        }
    }
    out.push(0xffff);
    if random.below(8) == 0 {
        out.push(random.word());
    }
    out
}

/// Whatever bits a program has: what reads is written with the same, also by way of its text.
fn comes_back(bytes: &[u8]) -> bool {
    let Ok(program) = Program::read(bytes, 0) else { return false };
    assert!(program.to_bytes().unwrap() == bytes, "{bytes:x?}");
    let source = printed(&program);
    let again = text::parse(&source).unwrap_or_else(|errors| panic!("{source}{errors:?}"));
    assert!(again == program, "{source}");
    let mut listing = String::new();
    listing::print(&mut listing, bytes, 0).unwrap();
    let again = text::parse(&listing).unwrap_or_else(|errors| panic!("{listing}{errors:?}"));
    assert!(again == program, "{listing}");
    let _ = check(&program);
    true
}

fn any_tokens_come_back_from_text() {
    let mut random = Random(27);
    let count = times(20_000);
    let read = (0..count).filter(|_| comes_back(&bytes_of(&random_program(&mut random)))).count();
    note!("{read} of {count} random programs read");
    assert!(read * 2 > count, "{read}");
}

/// Programs of all cases and of real files.
fn sources() -> Vec<Vec<u8>> {
    let cases = VERSIONS.map(|version| {
        let path = root().join("tests/cases/dis").join(format!("d3d9_{version}.txt"));
        let case = fs::read_to_string(path).expect("a case");
        let (_, source) = case.split_once("#--- program.asm\n").expect("a case has a program");
        parsed(source).to_bytes().expect("it fits")
    });
    let mut sources = cases.to_vec();
    let walked = corpus::each_file(|_, bytes| {
        let container = Container::parse(bytes).ok().filter(|_| is_container(bytes));
        let part = container.as_ref().and_then(|container| container.part(FourCc::AON9));
        let part = part.and_then(|part| Level9::parse(Payload::new(FourCc::AON9, part.data)).ok());
        sources.extend(part.map(|part| part.program.to_vec()));
    });
    walked.checked("real programs", sources.len() - cases.len(), [1, 1]);
    sources
}

fn damaged_programs_are_read_or_refused() {
    let sources = sources();
    let mut random = Random(9);
    let mut read = 0;
    let count = times(20_000);
    for index in 0..count {
        let mut bytes = sources[index % sources.len()].clone();
        mangle(&mut bytes, &mut random);
        if index % 3 == 0 {
            bytes.truncate(random.below(bytes.len()));
        }
        read += usize::from(comes_back(&bytes));
    }
    note!("{read} of {count} damaged programs read");
    assert!(read * 20 > count && read < count, "{read}");
}

/// The text with a line missing, twice there, or with another character in it.
fn mangle_lines(lines: &[&str], random: &mut Random) -> String {
    let at = random.below(lines.len());
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        _ => {
            let place = random.below(lines[at].len());
            let other = char::from(b"0123456789abrxyzw_.,()[]@+-!c"[random.below(29)]);
            lines[at].replace_range(place..=place, &other.to_string());
        }
    }
    lines.join("\n")
}

fn mangled_texts_are_read_or_refused() {
    let sources: Vec<String> =
        sources().iter().map(|bytes| printed(&Program::read(bytes, 0).unwrap())).collect();
    let mut random = Random(3);
    let mut read = 0;
    let count = times(4_000);
    for index in 0..count {
        let lines: Vec<&str> = sources[index % sources.len()].lines().collect();
        let source = mangle_lines(&lines, &mut random);
        if let Ok(program) = text::parse(&source) {
            read += usize::from(program.to_bytes().is_ok_and(|bytes| comes_back(&bytes)));
        }
    }
    note!("{read} of {count} mangled texts read");
    assert!(read > 0 && read < count, "{read}");
}

/// A pixel shader for feature level 9 with a sampler, constants and a loop.
fn level9(program: &str) -> dx_container::parts::level9::Level9Buf {
    use dx_container::enums::{Level9Conversion, Level9RuntimeConstant};
    use dx_container::parts::level9::*;
    let program = parsed(program);
    Level9Buf {
        version: program.version,
        mappings: Mappings {
            samplers: vec![SamplerMapping { texture: 2, sampler: 1, target: 0, reserved: 0 }],
            constants: vec![ConstantMapping {
                buffer: 0,
                start: 3,
                count: 2,
                target: 4,
                conversions: [0, 1, 2, 3].map(Level9Conversion),
            }],
            loops: vec![LoopMapping { buffer: 1, row: 2, component: 3, target: 0 }],
            unknown_count: 0,
            unknown: vec![],
            runtime: vec![RuntimeMapping { constant: Level9RuntimeConstant(0), target: 6 }],
        },
        program: program.to_bytes().unwrap(),
        unknown: vec![],
    }
}

fn mappings_are_checked() {
    let checked = |edit: fn(&mut dx_container::parts::level9::Level9Buf)| {
        let mut part = level9("ps_2_x\nmov r0, c4\n");
        edit(&mut part);
        let bytes = part.arrange(None).unwrap();
        let mut report = dx_bytecode::check::Report::default();
        check_mappings(&Level9::parse(Payload::new(FourCc::AON9, &bytes)).unwrap(), &mut report);
        assert!(report.findings.iter().all(|finding| finding.rule.to_string() == "d3d9.mapping"));
        report.findings.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(checked(|_| {}), [""; 0]);
    assert_eq!(
        checked(|part| part.mappings.constants[0].target = 31),
        ["registers c31 to c32 are mapped, but ps_2_x has only 32 of these registers"]
    );
    assert_eq!(
        checked(|part| part.mappings.samplers[0].target = 16),
        ["registers s16 to s16 are mapped, but ps_2_x has only 16 of these registers"]
    );
    assert_eq!(
        checked(|part| part.mappings.loops[0].component = 4),
        ["i0 is loaded from component 4 of cb1[2], expected component 0 to 3"]
    );
    assert_eq!(checked(|part| part.mappings.runtime[0].target = 40).len(), 1);
    assert_eq!(
        checked(|part| part.version = D3d9Version(0xffff_0200)),
        ["program has version ps_2_x, expected ps_2_0 as in the header of the part"]
    );
}

/// Tables of any numbers, in a listing and read from it.
fn mappings_come_back_from_listings() {
    let mut random = Random(5);
    for round in 0..200 {
        let mut part = level9("vs_2_0\nmov oPos, c4\n@comment(0x12345678)\n");
        if round > 0 {
            let mappings = &mut part.mappings;
            mappings.samplers[0].reserved = random.word() as u8 & 1;
            mappings.samplers[0].texture = random.word() as u8;
            mappings.constants[0].conversions[1].0 = random.word() & 0xff;
            mappings.constants[0].start = random.word() as u16;
            mappings.loops[0].component = random.word() as u16;
            mappings.runtime[0].constant.0 = random.word() & 0xffff;
            mappings.unknown_count = random.below(2) as u16;
            mappings.unknown = vec![7; 4 * (1 + random.below(3)) * usize::from(mappings.unknown_count)];
            let nth = random.below(4);
            if nth == 0 {
                mappings.samplers.clear();
            } else if nth == 1 {
                mappings.constants.clear();
            }
        }
        let bytes = part.arrange(None).unwrap();
        let mut builder = dx_bytecode::listing::assemble("vs_4_0\nret\n").unwrap();
        builder.push(FourCc::AON9, bytes.clone());
        let built = builder.build(Signing::Sign).unwrap();
        let container = Container::parse(&built).unwrap();
        let mut listing = String::new();
        dx_bytecode::listing::print(&mut listing, &container).unwrap();
        let again =
            dx_bytecode::listing::assemble(&listing).unwrap_or_else(|errors| panic!("{listing}{errors:?}"));
        let again = again.build(Signing::Sign).unwrap();
        let again = Container::parse(&again).unwrap();
        assert_eq!(again.part(FourCc::AON9).unwrap().data, bytes, "{listing}");
    }
    // Rows that are none.
    let listing = "\
// Sampler/Resource to DX9 shader sampler mappings:
//
// Target Sampler Source Sampler  Source Resource
// -------------- --------------- ----------------
// s0             s0              t256
//
// Level9 shader bytecode:
//
    ps_2_0
    mov r0, c99999
ps_4_0
ret
";
    let errors = dx_bytecode::listing::assemble(listing).unwrap_err();
    let lines: Vec<usize> =
        errors.iter().map(|error| listing[..error.place().offset as usize].lines().count() + 1).collect();
    assert_eq!(lines.len(), 2, "{errors:?}");
    assert!(errors[0].to_string().contains("a table row") && errors[1].to_string().contains("c99999"));
}

/// A table of constants: a matrix, a structure, a sampler.
fn constant_table() -> Vec<u8> {
    let texts = b"maker\0ps_2_0\0world\0light\0color\0tex\0";
    let header: u32 = 28;
    let (infos, types) = (header, header + 3 * 20);
    let members = types + 4 * 16;
    let names = members + 8;
    let at = |name: &str| {
        let at = texts.windows(name.len() + 1).position(|window| window == format!("{name}\0").as_bytes());
        names + at.unwrap() as u32
    };
    let mut words = vec![header, at("maker"), 0xffff_0200, 3, infos, 0, at("ps_2_0")];
    for (name, set, register, count, kind) in
        [("world", 2, 0, 4, 0), ("light", 2, 4, 2, 1), ("tex", 3, 0, 1, 3)]
    {
        words.extend([at(name), set | register << 16, count, types + 16 * kind, 0]);
    }
    for [class, base, rows, columns, elements, of] in
        [[3, 3, 4, 4, 1, 0], [5, 0, 1, 8, 2, 1], [1, 3, 1, 3, 1, 0], [4, 12, 1, 1, 1, 0]]
    {
        words.extend([class | base << 16, rows | columns << 16, elements | of << 16, members]);
    }
    words.extend([at("color"), types + 16 * 2]);
    let mut bytes = bytes_of(&words);
    bytes.extend(texts);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn constants_are_listed() {
    let table = constant_table();
    let comment: Vec<u32> =
        table.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let mut program = parsed("ps_2_0\nmov oC0, c0\n");
    let tag = u32::from_le_bytes(*b"CTAB");
    let words = [&[tag], comment.as_slice()].concat();
    program.statements.insert(0, Statement::Comment(dx_bytecode::d3d9::Comment { words, reserved: false }));
    let bytes = program.to_bytes().unwrap();
    let mut out = String::new();
    listing::print(&mut out, &bytes, 0).unwrap();
    for line in [
        "// Generated by maker\n",
        "//   float4x4 world;\n",
        "//   struct\n//   {\n//       float3 color;\n//   } light[2];\n",
        "//   sampler2D tex;\n",
        "//   Name         Reg   Size\n//   ------------ ----- ----\n//   world        c0       4\n",
        "//   tex          s0       1\n",
        "// approximately 1 instruction slot used\n",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    assert!(comes_back(&bytes));
    // Tables that lie about what is where are shown as far as they go.
    let mut random = Random(1);
    for _ in 0..times(2_000) {
        let mut damaged = bytes.clone();
        let at = 12 + 4 * random.below(table.len() / 4);
        damaged[at] = random.word() as u8;
        damaged[at + random.below(4)] = random.word() as u8;
        assert!(comes_back(&damaged));
    }
}
