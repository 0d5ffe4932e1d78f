//! Real files: those of the project in `examples/` and `tests/corpus/`, and the folder that the variable SHADER_CORPUS
//! names, with real shaders of others and what the reference tools say of them. Any folder may be given, with anything
//! in it. The one place where tests ask for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use dx_container::pdb::{Pdb, is_msf};
use dx_container::{Container, DigestState, Part, is_container};

use crate::Failed;

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies in the workspace")
}

/// What `is_missed` answers.
static IS_MISSED: AtomicBool = AtomicBool::new(false);

/// Whether a test would have looked at the folder, and there is none: what passed did so on the project's own files.
pub(crate) fn is_missed() -> bool {
    IS_MISSED.load(Ordering::Relaxed)
}

/// The folder, where there is one.
pub fn folder() -> Option<PathBuf> {
    let folder = named_folder();
    IS_MISSED.fetch_or(folder.is_none(), Ordering::Relaxed);
    folder
}

fn named_folder() -> Option<PathBuf> {
    std::env::var_os("SHADER_CORPUS").map(PathBuf::from).filter(|folder| folder.is_dir())
}

/// A folder in it.
pub fn subfolder(name: &str) -> Option<PathBuf> {
    Some(folder()?.join(name)).filter(|folder| folder.is_dir())
}

/// The corpus that figures in tests are of has at least so many files in these folders. Another one may be larger, or
/// have other files.
const KNOWN: [(&str, usize); 7] = [
    ("amd", 87),
    ("dxc", 1857),
    ("dxc-as", 619),
    ("dxc-invalid", 182),
    ("fxc", 100),
    ("mutated", 772),
    ("vkd3d-proton", 630),
];

/// Whether figures of the known corpus are to be met. Looked up once: tests ask for each file.
pub fn is_known() -> bool {
    static IS_KNOWN: OnceLock<bool> = OnceLock::new();
    let has_all =
        |folder: PathBuf| KNOWN.iter().all(|(name, least)| files(&folder.join(name)).len() >= *least);
    *IS_KNOWN.get_or_init(|| folder().is_some_and(has_all))
}

/// Fails where fewer were tested than the project's own files have, or those and the whole corpus: a test that passes
/// because it met nothing says so.
pub fn at_least(what: &str, count: usize, [own, whole]: [usize; 2]) -> Result<(), Failed> {
    let least = if is_known() { whole } else { own };
    if count < least { Err(format!("{count} {what}, expected {least} or more").into()) } else { Ok(()) }
}

/// All files there are, the project's own first.
pub fn paths() -> Vec<PathBuf> {
    let own = [root().join("examples"), root().join("tests/corpus")];
    own.into_iter().chain(folder()).flat_map(|folder| files(&folder)).collect()
}

/// Calls `check` with each file that was not damaged.
pub fn each_file(mut check: impl FnMut(&Path, &[u8])) {
    for path in paths() {
        let Ok(bytes) = fs::read(&path) else { continue };
        if !is_damaged(&path, &bytes) {
            check(&path, &bytes);
        }
    }
}

/// All files below a folder, in a stable order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            // A link to a folder may lead in a circle.
            if path.is_file() {
                found.push(path);
            } else if path.is_dir() && !path.is_symlink() {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Whether a file was damaged: on purpose, as those in `mutated` are, or else its digest is not that of its bytes.
pub fn is_damaged(path: &Path, bytes: &[u8]) -> bool {
    let is_stale = |container: Container<'_>| matches!(container.digest_state(), DigestState::Wrong(_));
    path.components().any(|folder| folder.as_os_str() == "mutated")
        || is_container(bytes) && Container::parse(bytes).is_ok_and(is_stale)
}

/// Whether a file belongs to the project.
pub fn is_own(path: &Path) -> bool {
    folder().is_none_or(|folder| !path.starts_with(folder))
}

/// A shader of the project, and what the reference tools say of it (`tests/corpus/reference.tsv`).
pub struct OwnShader {
    /// Its path from the root of the project.
    pub name: String,
    pub bytes: Vec<u8>,
    /// Whether the reference validator takes it.
    pub is_valid: bool,
    /// The MD5 digest of its listing; `None` of a container without a program.
    pub listing: Option<String>,
}

/// The shaders that the project made with the reference compiler.
pub fn own_shaders() -> Vec<OwnShader> {
    let root = root();
    let table = fs::read_to_string(root.join("tests/corpus/reference.tsv")).expect("the table is there");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let shaders = rows.map(|row| {
        let mut columns = row.split('\t');
        let [Some(name), Some(exit), Some(listing), None] = [(); 4].map(|()| columns.next()) else {
            panic!("a row of three columns: {row}");
        };
        OwnShader {
            name: name.to_owned(),
            bytes: fs::read(root.join(name)).expect("each row is a shader"),
            is_valid: exit == "0",
            listing: (listing != "-").then(|| listing.to_owned()),
        }
    });
    shaders.collect()
}

/// A container and its bytes.
pub struct Shader {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    /// Made by a compiler, as opposed to damaged on purpose.
    pub honest: bool,
    /// The PDB in which it lies, where it does.
    pub pdb: Option<Vec<u8>>,
}

/// All containers, damaged ones too, and those in PDBs.
pub fn shaders() -> &'static [Shader] {
    static SHADERS: OnceLock<Vec<Shader>> = OnceLock::new();
    SHADERS.get_or_init(|| paths().into_iter().filter_map(shader).collect())
}

fn shader(path: PathBuf) -> Option<Shader> {
    let bytes = fs::read(&path).ok()?;
    // Of files that are not known, what cannot be opened was damaged, too.
    let is_vouched_for = is_own(&path) || is_known();
    if is_container(&bytes) {
        let honest = !is_damaged(&path, &bytes) && (is_vouched_for || Container::parse(&bytes).is_ok());
        return Some(Shader { path, bytes, honest, pdb: None });
    }
    if !is_msf(&bytes) {
        return None;
    }
    match Pdb::parse(&bytes).and_then(|pdb| Ok(pdb.container()?.into_owned())) {
        Ok(inner) => Some(Shader { path, bytes: inner, honest: is_vouched_for, pdb: Some(bytes) }),
        Err(error) => {
            assert!(!is_vouched_for, "{}: {error}", path.display());
            None
        }
    }
}

impl Shader {
    /// The container; an error that says which file it is of.
    pub fn open(&self) -> Result<Container<'_>, Failed> {
        Container::parse(&self.bytes).map_err(|error| format!("{}: {error}", self.path.display()).into())
    }
}

/// Calls `check` for each part of each container that can be opened.
pub fn each_part(
    mut check: impl FnMut(&'static Shader, &Container<'static>, &Part<'static>) -> Result<(), String>,
) -> Result<(), Failed> {
    for shader in shaders() {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        for part in container.parts() {
            check(shader, &container, part)
                .map_err(|text| format!("{}: {}: {text}", shader.path.display(), part.name))?;
        }
    }
    Ok(())
}
