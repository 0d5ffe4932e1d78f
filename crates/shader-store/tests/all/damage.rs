//! Files that were cut off or changed: a store opens or says why not, and never serves wrong bytes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use shader_store::folder::{Folder, object_name};
use shader_store::key::Key;
use shader_store::redb_file::RedbFile;
use shader_store::value::{self, seal};
use shader_store::{Damage, Opened, Store, Tier as _};
use testkit::random::Random;
use testkit::{Failed, Test, tests, times};

use crate::made::{BOUND, artefact, key, redb, value};

pub(crate) const TESTS: &[Test] = tests![
    a_file_with_changed_bits_serves_no_wrong_byte,
    a_file_that_is_cut_off_serves_no_wrong_byte,
    a_folder_with_damaged_files_serves_no_wrong_byte,
    values_are_whole_or_none
];

const COUNT: usize = 60;

fn values_are_whole_or_none() {
    let (key, sealed) = value(10);
    assert_eq!(sealed.open(&key).expect("it is whole"), artefact(10));
    assert_eq!(sealed.open(&crate::made::key(11)), Err(Damage::Key));
    for len in 0..sealed.0.len() {
        assert!(value::open(&sealed.0[..len], &key).is_err(), "cut off at {len}");
    }
    for bit in 0..8 * sealed.0.len() {
        let mut bytes = sealed.0.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(value::open(&bytes, &key).is_err(), "bit {bit}");
    }
    let mut newer = sealed.0.clone();
    newer[4] = 2;
    assert_eq!(value::open(&newer, &key), Err(Damage::Version(2)));
    let many = shader_store::Artefact { bytes: Vec::new(), notes: vec!["é".repeat(9000); 100] };
    let opened = seal(&key, &many).expect("it is cut").open(&key).expect("whole");
    assert!(opened.notes.len() == 64 && opened.notes.iter().all(|note| note.len() <= 4096));
}

/// A store with values, as a file.
fn file() -> Result<Vec<u8>, Failed> {
    let folder = tempfile::tempdir()?;
    let store = redb(folder.path(), BOUND);
    for start in (0..COUNT).step_by(10) {
        store.put(&(start..start + 10).map(value).collect::<Vec<_>>())?;
    }
    drop(store);
    Ok(fs::read(folder.path().join("store.redb"))?)
}

/// What a damaged file came to.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    hits: usize,
    misses: usize,
}

impl Tally {
    /// Opens the file and asks it for all that was in it, then lets it keep something more.
    fn ask(&mut self, path: &Path) {
        let opened = match RedbFile::open(path, BOUND, Duration::ZERO) {
            Ok(opened) => opened,
            Err(_) => return self.refused += 1,
        };
        let mut store = Store::default();
        store.add(Opened::Shelf(Box::new(opened)));
        for number in 0..COUNT {
            match store.get(&key(number)) {
                Some(found) => {
                    assert_eq!(found, artefact(number), "a wrong artefact");
                    self.hits += 1;
                }
                None => self.misses += 1,
            }
        }
        store.put(&[(key(COUNT), artefact(COUNT))]);
        if let Some(found) = store.get(&key(COUNT)) {
            assert_eq!(found, artefact(COUNT));
        }
    }
}

fn a_file_that_is_cut_off_serves_no_wrong_byte() -> Result<(), Failed> {
    let whole = file()?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("cut");
    let mut tally = Tally::default();
    let step = whole.len() / times(150);
    // Each byte of the header, which holds the state of the file, then every few kilobytes.
    let lengths = (0..400).chain((400..whole.len()).step_by(step.max(1)));
    for len in lengths {
        fs::write(&path, &whole[..len])?;
        tally.ask(&path);
    }
    testkit::note!("{:?} of a file that was cut off", tally);
    assert!(tally.refused > 100, "{tally:?}");
    Ok(())
}

fn a_file_with_changed_bits_serves_no_wrong_byte() -> Result<(), Failed> {
    let whole = file()?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("flipped");
    let mut tally = Tally::default();
    let mut random = Random(23);
    for round in 0..times(300) {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            // Every third time in the header, where everything hangs on.
            let range = if round % 3 == 0 { 512 } else { bytes.len() };
            let at = random.below(range);
            bytes[at] ^= 1 << random.below(8);
        }
        fs::write(&path, &bytes)?;
        tally.ask(&path);
    }
    testkit::note!("{:?} of a file with changed bits", tally);
    assert!(tally.hits > 1000 && tally.refused > 10, "{tally:?}");
    Ok(())
}

fn a_folder_with_damaged_files_serves_no_wrong_byte() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let shelf = Folder::open(folder.path(), BOUND)?;
    let path = |key: &Key| folder.path().join(object_name(key));
    let mut random = Random(5);
    for number in 0..COUNT {
        shelf.put(&[value(number)])?;
        let mut bytes = fs::read(path(&key(number)))?;
        match number % 4 {
            0 => bytes.truncate(random.below(bytes.len())),
            1 => {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            // The value of another key.
            2 => bytes = value(number + 1).1.0,
            _ => {}
        }
        fs::write(path(&key(number)), bytes)?;
    }
    // What others left lying there is no value.
    fs::write(folder.path().join("v1/note.txt"), "hello")?;
    fs::create_dir_all(folder.path().join("v1/zz/folder"))?;
    fs::write(folder.path().join("v1/zz/short"), "")?;
    let mut store = Store::default();
    store.add(Opened::Shelf(Box::new(shelf)));
    for number in 0..COUNT {
        let expected = (number % 4 == 3).then(|| artefact(number));
        assert_eq!(store.get(&key(number)), expected);
    }
    let notices = store.take_notices();
    assert!(notices.len() == 1 && notices[0].code == "store.damaged-value", "{notices:?}");
    // What was damaged has gone, and is kept again.
    assert_eq!(
        store.shelves().map(|shelf| shelf.list().expect("it is read").len()).sum::<usize>(),
        COUNT / 4
    );
    assert!(store.put(&[(key(0), artefact(0))]));
    assert_eq!(store.get(&key(0)), Some(artefact(0)));
    Ok(())
}
