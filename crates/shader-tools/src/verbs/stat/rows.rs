//! The numbers of one file. Separate from the pages over all files.

use crate::error::{Error, FileError};
use crate::loading::shader_facts::{self, Shader};
use crate::run::{Outcome, Run};
use crate::selection::file_name::FileName;
use crate::statistics::Statistics;

/// What is kept of a file.
#[derive(Debug, Clone)]
pub struct Row {
    pub shader: Shader,
    /// Absent for Direct3D 9 programs, and without a program.
    pub statistics: Option<Statistics>,
}

/// A file that was counted, or why it could not be.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The name of the file.
    pub file: FileName,
    pub row: Result<Row, Failure>,
}

/// The reason why a file could not be counted.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The message for the page.
    pub message: String,
    /// The object in JSON; `None` if the run lists the file.
    pub object: Option<FileError>,
}

impl Counted {
    pub fn instructions(&self) -> u64 {
        self.row.as_ref().ok().and_then(|row| row.shader.instructions).unwrap_or(0)
    }
}

/// Counts the inputs of a run, in order: an entry for each.
pub fn count_all(run: &mut Run<'_>) -> Vec<Counted> {
    let mut all = Vec::new();
    run.each(
        |input, bytes, _, outcome: &mut Outcome<Option<Result<Row, Failure>>>| {
            outcome.value = Some(match count(input.name(), bytes) {
                Ok(row) => Ok(row),
                Err(error) => {
                    outcome.fail(&error, input);
                    let object = Some(FileError::new(input.name(), &error));
                    Err(Failure { message: error.message(), object })
                }
            });
            Ok(())
        },
        |input, row| {
            // What could not even be opened the run reports, and lists in JSON.
            if let Some(row) = row {
                all.push(Counted { file: input.name(), row });
            } else {
                let failure = Failure { message: "cannot be read".to_owned(), object: None };
                all.push(Counted { file: input.name(), row: Err(failure) });
            }
        },
    );
    all
}

/// Counts one file.
pub fn count(name: FileName, bytes: &[u8]) -> Result<Row, Error> {
    shader_facts::open(name, bytes, true, |open| {
        let statistics = Statistics::of(&open)?;
        Ok(Row { shader: open.shader, statistics })
    })
}
