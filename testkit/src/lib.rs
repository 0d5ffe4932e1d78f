//! What the tests of all crates share, and no crate ships. Four things that know nothing of each other: where inputs
//! come from (`corpus`, `modules`; `generate`; `damage`; `edits`; `split`; `split_file`), what must hold of them
//! (`oracles`, `filecheck`, `llvm`), the memory and time that they may need (`heap`, `limits`; `sink`), and the harness
//! that runs the tests and counts the skipped ones (`harness`).
//!
//! Features say how much of the workspace is built for it: without any, only `dx-container`.

pub mod corpus;
pub mod damage;
#[cfg(feature = "ir")]
pub mod edits;
#[cfg(feature = "filecheck")]
pub mod filecheck;
#[cfg(feature = "ir")]
pub mod generate;
pub mod harness;
pub mod heap;
pub mod limits;
pub mod llvm;
#[cfg(feature = "ir")]
pub mod modules;
pub mod oracles;
pub mod random;
pub mod sink;
#[cfg(feature = "dxil")]
pub mod split;
pub mod split_file;

pub use harness::{Completion, Failed, Outcome, Test, note, run, run_alone, skipped, times};
pub use limits::Limits;
