//! YAML beside what LLVM says: the worked example of its documentation, and real files on which its tools were
//! run. What they said is stored in `tests/conformance/yaml.tsv`; `cargo xtask conformance yaml` asks them again.

use std::fs;
use std::time::{Duration, Instant};

use bstr::BString;
use dx_container::enums::{ComponentType, InterpolationMode, PdbInfoCompression, ShaderKind};
use dx_container::parts::pdb_info::PdbInfo;
use dx_container::parts::psv::{Element, PsvBuf, RuntimeInfo, StageInfo};
use dx_container::parts::source_info::{SourceInfo, SourceInfoBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::pdb::{MsfBuilder, Pdb};
use dx_container::{Container, ContainerBuilder, FourCc, PartEntry, Signing};
use dx_text::yaml::LlvmVersion;
use testkit::{Limits, Test, note, tests};
use xtask::conformance::{YAML_TABLE, md5, resolve};

pub(crate) const TESTS: &[Test] = tests![
    the_documented_signature_is_printed_as_documented_and_read_back,
    real_files_read_and_print_as_llvm_does,
    text_that_looks_like_a_list_of_numbers_stays_text,
    every_character_comes_back,
    a_long_line_is_looked_at_once,
    fields_settle_however_many_follow_one_another,
    any_source_comes_back_as_text,
    compressed_content_stays_in_proportion within Limits::seconds(60, "it reads megabytes of YAML"),
    megabytes_of_nothing_come_back within Limits::seconds(60, "it reads megabytes of YAML")
];

/// The output of the vertex shader in LLVM's documentation of the format: `void main(out VSOut o1 : A)`.
const VS_OUT: &str = "\
SigOutputElements:
  - Name:            A
    Indices:         [ 0 ]
    StartRow:        0
    Cols:            4
    StartCol:        0
    Allocated:       true
    Kind:            Arbitrary
    ComponentType:   Float32
    Interpolation:   Linear
    DynamicMask:     0x0
    Stream:          0
  - Name:            A
    Indices:         [ 1, 2, 3, 4 ]
    StartRow:        1
    Cols:            2
    StartCol:        0
    Allocated:       true
    Kind:            Arbitrary
    ComponentType:   Float32
    Interpolation:   Linear
    DynamicMask:     0x0
    Stream:          0
  - Name:            A
    Indices:         [ 5 ]
    StartRow:        5
    Cols:            4
    StartCol:        0
    Allocated:       true
    Kind:            Arbitrary
    ComponentType:   Float32
    Interpolation:   Linear
    DynamicMask:     0x0
    Stream:          0
  - Name:            A
    Indices:         [ 6 ]
    StartRow:        6
    Cols:            3
    StartCol:        0
    Allocated:       true
    Kind:            Arbitrary
    ComponentType:   Float32
    Interpolation:   Linear
    DynamicMask:     0x0
    Stream:          0
  - Name:            A
    Indices:         [ 7 ]
    StartRow:        7
    Cols:            4
    StartCol:        0
    Allocated:       true
    Kind:            Arbitrary
    ComponentType:   SInt32
    Interpolation:   Constant
    DynamicMask:     0x0
    Stream:          0
";

fn the_documented_signature_is_printed_as_documented_and_read_back() {
    let element = |indices: &[u32], start_row, cols, component_type, interpolation| Element {
        name: "A".into(),
        indices: indices.to_vec(),
        start_row,
        cols,
        allocated: true,
        component_type,
        interpolation,
        ..Element::default()
    };
    let linear = |indices, start_row, cols| {
        element(indices, start_row, cols, ComponentType::FLOAT32, InterpolationMode::LINEAR)
    };
    let outputs = vec![
        linear(&[0], 0, 4),
        linear(&[1, 2, 3, 4], 1, 2),
        linear(&[5], 5, 4),
        linear(&[6], 6, 3),
        element(&[7], 7, 4, ComponentType::S_INT32, InterpolationMode::CONSTANT),
    ];
    let info = RuntimeInfo {
        stage: ShaderKind::VERTEX,
        stage_info: StageInfo::Vertex { output_position_present: 0 },
        output_vectors: [8, 0, 0, 0],
        entry_name: "main".into(),
        ..RuntimeInfo::default()
    };
    let psv = PsvBuf { info, elements: [vec![], outputs, vec![]], ..PsvBuf::default() };
    let mut builder = ContainerBuilder::new();
    let data = psv.arrange(None).unwrap();
    builder.parts.push(PartEntry { name: FourCc::PSV0, data: data.into(), gap: Vec::new().into() });
    let bytes = builder.build(Signing::Sign).unwrap();

    let text = dx_text::yaml::print(&Container::parse(&bytes).unwrap());
    let indented: String = VS_OUT.lines().map(|line| format!("      {line}\n")).collect();
    assert!(text.contains(&indented), "{text}");
    let read = dx_text::yaml::read(&text).unwrap();
    assert_eq!(read, bytes);
    let container = Container::parse(&read).unwrap();
    let again: dx_container::parts::psv::Psv<'_> = container.view(FourCc::PSV0).unwrap().unwrap();
    assert_eq!(again.to_buf().elements, psv.elements);
}

/// A float that obj2yaml prints in six digits, which is another float; ours prints enough.
const ROUNDED: (&str, &str) = ("3.4028235e38", "3.40282e+38");

fn real_files_read_and_print_as_llvm_does() {
    let table = fs::read_to_string(xtask::root().join(YAML_TABLE)).unwrap();
    let (mut compared, mut missing) = (0, 0);
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, accepted, obj2yaml, yaml2obj] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let Some(file) = resolve(name) else {
            missing += 1;
            continue;
        };
        compared += 1;
        let bytes = fs::read(&file).unwrap();
        let text = dx_text::yaml::print_llvm(&Container::parse(&bytes).unwrap(), LlvmVersion::V22);
        assert_eq!(md5(text.as_bytes()), accepted, "{name}: not the text that yaml2obj read");
        if obj2yaml == "-" {
            continue;
        }
        // What obj2yaml prints: without our comments, and with its floats.
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let theirs: String = lines.map(|line| line.replace(ROUNDED.0, ROUNDED.1) + "\n").collect();
        assert_eq!(md5(theirs.as_bytes()), obj2yaml, "{name}: not what obj2yaml prints");
        let made = dx_text::yaml::read(&theirs).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(md5(&made), yaml2obj, "{name}: not the file that yaml2obj makes");
    }
    assert!(compared >= 12, "the project's own examples are always there");
    note!("note: {compared} files compared, {missing} not there: SHADER_CORPUS has them");
}

/// Long lists of numbers are read apart from the document; what only looks like one is not touched.
fn text_that_looks_like_a_list_of_numbers_stays_text() {
    let list = format!("[ {} ]", (0..40).map(|number| number.to_string()).collect::<Vec<_>>().join(", "));
    let document = |custom: &str| {
        format!(
            "Header: {{}}\nParts:\n  - Name: VERS\n    Size: {}\n    Fields:\n      StringListSize: {}\n      CustomVersion: {custom}\n",
            16 + 4 + list.len(),
            4 + list.len(),
        )
    };
    let block = document(&format!("|-\n        {list}"));
    let quoted = document(&format!("'{list}'"));
    let read = dx_text::yaml::read(&block).unwrap();
    assert_eq!(read, dx_text::yaml::read(&quoted).unwrap());
    assert!(read.windows(list.len()).any(|bytes| bytes == list.as_bytes()));
}

/// A container of one part.
fn container_of(name: FourCc, data: Vec<u8>) -> Vec<u8> {
    let mut builder = ContainerBuilder::new();
    builder.parts.push(PartEntry { name, data: data.into(), gap: Vec::new().into() });
    builder.build(Signing::Sign).unwrap()
}

/// Every character can stand in a name. A block at a time: what breaks a document breaks it wherever it is.
fn every_character_comes_back() {
    let characters: Vec<char> = ('\u{1}'..=char::MAX).collect();
    for (index, block) in characters.chunks(0x1000).enumerate() {
        let name: String = block.iter().collect();
        let info = RuntimeInfo { entry_name: name.into(), ..RuntimeInfo::default() };
        let part = PsvBuf { info, ..PsvBuf::default() };
        let bytes = container_of(FourCc::PSV0, part.arrange(None).unwrap());
        let text = dx_text::yaml::print(&Container::parse(&bytes).unwrap());
        let read = dx_text::yaml::read(&text).unwrap_or_else(|error| panic!("block {index}: {error}"));
        assert!(read == bytes, "block {index}");
    }
}

/// One line of many brackets takes no longer than its length asks for.
fn a_long_line_is_looked_at_once() {
    let start = Instant::now();
    for line in ["a: ".to_owned() + &"[".repeat(1 << 20), "a".repeat(1 << 19) + &"[".repeat(1 << 19)] {
        dx_text::yaml::read(&line).unwrap_err();
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// Records and texts that follow one another without end: where each lies follows from all before it.
fn fields_settle_however_many_follow_one_another() {
    let name = |what: &str, index: usize| BString::from(format!("{what}{index}"));
    let sources = (0..300).map(|index| (name("include/source.hlsl", index), name("float f", index)));
    let arguments = (0..2000).map(|index| (name("D", index), name("=", index)));
    let mut data = SourceInfoBuf::new(sources, arguments).arrange(None).unwrap();
    // Bytes that no other form of the part has: it is printed by its fields.
    data.extend([1, 2, 3, 4]);
    let bytes = container_of(FourCc::SRCI, data);
    let text = dx_text::yaml::print(&Container::parse(&bytes).unwrap());
    assert!(text.contains("    Fields:\n"), "{text}");
    assert!(dx_text::yaml::read(&text).unwrap() == bytes);
}

/// The texts of SRCI are printed in lines, or quoted where lines would not mean the same.
fn any_source_comes_back_as_text() {
    const CHARACTERS: [char; 20] = [
        'a', 'b', ' ', ' ', '\n', '\n', '\n', '\t', '\r', '#', '-', ':', '"', '\'', '\\', '[', '\0',
        '\u{85}', 'é', '\u{feff}',
    ];
    let mut random = 1_u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((random >> 33) % below).unwrap()
    };
    let mut texts: Vec<String> = Vec::new();
    for most in [8, 16, CHARACTERS.len()] {
        for _ in 0..2000 {
            let len = next(14);
            texts.push((0..len).map(|_| CHARACTERS[next(most as u64)]).collect());
        }
    }
    let sources = texts.iter().map(|text| (BString::from("a"), BString::from(text.as_str())));
    let data = SourceInfoBuf::new(sources, []).arrange(None).unwrap();
    let bytes = container_of(FourCc::SRCI, data);
    let text = dx_text::yaml::print(&Container::parse(&bytes).unwrap());
    assert!(text.contains("    SourceInfo:\n") && !text.contains("Compressed"), "{text}");
    let read = dx_text::yaml::read(&text).unwrap();
    let container = Container::parse(&read).unwrap();
    let part: SourceInfo<'_> = container.view(FourCc::SRCI).unwrap().unwrap();
    for (source, expected) in part.sources().zip(&texts) {
        assert_eq!(source.content, expected.as_str());
    }
    assert!(read == bytes);
}

/// PDBI with this content, compressed.
fn pdb_info(content: &[u8]) -> Vec<u8> {
    let compression = PdbInfoCompression::ZLIB;
    PdbInfo { version: 0, compression, content: content.into(), stored: &[], unknown: &[] }.write().unwrap()
}

/// A few bytes that stand for megabytes of nothing, or of references to one text: they come back, but not as fields.
fn compressed_content_stays_in_proportion() {
    const NULL: u32 = u32::MAX;
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let nothing = [words(&[0x10, 0]), vec![0; 3 << 20]].concat();
    // Strings, a list of eight of them, and records that all refer to the list.
    let strings = [words(&[1, 256]), vec![b'a'; 255], vec![0]].concat();
    let list = words(&[2, 4 * 9, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
    let record = words(&[NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0]);
    let count = 20_000;
    let table = [words(&[0x10001, 8 + count * 44, count, 44]), record.repeat(count as usize)].concat();
    let [second, third] = [20 + strings.len(), 20 + strings.len() + list.len()].map(|at| at as u32);
    let references = [words(&[0x10, 3, 20, second, third]), strings, list, table].concat();
    for content in [nothing, references] {
        let mut builder = ContainerBuilder::new();
        (0..10).for_each(|_| builder.push(FourCc::PDBI, pdb_info(&content)));
        let bytes = builder.build(Signing::Zero).unwrap();
        let container = Container::parse(&bytes).unwrap();
        assert!(container.parts().iter().all(|part| container.read(part).is_ok()));
        let text = dx_text::yaml::print(&container);
        assert!(text.len() < 16 * bytes.len() + (12 << 20), "{} of {}", text.len(), bytes.len());
        assert!(dx_text::yaml::read(&text).unwrap() == bytes);
    }
}

/// More zeros than a short text may ask for are written out, wherever they are.
fn megabytes_of_nothing_come_back() {
    let zeros = vec![0; 9 << 20];
    let with_version = [&[0x10, 0, 0, 0, 0, 0, 0, 0], zeros.as_slice()].concat();
    let (mut gap, mut gap_at_end) = (ContainerBuilder::new(), ContainerBuilder::new());
    gap.parts.push(PartEntry {
        name: FourCc::PRIV,
        data: [1].as_slice().into(),
        gap: zeros.as_slice().into(),
    });
    gap_at_end.gap_at_end = zeros.as_slice().into();
    let files = [
        container_of(FourCc::SFI0, zeros.clone()),
        container_of(FourCc::RDAT, with_version),
        gap.build(Signing::Sign).unwrap(),
        gap_at_end.build(Signing::Sign).unwrap(),
    ];
    for (index, bytes) in files.iter().enumerate() {
        let text = dx_text::yaml::print(&Container::parse(bytes).unwrap());
        assert!(dx_text::yaml::read(&text).unwrap() == *bytes, "file {index}");
    }
    let streams = vec![Some([1].as_slice().into()); 300];
    let bytes = MsfBuilder { block_size: 1 << 15, streams }.build().unwrap();
    let text = dx_text::yaml::print_pdb(&Pdb::parse(&bytes).unwrap());
    assert!(dx_text::yaml::read(&text).unwrap() == bytes);
}
