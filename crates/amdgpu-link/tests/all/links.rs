//! Links are right: their code is what LLVM's assembler makes of the same pieces with every value filled in, and
//! what cannot be linked is refused without harm.

mod addends;
mod body;
mod broken;
mod edit;
mod expected;
mod fixtures;
mod values;
