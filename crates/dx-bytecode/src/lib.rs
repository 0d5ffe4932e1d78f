//! Reads, writes, disassembles and assembles token programs of shader models 4 and 5, the parts SHDR and SHEX of a
//! DirectX container. The assembly is that of fxc.
//!
//! A program is a list of 32-bit tokens. Instructions and declarations have the same layout: an opcode token, operands,
//! words. One table describes every opcode for all readers and writers. Every bit of a token is kept, so that a
//! program is written with the bytes it was read from.
//!
//! ```
//! use dx_bytecode::text;
//!
//! let program = text::parse("ps_5_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,1.000000)\nret\n").expect("valid text");
//! assert_eq!(program.statements.len(), 3);
//! let mut listing = String::new();
//! text::print(&mut listing, &program);
//! assert!(listing.contains("mov o0.xyzw, l(0,0,0,1.000000)"));
//! ```

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tests fail by panicking"
    )
)]

pub mod check;
pub mod control_flow;
mod cursor;
pub mod custom_data;
pub mod d3d9;
pub mod declarations;
mod error;
mod generated;
pub mod instruction;
pub mod limits;
pub mod listing;
pub mod numbering;
pub mod opcode;
pub mod operand;
pub mod program;
pub mod statistics;
pub mod text;

pub use declarations::Declarations;
pub use error::{ProgramError, ProgramErrorKind, Result};
pub use program::{Program, Statement};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
