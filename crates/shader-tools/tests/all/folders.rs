//! Verbs that compare two folders, over more files than a page shows. Separate because a case file cannot have
//! thousands of inputs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use testkit::{Failed, Test, corpus, tests};

pub(crate) const TESTS: &[Test] = tests![large_folders_are_compared_completely, equal_files_are_not_parsed];

const CHANGED: usize = 1100;
const EQUAL: usize = 60;
const ALONE: usize = 40;

fn run(arguments: &[&str], folders: [&Path; 2]) -> Result<Output, Failed> {
    Ok(Command::new(env!("CARGO_BIN_EXE_shader-tools")).args(arguments).args(folders).output()?)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn large_folders_are_compared_completely() -> Result<(), Failed> {
    let root = corpus::root();
    let [old, new] = ["tests/corpus/tokens/sum.dxbc", "examples/blur.dxbc"].map(|path| root.join(path));
    let sizes = [fs::metadata(&old)?.len(), fs::metadata(&new)?.len()];
    let folder = tempfile::tempdir()?;
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
    fs::create_dir(&a)?;
    fs::create_dir(&b)?;
    for number in 0..CHANGED + EQUAL + ALONE {
        let name = format!("{number:04}.dxbc");
        match number {
            0..CHANGED => {
                fs::copy(&old, a.join(&name))?;
                fs::copy(&new, b.join(&name))?;
            }
            _ if number < CHANGED + EQUAL => {
                fs::copy(&old, a.join(&name))?;
                fs::copy(&old, b.join(&name))?;
            }
            _ => drop(fs::copy(&old, if number % 2 == 0 { &a } else { &b }.join(&name))?),
        }
    }

    let diff = run(&["diff", "--stat"], [&a, &b])?;
    assert_eq!(diff.status.code(), Some(1));
    let page = stdout(&diff);
    let rows: Vec<&str> = page.lines().filter(|line| line.contains(".dxbc")).collect();
    assert_eq!(rows.len(), CHANGED + ALONE);
    // In the order of the names, and none of the equal files.
    let names: Vec<&str> = rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
    assert!(names.is_sorted());
    assert!(names.iter().all(|name| *name < "1100.dxbc" || *name >= "1160.dxbc"));
    let words: Vec<&str> = page.split_whitespace().collect();
    let total = "1,100 of 1,160 pairs differ, 20 only in the first, 20 only in the second";
    assert!(words.join(" ").contains(total), "{page}");
    assert_eq!(run(&["diff", "--stat", "-j1"], [&a, &b])?.stdout, diff.stdout);

    let size = run(&["size", "--csv", "--base"], [&a, &b])?;
    assert_eq!(size.status.code(), Some(0));
    let csv = stdout(&size);
    let files: Vec<&str> = csv.lines().filter(|line| line.contains(",file,")).collect();
    assert_eq!(files.len(), CHANGED + EQUAL + ALONE);
    let change = i128::from(sizes[1]) - i128::from(sizes[0]);
    let changed = files.iter().filter(|line| line.ends_with(&format!(",{},{},{change}", sizes[0], sizes[1])));
    assert_eq!(changed.count(), CHANGED);
    let page = stdout(&run(&["size", "--base"], [&a, &b])?);
    assert!(page.ends_with("1,200 files: 1,100 changed, 20 new, 20 removed\n"), "{page}");
    Ok(())
}

/// A truncated container is an error, unless the other file has the same bytes.
fn equal_files_are_not_parsed() -> Result<(), Failed> {
    let shader = fs::read(corpus::root().join("examples/triangle_ps.dxil"))?;
    let folder = tempfile::tempdir()?;
    let [a, b, c] = ["a", "b", "c"].map(|name| folder.path().join(name));
    for (folder, len) in [(&a, 1000), (&b, 1000), (&c, 1001)] {
        fs::create_dir(folder)?;
        fs::write(folder.join("truncated.dxil"), &shader[..len])?;
    }
    let equal = run(&["diff", "--stat"], [&a, &b])?;
    assert_eq!((equal.status.code(), equal.stderr), (Some(0), Vec::new()));
    assert_eq!(run(&["diff", "--stat"], [&a, &c])?.status.code(), Some(3));
    // A file that is not a shader is an error even so.
    for folder in [&a, &b] {
        fs::write(folder.join("text.dxil"), "error: expected ';'\n")?;
    }
    assert_eq!(run(&["diff", "--stat"], [&a, &b])?.status.code(), Some(3));
    Ok(())
}
