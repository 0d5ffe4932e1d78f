//! Runs over many files: in parallel, with results in the order of the inputs, panics caught per file, and progress on
//! terminals.

use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::as_language::AsLanguage;
use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::json;
use crate::loading::converted::{conversion_note, converted_container};
use crate::loading::reading::Needs;
use crate::message_format::{Location, is_short, one_line};
use crate::selection::chosen::Chosen;
use crate::selection::input::{self, Failed, Found, Input};
use crate::selection::wanted::Wanted;
use crate::spooled_output::SpooledOutput;
use crate::status::Status;
use crate::streams;
use crate::style::{NOTE, counted, paint};

/// The outcome for one file.
#[derive(Debug, Default)]
pub struct Outcome<T> {
    /// The count of the verb; the default for a file that failed.
    pub value: T,
    report: FileReport,
}

/// The report about one file: the part of its outcome that is the same for all verbs, so that the loop over the
/// files is compiled once.
#[derive(Debug, Default)]
pub struct FileReport {
    /// The notes, without the name of the file.
    pub notes: Vec<String>,
    /// For standard error, each already rendered; see [`FileReport::add`].
    messages: Vec<String>,
    /// Messages that were too many to keep.
    more_messages: usize,
    /// The exit status for this file.
    pub status: Status,
    /// True if the run ends with this file: the files after it are not reported.
    pub is_last: bool,
    /// True if the file could not be processed.
    is_failed: bool,
    /// The failure as an object of JSON, if results are [`Held`](Format::Held).
    failure: Option<FileError>,
}

impl<T> Deref for Outcome<T> {
    type Target = FileReport;

    fn deref(&self) -> &FileReport {
        &self.report
    }
}

impl<T> DerefMut for Outcome<T> {
    fn deref_mut(&mut self) -> &mut FileReport {
        &mut self.report
    }
}

impl FileReport {
    /// Adds a note about `input`, which changes nothing.
    pub fn note(&mut self, input: &Input, text: &str) {
        let name = input.name_in_messages();
        let message = match is_short() {
            true => one_line(Location::of_file(Some(&name)), "note", text, None),
            false => format!("{} {name}: {text}", paint(NOTE, "note:")),
        };
        self.note_as(message, text);
    }

    /// Adds a note about a file that is printed as `message`.
    pub fn note_as(&mut self, message: String, text: &str) {
        self.messages.push(message);
        self.notes.push(text.to_owned());
    }

    /// Adds a message that is rendered, because of which the file could not be processed.
    pub fn fail_with(&mut self, message: String, status: Status) {
        self.messages.push(message);
        self.status = self.status.max(status);
        self.is_failed = true;
    }

    /// Adds an error because of which `input` could not be processed.
    pub fn fail(&mut self, error: &Error, input: &Input) {
        self.add(error, input, None);
        self.is_failed = true;
    }

    /// Adds an error about `input`, of which `bytes` were read.
    pub fn add(&mut self, error: &Error, input: &Input, bytes: Option<&[u8]>) {
        // A hostile file has a hundred thousand broken parts, whose errors must not fill memory.
        const KEPT: usize = 50;
        if self.messages.len() < KEPT {
            self.messages.push(error.render(Some(&input.name_in_messages()), bytes));
        } else {
            self.more_messages += 1;
        }
        self.status = self.status.max(error.status());
    }
}

/// The format of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text, one file after the other.
    Text,
    /// Text, with an empty line between two files.
    Pages,
    /// Pages whose colours the verb itself adds or leaves out: removing them takes time that long text does not have.
    RawPages,
    /// Bytes, one file after the other, such as names.
    Raw,
    /// Text or JSON that follows from all files together: it is printed once they are done.
    Held,
    /// One JSON document under this schema name; each file is an object in it, on a line of its own.
    Json(&'static str),
}

impl Format {
    /// JSON under `schema` if `asked`, else text.
    pub fn json_if(asked: bool, schema: &'static str) -> Self {
        if asked { Self::Json(schema) } else { Self::Text }
    }

    fn is_json(self) -> bool {
        matches!(self, Self::Json(_))
    }

    /// The separators before the first result, and before each other one.
    fn separators(self) -> [&'static str; 2] {
        match self {
            Self::Text | Self::Raw | Self::Held => ["", ""],
            Self::Pages | Self::RawPages => ["", "\n"],
            Self::Json(_) => json::SEPARATORS,
        }
    }

    /// True for results that are only read: no more of them are made once the reader has left.
    fn is_only_read(self) -> bool {
        matches!(self, Self::Pages | Self::RawPages)
    }

    fn stdout(self) -> Box<dyn Write> {
        match self {
            Self::Text | Self::Pages | Self::Held => Box::new(streams::coloured()),
            Self::Raw | Self::RawPages | Self::Json(_) => Box::new(streams::raw()),
        }
    }
}

/// A run over the inputs that the command line names.
pub struct Run<'g> {
    /// The inputs found.
    pub inputs: Vec<Input>,
    /// Paths without inputs; reported already, but JSON lists them too.
    failed: Vec<Failed>,
    globals: &'g Globals,
    format: Format,
    needs: Needs,
    /// True if DXBC shaders are converted to DXIL.
    converts: bool,
    /// Files and folders that could not be read while folders were walked.
    unfound: usize,
    /// All files that could not be processed.
    failures: usize,
    /// Those as objects of JSON, where results are [`Held`](Format::Held).
    failed_objects: Vec<FileError>,
    status: Status,
}

/// Files per thread that are processed before their results are printed: bounds the results in memory.
const WINDOW_PER_THREAD: usize = 16;

impl<'g> Run<'g> {
    /// A run without inputs, for verbs that find their inputs themselves.
    pub fn of_none(globals: &'g Globals, format: Format) -> Self {
        Self::new(Chosen::default(), Wanted::SHADERS, globals, format)
    }

    /// Finds the inputs, and reports each path that cannot be read. In folders, only the files that `wanted` names are
    /// inputs.
    pub fn new<'f>(
        files: impl Into<Chosen<'f>>,
        wanted: Wanted,
        globals: &'g Globals,
        format: Format,
    ) -> Self {
        let (run, modern) = Self::find(files.into(), wanted, globals, format);
        if modern > 0 {
            let files = counted(modern, "file");
            run.note(&format!("{files} of modern LLVM IR skipped: `lower` converts modern LLVM IR to DXIL"));
        }
        run
    }

    /// Prints a note that is not about one input.
    pub fn note(&self, text: &str) {
        streams::print_message(format!("{} {text}", paint(NOTE, "note:")));
    }

    /// Like [`Run::new`], but prints no note about skipped files.
    pub fn quiet<'f>(
        files: impl Into<Chosen<'f>>,
        wanted: Wanted,
        globals: &'g Globals,
        format: Format,
    ) -> Self {
        Self::find(files.into(), wanted, globals, format).0
    }

    /// Also returns the number of skipped files of modern LLVM IR.
    fn find(files: Chosen<'_>, wanted: Wanted, globals: &'g Globals, format: Format) -> (Self, usize) {
        let Found { inputs, failed, modern } = match &globals.held {
            Some(held) => Found { inputs: vec![Input::held(held)], ..Found::default() },
            None => input::find(files, wanted),
        };
        let (needs, status) = (wanted.needs(), Status::Fine);
        let unfound = failed.iter().filter(|failure| matches!(failure.error, Error::Io { .. })).count();
        let failures = unfound;
        let failed_objects = Vec::new();
        let mut run = Self {
            inputs,
            failed: Vec::new(),
            globals,
            format,
            needs,
            converts: false,
            unfound,
            failures,
            failed_objects,
            status,
        };
        for failure in &failed {
            run.fail_with(&failure.name.to_string(), &failure.error);
        }
        run.failed = failed;
        (run, modern)
    }

    /// The same run, in which bytes after the container at the beginning of a file are not read.
    pub fn without_trailing(mut self) -> Self {
        self.needs.trailing = false;
        self
    }

    /// Converts DXBC shaders to DXIL before the work of the run, if the option asks for it.
    pub fn in_language(mut self, language: AsLanguage) -> Self {
        self.converts = language.converts();
        self
    }

    /// The options of every verb.
    pub fn globals(&self) -> &'g Globals {
        self.globals
    }

    /// The number of files that could not be processed.
    pub fn failures(&self) -> usize {
        self.failures
    }

    /// The number of files, including those in folders that could not be read.
    pub fn files(&self) -> usize {
        self.inputs.len() + self.unfound
    }

    /// The files that could not be processed, as objects of a JSON document, where results are [`Held`](Format::Held).
    pub fn failed_objects(&mut self) -> Vec<FileError> {
        let unfound = std::mem::take(&mut self.failed).into_iter();
        let unfound = unfound.map(|failed| FileError::new(failed.name, &failed.error));
        unfound.chain(std::mem::take(&mut self.failed_objects)).collect()
    }

    /// The exit status so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Raises the exit status to `status`.
    pub fn add(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// Prints on standard error what a run over several files did, and how many of them failed.
    pub fn say_total(&self, done: &str) {
        let failed = match self.failures {
            0 => String::new(),
            failed => format!("; {} failed", counted(failed, "file")),
        };
        streams::print_message(format!("{}: {done}{failed}", counted(self.files(), "file")));
    }

    /// Prints an error about the run as a whole.
    pub fn fail(&mut self, error: &Error) {
        match &self.globals.held {
            Some(held) => held.say(error.render(Some(&held.name), None)),
            None => streams::print_message(error.render(None, None)),
        }
        self.add(error.status());
    }

    /// Prints an error because of which the run ends; returns the exit status.
    pub fn refuse(&mut self, error: &Error) -> Status {
        self.fail(error);
        self.status
    }

    /// Prints an error about the file or folder called `name`.
    pub fn fail_with(&mut self, name: &str, error: &Error) {
        streams::print_message(error.render(Some(name), None));
        self.add(error.status());
    }

    /// Prints an error about the file called `name`, which holds `bytes` and is no input.
    pub fn fail_about(&mut self, name: &str, bytes: &[u8], error: &Error) {
        streams::print_message(error.render(Some(name), Some(bytes)));
        self.add(error.status());
    }

    /// Reads each input and gives it to `work`, which writes its result; results are printed in order.
    ///
    /// A single input is printed as it comes. `done` sees each outcome in order. In JSON, `work` writes one
    /// object, or fails before it has written anything.
    pub fn each<T: Default + Send>(&mut self, work: impl Work<T>, done: impl FnMut(&Input, T)) {
        let (format, needs, converts) = (self.format, self.needs, self.converts);
        let job = |input: &Input, out: &mut dyn Write| {
            let mut outcome = Outcome::default();
            let bytes = input.read_needed(needs);
            let worked = match &bytes {
                Ok(bytes) => caught(&mut || {
                    let converted = if converts { converted_container(bytes)? } else { None };
                    if let Some((_, version)) = &converted {
                        outcome.note(input, &conversion_note(*version));
                    }
                    let bytes = converted.as_ref().map_or(bytes, |(bytes, _)| bytes);
                    work(input, bytes, out, &mut outcome)
                }),
                Err(_) => Ok(()),
            };
            if let Some(error) = bytes.as_ref().err().or(worked.as_ref().err()) {
                say(error, input, bytes.as_deref().ok(), format, out, &mut outcome);
            }
            outcome
        };
        self.each_job(job, done);
    }

    /// The same for files that may be too large for memory: `work` reads them itself. In JSON, it reports errors in its
    /// object once that is begun.
    pub fn each_unread<T: Default + Send>(
        &mut self,
        work: impl Fn(&Input, &mut dyn Write, &mut Outcome<T>) -> Result<(), Error> + Sync,
        done: impl FnMut(&Input, T),
    ) {
        let format = self.format;
        let job = |input: &Input, out: &mut dyn Write| {
            let mut outcome = Outcome::default();
            if let Err(error) = caught(&mut || work(input, out, &mut outcome)) {
                say(&error, input, None, format, out, &mut outcome);
            }
            outcome
        };
        self.each_job(job, done);
    }

    fn each_job<T: Default + Send>(
        &mut self,
        job: impl Fn(&Input, &mut dyn Write) -> Outcome<T> + Sync,
        mut done: impl FnMut(&Input, T),
    ) {
        let inputs = std::mem::take(&mut self.inputs);
        // The values of a window, with the indices of their inputs.
        let values = Mutex::new(Vec::<(usize, T)>::new());
        let job = |index: usize, input: &Input, out: &mut dyn Write| {
            let Outcome { value, report } = job(input, out);
            values.lock().unwrap_or_else(PoisonError::into_inner).push((index, value));
            report
        };
        let mut done = |index: usize, input: &Input| {
            let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
            let place = values.iter().position(|(of, _)| *of == index);
            let value = place.map(|place| values.swap_remove(place).1).unwrap_or_default();
            drop(values);
            done(input, value);
        };
        self.each_report(&inputs, &job, &mut done);
        self.inputs = inputs;
    }

    fn each_report(&mut self, inputs: &[Input], job: Job<'_>, done: Done<'_>) {
        let [first, between] = self.format.separators();
        let mut separator = first;
        if let Format::Json(schema) = self.format {
            self.print(|out| json::begin_files(out, schema));
            for failed in std::mem::take(&mut self.failed) {
                self.print(|out| {
                    out.write_all(separator.as_bytes())?;
                    json::write(out, &FileError::new(failed.name, &failed.error))
                });
                separator = between;
            }
        }
        if let [input] = inputs {
            let mut out = io::BufWriter::new(self.stdout());
            let separated = out.write_all(separator.as_bytes());
            let report = job(0, input, &mut out);
            let written = separated.and_then(|()| out.flush());
            self.finish(input, report, written);
            done(0, input);
        } else {
            self.each_in_parallel(inputs, separator, job, done);
        }
        if self.format.is_json() {
            self.print(json::end_files);
        }
    }

    fn each_in_parallel(&mut self, inputs: &[Input], mut separator: &str, job: Job<'_>, done: Done<'_>) {
        let progress = progress_bar(inputs.len());
        let format = self.format;
        let [_, between] = format.separators();
        let mut is_ended = false;
        let size = self.globals.threads() * WINDOW_PER_THREAD;
        for (number, window) in inputs.chunks(size).enumerate() {
            let first = number * size;
            let reports: Vec<(SpooledOutput, FileReport)> = window
                .par_iter()
                .enumerate()
                .map(|(at, input)| {
                    let mut out = SpooledOutput::new();
                    let report = job(first + at, input, &mut out);
                    (out, report)
                })
                .collect();
            progress.suspend(|| {
                let mut stdout = format.stdout();
                for ((index, input), (mut out, report)) in (first..).zip(window).zip(reports) {
                    // A page that was not made, or went to a file, is separated from nothing.
                    let separator =
                        if out.is_empty() { "" } else { std::mem::replace(&mut separator, between) };
                    let written = stdout.write_all(separator.as_bytes());
                    let written = written.and(out.copy_to(&mut stdout));
                    is_ended = report.is_last;
                    self.finish(input, report, written);
                    done(index, input);
                    if is_ended {
                        break;
                    }
                }
            });
            progress.inc(window.len() as u64);
            if is_ended || format.is_only_read() && streams::is_closed() {
                break;
            }
        }
        progress.finish_and_clear();
    }

    fn finish(&mut self, input: &Input, mut report: FileReport, written: io::Result<()>) {
        if let Err(cause) = written {
            report.add(&Error::from(cause), input, None);
        }
        match &self.globals.held {
            Some(held) if report.is_failed || report.status > Status::Fine => {
                report.messages.into_iter().for_each(|message| held.say(message));
            }
            Some(held) => report.notes.iter().for_each(|note| held.note(note)),
            None => report.messages.iter().for_each(streams::print_message),
        }
        if report.more_messages > 0 {
            streams::print_message(format!(
                "{}: and {}",
                input.name(),
                counted(report.more_messages, "more error")
            ));
        }
        self.add(report.status);
        self.failures += usize::from(report.is_failed);
        self.failed_objects.extend(report.failure);
    }

    /// Prints bytes that belong to no file, such as names.
    pub fn print_raw(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let format = std::mem::replace(&mut self.format, Format::Raw);
        self.print(write);
        self.format = format;
    }

    /// Prints text that belongs to no file.
    pub fn print(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if let Err(cause) = write(&mut *self.stdout()) {
            self.fail(&Error::from(cause));
        }
    }

    fn stdout(&self) -> Box<dyn Write + 'g> {
        match &self.globals.held {
            Some(held) => Box::new(held.stdout()),
            None => self.format.stdout(),
        }
    }
}

/// The work of a verb on one file: given the input, its bytes, where to write the result, and the outcome.
pub trait Work<T>: Fn(&Input, &[u8], &mut dyn Write, &mut Outcome<T>) -> Result<(), Error> + Sync {}

impl<T, F: Fn(&Input, &[u8], &mut dyn Write, &mut Outcome<T>) -> Result<(), Error> + Sync> Work<T> for F {}

/// Processes the input with an index and writes its result.
type Job<'j> = &'j (dyn Fn(usize, &Input, &mut dyn Write) -> FileReport + Sync);
/// Called with each input and its index after its result is printed.
type Done<'d> = &'d mut dyn FnMut(usize, &Input);

/// Calls `work`; a panic becomes an error.
fn caught(work: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
    let worked = panic::catch_unwind(AssertUnwindSafe(work));
    worked.unwrap_or_else(|panic| Err(Error::Bug(panic_text(&*panic))))
}

/// Reports that `input` could not be processed.
fn say(
    error: &Error,
    input: &Input,
    bytes: Option<&[u8]>,
    format: Format,
    out: &mut dyn Write,
    report: &mut FileReport,
) {
    if format.is_json()
        && let Err(cause) = json::write(out, &FileError::new(input.name(), error))
    {
        report.add(&Error::from(cause), input, None);
    }
    if format == Format::Held {
        report.failure = Some(FileError::new(input.name(), error));
    }
    report.add(error, input, bytes);
    report.is_failed = true;
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
}

/// A progress bar on terminals, hidden for short runs.
fn progress_bar(len: usize) -> ProgressBar {
    const WORTH_SHOWING: usize = 200;
    if len < WORTH_SHOWING {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {per_sec}, {eta} left");
    ProgressBar::new(len as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
