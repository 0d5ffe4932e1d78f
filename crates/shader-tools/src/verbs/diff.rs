//! `diff`: which parts and fields of two containers differ, by name.

mod bitcode;
mod compare;
mod difference;
mod direct3d9;
mod functions;
mod metadata;
mod program_difference;
mod stat;
mod tokens;
mod unified;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dxil_ir::Module;

use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::layout::{columns, hanging, width};
use crate::loading::program::{self, ModulePart};
use crate::loading::shader_file::{ShaderFile, Source};
use crate::run::{Format, Run};
use crate::selection::chosen::{Chosen, Patterns};
use crate::selection::input::{self, Input};
use crate::status::Status;
use crate::style::{BAD, DIM, GOOD, KEY, NOTE, TITLE, grouped, paint};
use difference::Difference;
use dx_container::D3d9Version;
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

/// What differs between two containers, as the verb prints it below `name`; empty where nothing does.
pub fn differences(name: &str, a: &[u8], b: &[u8]) -> Result<String, Error> {
    let Compared { differences, .. } = containers(a, b).map_err(|(_, error)| error)?;
    let lines = differences.iter().map(line).collect::<String>();
    Ok(if lines.is_empty() { lines } else { format!("{}{lines}", hanging(&paint(TITLE, name))) })
}

/// A pair that cannot be compared, because of `file`.
fn error_object(a: &str, b: &str, file: &str, error: &Error) -> String {
    let [a, b, file] = [a, b, file].map(json::text);
    format!("{{\"a\":{a},\"b\":{b},\"file\":{file},\"error\":{}}}", json::error(error))
}

/// What two files that were read come to.
struct Compared {
    differences: Vec<Difference>,
    /// What is to be said of the comparison itself.
    note: Option<String>,
}

/// An error, and whether it is about the second file.
type Failed = (bool, Error);

/// Compares two containers, and of two PDBs what is around them.
fn containers(a: &[u8], b: &[u8]) -> Result<Compared, Failed> {
    let (file_a, file_b) = (
        ShaderFile::open(a).map_err(|error| (false, error))?,
        ShaderFile::open(b).map_err(|error| (true, error))?,
    );
    let (container_a, container_b) = (
        file_a.container().map_err(|error| (false, error))?,
        file_b.container().map_err(|error| (true, error))?,
    );
    let mut differences = compare::containers(&container_a, &container_b);
    if let (Some(a), Some(b)) = (&file_a.pdb, &file_b.pdb) {
        differences.extend(compare::streams(a.msf(), b.msf()));
    }
    Ok(Compared { differences, note: None })
}

/// Compares the programs of two files of which one at least has nothing but a program.
fn programs(a: &[u8], b: &[u8]) -> Result<Compared, Failed> {
    let bare = |bytes| match Source::of(bytes) {
        Some(Source::Assembly) => match dxil_text::parse(bytes) {
            Ok(module) => Ok(Some(module)),
            Err(errors) => Err(errors.errors().first().map_or_else(
                || Error::Invalid("text that cannot be read".to_owned()),
                |first| Error::Source(first.clone()),
            )),
        },
        Some(Source::Bitcode) => program::module_of(bytes, None).map(Some),
        None => Ok(None),
    };
    let bare_a = bare(a).map_err(|error| (false, error))?;
    let bare_b = bare(b).map_err(|error| (true, error))?;
    let what = if bare_a.is_some() { ("the first", Source::of(a)) } else { ("the second", Source::of(b)) };
    // A container may hold the program twice: what is compared has debug information where the other has it.
    let debug = |module: &Module| module.named_metadata.iter().any(|named| named.name == "llvm.dbg.cu");
    let has_debug = bare_a.iter().chain(&bare_b).any(debug);
    let stored = |bytes| {
        let part = if has_debug { ModulePart::Ildb } else { ModulePart::Dxil };
        program::module_of(bytes, Some(part)).or_else(|_| program::module_of(bytes, None))
    };
    let module_a = bare_a.map_or_else(|| stored(a), Ok).map_err(|error| (false, error))?;
    let module_b = bare_b.map_or_else(|| stored(b), Ok).map_err(|error| (true, error))?;
    let found = bitcode::compare(&module_a, &module_b)
        .map_err(|error| (false, Error::Unsupported(error.to_string())))?;
    let (which, source) = what;
    let note = source.map(|source| format!("only the programs are compared: {which} is {}", source.name()));
    Ok(Compared { differences: compare::of_programs("DXIL", found).collect(), note }) // not a FourCC
}

/// A difference as lines of the page: both sides in a line where they fit, else one below the other.
fn line(difference: &Difference) -> String {
    let Difference { part, path, a, b, note, lines, changed_lines: (added, removed) } = difference;
    let start = format!("  {KEY}{part:8}{KEY:#}  {path}");
    let [old, new] = [(BAD, a), (GOOD, b)].map(|(style, side)| side.as_ref().map(|text| paint(style, text)));
    let colon = if path.is_empty() { "" } else { ": " };
    let text = match (&old, &new) {
        // Programs of one length: how many lines came and went.
        (Some(old), Some(_)) if a == b => {
            let moved = lines.iter().filter(|line| line.starts_with('>')).count();
            let moved = if moved > 0 { format!(", {} moved", grouped(moved as u64)) } else { String::new() };
            let (added, removed) = (grouped(*added as u64), grouped(*removed as u64));
            hanging(&format!("{start}{colon}{old}, +{added} -{removed}{moved}"))
        }
        (Some(old), Some(new)) => {
            let whole = format!("{start}{colon}{old} -> {new}");
            match columns(&whole) <= width() {
                true => whole + "\n",
                false => {
                    let sides = [("-", old), ("+", new)];
                    let sides = sides.map(|(mark, side)| hanging(&format!("            {mark} {side}")));
                    format!("{}{}", hanging(&(start + colon.trim_end())), sides.concat())
                }
            }
        }
        (Some(old), None) => hanging(&format!("{start}{colon}only in the first: {old}")),
        (None, Some(new)) => hanging(&format!("{start}{colon}only in the second: {new}")),
        (None, None) => hanging(&format!("{start}{colon}{}", note.as_deref().unwrap_or_default())),
    };
    let lines = lines.iter().map(|line| match line.as_bytes().first() {
        Some(b'-') => format!("    {}\n", paint(BAD, line)),
        Some(b'+') => format!("    {}\n", paint(GOOD, line)),
        Some(b'>') => format!("    {}\n", paint(NOTE, line)),
        Some(b' ') => format!("    {line}\n"),
        _ => format!("    {}\n", paint(DIM, line)),
    });
    format!("{text}{}", lines.collect::<String>())
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

/// Two files to compare; of two folders, a file may be in one of them only.
pub struct Pair {
    pub a: Option<Input>,
    pub b: Option<Input>,
}

/// The files to compare: the two, or those of two folders by their relative names.
pub fn pair(a: &Path, b: &Path, patterns: &Patterns) -> Result<Vec<Pair>, input::Failed> {
    let find = |path: &Path| -> Result<Vec<Input>, input::Failed> {
        let chosen = Chosen { named: &[path.to_owned()], patterns: Some(patterns), ..Chosen::default() };
        let (inputs, mut failed) = input::find(chosen, input::Wanted::AllPrograms);
        failed.pop().map_or(Ok(inputs), Err)
    };
    let is_file = |path: &Path| !path.is_dir();
    if is_file(a) != is_file(b) || a.as_os_str() == "-" && b.as_os_str() == "-" {
        let text = "cannot be compared with that: give two files or two folders, and - only once".to_owned();
        return Err(input::Failed { name: input::display(a), error: Error::Usage(text) });
    }
    let (found_a, found_b) = (find(a)?, find(b)?);
    if let ([file_a], [file_b], false) = (found_a.as_slice(), found_b.as_slice(), a.is_dir() || b.is_dir()) {
        return Ok(vec![Pair { a: Some(file_a.clone()), b: Some(file_b.clone()) }]);
    }
    let mut pairs: BTreeMap<PathBuf, Pair> = BTreeMap::new();
    for input in found_a {
        pairs.insert(input.relative.clone(), Pair { a: Some(input), b: None });
    }
    for input in found_b {
        let pair = pairs.entry(input.relative.clone()).or_insert(Pair { a: None, b: None });
        pair.b = Some(input);
    }
    Ok(pairs.into_values().collect())
}

/// A file that only one of two folders has, as a difference.
fn alone(a: Option<&Input>, b: Option<&Input>) -> Difference {
    let name = |input: &Input| input.name();
    Difference::of("file", "", a.map(name), b.map(name))
}
