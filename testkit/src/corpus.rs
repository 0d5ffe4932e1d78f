//! Real files: those of the project in `examples/` and `tests/corpus/`, and the folder that the variable SHADER_CORPUS
//! names, with real shaders of others and what the reference tools say of them. Any folder may be given, with anything
//! in it. The one place where tests ask for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dx_container::pdb::{Pdb, is_msf};
use dx_container::{Container, DigestState, Part, is_container};

pub use crate::files::{files, files_if_any, files_with, folder, inputs, is_known, root, subfolder};
pub use crate::floor::{assert_at_least, assert_if_known, at_least};

use crate::Failed;
use crate::floor::Walked;

/// The number of undamaged files in the project, and in the project and the known corpus. The next two constants count
/// containers and their parts likewise.
const FILES: [usize; 2] = [415, 5762];
const CONTAINERS: [usize; 2] = [147, 3140];
const PARTS: [usize; 2] = [1012, 19_774];

/// All files there are, the project's own first.
pub fn paths() -> Vec<PathBuf> {
    let own = [root().join("examples"), root().join("tests/corpus")].map(|folder| files(&folder));
    own.into_iter().chain(folder().map(|folder| files_if_any(&folder))).flatten().collect()
}

/// Calls `check` with each file that was not damaged.
#[must_use = "state how many files passed the filter"]
pub fn each_file(mut check: impl FnMut(&Path, &[u8])) -> Walked {
    let mut count = 0;
    for path in paths() {
        let Ok(bytes) = fs::read(&path) else { continue };
        if !is_damaged(&path, &bytes) {
            count += 1;
            check(&path, &bytes);
        }
    }
    Walked::new("files", count, FILES)
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
    let shaders: Vec<OwnShader> = shaders.collect();
    assert!(!shaders.is_empty(), "the table contains no row");
    shaders
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
    SHADERS.get_or_init(|| {
        let shaders: Vec<Shader> = paths().into_iter().filter_map(shader).collect();
        assert_at_least("containers", shaders.len(), CONTAINERS);
        shaders
    })
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
#[must_use = "state how many parts passed the filter"]
pub fn each_part(
    mut check: impl FnMut(&'static Shader, &Container<'static>, &Part<'static>) -> Result<(), String>,
) -> Result<Walked, Failed> {
    let mut count = 0;
    for shader in shaders() {
        let Ok(container) = Container::parse(&shader.bytes) else { continue };
        for part in container.parts() {
            count += 1;
            check(shader, &container, part)
                .map_err(|text| format!("{}: {}: {text}", shader.path.display(), part.name))?;
        }
    }
    Ok(Walked::new("parts", count, PARTS))
}
