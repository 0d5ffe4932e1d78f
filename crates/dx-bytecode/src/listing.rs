//! Prints and assembles whole listings like those of `fxc /dumpbin`: tables in comments, and the program below them.
//! Separate from `text`, which handles programs only.
//!
//! A listing has the sections, order and columns of fxc 10.1, with these differences:
//!
//! - Names are escaped where a comment or a table cannot hold them (`\x0a`).
//! - Fields of a signature element that its row cannot express follow the row, and an unusual part name follows the
//!   title of a table; both begin with `@`.
//! - Of a program for feature level 9 (Aon9), samplers are listed in the order of the part, and instruction slots are
//!   counted without what cube maps add.
//! - A part that cannot be read is mentioned in a comment.
//! - Without statistics (STAT), instructions are counted like the compiler counts them.
//!
//! ```
//! use dx_container::{Container, FourCc, Signing};
//!
//! let text = "\
//! // Input signature:
//! //
//! // Name                 Index   Mask Register SysValue  Format   Used
//! // -------------------- ----- ------ -------- -------- ------- ------
//! // POSITION                 0   xyzw        0     NONE   float   xyzw
//! //
//! vs_4_0
//! ret
//! ";
//! let bytes = dx_bytecode::listing::assemble(text).expect("valid text").build(Signing::Sign)?;
//! let container = Container::parse(&bytes)?;
//! assert!(container.part(FourCc::ISGN).is_some());
//! let mut listing = String::new();
//! dx_bytecode::listing::print(&mut listing, &container).expect("a program");
//! assert!(listing.contains("// POSITION                 0   xyzw        0     NONE   float   xyzw\n"));
//! # Ok::<(), dx_container::ContainerError>(())
//! ```

mod assemble;
mod bindings;
mod buffers;
mod features;
mod interfaces;
pub(crate) mod page;
mod preamble;
mod row;
mod table;
mod tables;

pub use assemble::assemble;
pub use preamble::{print, print_with};
pub use tables::signatures;

pub(crate) use page::name as comment_name;
