//! What a piece of code takes of the heap. A binary that asks has
//! `#[global_allocator] static HEAP: PeakAlloc = PeakAlloc;` and runs its tests alone ([`crate::run_alone`]), since all
//! that the process takes is counted.

pub use peak_alloc::PeakAlloc;

/// The bytes of heap that the process holds: as the allocator counts them, or where a binary has another allocator, the
/// memory that Linux counts for the process; 0 elsewhere.
pub fn held() -> usize {
    match PeakAlloc.current_usage() {
        0 => resident().unwrap_or(0),
        counted => counted,
    }
}

/// The resident memory of the process, in bytes.
fn resident() -> Option<usize> {
    const PAGE: usize = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    pages.split(' ').nth(1)?.parse::<usize>().ok().map(|pages| pages * PAGE)
}

/// What was taken while something ran.
#[derive(Debug, Clone, Copy)]
pub struct Taken {
    /// Bytes at most.
    pub peak: usize,
    /// Bytes that its result still has.
    pub kept: usize,
}

/// Runs it, and says what it took besides what was there.
pub fn taken<T>(body: impl FnOnce() -> T) -> (T, Taken) {
    PeakAlloc.reset_peak_usage();
    let before = PeakAlloc.current_usage();
    assert!(before > 0, "nothing counts: this binary has no `#[global_allocator]`");
    let result = body();
    let peak = PeakAlloc.peak_usage().saturating_sub(before);
    let kept = PeakAlloc.current_usage().saturating_sub(before);
    (result, Taken { peak, kept })
}

/// So many bytes for each of the input, and some besides.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub per_byte: usize,
    pub free: usize,
}

impl Limit {
    /// Runs what reads an input of so many bytes; it may not take more than this.
    pub fn of<T>(self, what: &str, input: usize, body: impl FnOnce() -> T) -> T {
        let (result, Taken { peak, .. }) = taken(body);
        assert!(peak <= input * self.per_byte + self.free, "{what}: {peak} bytes of heap for {input}");
        result
    }
}
