//! Modules as text, beside what DXC prints of them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::PathBuf;

use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dx_container::{Container, FourCc};

/// The module that a container's part holds.
fn module(bytes: &[u8], name: FourCc) -> Option<dxil::ir::Module> {
    let container = Container::parse(bytes).unwrap();
    let part = container.parts().iter().find(|part| part.name == name)?;
    let program = Program::parse(container.payload(part)).unwrap();
    Some(dxil::bitcode::read(program.bitcode, 0).unwrap())
}

fn print(module: &dxil::ir::Module) -> String {
    let mut text = String::new();
    dxil_text::print(module, &mut text).unwrap();
    text
}

/// A listing without what stands before the module and behind instructions.
fn plain(listing: &str) -> String {
    let start = listing.find("target datalayout").unwrap();
    let mut text = String::new();
    // The listing ends with an empty line of its own.
    for line in listing[start..].strip_suffix("\n").unwrap().lines() {
        let comments = ["  ; ", " ; line:", " ; var:"].iter().filter_map(|start| line.find(start));
        let end = comments.min().filter(|_| line.starts_with("  "));
        text.push_str(&line[..end.unwrap_or(line.len())]);
        text.push('\n');
    }
    text
}

/// Modules are printed as the reference compiler prints them, to the byte.
#[test]
fn modules_are_printed_as_the_reference_prints_them() {
    let Some(corpus) = std::env::var_os("SHADER_CORPUS") else {
        println!("skipped: SHADER_CORPUS is not set");
        return;
    };
    let mut paths: Vec<PathBuf> =
        fs::read_dir(PathBuf::from(corpus).join("dxc")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxil"));
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        let listing = fs::read_to_string(path.with_extension("dis.ll")).unwrap();
        let bytes = fs::read(path).unwrap();
        let module = module(&bytes, FourCc::ILDB).or_else(|| module(&bytes, FourCc::DXIL)).unwrap();
        let (expected, found) = (plain(&listing), print(&module));
        if expected != found {
            let mut pairs = expected.lines().zip(found.lines()).enumerate();
            let first = pairs.find(|(_, (a, b))| a != b);
            failures.push(format!("{}: {first:#?}", path.file_name().unwrap().display()));
        }
    }
    println!("{} of {} differ", failures.len(), paths.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(20)].join("\n"));
}
