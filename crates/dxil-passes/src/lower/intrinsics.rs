//! Passes over intrinsics and the instructions that DXIL does not have: expansion, DXIL operations, types.

pub(super) mod constant_operands;
pub(super) mod intrinsic_expansion;
pub(super) mod legalize;
pub(super) mod names;
pub(super) mod operations;
pub(super) mod split_aggregates;
pub(super) mod table;
pub(super) mod widen_integers;
