//! What every shelf does: keeps, counts, evicts, serves many threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shader_store::folder::Folder;
use shader_store::key::Record;
use shader_store::limits::MIN_BOUND;
use shader_store::redb_file::RedbFile;
use shader_store::value::seal;
use shader_store::{Artefact, Location, Sealed, Shelf, StoreError};
use testkit::{Failed, Test, tests};

use crate::made::{BOUND, artefact, key, redb, shelves, value};

pub(crate) const TESTS: &[Test] = tests![
    a_file_of_something_else_is_left_alone,
    a_second_process_waits_and_is_told,
    eviction_keeps_the_bound_and_what_was_used_last,
    locations_are_what_they_say,
    two_writers_and_eight_readers_get_what_was_kept,
    values_come_back
];

fn values_come_back() -> Result<(), Failed> {
    for (_folder, mut shelf) in shelves(BOUND) {
        let values: Vec<_> = (0..100).map(value).collect();
        shelf.put(&values[..50])?;
        shelf.put(&values[40..])?;
        for (number, (key, sealed)) in values.iter().enumerate() {
            assert_eq!(shelf.get(key)?.as_ref(), Some(sealed));
            assert_eq!(sealed.open(key).expect("it is whole"), artefact(number));
        }
        assert_eq!(shelf.get(&key(100))?, None);
        assert_eq!(shelf.has(&[key(1), key(200), key(2)])?, [true, false, true]);
        let listed = shelf.list()?;
        assert!(listed.len() == 100 && listed.windows(2).all(|pair| pair[0].key < pair[1].key));
        let size: u64 = listed.iter().map(|entry| entry.size).sum();
        assert_eq!(size, values.iter().map(|(_, Sealed(bytes))| bytes.len() as u64).sum::<u64>());

        // A replaced value counts once.
        let other = (key(1), seal(&key(1), &artefact(7))?);
        shelf.put(std::slice::from_ref(&other))?;
        assert_eq!((shelf.get(&key(1))?, shelf.list()?.len()), (Some(other.1), 100));
        shelf.remove(&[key(1), key(300)])?;
        assert_eq!((shelf.get(&key(1))?, shelf.list()?.len()), (None, 99));
        let freed = shelf.shrink(Some(0))?;
        assert_eq!((freed.values, shelf.list()?.len()), (99, 0));
    }
    Ok(())
}

/// Of ten times as much as there is room for, no more is there than the bound says, and what is used stays.
fn eviction_keeps_the_bound_and_what_was_used_last() -> Result<(), Failed> {
    for (_folder, shelf) in shelves(MIN_BOUND) {
        let made = |number: usize| {
            let size = [100, 5000, 12_000, 17_000, 40_000][number % 5];
            let artefact = Artefact { bytes: vec![number as u8; size], notes: Vec::new() };
            (key(number), seal(&key(number), &artefact).expect("it is small"))
        };
        let (mut written, mut largest) = (0, 0);
        shelf.put(&[made(0), made(1)])?;
        for start in (2..3000).step_by(10) {
            let batch: Vec<_> = (start..start + 10).map(made).collect();
            written += batch.iter().map(|(_, Sealed(bytes))| bytes.len() as u64).sum::<u64>();
            shelf.put(&batch)?;
            assert!(shelf.get(&key(0))?.is_some(), "{}: the one that is used all the time", shelf.name());
            largest = largest.max(shelf.size_on_disk()?);
        }
        assert!(written > 10 * MIN_BOUND, "{written} bytes");
        assert_eq!(shelf.get(&key(1))?, None, "the one that was not used again");
        let listed = shelf.list()?;
        testkit::note!(
            "{} of 3,000 values fit; at most {:.2} times the bound on the disk",
            listed.len(),
            largest as f64 / MIN_BOUND as f64
        );
        assert!(largest <= MIN_BOUND, "{}: {largest} bytes", shelf.name());
        assert!(listed.len() > 60, "{}: {}", shelf.name(), listed.len());
        assert!(shelf.get(&key(2999))?.is_some(), "the last one");
    }
    Ok(())
}

fn two_writers_and_eight_readers_get_what_was_kept() -> Result<(), Failed> {
    const COUNT: usize = 400;
    for (_folder, shelf) in shelves(BOUND) {
        let shelf: &dyn Shelf = &*shelf;
        let kept = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let hits = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for (half, done) in kept.iter().enumerate() {
                scope.spawn(move || {
                    for start in (0..COUNT).step_by(20) {
                        let batch: Vec<_> = (start..start + 20).map(|n| value(2 * n + half)).collect();
                        shelf.put(&batch).expect("it is kept");
                        done.store(start + 20, Ordering::SeqCst);
                    }
                });
            }
            for reader in 0..8 {
                let (kept, hits) = (&kept, &hits);
                scope.spawn(move || {
                    // While somebody writes, and once through all when nobody does any more.
                    let is_done = || kept.iter().all(|done| done.load(Ordering::SeqCst) == COUNT);
                    let mut last_rounds = 0;
                    for round in 0.. {
                        last_rounds += usize::from(is_done());
                        if last_rounds > 100 {
                            break;
                        }
                        let half = (reader + round) % 2;
                        let number = 2 * ((round * 7 + reader) % COUNT) + half;
                        let is_kept = kept[half].load(Ordering::SeqCst) > number / 2;
                        match shelf.get(&key(number)).expect("it can be read") {
                            Some(sealed) => {
                                assert_eq!(sealed.open(&key(number)).expect("whole"), artefact(number));
                                hits.fetch_add(1, Ordering::SeqCst);
                            }
                            None => assert!(!is_kept, "{number} was kept, and is not there"),
                        }
                    }
                });
            }
        });
        assert_eq!(shelf.list()?.len(), 2 * COUNT);
        let hits = hits.into_inner();
        testkit::note!("{}: {} hits of eight readers while two threads wrote", shelf.name(), hits);
        assert!(hits > 400, "{hits}");
    }
    Ok(())
}

fn a_second_process_waits_and_is_told() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let first = redb(folder.path(), BOUND);
    let path = folder.path().join("store.redb");
    let wait = Duration::from_millis(300);
    let start = std::time::Instant::now();
    match RedbFile::open(&path, BOUND, wait) {
        Err(StoreError::Busy { waited, .. }) => assert_eq!(waited, wait),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("two have it"),
    }
    assert!(start.elapsed() >= wait);
    // The first one leaves while the second one waits.
    let waiting = std::thread::spawn(move || RedbFile::open(&path, BOUND, Duration::from_secs(10)).map(drop));
    std::thread::sleep(Duration::from_millis(100));
    drop(first);
    waiting.join().expect("no panic")?;
    Ok(())
}

/// Neither a text nor a database of somebody else becomes a store.
fn a_file_of_something_else_is_left_alone() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let text = folder.path().join("text");
    std::fs::write(&text, "a text that somebody needs".repeat(1000))?;
    let foreign = folder.path().join("foreign");
    {
        let database = redb::Database::create(&foreign)?;
        let writing = database.begin_write()?;
        writing.open_table(redb::TableDefinition::<u64, u64>::new("theirs"))?.insert(1, 2)?;
        writing.commit()?;
    }
    let other_version = folder.path().join("other");
    {
        drop(RedbFile::open(&other_version, BOUND, Duration::ZERO)?);
        let database = redb::Database::create(&other_version)?;
        let writing = database.begin_write()?;
        writing.open_table(redb::TableDefinition::<&str, u64>::new("meta"))?.insert("version", 99)?;
        writing.commit()?;
    }
    for (path, code) in
        [(&text, "store.damaged"), (&foreign, "store.damaged"), (&other_version, "store.version")]
    {
        let before = std::fs::read(path)?;
        let error = RedbFile::open(path, BOUND, Duration::ZERO).map(drop).expect_err("it is no store");
        assert_eq!(error.code(), code, "{error}");
        if path == &text {
            assert!(std::fs::read(path)? == before, "the text is what it was");
        }
    }
    Ok(())
}

fn locations_are_what_they_say() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let place = folder.path().display().to_string();
    let open = |text: &str| Location::parse(text).and_then(|location| location.open());
    let code = |text: &str| open(text).err().map(|error| error.code());
    assert_eq!(code(&format!("{place}/a.redb?max=8M&wait=0.5")), None);
    assert!(folder.path().join("a.redb").is_file());
    assert_eq!(code(&format!("fs:{place}/b?max=1g")), None);
    assert_eq!(code(&format!("file://{place}/c")), None);
    assert!(folder.path().join("b/v1").is_dir() && folder.path().join("c/v1").is_dir());
    assert_eq!(code(&format!("{place}/d/")), None);
    assert!(folder.path().join("d/v1").is_dir());
    for wrong in
        ["", " ", "redb:", "ftp://x", "x?max=", "x?max=1Q", "x?max=99999999999T", "x?wait=-1", "x?y=1"]
    {
        assert_eq!(code(wrong), Some("store.location"), "{wrong}");
    }
    if !cfg!(feature = "cloud") {
        assert_eq!(code("s3://bucket/x"), Some("store.not-built"));
    }
    if !cfg!(feature = "farm") {
        assert_eq!(code("grpc://localhost:1/x"), Some("store.not-built"));
    }
    // A folder in place of a file, and the other way round.
    std::fs::write(folder.path().join("file"), "")?;
    assert_eq!(code(&format!("fs:{place}/file")), Some("store.io"));
    assert!(code(&format!("redb:{place}/b")).is_some());
    assert!(Folder::open(&folder.path().join("b"), BOUND).is_ok());
    assert_ne!(Record::default().prepare().key(&[]), key(0));
    Ok(())
}
