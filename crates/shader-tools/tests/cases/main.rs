//! One file under `tests/cases/` is one test of the program. Separate from the crates' own tests because a case
//! is data: whoever adds one writes a text file, never Rust. `tests/cases/readme.txt` shows the format at work.
//!
//! - The comment lines a case opens with (`#`, `;` or `//`) say what to run: `RUN: verb args` must exit with 0,
//!   `FAIL: …` with 1, `FAIL(3): …` with 3. `RUN[json]: …` and `FAIL(3)[json]: …` name a directive; one may do
//!   without a name. A comment that begins with the word RUN or FAIL is always a directive.
//! - A command is split at blanks; "…" and '…' keep blanks, and '…' keeps `%` as well. ` | ` feeds stdout to the
//!   next run of the program, and the highest status counts. ` && ` runs the next when all so far exited with 0,
//!   and joins their outputs. Each stream is compared as a whole; only the last stdout of a pipe is seen.
//! - `%` is the path of the case, `%NAME` of a split input, `%tmp` of a folder that is new for every case and
//!   holds the split inputs; output that names this folder is compared with `%tmp` in its place.
//! - `#--- NAME` begins a split input: all lines up to the next such line, whichever the comment prefix.
//!   `#--- NAME hex` holds bytes as hex digits. `#--- NAME patch SOURCE` copies a file (a path from the root, or
//!   `%EARLIER` input) and changes it line by line: `0x1c: 05 00` overwrites, `truncate 0x20` cuts at a length,
//!   `append 00 01` adds. Both may hold comments to the end of a line. NAME may have folders: `tree/a.dxil`.
//!   `#--- NAME assembly SOURCE` is the assembly of a shader with one text changed: lines `- old text`, then lines
//!   `+ new text`, which may be missing; the first place where the old text stands counts.
//! - Expected output lies beside the case: `case.txt.stdout`, `case.txt.stderr`, of `RUN[json]`
//!   `case.txt.json.stdout`; no file where nothing is printed. What is not text is compared as a hex dump.
//!   `BLESS=1 cargo test --test cases` creates, rewrites and deletes these files; it never hides a wrong status.
//! - Commands run in the workspace root, each for at most 60 seconds. Files whose names begin with a dot are not
//!   cases.

mod inputs;
mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use similar::TextDiff;

use inputs::{COMMENT, Input, Names, at, is_path_char, parse_marker, write_inputs};
use program::{Output, ROOT, printable, render, run_program};

const CASES: &str = "tests/cases";

const HOW_TO_BLESS: &str = "`BLESS=1 cargo test --test cases` rewrites expected output";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(message) => {
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// One trial a case, and a failing one for each expected output that no case produces.
fn trials() -> Result<Vec<Trial>, String> {
    let mut files = Vec::new();
    find_files(CASES, &mut files)?;
    files.sort();
    let is_expected = |path: &String| path.ends_with(".stdout") || path.ends_with(".stderr");
    let (expected, cases): (Vec<String>, Vec<String>) = files.into_iter().partition(is_expected);
    if cases.is_empty() {
        return Err(format!("{CASES} holds no case: a run that tests nothing must not pass"));
    }

    let trial_name = |path: &str| path.trim_start_matches(CASES).trim_start_matches('/').to_owned();
    let mut trials = Vec::new();
    let mut claims = BTreeMap::new();
    let mut unreadable = Vec::new();
    for path in cases {
        let case = Case::read(&path).and_then(|case| case.claim(&mut claims).map(|()| case));
        if case.is_err() {
            unreadable.push(format!("{path}."));
        }
        trials.push(Trial::test(trial_name(&path), move || case?.run().map_err(Failed::from)));
    }
    for path in expected {
        // A case that cannot be read fails on its own; which outputs are its own is not known.
        if !claims.contains_key(&path) && !unreadable.iter().any(|case| path.starts_with(case)) {
            trials.push(Trial::test(trial_name(&path), move || orphan(&path).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

/// Adds the paths, relative to the root and with `/`, of all files under `folder`.
fn find_files(folder: &str, found: &mut Vec<String>) -> Result<(), String> {
    let failed = |error: io::Error| format!("{folder}: {error}");
    for entry in fs::read_dir(Path::new(ROOT).join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| format!("{folder}: the file name {name:?} is not UTF-8"))?;
        let path = format!("{folder}/{name}");
        if name.starts_with('.') {
            continue;
        } else if entry.path().is_dir() {
            find_files(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn orphan(path: &str) -> Result<(), String> {
    if bless() {
        return fs::remove_file(Path::new(ROOT).join(path)).map_err(|error| format!("{path}: {error}"));
    }
    Err(format!("no directive of any case produces {path}\n{HOW_TO_BLESS}"))
}

fn bless() -> bool {
    std::env::var("BLESS").is_ok_and(|value| !matches!(value.as_str(), "" | "0"))
}

/// A case file, taken apart.
struct Case {
    /// From the root, with `/`.
    path: String,
    directives: Vec<Directive>,
    inputs: Vec<Input>,
}

/// A `RUN` or `FAIL` line.
struct Directive {
    line: usize,
    text: String,
    /// Empty for the unnamed one.
    name: String,
    status: i32,
    command: String,
}

impl Case {
    fn read(path: &str) -> Result<Case, String> {
        let text = fs::read(Path::new(ROOT).join(path)).map_err(|error| format!("{path}: {error}"))?;
        let mut case = Case { path: path.to_owned(), directives: Vec::new(), inputs: Vec::new() };
        let mut in_header = true;
        // Bytes that are not UTF-8 become characters that are not ASCII, and are refused as those.
        for (line, text) in (1..).zip(String::from_utf8_lossy(&text).split_inclusive('\n')) {
            in_header &= comment(text).is_some();
            at(line, case.read_line(line, text, in_header))?;
        }
        if case.directives.is_empty() {
            return Err("nothing to run: no `RUN: …` or `FAIL: …` among the comments at the top".to_owned());
        }
        Ok(case)
    }

    fn read_line(&mut self, line: usize, text: &str, in_header: bool) -> Result<(), String> {
        if !text.is_ascii() || text.contains('\r') {
            return Err("a case is ASCII with \\n line ends; a hex input holds other bytes".to_owned());
        }
        let note = comment(text).unwrap_or_default();
        if let Some(marker) = note.strip_prefix("--- ") {
            let new = parse_marker(line, marker)?;
            if let Some(old) = self.inputs.iter().find(|old| old.name == new.name) {
                return Err(format!("line {} begins an input {} already", old.line, old.name));
            }
            self.inputs.push(new);
        } else if let Some(input) = self.inputs.last_mut() {
            input.text.push_str(text);
        } else if let Some(new) = parse_directive(line, note.trim())? {
            if !in_header {
                return Err("directives stand only in the comment lines that the case opens with".to_owned());
            }
            if let Some(old) = self.directives.iter().find(|old| old.name == new.name) {
                return Err(format!("line {} has the same name (or none): write RUN[NAME]:", old.line));
            }
            self.directives.push(new);
        }
        Ok(())
    }

    /// Enters the expected outputs of this case into `claims`, so that what is left over is an orphan.
    fn claim(&self, claims: &mut BTreeMap<String, String>) -> Result<(), String> {
        let both = |directive| ["stdout", "stderr"].map(|stream| self.expected_path(directive, stream));
        for path in self.directives.iter().flat_map(both) {
            if let Some(other) = claims.insert(path.clone(), self.path.clone()) {
                return Err(format!("{other} has the expected output {path} too: rename one of them"));
            }
        }
        Ok(())
    }

    fn expected_path(&self, directive: &Directive, stream: &str) -> String {
        let separator = if directive.name.is_empty() { "" } else { "." };
        format!("{}{separator}{}.{stream}", self.path, directive.name)
    }

    fn run(&self) -> Result<(), String> {
        let folder = tempfile::Builder::new().prefix("case-").tempdir();
        let folder = folder.map_err(|error| format!("no scratch folder: {error}"))?;
        let scratch = folder.path().join("tmp");
        fs::create_dir(&scratch).map_err(|error| format!("no scratch folder: {error}"))?;
        let scratch = scratch.to_str().ok_or("the scratch folder's path is not UTF-8")?;
        // Windows takes `/` too, and output that repeats such a path is the same as elsewhere.
        let scratch = if cfg!(windows) { scratch.replace('\\', "/") } else { scratch.to_owned() };

        let mut names =
            Names { case: &self.path, inputs: &self.inputs, scratch: &scratch, read: BTreeSet::new() };
        write_inputs(&mut names)?;
        let mut runs = Vec::new();
        for directive in &self.directives {
            runs.push((directive, at(directive.line, parse_command(&directive.command, &mut names))?));
        }
        if let Some(unread) = self.inputs.iter().find(|input| !names.read.contains(input.name.as_str())) {
            return Err(format!("line {}: no command and no patch reads %{}", unread.line, unread.name));
        }

        let run = |(directive, steps): (&Directive, Vec<Pipe>)| {
            let failure = self.run_directive(directive, &steps, &scratch).err()?;
            Some(format!("line {}: {}\n{failure}", directive.line, directive.text))
        };
        let failures: Vec<String> = runs.into_iter().filter_map(run).collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n\n")) }
    }

    fn run_directive(&self, directive: &Directive, steps: &[Pipe], scratch: &str) -> Result<(), String> {
        let output = run_steps(steps, scratch)?;
        let (status, expected) = (output.status, directive.status);
        if status != expected {
            return Err(format!("exit status {status}, expected {expected}\n{}", output.show(scratch)));
        }
        let mut failures = Vec::new();
        for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            failures.extend(compare(&self.expected_path(directive, stream), &render(bytes, scratch)).err());
        }
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n") + "\n" + HOW_TO_BLESS) }
    }
}

/// What follows the comment prefix that a line begins with.
fn comment(line: &str) -> Option<&str> {
    COMMENT.iter().find_map(|prefix| line.strip_prefix(prefix))
}

fn parse_directive(line: usize, text: &str) -> Result<Option<Directive>, String> {
    let (after, is_fail) = match (text.strip_prefix("RUN"), text.strip_prefix("FAIL")) {
        (Some(after), _) => (after, false),
        (_, Some(after)) => (after, true),
        (None, None) => return Ok(None),
    };
    if after.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Ok(None); // A longer word.
    }
    let (head, command) = after.split_once(':').unwrap_or(("without a colon", ""));
    let (status, name) = match head.strip_suffix(']').and_then(|head| head.split_once('[')) {
        Some((status, name)) => (status, Some(name)),
        None => (head, None),
    };
    let status = match status.strip_prefix('(').and_then(|status| status.strip_suffix(')')) {
        Some(status) if is_fail => status.parse().ok().filter(|status| *status != 0),
        _ => status.is_empty().then_some(u8::from(is_fail)),
    };
    // Lower case only: names become file names, also on systems that do not tell cases apart.
    let is_name_char = |c| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_');
    let is_name = name.is_none_or(|name| !name.is_empty() && name.chars().all(is_name_char));
    let (Some(status), true) = (status, is_name) else {
        let forms = "`RUN: …`, `RUN[name]: …`, `FAIL: …`, `FAIL(3): …`, `FAIL(3)[name]: …`";
        return Err(format!("`{text}` is none of {forms} (status 1 to 255, name of a-z, 0-9, - and _)"));
    };
    let (text, name) = (text.to_owned(), name.unwrap_or_default().to_owned());
    Ok(Some(Directive { line, text, name, status: i32::from(status), command: command.to_owned() }))
}

/// Runs of the program that feed each other; of each, the arguments.
type Pipe = Vec<Vec<String>>;

/// Takes a command line apart: steps joined by `&&`, each a pipe.
fn parse_command(text: &str, names: &mut Names) -> Result<Vec<Pipe>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, is_quoted, after) = parse_word(rest, names)?;
        words.push((word, is_quoted));
        rest = after.trim_start();
    }
    let is = |operator| move |(word, is_quoted): &(String, bool)| !is_quoted && word == operator;
    let arguments = |words: &[(String, bool)]| words.iter().map(|(word, _)| word.clone()).collect();
    let steps: Vec<Pipe> =
        words.split(is("&&")).map(|step| step.split(is("|")).map(arguments).collect()).collect();
    if steps.iter().flatten().any(Vec::is_empty) {
        return Err("a command is missing after `:` or beside `|` or `&&`".to_owned());
    }
    Ok(steps)
}

/// The first word of `text`, whether quotes are part of it, and what follows it.
fn parse_word<'t>(text: &'t str, names: &mut Names) -> Result<(String, bool, &'t str), String> {
    let (mut word, mut is_quoted, mut open) = (String::new(), false, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (open, c) {
            (None, c) if c.is_whitespace() => break,
            (None, '\'' | '"') => (open, is_quoted) = (Some(c), true),
            (Some(quote), c) if c == quote => open = None,
            (None | Some('"'), '%') => {
                let rest = chars.as_str();
                let (name, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
                word.push_str(&names.path(name)?);
                chars = after.chars();
            }
            (_, c) => word.push(c),
        }
    }
    match open {
        Some(quote) => Err(format!("a {quote} is not closed")),
        None => Ok((word, is_quoted, chars.as_str())),
    }
}

fn run_steps(steps: &[Pipe], scratch: &str) -> Result<Output, String> {
    let mut all = Output::default();
    for (number, step) in (1..).zip(steps) {
        let output = run_pipe(step, scratch)?;
        all.status = output.status;
        all.stdout.extend(output.stdout);
        all.stderr.extend(output.stderr);
        if all.status != 0 && number < steps.len() {
            let (status, shown) = (all.status, all.show(scratch));
            return Err(format!("step {number}, before a `&&`, has exit status {status}\n{shown}"));
        }
    }
    Ok(all)
}

fn run_pipe(pipe: &[Vec<String>], scratch: &str) -> Result<Output, String> {
    let mut all = Output::default();
    for arguments in pipe {
        let output = run_program(arguments, &all.stdout, scratch)?;
        all.status = all.status.max(output.status);
        all.stdout = output.stdout;
        all.stderr.extend(output.stderr);
    }
    Ok(all)
}

/// Compares `actual` with the file at `path`, or with BLESS makes the file hold it.
fn compare(path: &str, actual: &str) -> Result<(), String> {
    let file = Path::new(ROOT).join(path);
    let failed = |error: io::Error| format!("{path}: {error}");
    let stored = match fs::read(&file) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let wanted = Some(actual).filter(|text| !text.is_empty());
    if stored.as_deref() == wanted.map(str::as_bytes) {
        return Ok(());
    }
    if bless() {
        return wanted.map_or_else(|| fs::remove_file(&file), |text| fs::write(&file, text)).map_err(failed);
    }
    let stored = stored.unwrap_or_default();
    if stored == actual.as_bytes() {
        return Err(format!("{path} is empty: where nothing is printed there is no file"));
    }
    let stored = String::from_utf8_lossy(&stored);
    let diff = TextDiff::configure().timeout(Duration::from_secs(2)).diff_lines(&*stored, actual);
    let diff = diff.unified_diff().header(path, "what was printed").to_string();
    Err(printable(&diff).trim_end().to_owned())
}
