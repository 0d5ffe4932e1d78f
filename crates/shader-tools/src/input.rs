//! From what the command line names to files: folders are walked for files that begin as a shader does (texts: by
//! their names),
//! `-` is standard input. Files are read whole, except by verbs that take any file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use amdgpu_link::elf_names::{IDENTIFYING_SIZE, is_amdgpu};
use dx_container::is_container;
use dx_container::pdb::{self, is_msf};
use dxil::file::is_bitcode;
use walkdir::WalkDir;

use crate::error::Error;

/// One file to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Where its bytes are.
    pub source: Source,
    /// Whether it was found in a folder rather than named.
    pub from_folder: bool,
    /// Its path below the folder it was found in, or its file name: what `-o DIR` keeps.
    pub relative: PathBuf,
}

/// A path for people: with slashes everywhere, and without the characters that a terminal obeys.
pub fn display(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text };
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// Where an input's bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// Its name for people: the path as given, `-` for standard input.
    pub fn name(&self) -> String {
        match &self.source {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => display(path),
        }
    }

    /// The file as it was called; none of standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::Stdin => None,
            Source::File(path) => Some(path),
        }
    }

    /// The file itself, whatever it was called.
    pub fn canonical(&self) -> Option<PathBuf> {
        self.path().and_then(|path| std::fs::canonicalize(path).ok())
    }

    /// The file and its size, to be read in pieces. What has no size, such as a pipe, is copied to a temporary file.
    pub fn open(&self) -> Result<(File, u64), Error> {
        let spool = |from: &mut dyn io::Read| {
            let mut spooled = tempfile::tempfile()?;
            let size = io::copy(from, &mut spooled)?;
            Ok((spooled, size))
        };
        let open = || match &self.source {
            Source::Stdin => spool(&mut io::stdin().lock()),
            Source::File(path) => {
                let mut file = File::open(path)?;
                match file.seek(SeekFrom::End(0)) {
                    Ok(size @ 1..) => Ok((file, size)),
                    // Some files say that they are empty and are not.
                    Ok(0) => file.rewind().and_then(|()| spool(&mut file)),
                    Err(_) => spool(&mut file),
                }
            }
        };
        open().map_err(|cause| Error::Io { doing: "read", cause })
    }

    /// All its bytes.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        let cannot_read = |cause| Error::Io { doing: "read", cause };
        match &self.source {
            Source::File(path) => std::fs::read(path).map_err(cannot_read),
            Source::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map_err(cannot_read)?;
                Ok(bytes)
            }
        }
    }
}

/// The bytes of a file that is no input.
pub fn read_besides(path: &Path, inputs: &[Input]) -> Result<Vec<u8>, Error> {
    let cannot_read = |cause| Error::Io { doing: "read", cause };
    if path.as_os_str() != "-" {
        return std::fs::read(path).map_err(cannot_read);
    }
    if inputs.iter().any(|input| input.source == Source::Stdin) {
        return Err(Error::Usage("standard input can be read once".to_owned()));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(cannot_read)?;
    Ok(bytes)
}

/// A named path that gave no inputs, and why.
pub struct Failed {
    /// The path as given.
    pub name: String,
    /// Why.
    pub error: Error,
}

/// What folders are walked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Containers, and PDBs that may hold one.
    Shaders,
    /// The same, and files of bitcode.
    Programs,
    /// Containers.
    Containers,
    /// Containers, and files of bitcode.
    Validated,
    /// ELF files of AMD shaders.
    Amd,
    /// YAML, by its name.
    Yaml,
    /// Assembly, by its name.
    Assembly,
    /// Files of any kind.
    Anything,
}

/// The files that `paths` name, in their order, folders sorted by name; and the paths that gave none.
pub fn find(paths: &[PathBuf], wanted: Wanted) -> (Vec<Input>, Vec<Failed>) {
    let (mut inputs, mut failed) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" && inputs.iter().any(|input: &Input| input.source == Source::Stdin) {
            let text = "standard input can be read once".to_owned();
            failed.push(Failed { name: "-".to_owned(), error: Error::Usage(text) });
        } else if path.as_os_str() == "-" {
            inputs.push(Input {
                source: Source::Stdin,
                from_folder: false,
                relative: PathBuf::from("stdin"),
            });
        } else if path.is_dir() {
            find_in_folder(path, wanted, &mut inputs, &mut failed);
        } else {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            inputs.push(Input { source: Source::File(path.clone()), from_folder: false, relative });
        }
    }
    (inputs, failed)
}

fn find_in_folder(folder: &Path, wanted: Wanted, inputs: &mut Vec<Input>, failed: &mut Vec<Failed>) {
    let before = (inputs.len(), failed.len());
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let found = entry.map_err(|error| {
            let name = error.path().unwrap_or(folder).to_owned();
            (name, io::Error::from(error))
        });
        let found = found.and_then(|entry| {
            let is_shader =
                || is_wanted(wanted, entry.path()).map_err(|cause| (entry.path().to_owned(), cause));
            let is_shader = entry.file_type().is_file() && is_shader()?;
            Ok(is_shader.then(|| entry.into_path()))
        });
        match found {
            Ok(Some(path)) => {
                let relative = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                inputs.push(Input { source: Source::File(path), from_folder: true, relative });
            }
            Ok(None) => {}
            Err((path, cause)) => {
                let error = Error::Io { doing: "read", cause };
                failed.push(Failed { name: display(&path), error });
            }
        }
    }
    if before == (inputs.len(), failed.len()) {
        let text = match wanted {
            Wanted::Shaders => "the folder holds no shaders: no file in it begins with \"DXBC\" or as a PDB",
            Wanted::Programs => {
                "the folder holds no programs: no file in it begins with \"DXBC\", as a PDB or as bitcode"
            }
            Wanted::Containers => "the folder holds no shaders: no file in it begins with \"DXBC\"",
            Wanted::Validated => {
                "the folder holds no shaders: no file in it begins with \"DXBC\" or as bitcode"
            }
            Wanted::Amd => "the folder contains no AMDGPU shader ELF",
            Wanted::Yaml => "the folder holds no YAML: no file in it is called .yaml or .yml",
            Wanted::Assembly => "the folder holds no assembly: no file in it is called .asm",
            Wanted::Anything => "the folder holds no files",
        }
        .to_owned();
        failed.push(Failed { name: display(folder), error: Error::NoShaders(text) });
    }
}

/// True for a file that is called YAML: nothing in its first bytes would tell.
pub fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
    })
}

/// The same for assembly.
pub fn is_assembly(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("asm") || extension.eq_ignore_ascii_case("ll")
    })
}

/// Whether a file in a folder is one of those that are `wanted`.
pub fn is_wanted(wanted: Wanted, path: &Path) -> io::Result<bool> {
    match wanted {
        Wanted::Anything => return Ok(true),
        Wanted::Yaml => return Ok(is_yaml(path)),
        Wanted::Assembly => return Ok(is_assembly(path)),
        Wanted::Shaders | Wanted::Programs | Wanted::Containers | Wanted::Validated | Wanted::Amd => {}
    }
    let len = pdb::MAGIC.len().max(IDENTIFYING_SIZE);
    let mut begin = Vec::with_capacity(len);
    File::open(path)?.take(len as u64).read_to_end(&mut begin)?;
    Ok(match wanted {
        Wanted::Containers => is_container(&begin),
        Wanted::Amd => is_amdgpu(&begin),
        Wanted::Validated => is_container(&begin) || is_bitcode(&begin),
        Wanted::Programs => is_container(&begin) || is_msf(&begin) || is_bitcode(&begin),
        _ => is_container(&begin) || is_msf(&begin),
    })
}
