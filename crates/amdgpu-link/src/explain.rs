//! The decisions of a link and their reasons, collected only on request, and its notes. Separate because every phase
//! adds to them.

use std::fmt;

use crate::limits;
use crate::link::LinkNote;
use crate::metadata::merge::Decision;

/// One decision of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Two inputs had different values at one key of the metadata.
    Merged {
        /// The input that was merged into those before it.
        input: String,
        /// The values and the result.
        decision: Decision,
    },
    /// A relocation against a special symbol was resolved.
    Relocated {
        /// The input.
        input: String,
        /// The pipeline's section.
        section: String,
        /// Offset in that section.
        offset: u64,
        /// The symbol.
        symbol: String,
        /// Its value.
        value: u32,
        /// The piece of state that it comes from.
        origin: String,
    },
    /// A value of the metadata was set.
    Set {
        /// Register or key.
        key: String,
        /// The old value; `None` where the key is new.
        from: Option<String>,
        /// The new value.
        to: String,
        /// The reason.
        why: String,
    },
    /// Glue code was inserted.
    Glue {
        /// Its name.
        name: String,
        /// The function that it precedes or follows.
        body: String,
        /// Its size in bytes.
        size: u64,
        /// Its cache key, in hexadecimal.
        key: String,
        /// Whether it came from the cache.
        cached: bool,
    },
    /// A reason why the code is slower than that of a pipeline compiled whole.
    Slowdown {
        /// The cause.
        cause: Slowdown,
        /// The place, and the number of times.
        what: String,
    },
    /// A piece of an input was left out of the pipeline.
    Dropped {
        /// The input.
        input: String,
        /// A description of the piece.
        what: String,
    },
}

/// The four known reasons why relocatable shaders are slower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slowdown {
    /// The fetch shader loads all vertex attributes before the body begins.
    Prologue,
    /// The vertex stages export what the fragment shader may not read.
    UnusedOutputs,
    /// Offsets of descriptors are in registers, not immediates of the loads.
    ImmediateOffsets,
    /// Code selects at run time between a buffer's table and the spill table.
    BufferDescriptors,
}

impl Slowdown {
    /// The cause, as a clause of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Prologue => "the fetch shader keeps all vertex attributes in registers",
            Self::UnusedOutputs => "unused vertex outputs are not removed",
            Self::ImmediateOffsets => {
                "descriptor offsets are loaded into registers instead of being immediates"
            }
            Self::BufferDescriptors => {
                "buffer descriptors are selected at run time from table or spill table"
            }
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Merged { input, decision } => {
                let Decision { path, rule, first, second, result, .. } = decision;
                write!(
                    f,
                    "merge: {path}: {first} and {second} of {input} are merged to {result} ({})",
                    rule.name()
                )
            }
            Self::Relocated { input, section, offset, symbol, value, origin } => {
                write!(f, "relocate: {section}+{offset:#x}: {symbol} of {input} = {value:#x}: {origin}")
            }
            Self::Set { key, from: Some(from), to, why } => {
                write!(f, "set: {key} = {to} (was {from}): {why}")
            }
            Self::Set { key, from: None, to, why } => write!(f, "set: {key} = {to}: {why}"),
            Self::Glue { name, body, size, key, cached } => {
                let cached = if *cached { ", from the cache" } else { "" };
                write!(f, "glue: {name} for {body}, {size} bytes, cache key {key}{cached}")
            }
            Self::Slowdown { cause, what } => write!(f, "slower: {}: {what}", cause.words()),
            Self::Dropped { input, what } => write!(f, "drop: {what} of {input}"),
        }
    }
}

/// The log of a link: notes, and events where the caller asked for them.
#[derive(Debug, Default)]
pub(crate) struct Log {
    events: Option<Vec<Event>>,
    notes: Vec<LinkNote>,
}

impl Log {
    pub(crate) fn new(wanted: bool) -> Self {
        Self { events: wanted.then(Vec::new), notes: Vec::new() }
    }

    /// Adds a note, up to [`limits::NOTES`]: a hostile file has a million symbols.
    pub(crate) fn note(&mut self, note: impl FnOnce() -> LinkNote) {
        if self.notes.len() < limits::NOTES {
            self.notes.push(note());
        }
    }

    /// Adds a note unless it is there already.
    pub(crate) fn note_once(&mut self, note: impl FnOnce() -> LinkNote) {
        let note = note();
        if !self.notes.contains(&note) {
            self.note(|| note);
        }
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.events.is_some()
    }

    pub(crate) fn record(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    pub(crate) fn into_parts(self) -> (Vec<Event>, Vec<LinkNote>) {
        (self.events.unwrap_or_default(), self.notes)
    }
}
