//! The files in a folder. Separate because verbs that look for different things must walk alike.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::temporary_files::is_temporary;

/// The files in `folder` and the folders below, sorted by name; and what cannot be read.
///
/// Symbolic links are followed. A link to a folder that lies in `folder` is skipped, because its files are found under
/// their own names; any other is walked once, so there are no loops. Temporary files of this program are skipped, too.
/// A broken link is an error, which the caller may skip.
pub fn files(folder: &Path) -> impl Iterator<Item = Result<PathBuf, (PathBuf, io::Error)>> + use<> {
    files_but(folder, |_| false)
}

/// The same, without the files and folders that are left out, judging by their paths below `folder`.
pub fn files_but<F: Fn(&Path) -> bool + Copy>(
    folder: &Path,
    is_left_out: F,
) -> impl Iterator<Item = Result<PathBuf, (PathBuf, io::Error)>> + use<F> {
    let folder = folder.to_owned();
    let top = folder.clone();
    let root = fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone());
    let mut followed = HashSet::new();
    let is_walked = move |entry: &DirEntry| {
        let relative = entry.path().strip_prefix(&top).unwrap_or(entry.path());
        if entry.depth() > 0 && is_left_out(relative) {
            return false;
        }
        let is_link = entry.depth() > 0 && entry.path_is_symlink() && entry.file_type().is_dir();
        // What cannot be resolved is reported where it is read.
        let target = is_link.then(|| fs::canonicalize(entry.path()).ok()).flatten();
        target.is_none_or(|target| !target.starts_with(&root) && followed.insert(target))
    };
    // Those of one folder differ in their names alone, and whole paths need no search for where those begin.
    let by_name = |a: &DirEntry, b: &DirEntry| a.path().as_os_str().cmp(b.path().as_os_str());
    let entries = WalkDir::new(&folder).follow_links(true).sort_by(by_name);
    entries.into_iter().filter_entry(is_walked).filter_map(move |entry| match entry {
        Ok(entry) if entry.file_type().is_file() && !is_temporary(entry.path()) => {
            Some(Ok(entry.into_path()))
        }
        Ok(_) => None,
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => {
            let path = error.path().unwrap_or(&folder).to_owned();
            let is_skipped = is_left_out(path.strip_prefix(&folder).unwrap_or(&path));
            (!is_skipped).then_some(Err((path, error.into())))
        }
    })
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

    use std::os::unix::fs::symlink;

    use std::fs;

    use super::*;

    #[test]
    fn links_are_followed_once() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, other) = (folder.path(), outside.path());
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::create_dir_all(other.join("deep")).unwrap();
        for path in
            [root.join("sub/a"), other.join("b"), other.join("deep/c"), root.join(".shader-tools-x.tmp")]
        {
            fs::write(path, "").unwrap();
        }
        let links = [
            ("file", root.join("sub/a")),
            ("folder", other.to_owned()),
            ("inside", root.join("sub")),
            ("loop", root.to_owned()),
            ("nowhere", root.join("missing")),
            ("self", root.join("self")),
            ("twice", other.to_owned()),
            ("up", root.parent().unwrap().join(root.file_name().unwrap())),
        ];
        for (name, target) in links {
            symlink(target, root.join(name)).unwrap();
        }
        symlink(root, other.join("back")).unwrap();
        let (found, broken): (Vec<_>, Vec<_>) = files(root).partition(Result::is_ok);
        let broken: Vec<PathBuf> = broken.into_iter().map(|file| file.unwrap_err().0).collect();
        assert_eq!(broken, [root.join("nowhere"), root.join("self")]);
        let found: Vec<PathBuf> = found.into_iter().map(Result::unwrap).collect();
        let found: Vec<&Path> = found.iter().map(|path| path.strip_prefix(root).unwrap()).collect();
        assert_eq!(found, ["file", "folder/b", "folder/deep/c", "sub/a"].map(Path::new));

        // A folder that is named by a link is walked, too.
        assert_eq!(files(&root.join("loop")).filter(Result::is_ok).count(), 4);
    }
}
