//! Reads the bitcode of LLVM 15 to 23 into modules of the dialect [`Dialect::Modern`](crate::Dialect::Modern). Separate
//! from the reader of LLVM 3.7 because names, metadata, attributes and constants have other records; both share the
//! stream, the value numbers and the limits of [`ModuleReader`](super::reading::ModuleReader).
//!
//! The reader produces the module that the parser of modern assembly produces from the text of the same module: it
//! stores constants in LLVM's form, converts calls of debug intrinsics to debug records, and converts attributes of
//! older versions. It does not keep the order of the records: modern modules are not written as bitcode.
//!
//! Source: LLVMBitCodes.h of LLVM 22.1, and the output of llvm-as 22.1 and 23.1.

mod attributes;
mod bodies;
mod calls;
mod constant_block;
mod constants;
mod debug_records;
mod expressions;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod module;
mod nodes;
mod operands;
mod state;
mod stream;
mod types;

pub use module::read_modern;
pub(super) use state::Modern;
pub use stream::{is_modern, producer};
