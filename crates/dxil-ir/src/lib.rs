//! The IR that DXIL programs are in, as a graph that one can read, change and write: LLVM's, in arenas.
//!
//! [`bitstream`] is the lowest layer: blocks, abbreviations and records, whatever they mean. [`bitcode`] knows what
//! they mean, and makes a [`Module`] of them and back. [`mod@file`] opens bitcode that lies in no container; [`size`]
//! counts what takes the space in it, [`locate`] says what a bit belongs to.
//!
//! # How it hangs together
//!
//! A [`Module`] owns everything. What lies in it is named by ids of 32 bits, one type of id a kind of thing
//! ([`TypeId`], [`GlobalId`], [`ConstantId`], [`MetadataId`]; within a function [`BlockId`] and [`InstructionId`]).
//! An id is an index into an arena, never a pointer: a module is cloned by copying its arenas, and an id means the
//! same in the copy. Things are never moved in an arena, so that ids stay good while the module is edited; what is
//! taken out of a block keeps its place in the arena, unused, until the module is written and read again.
//!
//! - [`types`]: types are interned, so that two ids are equal exactly where the types are; only structures with names
//!   are themselves.
//! - [`Value`]: what an operand may be. One word: a constant, a global, an argument, an instruction's result, or
//!   metadata. Arguments and instructions are those of the function at hand.
//! - [`constants`]: interned like types, for the whole module.
//! - [`globals`]: variables, functions and aliases, which share a name space and the first numbers of values. A
//!   function that is defined has a [`Body`].
//! - [`function`]: a body has blocks in an order, blocks have instructions in an order.
//! - [`instruction`]: an [`Op`] says what is done; lists of operands live in the body's pools.
//! - [`metadata`]: nodes and strings by number; a node of debug information is a row of the table and as many numbers.
//!
//! Modules are built with [`builder`], where an example builds a compute shader from nothing, and changed with
//! [`edit`]. Arenas hold anything: whether a module that was read, built or changed is one that means something,
//! [`verify`](verify()) says.
//!
//! # Dialects
//!
//! A module has one [`Dialect`]: LLVM 3.7, which DXIL is based on, or modern LLVM. [`dialect_support`] lists the types,
//! constants and instructions of each. [`bitcode::read`] reads modules of LLVM 3.7, and [`bitcode::read_modern`] reads
//! modules of LLVM 15 to 23. The bitcode writer accepts only modules of LLVM 3.7.
//!
//! # Orders
//!
//! Bitcode numbers types, constants and metadata in an order of its own, which says nothing about the program.
//! A module that was read remembers it beside everything else, in [`encoding`], so that it can be written as it was;
//! what changes a module need not know.

// A new kind of type, constant, instruction or metadata does not compile until every reader and writer knows it.
#![deny(clippy::wildcard_enum_match_arm)]
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

pub mod arena;
pub mod attribute_kinds;
pub mod attributes;
pub mod bitcode;
pub mod bitstream;
pub mod builder;
pub(crate) mod coded;
mod computed;
pub mod constants;
pub mod control_flow;
pub mod data_layout;
pub mod debug_records;
mod dialect;
pub mod dialect_support;
mod difference;
pub mod dominators;
pub mod dwarf;
pub mod edit;
pub mod encoding;
mod entities;
mod error;
pub mod file;
pub mod flags;
pub mod function;
mod generated;
pub mod globals;
pub mod instruction;
pub mod instruction_numbers;
mod interner;
pub mod intrinsics;
pub mod limits;
pub mod list;
pub mod live_ranges;
pub mod locate;
pub mod metadata;
mod module;
mod module_mapping;
pub mod names;
mod predecessors;
pub mod references;
mod removal;
pub mod size;
pub mod types;
pub mod unreachable;
pub mod uses;
pub mod verify;

pub use crate::generated::attributes::AttributeKind;
pub use crate::generated::bitcode::{
    BinaryOp, CastOp, ComdatSelection, DllStorage, Linkage, Ordering, Predicate, RmwOp, ThreadLocal,
    UnnamedAddress, Visibility,
};
pub use attributes::{AttributeGroupId, AttributeListId};
pub use constants::ConstantId;
pub use control_flow::ControlFlow;
pub use dialect::Dialect;
pub use difference::Difference;
pub use dominators::Dominators;
pub use entities::{BlockId, InstructionId, Value, ValueKind};
pub use error::{IrError, IrErrorKind, Result};
pub use flags::Flags;
pub use function::{Body, DebugLocationId};
pub use globals::{Global, GlobalId};
pub use instruction::{Alignment, Instruction, Op, SyncScope};
pub use metadata::MetadataId;
pub use module::{Comdat, ComdatId, Module, NamedMetadata, element_pointer_type};
pub use predecessors::Predecessors;
pub use references::SymbolReferences;
pub use types::{Type, TypeId, Types};
pub use verify::{verify, verify_with};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
