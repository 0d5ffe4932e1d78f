//! The numbers of one file, and their JSON. Separate from the pages over all files.

use serde_json::Value;

use crate::error::Error;
use crate::json;
use crate::loading::shader_facts::{self, Shader};
use crate::run::{Outcome, Run};
use crate::statistics::{Statistics, put_statistics};

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
    pub file: String,
    /// The text for people, and the object of JSON.
    pub row: Result<Row, (String, String)>,
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
        |input, bytes, _, outcome: &mut Outcome<Option<Result<Row, (String, String)>>>| {
            outcome.value = Some(match count(input.name(), bytes) {
                Ok(row) => Ok(row),
                Err(error) => {
                    outcome.fail(&error, input);
                    let name = json::text(&input.name());
                    Err((error.message(), format!("{{\"file\":{name},\"error\":{}}}", json::error(&error))))
                }
            });
            Ok(())
        },
        |input, row| {
            // What could not even be opened the run reports, and lists in JSON.
            if let Some(row) = row {
                all.push(Counted { file: input.name(), row });
            } else {
                all.push(Counted {
                    file: input.name(),
                    row: Err(("cannot be read".to_owned(), String::new())),
                });
            }
        },
    );
    all
}

/// Counts one file.
pub fn count(name: String, bytes: &[u8]) -> Result<Row, Error> {
    shader_facts::open(name, bytes, true, |open| {
        let statistics = Statistics::of(&open)?;
        Ok(Row { shader: open.shader, statistics })
    })
}

/// The numbers of a file.
pub fn members(row: &Row) -> serde_json::Map<String, Value> {
    let Row { shader, statistics } = row;
    let mut object = serde_json::Map::new();
    let mut put = |name: &str, number: Option<u64>| {
        if let Some(number) = number {
            object.insert(name.to_owned(), number.into());
        }
    };
    put("size", Some(shader.size));
    put("instructions", shader.instructions);
    put("resources", Some(shader.resources as u64));
    if let Some(statistics) = statistics {
        put_statistics(&mut object, statistics);
    }
    object
}
