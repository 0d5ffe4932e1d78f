//! Keys: what decides an artefact, as a digest. Separate because the bytes that are hashed are a format: whoever
//! computes the same key anywhere gets the same artefact, so a change of these bytes is a change of [`VERSION`].

use std::fmt;
use std::str::FromStr;

/// The version of the record. It is part of the record, so keys of two versions never meet.
pub const VERSION: u32 = 1;

/// What separates these digests from all others that are made with BLAKE3.
const RECORD: &str = "shader-store 2026 key record";
const CONTENT: &str = "shader-store 2026 content";

/// The name of an artefact: 256 bits that follow from all that decides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A text that is not 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a key of 64 hexadecimal digits")]
pub struct InvalidKey;

impl FromStr for Key {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<Self, InvalidKey> {
        let digits = text.as_bytes();
        let mut key = [0; 32];
        if digits.len() != 2 * key.len() {
            return Err(InvalidKey);
        }
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            // Upper case is none: a key has one spelling.
            let digit = |c: u8| match c {
                b'0'..=b'9' => Some(c - b'0'),
                b'a'..=b'f' => Some(c - b'a' + 10),
                _ => None,
            };
            let &[high, low] = pair else { return Err(InvalidKey) };
            *byte = digit(high).zip(digit(low)).map(|(high, low)| high << 4 | low).ok_or(InvalidKey)?;
        }
        Ok(Self(key))
    }
}

/// The digest of one input: a program, or a file that an option names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Content([u8; 32]);

impl Content {
    /// Of bytes that count as they are.
    pub fn of(bytes: &[u8]) -> Self {
        let mut pieces = Pieces::new();
        pieces.add(b"", bytes);
        pieces.finish()
    }
}

/// The digest of an input of which only some pieces count, such as the parts of a container without debug information.
#[derive(Debug)]
pub struct Pieces(blake3::Hasher);

impl Pieces {
    /// No piece yet.
    pub fn new() -> Self {
        Self(blake3::Hasher::new_derive_key(CONTENT))
    }

    /// Adds a piece with its name. The order counts.
    pub fn add(&mut self, name: &[u8], bytes: &[u8]) {
        // In one go: the hasher is quickest with whole chunks.
        let mut head = [0; 16];
        let (first, second) = head.split_at_mut(8);
        first.copy_from_slice(&(name.len() as u64).to_le_bytes());
        second.copy_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.0.update(&head);
        self.0.update(name);
        self.0.update(bytes);
    }

    /// The digest of all pieces.
    pub fn finish(&self) -> Content {
        Content(*self.0.finalize().as_bytes())
    }
}

impl Default for Pieces {
    fn default() -> Self {
        Self::new()
    }
}

/// An option that was given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// Its long name.
    pub name: String,
    /// Its values, in their order; none for a flag. Of an option that names a file, the [`Content`] of that.
    pub values: Vec<Vec<u8>>,
}

impl Choice {
    /// An option whose value is a file with this content.
    pub fn file(name: &str, content: Content) -> Self {
        Self { name: name.to_owned(), values: vec![content.0.to_vec()] }
    }
}

/// All that decides an artefact; no path and no time among it.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// What makes the artefact: a verb.
    pub recipe: String,
    /// The program that runs it, with its version.
    pub tool: String,
    /// A compiler that is run in turn, with its version.
    pub compiler: Option<String>,
    /// What it is made for: a profile, a processor.
    pub target: Option<Vec<u8>>,
    /// The function that the artefact begins in.
    pub entry: Option<Vec<u8>>,
    /// All other options.
    pub options: Vec<Choice>,
}

impl Record {
    /// The part of the key that is the same for all inputs.
    pub fn prepare(&self) -> Prepared {
        let mut bytes = Bytes(Vec::with_capacity(256));
        bytes.field(b"version", &VERSION.to_le_bytes());
        bytes.field(b"recipe", self.recipe.as_bytes());
        bytes.field(b"tool", self.tool.as_bytes());
        bytes.optional(b"compiler", self.compiler.as_deref().map(str::as_bytes));
        bytes.optional(b"target", self.target.as_deref());
        bytes.optional(b"entry", self.entry.as_deref());
        let mut options: Vec<&Choice> = self.options.iter().collect();
        options.sort();
        bytes.count(b"options", options.len());
        for Choice { name, values } in options {
            bytes.field(b"option", name.as_bytes());
            bytes.count(b"values", values.len());
            values.iter().for_each(|value| bytes.field(b"value", value));
        }
        let mut hasher = blake3::Hasher::new_derive_key(RECORD);
        hasher.update(&bytes.0);
        Prepared(hasher)
    }
}

/// A [`Record`] that waits for its inputs.
#[derive(Debug, Clone)]
pub struct Prepared(blake3::Hasher);

impl Prepared {
    /// The key of what is made of `inputs`, in this order.
    pub fn key(&self, inputs: &[Content]) -> Key {
        let mut hasher = self.0.clone();
        let mut bytes = Bytes(Vec::with_capacity(64));
        bytes.count(b"inputs", inputs.len());
        hasher.update(&bytes.0);
        for Content(digest) in inputs {
            hasher.update(digest);
        }
        Key(*hasher.finalize().as_bytes())
    }
}

/// The record as bytes: each field is its name and its value, both with their lengths, so that no two records have the
/// same.
struct Bytes(Vec<u8>);

impl Bytes {
    fn count(&mut self, name: &[u8], count: usize) {
        self.field(name, &(count as u64).to_le_bytes());
    }

    fn optional(&mut self, name: &[u8], value: Option<&[u8]>) {
        self.count(name, usize::from(value.is_some()));
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    fn field(&mut self, name: &[u8], value: &[u8]) {
        for piece in [name, value] {
            self.0.extend((piece.len() as u64).to_le_bytes());
            self.0.extend(piece);
        }
    }
}
