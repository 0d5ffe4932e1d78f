//! Damaged shaders, run although no validator would take them: nothing panics or hangs, and what they take of the
//! memory is bounded. Separate from cases because there are thousands, all made here.
//!
//! `DAMAGED_SHADER` looks at the one with this number and shows it.

use std::time::{Duration, Instant};

use bstr::{BString, ByteSlice as _};
use dxil::shader::Shader;
use dxil_ir::Module;
use dxil_run::{Checks, Dispatch, EntrySelector, PrepareOptions, Program, RunOptions};
use testkit::damage::bytes::flipped;
use testkit::damage::module::Damage;
use testkit::heap::taken;
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Test, note, tests, times};

use crate::bindings;

pub(crate) const TESTS: &[Test] = tests![damaged_shaders_run_or_are_refused];

/// Modules of real files that are damaged, spread over all there are, and how long they are at most.
const BASES: usize = 700;
const LONGEST: usize = 16_000;
/// Instructions that each may execute.
const STEPS: u64 = 5_000;
/// Functions of a library that are called.
const FUNCTIONS: usize = 3;
/// What preparing a module and running it may take: registers of all waves of a group are the most of it.
const HEAP: usize = 64 << 20;
const TIME: Duration = Duration::from_secs(5);

/// What came of all.
#[derive(Debug, Default)]
struct Counts {
    ran: usize,
    stopped: usize,
    refused: usize,
    with_findings: usize,
    most_heap: usize,
    longest: Duration,
}

/// A module that is damaged.
struct Base {
    bitcode: Vec<u8>,
    /// What of it can be run as long as it is whole.
    entrances: Vec<Option<BString>>,
}

/// The modules of files with something that can be run.
fn bases() -> Vec<Base> {
    let mut bases = Vec::new();
    let walked = some_modules(BASES, LONGEST, |stored| {
        let Ok(module) = dxil_ir::bitcode::read(stored.bitcode, 0) else { return };
        let mut entrances = entrances(&module);
        entrances.retain(|entrance| prepare(&module, entrance).is_some());
        if !entrances.is_empty() {
            bases.push(Base { bitcode: stored.bitcode.to_vec(), entrances });
        }
    });
    walked.checked("modules to damage", bases.len(), [1, 1]);
    bases
}

/// What is run of a module: its shader, or some of its functions.
fn entrances(module: &Module) -> Vec<Option<BString>> {
    let functions = module.bodies().map(|(_, global, _)| Some(global.name.clone()));
    std::iter::once(None).chain(functions.take(FUNCTIONS)).collect()
}

fn prepare(module: &Module, entrance: &Option<BString>) -> Option<Program> {
    let (shader, _) = Shader::read_partly(module);
    let entrance = match entrance {
        Some(name) => EntrySelector::Function(name.as_bstr(), 5),
        None => EntrySelector::Shader(None),
    };
    let options = PrepareOptions { checks_nan: true, ..PrepareOptions::default() };
    Program::prepare(module, &shader, entrance, options).ok()
}

/// The damaged module with this number, and what is run of it.
fn damaged(bases: &[Base], number: u64) -> (Module, &[Option<BString>]) {
    let mut random = Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..8).for_each(|_| _ = random.below(2));
    let Base { bitcode, entrances } = &bases[random.below(bases.len())];
    if random.below(2) == 0 {
        loop {
            if let Ok(module) = dxil_ir::bitcode::read(&flipped(bitcode, 3, &mut random), 0) {
                return (module, entrances);
            }
        }
    }
    let mut module = dxil_ir::bitcode::read(bitcode, 0).unwrap();
    for _ in 0..=random.below(4) {
        Damage { module: &mut module, random: &mut random }.one();
    }
    (module, entrances)
}

/// Runs a damaged module.
fn check((module, entrances): (&Module, &[Option<BString>]), number: u64, counts: &mut Counts) {
    for entrance in entrances {
        let Some(program) = prepare(module, entrance) else {
            counts.refused += 1;
            continue;
        };
        let resources = bindings::resources();
        let bound = bindings::bind(&program, &resources);
        let wave_size = [None, Some(4), Some(32), Some(64), Some(128)][number as usize % 5];
        let checks = Checks { all: !number.is_multiple_of(7), nan: true };
        let options = RunOptions { wave_size, checks, max_steps: STEPS };
        let Ok(dispatch) = Dispatch::new(&program, &bound, [2, 1, 1], options) else {
            counts.refused += 1;
            continue;
        };
        let outcome = match entrance {
            None => dispatch.run(&mut ()),
            Some(_) => {
                let lane = |lane| (0..program.parameters().len() as u64).map(|value| value * lane).collect();
                dispatch.call(&(0..5).map(lane).collect::<Vec<_>>(), &mut ()).1
            }
        };
        counts.ran += 1;
        counts.stopped += usize::from(outcome.stop.is_some());
        counts.with_findings += usize::from(!outcome.findings.is_empty());
        // A wave stops where a block ends.
        assert!(
            outcome.steps <= STEPS + program.instruction_count() as u64,
            "{number}: {} steps",
            outcome.steps
        );
    }
}

fn damaged_shaders_run_or_are_refused() {
    let bases = bases();
    assert!(!bases.is_empty());
    let mut counts = Counts::default();
    if let Ok(number) = std::env::var("DAMAGED_SHADER") {
        let number = number.parse().expect("DAMAGED_SHADER is a number");
        let (module, entrances) = damaged(&bases, number);
        let mut text = String::new();
        note!("{:?}", dxil_text::print(&module, &mut text));
        note!("{text}");
        check((&module, entrances), number, &mut counts);
        note!("{counts:?}");
        return;
    }
    for number in 0..times(1_000) as u64 {
        let (module, entrances) = damaged(&bases, number);
        let start = Instant::now();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            taken(|| check((&module, entrances), number, &mut counts)).1.peak
        }));
        let Ok(peak) = result else { panic!("DAMAGED_SHADER={number}") };
        let took = start.elapsed();
        counts.longest = counts.longest.max(took);
        counts.most_heap = counts.most_heap.max(peak);
        assert!(took < TIME, "DAMAGED_SHADER={number}: {took:?}");
        assert!(peak <= HEAP, "DAMAGED_SHADER={number}: {peak} bytes of heap");
    }
    note!("{} bases: {counts:?}", bases.len());
    assert!(
        counts.ran > counts.refused && counts.refused > 0 && counts.with_findings > 0 && counts.stopped > 0
    );
}
