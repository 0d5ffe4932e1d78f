//! Test support for all crates, not shipped, in four independent parts: sources of inputs (`files`, `corpus`, `floor`,
//! `modules`, `generate`, `damage`, `edits`, `split`, `split_file`, `pages`), oracles (`oracles`, `llvm`), limits of
//! memory and time (`growth`, `heap`, `limits`, `sink`), and the harness that runs tests and counts skipped ones
//! (`harness`).
//!
//! Features select the crates of the workspace that testkit depends on. Without features, it is only `dx-container`.

pub mod corpus;
pub mod damage;
#[cfg(feature = "ir")]
pub mod edits;
mod files;
pub mod floor;
#[cfg(feature = "ir")]
pub mod generate;
pub mod growth;
pub mod harness;
pub mod heap;
pub mod limits;
pub mod llvm;
#[cfg(feature = "ir")]
pub mod modules;
pub mod oracles;
pub mod pages;
pub mod random;
pub mod sink;
mod soak;
#[cfg(feature = "dxil")]
pub mod split;
pub mod split_file;

pub use harness::{Completion, Failed, Outcome, Test, note, run, run_alone, skipped};
pub use limits::Limits;
pub use soak::times;
