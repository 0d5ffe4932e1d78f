//! Relocations with addends of their own mean the same as with addends in place.

use amdgpu_link::elf::Elf;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::Linker;

use super::edit::Object;
use super::fixtures::{link, read, root, state, text};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    special_symbols_take_addends_of_their_own,
    other_relocations_keep_addends_of_their_own,
    kinds_of_relocations_mix
];

fn symbols_state() -> amdgpu_link::PipelineState {
    let path = root().join("tests/corpus/amd/expected/symbols_gfx1030.yaml");
    state(&std::fs::read_to_string(path).unwrap())
}

fn special_symbols_take_addends_of_their_own() {
    let state = symbols_state();
    let in_place = read("cs_symbols_gfx1030");
    let own = Object(in_place.clone()).with_addends().0;
    let expected = link(&[("in place", &in_place)], Some(&state)).unwrap().elf;
    let found = link(&[("own", &own)], Some(&state)).unwrap().elf;
    assert_eq!(text(&found), text(&expected));
    // All were carried out: none is left for the loader.
    for file in [&expected, &found] {
        let elf = Elf::parse(file).unwrap();
        assert!(elf.sections.iter().all(|section| !section.name.starts_with(b".rel")));
    }
}

fn other_relocations_keep_addends_of_their_own() {
    let own = Object(read("cs_constants_gfx1030")).with_addends().0;
    let linked = link(&[("own", &own)], Some(&state("stages: [compute]"))).unwrap().elf;
    let elf = Elf::parse(&linked).unwrap();
    let (index, section) = elf.section_named(".rela.text").unwrap();
    assert_eq!((section.entry_size, section.size), (24, 4 * 24));
    let addends: Vec<_> =
        elf.relocations(index).unwrap().iter().map(|relocation| relocation.addend.unwrap()).collect();
    assert_eq!(addends, [4, 12, 4, 12]);
}

/// The vertex shader with addends in place, the fragment shader with its own: each has its section.
fn kinds_of_relocations_mix() {
    let (vertex, fragment) = (read("vs_table_gfx1030"), Object(read("ps_table_gfx1030")).with_addends().0);
    let yaml = root().join("tests/corpus/amd/expected/table_gfx1030.yaml");
    let state = state(&std::fs::read_to_string(yaml).unwrap());
    let mut linker = Linker::new(Some(&state));
    // The fragment shader is added first, and lies last all the same.
    linker.add_input("fragment", &fragment).unwrap();
    linker.add_input("vertex", &vertex).unwrap();
    let linked = linker.link(&mut GlueCache::default()).unwrap().elf;
    let elf = Elf::parse(&linked).unwrap();
    for name in [".rel.text", ".rela.text"] {
        let (index, _) = elf.section_named(name).unwrap();
        let relocations = elf.relocations(index).unwrap();
        let names: Vec<String> =
            relocations.iter().map(|relocation| elf.symbol(&relocation).unwrap().name.to_string()).collect();
        let expected = if name == ".rel.text" { "table.vertex" } else { "table.fragment" };
        assert_eq!(names, [expected; 2]);
    }
}
