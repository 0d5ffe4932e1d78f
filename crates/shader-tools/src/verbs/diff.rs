//! `diff`: which parts and fields of two containers differ, by name.

mod bitcode;
mod compare;
mod tokens;
mod unified;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dx_container::Container;

use crate::cli::Globals;
use crate::error::Error;
use crate::input::{self, Input};
use crate::json;
use crate::run::{Format, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;
use crate::style::{BAD, DIM, GOOD, KEY, TITLE, paint};
use compare::Difference;

/// Show which parts and fields of two containers differ.
///
/// Of programs of shader models 4 and 5 the lines of assembly that differ are shown; of DXIL the structures, variables
/// and metadata, and in functions the instructions, whatever numbers they have. A different digest alone is no
/// difference. Two folders are compared file by file, by relative name. Exit
/// status 1 where something differs.
#[derive(Debug, clap::Args)]
pub struct Diff {
    /// A file, - for standard input, or a folder.
    a: PathBuf,

    /// What to compare it with.
    b: PathBuf,

    /// Print nothing, only set the exit status.
    #[arg(short, long)]
    quiet: bool,

    /// Print JSON (schema shader-tools.diff/1).
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
}

const SCHEMA: &str = "shader-tools.diff/1";

impl Diff {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::new(&[], globals, format);
        let pairs = match pair(&self.a, &self.b) {
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
        for Pair { a, b } in pairs {
            let text = match (&a, &b) {
                (Some(a), Some(b)) => self.compare(&mut run, a, b),
                _ => self.show(&mut run, a.as_ref(), b.as_ref(), &[alone(a.as_ref(), b.as_ref())]),
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
        }
        run.status()
    }

    /// Compares one pair; returns what is to be printed.
    fn compare(&self, run: &mut Run<'_>, a: &Input, b: &Input) -> String {
        let [read_a, read_b] = [a, b].map(Input::read);
        let mut files = Vec::new();
        for (input, bytes) in [(a, &read_a), (b, &read_b)] {
            let bytes = match bytes {
                Ok(bytes) => bytes,
                Err(error) => return self.fail(run, (a, b), input, error, None),
            };
            match ShaderFile::open(bytes).and_then(|file| file.container().map(drop).map(|()| file)) {
                Ok(file) => files.push(file),
                Err(error) => return self.fail(run, (a, b), input, &error, Some(bytes)),
            }
        }
        // Both have been opened a moment ago.
        let containers: Vec<Container<'_>> = files.iter().filter_map(|file| file.container().ok()).collect();
        let [container_a, container_b] = containers.as_slice() else { return String::new() };
        let mut found = compare::containers(container_a, container_b);
        let pdbs: Vec<_> = files.iter().filter_map(|file| file.pdb.as_ref()).collect();
        if let [a, b] = pdbs.as_slice() {
            found.extend(compare::streams(a.msf(), b.msf()));
        }
        self.show(run, Some(a), Some(b), &found)
    }

    /// Counts differences in; returns what is to be printed.
    fn show(&self, run: &mut Run<'_>, a: Option<&Input>, b: Option<&Input>, found: &[Difference]) -> String {
        if !found.is_empty() {
            run.add(Status::Findings);
        }
        if self.json {
            return to_json(a, b, found);
        }
        let names = [a, b].into_iter().flatten().map(|input| paint(TITLE, input.name()));
        let lines = found.iter().map(line).collect::<String>();
        if found.is_empty() { lines } else { format!("{}\n{lines}", names.collect::<Vec<_>>().join(" ")) }
    }

    /// Says what is wrong with `input`, one of the pair; returns what is to be printed.
    fn fail(
        &self,
        run: &mut Run<'_>,
        (a, b): (&Input, &Input),
        input: &Input,
        error: &Error,
        bytes: Option<&[u8]>,
    ) -> String {
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

fn line(difference: &Difference) -> String {
    let Difference { part, path, a, b, lines } = difference;
    let [a, b] = [(BAD, a), (GOOD, b)].map(|(style, side)| side.as_ref().map(|text| paint(style, text)));
    let what = match (a, b) {
        (Some(a), Some(b)) => format!("{a} -> {b}"),
        (Some(a), None) => format!("only in the first: {a}"),
        (None, Some(b)) => format!("only in the second: {b}"),
        (None, None) => String::new(),
    };
    let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let lines = lines.iter().map(|line| match line.as_bytes().first() {
        Some(b'-') => format!("    {}\n", paint(BAD, line)),
        Some(b'+') => format!("    {}\n", paint(GOOD, line)),
        Some(b' ') => format!("    {line}\n"),
        _ => format!("    {}\n", paint(DIM, line)),
    });
    format!("  {KEY}{part:8}{KEY:#}  {path}{what}\n{}", lines.collect::<String>())
}

fn to_json(a: Option<&Input>, b: Option<&Input>, differences: &[Difference]) -> String {
    let differences = differences.iter().map(|difference| {
        let mut object =
            format!("{{\"part\":{},\"path\":{}", json::text(&difference.part), json::text(&difference.path));
        for (key, side) in [("a", &difference.a), ("b", &difference.b)] {
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
    format!("{{\"a\":{a},\"b\":{b},\"equal\":{equal},\"differences\":[{}]}}", differences.join(","))
}

/// Two files to compare; of two folders, a file may be in one of them only.
struct Pair {
    a: Option<Input>,
    b: Option<Input>,
}

/// The files to compare: the two, or those of two folders by their relative names.
fn pair(a: &Path, b: &Path) -> Result<Vec<Pair>, input::Failed> {
    let find = |path: &Path| -> Result<Vec<Input>, input::Failed> {
        let (inputs, mut failed) = input::find(&[path.to_owned()], input::Wanted::Shaders);
        failed.pop().map_or(Ok(inputs), Err)
    };
    let is_file = |path: &Path| !path.is_dir();
    if is_file(a) != is_file(b) || a.as_os_str() == "-" && b.as_os_str() == "-" {
        let text = "is compared with another of its kind: two files or two folders, - once".to_owned();
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
    Difference {
        part: "file".to_owned(),
        path: String::new(),
        a: a.map(name),
        b: b.map(name),
        lines: Vec::new(),
    }
}
