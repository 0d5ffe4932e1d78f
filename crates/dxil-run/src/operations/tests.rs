//! All operations that compute shaders and the stages of draws may call up to shader model 6.8: which ones are done
//! here, for every type that they are made for, and which are not and why.

use std::collections::BTreeSet;

use dx_container::enums::ShaderKind;
use dxil::ops::{Operation, OverloadSet};

use super::formats::Denormals;
use crate::instruction::Scalar;
use crate::prepare::scalar_of;
use crate::stage::DRAWN;

/// Handles, which are numbers that are made where a program is prepared.
const PREPARED: &[&str] = &[
    "CreateHandle",
    "CreateHandleForLib",
    "CreateHandleFromBinding",
    "CreateHandleFromHeap",
    "AnnotateHandle",
];

/// What is not executed, and why.
const OPEN: &[(&str, &[&str])] = &[
    (
        "what compilers use between their own passes, never in a shader",
        &["MinPrecXRegLoad", "MinPrecXRegStore", "TempRegLoad", "TempRegStore"],
    ),
    (
        "sampler feedback is what a GPU measures of itself",
        &[
            "WriteSamplerFeedback",
            "WriteSamplerFeedbackBias",
            "WriteSamplerFeedbackGrad",
            "WriteSamplerFeedbackLevel",
        ],
    ),
];

/// Whether one of the stages that are run may call an operation.
fn is_of_stages(operation: &Operation) -> bool {
    let mut stages = DRAWN.iter().chain([&ShaderKind::COMPUTE]);
    stages.any(|stage| operation.stages.contains(*stage))
}

/// Those that these stages may call up to shader model 6.8, by name.
fn callable() -> impl Iterator<Item = &'static Operation> {
    Operation::all().filter(|operation| {
        operation.opcode.0 >> 16 == 0
            && operation.model <= (6, 8)
            && operation.dxil.is_some_and(|version| version <= (1, 8))
            && is_of_stages(operation)
    })
}

/// The scalars that an operation is made for; one that does not matter where it is made for none.
fn scalars(operation: &Operation) -> Vec<Scalar> {
    match operation.overloads.first() {
        Some(OverloadSet::Numbers { scalars, .. }) => scalars.iter().map(scalar_of).collect(),
        _ => vec![Scalar::I32],
    }
}

#[test]
fn operations_are_done_or_listed() {
    let (mut open, mut done) = (BTreeSet::new(), 0);
    for operation in callable().filter(|operation| !PREPARED.contains(&operation.name)) {
        let missing: Vec<_> = scalars(operation)
            .into_iter()
            .filter(|scalar| {
                [Denormals::Flush, Denormals::Keep]
                    .iter()
                    .any(|denormals| super::semantics_of(operation.opcode, *scalar, *denormals).is_none())
            })
            .collect();
        if missing.is_empty() {
            done += 1;
        } else {
            open.insert(operation.name);
        }
    }
    let listed: BTreeSet<_> = OPEN.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let unlisted: Vec<_> = open.difference(&listed).collect();
    assert!(unlisted.is_empty(), "not done for all types, and not listed: {unlisted:#?}");
    let stale: Vec<_> = listed.difference(&open).collect();
    assert!(stale.is_empty(), "listed, and done or not callable: {stale:#?}");
    assert_eq!(done + open.len() + PREPARED.len(), callable().count());
}

/// What these stages may call from shader model 6.9 on, wave matrices and cooperative vectors among it, is refused
/// by its name.
#[test]
fn later_operations_are_refused() {
    let now: BTreeSet<_> = callable().map(|operation| operation.opcode).collect();
    let later =
        Operation::all().filter(|operation| is_of_stages(operation) && !now.contains(&operation.opcode));
    let mut count = 0;
    for operation in later {
        for scalar in scalars(operation) {
            let semantics = super::semantics_of(operation.opcode, scalar, Denormals::Flush);
            assert!(semantics.is_none(), "{} is done, and not listed", operation.name);
        }
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn what_is_prepared_is_callable() {
    for name in PREPARED {
        assert!(callable().any(|operation| operation.name == *name), "{name}");
    }
}
