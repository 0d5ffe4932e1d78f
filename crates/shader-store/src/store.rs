//! The store: tiers one behind the other, of which none is trusted. Separate from tiers so that all that is checked,
//! said or given up is so in one place: a value that is not what was kept is a miss, and so is a tier that fails; each
//! is said once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::{Result, StoreError};
use crate::key::Key;
use crate::location::{Location, Opened};
use crate::tier::{Made, Shelf, Tier};
use crate::value::{Artefact, Damage, Sealed, seal};

/// Where artefacts are kept and looked for.
#[derive(Default)]
pub struct Store {
    layers: Vec<Layer>,
    notices: Mutex<Notices>,
}

struct Layer {
    tier: Opened,
    /// No longer asked for anything.
    is_off: AtomicBool,
    /// No longer given anything.
    is_full: AtomicBool,
}

impl Layer {
    fn tier(&self) -> &dyn Tier {
        match &self.tier {
            Opened::Shelf(shelf) => &**shelf,
            Opened::Remote(tier) => &**tier,
        }
    }

    fn is_off(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }
}

/// Something about a tier that whoever runs the program should know. It changes no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The stable code, for scripts.
    pub code: &'static str,
    /// The sentence.
    pub text: String,
}

#[derive(Default)]
struct Notices {
    said: HashSet<(String, &'static str)>,
    waiting: Vec<Notice>,
}

/// The code of a value that was not what was kept.
const DAMAGED_VALUE: &str = "store.damaged-value";

impl Store {
    /// The store at these locations, the quickest first. One that cannot be opened is left out, with a notice.
    pub fn open(locations: &[Location]) -> Self {
        let mut store = Self::default();
        for location in locations {
            match location.open() {
                Ok(tier) => store.add(tier),
                Err(error) => store.notice(&location.to_string(), &error, "continuing without this store"),
            }
        }
        store
    }

    /// The same, where each must be there.
    pub fn open_all(locations: &[Location]) -> Result<Self> {
        let mut store = Self::default();
        for location in locations {
            store.add(location.open()?);
        }
        Ok(store)
    }

    /// Like [`Store::open_all`], but returns an error if none of the stores exists.
    pub fn open_existing(locations: &[Location]) -> Result<Self> {
        match locations.first() {
            Some(first) if !locations.iter().any(Location::exists) => {
                Err(StoreError::Missing { place: first.to_string() })
            }
            _ => Self::open_all(locations),
        }
    }

    /// Adds a tier behind all others.
    pub fn add(&mut self, tier: Opened) {
        self.layers.push(Layer { tier, is_off: AtomicBool::new(false), is_full: AtomicBool::new(false) });
    }

    /// Whether there is no tier.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The tiers on this machine.
    pub fn shelves(&self) -> impl Iterator<Item = &dyn Shelf> {
        self.layers.iter().filter_map(|layer| match &layer.tier {
            Opened::Shelf(shelf) => Some(&**shelf),
            Opened::Remote(_) => None,
        })
    }

    /// The same, to be changed.
    pub fn shelves_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Shelf>> {
        self.layers.iter_mut().filter_map(|layer| match &mut layer.tier {
            Opened::Shelf(shelf) => Some(shelf),
            Opened::Remote(_) => None,
        })
    }

    /// The artefact of `key`, from the first tier that has it whole. Tiers before that one get it, too.
    pub fn get(&self, key: &Key) -> Option<Artefact> {
        for (index, layer) in self.layers.iter().enumerate().filter(|(_, layer)| !layer.is_off()) {
            let sealed = match layer.tier().get(key) {
                Ok(Some(sealed)) => sealed,
                Ok(None) => continue,
                Err(error) => {
                    self.give_up(layer, &error);
                    continue;
                }
            };
            match sealed.open(key) {
                Ok(artefact) => {
                    let value = [(*key, sealed)];
                    for before in self.layers.iter().take(index) {
                        self.put_into(before, &value);
                    }
                    return Some(artefact);
                }
                Err(damage) => self.remove_damaged(layer, key, damage),
            }
        }
        None
    }

    /// Which of `keys` some tier has. Their values are not read: one that is damaged is found when it is.
    pub fn has(&self, keys: &[Key]) -> Vec<bool> {
        let mut found = vec![false; keys.len()];
        for layer in self.layers.iter().filter(|layer| !layer.is_off()) {
            let missing: Vec<(usize, Key)> = keys
                .iter()
                .enumerate()
                .zip(&found)
                .filter_map(|((index, key), is_found)| (!is_found).then_some((index, *key)))
                .collect();
            if missing.is_empty() {
                break;
            }
            let asked: Vec<Key> = missing.iter().map(|(_, key)| *key).collect();
            match layer.tier().has(&asked) {
                Ok(answers) => {
                    for ((index, _), is_here) in missing.iter().zip(answers) {
                        if let Some(slot) = found.get_mut(*index) {
                            *slot = is_here;
                        }
                    }
                }
                Err(error) => self.give_up(layer, &error),
            }
        }
        found
    }

    /// Keeps artefacts in all tiers; `true` where at least one has them all.
    pub fn put(&self, artefacts: &[(Key, Artefact)]) -> bool {
        let mut values = Vec::with_capacity(artefacts.len());
        for (key, artefact) in artefacts {
            match seal(key, artefact) {
                Ok(sealed) => values.push((*key, sealed)),
                Err(error) => self.notice("", &error, "the artefact is not stored"),
            }
        }
        let is_kept = self.put_sealed(&values);
        is_kept && values.len() == artefacts.len()
    }

    /// The same for values that are sealed, and were opened once.
    pub fn put_sealed(&self, values: &[(Key, Sealed)]) -> bool {
        // All of them, also behind one that took it.
        let kept = self.layers.iter().filter(|layer| self.put_into(layer, values)).count();
        kept > 0
    }

    fn put_into(&self, layer: &Layer, values: &[(Key, Sealed)]) -> bool {
        if layer.is_off() || layer.is_full.load(Ordering::Relaxed) {
            return false;
        }
        match layer.tier().put(values) {
            Ok(()) => true,
            Err(error) => {
                layer.is_full.store(true, Ordering::Relaxed);
                self.notice(
                    layer.tier().name(),
                    &error,
                    "this run stores no further artefacts in this store",
                );
                false
            }
        }
    }

    /// Counts what was made for the tiers on this machine.
    pub fn record_made(&self, made: Made) {
        self.shelves().for_each(|shelf| shelf.record_made(made));
    }

    /// What was made for the first tier on this machine so far.
    pub fn made(&self) -> Made {
        self.shelves().next().map(Shelf::made).unwrap_or_default()
    }

    /// What there is to say since this was last asked.
    pub fn take_notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.notices().waiting)
    }

    fn notices(&self) -> std::sync::MutexGuard<'_, Notices> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_up(&self, layer: &Layer, error: &StoreError) {
        layer.is_off.store(true, Ordering::Relaxed);
        self.notice(layer.tier().name(), error, "continuing without this store");
    }

    /// Removes a value that is not what was kept, so that it is made again.
    fn remove_damaged(&self, layer: &Layer, key: &Key, damage: Damage) {
        let name = layer.tier().name();
        let text = format!("value of key {key} in {name} {damage}; it is ignored and created again");
        self.say(name, DAMAGED_VALUE, text);
        if let Opened::Shelf(shelf) = &layer.tier {
            // What cannot be removed is replaced when it is made again.
            drop(shelf.remove(&[*key]));
        }
    }

    fn notice(&self, tier: &str, error: &StoreError, consequence: &str) {
        self.say(tier, error.code(), format!("{error}; {consequence}"));
    }

    /// Says this once for a tier: ten thousand files have the same trouble.
    fn say(&self, tier: &str, code: &'static str, text: String) {
        let mut notices = self.notices();
        if notices.said.insert((tier.to_owned(), code)) {
            notices.waiting.push(Notice { code, text });
        }
    }
}
