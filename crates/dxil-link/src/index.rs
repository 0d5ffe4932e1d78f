//! An index: which functions the libraries of a tree define, so that none of them has to be opened to find out.
//! Separate from the [catalogue](crate::Catalogue), which is of one link: an index is made once, kept in a file, and
//! asked where it lies in memory.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 4 × 4 | how many files, symbols and doubles; bytes of strings |
//! | 4 | 0 |
//! | 8 | checksum of all that follows |
//! | 32 × files | name (offset and length in the strings), size, time, its symbols (first and count in the list of numbers) |
//! | 12 × symbols | name, file; sorted by name, then by file |
//! | 4 × symbols | numbers of symbols, file by file in the order of each |
//! | 4 × doubles | the first symbol of each name that several files define |
//! | strings | names of files and functions |
//!
//! The checksum tells damage, not malice: every offset is checked where it is used, and what an index says that a
//! program does not define is found when the program is read.

use std::cmp::Ordering;
use std::fmt;

use bstr::{BStr, ByteSlice as _};

/// What an index begins with.
pub const MAGIC: [u8; 8] = *b"DXLINKIX";

/// The version of the format; an index of another one is made anew.
pub const VERSION: u32 = 1;

const HEADER: usize = 40;
const FILE: usize = 32;
const SYMBOL: usize = 12;
const NUMBER: usize = 4;

/// An index, in the bytes of its file.
#[derive(Clone)]
pub struct Index {
    bytes: Vec<u8>,
    files: u32,
    symbols: u32,
    doubles: u32,
    /// Where each table begins.
    symbols_at: usize,
    numbers_at: usize,
    doubles_at: usize,
    strings_at: usize,
}

/// A file that an index knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexedFile<'i> {
    /// The name, in whatever form it was given.
    pub name: &'i BStr,
    /// Its bytes when it was read.
    pub size: u64,
    /// When it was written, in whatever unit it was given.
    pub modified: u64,
}

/// Why bytes are no index that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexError {
    /// They do not begin as one.
    NotAnIndex,
    /// They are one of another version.
    Version {
        /// Which.
        found: u32,
    },
    /// They are not what was written.
    Damaged,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnIndex => f.write_str("file is not a library index"),
            Self::Version { found } => {
                write!(f, "library index has version {found}, expected {VERSION}")
            }
            Self::Damaged => f.write_str("library index is damaged"),
        }
    }
}

impl std::error::Error for IndexError {}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, symbols, doubles, .. } = self;
        f.debug_struct("Index")
            .field("files", files)
            .field("symbols", symbols)
            .field("doubles", doubles)
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Takes the bytes of an index.
    ///
    /// # Errors
    ///
    /// They are none, or one of another version, or not what was written.
    pub fn read(bytes: Vec<u8>) -> Result<Self, IndexError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(IndexError::NotAnIndex);
        }
        let damaged = IndexError::Damaged;
        let word = |at| u32_at(&bytes, at).ok_or(damaged);
        let found = word(8)?;
        if found != VERSION {
            return Err(IndexError::Version { found });
        }
        let (files, symbols, doubles, strings) = (word(12)?, word(16)?, word(20)?, word(24)?);
        let behind = |at: usize, count: u32, size: usize| at.checked_add(to_usize(count).checked_mul(size)?);
        let tables = || {
            let symbols_at = behind(HEADER, files, FILE)?;
            let numbers_at = behind(symbols_at, symbols, SYMBOL)?;
            let doubles_at = behind(numbers_at, symbols, NUMBER)?;
            let strings_at = behind(doubles_at, doubles, NUMBER)?;
            let end = behind(strings_at, strings, 1)?;
            (end == bytes.len()).then_some([symbols_at, numbers_at, doubles_at, strings_at])
        };
        let [symbols_at, numbers_at, doubles_at, strings_at] = tables().ok_or(damaged)?;
        if u64_at(&bytes, 32) != Some(checksum(bytes.get(HEADER..).unwrap_or_default())) {
            return Err(damaged);
        }
        Ok(Self { bytes, files, symbols, doubles, symbols_at, numbers_at, doubles_at, strings_at })
    }

    /// The numbers of its files.
    pub fn files(&self) -> std::ops::Range<u32> {
        0..self.files
    }

    /// A file by its number.
    pub fn file(&self, file: u32) -> Option<IndexedFile<'_>> {
        let at = self.file_at(file)?;
        Some(IndexedFile {
            name: self.string(at)?,
            size: u64_at(&self.bytes, at + 8)?,
            modified: u64_at(&self.bytes, at + 16)?,
        })
    }

    /// The functions that a file defines, in its order.
    pub fn functions(&self, file: u32) -> impl Iterator<Item = &BStr> {
        let range = self.file_at(file).and_then(|at| {
            let (first, count) = (u32_at(&self.bytes, at + 24)?, u32_at(&self.bytes, at + 28)?);
            Some(first..first.saturating_add(count).min(self.symbols))
        });
        range.unwrap_or_default().filter_map(|number| {
            let symbol = u32_at(&self.bytes, self.numbers_at + NUMBER * to_usize(number))?;
            self.symbol(symbol).map(|(name, _)| name)
        })
    }

    /// The files that define a function, by their numbers.
    pub fn definers(&self, function: &BStr) -> impl Iterator<Item = u32> {
        self.from(function).take_while(move |(name, _)| *name == function).map(|(_, file)| file)
    }

    /// The functions whose names begin in a certain way, with the files that define them.
    pub fn beginning_with(&self, prefix: &BStr) -> impl Iterator<Item = (&BStr, u32)> {
        self.from(prefix).take_while(move |(name, _)| name.starts_with(prefix))
    }

    /// The functions that several files define.
    pub fn doubles(&self) -> impl Iterator<Item = &BStr> {
        (0..self.doubles).filter_map(|number| {
            let symbol = u32_at(&self.bytes, self.doubles_at + NUMBER * to_usize(number))?;
            self.symbol(symbol).map(|(name, _)| name)
        })
    }

    /// The symbols from the first on whose name is not before `name`.
    fn from(&self, name: &BStr) -> impl Iterator<Item = (&BStr, u32)> {
        let (mut low, mut high) = (0, self.symbols);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.symbol(middle).map(|(found, _)| found.cmp(name)) {
                Some(Ordering::Less) => low = middle + 1,
                _ => high = middle,
            }
        }
        (low..self.symbols).map_while(|symbol| self.symbol(symbol))
    }

    fn symbol(&self, number: u32) -> Option<(&BStr, u32)> {
        let at = self.symbols_at + SYMBOL * to_usize(Some(number).filter(|number| *number < self.symbols)?);
        Some((self.string(at)?, u32_at(&self.bytes, at + 8)?))
    }

    fn file_at(&self, file: u32) -> Option<usize> {
        (file < self.files).then(|| HEADER + FILE * to_usize(file))
    }

    /// The string whose offset and length stand at a place.
    fn string(&self, at: usize) -> Option<&BStr> {
        let (offset, len) = (to_usize(u32_at(&self.bytes, at)?), to_usize(u32_at(&self.bytes, at + 4)?));
        let strings = self.bytes.get(self.strings_at..)?;
        Some(strings.get(offset..)?.get(..len)?.as_bstr())
    }
}

/// Makes an index, file by file.
#[derive(Debug, Default)]
pub struct IndexBuilder {
    files: Vec<u8>,
    /// The place of each name, and the file.
    symbols: Vec<(u32, u32, u32)>,
    strings: Vec<u8>,
    count: u32,
    /// Whether more was added than 32-bit offsets can say.
    is_too_large: bool,
}

impl IndexBuilder {
    /// One without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and the functions that it defines.
    pub fn add<'n>(&mut self, file: IndexedFile<'_>, functions: impl IntoIterator<Item = &'n BStr>) {
        let first = self.symbols.len();
        for function in functions {
            let (offset, len) = self.string(function);
            self.symbols.push((offset, len, self.count));
        }
        let (offset, len) = self.string(file.name);
        for word in [offset, len] {
            self.files.extend(word.to_le_bytes());
        }
        for word in [file.size, file.modified] {
            self.files.extend(word.to_le_bytes());
        }
        let (first, count) = (self.narrow(first), self.narrow(self.symbols.len() - first));
        for word in [first, count] {
            self.files.extend(word.to_le_bytes());
        }
        self.count += 1;
    }

    /// The bytes of the index; `None` where it would have more than four gigabytes of names.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        let name = |&(offset, len, _): &(u32, u32, u32)| {
            self.strings
                .get(to_usize(offset)..)
                .and_then(|rest| rest.get(..to_usize(len)))
                .unwrap_or_default()
        };
        // In the order in which they were added, each of a file lies behind those of the file before: their places,
        // sorted by name, are what is written, and where each went is what the files say.
        let mut sorted: Vec<usize> = (0..self.symbols.len()).collect();
        let key = |&place: &usize| self.symbols.get(place).map(|symbol| (name(symbol), symbol.2));
        sorted.sort_unstable_by(|a, b| key(a).cmp(&key(b)).then(a.cmp(b)));
        let mut doubles = Vec::new();
        let mut first = 0;
        for (number, place) in sorted.iter().enumerate() {
            let (this, begin) = (key(place), sorted.get(first).and_then(key));
            if this.map(|(name, _)| name) != begin.map(|(name, _)| name) {
                first = number;
            } else if this.map(|(_, file)| file) != begin.map(|(_, file)| file)
                && doubles.last() != Some(&first)
            {
                doubles.push(first);
            }
        }
        let mut numbers = vec![0; sorted.len()];
        let mut symbols = Vec::with_capacity(sorted.len() * SYMBOL);
        for (number, place) in (0_u32..).zip(&sorted) {
            let (offset, len, file) = *self.symbols.get(*place)?;
            [offset, len, file].iter().for_each(|word| symbols.extend(word.to_le_bytes()));
            *numbers.get_mut(*place)? = number;
        }
        let counts = [self.symbols.len(), doubles.len(), self.strings.len()].map(|count| self.narrow(count));
        let doubles: Vec<u32> = doubles.into_iter().map(|double| self.narrow(double)).collect();
        if self.is_too_large {
            return None;
        }
        let mut bytes = Vec::with_capacity(HEADER + self.files.len() + symbols.len() + self.strings.len());
        bytes.extend(MAGIC);
        let [count, double_count, string_bytes] = counts;
        for word in [VERSION, self.count, count, double_count, string_bytes, 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend([0; 8]);
        bytes.extend(self.files);
        bytes.extend(symbols);
        numbers.iter().chain(&doubles).for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(self.strings);
        let sum = checksum(bytes.get(HEADER..)?);
        bytes.get_mut(32..HEADER)?.copy_from_slice(&sum.to_le_bytes());
        Some(bytes)
    }

    fn string(&mut self, text: &BStr) -> (u32, u32) {
        let (offset, len) = (self.narrow(self.strings.len()), self.narrow(text.len()));
        // Past the limit nothing more is kept: it cannot be written.
        if self.strings.len() + text.len() > to_usize(u32::MAX) {
            self.is_too_large = true;
        } else {
            self.strings.extend_from_slice(text);
        }
        (offset, len)
    }

    fn narrow(&mut self, number: usize) -> u32 {
        u32::try_from(number).unwrap_or_else(|_| {
            self.is_too_large = true;
            u32::MAX
        })
    }
}

/// A sum that differs where a bit does: words multiplied and rotated into one, the last one filled up with zeros.
fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15; // odd, so that multiplying loses nothing
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let all = words.iter().chain([&last]);
    all.fold(bytes.len() as u64, |sum, word| {
        (sum ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR).rotate_left(29)
    })
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

fn to_usize(number: u32) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, size: u64) -> IndexedFile<'_> {
        IndexedFile { name: name.into(), size, modified: 7 * size }
    }

    fn example() -> Vec<u8> {
        let mut builder = IndexBuilder::new();
        let names = |names: &[&'static str]| names.iter().map(|name| BStr::new(*name)).collect::<Vec<_>>();
        builder.add(file("z.dxil", 10), names(&["main", "blue", "twice"]));
        builder.add(file("empty.dxil", 0), names(&[]));
        builder.add(file("a.dxil", 1 << 40), names(&["twice", "blueprint", "twice"]));
        builder.finish().unwrap()
    }

    #[test]
    fn what_was_added_is_found() {
        let index = Index::read(example()).unwrap();
        let files: Vec<_> = index.files().map(|number| index.file(number).unwrap()).collect();
        assert_eq!(files, [file("z.dxil", 10), file("empty.dxil", 0), file("a.dxil", 1 << 40)]);
        let functions = |file| index.functions(file).map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(functions(0), ["main", "blue", "twice"]);
        assert_eq!(functions(2), ["twice", "blueprint", "twice"]);
        assert!(functions(1).is_empty() && functions(3).is_empty() && index.file(3).is_none());
        let definers = |name: &str| index.definers(name.into()).collect::<Vec<_>>();
        assert_eq!((definers("main"), definers("twice"), definers("mai")), (vec![0], vec![0, 2, 2], vec![]));
        let blue: Vec<_> = index.beginning_with("blue".into()).collect();
        assert_eq!(blue, [("blue".into(), 0), ("blueprint".into(), 2)]);
        assert_eq!(index.doubles().collect::<Vec<_>>(), ["twice"]);
        let empty = Index::read(IndexBuilder::new().finish().unwrap()).unwrap();
        assert!(empty.files().is_empty() && empty.definers("main".into()).next().is_none());
    }

    #[test]
    fn damage_is_told() {
        let bytes = example();
        assert_eq!(Index::read(b"DXBC".to_vec()).unwrap_err(), IndexError::NotAnIndex);
        let mut other = bytes.clone();
        other[8] = 9;
        assert_eq!(Index::read(other).unwrap_err(), IndexError::Version { found: 9 });
        for len in MAGIC.len()..bytes.len() {
            assert_eq!(Index::read(bytes[..len].to_vec()).unwrap_err(), IndexError::Damaged, "{len}");
        }
        for bit in 8 * 12..8 * bytes.len() {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            // The one word that means nothing.
            let is_unused = (28..32).contains(&(bit / 8));
            assert_eq!(Index::read(bytes).is_err(), !is_unused, "{bit}");
        }
    }

    #[test]
    fn hostile_tables_do_no_harm() {
        let bytes = example();
        for at in (HEADER..bytes.len() - 4).step_by(4) {
            for word in [0, 1, u32::MAX, u32::MAX / 2] {
                let mut bytes = bytes.clone();
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
                let sum = checksum(&bytes[HEADER..]);
                bytes[32..HEADER].copy_from_slice(&sum.to_le_bytes());
                let index = Index::read(bytes).unwrap();
                let named = index.files().filter(|file| index.file(*file).is_some()).count();
                let listed: usize = index.files().map(|file| index.functions(file).count()).sum();
                let found = index.definers("twice".into()).count() + index.doubles().count();
                assert!(named <= 3 && listed <= 18 && found <= 7);
            }
        }
    }
}
