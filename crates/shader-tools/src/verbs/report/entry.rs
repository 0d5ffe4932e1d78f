//! The data of a shader in a report. Separate because the verb makes them and the page writes them.

use crate::loading::shader_facts::Shader;

/// What the page has of a file.
pub struct Entry {
    pub shader: Shader,
    /// As an object of JSON.
    pub json: String,
    /// Errors and warnings.
    pub findings: (usize, usize),
    /// Compressed; empty where there was no room.
    pub view: Vec<u8>,
}

/// A file that could not be read, as an object of JSON.
pub type Failure = String;
