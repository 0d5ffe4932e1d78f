//! `ls` and `find` over whole trees: what they say is what other verbs show of each file. Separate from the cases
//! because they are about all files at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use testkit::{Completion, Failed, Test, corpus, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_operations_are_found_where_listings_have_them,
    operations_of_the_corpus_are_found_where_listings_have_them,
    lists_say_what_reflections_say,
    lists_of_the_corpus_say_what_reflections_say,
    groups_cost_what_their_files_cost,
    ls_and_find_search_the_current_folder_by_default,
    names_of_any_bytes_pass_from_find_to_ls
];

/// The program in a folder with a file of each name, all of them the same shader.
#[cfg(unix)]
fn folder_of(names: &[&[u8]]) -> Result<tempfile::TempDir, Failed> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir()?;
    for name in names {
        let path = folder.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
        fs::copy(corpus::root().join("examples/particles_cs.dxil"), path)?;
    }
    Ok(folder)
}

#[cfg(unix)]
fn ls_and_find_search_the_current_folder_by_default() -> Result<(), Failed> {
    let folder = folder_of(&[b"a.dxil", b"sub/b.dxil"])?;
    let program = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        command.current_dir(folder.path());
        command
    };
    let listed = program().args(["ls", "--csv"]).output()?.stdout;
    assert_eq!(String::from_utf8(listed)?.lines().count(), 3);
    let found = program().args(["find", "-l", "WaveActiveCountBits"]).output()?.stdout;
    assert_eq!(String::from_utf8(found)?, "./a.dxil\n./sub/b.dxil\n");
    Ok(())
}

#[cfg(not(unix))]
fn ls_and_find_search_the_current_folder_by_default() {}

/// Names that need quoting somewhere: in shells, terminals, JSON, HTML and URIs.
#[cfg(unix)]
fn names_of_any_bytes_pass_from_find_to_ls() -> Result<(), Failed> {
    let long = [&[b'x'; 235][..], b".dxil"].concat();
    let deep: Vec<u8> = [b"d".repeat(200), b"/".to_vec()].concat().repeat(14);
    let deep = [deep, b"deep.dxil".to_vec()].concat();
    let names: [&[u8]; 11] = [
        b"esc\x1b[31m.dxil",
        b"new\nline.dxil",
        b"tab\there.dxil",
        b"quotes\"'`.dxil",
        b"<script>alert(1)<",
        b"script>.dxil",
        "\u{202e}lixd.dxil".as_bytes(),
        b"-leading.dxil",
        b"not-utf8-\xff\xfe.dxil",
        &long,
        &deep,
    ];
    // "</script>" has a slash: a folder and a file.
    let script = [names[4], b"/", names[5]].concat();
    let files: Vec<&[u8]> =
        names[..4].iter().copied().chain([script.as_slice()]).chain(names[6..].iter().copied()).collect();
    let folder = folder_of(&files)?;
    let program = |arguments: &[&str], list: &[u8]| -> Result<Vec<u8>, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        command.current_dir(folder.path()).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        child.stdin.take().ok_or("standard input is a pipe")?.write_all(list)?;
        let output = child.wait_with_output()?;
        assert!(output.status.success(), "{arguments:?}: {:?}", output.status);
        Ok(output.stdout)
    };
    let found = program(&["find", "-0", "WaveActiveCountBits", "."], b"")?;
    assert_eq!(found.iter().filter(|byte| **byte == 0).count(), files.len());
    let listed = program(&["ls", "--files-from", "-", "--null", "--json"], &found)?;
    let listed: Value = serde_json::from_slice(&listed)?;
    let listed = listed["files"].as_array().ok_or("a list of files")?;
    assert_eq!(listed.len(), files.len());
    for file in files {
        // The whole name is in `file` if it is UTF-8, else percent-encoded in `fileEncoded`.
        let is_it = |object: &Value| match std::str::from_utf8(file) {
            Ok(name) => object["file"] == format!("./{name}") && object.get("fileEncoded").is_none(),
            Err(_) => object["fileEncoded"] == "./not-utf8-%FF%FE.dxil",
        };
        assert!(listed.iter().any(is_it), "{}", file.escape_ascii());
    }
    Ok(())
}

#[cfg(not(unix))]
fn names_of_any_bytes_pass_from_find_to_ls() {}

pub(crate) fn run(arguments: &[&str], paths: &[&Path]) -> Result<Output, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command
        .current_dir(corpus::root())
        .args(arguments)
        .args(paths)
        .env_remove("SHADER_STORE")
        .env("NO_COLOR", "1");
    let output = command.output()?;
    assert!(output.status.code().is_some_and(|code| code < 4), "{arguments:?}: {:?}", output.status);
    Ok(output)
}

pub(crate) fn document(arguments: &[&str], paths: &[&Path]) -> Result<Value, Failed> {
    Ok(serde_json::from_slice(&run(arguments, paths)?.stdout)?)
}

/// What listings of DXIL say of a tree.
#[derive(Default)]
struct Listed {
    files: BTreeSet<PathBuf>,
    /// How often each operation is called in each file, by the comments that name them.
    called: BTreeMap<String, BTreeMap<PathBuf, usize>>,
}

fn listed(folder: &Path) -> Result<Listed, Failed> {
    let listings = tempfile::tempdir()?;
    run(&["dis", "-o"], &[listings.path(), folder])?;
    let mut listed = Listed::default();
    for path in corpus::files_if_any(listings.path()) {
        if path.extension().is_none_or(|extension| extension != "ll") {
            continue;
        }
        let file = path.strip_prefix(listings.path())?.with_extension("");
        let text = std::fs::read(&path)?;
        for line in String::from_utf8_lossy(&text).lines().filter(|line| line.contains("@dx.op.")) {
            let comment = line.rsplit_once("  ; ").map_or("", |(_, comment)| comment);
            if let Some((name, _)) = comment.split_once('(') {
                *listed.called.entry(name.to_owned()).or_default().entry(file.clone()).or_default() += 1;
            }
        }
        listed.files.insert(file);
    }
    Ok(listed)
}

/// Compares some of the operations that listings have with what is found.
fn compare(folder: &Path, most: usize) -> Result<usize, Failed> {
    let Listed { files, called } = listed(folder)?;
    let step = called.len().div_ceil(most).max(1);
    for (name, expected) in called.iter().step_by(step) {
        let output = run(&["find", "-c", "--operation", name, "--operation", name], &[folder])?;
        let mut found = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let (file, count) = line.rsplit_once(':').ok_or("a line has a name and a count")?;
            // Opcodes of shader models 4 and 5 may have the same names.
            let file = Path::new(file).strip_prefix(folder)?.to_owned();
            if files.contains(&file) {
                found.insert(file, count.parse()?);
            }
        }
        assert_eq!(found, *expected, "{name}");
    }
    note!("{}: {} operations, {} compared", folder.display(), called.len(), called.len().div_ceil(step));
    Ok(called.len())
}

fn own_operations_are_found_where_listings_have_them() -> Result<(), Failed> {
    let operations = compare(&corpus::root().join("examples"), 60)?;
    assert!(operations >= 30, "{operations} operations");
    let operations = compare(&corpus::root().join("tests/corpus"), 20)?;
    assert!(operations >= 30, "{operations} operations");
    Ok(())
}

fn operations_of_the_corpus_are_found_where_listings_have_them() -> Result<Completion, Failed> {
    let Some(folder) = corpus::folder() else { return Ok(skipped("real shaders")) };
    let operations = compare(&folder, 3)?;
    if operations == 0 {
        return Ok(skipped("shaders that call operations"));
    }
    corpus::at_least("operations", operations, [1, 1])?;
    Ok(Completion::Completed)
}

/// The members of a reflection that `ls` has, too.
const SHARED: [&str; 3] = ["entry", "threadGroup", "hash"];

fn lists_agree(folder: &Path) -> Result<usize, Failed> {
    let [listed, reflected] =
        [document(&["ls", "--json"], &[folder])?, document(&["reflect", "--json"], &[folder])?];
    let by_file = |document: &Value| -> BTreeMap<String, Value> {
        let files = document["files"].as_array().into_iter().flatten();
        let read = files.filter(|file| file.get("error").is_none());
        read.map(|file| (file["file"].as_str().unwrap_or_default().to_owned(), file.clone())).collect()
    };
    let [listed, reflected] = [by_file(&listed), by_file(&reflected)];
    let names = |files: &BTreeMap<String, Value>| files.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&listed), names(&reflected));
    for (file, reflection) in &reflected {
        let shader = &listed[file];
        for member in SHARED {
            let expected = match (member, &reflection[member]) {
                ("hash", Value::Object(hash)) => &hash["digest"],
                (_, value) => value,
            };
            assert_eq!(&shader[member], expected, "{member} of {file}");
        }
        let resources = reflection["resources"].as_array().map_or(0, Vec::len);
        assert_eq!(shader["resources"], resources, "{file}");
        let size = std::fs::metadata(corpus::root().join(file))?.len();
        assert_eq!(shader["size"], size, "{file}");
    }
    Ok(listed.len())
}

fn lists_say_what_reflections_say() -> Result<(), Failed> {
    for folder in ["examples", "tests/corpus"] {
        let files = lists_agree(&corpus::root().join(folder))?;
        assert!(files >= 13, "{folder}: {files} files");
    }
    Ok(())
}

fn lists_of_the_corpus_say_what_reflections_say() -> Result<Completion, Failed> {
    let Some(folder) = corpus::subfolder("dxc") else { return Ok(skipped("real shaders (dxc/)")) };
    let files = lists_agree(&folder)?;
    if files == 0 {
        return Ok(skipped("real shaders (dxc/)"));
    }
    corpus::at_least("files", files, [1, 619])?;
    Ok(Completion::Completed)
}

fn groups_cost_what_their_files_cost() -> Result<(), Failed> {
    let folders = [corpus::root().join("examples"), corpus::root().join("tests/corpus")];
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    for by in ["hash", "program", "profile"] {
        let document = document(&["ls", "--json", "--group-by", by], &folders)?;
        let files = document["files"].as_array().ok_or("files")?;
        let sizes: BTreeMap<&str, u64> =
            files.iter().filter_map(|file| Some((file["file"].as_str()?, file["size"].as_u64()?))).collect();
        let groups = document["groups"].as_array().ok_or("groups")?;
        assert!(groups.len() > 5 && groups.iter().any(|group| group["spare"].as_u64() > Some(0)), "{by}");
        let mut grouped = BTreeSet::new();
        for group in groups {
            let members: Vec<&str> =
                group["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let bytes: Vec<u64> = members.iter().map(|file| sizes[file]).collect();
            let (sum, largest) = (bytes.iter().sum::<u64>(), bytes.iter().copied().max().unwrap_or(0));
            assert_eq!(
                (group["size"].as_u64(), group["spare"].as_u64()),
                (Some(sum), Some(sum - largest)),
                "{by}"
            );
            assert_eq!(group["count"], members.len());
            assert!(members.into_iter().all(|file| grouped.insert(file)), "{by}: a file is in two groups");
        }
    }
    Ok(())
}
