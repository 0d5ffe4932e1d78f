//! Short lists in pools: the operands of instructions. Separate from the arenas because a list is one word in an
//! instruction, and all lists of a body lie in one piece of memory.

use std::fmt;
use std::marker::PhantomData;

use crate::arena::Id;

/// A list of items, which lie in a [`ListPool`]. A copy of it is the same list.
pub struct List<T> {
    /// Where its header lies; 0 for an empty list.
    header: u32,
    items: PhantomData<T>,
}

/// The items of many lists. What lists no longer use is not used again; a body is
/// compacted by copying it.
#[derive(Debug, Clone)]
pub struct ListPool<T> {
    /// For each list its header, then its items. The header is the number of items, and [`GROWN`].
    words: Vec<T>,
}

/// A list whose items are being added, by where its header lies.
pub(crate) struct Begun(u32);

/// Set in the header of a list that has room up to the next power of two; without it, there is none.
const GROWN: u32 = 1 << 31;

impl<T: Id> ListPool<T> {
    /// An empty pool.
    pub fn new() -> Self {
        Self::with_capacity(0)
    }

    /// An empty pool with room for so many items and lists.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { words: Vec::with_capacity(capacity) }
    }

    /// Makes room for so many more items and lists.
    pub fn reserve(&mut self, additional: usize) {
        self.words.reserve(additional);
    }

    /// Moves all lists into a pool without room for more; this one keeps its room.
    pub fn take_all(&mut self) -> Self {
        let mut taken = Self::with_capacity(self.words.len());
        taken.words.append(&mut self.words);
        taken
    }

    /// A list of `items`.
    pub fn list(&mut self, items: impl IntoIterator<Item = T>) -> List<T> {
        let begun = self.begin();
        self.words.extend(items);
        self.end(begun)
    }

    /// A list of `items`.
    #[inline]
    pub fn list_of(&mut self, items: &[T]) -> List<T> {
        if items.is_empty() {
            return List::new();
        }
        let Ok(len) = u32::try_from(items.len()) else { return List::new() };
        self.words.reserve(2 + items.len());
        let Begun(header) = self.begin_of(len);
        self.words.extend_from_slice(items);
        List { header, items: PhantomData }
    }

    /// The items of a list.
    #[inline]
    pub fn get(&self, list: List<T>) -> &[T] {
        let (start, len, _) = self.extent(list);
        self.words.get(start..start + len).unwrap_or_default()
    }

    /// The items of a list, to be changed.
    #[inline]
    pub fn get_mut(&mut self, list: List<T>) -> &mut [T] {
        let (start, len, _) = self.extent(list);
        self.words.get_mut(start..start + len).unwrap_or_default()
    }

    /// The number of words that lists have taken, those for their headers among them.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Adds an item at the end of a list.
    pub fn push(&mut self, list: &mut List<T>, item: T) {
        let (start, len, is_grown) = self.extent(*list);
        if list.is_empty() {
            *list = self.list_of(&[item]);
        } else if is_grown && !len.is_power_of_two() {
            if let Some(place) = self.words.get_mut(start + len) {
                *place = item;
            }
            self.set_len(*list, len + 1, GROWN);
        } else if !is_grown && start + len == self.words.len() {
            self.words.push(item);
            self.set_len(*list, len + 1, 0);
        } else {
            let Begun(header) = self.begin();
            self.words.extend_from_within(start..start + len);
            self.words.resize(self.words.len() + (len + 1).next_power_of_two() - len, item);
            *list = List { header, items: PhantomData };
            self.set_len(*list, len + 1, GROWN);
        }
    }

    /// Puts an item before the one at `index`, or at the end.
    pub fn insert(&mut self, list: &mut List<T>, index: usize, item: T) {
        self.push(list, item);
        if let Some(moved) = self.get_mut(*list).get_mut(index..) {
            moved.rotate_right(1);
        }
    }

    /// Takes out the item at `index`.
    pub fn remove(&mut self, list: &mut List<T>, index: usize) -> Option<T> {
        let (_, len, is_grown) = self.extent(*list);
        let behind = self.get_mut(*list).get_mut(index..)?;
        let removed = *behind.first()?;
        behind.rotate_left(1);
        match len - 1 {
            0 => *list = List::new(),
            len => self.set_len(*list, len, if is_grown { GROWN } else { 0 }),
        }
        Some(removed)
    }

    /// Begins a list at the end of the pool, to which nothing else is added until that [ends](Self::end).
    #[inline]
    pub(crate) fn begin(&mut self) -> Begun {
        self.begin_of(0)
    }

    /// Adds an item to the list that was begun.
    #[inline]
    pub(crate) fn add(&mut self, item: T) {
        self.words.push(item);
    }

    /// Ends the list that was begun.
    #[inline]
    pub(crate) fn end(&mut self, Begun(header): Begun) -> List<T> {
        let list = List { header, items: PhantomData };
        let start = (header as usize).saturating_add(1);
        match self.words.len().saturating_sub(start) {
            0 => {
                self.words.truncate(start - 1);
                List::new()
            }
            len => {
                self.set_len(list, len, 0);
                list
            }
        }
    }

    /// Begins a list of so many items at the end of the pool.
    #[inline]
    fn begin_of(&mut self, len: u32) -> Begun {
        // The header at 0 stands for empty lists.
        if self.words.is_empty() {
            self.words.push(T::from_u32(0));
        }
        let header = u32::try_from(self.words.len()).unwrap_or(0);
        self.words.push(T::from_u32(len));
        Begun(header)
    }

    /// Where the items of a list begin, how many there are, and whether it has room for more.
    #[inline]
    fn extent(&self, list: List<T>) -> (usize, usize, bool) {
        let at = list.header as usize;
        let header = self.words.get(at).map_or(0, |word| word.as_u32());
        (at + 1, (header & !GROWN) as usize, header & GROWN != 0)
    }

    fn set_len(&mut self, list: List<T>, len: usize, grown: u32) {
        let at = list.header as usize;
        if let (Some(word), Ok(len)) = (self.words.get_mut(at), u32::try_from(len)) {
            *word = T::from_u32(len | grown);
        }
    }
}

impl<T: Id> Default for ListPool<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> List<T> {
    /// An empty list, of any pool.
    pub const fn new() -> Self {
        Self { header: 0, items: PhantomData }
    }

    /// True without items.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.header == 0
    }
}

impl<T: Id> List<T> {
    /// Its items.
    #[inline]
    pub fn as_slice(self, pool: &ListPool<T>) -> &[T] {
        pool.get(self)
    }

    /// Its items, to be changed.
    #[inline]
    pub fn as_mut_slice(self, pool: &mut ListPool<T>) -> &mut [T] {
        pool.get_mut(self)
    }

    /// Its first item.
    pub fn first(self, pool: &ListPool<T>) -> Option<T> {
        pool.get(self).first().copied()
    }

    /// The number of its items.
    #[inline]
    pub fn len(self, pool: &ListPool<T>) -> usize {
        pool.get(self).len()
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "list{}", self.header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InstructionId;

    #[test]
    fn lists_do_what_vectors_do() {
        let mut pool = ListPool::<InstructionId>::new();
        let mut lists = vec![(List::new(), Vec::new()); 5];
        // A fixed sequence of changes that reaches every way a list grows.
        let mut state = 1_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            usize::try_from(state >> 8).unwrap() % below
        };
        for step in 0..20_000_u32 {
            let which = random(5);
            let (list, vector) = &mut lists[which];
            let item = InstructionId::from_u32(step);
            match random(6) {
                0 | 1 => {
                    pool.push(list, item);
                    vector.push(item);
                }
                2 => {
                    let index = random(vector.len() + 1);
                    pool.insert(list, index, item);
                    vector.insert(index, item);
                }
                3 | 4 => {
                    let index = random(vector.len() + 1);
                    let removed = (index < vector.len()).then(|| vector.remove(index));
                    assert_eq!(pool.remove(list, index), removed);
                }
                _ if vector.len() > 20 => {
                    *list = pool.list(vector.iter().copied().take(3));
                    vector.truncate(3);
                }
                _ => {}
            }
            for (list, vector) in &lists {
                assert_eq!(pool.get(*list), vector);
                assert_eq!(list.is_empty(), vector.is_empty());
            }
        }
    }
}
