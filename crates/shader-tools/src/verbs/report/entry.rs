//! The data of a shader in a report. Separate because the verb makes them and the page writes them.

use serde::Serialize;

use crate::error::FileError;
use crate::loading::shader_facts::{Shader, ShaderObject};
use crate::statistics::{Statistics, StatisticsObject};

/// The data of a file in the page.
pub struct Entry {
    pub shader: Shader,
    /// Absent for Direct3D 9 programs, and for programs that cannot be read.
    pub statistics: Option<Statistics>,
    /// The rules that are broken, each once.
    pub rules: Vec<&'static str>,
    /// Errors and warnings.
    pub findings: (usize, usize),
}

/// A file that could not be read.
pub type Failure = FileError;

/// A shader in a report.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ReportedShader"))]
pub struct EntryObject<'a> {
    /// The shader, as `ls` lists it.
    ls: ShaderObject<'a>,
    /// The number of findings with the severity `error`.
    errors: usize,
    /// The names of the broken rules.
    rules: &'a [&'static str],
    /// The statistics, as `stat` prints them; absent if the program cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    stat: Option<StatisticsObject<'a>>,
    /// The number of findings with the severity `warning`.
    warnings: usize,
}

impl<'a> EntryObject<'a> {
    /// The object of `entry`.
    pub fn new(entry: &'a Entry) -> Self {
        let (errors, warnings) = entry.findings;
        Self {
            ls: ShaderObject::new(&entry.shader),
            errors,
            rules: &entry.rules,
            stat: entry.statistics.as_ref().map(StatisticsObject::new),
            warnings,
        }
    }
}
