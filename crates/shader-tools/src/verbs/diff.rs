//! `diff`: which parts and fields of two containers differ, by name.

mod stat;

use std::io::{self, Write};
use std::path::PathBuf;

use dx_container::pdb::is_msf;
use dx_container::{D3d9Version, is_container};
use serde::Serialize;

use crate::comparing::difference::Difference;
use crate::comparing::pairs::{Pair, pair};
use crate::comparing::{Compared, containers, direct3d9, line, programs};
use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::json::{self, Mapped};
use crate::layout::hanging;
use crate::loading::loaded_shader::Source;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Patterns;
use crate::selection::input::{self, Input};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{NOTE, TITLE, paint};
use stat::{Stat, Summary};

/// Show the differences between two shaders or two folders.
///
/// `diff` compares parts field by field, and programs instruction by instruction. `diff` marks a moved instruction with
/// the sign >.
///
/// If both programs compute a value, `diff` shows the value under the name from the old program. Names such as %old.7
/// and %new.9 mark values that only one of the programs computes.
///
/// If a difference in STAT or ILDB repeats a difference in DXIL, `diff` counts the difference, but does not list it.
/// `diff` ignores the digests of containers.
///
/// `diff` compares folders file by file, by relative path. If one file is LLVM assembly or bitcode, `diff` compares
/// only the programs.
///
/// Exit status: 1 if something differs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// Old file or folder (-: standard input).
    a: PathBuf,

    /// New file or folder (-: standard input).
    b: PathBuf,

    /// Print one line for each file that differs, and the totals.
    #[arg(long, conflicts_with_all = ["quiet", "json"])]
    stat: bool,

    /// Print nothing, and only set the exit status.
    #[arg(short, long)]
    quiet: bool,

    /// Print JSON (schema shader-tools.diff/1).
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    #[command(flatten)]
    patterns: Patterns,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools diff examples/triangle_ps.dxil examples/triangle_ps_6_0.dxil
  shader-tools diff --stat old/ new/
  shader-tools diff --quiet examples/scan_cs.dxil examples/edges_cs.dxil || echo different
  shader-tools dis examples/scan_cs.dxil | shader-tools diff - examples/scan_cs.dxil

More: docs/inspect.md";

const SCHEMA: &str = "shader-tools.diff/1";

/// The comparison of two files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Comparison<'a> {
    /// The path of the first file; `null` for a file that only the second folder contains.
    a: Option<String>,
    /// The path of the second file; `null` for a file that only the first folder contains.
    b: Option<String>,
    /// The contents of the files that `diff` compared; absent if `diff` compared the whole files.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// True if the files are equal or differ only in the digest.
    equal: bool,
    /// The differences.
    differences: Mapped<'a, Difference, DifferenceObject<'a>>,
}

/// A difference.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Difference"))]
struct DifferenceObject<'a> {
    /// The name of the part that differs; `container` or `file` for a difference outside of all parts.
    part: &'a str,
    /// The path of the field that differs; empty if the whole part differs.
    path: &'a str,
    /// The value in the first file; absent if the first file does not contain the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<&'a str>,
    /// The value in the second file; absent if the second file does not contain the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<&'a str>,
    /// A description of the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    /// A unified diff of at most 400 lines, without the two header lines.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    lines: &'a [String],
}

/// Two files that `diff` could not compare.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FailedPair {
    /// The path of the first file.
    a: String,
    /// The path of the second file.
    b: String,
    #[serde(flatten)]
    failure: FileError,
}

#[test]
fn schema_is_fresh() {
    /// Two files.
    #[derive(Serialize, schemars::JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only the schema is used")]
    enum Pair {
        Compared(Comparison<'static>),
        Failed(FailedPair),
    }

    /// The comparisons.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Document {
        /// The comparisons.
        files: Vec<Pair>,
    }
    json::schema::check::<Document>(SCHEMA);
}

impl Diff {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::of_none(globals, format);
        let pairs = match pair(&self.a, &self.b, &self.patterns, Wanted::EVERY_PROGRAM) {
            Ok(pairs) => pairs,
            Err(failed) => return self.refuse(&mut run, failed),
        };
        pairs.unread.iter().for_each(|failed| run.fail_with(&failed.name.to_string(), &failed.error));
        run.inputs = pairs.inputs();
        let mut stat = Stat::default();
        run.each_unread(
            |input, out, outcome: &mut Outcome<Option<Summary>>| {
                let Some(pair) = pairs.of(input) else { return Ok(()) };
                outcome.value = match (&pair.a, &pair.b) {
                    (Some(a), Some(b)) => self.compare(out, outcome, a, b)?,
                    (a, b) => {
                        let compared =
                            Compared { differences: vec![alone(a.as_ref(), b.as_ref())], note: None };
                        self.show(out, outcome, a.as_ref(), b.as_ref(), &compared)?;
                        Some(Summary::of_one_side(a.as_ref(), b.as_ref()))
                    }
                };
                Ok(())
            },
            |input, summary| match summary {
                Some(summary) => stat.add(|| pairs.of(input).map(Pair::name).unwrap_or_default(), &summary),
                None => stat.unreadable += 1,
            },
        );
        if self.stat {
            run.print(|out| stat.write(out));
        }
        run.status()
    }

    /// Reports an argument because of which nothing is compared.
    fn refuse(&self, run: &mut Run<'_>, failed: input::Failed) -> Status {
        run.fail_with(&failed.name.to_string(), &failed.error);
        if self.json {
            let [a, b] = [&self.a, &self.b].map(|path| input::display(path));
            let pair = FailedPair { a, b, failure: FileError::new(failed.name, &failed.error) };
            run.print(|out| {
                let mut document = json::Object::document(out, SCHEMA)?;
                document.lines("files", [pair])?;
                document.end_document()
            });
        }
        run.status()
    }

    /// Compares one pair and prints the differences; returns `None` if a file could not be read.
    fn compare<T>(
        &self,
        out: &mut dyn Write,
        outcome: &mut Outcome<T>,
        a: &Input,
        b: &Input,
    ) -> Result<Option<Summary>, Error> {
        let [read_a, read_b] = [a, b].map(Input::read);
        let (bytes_a, bytes_b) = match (read_a, read_b) {
            (Ok(bytes_a), Ok(bytes_b)) => (bytes_a, bytes_b),
            (Err(error), _) => return self.fail(out, outcome, (a, b), a, &error, None),
            (_, Err(error)) => return self.fail(out, outcome, (a, b), b, &error, None),
        };
        let are_direct3d9 = D3d9Version::begins(&bytes_a) && D3d9Version::begins(&bytes_b);
        let compared = if bytes_a == bytes_b && may_be_compared(&bytes_a) {
            Ok(Compared { differences: Vec::new(), note: None })
        } else if are_direct3d9 {
            direct3d9::files(&bytes_a, &bytes_b).map(|differences| Compared { differences, note: None })
        } else if [&bytes_a, &bytes_b].iter().any(|bytes| Source::of(bytes).is_some()) {
            programs(&bytes_a, &bytes_b)
        } else {
            containers(&bytes_a, &bytes_b)
        };
        match compared {
            Ok(compared) => {
                self.show(out, outcome, Some(a), Some(b), &compared)?;
                Ok(Some(Summary::of_both(bytes_a.len(), bytes_b.len(), &compared.differences)))
            }
            Err((false, error)) => self.fail(out, outcome, (a, b), a, &error, Some(&bytes_a)),
            Err((true, error)) => self.fail(out, outcome, (a, b), b, &error, Some(&bytes_b)),
        }
    }

    /// Prints the differences of a pair, and sets the exit status.
    fn show<T>(
        &self,
        out: &mut dyn Write,
        outcome: &mut Outcome<T>,
        a: Option<&Input>,
        b: Option<&Input>,
        compared: &Compared,
    ) -> io::Result<()> {
        let Compared { differences, note } = compared;
        if !differences.is_empty() {
            outcome.status = outcome.status.max(Status::Findings);
        }
        if self.json {
            return json::write(out, &Comparison::new(a, b, compared));
        }
        if differences.is_empty() || self.stat || self.quiet {
            return Ok(());
        }
        let names = [a, b].into_iter().flatten().map(|input| paint(TITLE, input.name()));
        let note = note.as_ref().map(|note| hanging(&format!("  {}", paint(NOTE, note)))).unwrap_or_default();
        let lines = differences.iter().map(line).collect::<String>();
        write!(out, "{}{note}{lines}", hanging(&names.collect::<Vec<_>>().join(" ")))
    }

    /// Reports that `input`, one file of a pair, could not be read.
    fn fail<T>(
        &self,
        out: &mut dyn Write,
        outcome: &mut Outcome<T>,
        (a, b): (&Input, &Input),
        input: &Input,
        error: &Error,
        bytes: Option<&[u8]>,
    ) -> Result<Option<Summary>, Error> {
        outcome.add(error, input, bytes);
        if self.json {
            let failure = FileError::new(input.name(), error);
            json::write(out, &FailedPair { a: a.name().text(), b: b.name().text(), failure })?;
        }
        Ok(None)
    }
}

/// True for a file of a kind that `diff` compares. Two equal files of such a kind need not be parsed.
fn may_be_compared(bytes: &[u8]) -> bool {
    is_container(bytes) || is_msf(bytes) || D3d9Version::begins(bytes) || Source::of(bytes).is_some()
}

impl<'a> Comparison<'a> {
    fn new(a: Option<&Input>, b: Option<&Input>, compared: &'a Compared) -> Self {
        let Compared { differences, note } = compared;
        Self {
            a: a.map(|input| input.name().text()),
            b: b.map(|input| input.name().text()),
            note: note.as_deref(),
            equal: differences.is_empty(),
            differences: Mapped::new(differences, DifferenceObject::new),
        }
    }
}

impl<'a> DifferenceObject<'a> {
    fn new(difference: &'a Difference) -> Self {
        Self {
            part: &difference.part,
            path: &difference.path,
            a: difference.a.as_deref(),
            b: difference.b.as_deref(),
            note: difference.note.as_deref(),
            lines: &difference.lines,
        }
    }
}

/// A file that only one of two folders has, as a difference.
fn alone(a: Option<&Input>, b: Option<&Input>) -> Difference {
    let name = |input: &Input| input.name().to_string();
    Difference::of("file", "", a.map(name), b.map(name))
}
