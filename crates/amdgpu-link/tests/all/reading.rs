//! Files of AMDGPU shaders can be read, and broken ones are refused without harm.

use std::fs;
use std::path::{Path, PathBuf};

use amdgpu_link::elf::Elf;
use amdgpu_link::metadata::Metadata;
use amdgpu_link::note;
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] =
    tests![files_are_read_and_their_metadata_is_written_again, broken_files_do_no_harm];

/// The AMDGPU files of the project and of the corpus: those that begin as ELF files do.
fn files() -> Vec<PathBuf> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let own = ["examples/amd", "tests/corpus/amd"].map(|folder| root.join(folder));
    let of_corpus = ["amd/pal", "amd/samples", "amd/unlinked"].into_iter().filter_map(corpus::subfolder);
    let paths = own.into_iter().chain(of_corpus).flat_map(|folder| corpus::files(&folder));
    let is_elf = |path: &PathBuf| {
        fs::read(path).is_ok_and(|data| {
            data.starts_with(b"\x7fELF")
                && (corpus::is_own(path) || corpus::is_known() || Elf::parse(&data).is_ok())
        })
    };
    let files: Vec<PathBuf> = paths.filter(is_elf).collect();
    corpus::assert_at_least("ELF files", files.len(), [65, 152]);
    files
}

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
        let Some(stored) = notes.iter().find(|note| note.is(note::METADATA)) else {
            // Objects of assembly alone are the project's.
            assert!(corpus::is_own(file), "{}", file.display());
            continue;
        };
        let metadata = Metadata::of(&elf).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        metadata.pipeline().unwrap();
        let mut written = Vec::new();
        metadata.write(&mut written);
        assert_eq!(Metadata::parse(&written).unwrap(), metadata, "{}", file.display());
        // LLVM writes keys in order, and numbers in their shortest form; other compilers do not.
        if file.parent().unwrap().ends_with("unlinked") || corpus::is_own(file) {
            by_llvm += 1;
            assert_eq!(written, stored.data, "{}", file.display());
        }
        documents += usize::from(written == stored.data);
    }
    note!("{} files were read, {documents} documents are written byte for byte", files.len());
    corpus::assert_at_least("documents by LLVM", by_llvm, [64, 78]);
}

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
