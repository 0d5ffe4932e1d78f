//! Shaders of mangled and of greedy modules: what follows from them takes no memory without bound, and nothing panics
//! or hangs. That they are read at all is the business of `dxil-ir`.

use std::time::{Duration, Instant};

use dxil_ir::bitcode;
use testkit::damage::bytes::flip;
use testkit::generate::greedy;
use testkit::heap::Limit;
use testkit::modules::{Stored, some_modules};
use testkit::oracles::shader;
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![mangled_modules_are_taken_for_shaders within Limits::seconds(60, "it reads thousands of modules"), greedy_modules_are_taken_for_shaders];

/// What deriving parts may take.
const HEAP: Limit = Limit { per_byte: 32, free: 16 << 20 };
/// Modules that are mangled, and how often each.
const MANGLED: usize = 200;
const FLIPS: usize = 200;

/// The fuzzer's body, within the memory that there is. Says whether there was a module.
fn check(bytes: &[u8], base: u64) -> bool {
    let Ok(module) = bitcode::read(bytes, base) else { return false };
    HEAP.of("deriving parts", bytes.len(), || shader::derived(&module));
    shader::module(module);
    true
}

fn mangled_modules_are_taken_for_shaders() {
    let (mut random, mut read, mut refused) = (Random(0x5eed), 0, 0);
    let count = some_modules(MANGLED, usize::MAX, |Stored { offset, bitcode, path, .. }| {
        assert!(check(bitcode, offset));
        let mut bytes = bitcode.to_vec();
        for _ in 0..times(FLIPS) {
            let (at, bit) = flip(&mut bytes, &mut random);
            let start = Instant::now();
            *if check(&bytes, offset) { &mut read } else { &mut refused } += 1;
            bytes[at] ^= bit;
            let took = start.elapsed();
            assert!(took < Duration::from_secs(5), "{took:?}: {} with byte {at} ^ {bit}", path.display());
        }
    });
    note!("of {count} modules: {read} mangled copies taken for shaders, {refused} are no modules");
    assert!(refused > 0 && read > 0);
}

fn greedy_modules_are_taken_for_shaders() {
    let modules = greedy::MODULES.map(|(what, make)| (what, bitcode::write(&make()).unwrap()));
    let others = greedy::BITCODE.map(|(what, _, make)| (what, make()));
    for (what, bytes) in modules.into_iter().chain(others) {
        let start = Instant::now();
        check(&bytes, 0);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(3), "{what}: {took:?}");
    }
}
