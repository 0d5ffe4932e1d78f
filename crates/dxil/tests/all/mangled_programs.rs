//! Programs with bits changed, and modules made to take more than they are, assembled: nothing panics or hangs.

use std::time::{Duration, Instant};

use dxil::assemble::{Options, assemble, counters, reflection, strip_debug_information};
use dxil_ir::bitcode;
use testkit::damage::bytes::flip;
use testkit::generate::greedy;
use testkit::modules::{Stored, some_modules};
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![mangled_programs_are_assembled_or_refused within Limits::seconds(60, "it assembles thousands of programs"), greedy_modules_take_no_longer_than_they_are];

/// Modules that are mangled, spread over all there are, and how often each.
const MANGLED: usize = 60;
const FLIPS: usize = 300;

fn mangled_programs_are_assembled_or_refused() {
    let (mut random, mut assembled, mut refused) = (Random(0x5eed), 0, 0);
    let count = some_modules(MANGLED, usize::MAX, |Stored { offset, bitcode: stored, path, .. }| {
        let mut bytes = stored.to_vec();
        for _ in 0..times(FLIPS) {
            let (at, bit) = flip(&mut bytes, &mut random);
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
    note!("of {count} modules, {assembled} copies assembled, {refused} refused");
    assert!(assembled > 0 && refused > 0);
}

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
