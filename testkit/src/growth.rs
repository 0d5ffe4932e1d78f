//! Growth of time with the size of an input. Separate from `limits`, which states absolute bounds: a ratio of two times
//! of one run does not depend on the machine.

use std::time::{Duration, Instant};

use crate::note;

/// The factor between the two sizes that are compared.
const FACTOR: usize = 8;
/// The largest ratio of the time for one large input to the time for `FACTOR` small inputs. Linear work has a ratio of
/// 1, quadratic work of 8; caches and logarithms need the rest.
const LARGEST_RATIO: u32 = 3;
/// A machine that is busy at one time is rarely busy at all of three times.
const ATTEMPTS: usize = 3;

/// Fails if the time of work grows much faster than its input. `time` measures only the work, for an input of
/// `multiple` times the usual size, which should need a millisecond or more.
///
/// The small input is measured as often as the large one is larger: linear work has two equal sums, and an interruption
/// has the same weight in both.
///
/// # Errors
///
/// The message with both times.
pub fn linear(what: &str, time: impl Fn(usize) -> Duration) -> Result<(), String> {
    let mut message = String::new();
    for _ in 0..ATTEMPTS {
        let small: Duration = (0..FACTOR).map(|_| time(1)).sum();
        let large = time(FACTOR);
        message =
            format!("{what}: {small:?} for {FACTOR} inputs, {large:?} for one of {FACTOR} times the size");
        note!("{message}");
        if large <= LARGEST_RATIO * small {
            return Ok(());
        }
    }
    Err(message)
}

/// The processor time of `work` on this thread; the elapsed time on systems that are not Unix.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (start, before) = (Instant::now(), thread_time());
    let result = work();
    let elapsed = start.elapsed();
    let busy = before.zip(thread_time()).map(|(before, after)| after.saturating_sub(before));
    (result, busy.unwrap_or(elapsed))
}

#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}
