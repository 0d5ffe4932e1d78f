//! Converts DXBC programs, shader models 4.0 to 5.1, to DXIL. Separate from `dx-bytecode`, which reads token programs,
//! and from [`dxil::emit`], which builds DXIL, because only a conversion needs both.
//!
//! [`convert`](convert()) converts a [`Source`], which [`Source::read`] reads from a container.
//!
//! # Method
//!
//! Registers have no type. An instruction reads a word of a register as an integer, a float or a truth value. A copy
//! keeps the form of the word. Within a block, the last value of each register is known. Between blocks, registers are
//! words in memory. The passes promote them to values, and choose the types of phis. Called functions are inlined.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "tests fail by panicking"
    )
)]

mod arithmetic;
mod array;
mod buffers;
mod change;
mod components;
mod constant_buffers;
mod conversion;
mod convert;
mod error;
mod flow;
mod generated;
mod instructions;
mod interface;
mod lower;
mod memory;
mod moves;
mod operands;
mod outputs;
mod place;
mod plan;
mod registers;
mod resources;
mod retype;
mod source;
mod textures;
mod variables;
mod word;

pub use change::{Change, ChangeKind};
pub use convert::{Converted, Options, convert};
pub use error::{Error, ErrorKind, Location, Result};
pub use source::Source;
