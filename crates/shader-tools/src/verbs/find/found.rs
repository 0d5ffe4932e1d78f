//! What was found in a file, and how it is shown: as ripgrep shows lines of text. Separate from looking for it.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::judging::{SourcePlace, printable};
use crate::style::{DIM, GUTTER, KEY, NOTE, paint};

/// What was found in a file.
#[derive(Debug, Default)]
pub struct Found {
    /// Texts with lines in which something is.
    pub sections: Vec<Section>,
    /// What has no line.
    pub facts: Vec<Fact>,
    /// Instructions that were counted and not looked up in a listing.
    pub counted: usize,
}

/// A text with lines in which something is.
#[derive(Debug)]
pub struct Section {
    /// The name of the source file; none for the listing.
    pub label: Option<String>,
    pub text: String,
    /// In the order of their lines.
    pub hits: Vec<Hit>,
}

/// A line in which something is.
#[derive(Debug)]
pub struct Hit {
    /// From 0.
    pub line: usize,
    /// The function of the instruction.
    pub function: Option<String>,
    /// The line of HLSL that it comes from.
    pub source: Option<SourcePlace>,
}

/// Something that has no line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub kind: &'static str,
    pub text: String,
}

/// A match.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Match<'a> {
    /// A match without a line.
    Fact {
        /// The kind of the match: `resource`, `semantic`, `flag`, `string` or `instruction`.
        kind: &'static str,
        /// A description of the match.
        text: &'a str,
    },
    /// A line of a listing or of HLSL source.
    Line(Line<'a>),
}

/// A line of a listing or of HLSL source.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Line<'a> {
    /// The function that contains the instruction; only for DXIL.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    /// The kind of the match.
    #[cfg_attr(test, schemars(extend("enum" = ["source", "instruction"])))]
    kind: &'static str,
    /// The line number, counted from 1.
    line: usize,
    /// The HLSL location of the instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source<'a>>,
    /// The name of the HLSL file; only for the kind `source`.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_file: Option<&'a str>,
    /// The text of the line.
    text: &'a str,
}

/// The HLSL location of an instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Source<'a> {
    /// The column; 0 if the column is unknown.
    column: u32,
    /// The name of the HLSL file.
    file: Option<&'a str>,
    /// The line number.
    line: u32,
    /// The text of the line; `null` if the debug information does not contain the source.
    text: Option<&'a str>,
}

/// Lines around a match.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    pub before: usize,
    pub after: usize,
}

impl Found {
    /// How many matches there are.
    pub fn count(&self) -> usize {
        self.counted
            + self.facts.len()
            + self.sections.iter().map(|section| section.hits.len()).sum::<usize>()
    }

    /// Keeps the first `count` matches.
    pub fn truncate(&mut self, mut count: usize) {
        self.facts.truncate(count);
        count -= self.facts.len();
        for section in &mut self.sections {
            section.hits.truncate(count);
            count -= section.hits.len();
        }
        self.sections.retain(|section| !section.hits.is_empty());
        self.counted = self.counted.min(count);
    }

    /// Writes them behind `name`, where there is one.
    pub fn write(&self, out: &mut dyn Write, name: Option<&str>, context: Context) -> io::Result<()> {
        let painted = name.map(|name| paint(KEY, name));
        for fact in &self.facts {
            if let Some(name) = &painted {
                write!(out, "{name}:")?;
            }
            writeln!(out, "{}: {}", paint(GUTTER, fact.kind), fact.text)?;
        }
        for section in &self.sections {
            let label = section.label.as_ref().map(|label| paint(KEY, printable(label)));
            let names: Vec<&str> = painted.iter().chain(&label).map(String::as_str).collect();
            section.write(out, &names, context)?;
        }
        Ok(())
    }

    /// The matches in JSON.
    pub fn objects(&self) -> Vec<Match<'_>> {
        let facts = self.facts.iter().map(|fact| Match::Fact { kind: fact.kind, text: &fact.text });
        let hits = self.sections.iter().flat_map(|section| {
            let lines: Vec<&str> = section.text.split('\n').collect();
            section.hits.iter().map(move |hit| section.object(hit, lines.get(hit.line).unwrap_or(&"")))
        });
        facts.chain(hits).collect()
    }
}

impl Section {
    fn write(&self, out: &mut dyn Write, names: &[&str], context: Context) -> io::Result<()> {
        let lines: Vec<&str> = self.text.split('\n').collect();
        let mut next = 0;
        for (index, hit) in self.hits.iter().enumerate() {
            let first = hit.line.saturating_sub(context.before).max(next);
            let is_apart = context.before + context.after > 0 && next > 0 && first > next;
            if is_apart {
                writeln!(out, "{}", paint(DIM, "--"))?;
            }
            // Lines behind it, up to the next match.
            let following = self.hits.get(index + 1).map_or(usize::MAX, |hit| hit.line);
            let end = (hit.line + 1 + context.after).min(lines.len()).min(following.max(hit.line + 1));
            for (at, line) in lines.iter().enumerate().take(end).skip(first.min(hit.line)) {
                if at < next {
                    continue;
                }
                let sign = if at == hit.line { ":" } else { "-" };
                for name in names {
                    write!(out, "{name}{sign}")?;
                }
                // A terminal obeys what a source may have in it.
                let line = if self.label.is_some() { printable(line).into() } else { Cow::Borrowed(*line) };
                writeln!(out, "{}{sign}{line}", paint(GUTTER, at + 1))?;
                if at == hit.line
                    && let Some(source) = &hit.source
                {
                    let text = source
                        .text
                        .as_deref()
                        .map_or(String::new(), |text| format!(": {}", printable(text.trim())));
                    writeln!(out, "    {}", paint(NOTE, format!("{}{text}", printable(&source.shown()))))?;
                }
            }
            next = end.max(hit.line + 1);
        }
        Ok(())
    }

    fn object<'a>(&'a self, hit: &'a Hit, line: &'a str) -> Match<'a> {
        let source = hit.source.as_ref().map(|source| Source {
            column: source.column,
            file: source.file.as_deref(),
            line: source.line,
            text: source.text.as_deref(),
        });
        Match::Line(Line {
            function: hit.function.as_deref(),
            kind: if self.label.is_some() { "source" } else { "instruction" },
            line: hit.line + 1,
            source,
            source_file: self.label.as_deref(),
            text: line,
        })
    }
}
