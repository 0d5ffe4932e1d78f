//! Errors as values of JSON documents.

use serde::Serialize;

use super::{Error, Located, Medium};
use crate::selection::file_name::FileName;

/// An error: code, message and location.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Error"))]
pub struct ErrorObject {
    /// The bit in the byte at `offset`, counted from the least significant bit; only for bitcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    bit: Option<u8>,
    /// The stable code of the error, such as `part.truncated`.
    code: &'static str,
    /// The number of bytes that the error is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// The message, without the location.
    message: String,
    /// The offset in the file of the first byte that the error is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    /// The enclosing structures, outermost first, such as `part PSV0 > Resources > 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

impl From<&Error> for ErrorObject {
    fn from(error: &Error) -> Self {
        let located = error.located();
        let place = located.and_then(Located::place);
        let bits = located.filter(|error| error.medium() == Medium::Bits);
        Self {
            bit: bits.and(place).map(|place| place.bit),
            code: error.code(),
            length: place.map(|place| place.len),
            message: error.message(),
            offset: place.map(|place| place.offset),
            path: place.and(located).map(Located::path),
        }
    }
}

/// A file that the verb could not process.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FileError {
    #[serde(flatten)]
    file: FileName,
    error: ErrorObject,
}

impl FileError {
    /// The error object of the file called `file`.
    pub fn new(file: FileName, error: &Error) -> Self {
        Self { file, error: error.into() }
    }
}
