//! Limits of each test: heap and time. A thread watches the tests that run, and ends the process with the name of the
//! test that is over a limit, before the machine runs out of memory. Separate from the harness, which only reports when
//! a test begins and ends.

use std::fs::File;
use std::io::Read as _;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::heap;
use crate::soak::times;

/// The most heap and time of a test.
///
/// Both are counted by process: while several tests run at a time, the limit of the heap is the sum of theirs, and each
/// has the same share of the processor time. The load of the machine counts only where the system does not report
/// processor time.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of heap.
    pub heap: usize,
    /// Processor time.
    pub time: Duration,
    /// The reason for limits other than the usual ones.
    pub reason: &'static str,
}

impl Limits {
    /// The limits of a test that states none: 512 MiB, so that the whole suite runs on a machine of 2 GiB, and 15 s, so
    /// that it ends within 10 minutes.
    pub const USUAL: Self = Self { heap: 512 << 20, time: Duration::from_secs(15), reason: "" };

    /// The usual heap and more time, in seconds.
    pub const fn seconds(seconds: u64, reason: &'static str) -> Self {
        Self { time: Duration::from_secs(seconds), reason, ..Self::USUAL }
    }
}

/// A test that runs.
struct Running {
    path: String,
    limits: Limits,
    /// The processor time that it took so far.
    busy: Duration,
}

static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

/// The interval at which the limits are checked.
const INTERVAL: Duration = Duration::from_millis(20);

/// Runs a test under its limits.
pub(crate) fn within<T>(path: String, limits: Limits, body: impl FnOnce() -> T) -> T {
    let running = || RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    // A multiple of the inputs needs a multiple of the time.
    let limits = Limits { time: limits.time * u32::try_from(times(1)).unwrap_or(u32::MAX), ..limits };
    running().push(Running { path: path.clone(), limits, busy: Duration::ZERO });
    // The harness catches the panic of a test that fails, which must not stay on the list.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body));
    running().retain(|test| test.path != path);
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Starts the thread that watches.
pub(crate) fn watch() {
    thread::spawn(|| {
        let start = Instant::now();
        let now = || processor_time().unwrap_or_else(|| start.elapsed());
        let mut before = now();
        loop {
            thread::sleep(INTERVAL);
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            let after = now();
            let share = after.saturating_sub(before) / u32::try_from(running.len().max(1)).unwrap_or(1);
            before = after;
            running.iter_mut().for_each(|test| test.busy += share);
            if let Some(excess) = excess(&running, heap::held()) {
                eprintln!("\n{excess}");
                std::process::exit(101);
            }
        }
    });
}

/// The processor time of the process; `None` on systems other than Linux.
fn processor_time() -> Option<Duration> {
    // Linux counts in hundredths of a second here, on every architecture.
    const TICK: Duration = Duration::from_millis(10);
    // A buffer on the heap would count as memory of the test that runs.
    let mut buffer = [0; 1024];
    let len = File::open("/proc/self/stat").and_then(|mut file| file.read(&mut buffer)).ok()?;
    let status = str::from_utf8(buffer.get(..len)?).ok()?;
    // The name of the program is in parentheses; the 12th and 13th fields after it are user and system time.
    let mut fields = status.rsplit_once(") ")?.1.split(' ').skip(11);
    let ticks = fields.next()?.parse::<u32>().ok()? + fields.next()?.parse::<u32>().ok()?;
    Some(TICK * ticks)
}

/// The message about a test that is over a limit, if one is.
fn excess(running: &[Running], held: usize) -> Option<String> {
    if let Some(Running { path, limits, .. }) = running.iter().find(|test| test.busy > test.limits.time) {
        let (seconds, reason) = (limits.time.as_secs(), limits.reason);
        return Some(format!("test {path} takes more than {seconds} s, its limit: stopped {reason}"));
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
