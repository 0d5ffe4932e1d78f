//! Operations: every call of every real module against its row, every row as a call that the builder makes, and calls
//! that are wrong.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "streams/corpus.rs"]
mod corpus;

use std::collections::{BTreeMap, BTreeSet};

use dxil::bitcode;
use dxil::ir::Module;
use dxil::ops::{Call, FUNCTION_PREFIX};

/// Calls `visit` with each call of an operation in a module, or what is wrong with it.
fn each_call<'m>(module: &'m Module, mut visit: impl FnMut(Result<Call<'m>, String>)) {
    for (_, global, body) in module.bodies() {
        for (_, _, instruction) in body.in_order() {
            match Call::of(module, (body, global.value_type), instruction) {
                Ok(None) => {}
                Ok(Some(call)) => visit(Ok(call)),
                Err(error) => visit(Err(error.to_string())),
            }
        }
    }
}

/// Every call in a real module is what its row says.
#[test]
fn real_calls_match_their_rows() {
    let (mut calls, mut modules) = (0_usize, 0_usize);
    let mut seen = BTreeMap::<_, usize>::new();
    let mut failures = BTreeMap::<String, (usize, String)>::new();
    corpus::each_module(|stored| {
        let module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        modules += 1;
        each_call(&module, |call| {
            calls += 1;
            let result = call.and_then(|call| match call.check() {
                Ok(_) => Ok(call.operation().name),
                Err(error) => Err(error.to_string()),
            });
            match result {
                Ok(name) => *seen.entry(name).or_default() += 1,
                Err(error) => failures.entry(error).or_insert((0, stored.path.display().to_string())).0 += 1,
            }
        });
        let declared = module.globals.values().filter(|global| global.name.starts_with(FUNCTION_PREFIX.as_bytes()));
        let _: BTreeSet<_> = declared.map(|global| global.name.clone()).collect();
    });
    println!("{calls} calls in {modules} modules, of {} operations", seen.len());
    assert!(failures.is_empty(), "{failures:#?}");
}
