//! The tables in front of a module and the comments behind instructions: those of DXC's listings of real files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use dx_container::Container;
use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dxil::bitcode;
use dxil::ir::Module;
use dxil_text::listing;

/// The containers of the corpus that come with DXC's listing; none without a corpus.
fn listed_files() -> Vec<(PathBuf, PathBuf)> {
    let Some(corpus) = std::env::var_os("SHADER_CORPUS") else {
        eprintln!("skipped: SHADER_CORPUS names no folder with shaders and their listings");
        return Vec::new();
    };
    let folder = Path::new(&corpus).join("dxc");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} cannot be read", folder.display());
        return Vec::new();
    };
    let containers = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = containers
        .filter(|path| path.extension().is_some_and(|extension| extension == "dxil"))
        .map(|path| (path.clone(), path.with_extension("dis.ll")))
        .filter(|(_, listing)| listing.exists())
        .collect();
    files.sort();
    files
}

fn read(program: &Program<'_>) -> Module {
    bitcode::read(program.bitcode, program.bitcode_offset).unwrap()
}

/// The module that a listing shows, and its reflection.
fn modules(container: &Container<'_>) -> (Module, Option<Module>) {
    let part = listing::program_part(container).unwrap();
    let program = Program::parse(container.payload(&part)).unwrap();
    (read(&program), listing::reflection(container).as_ref().map(read))
}

/// Where two texts differ first, for people.
fn first_difference(found: &str, expected: &str) -> String {
    let lines = found.lines().zip(expected.lines()).enumerate();
    let Some((number, (found, expected))) = lines.into_iter().find(|(_, (a, b))| a != b) else {
        return format!("{} lines instead of {}", found.lines().count(), expected.lines().count());
    };
    format!("line {}\n  found    {found:?}\n  expected {expected:?}", number + 1)
}

/// Fails with the first few of many differences.
fn report(what: &str, count: usize, differences: &[String]) {
    eprintln!("{what}: {} of {count} are equal", count - differences.len());
    let shown = differences.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{shown}");
}

#[test]
fn headers_are_those_of_dxc() {
    let files = listed_files();
    let mut differences = Vec::new();
    for (path, listing_path) in &files {
        let bytes = fs::read(path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let (module, reflection) = modules(&container);
        let text = fs::read(listing_path).unwrap();
        let text = String::from_utf8_lossy(&text);
        let expected = text.split_once("target datalayout").unwrap().0;
        let found = listing::header(Some(&container), &module, reflection.as_ref());
        if found != expected {
            differences.push(format!("{}: {}", path.display(), first_difference(&found, expected)));
        }
    }
    report("headers", files.len(), &differences);
}

/// With the tables in front and the comments behind instructions, the text is the whole listing.
#[test]
fn listings_are_those_of_dxc() {
    let files = listed_files();
    let mut differences = Vec::new();
    let (mut comments, mut equal_comments) = (0, 0);
    for (path, listing_path) in &files {
        let bytes = fs::read(path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let (module, reflection) = modules(&container);
        let mut found = listing::header(Some(&container), &module, reflection.as_ref());
        dxil_text::print_with(&module, &mut listing::InstructionComments::new(&module), &mut found).unwrap();
        // The reference ends its output with an end of line more.
        found.push('\n');
        let text = fs::read(listing_path).unwrap();
        let expected = String::from_utf8_lossy(&text);
        let lines = found.lines().zip(expected.lines());
        for (found, expected) in lines.filter(|(_, expected)| is_commented(expected)) {
            comments += 1;
            equal_comments += usize::from(found == expected);
        }
        if found != expected {
            differences.push(format!("{}: {}", path.display(), first_difference(&found, &expected)));
        }
    }
    eprintln!("{equal_comments} of {comments} instructions with comments are equal");
    report("listings", files.len(), &differences);
}

/// Whether a line is an instruction with a comment.
fn is_commented(line: &str) -> bool {
    line.starts_with("  ") && ["  ; ", " ; line:", " ; var:"].iter().any(|comment| line.contains(comment))
}
