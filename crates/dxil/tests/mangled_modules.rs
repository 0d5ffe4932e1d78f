//! Real modules with bits changed, and modules made to take more than they are: nothing panics, hangs, or takes memory
//! without bound. Separate from the other tests because it watches the memory of the whole process.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "streams/body.rs"]
mod body;
#[path = "streams/corpus.rs"]
mod corpus;
#[path = "streams/greedy.rs"]
mod greedy;
#[path = "streams/random.rs"]
mod random;
#[path = "../benches/shader.rs"]
mod shader;

use std::time::{Duration, Instant};

use corpus::Stored;
use dxil_ir::bitcode;
use dxil_ir::{Module, verify};
use located::Kind as _;
use peak_alloc::PeakAlloc;
use random::Random;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What reading may take: so many bytes for each of the module, and some besides.
const HEAP_PER_BYTE: usize = 32;
const HEAP_FREE: usize = 16 << 20;
/// Modules that are mangled, spread over all there are, and how often each.
const MANGLED: usize = 200;
const FLIPS: usize = 2_000;

/// The fuzzer's body, within the memory that there is.
fn check(bytes: &[u8], base: u64) -> bool {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let module = bitcode::read(bytes, base);
    let grown = HEAP.peak_usage().saturating_sub(before);
    assert!(grown <= bytes.len() * HEAP_PER_BYTE + HEAP_FREE, "{grown} bytes of heap for {}", bytes.len());
    if let Ok(module) = &module {
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        let _ = verify(module);
        let grown = HEAP.peak_usage().saturating_sub(before);
        let most = bytes.len() * HEAP_PER_BYTE + HEAP_FREE;
        assert!(grown <= most, "{grown} bytes of heap to verify {}", bytes.len());
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        body::derived(module);
        let grown = HEAP.peak_usage().saturating_sub(before);
        assert!(grown <= most, "{grown} bytes of heap to derive parts of {}", bytes.len());
    }
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    body::sizes(bytes);
    let grown = HEAP.peak_usage().saturating_sub(before);
    assert!(grown <= bytes.len() * HEAP_PER_BYTE + HEAP_FREE, "{grown} bytes of heap for sizes");
    body::module(module, base..base + bytes.len() as u64)
}

fn mangled_modules() {
    let mut count = 0;
    corpus::each_module(|_| count += 1);
    let step = usize::max(count / MANGLED, 1);
    let (mut random, mut modules, mut read, mut refused, mut index) = (Random(0x5eed), 0, 0, 0, 0);
    let mut slowest = Duration::ZERO;
    corpus::each_module(|Stored { offset, bitcode, path, .. }| {
        index += 1;
        if index % step != 0 || modules == MANGLED {
            return;
        }
        modules += 1;
        assert!(check(bitcode, offset));
        let mut bytes = bitcode.to_vec();
        for _ in 0..FLIPS {
            let (at, bit) = (random.below(bytes.len()), 1 << random.below(8));
            bytes[at] ^= bit;
            let start = Instant::now();
            if check(&bytes, offset) {
                read += 1
            } else {
                refused += 1
            }
            bytes[at] ^= bit;
            let took = start.elapsed();
            slowest = slowest.max(took);
            assert!(took < Duration::from_secs(5), "{took:?}: {} with byte {at} ^ {bit}", path.display());
        }
    });
    eprintln!(
        "of {count} modules {modules} mangled: {read} copies read, {refused} refused, {slowest:?} at most"
    );
    assert!(refused > 0 && read > 0);
}

/// Modules of a megabyte or so that are the most of something.
fn greedy_modules() {
    let timed = |what: &str, step: &mut dyn FnMut()| {
        let start = Instant::now();
        step();
        let took = start.elapsed();
        assert!(took < Duration::from_secs(3), "{what}: {took:?}");
    };
    for (what, make) in greedy::MODULES {
        let mut module = Module::default();
        timed(what, &mut || module = make());
        let mut written = Vec::new();
        timed(what, &mut || {
            written = bitcode::write(&module).unwrap_or_else(|error| panic!("{what}: {error}"))
        });
        timed(what, &mut || assert!(check(&written, 0), "{what}: {:?}", bitcode::read(&written, 0).err()));
        let again = bitcode::read(&written, 0).unwrap();
        timed(what, &mut || {
            let difference = module.difference(&again);
            assert!(difference.is_none(), "{what}: {difference:?}");
        });
    }
    for (what, expected, make) in greedy::BITCODE {
        let bytes = make();
        timed(what, &mut || _ = check(&bytes, 0));
        let error = bitcode::read(&bytes, 0).err();
        assert_eq!(error.as_ref().map(|error| error.kind().code()), expected, "{what}: {error:?}");
    }
}

/// A module in memory takes at most twelve times its bitcode, and so does reading it.
fn a_large_module() {
    let bytes = bitcode::write(&shader::compute_shader(200_000).unwrap()).unwrap();
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let module = bitcode::read(&bytes, 0).unwrap();
    let (read, kept) = (HEAP.peak_usage() - before, HEAP.current_usage() - before);
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let written = bitcode::write(&module).unwrap();
    let wrote = HEAP.peak_usage() - before;
    assert!(written == bytes);
    let times = |taken: usize| taken as f64 / bytes.len() as f64;
    eprintln!(
        "{} bytes: {:.1} times that to read, {:.1} in memory, {:.1} to write",
        bytes.len(),
        times(read),
        times(kept),
        times(wrote)
    );
    assert!(times(read) <= 12.0 && times(wrote) <= 12.0);
}

/// One test, so that nothing else takes memory meanwhile.
#[test]
fn hostile_modules_neither_panic_nor_run_away() {
    a_large_module();
    greedy_modules();
    mangled_modules();
}
