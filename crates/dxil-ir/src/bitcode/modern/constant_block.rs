//! The constants of a block while they are read. Separate because plain constants and expressions share this state.

use crate::error::IrError;
use crate::{TypeId, Value};

/// Name of the block in errors.
pub(super) const BLOCK: &str = "CONSTANTS";

/// The constants of a block.
pub(super) struct ConstantBlock {
    /// The number of the first constant.
    pub(super) first: usize,
    /// The constants by number; `None` if a constant waits for others.
    pub(super) values: Vec<(Option<Value>, TypeId)>,
    /// True if all records of the block were read.
    pub(super) is_whole: bool,
}

/// The reason why a constant cannot be created.
pub(super) enum Unresolved {
    /// The indices of later constants to which it refers.
    Later(Vec<usize>),
    /// The record is invalid.
    Invalid(IrError),
}

impl From<IrError> for Unresolved {
    fn from(error: IrError) -> Self {
        Self::Invalid(error)
    }
}
