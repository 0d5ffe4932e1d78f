//! Finished pipelines of compilers pass a link of one input, without state, with their code and metadata unchanged; and
//! what only files of compilers have.

use std::fs;
use std::path::PathBuf;

use amdgpu_link::elf::Elf;
use amdgpu_link::metadata::Metadata;
use amdgpu_link::note;
use testkit::{Completion, Test, corpus, skipped, tests};

use crate::links::fixtures::{link, state, text};

pub(crate) const TESTS: &[Test] =
    tests![finished_pipelines_pass_unchanged, the_name_of_the_instruction_set_is_passed_on];

fn finished_pipelines_pass_unchanged() -> Completion {
    let folders = ["amd/pal", "amd/samples"].into_iter().filter_map(corpus::subfolder);
    let is_elf = |path: &PathBuf| fs::read(path).is_ok_and(|data| Elf::parse(&data).is_ok());
    let files: Vec<PathBuf> = folders.flat_map(|folder| corpus::files(&folder)).filter(is_elf).collect();
    if files.is_empty() {
        return skipped("pipelines (amd/pal/, amd/samples/)");
    }
    corpus::assert_at_least("pipelines", files.len(), [1, 73]);
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let data = fs::read(&file).unwrap();
        let linked = link(&[(name, &data)], None).unwrap_or_else(|error| panic!("{name}: {error}")).elf;
        assert_eq!(text(&linked), text(&data), "{name}");
        let (before, after) = (Elf::parse(&data).unwrap(), Elf::parse(&linked).unwrap());
        assert_eq!(Metadata::of(&after).unwrap(), Metadata::of(&before).unwrap(), "{name}");
        assert_eq!((after.flags, after.os_abi), (before.flags, before.os_abi), "{name}");
        // Every global symbol is still there, at its place.
        for symbol in before.symbols.iter().filter(|symbol| symbol.binding != 0 && symbol.is_defined()) {
            let same = |other: &&_| {
                let other: &amdgpu_link::elf::Symbol<'_> = other;
                other.name == symbol.name && other.value == symbol.value && other.size == symbol.size
            };
            assert!(after.symbols.iter().any(|other| same(&other)), "{name}: {}", symbol.name);
        }
        // What was linked once is linked again to the same.
        assert_eq!(link(&[(name, &linked)], None).unwrap().elf, linked, "{name}");
    }
    Completion::Completed
}

/// The name that compilers give has another form than the assembler's: it is passed on as it is.
fn the_name_of_the_instruction_set_is_passed_on() -> Completion {
    let file = corpus::subfolder("amd/unlinked").map(|folder| folder.join("cs_desc.gfx1030.ll.o"));
    let Some(data) = file.and_then(|file| fs::read(file).ok()) else {
        return skipped("amd/unlinked/cs_desc.gfx1030.ll.o");
    };
    let state = state(
        "stages: [compute]
user_data: [{type: buffer, set: 0, binding: 0, offset: 1, size: 4}]
",
    );
    let linked = link(&[("cs", &data)], Some(&state)).unwrap().elf;
    let elf = Elf::parse(&linked).unwrap();
    assert!(note::notes(&elf).unwrap()[0].data.starts_with(b"amdgcn--amdpal--gfx1030"));
    Completion::Completed
}
