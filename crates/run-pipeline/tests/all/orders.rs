//! The order of groups: the cases of the corpus give the same bytes and the same findings whether one thread takes all
//! groups in turn, backwards, or several threads share them. Programs for which the order matters say so, and are then
//! run in turn.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use dxil_run::{Dispatch, Outcome, Program, Runner};
use run_pipeline::Pipeline;
use testkit::{Completion, Failed, corpus, note, skipped};

use crate::cases;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![cases_give_the_same_in_any_order];

/// Threads that share groups: more than there may be processors, so that groups end in another order than they begin.
const THREADS: usize = 5;

fn ended(runner: Runner<'_>) -> Outcome {
    Outcome { findings: runner.findings, steps: runner.steps, bytes: runner.bytes, stop: None }
}

fn in_turn(dispatch: &Dispatch<'_>, _: &Program) -> Outcome {
    dispatch.run(&mut ())
}

fn backwards(dispatch: &Dispatch<'_>, program: &Program) -> Outcome {
    if program.is_order_dependent() {
        return in_turn(dispatch, program);
    }
    let mut runner = dispatch.runner();
    for number in (0..dispatch.groups()).rev() {
        dispatch.run_group(&mut runner, number, &mut ()).expect("it is small");
    }
    ended(runner)
}

fn on_threads(dispatch: &Dispatch<'_>, program: &Program) -> Outcome {
    if program.is_order_dependent() {
        return in_turn(dispatch, program);
    }
    let (next, all) = (AtomicU64::new(0), Mutex::new(Outcome::default()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut runner = dispatch.runner();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= dispatch.groups() {
                        break;
                    }
                    dispatch.run_group(&mut runner, number, &mut ()).expect("it is small");
                }
                all.lock().unwrap().merge(ended(runner));
            });
        }
    });
    all.into_inner().unwrap()
}

type Runs = fn(&Dispatch<'_>, &Program) -> Outcome;

fn cases_give_the_same_in_any_order() -> Result<Completion, Failed> {
    let Some(paths) = corpus::inputs("run", "yaml") else { return Ok(skipped("pipelines in any order")) };
    let (mut same, mut with_groups, mut wrong) = (0, 0, Vec::new());
    for path in &paths {
        let Ok(pipeline) = Pipeline::parse(&std::fs::read_to_string(path)?) else { continue };
        let Some(pass) = pipeline.only().filter(|pass| !pass.is_draw()) else { continue };
        let notes = std::fs::read_to_string(path.with_extension("notes")).unwrap_or_default();
        let result = |runs: Runs| {
            let mut pipeline = pipeline.clone();
            let wave_size = cases::wave_size(&notes);
            let outcome = cases::run_by(&mut pipeline, &path.with_extension("dxil"), wave_size, runs)?;
            Ok::<_, String>((pipeline.buffers_text(), outcome))
        };
        // What cannot be run is told by the test of results.
        let Ok(expected) = result(in_turn) else { continue };
        with_groups += usize::from(pass.dispatch.iter().any(|groups| *groups > 1));
        for (how, runs) in [("backwards", backwards as Runs), ("on threads", on_threads)] {
            if result(runs).as_ref() != Ok(&expected) {
                wrong.push(format!("{}, {how}", path.display()));
            }
        }
        same += 1;
    }
    note!("{same} cases, {with_groups} of several groups");
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    corpus::at_least("cases in any order", same, [1, 240])?;
    corpus::at_least("cases of several groups", with_groups, [1, 1])?;
    Ok(Completion::Completed)
}
