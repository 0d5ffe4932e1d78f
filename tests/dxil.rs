//! DXIL programs: every one there is in `examples/`, in `tests/corpus/` and in the folder that the variable
//! SHADER_CORPUS names, read into the IR and written from it.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dx_container::parts::statistics::Statistics;
use dx_container::{Container, FourCc, is_container};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root is there")
}

fn corpus() -> Option<PathBuf> {
    std::env::var_os("SHADER_CORPUS").map(PathBuf::from)
}

/// A program in a file: where, in which part, and its bitcode.
struct Stored {
    path: PathBuf,
    part: FourCc,
    bitcode: Vec<u8>,
}

/// The programs of files that a compiler, assembler or linker made.
fn programs() -> Vec<Stored> {
    let own = [root().join("examples"), root().join("tests/corpus")];
    let entries =
        own.into_iter().chain(corpus()).flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    let files =
        entries.map(|entry| entry.expect("it can be walked").into_path()).filter(|path| path.is_file());
    let honest = files.filter(|path| !path.components().any(|folder| folder.as_os_str() == "mutated"));
    let mut programs = Vec::new();
    for path in honest {
        let bytes = fs::read(&path).expect("it can be read");
        if !is_container(&bytes) {
            continue;
        }
        let Ok(container) = Container::parse(&bytes) else { continue };
        for part in container.parts() {
            let payload = container.payload(part);
            let program = match part.name {
                FourCc::DXIL | FourCc::ILDB => Program::parse(payload),
                FourCc::STAT => match Statistics::parse(payload) {
                    Ok(Statistics::Program(program)) => Ok(program),
                    _ => continue,
                },
                _ => continue,
            };
            let bitcode = program.expect("it is a program").bitcode.to_vec();
            programs.push(Stored { path: path.clone(), part: part.name, bitcode });
        }
    }
    programs
}

/// What is read is written again, to the byte, from a copy of the module that has nothing of the input.
#[test]
fn bitcode_comes_back_byte_for_byte() {
    let mut counts = BTreeMap::<_, usize>::new();
    let mut failures = Vec::new();
    let mut total = 0;
    for Stored { path, part, bitcode } in programs() {
        total += 1;
        let outcome = match dxil::bitcode::read(&bitcode, 0) {
            Err(error) => Err(format!("read: {error}")),
            Ok(module) => {
                let copy = module.clone();
                drop(module);
                match dxil::bitcode::write(&copy) {
                    Err(error) => Err(format!("write: {error}")),
                    Ok(written) if written == bitcode => Ok(()),
                    Ok(written) => {
                        let at = written.iter().zip(&bitcode).position(|(a, b)| a != b);
                        Err(format!("differs at {at:?} of {} / {}", written.len(), bitcode.len()))
                    }
                }
            }
        };
        match outcome {
            Ok(()) => *counts.entry((path.parent().unwrap().to_owned(), part)).or_default() += 1,
            Err(what) => failures.push(format!("{} {part:?}: {what}", path.display())),
        }
    }
    println!("{counts:#?}");
    println!("{} of {total} fail", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(40)]);
}

/// What forgets its orders is written as the reference assembler writes it.
#[test]
fn canonical_orders_are_those_of_the_reference_assembler() {
    let Some(corpus) = corpus() else {
        println!("skipped: SHADER_CORPUS is not set");
        return;
    };
    let (mut total, mut failures) = (0, Vec::new());
    for Stored { path, part, bitcode } in programs() {
        if !path.starts_with(corpus.join("dxc-as")) {
            continue;
        }
        total += 1;
        let mut module = dxil::bitcode::read(&bitcode, 0).expect("it can be read");
        module.forget_encoding();
        match dxil::bitcode::write(&module) {
            Ok(written) if written == bitcode => {}
            Ok(written) => {
                let at = written.iter().zip(&bitcode).position(|(a, b)| a != b);
                failures.push(format!(
                    "{} {part:?}: {at:?} {} {}",
                    path.display(),
                    written.len(),
                    bitcode.len()
                ));
            }
            Err(error) => failures.push(format!("{} {part:?}: {error}", path.display())),
        }
    }
    println!("{} of {total} fail", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
}

/// No module that a compiler, assembler or linker made breaks a rule of LLVM 3.7's IR.
#[test]
fn modules_are_well_formed() {
    let (mut total, mut failures) = (0, Vec::new());
    for Stored { path, part, bitcode } in programs() {
        total += 1;
        let module = dxil::bitcode::read(&bitcode, 0).expect("it can be read");
        let report = dxil::ir::verify(&module);
        for finding in report.findings.iter().take(3) {
            let dxil::ir::verify::Finding { rule, place, message } = finding;
            let place = place.show(&module);
            failures.push(format!("{} {part:?}: {}: {place}: {message}", path.display(), rule.row().id));
        }
    }
    if corpus().is_none() {
        println!("only the project's own modules: SHADER_CORPUS is not set");
    }
    println!("{total} modules, {} findings", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(40)]);
}
