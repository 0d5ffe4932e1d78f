//! Limits of each test: heap and time. A thread watches the tests that run, and ends the process with the name of the
//! test that is over a limit, before the machine runs out of memory. Separate from the harness, which only says when a
//! test begins and ends.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::times;
use crate::heap;

/// The heap that a test may hold, and the time that it may take.
///
/// The heap is counted by process: while several tests run at a time, the limit is the sum of theirs.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of heap.
    pub heap: usize,
    /// Time by the clock.
    pub time: Duration,
    /// The reason for limits other than the usual ones.
    pub reason: &'static str,
}

impl Limits {
    /// The limits of a test that states none: 512 MiB, so that the whole suite runs on a machine of 2 GiB, and 15 s, so
    /// that it takes less than 10 minutes.
    pub const USUAL: Self = Self { heap: 512 << 20, time: Duration::from_secs(15), reason: "" };

    /// The usual heap and more time, in seconds.
    pub const fn seconds(seconds: u64, reason: &'static str) -> Self {
        Self { time: Duration::from_secs(seconds), reason, ..Self::USUAL }
    }

    /// The usual time and more heap, in MiB.
    pub const fn mebibytes(mebibytes: usize, reason: &'static str) -> Self {
        Self { heap: mebibytes << 20, reason, ..Self::USUAL }
    }
}

/// A test that runs.
struct Running {
    path: String,
    start: Instant,
    limits: Limits,
}

static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

/// The time between two looks at the tests that run.
const INTERVAL: Duration = Duration::from_millis(20);

/// Runs a test under its limits.
pub(crate) fn within<T>(path: String, limits: Limits, body: impl FnOnce() -> T) -> T {
    let running = || RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    // More inputs take more time.
    let limits = Limits { time: limits.time * u32::try_from(times(1)).unwrap_or(u32::MAX), ..limits };
    running().push(Running { path: path.clone(), start: Instant::now(), limits });
    // The standard harness catches the panic of a test that fails, which must not stay on the list.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body));
    running().retain(|test| test.path != path);
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Starts the thread that watches.
pub(crate) fn watch() {
    thread::spawn(|| {
        loop {
            thread::sleep(INTERVAL);
            let running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some(excess) = excess(&running, heap::held()) {
                eprintln!("\n{excess}");
                std::process::exit(101);
            }
        }
    });
}

/// The message about a test that is over a limit, if one is.
fn excess(running: &[Running], held: usize) -> Option<String> {
    let slow = running.iter().find(|test| test.start.elapsed() > test.limits.time);
    if let Some(Running { path, limits, .. }) = slow {
        let seconds = limits.time.as_secs();
        return Some(format!("test {path} runs for more than {seconds} s, its limit: stopped"));
    }
    let limit: usize = running.iter().map(|test| test.limits.heap).sum();
    if running.is_empty() || held <= limit {
        return None;
    }
    let names: Vec<&str> = running.iter().map(|test| test.path.as_str()).collect();
    let (held, limit) = (held >> 20, limit >> 20);
    Some(format!(
        "tests hold {held} MiB of heap, more than their limit of {limit} MiB: stopped in {}",
        names.join(", ")
    ))
}
