//! Modules from LLVM 3.7's bitcode, and back: one file a kind of block, reading and writing together.
//!
//! What is read is kept in the module itself, and the orders in its [`Encoding`](crate::encoding::Encoding): no
//! record and no byte of the input is. Writing gives the records and abbreviations that LLVM 3.7's writer gives.

mod abbreviations;
mod attachments;
mod attributes;
mod body_reader;
mod canonical;
mod constants;
mod error;
mod function;
mod globals;
mod instruction_records;
mod instructions;
mod kept_orders;
mod local_metadata;
mod metadata;
mod modern;
mod numbering;
mod reading;
mod symbols;
mod types;
mod use_lists;
mod writing;

pub use crate::module_mapping::Pairing;
pub use instruction_records::{InstructionRecord, InstructionRecords};
pub use kept_orders::{keep_orders, pairing};
pub use modern::{is_modern, producer, read_modern};
pub use reading::read;
pub use writing::write;

pub use error::BitcodeErrorKind;

use crate::error::Result;
