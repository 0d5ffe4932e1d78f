//! Listings to containers: the reference assembler's, to the byte.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::PathBuf;

use dx_container::{Container, Signing};
use dxil::assemble::{Options, assemble};
use dxil_text::parse;

/// What is assembled of each listing of the reference compiler is what its assembler makes of it.
#[test]
fn listings_become_the_reference_assemblers_containers() {
    let Some(root) = std::env::var_os("SHADER_CORPUS").map(PathBuf::from) else {
        println!("skipped: SHADER_CORPUS names no folder with listings of the reference compiler");
        return;
    };
    let (mut count, mut failures) = (0, Vec::new());
    let mut paths: Vec<PathBuf> =
        fs::read_dir(root.join("dxc-as")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        count += 1;
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = fs::read(root.join("dxc").join(format!("{name}.dis.ll"))).unwrap();
        let module = match parse(&text) {
            Ok(module) => module,
            Err(errors) => {
                failures.push(format!("{name}: {errors}"));
                continue;
            }
        };
        // It leaves the digest empty.
        let options = Options { signing: Signing::Zero, ..Options::default() };
        let theirs = fs::read(&path).unwrap();
        match assemble(module, &options) {
            Ok(ours) if ours == theirs => {}
            Ok(ours) => failures.push(format!("{name}: {}", first_difference(&ours, &theirs))),
            Err(error) => failures.push(format!("{name}: {error}")),
        }
    }
    println!("{} of {count} differ", failures.len());
    assert!(failures.is_empty(), "{:#?}", failures.get(..failures.len().min(20)));
    assert!(count > 0, "SHADER_CORPUS has containers of the reference assembler");
}

fn first_difference(ours: &[u8], theirs: &[u8]) -> String {
    let (ours, theirs) = (Container::parse(ours).unwrap(), Container::parse(theirs).unwrap());
    let mut pairs = ours.parts().iter().zip(theirs.parts());
    match pairs.find(|(our, their)| our.name != their.name || our.data != their.data) {
        Some((our, their)) => format!("{} where {} should be, or it differs", our.name, their.name),
        None => "parts are missing".to_owned(),
    }
}
