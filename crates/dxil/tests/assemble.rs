//! Containers from modules: the same, part by part and byte by byte, as the reference assembler's.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "assembled/text.rs"]
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::parts::PartView;
use dx_container::{Container, FourCc, Signing};
use dxil::assemble::{Options, assemble, rederive};
use dxil::bitcode;
use dxil::ir::Module;
use dxil::shader::Version;

/// What the reference assembler made of the listing that is printed of a container.
struct Assembled {
    path: PathBuf,
    listed: Vec<u8>,
    assembled: Vec<u8>,
}

/// Calls `check` with each pair of the corpus; says how many there are.
fn each_pair(mut check: impl FnMut(&Assembled)) -> usize {
    let Some(root) = std::env::var_os("SHADER_CORPUS").map(PathBuf::from) else {
        println!("skipped: SHADER_CORPUS names no folder with what the reference assembler made");
        return 0;
    };
    let folder = root.join("dxc-as");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in &paths {
        let listed = root.join("dxc").join(path.file_name().unwrap());
        let (listed, assembled) = (fs::read(listed).unwrap(), fs::read(path).unwrap());
        check(&Assembled { path: path.clone(), listed, assembled });
    }
    paths.len()
}

/// The module that the listing of a container shows.
fn listed_module(container: &Container<'_>) -> Module {
    let part = container.part(FourCc::ILDB).or(container.part(FourCc::DXIL)).unwrap();
    let Ok(PartView::Program(program)) = container.read(&part) else { panic!("no program") };
    text::as_text_has_it(bitcode::read(program.bitcode, 0).unwrap())
}

fn names(container: &Container<'_>) -> Vec<FourCc> {
    container.parts().iter().map(|part| part.name).collect()
}

fn same_container(path: &Path, ours: &[u8], theirs: &[u8], failures: &mut Vec<String>) {
    let (ours, theirs) = (Container::parse(ours).unwrap(), Container::parse(theirs).unwrap());
    let path = path.display();
    if names(&ours) != names(&theirs) {
        failures.push(format!("{path}: parts {:?} instead of {:?}", names(&ours), names(&theirs)));
        return;
    }
    for (our, their) in ours.parts().iter().zip(theirs.parts()).filter(|(our, their)| our.data != their.data)
    {
        let lengths = (our.data.len(), their.data.len());
        failures.push(format!("{path}: {} differs, lengths {lengths:?}", our.name));
    }
}

/// What is assembled of the module in a listing is what the reference assembler makes of that.
#[test]
fn containers_are_those_of_the_reference_assembler() {
    let (mut failures, mut parts) = (Vec::new(), BTreeMap::<FourCc, usize>::new());
    let count = each_pair(|pair| {
        let module = listed_module(&Container::parse(&pair.listed).unwrap());
        // It leaves the digest empty.
        let options = Options { signing: Signing::Zero, ..Options::default() };
        match assemble(module, &options) {
            Ok(ours) if ours == pair.assembled => {}
            Ok(ours) => same_container(&pair.path, &ours, &pair.assembled, &mut failures),
            Err(error) => failures.push(format!("{}: {error}", pair.path.display())),
        }
        for name in names(&Container::parse(&pair.assembled).unwrap()) {
            *parts.entry(name).or_default() += 1;
        }
    });
    println!("{} of {count} differ; {parts:?}", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
    let at_least = [(FourCc::ILDB, 1), (FourCc::ILDN, 1), (FourCc::STAT, count), (FourCc::DXIL, count)];
    for (name, least) in at_least.into_iter().filter(|_| count > 0) {
        assert!(parts.get(&name).is_some_and(|found| *found >= least), "{name} in {parts:?}");
    }
}

/// Deriving the parts of a finished container again changes none, of what DXC wrote as of what was assembled.
#[test]
fn derived_parts_stay() {
    let mut failures = Vec::new();
    let count = each_pair(|pair| {
        for bytes in [&pair.listed, &pair.assembled] {
            let built = rederive(&Container::parse(bytes).unwrap(), None);
            match built.map(|builder| builder.build(Signing::Keep).unwrap()) {
                Ok(ours) if ours == *bytes => {}
                Ok(ours) => same_container(&pair.path, &ours, bytes, &mut failures),
                Err(error) => failures.push(format!("{}: {error}", pair.path.display())),
            }
        }
    });
    println!("{} of {count} pairs of containers", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
}

/// For an older validator and back for the one it was for, a container is the same again.
#[test]
fn validators_change_there_and_back() {
    let (mut failures, mut changed) = (Vec::new(), 0);
    let count = each_pair(|pair| {
        let container = Container::parse(&pair.assembled).unwrap();
        let module = listed_module(&container);
        let named = dxil::shader::Shader::read(&module).unwrap().validator_version.unwrap();
        // Older ones know no HASH, which would not come back.
        let other = Version::new(1, 5 + u32::try_from(changed % 5).unwrap());
        let there = match rederive(&container, Some(&other)) {
            Ok(builder) => builder.build(Signing::Zero).unwrap(),
            Err(error) => return failures.push(format!("{}: {error}", pair.path.display())),
        };
        let container = Container::parse(&there).unwrap();
        let module = listed_module(&container);
        assert_eq!(dxil::shader::Shader::read(&module).unwrap().validator_version, Some(other));
        let back = rederive(&container, Some(&named)).unwrap().build(Signing::Zero).unwrap();
        if back != pair.assembled {
            same_container(&pair.path, &back, &pair.assembled, &mut failures);
        }
        changed += 1;
    });
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
    assert_eq!(changed, count);
}
