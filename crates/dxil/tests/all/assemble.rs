//! Containers from modules: the same, part by part and byte by byte, as the reference assembler's.

mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::parts::PartView;
use dx_container::{Container, FourCc, Signing};
use dxil::assemble::{Options, assemble, rederive};
use dxil::shader::Version;
use dxil_ir::Module;
use dxil_ir::bitcode;
use testkit::corpus::{assert_at_least, inputs, is_known, own_shaders};
use testkit::{Completion, Test, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_containers_are_assembled_again,
    derived_parts_of_own_containers_stay,
    validators_of_own_containers_change_there_and_back,
    containers_are_those_of_the_reference_assembler,
    canonical_orders_are_those_of_the_reference_assembler,
    derived_parts_stay,
    validators_change_there_and_back
];

fn derived_parts_of_own_containers_stay() -> Completion {
    derived_parts_stay_of(&own())
}

fn validators_of_own_containers_change_there_and_back() -> Completion {
    change_there_and_back(&own())
}

fn containers_are_those_of_the_reference_assembler() -> Completion {
    of_corpus(containers_are_assembled)
}

fn canonical_orders_are_those_of_the_reference_assembler() -> Completion {
    of_corpus(canonical_orders_are_assembled)
}

fn derived_parts_stay() -> Completion {
    of_corpus(derived_parts_stay_of)
}

fn validators_change_there_and_back() -> Completion {
    of_corpus(change_there_and_back)
}

/// What an assembler made of the listing that is printed of a container.
struct Assembled {
    path: PathBuf,
    listed: Vec<u8>,
    assembled: Vec<u8>,
}

/// What the reference assembler made; nothing where the corpus has nothing of it.
fn pairs() -> Vec<Assembled> {
    let pair = |path: PathBuf| {
        let listed = path.parent()?.with_file_name("dxc").join(path.file_name()?);
        let (listed, assembled) = (fs::read(listed).ok()?, fs::read(&path).ok()?);
        Some(Assembled { path, listed, assembled })
    };
    inputs("dxc-as", "dxil").into_iter().flatten().filter_map(pair).collect()
}

fn of_corpus(check: fn(&[Assembled]) -> Completion) -> Completion {
    let pairs = pairs();
    if pairs.is_empty() {
        return skipped("what the reference assembler made (dxc-as/ of dxc/)");
    }
    assert_at_least("pairs", pairs.len(), [1, 619]);
    check(&pairs)
}

/// The project's own shaders, and what we assemble of what is printed of them.
fn own() -> Vec<Assembled> {
    // The reference assembler leaves the digest empty.
    let options = Options { signing: Signing::Zero, ..Options::default() };
    let shaders = own_shaders().into_iter().filter(|shader| shader.listing.is_some());
    let pairs = shaders.map(|shader| {
        let module = listed_module(&Container::parse(&shader.bytes).unwrap());
        let assembled = assemble(module, &options).unwrap_or_else(|error| panic!("{}: {error}", shader.name));
        Assembled { path: shader.name.into(), listed: shader.bytes, assembled }
    });
    let pairs: Vec<Assembled> = pairs.collect();
    assert_eq!(pairs.len(), 101);
    pairs
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

/// Parts that the compiler writes of the program as the assembler does.
const OF_THE_PROGRAM: [FourCc; 6] =
    [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::RDAT];

/// What is assembled of a listing has the parts that the compiler wrote of the program.
fn own_containers_are_assembled_again() -> Completion {
    let (mut failures, mut same) = (Vec::new(), BTreeMap::<FourCc, usize>::new());
    for pair in own() {
        let (ours, theirs) =
            [&pair.assembled, &pair.listed].map(|bytes| Container::parse(bytes).unwrap()).into();
        for name in OF_THE_PROGRAM {
            match [&ours, &theirs].map(|container| container.part(name).map(|part| part.data)) {
                [None, None] => {}
                [ours, theirs] if ours == theirs => *same.entry(name).or_default() += 1,
                _ => failures.push(format!("{}: {name} differs", pair.path.display())),
            }
        }
    }
    note!("{same:?}");
    assert!(failures.is_empty(), "{failures:#?}");
    let least =
        [(FourCc::SFI0, 101), (FourCc::ISG1, 96), (FourCc::PSG1, 30), (FourCc::PSV0, 96), (FourCc::RDAT, 5)];
    for (name, count) in least {
        assert_eq!(same.get(&name), Some(&count), "{name} in {same:?}");
    }
    Completion::Completed
}

/// What is assembled of the module in a listing is what the reference assembler makes of that.
fn containers_are_assembled(pairs: &[Assembled]) -> Completion {
    let (mut failures, mut parts, count) = (Vec::new(), BTreeMap::<FourCc, usize>::new(), pairs.len());
    for pair in pairs {
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
    }
    note!("{} of {count} differ; {parts:?}", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
    let at_least = [(FourCc::ILDB, 1), (FourCc::ILDN, 1), (FourCc::STAT, count), (FourCc::DXIL, count)];
    for (name, least) in at_least.into_iter().filter(|_| is_known()) {
        assert!(parts.get(&name).is_some_and(|found| *found >= least), "{name} in {parts:?}");
    }
    Completion::Completed
}

/// What forgets its orders is written as the reference assembler writes it.
fn canonical_orders_are_assembled(pairs: &[Assembled]) -> Completion {
    let mut failures = Vec::new();
    for Assembled { path, assembled, .. } in pairs {
        let container = Container::parse(assembled).unwrap();
        for part in container.parts() {
            let Ok(PartView::Program(program)) = container.read(part) else { continue };
            let mut module = bitcode::read(program.bitcode, 0).unwrap();
            module.forget_encoding();
            if bitcode::write(&module).unwrap() != program.bitcode {
                failures.push(format!("{}: {} differs", path.display(), part.name));
            }
        }
    }
    note!("{} of the modules of {} containers differ", failures.len(), pairs.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
    Completion::Completed
}

/// Deriving the parts of a finished container again changes none, of what DXC wrote as of what was assembled.
fn derived_parts_stay_of(pairs: &[Assembled]) -> Completion {
    let (mut failures, count) = (Vec::new(), pairs.len());
    for pair in pairs {
        for bytes in [&pair.listed, &pair.assembled] {
            let built = rederive(&Container::parse(bytes).unwrap(), None);
            match built.map(|builder| builder.build(Signing::Keep).unwrap()) {
                Ok(ours) if ours == *bytes => {}
                Ok(ours) => same_container(&pair.path, &ours, bytes, &mut failures),
                Err(error) => failures.push(format!("{}: {error}", pair.path.display())),
            }
        }
    }
    note!("{} of {count} pairs of containers differ", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
    Completion::Completed
}

/// For an older validator and back for the one it was for, a container is the same again.
fn change_there_and_back(pairs: &[Assembled]) -> Completion {
    let mut failures = Vec::new();
    for (pair, minor) in pairs.iter().zip((5..10).cycle()) {
        let container = Container::parse(&pair.assembled).unwrap();
        let module = listed_module(&container);
        let named = dxil::shader::Shader::read(&module).unwrap().validator_version.unwrap();
        // Older ones know no HASH, which would not come back.
        let other = Version::new(1, minor);
        let there = match rederive(&container, Some(&other)) {
            Ok(builder) => builder.build(Signing::Zero).unwrap(),
            Err(error) => {
                failures.push(format!("{}: {error}", pair.path.display()));
                continue;
            }
        };
        let container = Container::parse(&there).unwrap();
        let module = listed_module(&container);
        assert_eq!(dxil::shader::Shader::read(&module).unwrap().validator_version, Some(other));
        let back = rederive(&container, Some(&named)).unwrap().build(Signing::Zero).unwrap();
        if back != pair.assembled {
            same_container(&pair.path, &back, &pair.assembled, &mut failures);
        }
    }
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
    Completion::Completed
}
