//! Vector types, and the limit of lanes that `scalarizer` may create. Separate because all steps of the pass share
//! them.

use dxil_ir::{Type, TypeId, Types};

use crate::budget::Budget;
use crate::limits::{LANES_FACTOR, LANES_FREE};
use crate::pass_manager::steps;

/// The name of the pass.
pub(super) const NAME: &str = "scalarizer";

/// Returns the element type and the length of a vector type.
pub(super) fn vector(types: &Types, ty: TypeId) -> Option<(TypeId, u64)> {
    match types.get(ty)? {
        Type::Vector(element, length) => Some((*element, *length)),
        _ => None,
    }
}

/// Returns the budget of new lanes for a function with `instructions` instructions, or for a module with as many
/// constants.
pub(super) fn budget(instructions: usize) -> Budget {
    Budget::of((NAME, "lanes"), (LANES_FREE, LANES_FACTOR), steps(instructions))
}
