//! `diff`: which parts and fields of two containers differ, by name.

mod stat;

use dx_container::D3d9Version;
use std::path::PathBuf;

use crate::comparing::difference::Difference;
use crate::comparing::pairs::{Pair, pair};
use crate::comparing::{Compared, containers, direct3d9, line, programs};
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::layout::hanging;
use crate::loading::shader_file::Source;
use crate::run::{Format, Run};
use crate::selection::chosen::Patterns;
use crate::selection::input::{self, Input};
use crate::status::Status;
use crate::style::{NOTE, TITLE, paint};
use stat::Stat;

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

impl Diff {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::of_none(globals, format);
        let pairs = match pair(&self.a, &self.b, &self.patterns) {
            Ok(pairs) => pairs,
            Err(failed) => {
                run.fail_with(&failed.name, &failed.error);
                if self.json {
                    let [a, b] = [&self.a, &self.b].map(|path| input::display(path));
                    let object = error_object(&a, &b, &failed.name, &failed.error);
                    run.print(|out| writeln!(out, "{{\"schema\":\"{SCHEMA}\",\"files\":[\n{object}\n]}}"));
                }
                return run.status();
            }
        };
        let mut separator = "\n";
        if self.json {
            run.print(|out| write!(out, "{{\"schema\":\"{SCHEMA}\",\"files\":["));
        }
        let mut stat = Stat::default();
        for Pair { a, b } in pairs {
            let text = match (&a, &b) {
                (Some(a), Some(b)) => self.compare(&mut run, &mut stat, a, b),
                _ => {
                    stat.add_alone(a.is_some());
                    let differences = vec![alone(a.as_ref(), b.as_ref())];
                    self.show(&mut run, a.as_ref(), b.as_ref(), &Compared { differences, note: None })
                }
            };
            if self.json {
                run.print(|out| write!(out, "{separator}{text}"));
                separator = ",\n";
            } else if !self.quiet {
                run.print(|out| out.write_all(text.as_bytes()));
            }
        }
        if self.json {
            run.print(|out| out.write_all(b"\n]}\n"));
        } else if self.stat {
            run.print(|out| stat.write(out));
        }
        run.status()
    }

    /// Compares one pair; returns what is to be printed.
    fn compare(&self, run: &mut Run<'_>, stat: &mut Stat, a: &Input, b: &Input) -> String {
        let [read_a, read_b] = [a, b].map(Input::read);
        let (bytes_a, bytes_b) = match (read_a, read_b) {
            (Ok(bytes_a), Ok(bytes_b)) => (bytes_a, bytes_b),
            (Err(error), _) => return self.fail(run, stat, (a, b), a, &error, None),
            (_, Err(error)) => return self.fail(run, stat, (a, b), b, &error, None),
        };
        let are_direct3d9 = D3d9Version::begins(&bytes_a) && D3d9Version::begins(&bytes_b);
        let compared = match [&bytes_a, &bytes_b].iter().any(|bytes| Source::of(bytes).is_some()) {
            _ if are_direct3d9 => {
                direct3d9::files(&bytes_a, &bytes_b).map(|differences| Compared { differences, note: None })
            }
            true => programs(&bytes_a, &bytes_b),
            false => containers(&bytes_a, &bytes_b),
        };
        match compared {
            Ok(compared) => {
                stat.add(a, b, (bytes_a.len(), bytes_b.len()), &compared.differences);
                self.show(run, Some(a), Some(b), &compared)
            }
            Err((false, error)) => self.fail(run, stat, (a, b), a, &error, Some(&bytes_a)),
            Err((true, error)) => self.fail(run, stat, (a, b), b, &error, Some(&bytes_b)),
        }
    }

    /// Counts differences in; returns what is to be printed.
    fn show(&self, run: &mut Run<'_>, a: Option<&Input>, b: Option<&Input>, compared: &Compared) -> String {
        let Compared { differences, note } = compared;
        if !differences.is_empty() {
            run.add(Status::Findings);
        }
        if self.json {
            return to_json(a, b, compared);
        }
        if differences.is_empty() || self.stat {
            return String::new();
        }
        let names = [a, b].into_iter().flatten().map(|input| paint(TITLE, input.name()));
        let note = note.as_ref().map(|note| hanging(&format!("  {}", paint(NOTE, note)))).unwrap_or_default();
        let lines = differences.iter().map(line).collect::<String>();
        format!("{}{note}{lines}", hanging(&names.collect::<Vec<_>>().join(" ")))
    }

    /// Says what is wrong with `input`, one of the pair; returns what is to be printed.
    fn fail(
        &self,
        run: &mut Run<'_>,
        stat: &mut Stat,
        (a, b): (&Input, &Input),
        input: &Input,
        error: &Error,
        bytes: Option<&[u8]>,
    ) -> String {
        stat.unreadable += 1;
        crate::streams::say(error.render(Some(&input.name()), bytes));
        run.add(error.status());
        if self.json {
            return error_object(&a.name(), &b.name(), &input.name(), error);
        }
        String::new()
    }
}

/// A pair that cannot be compared, because of `file`.
fn error_object(a: &str, b: &str, file: &str, error: &Error) -> String {
    let [a, b, file] = [a, b, file].map(json::text);
    format!("{{\"a\":{a},\"b\":{b},\"file\":{file},\"error\":{}}}", json::error(error))
}

fn to_json(a: Option<&Input>, b: Option<&Input>, compared: &Compared) -> String {
    let differences = compared.differences.iter().map(|difference| {
        let mut object =
            format!("{{\"part\":{},\"path\":{}", json::text(&difference.part), json::text(&difference.path));
        for (key, side) in [("a", &difference.a), ("b", &difference.b), ("note", &difference.note)] {
            if let Some(text) = side {
                object.push_str(&format!(",\"{key}\":{}", json::text(text)));
            }
        }
        if !difference.lines.is_empty() {
            let lines: Vec<String> = difference.lines.iter().map(|line| json::text(line)).collect();
            object.push_str(&format!(",\"lines\":[{}]", lines.join(",")));
        }
        object + "}"
    });
    let differences: Vec<String> = differences.collect();
    let name = |input: Option<&Input>| input.map_or("null".to_owned(), |input| json::text(&input.name()));
    let (a, b, equal) = (name(a), name(b), differences.is_empty());
    let note = compared.note.as_ref().map(|note| format!(",\"note\":{}", json::text(note)));
    let note = note.unwrap_or_default();
    format!("{{\"a\":{a},\"b\":{b}{note},\"equal\":{equal},\"differences\":[{}]}}", differences.join(","))
}

/// A file that only one of two folders has, as a difference.
fn alone(a: Option<&Input>, b: Option<&Input>) -> Difference {
    let name = |input: &Input| input.name();
    Difference::of("file", "", a.map(name), b.map(name))
}
