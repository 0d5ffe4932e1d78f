//! A buffer of a pipeline and a file, as the command line names them. Separate from the pictures, which exist only
//! after the run.

use std::path::PathBuf;
use std::str::FromStr;

use run_pipeline::{BufferData, Pipeline};

use super::images::refuse_other_pictures;
use crate::error::Error;

/// A buffer of a pipeline, and a file.
#[derive(Debug, Clone)]
pub struct NamedFile {
    pub buffer: String,
    pub path: PathBuf,
}

impl FromStr for NamedFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((buffer, path)) if !buffer.is_empty() && !path.is_empty() => {
                refuse_other_pictures(path.as_ref())?;
                Ok(Self { buffer: buffer.to_owned(), path: path.into() })
            }
            _ => Err("expected NAME=FILE, such as Output=picture.png".to_owned()),
        }
    }
}

impl NamedFile {
    /// The buffer of the pipeline.
    pub fn find<'p>(&self, pipeline: &'p Pipeline) -> Result<&'p BufferData, Error> {
        pipeline.buffers.iter().find(|buffer| buffer.name == self.buffer).ok_or_else(|| {
            let names: Vec<_> = pipeline.buffers.iter().map(|buffer| buffer.name.as_str()).collect();
            Error::Usage(format!("unknown buffer {}, expected one of {}", self.buffer, names.join(", ")))
        })
    }
}
