//! RDAT and shader flags of real programs, derived from their modules: the part to the byte, the flags to the bit. Then programs
//! made here that real ones do not reach, and bad ones.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "streams/corpus.rs"]
mod corpus;

use std::collections::BTreeMap;
use std::fs;

use corpus::Stored;
use dx_container::flags::ShaderFlags;
use dx_container::parts::View as _;
use dx_container::parts::rdat::Rdat;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil::bitcode;
use dxil::derive::functions::COLLECTED;
use dxil::derive::{Functions, Program, rdat, subobjects};
use dxil::ir::Module;
use dxil::shader::Shader;

/// The part of a stored container that has this name.
fn part_of(stored: &Stored<'_>, name: FourCc) -> Option<Vec<u8>> {
    let bytes = fs::read(stored.path).unwrap();
    let container = Container::parse(&bytes).ok()?;
    let part = container.parts().iter().find(|part| part.name == name)?;
    Some(container.payload(part).bytes.to_vec())
}

/// Calls `check` with each program in the part DXIL.
fn each_program(mut check: impl FnMut(&Stored<'_>, &Module, &mut Shader)) {
    corpus::each_module(|stored| {
        if stored.part != Some(FourCc::DXIL) {
            return;
        }
        let Ok(module) = bitcode::read(stored.bitcode, stored.offset) else { return };
        let Ok(mut shader) = Shader::read(&module) else { return };
        check(&stored, &module, &mut shader);
    });
}

/// RDAT of every real library follows from its module, but for the subobjects, which the module no longer has.
#[test]
fn real_libraries_have_the_derived_part() {
    let (mut libraries, mut failures) = (BTreeMap::<String, usize>::new(), Vec::new());
    let mut with_subobjects = 0;
    let mut tables = BTreeMap::<_, usize>::new();
    each_program(|stored, module, shader| {
        if !shader.model.as_ref().unwrap().is_library() {
            return;
        }
        let Some(expected) = part_of(stored, FourCc::RDAT) else { return };
        let read = Rdat::parse(Payload::new(FourCc::RDAT, &expected)).unwrap();
        shader.subobjects = subobjects(&read).unwrap();
        with_subobjects += usize::from(!shader.subobjects.is_empty());
        let program = Program::new(module, shader);
        let found = rdat(&program).map(|part| part.unwrap().write().unwrap());
        let version = shader.validator_version.as_ref().unwrap().to_string();
        for table in &read.tables {
            *tables.entry(table.row.name).or_default() += 1;
        }
        *libraries.entry(version.clone()).or_default() += 1;
        match found {
            Ok(found) if found == expected => {}
            Ok(found) => {
                let found = Rdat::parse(Payload::new(FourCc::RDAT, &found)).unwrap();
                failures.push(format!("{} {version}: {}", stored.path.display(), difference(&found, &read)));
            }
            Err(error) => failures.push(format!("{} {version}: {error}", stored.path.display())),
        }
    });
    println!("{libraries:?}, {with_subobjects} with subobjects, tables {tables:?}");
    assert!(failures.is_empty(), "{}: {:#?}", failures.len(), failures);
}

/// The first field that differs.
fn difference(found: &Rdat<'_>, expected: &Rdat<'_>) -> String {
    for table in &expected.tables {
        let pairs = found.records(table.row.table).zip(expected.records(table.row.table));
        for (index, (found, expected)) in pairs.enumerate() {
            for ((name, found), (_, wanted)) in found.fields().zip(expected.fields()) {
                let (found, wanted) = (format!("{found:?}"), format!("{wanted:?}"));
                if found != wanted {
                    return format!(
                        "{} {index} {}: {name} {found} {wanted}",
                        table.row.name,
                        expected.text("Name")
                    );
                }
            }
        }
        let counts = (found.records(table.row.table).len(), table.len());
        if counts.0 != counts.1 {
            return format!("{} {counts:?}", table.row.name);
        }
    }
    format!("the rest: {} {}", found.tables.len(), expected.tables.len())
}

/// What the reference validator found in the code where it is something else than what is declared.
fn flags_found_by_the_reference(stored: &Stored<'_>) -> Option<ShaderFlags> {
    let messages = fs::read_to_string(stored.path.with_extension("dxv.txt")).ok()?;
    let (_, rest) = messages.split_once("Flags declared=")?;
    let (_, actual) = rest.split_once("actual=")?;
    let digits = actual.split(|digit: char| !digit.is_ascii_digit()).next()?;
    Some(ShaderFlags::from_bits_retain(digits.parse().unwrap()))
}

/// What every real program says it uses is what its code uses, or the reference validator says what that is.
#[test]
fn real_programs_declare_what_they_use() {
    let (mut programs, mut refused, mut failures) = (0, 0, Vec::new());
    let mut seen = ShaderFlags::empty();
    each_program(|stored, module, shader| {
        let program = Program::new(module, shader);
        let Some(entry) = shader.entry_points.first() else { return };
        programs += 1;
        let reference = flags_found_by_the_reference(stored);
        refused += usize::from(reference.is_some());
        let expected = reference.unwrap_or(entry.flags() & COLLECTED);
        match Functions::of(&program).map(|functions| functions.module_flags()) {
            Ok(found) if found & COLLECTED == expected => seen |= found,
            Ok(found) => {
                let (more, fewer) = ((found & COLLECTED) - expected, expected - found);
                failures.push(format!("{}: more {more:?} fewer {fewer:?}", stored.path.display()));
            }
            Err(error) => failures.push(format!("{}: {error}", stored.path.display())),
        }
    });
    println!("{programs} programs, {refused} refused, never seen {:?}", COLLECTED - seen);
    assert!(failures.is_empty(), "{} of {programs}: {:#?}", failures.len(), failures);
}
