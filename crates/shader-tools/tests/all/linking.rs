//! `link` among many libraries: which are opened, how far, and what an index changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use dx_container::{Container, FourCc};
use serde_json::Value;
use testkit::generate::libraries::{self, NEEDED};
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_index_is_brought_up_to_date,
    libraries_are_opened_as_far_as_they_are_needed,
    saved_inputs_repeat_a_link
];

/// Libraries to choose from.
const COUNT: usize = 300;

struct Tree {
    folder: tempfile::TempDir,
}

impl Tree {
    fn new(symbols: bool) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        let below = folder.path().join("libraries");
        fs::create_dir(&below)?;
        for number in 0..COUNT {
            fs::write(below.join(format!("{number:05}.dxil")), libraries::library(number, symbols)?)?;
        }
        fs::write(folder.path().join("entry.dxil"), libraries::entry(COUNT, symbols)?)?;
        Ok(Self { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn library(&self, number: usize) -> PathBuf {
        self.path("libraries").join(format!("{number:05}.dxil"))
    }

    fn link(&self, more: &[&str]) -> Result<Output, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        command.arg("link").arg(self.path("entry.dxil")).arg("--library-path").arg(self.path("libraries"));
        command.args(["-T", "ps_6_8", "-E", "PSMain", "-o"]).arg(self.path("linked.dxil"));
        Ok(command.args(more).env("NO_COLOR", "1").output()?)
    }

    /// Links, and says how often names were read from what, and how many programs were.
    fn traced(&self, more: &[&str]) -> Result<(Vec<(String, usize)>, usize), Failed> {
        let output = self.link(&[&["--trace", "--json"], more].concat())?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let document: Value = serde_json::from_slice(&output.stdout)?;
        let inputs = document["inputs"].as_array().ok_or("no inputs")?;
        assert_eq!(inputs.len(), COUNT + 1);
        let mut names: Vec<(String, usize)> = Vec::new();
        for input in inputs {
            let from = input["names"].as_str().ok_or("no names")?;
            match names.iter_mut().find(|(known, _)| known == from) {
                Some((_, count)) => *count += 1,
                None => names.push((from.to_owned(), 1)),
            }
        }
        Ok((names, inputs.iter().filter(|input| !input["program"].is_null()).count()))
    }

    fn linked(&self) -> Result<Vec<u8>, Failed> {
        Ok(fs::read(self.path("linked.dxil"))?)
    }
}

fn libraries_are_opened_as_far_as_they_are_needed() -> Result<(), Failed> {
    let mut results = Vec::new();
    for (symbols, source) in [(true, "symbol table"), (false, "runtime data")] {
        let tree = Tree::new(symbols)?;
        let (names, programs) = tree.traced(&[])?;
        assert_eq!(names, [(source.to_owned(), COUNT + 1)]);
        assert_eq!(programs, NEEDED + 1);
        results.push(tree.linked()?);

        let index = tree.path("index");
        let index = index.to_str().ok_or("a path in UTF-8")?;
        tree.traced(&["--index", index])?;
        let (names, programs) = tree.traced(&["--index", index])?;
        assert_eq!((names, programs), (vec![("index".to_owned(), COUNT + 1)], NEEDED + 1));
        results.push(tree.linked()?);

        // A library that is not needed is not read beyond its names: its program may be anything.
        let (path, needed) = (tree.library(1), tree.library(COUNT / (2 * NEEDED)));
        for (path, is_fine) in [(path, true), (needed, false)] {
            let mut bytes = fs::read(&path)?;
            let part = Container::parse(&bytes)?.part(FourCc::DXIL).ok_or("a part DXIL")?.payload();
            // Behind the header of the program.
            let program = part.offset as usize + 24;
            bytes[program..program + 32].fill(0xff);
            fs::write(&path, &bytes)?;
            assert_eq!(tree.link(&[])?.status.success(), is_fine, "{}", path.display());
        }
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "names make no difference to what is linked");
    Ok(())
}

fn an_index_is_brought_up_to_date() -> Result<(), Failed> {
    let tree = Tree::new(true)?;
    let path = tree.path("index");
    let index = ["--index", path.to_str().ok_or("a path in UTF-8")?];
    let all = |count: usize| vec![("index".to_owned(), count)];
    let one = |place: usize| {
        let mut names = vec![("index".to_owned(), COUNT), ("symbol table".to_owned(), 1)];
        if place == 0 {
            names.reverse();
        }
        names
    };
    tree.traced(&index)?;
    let first = fs::read(&path)?;
    assert_eq!(tree.traced(&index)?.0, all(COUNT + 1));
    assert_eq!(fs::read(&path)?, first, "what is right is not written again");

    // Another time, another size: both are read again, once.
    let touched = fs::File::options().append(true).open(tree.library(7))?;
    touched.set_modified(SystemTime::now() - Duration::from_secs(60))?;
    assert_eq!(tree.traced(&index)?.0, one(7));
    assert_eq!(tree.traced(&index)?.0, all(COUNT + 1));
    let entry = tree.path("entry.dxil");
    let mut bytes = fs::read(&entry)?;
    bytes.extend([0; 4]);
    fs::write(&entry, &bytes)?;
    assert_eq!(tree.traced(&index)?.0, one(0));

    // What took the place of a file that is gone is another library; so is one that now defines what is needed.
    fs::rename(tree.library(1), tree.library(2))?;
    let output = tree.link(&index)?;
    assert!(output.status.success());
    fs::copy(tree.library(3), tree.library(1))?;
    fs::copy(needed(&tree), tree.path("libraries/copy.dxil"))?;
    let output = tree.link(&index)?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("error[link.defined-twice]") && message.contains("copy.dxil"), "{message}");
    fs::remove_file(tree.path("libraries/copy.dxil"))?;

    // One that is damaged is said once, and made again.
    for damage in [&b"DXLINKIX and then something else that is long enough for a header"[..], b"DXLINKIX"] {
        fs::write(&path, damage)?;
        let output = tree.link(&index)?;
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && message.lines().count() == 1, "{message}");
        assert!(message.starts_with("note: ") && message.contains("reading all files again"), "{message}");
        let output = tree.link(&index)?;
        assert!(output.status.success() && output.stderr.is_empty());
    }
    Ok(())
}

/// A library that the entry needs.
fn needed(tree: &Tree) -> impl AsRef<Path> {
    tree.library(COUNT / (2 * NEEDED))
}

fn saved_inputs_repeat_a_link() -> Result<(), Failed> {
    let tree = Tree::new(true)?;
    let again = |saved: &Path| -> Result<Output, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
        Ok(command.args(["link", "@link.rsp"]).current_dir(saved).env("NO_COLOR", "1").output()?)
    };
    let saved = tree.path("saved with blanks");
    let folder = saved.to_str().ok_or("a path in UTF-8")?;
    let output = tree.link(&["--save-inputs", folder])?;
    assert!(output.status.success());
    assert_eq!(fs::read_dir(saved.join("library"))?.count(), NEEDED);
    assert!(again(&saved)?.status.success());
    assert_eq!(fs::read(saved.join("linked.dxil"))?, tree.linked()?);

    // A link that fails fails in the same way.
    fs::remove_dir_all(&saved)?;
    fs::copy(needed(&tree), tree.path("libraries/a copy.dxil"))?;
    let output = tree.link(&["--save-inputs", folder])?;
    let repeated = again(&saved)?;
    assert_eq!((output.status.code(), repeated.status.code()), (Some(1), Some(1)));
    let first_line = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = text.lines().next().unwrap_or_default().to_owned();
        line.split(" is defined in ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(first_line(&output), first_line(&repeated));
    assert!(first_line(&output).starts_with("error[link.defined-twice]"));
    Ok(())
}
