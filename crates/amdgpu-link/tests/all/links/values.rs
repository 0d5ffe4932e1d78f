//! What pipelines say of themselves: metadata in both versions, and the file's own tables.

use std::fs;

use amdgpu_link::elf::Elf;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::{Linker, SamplerWrite};
use amdgpu_link::note;
use bstr::{BStr, ByteSlice as _};

use super::fixtures::{link, linked, read, root, state, text, value};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    registers_by_number_are_finished,
    named_fields_are_finished,
    glue_raises_the_counts_of_registers,
    the_order_of_inputs_does_not_matter,
    glue_from_the_cache_is_the_same,
    tables_are_in_order,
    isa_names_have_several_spellings,
    static_samplers_are_told_to_the_loader
];

const EXAMPLE: [&str; 2] = ["examples/amd/vs_fetchless.o", "examples/amd/ps_exportless.o"];

fn example() -> Vec<u8> {
    linked(&EXAMPLE, &yaml("examples/amd/pipeline.yaml"))
}

fn yaml(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn expected(name: &str) -> String {
    yaml(&format!("tests/corpus/amd/expected/{name}.yaml"))
}

fn registers_by_number_are_finished() {
    let pipeline = example();
    let register = |number: &str| value(&pipeline, &[".registers", number]);
    for (number, wanted) in [
        // Marks of sets 0 and 1 are dwords of the user data; the others stay.
        ("0x2c4d", 1),
        ("0x2c4e", 0x1000_000f),
        ("0x2c0d", 4),
        // SPI_SHADER_COL_FORMAT: FP16_ABGR.
        ("0xa1c5", 4),
        // PA_CL_CLIP_CNTL, PA_SC_AA_CONFIG, PA_SC_SHADER_CONTROL.
        ("0xa204", 1 << 24),
        ("0xa2f8", 0),
        ("0xa310", 0),
        // What glue does not touch.
        ("0x2c0a", 0x022f_0080),
        ("0xa2d5", 0x0081_0000),
        ("0xa1b6", 0x8001),
    ] {
        assert_eq!(register(number), Some(wanted.to_string()), "{number}");
    }
    let one = |path: &[&str]| value(&pipeline, path).unwrap();
    assert_eq!(one(&[".hardware_stages", ".vs", ".entry_point"]), "_amdgpu_vs_main");
    assert_eq!(one(&[".hardware_stages", ".vs", ".vgpr_limit"]), "256");
    assert_eq!(one(&[".spill_threshold"]), "0");
    assert_eq!(one(&[".user_data_limit"]), "8");
    assert_eq!(one(&[".internal_pipeline_hash", "1"]), 0xfedc_ba98_7654_3210_u64.to_string());
    // What nobody knows is kept; what is for the linker alone is gone.
    assert_eq!(one(&[".xgl_cache_info", ".llpc_version"]), "61.7");
    for gone in
        [".vertexInputs", ".colorExports", ".fragInputs", ".fragBuiltInInputs", ".fragBuiltInInputInfo"]
    {
        assert_eq!(value(&pipeline, &[gone]), None, "{gone}");
    }
}

fn named_fields_are_finished() {
    for (names, state) in [
        (["vs_v3_gfx1030", "ps_v3_gfx1030"], "pair_v3_gfx1030"),
        (["gs_ngg_v3_gfx1100", "ps_v3_gfx1100"], "ngg_v3_gfx1100"),
    ] {
        let pipeline = linked(&names, &expected(state));
        let one = |path: &[&str]| value(&pipeline, path).unwrap_or_else(|| panic!("{state}: {path:?}"));
        let is_ngg = state.starts_with("ngg");
        let stage = if is_ngg { ".gs" } else { ".vs" };
        let entry = if is_ngg { "_amdgpu_gs_main" } else { "_amdgpu_vs_main" };
        assert_eq!(one(&[".hardware_stages", stage, ".entry_point"]), entry);
        assert_eq!(one(&[".hardware_stages", stage, ".entry_point_symbol"]), entry);
        assert_eq!(one(&[".hardware_stages", ".ps", ".entry_point_symbol"]), "_amdgpu_ps_main");
        assert_eq!(one(&[".hardware_stages", stage, ".user_data_reg_map", "1"]), "1");
        assert_eq!(one(&[".hardware_stages", stage, ".user_data_reg_map", "5"]), u32::MAX.to_string());
        assert_eq!(one(&[".hardware_stages", ".ps", ".float_mode"]), "192");
        assert_eq!(one(&[".spill_threshold"]), "65535");
        assert_eq!(one(&[".user_data_limit"]), "2");
        let format = if is_ngg { "4" } else { "9" };
        let formats = [".graphics_registers", ".spi_shader_col_format"];
        assert_eq!(one(&[formats[0], formats[1], ".col_0_export_format"]), format);
        assert_eq!(one(&[formats[0], formats[1], ".col_7_export_format"]), "0");
        assert_eq!(one(&[formats[0], ".aa_coverage_to_shader_select"]), "InputCoverage");
        // gfx11 has no such register.
        assert_eq!(value(&pipeline, &[formats[0], ".pa_sc_shader_control"]).is_some(), !is_ngg);
        // LLVM's assembler adds an empty map.
        assert_eq!(one(&[".registers"]), "a map with 0 keys");
    }
}

fn glue_raises_the_counts_of_registers() {
    let alone = read("vs_gfx1030");
    let body = |key: &str| value(&alone, &[".hardware_stages", ".vs", key]).unwrap().parse::<u32>().unwrap();
    let pipeline = linked(&["vs_gfx1030", "ps_gfx1030"], &expected("pair_gfx1030"));
    let whole =
        |key: &str| value(&pipeline, &[".hardware_stages", ".vs", key]).unwrap().parse::<u32>().unwrap();
    assert_eq!((body(".sgpr_count"), body(".vgpr_count")), (16, 10));
    // The prologue's highest are s27 and v12.
    assert_eq!((whole(".sgpr_count"), whole(".vgpr_count")), (28, 13));
    // 13 registers in waves of 32 are two granules of 8.
    assert_eq!(value(&pipeline, &[".registers", "0x2c4a"]), Some(0x082f_0001.to_string()));
}

fn the_order_of_inputs_does_not_matter() {
    let state = state(&yaml("examples/amd/pipeline.yaml"));
    let (vertex, fragment) = (read(EXAMPLE[0]), read(EXAMPLE[1]));
    let one = link(&[(EXAMPLE[0], &vertex), (EXAMPLE[1], &fragment)], Some(&state)).unwrap();
    let other = link(&[(EXAMPLE[1], &fragment), (EXAMPLE[0], &vertex)], Some(&state)).unwrap();
    assert!(one == other);
}

fn glue_from_the_cache_is_the_same() {
    let state = state(&yaml("examples/amd/pipeline.yaml"));
    let (vertex, fragment) = (read(EXAMPLE[0]), read(EXAMPLE[1]));
    let mut cache = GlueCache::default();
    let mut link = || {
        let mut linker = Linker::new(Some(&state));
        linker.add_input("vertex", &vertex).unwrap();
        linker.add_input("fragment", &fragment).unwrap();
        linker.link(&mut cache).unwrap().elf
    };
    let first = link();
    assert!(first == link() && first == link());
    assert_eq!(cache.hits_and_misses(), (4, 2));
}

/// The tables of every pipeline keep to what ELF and PAL ask for.
fn tables_are_in_order() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("tests/corpus/amd/expected")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "s") {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let word = |key: &str| source.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        let names: Vec<&str> = word("// LINK: ").split(' ').collect();
        check_tables(&linked(&names, &yaml(word("// STATE: "))), &path.display().to_string());
        count += 1;
    }
    assert!(count >= 27, "{count}");
}

fn check_tables(pipeline: &[u8], name: &str) {
    let elf = Elf::parse(pipeline).unwrap();
    let names: Vec<String> = elf.sections.iter().map(|section| section.name.to_string()).collect();
    assert_eq!(names[..5], ["", ".strtab", ".symtab", ".text", ".note"], "{name}");
    let (symbols, text) = (&elf.sections[2], &elf.sections[3]);
    assert_eq!((symbols.link, symbols.entry_size, text.alignment, text.flags), (1, 24, 256, 6), "{name}");
    let locals = elf.symbols.iter().take_while(|symbol| symbol.binding == 0).count();
    assert_eq!(symbols.info as usize, locals, "{name}");
    assert!(elf.symbols.iter().skip(locals).all(|symbol| symbol.binding != 0), "{name}");
    // Entry points begin where hardware starts, and every symbol lies in its section.
    for symbol in elf.symbols.iter().skip(1) {
        let section = &elf.sections[usize::from(symbol.section)];
        assert!(symbol.value + symbol.size <= section.size, "{name}: {}", symbol.name);
        if symbol.name.ends_with(b"_main") {
            assert_eq!(symbol.value % 256, 0, "{name}: {}", symbol.name);
        }
    }
    // Nothing that is special is left, and what is passed on applies inside the code.
    for index in 0..elf.sections.len() {
        let target = elf.sections[index].info as usize;
        for relocation in elf.relocations(index).unwrap().iter() {
            let symbol = elf.symbol(&relocation).unwrap();
            assert!(symbol.is_defined() && symbol.binding == 0, "{name}: {}", symbol.name);
            assert!(relocation.offset + 4 <= elf.sections[target].size, "{name}: {}", symbol.name);
        }
    }
    let notes = note::notes(&elf).unwrap();
    assert!(notes.len() == 2 && notes[0].is(note::ISA_NAME) && notes[1].is(note::METADATA), "{name}");
}

/// An object whose ISA name note contains another name.
fn with_isa_name(object: &[u8], name: &str) -> Vec<u8> {
    let elf = Elf::parse(object).unwrap();
    let index = elf.sections.iter().position(|section| section.name == ".note").unwrap();
    let mut notes = Vec::new();
    for note in note::notes(&elf).unwrap() {
        let data = if note.is(note::ISA_NAME) { name.as_bytes() } else { note.data };
        let owner = note.owner.to_str().unwrap();
        note::write(&mut notes, (owner, note.kind), |out| out.extend_from_slice(data));
    }
    let mut changed = object.to_vec();
    changed.resize(changed.len().next_multiple_of(4), 0);
    let headers = u64::from_le_bytes(object[0x28..0x30].try_into().unwrap());
    let header = usize::try_from(headers).unwrap() + 64 * index;
    for (at, value) in [(24, changed.len()), (32, notes.len())] {
        changed[header + at..][..8].copy_from_slice(&(value as u64).to_le_bytes());
    }
    changed.extend(notes);
    changed
}

fn isa_names_have_several_spellings() {
    let state = state(&yaml("examples/amd/pipeline.yaml"));
    let [vertex, fragment] = EXAMPLE.map(read);
    let linked = |names: [&str; 2]| {
        let [vertex, fragment] = [with_isa_name(&vertex, names[0]), with_isa_name(&fragment, names[1])];
        link(&[(EXAMPLE[0], &vertex), (EXAMPLE[1], &fragment)], Some(&state)).unwrap().elf
    };
    // LLVM 23, LLVM 22, and LLVM 22 with a triple that names a vendor.
    let spellings = [
        "amdgcn-unknown-amdpal-unknown-gfx1030",
        "amdgcn--amdpal--gfx1030",
        "amdgcn-unknown-amdpal--gfx1030",
    ];
    let plain = example();
    for first in spellings {
        for second in spellings {
            let pipeline = linked([first, second]);
            let elf = Elf::parse(&pipeline).unwrap();
            let notes = note::notes(&elf).unwrap();
            assert_eq!(BStr::new(notes[0].data).trim_end_with(|last| last == '\0'), first.as_bytes());
            let of_plain = Elf::parse(&plain).unwrap();
            assert_eq!(notes[1].data, note::notes(&of_plain).unwrap()[1].data, "{first}, {second}");
            assert_eq!(text(&pipeline), text(&plain), "{first}, {second}");
        }
    }
}

fn static_samplers_are_told_to_the_loader() {
    let state = state(
        "stages: [compute]
user_data:
  - type: table
    offset: 1
    size: 1
    nodes:
      - {type: combined_texture, set: 0, binding: 0, offset: 4, size: 24}
static_samplers:
  - {set: 0, binding: 0, words: [1, 2, 3, 4, 5, 6, 7, 8]}
",
    );
    let linked = link(&[("texture", &read("cs_texture_gfx1030"))], Some(&state)).unwrap();
    let write = SamplerWrite { table: Some(1), offset: 48, stride: 48, words: (1..=8).collect() };
    assert_eq!(linked.static_samplers, [write]);
}
