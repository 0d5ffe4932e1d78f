//! Random sequences of every operation on real and random modules: each step leaves a module that verifies, with the
//! session's lists right.

use dxil_ir::{Module, bitcode};
use testkit::edits::{self, Counts};
use testkit::generate;
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![real_modules_stay_valid, random_modules_stay_valid];

/// Edits a module, and looks whether what comes of it is written and read again.
fn edit(module: &mut Module, random: &mut Random, steps: usize, counts: &mut Counts, what: &str) {
    let done = edits::edit(module, random, steps, counts, what);
    let written = bitcode::write(module).unwrap_or_else(|error| panic!("{what}: {done:?}: {error}"));
    let read = bitcode::read(&written, 0).unwrap_or_else(|error| panic!("{what}: {done:?}: {error}"));
    let difference = module.difference(&read);
    assert!(difference.is_none(), "{what}: {done:?}: {difference:?}");
}

fn real_modules_stay_valid() {
    let mut counts = Counts::default();
    let mut seed = 1;
    some_modules(150, 40_000, |stored| {
        let mut module = bitcode::read(stored.bitcode, stored.offset).expect("it was read before");
        seed += 1;
        let mut random = Random(seed);
        edit(&mut module, &mut random, 60, &mut counts, &stored.path.display().to_string());
    })
    .without_filter();
    counts.are_all_done();
}

fn random_modules_stay_valid() {
    let mut counts = Counts::default();
    for seed in 1..=times(500) as u64 {
        let mut random = Random(seed);
        let choices = (0..random.below(400)).map(|_| random.word()).collect();
        let mut module = generate::module::module(choices);
        edit(&mut module, &mut random, 40, &mut counts, &format!("seed {seed}"));
    }
    counts.are_all_done();
}
