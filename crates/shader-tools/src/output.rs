//! Where changed files go: `-o FILE`, `-o DIR/`, in place, or standard output if that is no terminal.
//! Writing is atomic: a file is complete or untouched.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::error::Error;
use crate::input::{Input, Source};

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
    /// Fails where `count` inputs cannot all be written as asked.
    pub fn check(&self, count: usize) -> Result<(), Error> {
        let one_place = !self.in_place && !self.output.as_deref().is_some_and(is_folder);
        if count > 1 && one_place {
            let text =
                format!("{count} inputs need a folder to go to: -o DIR/, or --in-place to replace them");
            return Err(Error::Usage(text));
        }
        Ok(())
    }

    /// Writes what became of `input`. `extension` is added to names in a folder, `None` keeps them.
    pub fn write(&self, input: &Input, bytes: &[u8], extension: Option<&str>) -> Result<(), Error> {
        match (&self.output, &input.source) {
            (None, Source::File(path)) if self.in_place => write_file(path, bytes),
            (None, _) => write_stdout(bytes),
            (Some(path), _) if path.as_os_str() == "-" => write_stdout(bytes),
            (Some(path), _) if is_folder(path) => {
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
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

fn write_stdout(bytes: &[u8]) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        let text =
            "the result is binary and standard output is a terminal: use -o FILE, --in-place or a pipe";
        return Err(Error::Usage(text.to_owned()));
    }
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|cause| Error::Io { doing: "write", cause })
}

/// Writes beside the file and renames over it, keeping the permissions of the one it replaces.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let write = || -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new().prefix(".shader-tools").tempfile_in(folder)?;
        file.write_all(bytes)?;
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
        cause: io::Error::new(cause.kind(), format!("{}: {cause}", path.display())),
    })
}

/// What a plainly created file gets: temporary files are private, results should not be.
fn new_file_permissions(folder: &Path) -> io::Result<fs::Permissions> {
    let probe = tempfile::Builder::new()
        .prefix(".shader-tools")
        .make_in(folder, |path| fs::File::create_new(path))?;
    Ok(probe.as_file().metadata()?.permissions())
}
