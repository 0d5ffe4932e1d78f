//! Programs with bits changed, and modules made to take more than they are, assembled: nothing panics or hangs.

#![allow(
    clippy::cast_possible_truncation,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "streams/corpus.rs"]
mod corpus;
#[path = "streams/greedy.rs"]
#[allow(dead_code, reason = "bitcode that is no module cannot be assembled")]
mod greedy;
#[path = "streams/random.rs"]
mod random;

use std::time::{Duration, Instant};

use corpus::Stored;
use dxil::assemble::{Options, assemble, counters, reflection, strip_debug_information};
use dxil_ir::bitcode;
use random::Random;

/// Modules that are mangled, spread over all there are, and how often each.
const MANGLED: usize = 60;
const FLIPS: usize = 300;

#[test]
fn mangled_programs_are_assembled_or_refused() {
    let mut count = 0;
    corpus::each_module(|_| count += 1);
    let step = usize::max(count / MANGLED, 1);
    let mut random = Random(0x5eed);
    let (mut index, mut assembled, mut refused) = (0, 0, 0);
    corpus::each_module(|Stored { offset, bitcode: stored, path, .. }| {
        index += 1;
        if index % step != 0 {
            return;
        }
        let mut bytes = stored.to_vec();
        for _ in 0..FLIPS {
            let (at, bit) = (random.below(bytes.len()), 1 << random.below(8));
            bytes[at] ^= bit;
            let start = Instant::now();
            if let Ok(mut module) = bitcode::read(&bytes, offset) {
                match assemble(module.clone(), &Options { symbols: true, ..Options::default() }) {
                    Ok(_) => assembled += 1,
                    Err(_) => refused += 1,
                }
                strip_debug_information(&mut module);
            }
            bytes[at] ^= bit;
            let took = start.elapsed();
            assert!(took < Duration::from_secs(5), "{took:?}: {} with byte {at} ^ {bit}", path.display());
        }
    });
    println!("of {count} modules, {assembled} copies assembled, {refused} refused");
    assert!(assembled > 0 && refused > 0);
}

#[test]
fn greedy_modules_take_no_longer_than_they_are() {
    for (what, make) in greedy::MODULES {
        let mut module = make();
        let start = Instant::now();
        let _ = assemble(module.clone(), &Options::default());
        let _ = (counters(&module), reflection(&module));
        strip_debug_information(&mut module);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{what}: {took:?}");
    }
}
