//! Dispatches and draws over all cores: groups are taken in turn by threads with a runner each. What comes of it is the
//! same on one and on many.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dxil_draw::Workers;
use dxil_run::{Dispatch, Outcome, Program, Runner};
use rayon::prelude::*;

use super::watch::{Merged, Watch};

/// All cores, for what is drawn.
pub struct Cores;

impl Workers for Cores {
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        items.par_iter_mut().for_each(work);
    }
}

/// Groups that a thread takes at once, at most: few, so that threads end together.
const MOST_AT_ONCE: u64 = 64;

/// Bytes that the runners of all threads may take together.
const RUNNERS: u64 = 4 << 30;

/// Runs all groups, and has them watched if there is somebody who does. `steps` of waves are left, and counted down.
pub fn dispatch(
    dispatch: &Dispatch<'_>,
    program: &Program,
    steps: &AtomicU64,
    watch: Option<&mut Watch>,
) -> Outcome {
    match watch {
        Some(watch) => watched(dispatch, program, steps, watch),
        None => watched(dispatch, program, steps, &mut ()),
    }
}

fn watched<O: Merged>(
    dispatch: &Dispatch<'_>,
    program: &Program,
    steps: &AtomicU64,
    observer: &mut O,
) -> Outcome {
    let groups = dispatch.groups();
    let threads = if program.is_order_dependent() { 1 } else { rayon::current_num_threads() };
    let affordable = (RUNNERS / dispatch.runner_bytes().max(1)).max(1);
    let threads = (threads as u64).min(affordable).min(groups).max(1);
    let first = observer.clone();
    let at_once = (groups / threads / 8).clamp(1, MOST_AT_ONCE);
    let (next, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = |_| {
        let mut runner = dispatch.runner();
        let mut observer = first.clone();
        let mut stop = None;
        while !is_stopped.load(Ordering::Relaxed) {
            let first = next.fetch_add(at_once, Ordering::Relaxed);
            if first >= groups {
                break;
            }
            for number in first..groups.min(first.saturating_add(at_once)) {
                // What others have taken since counts, too.
                let before = runner.steps;
                runner.max_steps = before.saturating_add(steps.load(Ordering::Relaxed));
                let ended = dispatch.run_group(&mut runner, number, &mut observer);
                let taken = runner.steps.saturating_sub(before);
                let _ = steps.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    Some(left.saturating_sub(taken))
                });
                if let Err(reason) = ended {
                    stop = Some(reason);
                    is_stopped.store(true, Ordering::Relaxed);
                    break;
                }
            }
        }
        let Runner { findings, steps, bytes, .. } = runner;
        (Outcome { findings, steps, bytes, stop }, observer)
    };
    let outcomes: Vec<(Outcome, O)> =
        if threads == 1 { vec![work(0)] } else { (0..threads).into_par_iter().map(work).collect() };
    let mut all = Outcome::default();
    for (outcome, seen) in outcomes {
        all.merge(outcome);
        observer.merge(seen);
    }
    all
}
