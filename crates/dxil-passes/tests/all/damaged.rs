//! Modules with things wrong in them: passes do what they can or refuse it, and end soon.

use std::time::{Duration, Instant};

use dxil_ir::{Module, verify};
use dxil_passes::pass_manager::{Scope, passes};
use dxil_passes::transform::{self};
use dxil_passes::upgrade;
use testkit::damage::module::Damage;
use testkit::generate::compute_shader::compute_shader;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

use crate::demote::{defined, demote};
use crate::inlined::program;

pub(crate) const TESTS: &[Test] =
    tests![damaged_modules_are_changed_or_refused, damaged_modules_are_upgraded_or_refused];

/// Modules to be damaged: with memory, calls, structures, tables, and real ones.
fn bases() -> Vec<Module> {
    let mut random = Random(0x5eed_0004);
    let mut shader = compute_shader(300).unwrap();
    let main = defined(&shader)[0];
    demote(&mut shader, main, &mut random);
    let mut bases = vec![shader];
    for _ in 0..4 {
        let source = program(&mut random);
        bases.push(dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}")));
    }
    for folder in ["sroa", "mem2reg", "global_opt", "global_dce"] {
        let before = bases.len();
        let cases = testkit::corpus::files_with(&crate::cases::folder().join(folder), "ll");
        bases.extend(cases.iter().filter_map(|path| dxil_text::parse(&std::fs::read(path).ok()?).ok()));
        assert!(bases.len() > before, "no case of {folder} is a module");
    }
    testkit::modules::some_modules(20, 20_000, |stored| {
        bases.push(dxil_ir::bitcode::read(stored.bitcode, 0).unwrap());
    })
    .without_filter();
    bases
}

fn damaged_modules_are_changed_or_refused() {
    let bases = bases();
    let (mut changed, mut refused, mut valid) = (0, 0, 0);
    for number in 0..times(1_500) as u64 {
        let mut random = Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        let mut module = bases[random.below(bases.len())].clone();
        for _ in 0..=random.below(4) {
            Damage { module: &mut module, random: &mut random }.one();
        }
        let was_valid = verify(&module).is_valid();
        valid += usize::from(was_valid);
        let mut scope = Scope::new(defined(&module));
        let start = Instant::now();
        match transform::run(&mut module, &mut scope, &passes(transform::FLATTEN)) {
            Ok(_) => changed += 1,
            Err(_) => refused += 1,
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "number {number} took {took:?}");
        assert!(!was_valid || verify(&module).is_valid(), "number {number} is valid no more");
    }
    note!("{changed} changed, {refused} refused, {valid} were valid");
    assert!(changed > 0 && refused > 0 && valid > 0);
}

/// Whoever upgrades need not wait for the answer whether a module is valid.
fn damaged_modules_are_upgraded_or_refused() {
    let bases = bases();
    let (mut upgraded, mut refused, mut valid) = (0, 0, 0);
    for number in 0..times(600) as u64 {
        let mut random = Random((number + 1).wrapping_mul(0xd1b5_4a32_d192_ed03) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        let mut module = bases[random.below(bases.len())].clone();
        for _ in 0..=random.below(4) {
            Damage { module: &mut module, random: &mut random }.one();
        }
        valid += usize::from(verify(&module).is_valid());
        let start = Instant::now();
        match upgrade::upgraded(&module, upgrade::Options::default(), &upgrade::Context::default()) {
            Ok(_) => upgraded += 1,
            Err(_) => refused += 1,
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "number {number} took {took:?}");
    }
    note!("{upgraded} upgraded, {refused} refused, {valid} were valid");
    assert!(upgraded > 0 && refused > 0 && valid > 0);
}
