//! Editing: cases of each operation, random sequences of all of them, inlining, and what is brought from other modules.

pub(crate) mod calls;
pub(crate) mod cases;
pub(crate) mod imports;
pub(crate) mod inlining;
pub(crate) mod sequences;
