//! Folders and their files: the root of the project, the folder that the variable `SHADER_CORPUS` names, and its
//! subfolders. Separate from `corpus`, which reads the files, because floors depend on which corpus it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it lies in the workspace")
}

/// The result of [`is_missed`].
static IS_MISSED: AtomicBool = AtomicBool::new(false);

/// Returns true if a test looked for the folder and `SHADER_CORPUS` names none: the test read only the files of the
/// project.
pub(crate) fn is_missed() -> bool {
    IS_MISSED.load(Ordering::Relaxed)
}

/// The folder that `SHADER_CORPUS` names, if it exists.
pub fn folder() -> Option<PathBuf> {
    let folder = named_folder();
    IS_MISSED.fetch_or(folder.is_none(), Ordering::Relaxed);
    folder
}

fn named_folder() -> Option<PathBuf> {
    std::env::var_os("SHADER_CORPUS").map(PathBuf::from).filter(|folder| folder.is_dir())
}

/// A subfolder of the corpus that contains at least one file.
pub fn subfolder(name: &str) -> Option<PathBuf> {
    Some(folder()?.join(name)).filter(|folder| walk(folder).next().is_some())
}

/// The files with an extension below a subfolder of the corpus, in a stable order. Without such a file the result is
/// `None`, and the test is [`skipped`](crate::skipped).
pub fn inputs(subfolder: &str, extension: &str) -> Option<Vec<PathBuf>> {
    let mut found = files_if_any(&folder()?.join(subfolder));
    found.retain(|path| has_extension(path, extension));
    Some(found).filter(|found| !found.is_empty())
}

/// The least number of files in folders of the known corpus, for which tests state floors. Other corpora may be larger
/// or contain other files.
const KNOWN: [(&str, usize); 7] = [
    ("amd", 87),
    ("dxc", 1857),
    ("dxc-as", 619),
    ("dxc-invalid", 182),
    ("fxc", 100),
    ("mutated", 772),
    ("vkd3d-proton", 630),
];

/// Returns true if `SHADER_CORPUS` names the known corpus. Cached, because tests call it for each file.
pub fn is_known() -> bool {
    static IS_KNOWN: OnceLock<bool> = OnceLock::new();
    let has_all =
        |folder: PathBuf| KNOWN.iter().all(|(name, least)| walk(&folder.join(name)).count() >= *least);
    *IS_KNOWN.get_or_init(|| folder().is_some_and(has_all))
}

/// All files below a folder, in a stable order.
///
/// # Panics
///
/// If the folder contains no file. [`files_if_any`] lists a folder that may be empty.
#[track_caller]
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let found = files_if_any(folder);
    assert!(!found.is_empty(), "{} contains no file", folder.display());
    found
}

/// Like [`files`], but returns an empty list if there are no files.
pub fn files_if_any(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = walk(folder).collect();
    found.sort();
    found
}

/// Like [`files`], but only those with an extension.
#[track_caller]
pub fn files_with(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = files_if_any(folder);
    found.retain(|path| has_extension(path, extension));
    assert!(!found.is_empty(), "{} contains no file *.{extension}", folder.display());
    found
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// The files below a folder, in the order of the file system.
fn walk(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    std::iter::from_fn(move || {
        while found.is_empty() {
            for path in fs::read_dir(open.pop()?).into_iter().flatten().flatten().map(|entry| entry.path()) {
                // Symbolic links to folders may form a cycle.
                if path.is_file() {
                    found.push(path);
                } else if path.is_dir() && !path.is_symlink() {
                    open.push(path);
                }
            }
        }
        found.pop()
    })
}
