//! Links are right: their code is what LLVM's assembler makes of the same pieces with every value filled in, and
//! what cannot be linked is refused without harm.

pub(crate) mod addends;
pub(crate) mod broken;
mod edit;
pub(crate) mod expected;
pub(crate) mod fixtures;
pub(crate) mod values;
