//! The files that the command line names: folders are walked for files that begin like a shader (texts: by extension),
//! `-` is standard input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use amdgpu_link::elf_names::{IDENTIFYING_SIZE, is_amdgpu};
use dx_container::pdb::{self, is_msf};
use dx_container::{D3d9Version, is_container};
use dxil_ir::file::is_bitcode;
use rayon::prelude::*;

use crate::error::Error;
use crate::loading::in_memory_input::HeldInput;
use crate::loading::reading::{self, Needs, Texts};
use crate::selection::chosen::{Chosen, Patterns};
use crate::selection::walk;

/// One file to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The bytes.
    pub source: Source,
    /// Whether it was found in a folder, not named.
    pub from_folder: bool,
    /// The path below the folder it was found in, or its file name: the name of its result below `-o DIR`.
    pub relative: PathBuf,
}

/// A path to be printed: with slashes on all systems, and with control characters escaped.
pub fn display(path: &Path) -> String {
    let text = path.to_string_lossy().into_owned();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text };
    if !text.contains(char::is_control) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped
}

/// Where the bytes of an input come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// Bytes in memory, whose result is taken.
    Held(Arc<HeldInput>),
}

impl Input {
    /// An input in memory.
    pub fn held(held: &Arc<HeldInput>) -> Self {
        Self { source: Source::Held(Arc::clone(held)), from_folder: false, relative: PathBuf::from("stdin") }
    }

    /// The name in results: the path as given, `-` for standard input and what is in memory.
    pub fn name(&self) -> String {
        match &self.source {
            Source::Stdin | Source::Held(_) => "-".to_owned(),
            Source::File(path) => display(path),
        }
    }

    /// The name in messages.
    pub fn name_in_messages(&self) -> String {
        match &self.source {
            Source::Held(held) => held.name.clone(),
            Source::Stdin | Source::File(_) => self.name(),
        }
    }

    /// The path as given; none for standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::Stdin | Source::Held(_) => None,
            Source::File(path) => Some(path),
        }
    }

    /// The file with all links resolved.
    pub fn canonical(&self) -> Option<PathBuf> {
        self.path().and_then(|path| std::fs::canonicalize(path).ok())
    }

    /// The file and its size, to be read in pieces. A pipe, which has no size, is copied to a temporary file.
    pub fn open(&self) -> Result<(File, u64), Error> {
        let spool = |from: &mut dyn io::Read| {
            let mut spooled = tempfile::tempfile()?;
            let size = io::copy(from, &mut spooled)?;
            Ok((spooled, size))
        };
        let open = || match &self.source {
            Source::Stdin => spool(&mut io::stdin().lock()),
            Source::Held(held) => spool(&mut held.bytes.as_slice()),
            Source::File(path) => {
                let mut file = File::open(path)?;
                match file.seek(SeekFrom::End(0)) {
                    Ok(size @ 1..) => Ok((file, size)),
                    // Files of /proc claim to be empty.
                    Ok(0) => file.rewind().and_then(|()| spool(&mut file)),
                    Err(_) => spool(&mut file),
                }
            }
        };
        open().map_err(|cause| Error::Io { doing: "read", cause })
    }

    /// The bytes, as far as any verb can use them.
    pub fn read(&self) -> Result<Vec<u8>, Error> {
        self.read_needed(Needs::ALL)
    }

    /// The bytes, as far as they are needed; of a file that no verb can use, the beginning.
    pub fn read_needed(&self, needs: Needs) -> Result<Vec<u8>, Error> {
        match &self.source {
            Source::File(path) => reading::read_file(path, needs),
            Source::Stdin => reading::read_stdin(needs),
            Source::Held(held) => Ok(held.bytes.clone()),
        }
    }
}

/// All bytes of a file of any kind that is not an input.
pub fn read_besides(path: &Path, inputs: &[Input]) -> Result<Vec<u8>, Error> {
    if path.as_os_str() != "-" {
        return reading::read_any(path);
    }
    if inputs.iter().any(|input| input.source == Source::Stdin) {
        return Err(Error::Usage("standard input (-) can be used only once".to_owned()));
    }
    reading::read_any_stdin()
}

/// A named path without inputs, and the reason.
pub struct Failed {
    /// The path as given.
    pub name: String,
    /// The reason.
    pub error: Error,
}

/// The files that are looked for in folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Containers, and PDBs that may hold one.
    Shaders,
    /// The same, and files of bitcode.
    Programs,
    /// The same, and Direct3D 9 programs.
    AllPrograms,
    /// Containers.
    Containers,
    /// Containers, and files of bitcode.
    Validated,
    /// The same, and Direct3D 9 programs.
    ValidatedPrograms,
    /// ELF files of AMD shaders.
    Amd,
    /// YAML, by extension.
    Yaml,
    /// Assembly, by extension.
    Assembly,
    /// Files of any kind.
    Anything,
}

impl Wanted {
    /// Returns true if a file with this name is wanted, or `None` if the first bytes decide.
    fn wants_name(self, path: &Path) -> Option<bool> {
        match self {
            Self::Anything => Some(true),
            Self::Yaml => Some(is_yaml(path)),
            Self::Assembly => Some(is_assembly(path)),
            Self::Shaders
            | Self::Programs
            | Self::AllPrograms
            | Self::Containers
            | Self::Validated
            | Self::ValidatedPrograms
            | Self::Amd => None,
        }
    }

    /// What a verb that walks for this can use of a file.
    pub fn needs(self) -> Needs {
        let texts = match self {
            Self::Shaders | Self::Programs | Self::AllPrograms | Self::Containers | Self::Amd => Texts::Llvm,
            Self::Validated | Self::ValidatedPrograms | Self::Assembly => Texts::Assembly,
            Self::Yaml | Self::Anything => Texts::Any,
        };
        Needs { texts, trailing: true }
    }
}

/// The files that are chosen, in their order, folders sorted by name; and the paths that gave none.
pub fn find(chosen: Chosen<'_>, wanted: Wanted) -> (Vec<Input>, Vec<Failed>) {
    let (mut inputs, mut failed) = (Vec::new(), Vec::new());
    let listed = listed(chosen, &mut failed);
    for path in chosen.named.iter().chain(&listed) {
        if path.as_os_str() == "-" && inputs.iter().any(|input: &Input| input.source == Source::Stdin) {
            let text = "standard input (-) can be used only once".to_owned();
            failed.push(Failed { name: "-".to_owned(), error: Error::Usage(text) });
        } else if path.as_os_str() == "-" {
            inputs.push(Input {
                source: Source::Stdin,
                from_folder: false,
                relative: PathBuf::from("stdin"),
            });
        } else if path.is_dir() {
            find_in_folder(path, wanted, chosen.patterns, &mut inputs, &mut failed);
        } else {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            inputs.push(Input { source: Source::File(path.clone()), from_folder: false, relative });
        }
    }
    (inputs, failed)
}

/// The paths that the list of --files-from has.
fn listed(chosen: Chosen<'_>, failed: &mut Vec<Failed>) -> Vec<PathBuf> {
    let Some((selection, list)) = chosen.listed.and_then(|it| Some((it, it.files_from.as_deref()?))) else {
        return Vec::new();
    };
    let is_stdin = list.as_os_str() == "-";
    let read = match is_stdin {
        true if chosen.named.iter().any(|path| path.as_os_str() == "-") => {
            Err(Error::Usage("standard input (-) can be used only once".to_owned()))
        }
        true => reading::read_any_stdin(),
        false => reading::read_any(list),
    };
    // An empty list is not an error: `git diff --name-only` prints one for an empty change.
    read.map(|bytes| selection.paths(&bytes)).unwrap_or_else(|error| {
        failed.push(Failed { name: display(list), error });
        Vec::new()
    })
}

fn find_in_folder(
    folder: &Path,
    wanted: Wanted,
    patterns: Option<&Patterns>,
    inputs: &mut Vec<Input>,
    failed: &mut Vec<Failed>,
) {
    let before = (inputs.len(), failed.len());
    let ignores_unreadable = patterns.is_some_and(|patterns| patterns.ignore_unreadable);
    let patterns = patterns.filter(|patterns| !patterns.is_empty());
    let files: Vec<_> = match patterns {
        None => walk::files(folder).collect(),
        Some(patterns) => {
            let files = walk::files_but(folder, |path| patterns.leaves_out(path));
            let is_taken = |path: &Path| patterns.takes(path.strip_prefix(folder).unwrap_or(path));
            // --include selects files and links; a folder that cannot be read is reported.
            files
                .filter(|file| match file {
                    Ok(path) => is_taken(path),
                    Err((path, _)) => !path.is_symlink() || is_taken(path),
                })
                .collect()
        }
    };
    // Opening files takes longer than finding them.
    let classified = files.into_par_iter().map(|file| {
        file.and_then(|path| match classify(wanted, &path) {
            Ok(FileClass::Wanted) => Ok(Some(path)),
            // The verb reports the error.
            Ok(FileClass::Misnamed) => Ok((!ignores_unreadable).then_some(path)),
            Ok(FileClass::Other) => Ok(None),
            Err(cause) => Err((path, cause)),
        })
    });
    for found in classified.collect::<Vec<_>>() {
        match found {
            Ok(Some(path)) => {
                let relative = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                inputs.push(Input { source: Source::File(path), from_folder: true, relative });
            }
            Ok(None) => {}
            Err((path, cause))
                if is_broken_link(&path, &cause)
                    && (ignores_unreadable || wanted.wants_name(&path) == Some(false)) => {}
            Err((path, cause)) => {
                let error = Error::Io { doing: "read", cause };
                failed.push(Failed { name: display(&path), error });
            }
        }
    }
    if before == (inputs.len(), failed.len()) {
        let text = match wanted {
            Wanted::Shaders => {
                "no shaders in the folder: no file is a DXBC container or a PDB, judging by its first bytes"
            }
            Wanted::Programs => {
                "no programs in the folder: no file is a DXBC container, a PDB or bitcode, judging by its \
                 first bytes"
            }
            Wanted::AllPrograms => {
                "no programs in the folder: no file is a DXBC container, a PDB, bitcode or a Direct3D 9 program, judging by \
                 its first bytes"
            }
            Wanted::Containers => "no shaders in the folder: no file begins with \"DXBC\"",
            Wanted::Validated => {
                "no shaders in the folder: no file is a DXBC container or bitcode, judging by its first bytes"
            }
            Wanted::ValidatedPrograms => {
                "no shaders in the folder: no file is a DXBC container, bitcode or a Direct3D 9 program, judging by its \
                 first bytes"
            }
            Wanted::Amd => "no AMD shaders in the folder: no file begins like an ELF file for AMDGPU",
            Wanted::Yaml => "no YAML in the folder: no file is named *.yaml or *.yml",
            Wanted::Assembly => "no assembly in the folder: no file is named *.asm or *.ll",
            Wanted::Anything => "no files in the folder",
        };
        let text = match patterns {
            Some(_) => format!("{text}; --include and --exclude leave files out"),
            None => text.to_owned(),
        };
        failed.push(Failed { name: display(folder), error: Error::NoShaders(text) });
    }
}

/// True for a file with an extension of YAML: its first bytes say nothing.
pub fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
    })
}

/// True for a file with an extension of assembly.
pub fn is_assembly(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("asm") || extension.eq_ignore_ascii_case("ll")
    })
}

/// True if a path could not be read because it is a link to nothing or to itself.
pub fn is_broken_link(path: &Path, cause: &io::Error) -> bool {
    path.is_symlink() && cause.kind() != io::ErrorKind::PermissionDenied
}

/// The class of a file in a folder, from its name or its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileClass {
    /// One of the files that are looked for.
    Wanted,
    /// A file that has the extension of a shader, but not the first bytes of a shader.
    Misnamed,
    /// Another file.
    Other,
}

/// The extensions of shaders. Object files of AMD's shaders have none of their own.
const SHADER_EXTENSIONS: [&str; 6] = ["dxil", "dxbc", "cso", "dxo", "fxo", "pdb"];

/// Returns the class of a file in a folder for a verb that looks for `wanted`.
pub fn classify(wanted: Wanted, path: &Path) -> io::Result<FileClass> {
    if let Some(is_wanted) = wanted.wants_name(path) {
        return Ok(if is_wanted { FileClass::Wanted } else { FileClass::Other });
    }
    let begin = reading::read_head(path, pdb::MAGIC.len().max(IDENTIFYING_SIZE))?;
    if wanted == Wanted::Amd {
        return Ok(if is_amdgpu(&begin) { FileClass::Wanted } else { FileClass::Other });
    }
    let (has_pdbs, has_bitcode, has_direct3d9) = match wanted {
        Wanted::Containers => (false, false, false),
        Wanted::Validated => (false, true, false),
        Wanted::ValidatedPrograms => (false, true, true),
        Wanted::Programs => (true, true, false),
        Wanted::AllPrograms => (true, true, true),
        _ => (true, false, false),
    };
    let kinds = [
        (is_container(&begin), true),
        (is_msf(&begin), has_pdbs),
        (is_bitcode(&begin), has_bitcode),
        (D3d9Version::begins(&begin), has_direct3d9),
    ];
    let has_extension =
        |extension: &OsStr| SHADER_EXTENSIONS.iter().any(|shader| extension.eq_ignore_ascii_case(shader));
    Ok(match kinds.into_iter().find(|(is_kind, _)| *is_kind) {
        Some((_, true)) => FileClass::Wanted,
        Some((_, false)) => FileClass::Other,
        None if path.extension().is_some_and(has_extension) => FileClass::Misnamed,
        None => FileClass::Other,
    })
}
