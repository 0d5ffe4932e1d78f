//! What a link decided, and why: collected only where somebody wants to read it. Separate because every phase tells.

use std::fmt;

use crate::limits;
use crate::link::LinkNote;
use crate::metadata::merge::Decision;

/// One thing that a link decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Two documents had a value at one key, and the values differed.
    Merged {
        /// The input that came to the others.
        input: String,
        /// What became of them.
        decision: Decision,
    },
    /// A special symbol was given its value.
    Relocated {
        /// The input.
        input: String,
        /// Where in the output's section.
        section: String,
        /// Offset there.
        offset: u64,
        /// The symbol.
        symbol: String,
        /// Its value.
        value: u32,
        /// Where that comes from.
        origin: String,
    },
    /// A value of the metadata was set.
    Set {
        /// Register or key.
        key: String,
        /// What was there; nothing where it is new.
        from: Option<String>,
        /// What is there now.
        to: String,
        /// Why.
        why: String,
    },
    /// Glue code was put in.
    Glue {
        /// Its name.
        name: String,
        /// What it is put before or after.
        body: String,
        /// Its size in bytes.
        size: u64,
        /// The key that it has in a cache, in hexadecimal.
        key: String,
        /// Whether it came from the cache.
        cached: bool,
    },
    /// Code that is slower than if the pipeline had been compiled whole.
    Slowdown {
        /// Which of the known causes.
        cause: Slowdown,
        /// Where it occurs, and how much.
        what: String,
    },
    /// Something of an input that the output has not.
    Dropped {
        /// The input.
        input: String,
        /// What it is.
        what: String,
    },
}

/// The four known reasons why relocatable shaders are slower.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slowdown {
    /// All vertex attributes are in registers at once when the body begins.
    Prologue,
    /// The vertex shader exports what the fragment shader may not read.
    UnusedOutputs,
    /// Offsets of descriptors lie in registers, not in the loads.
    ImmediateOffsets,
    /// Buffer descriptors may lie in a table or among the user data, and code selects.
    BufferDescriptors,
}

impl Slowdown {
    /// The cause in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Prologue => "vertex attributes are all in registers when the body begins",
            Self::UnusedOutputs => "outputs that the next stage does not read are written all the same",
            Self::ImmediateOffsets => {
                "descriptor offsets take a register each instead of a place in the load"
            }
            Self::BufferDescriptors => {
                "code selects whether a buffer's descriptor is in a table or in the user data"
            }
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Merged { input, decision } => {
                let Decision { path, rule, first, second, result, .. } = decision;
                write!(f, "merge: {path}: {first} and {second} of {input}: {result} ({})", rule.name())
            }
            Self::Relocated { input, section, offset, symbol, value, origin } => {
                write!(f, "relocate: {section}+{offset:#x} of {input}: {symbol} = {value:#x}: {origin}")
            }
            Self::Set { key, from: Some(from), to, why } => {
                write!(f, "set: {key}: {from} becomes {to}: {why}")
            }
            Self::Set { key, from: None, to, why } => write!(f, "set: {key}: {to}: {why}"),
            Self::Glue { name, body, size, key, cached } => {
                let cached = if *cached { ", cached" } else { "" };
                write!(f, "glue: {name} of {size} bytes for {body}, key {key}{cached}")
            }
            Self::Slowdown { cause, what } => write!(f, "slower: {}: {what}", cause.words()),
            Self::Dropped { input, what } => write!(f, "drop: {what} of {input}"),
        }
    }
}

/// Collects notes always, and events where the caller asked for them.
#[derive(Debug, Default)]
pub(crate) struct Log {
    events: Option<Vec<Event>>,
    notes: Vec<LinkNote>,
}

impl Log {
    pub(crate) fn new(wanted: bool) -> Self {
        Self { events: wanted.then(Vec::new), notes: Vec::new() }
    }

    /// Adds a note, unless there are more than anybody reads: a hostile file has a million symbols.
    pub(crate) fn note(&mut self, note: impl FnOnce() -> LinkNote) {
        if self.notes.len() < limits::NOTES {
            self.notes.push(note());
        }
    }

    /// Adds a note that may be there already.
    pub(crate) fn note_once(&mut self, note: impl FnOnce() -> LinkNote) {
        let note = note();
        if !self.notes.contains(&note) {
            self.note(|| note);
        }
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.events.is_some()
    }

    pub(crate) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    pub(crate) fn into_parts(self) -> (Vec<Event>, Vec<LinkNote>) {
        (self.events.unwrap_or_default(), self.notes)
    }
}
