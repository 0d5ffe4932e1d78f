//! Output of results: `-o FILE`, `-o DIR/`, in place, or standard output if that is no terminal. Writing is atomic: a
//! file is complete or unchanged. No run overwrites its inputs except with --in-place, and none writes two results to
//! one file.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock, PoisonError};

use clap::Args;

use crate::error::Error;
use crate::selection::input::{Input, Source, display};
use crate::streams;
use crate::style::{NOTE, paint};
use crate::temporary_files::{TemporaryFile, new_file_permissions};

/// Where to write.
#[derive(Debug, Clone, Args)]
pub struct Output {
    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,

    /// Overwrite the input files with the results.
    #[arg(long)]
    pub in_place: bool,

    /// True for verbs that change no file.
    #[arg(skip)]
    is_of_reader: bool,
}

impl Output {
    /// For verbs that change no file: output to `path`, else to standard output.
    pub fn to(path: Option<PathBuf>) -> Self {
        Self { output: path, in_place: false, is_of_reader: true }
    }

    /// The writer for the results of `inputs`; fails before anything is written if the command line makes no sense.
    ///
    /// `also_read` are files that the run reads besides. `extension` is what [`Writer::write`] will be given for all
    /// inputs, `None` where that is not known yet.
    pub fn open(
        &self,
        inputs: &[Input],
        also_read: &[&Path],
        extension: Option<&str>,
    ) -> Result<Writer<'_>, Error> {
        if self.in_place && inputs.iter().any(|input| input.source == Source::Stdin) {
            return Err(Error::Usage(
                "--in-place requires files: standard input cannot be overwritten".to_owned(),
            ));
        }
        check_distinct(inputs, self.in_place)?;
        let reads = inputs.iter().filter_map(Input::path);
        let files = Files::reading(reads.chain(also_read.iter().copied()));
        let mut targets = inputs.iter().filter_map(|input| self.target(input, extension?));
        targets.try_for_each(|target| files.check_unread(&target)).map_err(|error| self.with_hint(error))?;
        let to_folder = self.is_folder() || self.keeps_folders(inputs);
        if inputs.len() > 1 && !self.in_place && !to_folder {
            let count = inputs.len();
            let or = if self.is_of_reader { "" } else { ", or --in-place" };
            return Err(Error::Usage(format!("{count} input files require an output folder: -o DIR/{or}")));
        }
        if to_folder {
            check_names(inputs)?;
        }
        if let Some(folder) = self.output.as_ref().filter(|path| path.is_dir()) {
            // A recipe opens outputs as well; the first one is the one of the command line.
            let _ = EXISTING_OUTPUT.set(folder.clone());
        }
        Ok(Writer { output: self, files })
    }

    /// The error with the next step.
    fn with_hint(&self, error: Error) -> Error {
        match error {
            Error::Usage(text) if !self.is_of_reader => {
                Error::Usage(format!("{text}; use --in-place to replace inputs"))
            }
            other => other,
        }
    }

    /// True where inputs come from folders, and so `-o` names one even if it does not exist yet.
    fn keeps_folders(&self, inputs: &[Input]) -> bool {
        let is_file = self.output.as_deref().is_some_and(|path| path.as_os_str() != "-");
        is_file && inputs.iter().any(|input| input.from_folder)
    }

    /// True where output goes to a folder: an existing one, or a name with a slash at its end.
    pub fn is_folder(&self) -> bool {
        self.output.as_deref().is_some_and(is_folder)
    }

    /// The file for the result of `input`, if it is neither the input itself nor standard output.
    pub fn target(&self, input: &Input, extension: &str) -> Option<PathBuf> {
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-")?;
        if !is_folder(path) && !input.from_folder {
            return Some(path.to_owned());
        }
        let mut to = path.join(&input.relative);
        to.as_mut_os_string().push(extension);
        Some(to)
    }
}

/// Writes the files of a run: never over one that it reads, unless in place, and none twice.
#[derive(Debug)]
pub struct Writer<'o> {
    output: &'o Output,
    /// The files that were read and written.
    pub files: Files,
}

impl Writer<'_> {
    /// True where results replace their inputs.
    pub fn is_in_place(&self) -> bool {
        self.output.in_place
    }

    /// Writes the result of `input`. `extension` is added to names in a folder.
    pub fn write(&self, input: &Input, bytes: &[u8], extension: &str) -> Result<(), Error> {
        match (self.output.target(input, extension), &input.source) {
            (Some(path), _) => {
                self.files.claim(&path)?;
                write_file(&path, bytes)
            }
            // A file that links lead to twice is changed once: each result was made of what it was.
            (None, Source::File(path)) if self.output.in_place => match self.files.is_first(path) {
                true => write_file(path, bytes),
                false => Ok(()),
            },
            (None, Source::Held(held)) => {
                held.take_result(bytes);
                Ok(())
            }
            (None, _) if self.output.is_of_reader => write_stdout(bytes),
            (None, _) => write_result(bytes, "-o FILE, --in-place or a pipe"),
        }
    }

    /// Writes the text that `content` gives in pieces; if that fails, an existing file is unchanged.
    pub fn write_text(
        &self,
        input: &Input,
        extension: &str,
        content: impl FnOnce(&mut dyn io::Write) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(path) = self.output.target(input, extension) else {
            return match &input.source {
                Source::Held(held) => content(&mut held.stdout()),
                _ => content(&mut streams::raw()),
            };
        };
        self.files.claim(&path)?;
        let mut failed = None;
        write_file_with(&path, |file| {
            let mut file = io::BufWriter::new(file);
            match content(&mut file) {
                Ok(()) => file.flush().map(|()| true),
                Err(error) => {
                    failed = Some(error);
                    Ok(false)
                }
            }
        })?;
        failed.map_or(Ok(()), Err)
    }
}

/// The files that a run reads and writes, identified by their resolved paths.
#[derive(Debug, Default)]
pub struct Files {
    read: HashSet<PathBuf>,
    /// In lower case, because some systems do not tell `a` from `A`; and whether it may be written again.
    written: Mutex<HashMap<String, bool>>,
}

impl Files {
    /// Of a run that reads `paths`; `-` is none.
    pub fn reading<'p>(paths: impl Iterator<Item = &'p Path>) -> Self {
        let read = paths.filter(|path| path.as_os_str() != "-").map(whereabouts).collect();
        Self { read, written: Mutex::default() }
    }

    /// Takes `path` to be written. Fails where it is read, and where it was taken before; `-` may be taken once, too.
    pub fn claim(&self, path: &Path) -> Result<(), Error> {
        self.take(path, false)
    }

    /// The same for a file that others may share by the same call.
    pub fn share(&self, path: &Path) -> Result<(), Error> {
        self.take(path, true)
    }

    fn take(&self, path: &Path, is_shared: bool) -> Result<(), Error> {
        // A pipe or device takes all it is given.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(());
        }
        self.check_unread(path)?;
        let key = whereabouts(path).to_string_lossy().to_lowercase();
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        match written.insert(key, is_shared) {
            Some(was_shared) if !(was_shared && is_shared) => {
                let name = if path.as_os_str() == "-" { "standard output".to_owned() } else { display(path) };
                Err(Error::Usage(format!("two results would have the same output file {name}")))
            }
            _ => Ok(()),
        }
    }

    /// Takes `path`, which may be read, to be written; `false` where it was taken before.
    fn is_first(&self, path: &Path) -> bool {
        let key = whereabouts(path).to_string_lossy().into_owned();
        self.written.lock().unwrap_or_else(PoisonError::into_inner).insert(key, true).is_none()
    }

    /// Fails where `path` is a file that the run reads.
    fn check_unread(&self, path: &Path) -> Result<(), Error> {
        if !self.read.contains(&whereabouts(path)) {
            return Ok(());
        }
        Err(Error::Usage(format!("the output {} is also an input", display(path))))
    }
}

/// The resolved path of a file, existing or not.
fn whereabouts(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    let (folder, name) = (path.parent(), path.file_name());
    match (folder, name) {
        (Some(folder), Some(name)) if folder.as_os_str().is_empty() => whereabouts(Path::new(".")).join(name),
        (Some(folder), Some(name)) => whereabouts(folder).join(name),
        // What ends with `..` and does not exist, or is no path.
        _ => path.to_owned(),
    }
}

/// True for a folder, and for a name that ends with a slash.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// The extension of containers with DXIL.
pub const DXIL: &str = "dxil"; // not a FourCC

/// The name of what is made of the file called `text`: without its last extension, and with `extension` unless an
/// earlier one remains. So `a.ll`, `a.txt` and `a.dxil.ll` all give `a.dxil`.
pub fn made_of_text(text: &Path, extension: &str) -> PathBuf {
    let name = text.with_extension("");
    if name.extension().is_some() { name } else { name.with_extension(extension) }
}

/// The name of the result of `lower` for `text`: `a.ll` and `a.dxil.ll` become `a.dxil`, `a.ps.ll` becomes `a.ps.dxil`.
pub fn name_of_lowered(text: &Path, extension: &str) -> PathBuf {
    let mut name = text.with_extension("");
    if name.extension().is_some_and(|found| found.eq_ignore_ascii_case(DXIL)) {
        name.set_extension("");
    }
    name.as_mut_os_string().push(format!(".{extension}"));
    name
}

/// A file that is changed in place may be named once.
fn check_distinct(inputs: &[Input], in_place: bool) -> Result<(), Error> {
    let mut seen = HashSet::new();
    for input in inputs.iter().filter(|input| in_place && !input.from_folder) {
        if let Some(path) = input.canonical()
            && !seen.insert(path)
        {
            return Err(Error::Usage(format!(
                "{} is listed twice, but --in-place can change a file only once",
                input.name()
            )));
        }
    }
    Ok(())
}

/// Two inputs may not become one file, on systems either that do not tell `a` from `A`.
pub fn check_names(inputs: &[Input]) -> Result<(), Error> {
    let mut seen: HashMap<String, &Input> = HashMap::new();
    for input in inputs {
        let name = input.relative.to_string_lossy().to_lowercase();
        if let Some(other) = seen.insert(name, input) {
            let (other, this, name) = (other.name(), input.name(), display(&input.relative));
            let text = format!(
                "{other} and {this} would have the same output file {name}: use a separate output folder for \
                 each"
            );
            return Err(Error::Usage(text));
        }
    }
    Ok(())
}

/// Writes bytes to standard output, unless standard output is a terminal.
pub fn write_stdout(bytes: &[u8]) -> Result<(), Error> {
    write_result(bytes, "-o FILE or a pipe")
}

/// Like [`write_stdout`], but with the options that the error for a terminal names.
fn write_result(bytes: &[u8], options: &str) -> Result<(), Error> {
    if io::stdout().is_terminal() {
        let text = format!("the result is binary, and standard output is a terminal: use {options}");
        return Err(Error::Usage(text));
    }
    let mut stdout = streams::raw();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(Error::from)
}

/// Writes `bytes` as [`write_file_with`] does.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_file_with(path, |file| file.write_all(bytes).map(|()| true))
}

/// The output folder of the process, if it existed before.
static EXISTING_OUTPUT: OnceLock<PathBuf> = OnceLock::new();

/// Creates the folder of a result, and notes the first folder that the process creates: a typo must not go unnoticed.
fn create_folder(folder: &Path) -> io::Result<()> {
    static HAS_NOTED: Mutex<bool> = Mutex::new(false);
    if folder.is_dir() {
        return Ok(());
    }
    let mut has_noted = HAS_NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let missing =
        folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).last();
    fs::create_dir_all(folder)?;
    // Folders below the output folder mirror the folders of the inputs.
    let is_mirrored =
        |missing: &&Path| EXISTING_OUTPUT.get().is_some_and(|output| missing.starts_with(output));
    let missing = missing.filter(|missing| !is_mirrored(missing));
    if let Some(missing) = missing.filter(|_| !std::mem::replace(&mut has_noted, true)) {
        streams::print_message(format!("{} created the folder {}", paint(NOTE, "note:"), display(missing)));
    }
    Ok(())
}

/// Writes to a temporary file beside `path` and renames it, with the permissions of the file it replaces; if `content`
/// returns `false` or fails, an existing file is unchanged.
pub fn write_file_with(
    path: &Path,
    content: impl FnOnce(&mut dyn io::Write) -> io::Result<bool>,
) -> Result<(), Error> {
    let write = || -> io::Result<()> {
        // A link stays a link: what it points to is replaced.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            // A pipe or device is written to, not replaced.
            let is_closed = AtomicBool::new(false);
            let file = fs::OpenOptions::new().write(true).open(path)?;
            return content(&mut streams::while_read(file, &is_closed)).map(drop);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        create_folder(folder)?;
        let mut file = TemporaryFile::new(folder)?;
        if !content(file.as_file_mut()?)? {
            return Ok(());
        }
        let permissions = match fs::metadata(path) {
            Ok(metadata) => metadata.permissions(),
            Err(_) => new_file_permissions(folder)?,
        };
        file.as_file_mut()?.set_permissions(permissions)?;
        file.persist(path)
    };
    write().map_err(|cause| Error::Io {
        doing: "write",
        cause: io::Error::new(cause.kind(), format!("{}: {cause}", display(path))),
    })
}
