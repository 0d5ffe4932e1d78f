//! What a piece of code takes of the heap. A binary that asks has
//! `#[global_allocator] static HEAP: PeakAlloc = PeakAlloc;` and runs its tests alone ([`crate::run_alone`]), since all
//! that the process takes is counted.

pub use peak_alloc::PeakAlloc;

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
