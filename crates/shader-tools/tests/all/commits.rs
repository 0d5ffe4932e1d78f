//! The commit that the build script reads from a git clone. Separate because the script is not a part of the program.

#[path = "../../embed_commit.rs"]
#[allow(dead_code, reason = "`main` runs in the build script")]
mod embed_commit;

use std::fs;
use std::path::{Path, PathBuf};

use testkit::{Failed, Test, tests};

use embed_commit::{commit, workspace};

pub(crate) const TESTS: &[Test] =
    tests![clones_have_a_commit, folders_that_are_no_clones_have_none, copies_are_no_workspaces];

const FIRST: &str = "1111111111111111111111111111111111111111";
const SECOND: &str = "2222222222222222222222222222222222222222";

/// The files of a clone, the path of the work tree, the commit, and the watched files.
type Case<'c> = (&'c [(&'c str, &'c str)], &'c str, &'c str, &'c [&'c str]);

fn write(root: &Path, files: &[(&str, &str)]) -> Result<(), Failed> {
    for (path, content) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
        fs::write(path, content)?;
    }
    Ok(())
}

/// The commit, and the watched files below `root`.
fn read(root: &Path, work_tree: &str) -> (Option<String>, Vec<String>) {
    let mut watched = Vec::new();
    let commit = commit(&root.join(work_tree), &mut watched);
    let relative = |path: PathBuf| Some(path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/"));
    (commit, watched.into_iter().filter_map(relative).collect())
}

fn clones_have_a_commit() -> Result<(), Failed> {
    let packed =
        format!("# pack-refs with: peeled\n{SECOND} refs/heads/main\n^{FIRST}\n{FIRST} refs/heads/main2\n");
    let loose = format!("{FIRST}\n");
    let cases: [Case<'_>; 5] = [
        (&[(".git/HEAD", &loose)], "", FIRST, &[".git/HEAD"]),
        (
            &[
                (".git/HEAD", "ref: refs/heads/main\n"),
                (".git/refs/heads/main", &loose),
                (".git/packed-refs", &packed),
            ],
            "",
            FIRST,
            &[".git/HEAD", ".git/refs/heads/main"],
        ),
        (
            &[
                (".git/HEAD", "ref: refs/heads/main\n"),
                (".git/packed-refs", &packed),
                (".git/refs/tags/t", &loose),
            ],
            "",
            SECOND,
            &[".git/HEAD", ".git/packed-refs", ".git/refs"],
        ),
        (
            &[
                (".git/HEAD", "ref: refs/heads/a/b\n"),
                (".git/refs/heads/a/b", "ref: refs/heads/main"),
                (".git/packed-refs", &packed),
            ],
            "",
            SECOND,
            &[".git/HEAD", ".git/refs/heads/a/b", ".git/packed-refs", ".git/refs/heads"],
        ),
        (
            &[
                ("tree/.git", "gitdir: ../clone/.git/worktrees/tree\n"),
                ("clone/.git/worktrees/tree/HEAD", "ref: refs/heads/side\n"),
                ("clone/.git/worktrees/tree/commondir", "../..\n"),
                ("clone/.git/refs/heads/side", &loose),
                ("clone/.git/HEAD", SECOND),
            ],
            "tree",
            FIRST,
            &[
                "tree/.git",
                "tree/../clone/.git/worktrees/tree/commondir",
                "tree/../clone/.git/worktrees/tree/HEAD",
                "tree/../clone/.git/worktrees/tree/../../refs/heads/side",
            ],
        ),
    ];
    for (number, (files, work_tree, expected, watched)) in cases.into_iter().enumerate() {
        let folder = tempfile::tempdir()?;
        write(folder.path(), files)?;
        let (commit, found) = read(folder.path(), work_tree);
        assert_eq!(commit.as_deref(), Some(expected), "case {number}");
        assert_eq!(found, watched, "case {number}");
    }
    Ok(())
}

fn folders_that_are_no_clones_have_none() -> Result<(), Failed> {
    let cases: [&[(&str, &str)]; 7] = [
        &[("README.md", "")],
        &[(".git/HEAD", "")],
        &[(".git/HEAD", "ref: refs/heads/unborn\n")],
        &[(".git/HEAD", "ref: refs/heads/../../HEAD\n")],
        &[(".git/HEAD", "ref: HEAD\n")],
        &[(".git/HEAD", "111\n")],
        &[(".git", "gitdir: nowhere\n")],
    ];
    for (number, files) in cases.into_iter().enumerate() {
        let folder = tempfile::tempdir()?;
        write(folder.path(), files)?;
        assert_eq!(read(folder.path(), "").0, None, "case {number}");
    }
    Ok(())
}

fn copies_are_no_workspaces() -> Result<(), Failed> {
    assert!(workspace(Path::new(env!("CARGO_MANIFEST_DIR"))).is_some());
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("vendor/shader-tools");
    fs::create_dir_all(&copy)?;
    assert_eq!(workspace(&copy), None);
    Ok(())
}
