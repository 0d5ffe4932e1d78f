//! The code of links is what LLVM's assembler makes of prologue, bodies with every value as a literal, and epilogue;
//! stored beside those sources by `cargo xtask conformance amd --bless`, which also has LLVM read the pipelines.

use std::fs;

use md5::{Digest as _, Md5};

use super::fixtures::{linked, root, text};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    linked_code_is_what_the_assembler_makes,
    linked_files_are_those_that_were_read,
    every_object_is_in_the_index
];

const FOLDER: &str = "tests/corpus/amd/expected";

/// A source of expected code, and the pipeline that it is about.
struct Link {
    name: String,
    source: String,
}

impl Link {
    fn word(&self, key: &str) -> &str {
        self.source.lines().find_map(|line| line.strip_prefix(key)).unwrap()
    }

    fn pipeline(&self) -> Vec<u8> {
        let inputs: Vec<&str> = self.word("// LINK: ").split(' ').collect();
        linked(&inputs, &fs::read_to_string(root().join(self.word("// STATE: "))).unwrap())
    }
}

fn links() -> Vec<Link> {
    let entries = fs::read_dir(root().join(FOLDER)).unwrap().map(|entry| entry.unwrap().path());
    let sources = entries.filter(|path| path.extension().is_some_and(|extension| extension == "s"));
    let mut links: Vec<Link> = sources
        .map(|path| Link {
            name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
            source: fs::read_to_string(&path).unwrap(),
        })
        .collect();
    links.sort_by(|left, right| left.name.cmp(&right.name));
    assert!(links.len() >= 27, "{}", links.len());
    links
}

fn linked_code_is_what_the_assembler_makes() {
    for link in links() {
        let expected = fs::read(root().join(FOLDER).join(format!("{}.text", link.name))).unwrap();
        let found = text(&link.pipeline());
        let differs = found.chunks(4).zip(expected.chunks(4)).position(|(found, expected)| found != expected);
        assert_eq!(differs.map(|word| 4 * word), None, "{}: the first word that differs", link.name);
        assert_eq!(found.len(), expected.len(), "{}", link.name);
    }
}

/// What LLVM has read without a warning is what is linked now.
fn linked_files_are_those_that_were_read() {
    let table = fs::read_to_string(root().join("tests/conformance/amd.tsv")).unwrap();
    for link in links() {
        let row = table.lines().find_map(|row| row.strip_prefix(&format!("{FOLDER}/{}.s\t", link.name)));
        let digest =
            Md5::digest(link.pipeline()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let stored = row.unwrap_or_else(|| panic!("{} is not in the table", link.name)).split('\t').next();
        assert_eq!(stored, Some(digest.as_str()), "{}", link.name);
    }
}

/// The index names every object, and every object has its source.
fn every_object_is_in_the_index() {
    let folder = root().join("tests/corpus/amd");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "o" || extension == "s") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(index.contains(&format!("| `{name}` | ")), "{name}");
            assert!(path.with_extension("o").exists() && path.with_extension("s").exists(), "{name}");
            count += 1;
        }
    }
    assert!(count >= 120, "{count}");
}
