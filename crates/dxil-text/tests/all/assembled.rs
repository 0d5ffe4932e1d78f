//! Listings to modules and to containers: the reference assembler's, to the byte. Of the project's own shaders the
//! reference's listings come back as the modules and parts that the compiler wrote.

use std::fs;

use crate::listed;
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc, Signing};
use dxil::assemble::{Options, assemble};
use dxil_text::parse;
use testkit::corpus::{assert_at_least, inputs};
use testkit::{Completion, Test, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_listings_become_what_was_listed,
    listings_are_the_modules_of_the_reference_assembler,
    listings_become_the_reference_assemblers_containers
];

/// What the reference lists is, read again, the program that it listed: the same module, and the same parts that follow
/// from it.
fn own_listings_become_what_was_listed() -> Completion {
    let of_the_program = [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::RDAT];
    let (mut parts, mut failures) = (0, Vec::new());
    for listed in listed::own() {
        let name = listed.path.display();
        let container = Container::parse(&listed.bytes).unwrap();
        let read = parse(listed.listing.as_bytes()).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let (module, _) = listed::modules(&container);
        if let Some(difference) = module.difference(&read) {
            failures.push(format!("{name}: {difference}"));
        }
        let assembled = assemble(read, &Options::default()).unwrap();
        let assembled = Container::parse(&assembled).unwrap();
        for part in container.parts().iter().filter(|part| of_the_program.contains(&part.name)) {
            parts += 1;
            if assembled.part(part.name).is_none_or(|ours| ours.data != part.data) {
                failures.push(format!("{name}: {} differs", part.name));
            }
        }
    }
    note!("{parts} parts are the same");
    assert!(failures.is_empty(), "{failures:#?}");
    assert_eq!(parts, 424);
    Completion::Completed
}

/// Compares each listing of the compiler with what its assembler made of it. `differs` says in what, if in anything.
fn of_corpus(differs: fn(&[u8], &[u8]) -> Option<String>) -> Completion {
    let (mut count, mut failures) = (0, Vec::new());
    for path in inputs("dxc-as", "dxil").into_iter().flatten() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let listing = path.parent().unwrap().with_file_name("dxc").join(format!("{name}.dis.ll"));
        let Ok(text) = fs::read(listing) else { continue };
        count += 1;
        if let Some(difference) = differs(&text, &fs::read(&path).unwrap()) {
            failures.push(format!("{name}: {difference}"));
        }
    }
    if count == 0 {
        return skipped("what the reference assembler made (dxc-as/ of dxc/)");
    }
    note!("{} of {count} listings differ", failures.len());
    assert!(failures.is_empty(), "{:#?}", failures.get(..failures.len().min(20)));
    assert_at_least("listings", count, [1, 619]);
    Completion::Completed
}

fn listings_are_the_modules_of_the_reference_assembler() -> Completion {
    of_corpus(module_differs)
}

fn listings_become_the_reference_assemblers_containers() -> Completion {
    of_corpus(container_differs)
}

/// The module of the part that a listing shows.
fn program(bytes: &[u8]) -> &[u8] {
    let container = Container::parse(bytes).unwrap();
    let part = container.part(FourCc::ILDB).or(container.part(FourCc::DXIL)).unwrap();
    ProgramPart::parse(container.payload(&part)).unwrap().bitcode
}

fn module_differs(text: &[u8], assembled: &[u8]) -> Option<String> {
    match parse(text) {
        Ok(module) if dxil_ir::bitcode::write(&module).unwrap() == program(assembled) => None,
        Ok(_) => Some("the bitcode differs".to_owned()),
        Err(errors) => Some(errors.to_string()),
    }
}

fn container_differs(text: &[u8], theirs: &[u8]) -> Option<String> {
    // It leaves the digest empty.
    let options = Options { signing: Signing::Zero, ..Options::default() };
    match parse(text).map(|module| assemble(module, &options)) {
        Ok(Ok(ours)) => (ours != theirs).then(|| first_difference(&ours, theirs)),
        Ok(Err(error)) => Some(error.to_string()),
        Err(errors) => Some(errors.to_string()),
    }
}

fn first_difference(ours: &[u8], theirs: &[u8]) -> String {
    let (ours, theirs) = (Container::parse(ours).unwrap(), Container::parse(theirs).unwrap());
    let mut pairs = ours.parts().iter().zip(theirs.parts());
    match pairs.find(|(our, their)| our.name != their.name || our.data != their.data) {
        Some((our, their)) => format!("{} where {} should be, or it differs", our.name, their.name),
        None => "parts are missing".to_owned(),
    }
}
