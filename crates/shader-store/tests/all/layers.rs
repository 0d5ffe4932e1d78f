//! Several tiers, of which some fail: what one lacks another one gives, and what fails is said once.

use std::sync::atomic::{AtomicUsize, Ordering};

use shader_store::{Key, Location, Opened, Result as StoreResult, Sealed, Store, StoreError, Tier};
use testkit::{Failed, Test, tests};

use crate::made::{BOUND, artefact, key, shelves, value};

pub(crate) const TESTS: &[Test] = tests![
    a_full_disk_ends_no_build,
    a_tier_that_fails_is_asked_once,
    a_tier_that_lies_is_not_believed,
    quicker_tiers_get_what_slower_ones_have,
    what_cannot_be_opened_is_left_out
];

fn quicker_tiers_get_what_slower_ones_have() -> Result<(), Failed> {
    let (mut store, mut folders) = (Store::default(), Vec::new());
    for (folder, shelf) in shelves(BOUND) {
        store.add(Opened::Shelf(shelf));
        folders.push(folder);
    }
    let second = store.shelves().nth(1).expect("two tiers");
    second.put(&[value(1), value(2)])?;
    assert_eq!(store.has(&[key(0), key(1), key(2)]), [false, true, true]);
    assert_eq!((store.get(&key(1)), store.get(&key(9))), (Some(artefact(1)), None));
    let first = store.shelves().next().expect("two tiers");
    assert_eq!(first.has(&[key(1), key(2)])?, [true, false]);
    assert!(store.put(&[(key(3), artefact(3))]));
    assert!(store.shelves().all(|shelf| shelf.get(&key(3)).expect("it is read").is_some()));
    assert!(store.take_notices().is_empty());
    Ok(())
}

/// A tier that does as it is told here, and counts.
#[derive(Default)]
struct Broken {
    calls: AtomicUsize,
    answers_with: Option<Sealed>,
    takes_writes: bool,
}

impl Broken {
    fn answer<T>(&self, answer: Option<T>) -> StoreResult<T> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        answer.ok_or_else(|| StoreError::Remote {
            place: "broken".to_owned(),
            reason: "does not answer".to_owned(),
        })
    }
}

/// The same tier, for the store and for the test.
struct Shared(std::sync::Arc<Broken>);

impl Tier for Shared {
    fn name(&self) -> &str {
        "broken"
    }

    fn get(&self, _: &Key) -> StoreResult<Option<Sealed>> {
        self.0.answer(self.0.answers_with.clone().map(Some))
    }

    fn put(&self, _: &[(Key, Sealed)]) -> StoreResult<()> {
        self.0.answer(self.0.takes_writes.then_some(()))
    }

    fn has(&self, keys: &[Key]) -> StoreResult<Vec<bool>> {
        self.0.answer(self.0.answers_with.is_some().then(|| vec![true; keys.len()]))
    }
}

fn with(broken: Broken) -> (Store, std::sync::Arc<Broken>) {
    let (mut store, broken) = (Store::default(), std::sync::Arc::new(broken));
    store.add(Opened::Remote(Box::new(Shared(std::sync::Arc::clone(&broken)))));
    (store, broken)
}

fn a_tier_that_fails_is_asked_once() {
    let (store, broken) = with(Broken::default());
    for number in 0..100 {
        assert_eq!(store.get(&key(number)), None);
        assert_eq!(store.has(&[key(number)]), [false]);
        assert!(!store.put(&[(key(number), artefact(number))]));
    }
    assert_eq!(broken.calls.load(Ordering::SeqCst), 1);
    let notices = store.take_notices();
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].text, "broken does not answer; continuing without this store");
    assert!(store.take_notices().is_empty(), "it is said once");
}

fn a_tier_that_lies_is_not_believed() {
    let (store, _) = with(Broken { answers_with: Some(value(7).1), takes_writes: true, ..Broken::default() });
    assert_eq!(store.get(&key(7)), Some(artefact(7)));
    for number in 8..20 {
        assert_eq!(store.get(&key(number)), None, "the value of another key");
    }
    let (store, _) = with(Broken { answers_with: Some(Sealed(vec![0; 100])), ..Broken::default() });
    assert_eq!(store.get(&key(7)), None);
    assert_eq!(store.take_notices().len(), 1);
}

/// What cannot be written is said, and what is there can still be read.
fn a_full_disk_ends_no_build() {
    let (store, broken) = with(Broken { answers_with: Some(value(7).1), ..Broken::default() });
    for _ in 0..10 {
        assert!(!store.put(&[(key(7), artefact(7))]));
    }
    assert_eq!(broken.calls.load(Ordering::SeqCst), 1, "a write is not tried again");
    assert_eq!(store.get(&key(7)), Some(artefact(7)));
    assert_eq!(
        store.take_notices()[0].text,
        "broken does not answer; this run stores no further artefacts in this store"
    );
}

fn what_cannot_be_opened_is_left_out() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let text = folder.path().join("text");
    std::fs::write(&text, "no store")?;
    let list = format!("redb:{},fs:{}", text.display(), folder.path().join("good").display());
    let locations = Location::parse_list(&list)?;
    assert!(Store::open_all(&locations).is_err());
    let store = Store::open(&locations);
    assert_eq!(store.take_notices().len(), 1);
    assert!(store.put(&[(key(1), artefact(1))]) && store.get(&key(1)) == Some(artefact(1)));
    assert!(Store::open(&locations[..1]).is_empty());
    Ok(())
}
