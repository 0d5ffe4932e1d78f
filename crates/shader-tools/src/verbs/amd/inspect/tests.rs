//! Pages and JSON of damaged files: whatever can be opened can be shown.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use std::io;
use std::path::{Path, PathBuf};

use testkit::times;

use super::elf_file::ElfFile;
use super::{document, page};
use crate::json;
use crate::selection::input::{Input, Source};

#[test]
fn damaged_files_are_shown_as_far_as_they_open() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    // Steps that are no multiples of 8 come to other bits of each byte; a soak comes to every length and every byte.
    let (length_step, bit_step) = if times(1) > 1 { (1, 7) } else { (5, 61) };
    let mut shown = 0;
    for folder in ["examples/amd", "tests/corpus/amd"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        for path in entries.filter(|path| path.extension().is_some_and(|extension| extension == "o")) {
            let bytes = std::fs::read(&path).unwrap();
            // Names, notes and tables end anywhere.
            let lengths = (0..=bytes.len()).step_by(length_step);
            shown += lengths.filter(|&len| is_shown(&bytes[..len])).count();
            let mut damaged = bytes.clone();
            for at in (0..8 * bytes.len()).step_by(bit_step) {
                damaged[at / 8] ^= 1 << (at % 8);
                shown += usize::from(is_shown(&damaged));
                damaged[at / 8] ^= 1 << (at % 8);
            }
        }
    }
    assert!(shown > 1_000, "{shown} files were shown");
}

fn is_shown(bytes: &[u8]) -> bool {
    let Ok(file) = ElfFile::open(bytes, true) else { return false };
    let input = Input { source: Source::Stdin, from_folder: false, relative: PathBuf::new() };
    page::write(&input, &file, &mut io::sink()).unwrap();
    let mut text = Vec::new();
    json::write(&mut text, &document::File::new(input.name(), &file)).unwrap();
    serde_json::from_slice::<serde_json::Value>(&text).is_ok()
}
