//! Where changed files go: `-o FILE`, `-o DIR/`, in place, or standard output if that is no terminal.
//! Writing is atomic: a file is complete or untouched.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::error::Error;
use crate::input::{Input, Source, display};

/// Where to write.
#[derive(Debug, Clone, Args)]
pub struct Output {
    /// Write here: a file, or for several inputs a folder, which keeps their relative names.
    #[arg(short, long, value_name = "FILE|DIR", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,

    /// Replace each input file.
    #[arg(long)]
    pub in_place: bool,
}

impl Output {
    /// Fails where `inputs` cannot all be written as asked, before any of them is.
    pub fn check(&self, inputs: &[Input]) -> Result<(), Error> {
        if self.in_place && inputs.iter().any(|input| input.source == Source::Stdin) {
            return Err(Error::Usage("standard input cannot be replaced in place".to_owned()));
        }
        check_distinct(inputs, self.in_place)?;
        if let Some(target) = self.output.as_deref().and_then(|path| fs::canonicalize(path).ok())
            && inputs
                .iter()
                .any(|input| input.canonical().is_some_and(|path| path == self.target_of(input, &target)))
        {
            return Err(Error::Usage(
                "an input would be overwritten: use --in-place if that is meant".to_owned(),
            ));
        }
        let from_folder = inputs.iter().any(|input| input.from_folder);
        if inputs.len() > 1 && !self.in_place && !self.is_folder() && !from_folder {
            let count = inputs.len();
            let text = format!(
                "{count} inputs need a folder to go to: -o DIR/ (or --in-place, for verbs that change files)"
            );
            return Err(Error::Usage(text));
        }
        if self.is_folder() || from_folder {
            return check_names(inputs);
        }
        Ok(())
    }

    /// Where `input` would go if the output is `target`, a path that exists.
    fn target_of(&self, input: &Input, target: &Path) -> PathBuf {
        if target.is_dir() { target.join(&input.relative) } else { target.to_owned() }
    }

    /// True where output goes to a folder: an existing one, or a name with a slash at its end.
    pub fn is_folder(&self) -> bool {
        self.output.as_deref().is_some_and(is_folder)
    }

    /// Writes what became of `input`. `extension` is added to names in a folder, `None` keeps them.
    pub fn write(&self, input: &Input, bytes: &[u8], extension: Option<&str>) -> Result<(), Error> {
        match (&self.output, &input.source) {
            (None, Source::File(path)) if self.in_place => write_file(path, bytes),
            (None, _) => write_stdout(bytes),
            (Some(path), _) if path.as_os_str() == "-" => write_stdout(bytes),
            (Some(path), _) if is_folder(path) || input.from_folder => {
                let mut to = path.join(&input.relative);
                if let Some(extension) = extension {
                    to.as_mut_os_string().push(extension);
                }
                write_file(&to, bytes)
            }
            (Some(path), _) => write_file(path, bytes),
        }
    }
}

/// True for a folder, and for a name that asks to be one by its final slash.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// A file may not be changed in place twice in one run.
fn check_distinct(inputs: &[Input], in_place: bool) -> Result<(), Error> {
    let mut seen = HashSet::new();
    for input in inputs.iter().filter(|_| in_place) {
        if let Some(path) = input.canonical()
            && !seen.insert(path)
        {
            return Err(Error::Usage(format!("{} is named twice", input.name())));
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
                "{other} and {this} would both be written to {name} in the folder: name their common folder"
            );
            return Err(Error::Usage(text));
        }
    }
    Ok(())
}

fn write_stdout(bytes: &[u8]) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        let text =
            "the result is binary and standard output is a terminal: use -o FILE, --in-place or a pipe";
        return Err(Error::Usage(text.to_owned()));
    }
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(Error::from)
}

/// Writes `bytes` as [`write_file_with`] does.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_file_with(path, |file| file.write_all(bytes))
}

/// Writes beside the file and renames over it, keeping the permissions of the one it replaces.
pub fn write_file_with(
    path: &Path,
    content: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), Error> {
    let write = || -> io::Result<()> {
        // A link stays a link: what it points to is replaced.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            // A pipe or device is written to, not replaced.
            return content(&mut fs::OpenOptions::new().write(true).open(path)?);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(".shader-tools").tempfile_in(folder)?;
        content(&mut file)?;
        let permissions = match fs::metadata(path) {
            Ok(metadata) => metadata.permissions(),
            Err(_) => new_file_permissions(folder)?,
        };
        file.as_file().set_permissions(permissions)?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|cause| Error::Io {
        doing: "write",
        cause: io::Error::new(cause.kind(), format!("{}: {cause}", display(path))),
    })
}

/// What a plainly created file gets: temporary files are private, results should not be.
fn new_file_permissions(folder: &Path) -> io::Result<fs::Permissions> {
    let probe = tempfile::Builder::new()
        .prefix(".shader-tools")
        .make_in(folder, |path| fs::File::create_new(path))?;
    Ok(probe.as_file().metadata()?.permissions())
}
