//! Passes that expand LLVM intrinsics or replace them by DXIL operations, and passes that replace instructions and
//! types that DXIL does not have.

pub(super) mod constant_operands;
pub(super) mod intrinsic_expansion;
pub(super) mod legalize;
pub(super) mod names;
pub(super) mod operations;
pub(super) mod split_aggregates;
pub(super) mod table;
pub(super) mod widen_integers;
