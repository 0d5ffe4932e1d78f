//! Random sequences of every operation on real and random modules: each step leaves a module that verifies, with the session's
//! lists right.

use std::collections::BTreeMap;

use dxil_ir::{Module, bitcode, verify};
use testkit::generate;
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

use super::steps::{self, STEPS};

pub(crate) const TESTS: &[Test] = tests![real_modules_stay_valid, random_modules_stay_valid];

/// How often each operation was done, and how often it was refused.
#[derive(Default)]
struct Counts(BTreeMap<&'static str, [usize; 2]>);

/// Edits a module by so many random steps, and looks at it after each.
fn edit(module: &mut Module, random: &mut Random, steps: usize, counts: &mut Counts, what: &str) {
    let mut done = Vec::new();
    for _ in 0..steps {
        let (name, step) = STEPS[random.below(STEPS.len())];
        let before = module.clone();
        let outcome = step(module, random);
        let Some(outcome) = outcome else { continue };
        let [edits, refusals] = counts.0.entry(name).or_default();
        match outcome {
            Ok(()) => *edits += 1,
            Err(_) => *refusals += 1,
        }
        done.push(name);
        let report = verify(module);
        if !report.is_valid() {
            let finding = &report.findings[0];
            panic!(
                "{what}: after {done:?} ({outcome:?}): {}: {}: {}\n{}",
                finding.rule.row().id,
                finding.place.show(module),
                finding.message,
                steps::told(&before)
            );
        }
    }
    let written = bitcode::write(module).unwrap_or_else(|error| panic!("{what}: {done:?}: {error}"));
    let read = bitcode::read(&written, 0).unwrap_or_else(|error| panic!("{what}: {done:?}: {error}"));
    let difference = module.difference(&read);
    assert!(difference.is_none(), "{what}: {done:?}: {difference:?}");
}

fn all_were_done(counts: &Counts) {
    note!("{:?}", counts.0);
    for (name, _) in STEPS {
        let edits = counts.0.get(name).map_or(0, |[edits, _]| *edits);
        assert!(edits > 0, "{name} was never done");
    }
}

fn real_modules_stay_valid() {
    let mut counts = Counts::default();
    let mut seed = 1;
    some_modules(60, 24_000, |stored| {
        let mut module = bitcode::read(stored.bitcode, stored.offset).expect("it was read before");
        seed += 1;
        let mut random = Random(seed);
        edit(&mut module, &mut random, 60, &mut counts, &stored.path.display().to_string());
    });
    all_were_done(&counts);
}

fn random_modules_stay_valid() {
    let mut counts = Counts::default();
    for seed in 1..=times(300) as u64 {
        let mut random = Random(seed);
        let choices = (0..random.below(400)).map(|_| random.word()).collect();
        let mut module = generate::module::module(choices);
        edit(&mut module, &mut random, 40, &mut counts, &format!("seed {seed}"));
    }
    all_were_done(&counts);
}
