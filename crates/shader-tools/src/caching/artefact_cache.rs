//! Artefacts that are kept: what decides them, as keys, and the store that the variable SHADER_STORE names. Separate
//! from verbs because those that keep what they make, and `cache` that runs them, must have the same keys.

use std::ffi::OsStr;

use bstr::ByteSlice as _;
use dx_container::{Container, FourCc, is_container};
use shader_store::key::{Content, Pieces, Prepared, Record};
use shader_store::{Artefact, Key, Location, Store};

use crate::caching::explicit_options::ExplicitOptions;
use crate::error::Error;
use crate::globals::Globals;
use crate::loading::assembly_language::AssemblyLanguage;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::streams;
use crate::style::{NOTE, paint};

/// The variable that names the store.
pub const VARIABLE: &str = "SHADER_STORE";

/// What counts of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// All its bytes.
    All,
    /// Of LLVM assembly, all but comments and the name of the source: neither is lowered.
    Lowered,
    /// Of containers, all parts but debug information, which is stripped from what is made.
    Stripped,
}

/// The parts that only debuggers read.
const DEBUG_PARTS: [FourCc; 4] = [FourCc::ILDB, FourCc::ILDN, FourCc::SRCI, FourCc::PDBI];

/// The digest of an input.
pub fn content(bytes: &[u8], counted: Counted) -> Content {
    match counted {
        Counted::Lowered if AssemblyLanguage::of(bytes) == AssemblyLanguage::Llvm => {
            // A text of what counts has itself for that, and many short pieces take several times as long to hash.
            let mut text = Vec::with_capacity(bytes.len());
            lines_that_count(bytes).for_each(|line| {
                text.extend_from_slice(line);
                text.push(b'\n');
            });
            Content::of(&text)
        }
        Counted::Stripped if is_container(bytes) => match Container::parse(bytes) {
            Ok(container) => {
                let mut pieces = Pieces::new();
                let parts = container.parts().iter().filter(|part| !DEBUG_PARTS.contains(&part.name));
                for part in parts {
                    pieces.add(part.name.to_string().as_bytes(), container.payload(part).bytes);
                }
                pieces.finish()
            }
            Err(_) => Content::of(bytes),
        },
        _ => Content::of(bytes),
    }
}

/// The lines of LLVM assembly without comments, and without those that name the source. What stands in quotation marks
/// is no comment, and may go over several lines.
fn lines_that_count(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            if rest.is_empty() {
                return None;
            }
            let (mut is_quoted, mut code_end, mut end) = (false, None, rest.len());
            let mut at = 0;
            while let Some(found) = rest.get(at..).and_then(|after| after.find_byteset(b"\";\n")) {
                at += found + 1;
                match rest.get(at - 1) {
                    Some(b'"') if code_end.is_none() => is_quoted = !is_quoted,
                    Some(b';') if !is_quoted && code_end.is_none() => code_end = Some(at - 1),
                    Some(b'\n') if !is_quoted => {
                        end = at;
                        break;
                    }
                    _ => {}
                }
            }
            let (line, after) = rest.split_at(end);
            rest = after;
            let code = line.get(..code_end.unwrap_or(end)).unwrap_or_default().trim_ascii();
            if !code.is_empty() && !code.starts_with(b"source_filename") {
                return Some(code);
            }
        }
    })
}

/// A verb's part of the store that SHADER_STORE names.
pub struct Kept {
    store: Store,
    prepared: Prepared,
    counted: Counted,
}

impl Kept {
    /// The store for what `verb` makes; none where the variable is not set, names no store, or options `without` which
    /// an artefact cannot be had were given. What is wrong with a store is said, and changes nothing else.
    pub fn open(
        globals: &Globals,
        record: impl FnOnce(&ExplicitOptions) -> Result<Record, Error>,
        counted: Counted,
    ) -> Option<Self> {
        if globals.held.is_some() {
            return None;
        }
        let text = std::env::var_os(VARIABLE).filter(|text| !text.is_empty())?;
        let record = match record(&globals.given) {
            Ok(record) => record,
            Err(error) => {
                note(&format!("{}; continuing without the store of {VARIABLE}", error.message()));
                return None;
            }
        };
        let store = match locations(&text) {
            Ok(locations) => Store::open(&locations),
            Err(error) => {
                note(&format!("{VARIABLE}: {}; continuing without a store", error.message()));
                return None;
            }
        };
        let kept = Self { prepared: record.prepare(), store, counted };
        kept.say_notices();
        (!kept.store.is_empty()).then_some(kept)
    }

    /// The key of what is made of one input.
    pub fn key_of(&self, bytes: &[u8]) -> Key {
        self.key(&[content(bytes, self.counted)])
    }

    /// The key of what is made of several inputs.
    pub fn key(&self, inputs: &[Content]) -> Key {
        self.prepared.key(inputs)
    }

    /// The artefact of `key`.
    pub fn get(&self, key: &Key) -> Option<Artefact> {
        self.store.get(key)
    }

    /// Keeps an artefact.
    pub fn put(&self, key: Key, artefact: Artefact) {
        self.store.put(&[(key, artefact)]);
    }

    fn say_notices(&self) {
        self.store.take_notices().into_iter().for_each(|notice| note(&notice.text));
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.say_notices();
    }
}

/// What `make` gives for an input, unless that is kept already: then it is had without it, with the same notes.
pub fn get_or_make<T>(
    kept: Option<&Kept>,
    input: &Input,
    bytes: &[u8],
    outcome: &mut Outcome<T>,
    make: impl FnOnce(&mut Outcome<T>) -> Result<Option<Vec<u8>>, Error>,
) -> Result<Option<Vec<u8>>, Error> {
    let Some(kept) = kept else { return make(outcome) };
    let key = kept.key_of(bytes);
    if let Some(artefact) = kept.get(&key) {
        artefact.notes.iter().for_each(|text| outcome.note(input, text));
        return Ok(Some(artefact.bytes));
    }
    let before = outcome.notes.len();
    let made = make(outcome)?;
    if let Some(bytes) = &made {
        let notes = outcome.notes.iter().skip(before).cloned().collect();
        kept.put(key, Artefact { bytes: bytes.clone(), notes });
    }
    Ok(made)
}

/// The stores that a text names.
pub fn locations(text: &OsStr) -> Result<Vec<Location>, Error> {
    let text =
        text.to_str().ok_or_else(|| Error::Usage("the location of a store is not valid UTF-8".to_owned()))?;
    Ok(Location::parse_list(text)?)
}

/// Prints a note about the run.
pub fn note(text: &str) {
    streams::print_message(format!("{} {text}", paint(NOTE, "note:")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_the_name_of_the_source_do_not_count() {
        let content = |text: &str| content(text.as_bytes(), Counted::Lowered);
        let text = "; ModuleID = 'a'\nsource_filename = \"a\"\ntarget triple = \"dxil\"\n@a = global i32 1\n";
        let same = "; other\ntarget triple = \"dxil\" ; said\n\n  @a = global i32 1";
        assert_eq!(content(text), content(same));
        for other in [
            "target triple = \"dxil\"\n@a = global i32 2",
            "target triple = \"dxil\"\n@a = global i32 1\n@b = global [3 x i8] c\"\n;b\"",
            "target triple = \"dxil\"\n@a = global i32 1\n@b = global [3 x i8] c\"\n;c\"",
            "target triple = \"dxil;1\"\n@a = global i32 1",
            "target triple = \"dxil;2\"\n@a = global i32 1",
        ] {
            assert_ne!(content(text), content(other), "{other}");
        }
        let quoted = |letter| format!("target triple = \"dxil\"\n@b = global [3 x i8] c\"\n;{letter}\"");
        assert_ne!(content(&quoted('b')), content(&quoted('c')));
    }

    #[test]
    fn debug_information_counts_only_where_it_is_kept() {
        let build = |parts: &[(FourCc, &[u8])]| {
            let mut builder = dx_container::ContainerBuilder::new();
            parts.iter().for_each(|(name, bytes)| builder.push(*name, *bytes));
            builder.build(dx_container::Signing::Sign).unwrap_or_default()
        };
        let plain = build(&[(FourCc::DXIL, b"code"), (FourCc::PRIV, b"data")]);
        let debug = build(&[(FourCc::DXIL, b"code"), (FourCc::ILDB, b"more"), (FourCc::PRIV, b"data")]);
        let other = build(&[(FourCc::DXIL, b"edoc"), (FourCc::PRIV, b"data")]);
        assert_eq!(content(&plain, Counted::Stripped), content(&debug, Counted::Stripped));
        assert_ne!(content(&plain, Counted::All), content(&debug, Counted::All));
        assert_ne!(content(&plain, Counted::Stripped), content(&other, Counted::Stripped));
    }
}
