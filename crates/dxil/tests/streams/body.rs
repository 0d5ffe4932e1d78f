//! What must hold for any bytes at all that are read as a module. Separate because tests run it over mangled modules, and
//! the fuzzer runs it over anything.

use std::ops::Range;

use dxil::ir::Module;
use dxil::ops::Call;
use dxil::{Result, bitcode};

/// What can be read, and written, is the same program when it is read again. Whatever is wrong lies within the bytes that
/// were read, which lie at `range` in their file. Says whether they could be.
pub(crate) fn module(read: Result<Module>, range: Range<u64>) -> bool {
    let module = match read {
        Ok(module) => module,
        Err(error) => {
            let place = error.place();
            assert!(range.start <= place.offset && place.offset + place.len <= range.end, "{error}");
            return false;
        }
    };
    if let Ok(written) = bitcode::write(&module) {
        let again = bitcode::read(&written, 0).unwrap_or_else(|error| panic!("{error} in what was written"));
        let difference = module.difference(&again);
        assert!(difference.is_none(), "{difference:?}");
    }
    calls_of_operations(&module);
    true
}

/// Calls of operations are right or wrong, and it can be said how.
fn calls_of_operations(module: &Module) {
    for (_, function, body) in module.bodies() {
        for (_, _, instruction) in body.in_order() {
            let call = Call::of(module, (body, function.value_type), instruction);
            let error = match call {
                Ok(None) => continue,
                Ok(Some(call)) => call.check().err(),
                Err(error) => Some(error),
            };
            assert!(error.is_none_or(|error| !error.to_string().is_empty()));
        }
    }
}
