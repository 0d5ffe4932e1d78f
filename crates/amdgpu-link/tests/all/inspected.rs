//! What there is to show of real files: every register has a name, every value comes apart, and damage is an error,
//! never a panic. The files are the project's and those of the folder that SHADER_CORPUS names.

use std::fs;
use std::path::{Path, PathBuf};

use amdgpu_link::elf::Elf;
use amdgpu_link::elf_names::{FeatureState, RelocationType, is_amdgpu, note_name, section_type_name};
use amdgpu_link::isa::disassemble;
use amdgpu_link::metadata::{Metadata, Tree as _, Value};
use amdgpu_link::note::{self, Note};
use amdgpu_link::{Register, UserData};
use testkit::{Limits, Test, corpus, tests};

pub(crate) const TESTS: &[Test] = tests![
    every_register_of_real_files_has_a_name,
    sections_notes_relocations_and_user_data_of_real_files_are_known,
    damage_is_an_error within Limits::seconds(120, "it walks the whole corpus")
];

fn every_register_of_real_files_has_a_name() {
    let (mut named, mut unknown) = (0, Vec::new());
    each_file(|path, bytes| {
        let elf = Elf::parse(bytes).unwrap();
        let generation = elf.target().unwrap().generation().unwrap();
        for document in documents(&elf) {
            let Some(registers) = document.pipeline().unwrap().get(".registers").and_then(entries_of) else {
                continue;
            };
            for (number, _) in registers {
                let number = number.number().unwrap();
                match Register::of(number, generation).or_else(|| Register::of_any(number)) {
                    Some(_) => named += 1,
                    None => unknown.push((path.display().to_string(), number)),
                }
            }
        }
    });
    // One of the project's files has a number that is no register.
    assert_eq!(unknown.len(), 1, "{unknown:x?}");
    corpus::assert_at_least("registers", named, [38, 220]);
}

fn sections_notes_relocations_and_user_data_of_real_files_are_known() {
    let (mut relocations, mut notes, mut entries) = (0, 0, 0);
    each_file(|path, bytes| {
        let elf = Elf::parse(bytes).unwrap();
        assert!(!FeatureState::xnack(elf.flags).name().is_empty());
        for (index, section) in elf.sections.iter().enumerate() {
            assert!(section_type_name(section.kind).is_some(), "{}: {}", path.display(), section.name);
            for relocation in elf.relocations(index).unwrap().iter() {
                assert!(RelocationType::of(relocation.kind).is_some(), "{}: {relocation:?}", path.display());
                relocations += 1;
            }
        }
        for note in note::notes(&elf).unwrap() {
            assert!(note_name(note.owner, note.kind).is_some(), "{}: {note:?}", path.display());
            notes += 1;
        }
        for document in documents(&elf) {
            let stages =
                document.pipeline().unwrap().get(".hardware_stages").and_then(entries_of).unwrap_or_default();
            for (_, stage) in stages {
                let map = stage.get(".user_data_reg_map").and_then(elements_of).unwrap_or_default();
                for value in map {
                    let value = UserData(value.number().unwrap());
                    assert!(
                        value < UserData::GLOBAL_TABLE || value.name().is_some(),
                        "{}: {value}",
                        path.display()
                    );
                    entries += 1;
                }
            }
        }
    });
    corpus::assert_at_least("relocations", relocations, [19, 40]);
    corpus::assert_at_least("notes", notes, [11, 100]);
    corpus::assert_at_least("user data entries", entries, [14, 2000]);
}

fn damage_is_an_error() {
    let mut read = 0;
    each_file(|path, bytes| {
        // Both steps are coprime to 8: they reach every bit of a byte.
        let step = if path.starts_with(root()) { 7 } else { 97 };
        for len in (0..bytes.len()).step_by(step) {
            read += usize::from(read_all(&bytes[..len]));
        }
        let mut damaged = bytes.to_vec();
        for at in (0..8 * bytes.len()).step_by(step) {
            damaged[at / 8] ^= 1 << (at % 8);
            read += usize::from(read_all(&damaged));
            damaged[at / 8] ^= 1 << (at % 8);
        }
    });
    // Most bits are code or text, so most damage can be read.
    corpus::assert_at_least("damaged files that can be read", read, [1_500, 10_000]);
}

/// Reads all that a page about a file shows; whether the file could be opened.
fn read_all(bytes: &[u8]) -> bool {
    let Ok(elf) = Elf::parse(bytes) else { return false };
    for (index, section) in elf.sections.iter().enumerate() {
        if let Ok(relocations) = elf.relocations(index) {
            relocations.iter().for_each(|relocation| {
                let _ = elf.symbol(&relocation);
            });
        }
        if let Some(encoding) = elf.target().ok().and_then(|target| target.encoding())
            && section.is_code()
        {
            let words: Vec<u32> = section
                .data
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
                .collect();
            let shown: usize = disassemble(&words, encoding).map(|line| line.words.len()).sum();
            assert_eq!(shown, words.len());
        }
    }
    let notes = note::notes(&elf).unwrap_or_default();
    for document in
        notes.iter().filter(|note| note.is(note::METADATA)).filter_map(|note| Metadata::read(note).ok())
    {
        let _ = (document.version(), document.pipeline());
    }
    true
}

fn entries_of<'v, 'a>(value: &'v Value<'a>) -> Option<&'v [(Value<'a>, Value<'a>)]> {
    value.entries()
}

fn elements_of<'v, 'a>(value: &'v Value<'a>) -> Option<&'v [Value<'a>]> {
    value.elements()
}

fn documents<'a>(elf: &Elf<'a>) -> Vec<Metadata<'a>> {
    let notes: Vec<Note<'a>> = note::notes(elf).unwrap();
    notes.iter().filter(|note| note.is(note::METADATA)).map(|note| Metadata::read(note).unwrap()).collect()
}

fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).to_owned()
}

/// Calls `check` with each ELF for AMDGPU.
fn each_file(mut check: impl FnMut(&Path, &[u8])) {
    let own = ["examples/amd", "tests/corpus/amd"].map(|folder| root().join(folder));
    for path in own.into_iter().chain(corpus::subfolder("amd")).flat_map(|folder| corpus::files(&folder)) {
        let Ok(bytes) = fs::read(&path) else { continue };
        let is_vouched_for = corpus::is_own(&path) || corpus::is_known();
        if is_amdgpu(&bytes) && (is_vouched_for || Elf::parse(&bytes).is_ok()) {
            check(&path, &bytes);
        }
    }
}
