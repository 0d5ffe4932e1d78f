//! Finished pipelines pass a link of one input, without state, with their code and metadata unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use amdgpu_link::elf::Elf;
use amdgpu_link::metadata::Metadata;

use crate::fixtures::{link, text};

fn pipelines() -> Vec<PathBuf> {
    let Some(corpus) = std::env::var_os("SHADER_CORPUS") else {
        println!("skipped: SHADER_CORPUS is not set");
        return Vec::new();
    };
    let folders = ["pal", "samples"].map(|folder| Path::new(&corpus).join("amd").join(folder));
    let files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(files.len() > 70, "{}", files.len());
    files
}

#[test]
fn finished_pipelines_pass_unchanged() {
    for file in pipelines() {
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
}
