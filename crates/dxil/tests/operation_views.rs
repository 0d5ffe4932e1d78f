//! Views of calls take no memory. Separate from the other tests because it watches the memory of the whole process.

#![allow(clippy::panic, clippy::print_stdout, clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "streams/corpus.rs"]
mod corpus;

use dxil::ops::Call;
use dxil_ir::bitcode;
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Calls that are right are recognized, taken apart and checked without a byte of heap.
#[test]
fn views_of_calls_take_no_memory() {
    let mut calls = 0;
    corpus::each_module(|stored| {
        let module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        let mut right = true;
        for (_, function, body) in module.bodies() {
            for (_, _, instruction) in body.in_order() {
                let Ok(call) = Call::of(&module, (body, function.value_type), instruction) else { continue };
                let Some(call) = call else { continue };
                calls += 1;
                right &= call.check().is_ok();
                for argument in call.operation().arguments {
                    right &= call.argument(argument.name).is_some();
                }
            }
        }
        let grown = HEAP.peak_usage() - before;
        assert!(grown == 0 || !right, "{grown} bytes of heap for the calls of {}", stored.path.display());
    });
    println!("{calls} calls");
    assert!(calls > 0);
}
