//! Damaged modules: each is the same again once it was printed and read, or the printer says what assembly cannot
//! express. What is printed can always be read.
//!
//! `DAMAGED_MODULE` looks at the one with this number and shows it.

use dxil_ir::{Module, verify};
use dxil_text::PrintError;
use testkit::damage::bytes::flipped;
use testkit::damage::module::Damage;
use testkit::generate::module;
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] =
    tests![damaged_modules_come_back_or_are_refused within Limits::seconds(60, "it walks the whole corpus")];

/// Modules of real files that are damaged, spread over all there are, and how long they are at most.
const BASES: usize = 150;
const LONGEST: usize = 24_000;

/// What no rule of the IR forbids and assembly cannot express all the same: lists of metadata without a name, what the
/// debug nodes of no compiler hold, integers wider than are read, accesses that are atomic without an ordering, calls
/// with a number that no bitcode has, alignments that only bitcode has, and structures that share a name.
const NO_ASSEMBLY: [&str; 10] = [
    "list of metadata with an empty name",
    "kind of metadata with an empty name",
    "of a DIModule",
    "a DIModule with",
    "the field `version` of a GenericDINode",
    "an integer constant of type",
    "an atomic access without an ordering",
    "a call with calling convention",
    "the attribute `align` with 1073741824",
    "two structures with the name",
];

/// How many modules came back, and how many the printer refused.
#[derive(Debug, Default)]
struct Counts {
    same: usize,
    refused: usize,
}

/// Bitcode of real files.
pub(crate) fn bases() -> Vec<Vec<u8>> {
    let mut bases = Vec::new();
    some_modules(BASES, LONGEST, |stored| bases.push(stored.bitcode.to_vec())).without_filter();
    bases
}

/// The damaged module with this number.
pub(crate) fn damaged(bases: &[Vec<u8>], number: u64) -> Module {
    let mut random = Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..8).for_each(|_| _ = random.below(2));
    let mut module = match random.below(4) {
        0 => module::module((0..random.below(400)).map(|_| random.below(1 << 31) as u32).collect()),
        1 => dxil_ir::bitcode::read(&bases[random.below(bases.len())], 0).unwrap(),
        _ => return read_flipped(&bases[random.below(bases.len())], &mut random),
    };
    for _ in 0..=random.below(4) {
        Damage { module: &mut module, random: &mut random }.one();
    }
    module
}

/// A module that is read although bits of its bitcode were changed.
fn read_flipped(bitcode: &[u8], random: &mut Random) -> Module {
    loop {
        if let Ok(module) = dxil_ir::bitcode::read(&flipped(bitcode, 2, random), 0) {
            return module;
        }
    }
}

/// What becomes of a module; what is wrong with its text, if anything is.
fn check(mut module: Module, counts: &mut Counts) -> Result<(), String> {
    module.forget_encoding();
    let mut text = String::new();
    if let Err(error) = dxil_text::print(&module, &mut text) {
        let is_named = matches!(
            error,
            PrintError::Inexpressible { .. } | PrintError::Unsupported { .. } | PrintError::Dangling { .. }
        );
        if !is_named {
            return Err(format!("{error} is no reason"));
        }
        let error = error.to_string();
        if verify(&module).is_valid() && !NO_ASSEMBLY.iter().any(|known| error.contains(known)) {
            return Err(format!("{error}, in a module that breaks no rule"));
        }
        counts.refused += 1;
        return Ok(());
    }
    let read = dxil_text::parse(text.as_bytes());
    let read = read.map_err(|errors| {
        let valid = verify(&module).is_valid();
        format!("{}\n(valid: {valid})", errors.shown("text", text.as_bytes()))
    })?;
    match module.difference(&read) {
        Some(difference) => Err(format!("{difference} (valid: {})", verify(&module).is_valid())),
        None => {
            counts.same += 1;
            Ok(())
        }
    }
}

fn damaged_modules_come_back_or_are_refused() {
    let variable = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().unwrap());
    let count = times(2_000) as u64;
    let bases = bases();
    let mut counts = Counts::default();
    if let Some(number) = variable("DAMAGED_MODULE") {
        let module = damaged(&bases, number);
        let mut text = String::new();
        note!("{:?}", dxil_text::print(&module, &mut text));
        note!("{text}");
        check(module, &mut counts).unwrap();
        return;
    }
    let mut failures = Vec::new();
    for number in 0..count {
        if let Err(failure) = check(damaged(&bases, number), &mut counts) {
            failures.push(format!("module {number}: {failure}"));
        }
    }
    note!("{count} damaged modules of {} files: {counts:?}", bases.len());
    assert!(counts.same > counts.refused, "{counts:?}");
    assert!(failures.is_empty(), "{}: {}", failures.len(), failures[..failures.len().min(30)].join("\n"));
}
