//! The column `unsupported` of the table of operations, compared with the operations that the interpreter executes.

use dxil::handles::HandleOrigin;
use dxil::ops::{Consumer, Operation, OverloadSet};

use super::formats::Denormals;
use crate::instruction::Scalar;
use crate::prepare::scalar_of;

/// The scalars and the elements of vectors of the first overload of an operation. Operations without one are looked up
/// as `i32`, which families ignore.
fn scalars(operation: &Operation) -> Vec<Scalar> {
    match operation.overloads.first() {
        Some(OverloadSet::Numbers { scalars, vectors }) => {
            scalars.iter().chain(vectors.iter()).map(scalar_of).collect()
        }
        _ => vec![Scalar::I32],
    }
}

/// The scalar overloads of an operation that the interpreter does not execute. `prepare` executes handle operations.
fn missing(operation: &Operation) -> Vec<Scalar> {
    if HandleOrigin::is_created_by(operation.opcode) {
        return Vec::new();
    }
    let is_missing = |scalar: &Scalar| {
        let all = [Denormals::Flush, Denormals::Keep];
        all.iter().any(|denormals| super::semantics_of(operation.opcode, *scalar, *denormals).is_none())
    };
    scalars(operation).into_iter().filter(is_missing).collect()
}

/// The column `unsupported` of the table of operations lists exactly the operations with a missing scalar overload.
#[test]
fn unsupported_operations_are_listed() {
    let mut wrong = Vec::new();
    for operation in Operation::all() {
        let missing = missing(operation);
        match (missing.is_empty(), operation.is_supported_by(Consumer::Run)) {
            (true, false) => wrong.push(format!("{}: executed, but listed", operation.name)),
            (false, true) => {
                wrong.push(format!("{}: not executed for {missing:?}, and not listed", operation.name));
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "column `unsupported` (run) of tables/ops/: {wrong:#?}");
}
