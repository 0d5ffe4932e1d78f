//! Typed ids, and what is kept by them: arenas, maps and sets. Separate because everything else in a module is named by
//! an id of 32 bits, one type of id a kind of thing.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use az::SaturatingAs as _;

/// An index of 32 bits with a type of its own. All bits set are no index: [`PackedOption`] has them for `None`.
pub trait Id: Copy + Eq + Ord + Hash + fmt::Debug {
    /// The id with this number.
    fn from_u32(number: u32) -> Self;

    /// Its number.
    fn as_u32(self) -> u32;

    /// The id of item `index` of an arena; none that an arena has, where that is too large.
    fn new(index: usize) -> Self {
        Self::from_u32(index.saturating_as::<u32>())
    }

    /// Its number as an index.
    fn index(self) -> usize {
        self.as_u32() as usize
    }
}

/// Declares a type of id, shown as a word and its number.
macro_rules! id {
    ($(#[$doc:meta])* pub struct $name:ident, $word:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id with this number.
            pub const fn from_u32(number: u32) -> Self {
                Self(number)
            }

            /// Its number.
            pub const fn as_u32(self) -> u32 {
                self.0
            }
        }

        impl $crate::arena::Id for $name {
            fn from_u32(number: u32) -> Self {
                Self(number)
            }

            fn as_u32(self) -> u32 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($word, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use id;

/// An id or nothing, in the size of an id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedOption<K>(K);

impl<K: Id> PackedOption<K> {
    /// Nothing.
    pub fn none() -> Self {
        Self(K::from_u32(u32::MAX))
    }

    /// The id, if there is one.
    #[inline]
    pub fn expand(self) -> Option<K> {
        (self.0.as_u32() != u32::MAX).then_some(self.0)
    }

    /// True without an id.
    pub fn is_none(self) -> bool {
        self.expand().is_none()
    }

    /// True with an id.
    pub fn is_some(self) -> bool {
        !self.is_none()
    }
}

impl<K: Id> Default for PackedOption<K> {
    fn default() -> Self {
        Self::none()
    }
}

impl<K: Id> From<K> for PackedOption<K> {
    fn from(id: K) -> Self {
        Self(id)
    }
}

impl<K: Id> From<Option<K>> for PackedOption<K> {
    fn from(id: Option<K>) -> Self {
        id.map_or_else(Self::none, Self)
    }
}

impl<K: Id> fmt::Debug for PackedOption<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expand().fmt(f)
    }
}

/// A list of items that are named by their places in it. Items are added and never removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arena<K, T> {
    items: Vec<T>,
    ids: PhantomData<K>,
}

impl<K, T> Default for Arena<K, T> {
    fn default() -> Self {
        Self { items: Vec::new(), ids: PhantomData }
    }
}

impl<K: Id, T> Arena<K, T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty arena with room for so many items.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { items: Vec::with_capacity(capacity), ids: PhantomData }
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, item: T) -> K {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// Takes the last item back; its id is that of the next one.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// The id that the next item will have.
    #[inline]
    pub fn next_id(&self) -> K {
        K::new(self.items.len())
    }

    /// Makes room for so many more items.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    /// Moves all items into an arena without room for more; this one keeps its room.
    pub fn take_all(&mut self) -> Self {
        let mut taken = Self::with_capacity(self.len());
        taken.items.append(&mut self.items);
        taken
    }

    /// The item with this id.
    #[inline]
    pub fn get(&self, id: K) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The item with this id, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: K) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// True where there is an item with this id.
    #[inline]
    pub fn has(&self, id: K) -> bool {
        id.index() < self.items.len()
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True without items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All ids, in the order of their items.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + Clone + use<K, T> {
        (0..self.items.len()).map(K::new)
    }

    /// All items in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items in order, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All items in order, with their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &T)> + ExactSizeIterator + Clone {
        self.items.iter().enumerate().map(|(index, item)| (K::new(index), item))
    }

    /// All items in order, with their ids, to be changed.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut T)> + ExactSizeIterator {
        self.items.iter_mut().enumerate().map(|(index, item)| (K::new(index), item))
    }

    /// The items themselves.
    pub fn into_values(self) -> std::vec::IntoIter<T> {
        self.items.into_iter()
    }
}

impl<K: Id, T> Index<K> for Arena<K, T> {
    type Output = T;

    /// The item with this id, which is one of this arena: panics otherwise. Ids that come from a file are not known to
    /// be that; see [`get`](Self::get).
    #[allow(clippy::indexing_slicing, reason = "as documented")]
    #[inline]
    fn index(&self, id: K) -> &T {
        &self.items[id.index()]
    }
}

impl<K: Id, T> IndexMut<K> for Arena<K, T> {
    #[allow(clippy::indexing_slicing, reason = "as documented")]
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<K: Id, T> FromIterator<T> for Arena<K, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self { items: items.into_iter().collect(), ids: PhantomData }
    }
}

impl<K: Id, T> IntoIterator for Arena<K, T> {
    type Item = (K, T);
    type IntoIter = std::iter::Map<std::iter::Enumerate<std::vec::IntoIter<T>>, fn((usize, T)) -> (K, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().enumerate().map(|(index, item)| (K::new(index), item))
    }
}

/// Something for each id of an arena, which is the default until it is set. Takes room up to the largest id that was
/// set.
#[derive(Clone)]
pub struct IdMap<K, T> {
    items: Vec<T>,
    default: T,
    ids: PhantomData<K>,
}

impl<K: Id, T: Clone + Default> IdMap<K, T> {
    /// A map in which all ids have the default.
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// The same, with room for the ids of an arena of so many items.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { items: Vec::with_capacity(capacity), default: T::default(), ids: PhantomData }
    }
}

impl<K: Id, T: Clone + Default> Default for IdMap<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Id, T> IdMap<K, T> {
    /// What an id was set to, or any id behind it; `None` is the default.
    #[inline]
    pub fn get(&self, id: K) -> Option<&T> {
        self.items.get(id.index())
    }

    /// What an id was set to, to be changed; `None` is the default.
    #[inline]
    pub fn get_mut(&mut self, id: K) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// All ids up to the largest that was set, with what they have.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (K, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (K::new(index), item))
    }

    /// What the ids up to the largest that was set have.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Makes room for the ids of an arena of so many items, which have the default; ids behind them are forgotten.
    pub fn resize(&mut self, len: usize)
    where
        T: Clone,
    {
        self.items.resize(len, self.default.clone());
    }

    /// Gives all ids the default.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Makes room for an id. Apart from what asks for it, which is done often and seldom needs it.
    #[cold]
    fn grow(&mut self, index: usize)
    where
        T: Clone,
    {
        match index == self.items.len() {
            true => self.items.push(self.default.clone()),
            false => self.items.resize(index + 1, self.default.clone()),
        }
    }
}

impl<K: Id, T> Index<K> for IdMap<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: K) -> &T {
        self.items.get(id.index()).unwrap_or(&self.default)
    }
}

impl<K: Id, T: Clone> IndexMut<K> for IdMap<K, T> {
    #[allow(clippy::indexing_slicing, reason = "the items were made long enough")]
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut T {
        let index = id.index();
        if index >= self.items.len() {
            self.grow(index);
        }
        &mut self.items[index]
    }
}

impl<K: Id, T: PartialEq> PartialEq for IdMap<K, T> {
    /// Ids at the end that have the default make no difference.
    fn eq(&self, other: &Self) -> bool {
        let longest = self.items.len().max(other.items.len());
        self.default == other.default && (0..longest).map(K::new).all(|id| self[id] == other[id])
    }
}

impl<K: Id, T: Eq> Eq for IdMap<K, T> {}

impl<K: Id, T: fmt::Debug> fmt::Debug for IdMap<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A set of ids. Takes a bit for each up to the largest that was in it.
#[derive(Clone, PartialEq, Eq)]
pub struct IdSet<K> {
    words: Vec<u64>,
    ids: PhantomData<K>,
}

impl<K> Default for IdSet<K> {
    fn default() -> Self {
        Self { words: Vec::new(), ids: PhantomData }
    }
}

impl<K: Id> IdSet<K> {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty set with room for the ids of an arena of so many items.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { words: Vec::with_capacity(capacity.div_ceil(64)), ids: PhantomData }
    }

    /// True where an id is in it.
    #[inline]
    pub fn contains(&self, id: K) -> bool {
        let (word, bit) = Self::place(id);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// True without ids.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Puts an id into it. Says whether it is new.
    #[inline]
    pub fn insert(&mut self, id: K) -> bool {
        let (word, bit) = Self::place(id);
        if word >= self.words.len() {
            self.grow(word);
        }
        let Some(word) = self.words.get_mut(word) else { return false };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes an id out of it. Says whether it was there.
    pub fn remove(&mut self, id: K) -> bool {
        let (word, bit) = Self::place(id);
        let Some(word) = self.words.get_mut(word) else { return false };
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there
    }

    /// Takes all ids out of it.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Makes room for a word. Apart from what asks for it, which is done often and seldom needs it.
    #[cold]
    fn grow(&mut self, word: usize) {
        self.words.resize(word + 1, 0);
    }

    /// The word and the bit of an id.
    #[inline]
    fn place(id: K) -> (usize, u64) {
        (id.index() / 64, 1 << (id.as_u32() % 64))
    }
}

impl<K: Id> FromIterator<K> for IdSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(items: I) -> Self {
        let mut set = Self::new();
        for item in items {
            set.insert(item);
        }
        set
    }
}

impl<K: Id> fmt::Debug for IdSet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = (0..64 * self.words.len()).map(K::new);
        f.debug_set().entries(all.filter(|id| self.contains(*id))).finish()
    }
}
