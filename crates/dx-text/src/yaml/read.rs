//! Reading of a document: a container, or a PDB file with a container in one of its streams. Separate from containers,
//! which both of them are or have.

use super::budget::Budget;
use super::document::read_container;
use super::{parse, pdb};
use crate::error::{Result, TextError, TextErrorKind, utf8};

/// Reads the container, or the PDB file, that `text` describes, with the digest that it states.
///
/// Optional keys of a container are `FileSize`, `PartCount`, `PartOffsets` (then parts are consecutive), `Hash` (zero),
/// the `Size` of a part under its own key, and every field of a part that is zero.
///
/// # Errors
/// Places are bytes of `text`.
pub fn read(text: &str) -> Result<Vec<u8>> {
    read_document(text).map_err(|error| as_written(error, text))
}

/// Reads the bytes of a YAML file, see [`read`].
///
/// # Errors
/// Fails if they are not UTF-8, too.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<u8>> {
    read(utf8(bytes)?)
}

/// The error with a number that it found as it stands in the text: YAML has several ways to write one.
fn as_written(cause: TextError, text: &str) -> TextError {
    let TextErrorKind::Expected { what, found, expected } = cause.kind() else { return cause };
    let (start, len) = (cause.place().offset, cause.place().len);
    let range = usize::try_from(start).ok().zip(usize::try_from(start.saturating_add(len)).ok());
    let written = range.and_then(|(start, end)| text.get(start..end)).map(str::trim_end);
    let Some(written) = written.filter(|text| text.parse::<f64>().is_ok() && found.parse::<f64>().is_ok())
    else {
        return cause;
    };
    let kind =
        TextErrorKind::Expected { what: what.clone(), found: written.to_owned(), expected: expected.clone() };
    cause.map(|_| kind)
}

fn read_document(text: &str) -> Result<Vec<u8>> {
    let document = parse::parse(text)?;
    let mut budget = Budget::of(text);
    if pdb::is_pdb(&document) {
        return pdb::read(&document, &mut budget);
    }
    read_container(&document, "the document", &mut budget)
}
