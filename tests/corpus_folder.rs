//! The folder that the variable SHADER_CORPUS names: real shaders of others, with what the reference tools say of them. Any
//! folder may be given, with anything in it. The one place where tests ask for it.

#![allow(dead_code, reason = "not every test asks for all of it")]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use dx_container::{Container, DigestState, is_container};

/// The folder, where there is one.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("SHADER_CORPUS").map(PathBuf::from).filter(|folder| folder.is_dir())
}

/// A folder in it.
pub(crate) fn subfolder(name: &str) -> Option<PathBuf> {
    Some(folder()?.join(name)).filter(|folder| folder.is_dir())
}

/// The corpus that figures in tests are of has at least so many files in these folders. Another one may be larger, or have
/// other files.
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
pub(crate) fn is_known() -> bool {
    static IS_KNOWN: OnceLock<bool> = OnceLock::new();
    let has_all =
        |folder: PathBuf| KNOWN.iter().all(|(name, least)| files(&folder.join(name)).len() >= *least);
    *IS_KNOWN.get_or_init(|| folder().is_some_and(has_all))
}

/// All files below a folder, in a stable order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
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
pub(crate) fn is_damaged(path: &Path, bytes: &[u8]) -> bool {
    let is_stale = |container: Container<'_>| matches!(container.digest_state(), DigestState::Wrong(_));
    path.components().any(|folder| folder.as_os_str() == "mutated")
        || is_container(bytes) && Container::parse(bytes).is_ok_and(is_stale)
}

/// Whether a file belongs to the project.
pub(crate) fn is_own(path: &Path) -> bool {
    folder().is_none_or(|folder| !path.starts_with(folder))
}

/// A shader of the project, and what the reference tools say of it (`tests/corpus/reference.tsv`).
pub(crate) struct OwnShader {
    /// Its path from the root of the project.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether the reference validator takes it.
    pub(crate) is_valid: bool,
    /// The MD5 digest of its listing; `None` of a container without a program.
    pub(crate) listing: Option<String>,
}

/// The shaders that the project made with the reference compiler.
pub(crate) fn own_shaders() -> Vec<OwnShader> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
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
