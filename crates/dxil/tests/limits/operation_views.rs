//! Views of calls take no memory.

use dxil::ops::Call;
use dxil_ir::bitcode;
use testkit::heap::taken;
use testkit::{Test, modules, tests};

pub(crate) const TESTS: &[Test] = tests![views_of_calls_take_no_memory];

/// Calls that are right are recognized, taken apart and checked without a byte of heap.
fn views_of_calls_take_no_memory() {
    let mut calls = 0;
    let walked = modules::each_module(|stored| {
        let module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        let mut right = true;
        let ((), heap) = taken(|| {
            for (_, function, body) in module.bodies() {
                for (_, _, instruction) in body.in_order() {
                    let Ok(call) = Call::of(&module, (body, function.value_type), instruction) else {
                        continue;
                    };
                    let Some(call) = call else { continue };
                    calls += 1;
                    right &= call.check().is_ok();
                    for argument in call.operation().arguments {
                        right &= call.argument(argument.name).is_some();
                    }
                }
            }
        });
        let grown = heap.peak;
        assert!(grown == 0 || !right, "{grown} bytes of heap for the calls of {}", stored.path.display());
    });
    walked.checked("calls", calls, [1, 1]);
}
