//! What cannot be linked is refused without harm: no panic, no more memory than the input is worth, no file that cannot
//! be read again.

use amdgpu_link::elf::Elf;
use amdgpu_link::{ErrorKind, Kind as _, LinkError};

use super::edit::{KIND, Object, SIZE};
use super::fixtures::{link, linked, read, refused, root, state};
use testkit::oracles::link::attempt;
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    every_truncation_is_refused,
    every_changed_byte_is_refused_or_linked,
    seeded_changes_do_no_harm,
    metadata_that_is_not_one_document_is_refused,
    relocations_that_are_wrong_are_refused,
    two_bodies_without_their_prologue_are_refused,
    string_tables_without_ends_are_refused,
    sections_that_lie_over_each_other_do_not_multiply,
    padding_does_not_multiply,
    many_keys_are_merged_fast,
    more_values_than_registers_are_refused,
    an_input_twice_is_refused,
    nothing_to_link_is_refused,
    pieces_without_state_are_refused,
    state_that_does_not_fit_is_refused
];

fn example() -> (Vec<u8>, Vec<u8>, amdgpu_link::PipelineState) {
    let yaml = std::fs::read_to_string(root().join("examples/amd/pipeline.yaml")).unwrap();
    (read("examples/amd/vs_fetchless.o"), read("examples/amd/ps_exportless.o"), state(&yaml))
}

/// The code of the error that a link of these ends with.
fn code(error: &LinkError) -> &'static str {
    match error {
        LinkError::CannotLink(reason) => reason.code(),
        LinkError::Invalid(error) => error.kind().code(),
        other => panic!("{other}"),
    }
}

fn every_truncation_is_refused() {
    let (vertex, fragment, state) = example();
    for end in 0..vertex.len() {
        assert!(!attempt(&vertex[..end], &fragment, &state), "vertex shader of {end} bytes");
    }
    for end in 0..fragment.len() {
        assert!(!attempt(&vertex, &fragment[..end], &state), "fragment shader of {end} bytes");
    }
}

fn every_changed_byte_is_refused_or_linked() {
    let named =
        std::fs::read_to_string(root().join("tests/corpus/amd/expected/ngg_v3_gfx1100.yaml")).unwrap();
    let named = (read("gs_ngg_v3_gfx1100"), read("ps_v3_gfx1100"), state(&named));
    for (vertex, fragment, state) in [example(), named] {
        assert!(attempt(&vertex, &fragment, &state));
        let (mut good, mut bad) = (0, 0);
        let mut count = |linked| if linked { good += 1 } else { bad += 1 };
        for bits in [0x01, 0x10, 0x80, 0xff] {
            for at in 0..vertex.len() {
                let mut broken = vertex.clone();
                broken[at] ^= bits;
                count(attempt(&broken, &fragment, &state));
            }
            for at in 0..fragment.len() {
                let mut broken = fragment.clone();
                broken[at] ^= bits;
                count(attempt(&vertex, &broken, &state));
            }
        }
        note!("{good} were linked, {bad} refused");
        assert!(good > 1000 && bad > 1000, "{good} {bad}");
    }
}

/// Several bytes of the tables at once.
fn seeded_changes_do_no_harm() {
    let (vertex, fragment, state) = example();
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let (mut one, mut other) = (vertex.clone(), fragment.clone());
        for _ in 0..1 + random(4) {
            let broken = if random(2) == 0 { &mut one } else { &mut other };
            let at = random(broken.len());
            broken[at] = [0, 1, 0x7f, 0x80, 0xff][random(5)];
        }
        attempt(&one, &other, &state);
    }
}

fn metadata_that_is_not_one_document_is_refused() {
    let (vertex, fragment, state) = example();
    let refused =
        |vertex: Vec<u8>| code(&link(&[("v", &vertex), ("f", &fragment)], Some(&state)).unwrap_err());
    let with = |document: &[u8]| Object(vertex.clone()).with_metadata(document).0;
    let notes = Object(vertex.clone()).section(".note");
    assert_eq!(refused(Object(vertex.clone()).set(".note", SIZE, 0).0), "elf.missing");
    assert_eq!(
        refused(Object(vertex.clone()).replace(".note", &[&notes[..], &notes[..]].concat()).0),
        "elf.repeated"
    );
    // A map and a list of 2^32 - 1 elements, text as long.
    assert_eq!(refused(with(b"\xdf\xff\xff\xff\xff")), "metadata.messagepack");
    assert_eq!(refused(with(b"\x81\xa1a\xdd\xff\xff\xff\xff")), "metadata.messagepack");
    assert_eq!(refused(with(b"\x81\xa1a\xdb\xff\xff\xff\xff")), "metadata.messagepack");
    // A list in a list in a list, 100,000 deep.
    assert_eq!(refused(with(&[0x91; 100_000])), "metadata.messagepack");
    // Large, and small in the note: a list of nothings.
    let mut nothings = b"\x81\xa1a\xdd\x00\x0f\x00\x00".to_vec();
    nothings.resize(nothings.len() + 0x000f_0000, 0xc0);
    assert_eq!(refused(with(&nothings)), "elf.missing");
    assert_eq!(refused(with(b"\x80")), "elf.missing");
    assert_eq!(refused(with(b"\x90")), "metadata.value");
    assert_eq!(refused(with(b"\x81\xa1a\xa2\xff\xff")), "metadata.messagepack");
    assert_eq!(refused(with(b"\x82\xa1a\x01\xa1a\x02")), "metadata.repeated-key");
    assert_eq!(refused(with(b"")), "metadata.messagepack");
}

fn relocations_that_are_wrong_are_refused() {
    let (vertex, fragment, state) = example();
    let relocations = Object(vertex.clone()).section(".rel.text");
    let refused = |at: usize, byte: u8| {
        let mut changed = relocations.clone();
        changed[at] = byte;
        let vertex = Object(vertex.clone()).replace(".rel.text", &changed).0;
        code(&link(&[("v", &vertex), ("f", &fragment)], Some(&state)).unwrap_err())
    };
    assert_eq!(refused(1, 0xff), "link.relocation-place");
    assert_eq!(refused(8, 12), "link.relocation-type");
    assert_eq!(refused(8, 7), "link.relocation-type");
    assert_eq!(refused(8, 4), "link.relocation-type");
    assert_eq!(refused(12, 0x7f), "elf.symbol-index");
    let odd = Object(vertex.clone()).replace(".rel.text", &relocations[..relocations.len() - 1]).0;
    assert_eq!(code(&link(&[("v", &odd), ("f", &fragment)], Some(&state)).unwrap_err()), "elf.value");
}

/// A file with two bodies that lack their prologue, of which a pipeline has one: the other one was left without.
fn two_bodies_without_their_prologue_are_refused() {
    let object = Object(read("all_stages_gfx1010"));
    let strings = object.section(".strtab");
    let name = u32::try_from(strings.len()).unwrap();
    let elf = Elf::parse(&object.0).unwrap();
    let symbol = elf.symbols.iter().position(|symbol| symbol.name == "_amdgpu_gs_main").unwrap();
    let mut symbols = object.section(".symtab");
    symbols[24 * symbol..24 * symbol + 4].copy_from_slice(&name.to_le_bytes());
    let strings = [&strings[..], b"_amdgpu_gs_main_fetchless\0"].concat();
    let vertex = object.replace(".strtab", &strings).replace(".symtab", &symbols).0;
    let yaml = root().join("tests/corpus/amd/expected/all_stages_gfx1010.yaml");
    let state = state(&std::fs::read_to_string(yaml).unwrap());
    let error = link(&[("v", &vertex), ("f", &read("ps_gfx1010"))], Some(&state)).unwrap_err();
    assert_eq!(code(&error), "link.two-bodies", "{error}");
}

/// Names that run past the end of their table.
fn string_tables_without_ends_are_refused() {
    let (vertex, fragment, state) = example();
    let strings = Object(vertex.clone()).section(".strtab");
    let cut = Object(vertex.clone()).replace(".strtab", &strings[..strings.len() - 1]).0;
    assert_eq!(code(&link(&[("v", &cut), ("f", &fragment)], Some(&state)).unwrap_err()), "elf.string");
    let cut = Object(vertex).set(".strtab", KIND, 1).0;
    assert_eq!(code(&link(&[("v", &cut), ("f", &fragment)], Some(&state)).unwrap_err()), "elf.value");
}

/// Thousands of sections that are the same bytes of a file would be a pipeline of many times its size.
fn sections_that_lie_over_each_other_do_not_multiply() {
    let (vertex, fragment, state) = example();
    let elf = Elf::parse(&vertex).unwrap();
    let headers = usize::try_from(u64::from_le_bytes(vertex[40..48].try_into().unwrap())).unwrap();
    let count = elf.sections.len();
    let text = elf.section_named(".text").unwrap().0;
    let relocations = elf.section_named(".rel.text").unwrap().0;
    for copied in [text, relocations] {
        let mut file = vertex.clone();
        file.resize(file.len().next_multiple_of(8), 0);
        let table = file.len();
        file.extend_from_slice(&vertex[headers..headers + 64 * count]);
        for _ in 0..20_000 {
            let mut header = vertex[headers + 64 * copied..][..64].to_vec();
            if copied == text {
                // Not the code's name: that must be unique.
                header[..4].copy_from_slice(&1_u32.to_le_bytes());
            }
            header[OFFSET_AT..OFFSET_AT + 8].copy_from_slice(&0_u64.to_le_bytes());
            header[SIZE_AT..SIZE_AT + 8].copy_from_slice(&(1_u64 << 20).to_le_bytes());
            file.extend_from_slice(&header);
        }
        file[40..48].copy_from_slice(&(table as u64).to_le_bytes());
        file[60..62].copy_from_slice(&(count as u16 + 20_000).to_le_bytes());
        let error = link(&[("v", &file), ("f", &fragment)], Some(&state)).unwrap_err();
        assert_eq!(code(&error), "elf.overlap", "{error}");
    }
}

/// Sections may ask for large alignments, and many of them for a pipeline of padding.
fn padding_does_not_multiply() {
    let (vertex, fragment, state) = example();
    let headers = usize::try_from(u64::from_le_bytes(vertex[40..48].try_into().unwrap())).unwrap();
    let (text, _) = Elf::parse(&vertex)
        .unwrap()
        .section_named(".text")
        .map(|(index, section)| (index, section.size))
        .unwrap();
    let count = Elf::parse(&vertex).unwrap().sections.len();
    let mut file = vertex.clone();
    file.resize(file.len().next_multiple_of(8), 0);
    let table = file.len();
    file.extend_from_slice(&vertex[headers..headers + 64 * count]);
    for _ in 0..5000 {
        let mut header = vertex[headers + 64 * text..][..64].to_vec();
        header[..4].copy_from_slice(&1_u32.to_le_bytes());
        header[SIZE_AT..SIZE_AT + 8].copy_from_slice(&4_u64.to_le_bytes());
        header[48..56].copy_from_slice(&(1_u64 << 16).to_le_bytes());
        file.extend_from_slice(&header);
    }
    file[40..48].copy_from_slice(&(table as u64).to_le_bytes());
    file[60..62].copy_from_slice(&(count as u16 + 5000).to_le_bytes());
    let error = link(&[("v", &file), ("f", &fragment)], Some(&state)).unwrap_err();
    assert_eq!(code(&error), "link.padding", "{error}");
}

/// A document of a pipeline with `key` and a list or map of `count` entries.
fn document(key: &str, open: u8, count: u32, entries: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let text = |text: &str| [&[0xd9, text.len() as u8], text.as_bytes()].concat();
    let mut document = vec![0x82];
    document.extend(text("amdpal.pipelines"));
    document.extend([0x91, 0x81]);
    document.extend(text(key));
    document.push(open);
    document.extend(count.to_be_bytes());
    entries.for_each(|entry| document.extend(entry));
    document.extend(text("amdpal.version"));
    document.extend([0x92, 2, 6]);
    document
}

/// Documents of a megabyte, every key of one between two of the other.
fn many_keys_are_merged_fast() {
    let (vertex, fragment, state) = example();
    let registers = |first: u32| {
        let entry = move |number: u32| {
            let mut entry = vec![0xce];
            entry.extend((0x10_0000 + first + 2 * number).to_be_bytes());
            entry.push(1);
            entry
        };
        document(".registers", 0xdf, 170_000, (0..170_000).map(entry))
    };
    let vertex = Object(vertex).with_metadata(&registers(0)).0;
    let fragment = Object(fragment).with_metadata(&registers(1)).0;
    let start = std::time::Instant::now();
    let error = link(&[("v", &vertex), ("f", &fragment)], Some(&state)).unwrap_err();
    // The vertex shader no longer says what it wants fetched.
    assert_eq!(code(&error), "link.no-glue-inputs", "{error}");
    assert!(start.elapsed().as_secs() < 10);
}

fn more_values_than_registers_are_refused() {
    let (vertex, fragment, state) = example();
    let inputs =
        document(".vertexInputs", 0xdd, 100_000, (0..100_000).map(|_| b"\x93\x00\x00\xa5v4f32".to_vec()));
    let error =
        link(&[("v", &Object(vertex.clone()).with_metadata(&inputs).0), ("f", &fragment)], Some(&state));
    assert!(matches!(code(&error.unwrap_err()), "elf.missing" | "glue.registers"));
    let exports =
        document(".colorExports", 0xdd, 80_000, (0..80_000).map(|_| b"\x94\x00\x00\xc2\xa5v4f32".to_vec()));
    let error = link(&[("v", &vertex), ("f", &Object(fragment).with_metadata(&exports).0)], Some(&state));
    assert!(matches!(code(&error.unwrap_err()), "glue.registers" | "glue.export"));
}

const OFFSET_AT: usize = super::edit::OFFSET.0;
const SIZE_AT: usize = SIZE.0;

fn an_input_twice_is_refused() {
    let vertex = read("vs_gfx1030");
    let error = link(&[("one", &vertex), ("other", &vertex)], Some(&state("stages: [vertex]"))).unwrap_err();
    assert!(
        matches!(
            code(&error),
            "link.duplicate-symbol" | "link.repeated-part" | "user-data.no-descriptor-set"
        ),
        "{error}"
    );
}

fn nothing_to_link_is_refused() {
    let error = link(&[], None).unwrap_err();
    assert!(matches!(error, LinkError::Invalid(error) if matches!(error.kind(), ErrorKind::Missing(_))));
}

fn pieces_without_state_are_refused() {
    let (vertex, fragment, _) = example();
    for input in [vertex, fragment, read("cs_symbols_gfx1030")] {
        assert_eq!(code(&link(&[("input", &input)], None).unwrap_err()), "link.needs-state");
    }
    // Without glue or special symbols nothing is missing.
    assert!(link(&[("input", &read("vs_known_gfx1030"))], None).is_ok());
}

fn state_that_does_not_fit_is_refused() {
    const PAIR: &str = "stages: [vertex, fragment]\n";
    let pair = ["vs_known_gfx1030", "ps_gfx1030"];
    assert_eq!(code(&refused(&["vs_known_gfx1030"], PAIR)), "link.missing-stage");
    assert_eq!(code(&refused(&pair, &format!("{PAIR}target: gfx1100"))), "link.mixed-targets");
    assert_eq!(code(&refused(&["vs_known_gfx1030", "ps_gfx1100"], PAIR)), "link.mixed-targets");
    assert_eq!(code(&refused(&["vs_known_gfx1030", "ps_undefined_gfx1030"], PAIR)), "link.undefined-symbol");
    assert_eq!(
        code(&refused(&["vs_known_gfx1030", "ps_malformed_gfx1030"], PAIR)),
        "relocation.special-symbol"
    );
    assert_eq!(code(&refused(&["vs_known_gfx1030", "ps_v3_gfx1030"], PAIR)), "metadata.mixed-versions");
    assert!(!linked(&pair, PAIR).is_empty());
}
