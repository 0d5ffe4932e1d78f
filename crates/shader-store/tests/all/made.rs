//! What the tests keep: artefacts that follow from a number, so that whoever has the number knows what must come back.

use std::time::Duration;

use shader_store::folder::Folder;
use shader_store::key::{Content, Record};
use shader_store::redb_file::RedbFile;
use shader_store::value::seal;
use shader_store::{Artefact, Key, Sealed, Shelf};
use testkit::random::Random;

pub(crate) const BOUND: u64 = 1 << 30;

pub(crate) fn key(number: usize) -> Key {
    let record = Record { recipe: "test".to_owned(), tool: "tests 1".to_owned(), ..Record::default() };
    record.prepare().key(&[Content::of(&number.to_le_bytes())])
}

/// From nothing to 20 kilobytes, some with notes.
pub(crate) fn artefact(number: usize) -> Artefact {
    let mut random = Random(number as u64 + 1);
    let size = [0, 100, 3000, 20_000][number % 4];
    let size = random.below(size + 1);
    let bytes = (0..size).map(|_| random.word() as u8).collect();
    let notes = if number.is_multiple_of(5) { vec![format!("note {number}")] } else { Vec::new() };
    Artefact { bytes, notes }
}

pub(crate) fn value(number: usize) -> (Key, Sealed) {
    let key = key(number);
    (key, seal(&key, &artefact(number)).expect("it is small"))
}

pub(crate) fn redb(folder: &std::path::Path, bound: u64) -> RedbFile {
    RedbFile::open(&folder.join("store.redb"), bound, Duration::from_secs(5)).expect("it opens")
}

/// One shelf of each kind, in a folder of its own.
pub(crate) fn shelves(bound: u64) -> Vec<(tempfile::TempDir, Box<dyn Shelf>)> {
    let folder = || tempfile::tempdir().expect("a folder");
    let (first, second) = (folder(), folder());
    let file: Box<dyn Shelf> = Box::new(redb(first.path(), bound));
    let files: Box<dyn Shelf> = Box::new(Folder::open(second.path(), bound).expect("it opens"));
    vec![(first, file), (second, files)]
}
