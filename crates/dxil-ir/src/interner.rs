//! An arena in which nothing is twice. Separate because types, constants, attributes and places all live in one. The
//! index holds ids alone, so that what is interned is in memory once.

use std::hash::{BuildHasher as _, Hash};

use crate::arena::{Arena, Id};
use hashbrown::{DefaultHashBuilder, HashTable};

/// An arena in which nothing is twice: two ids are equal exactly where what they name is.
#[derive(Debug, Clone)]
pub(crate) struct Interner<K: Id, T> {
    items: Arena<K, T>,
    index: HashTable<K>,
    /// Seeded at random, so that no file can make all its constants fall into one place.
    hasher: DefaultHashBuilder,
}

impl<K: Id, T> Default for Interner<K, T> {
    fn default() -> Self {
        Self { items: Arena::new(), index: HashTable::new(), hasher: DefaultHashBuilder::default() }
    }
}

impl<K: Id, T: Hash + Eq> Interner<K, T> {
    /// The id of an item, which is added if it is new.
    pub(crate) fn intern(&mut self, item: T) -> K {
        let Self { items, index, hasher } = self;
        let hash = hasher.hash_one(&item);
        let known = index.find(hash, |id| items.get(*id) == Some(&item));
        if let Some(id) = known {
            return *id;
        }
        let id = items.push(item);
        index.insert_unique(hash, id, |id| items.get(*id).map_or(0, |item| hasher.hash_one(item)));
        id
    }

    /// The id of an item, if it is there.
    pub(crate) fn find(&self, item: &T) -> Option<K> {
        let hash = self.hasher.hash_one(item);
        self.index.find(hash, |id| self.items.get(*id) == Some(item)).copied()
    }

    /// Calls `change` with each item, which must not make two of them equal.
    pub(crate) fn change(&mut self, change: impl FnMut(&mut T)) {
        let Self { items, index, hasher } = self;
        items.values_mut().for_each(change);
        let hash_of = |id: &K| items.get(*id).map_or(0, |item| hasher.hash_one(item));
        index.clear();
        for id in items.keys() {
            index.insert_unique(hash_of(&id), id, hash_of);
        }
    }

    #[inline]
    pub(crate) fn get(&self, id: K) -> Option<&T> {
        self.items.get(id)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (K, &T)> {
        self.items.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
}
