//! Files of AMDGPU shaders can be read, and broken ones are refused without harm.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use amdgpu_link::elf::Elf;
use amdgpu_link::metadata::Metadata;
use amdgpu_link::note;

/// The AMDGPU files of the corpus; none when there is no corpus.
fn files() -> Vec<PathBuf> {
    let Some(corpus) = std::env::var_os("SHADER_CORPUS") else {
        println!("skipped: SHADER_CORPUS is not set");
        return Vec::new();
    };
    let mut files = Vec::new();
    for folder in ["pal", "samples", "unlinked"] {
        for entry in fs::read_dir(Path::new(&corpus).join("amd").join(folder)).unwrap() {
            files.push(entry.unwrap().path());
        }
    }
    files.sort();
    files
}

#[test]
fn files_are_read_and_their_metadata_is_written_again() {
    let files = files();
    let (mut documents, mut by_llvm) = (0, 0);
    for file in &files {
        let data = fs::read(file).unwrap();
        let elf = Elf::parse(&data).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(elf.section_named(".text").is_some(), "{}", file.display());
        for index in 0..elf.sections.len() {
            for relocation in elf.relocations(index).unwrap().iter() {
                elf.symbol(&relocation).unwrap();
            }
        }
        let notes = note::notes(&elf).unwrap();
        let stored = notes.iter().find(|note| note.is(note::METADATA)).unwrap();
        let metadata = Metadata::of(&elf).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        metadata.pipeline().unwrap();
        let mut written = Vec::new();
        metadata.write(&mut written);
        assert_eq!(Metadata::parse(&written).unwrap(), metadata, "{}", file.display());
        // LLVM writes keys in order, and numbers in their shortest form; other compilers do not.
        if file.parent().unwrap().ends_with("unlinked") {
            by_llvm += 1;
            assert_eq!(written, stored.data, "{}", file.display());
        }
        documents += usize::from(written == stored.data);
    }
    println!("{} files were read, {documents} documents are written byte for byte", files.len());
    assert!(files.is_empty() || by_llvm > 10);
}

#[test]
fn broken_files_do_no_harm() {
    for file in files() {
        let data = fs::read(&file).unwrap();
        let read = |data: &[u8]| {
            let Ok(elf) = Elf::parse(data) else { return };
            for index in 0..elf.sections.len() {
                if let Ok(relocations) = elf.relocations(index) {
                    relocations
                        .iter()
                        .for_each(|relocation| drop(elf.symbol(&relocation).map(|symbol| symbol.size)));
                }
            }
            let _ = Metadata::of(&elf).and_then(|metadata| metadata.pipeline().map(drop));
        };
        for end in (0..data.len()).step_by(3) {
            read(&data[..end]);
        }
        for at in (0..data.len()).step_by(3) {
            let mut broken = data.clone();
            broken[at] ^= 1 << (at % 8);
            read(&broken);
            broken[at] = 0xff;
            read(&broken);
        }
    }
}
