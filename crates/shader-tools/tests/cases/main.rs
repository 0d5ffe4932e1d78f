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

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use similar::TextDiff;

use inputs::{Input, is_path_char, parse_marker, write_inputs};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const CASES: &str = "tests/cases";
const COMMENT: [&str; 3] = ["#", ";", "//"];
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What the developer's shell may set and a case must not depend on.
const REMOVED_VARIABLES: &str = "CLICOLOR CLICOLOR_FORCE FORCE_COLOR COLUMNS LINES RAYON_NUM_THREADS \
     RUST_BACKTRACE RUST_LIB_BACKTRACE SHADER_CORPUS";

/// Lines of a diff or of a failed command's output that a failure shows.
const SHOWN_LINES: usize = 200;
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

        let mut names = Names { case: self, scratch: &scratch, read: BTreeSet::new() };
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

fn at<T>(line: usize, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("line {line}: {error}"))
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

/// What `%` and `%NAME` stand for, and which inputs were asked for.
struct Names<'a> {
    case: &'a Case,
    scratch: &'a str,
    read: BTreeSet<&'a str>,
}

impl Names<'_> {
    fn path(&mut self, name: &str) -> Result<String, String> {
        if name.is_empty() {
            return Ok(self.case.path.clone());
        }
        let in_scratch = name.strip_prefix("tmp").filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let path = in_scratch.map_or_else(|| format!("/{name}"), str::to_owned);
        // Who reads a folder reads all inputs in it.
        let folder = format!("{}/", path.trim_end_matches('/'));
        let inputs = self.case.inputs.iter().map(|input| input.name.as_str());
        let read: Vec<&str> = inputs.filter(|input| format!("/{input}/").starts_with(&folder)).collect();
        if in_scratch.is_none() && read.is_empty() {
            return Err(format!("%{name}: this case has no such input (a file to write is %tmp/{name})"));
        }
        self.read.extend(read);
        Ok(format!("{}{path}", self.scratch))
    }
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

#[derive(Default)]
struct Output {
    status: i32,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Output {
    /// Both streams, for a message.
    fn show(&self, scratch: &str) -> String {
        let [stdout, stderr] = [&self.stdout, &self.stderr].map(|bytes| printable(&render(bytes, scratch)));
        format!("stdout:\n{}\nstderr:\n{}", stdout.trim_end(), stderr.trim_end())
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

/// Runs the program once. Its streams are files beside the scratch folder, so that no side waits for the other.
fn run_program(arguments: &[String], stdin: &[u8], scratch: &str) -> Result<Output, String> {
    let command = format!("shader-tools {}", arguments.join(" ")).replace(scratch, "%tmp");
    let failed = |error: io::Error| format!("{command}: {error}");
    let streams = ["stdin", "stdout", "stderr"].map(|stream| Path::new(scratch).with_file_name(stream));
    let [stdin_path, stdout_path, stderr_path] = streams;
    fs::write(&stdin_path, stdin).map_err(failed)?;
    let mut program = Command::new(PROGRAM);
    program.args(arguments).current_dir(ROOT).env("NO_COLOR", "1");
    for variable in REMOVED_VARIABLES.split_whitespace() {
        program.env_remove(variable);
    }
    program.stdin(File::open(&stdin_path).map_err(failed)?);
    program.stdout(File::create(&stdout_path).map_err(failed)?);
    program.stderr(File::create(&stderr_path).map_err(failed)?);
    let Some(ended) = program.spawn().and_then(wait).map_err(failed)? else {
        return Err(format!("{command}: ran longer than {TIME_LIMIT:?} and was killed"));
    };
    // No code, or one that no program chooses: a signal, or Windows' way to say so.
    let Some(status @ 0..=255) = ended.code() else {
        return Err(format!("{command}: crashed ({ended})"));
    };
    let (stdout, stderr) = (fs::read(&stdout_path), fs::read(&stderr_path));
    Ok(Output { status, stdout: stdout.map_err(failed)?, stderr: stderr.map_err(failed)? })
}

/// Waits for the end of `child`, or kills it at the time limit and gives `None`.
fn wait(mut child: Child) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    while start.elapsed() < TIME_LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Output as the text that is stored: itself with `%tmp` for the scratch folder, or a hex dump.
fn render(bytes: &[u8], scratch: &str) -> String {
    match str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => text.replace(scratch, "%tmp"),
        _ => (0..).step_by(16).zip(bytes.chunks(16)).map(|(offset, row)| hex_row(offset, row)).collect(),
    }
}

fn hex_row(offset: usize, row: &[u8]) -> String {
    let digits: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = row.iter().map(|&byte| if matches!(byte, b' '..=b'~') { char::from(byte) } else { '.' });
    format!("{offset:08x}  {:<47}  |{}|\n", digits.join(" "), text.collect::<String>())
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

/// The first lines of `text`, with what a terminal would act on or hide written as escapes.
fn printable(text: &str) -> String {
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    let show = |c: char| if is_plain(c) { c.to_string() } else { c.escape_default().to_string() };
    let lines = text.split_inclusive('\n').take(SHOWN_LINES);
    let shown: String = lines.flat_map(str::chars).map(show).collect();
    match text.lines().count() {
        count if count > SHOWN_LINES => format!("{shown}... and {} lines more\n", count - SHOWN_LINES),
        _ => shown,
    }
}
