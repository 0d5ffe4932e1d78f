//! The error of a run, with the file that it is about. Separate because a run reads several files.

use std::path::Path;

use crate::error::Error;
use crate::selection::input::{self, display};

/// An error, and the file that it is about with what was read of it.
pub struct Refusal {
    pub error: Box<Error>,
    pub file: Option<Box<(String, Vec<u8>)>>,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { error: Box::new(error), file: None }
    }
}

impl Refusal {
    /// About a file of which nothing is shown.
    pub fn of(name: &str, error: impl Into<Error>) -> Self {
        Self::about(name, &[], error)
    }

    /// About a file of which these bytes were read.
    pub fn about(name: &str, bytes: &[u8], error: impl Into<Error>) -> Self {
        Self { error: Box::new(error.into()), file: Some(Box::new((name.to_owned(), bytes.to_vec()))) }
    }
}

/// A file of text: its name, its bytes, its text.
pub fn read_text(path: &Path) -> Result<(String, Vec<u8>, String), Refusal> {
    let name = display(path);
    let bytes = input::read_besides(path, &[]).map_err(|error| Refusal::of(&name, error))?;
    match String::from_utf8(bytes.clone()) {
        Ok(text) => Ok((name, bytes, text)),
        Err(_) => Err(Refusal::of(&name, Error::Unsupported("file is not valid UTF-8".to_owned()))),
    }
}
