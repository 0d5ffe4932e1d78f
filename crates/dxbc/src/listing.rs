//! Whole listings: what `fxc /dumpbin` prints of a container, the tables in comments and the program below them;
//! and the way back, from a listing to a container. Separate from `text`, which knows programs only.
//!
//! A listing has what fxc 10.1 prints, section by section, in its order and columns. What is different:
//!
//! - Names are escaped where a comment or a table could not hold them (`\x0a`).
//! - An element of a signature of which a row of the table cannot say everything has the rest behind it, and a
//!   part that one would not expect from the program its name behind the title; both begin with `@`.
//! - A program for feature level 9 (Aon9) is mentioned, but not disassembled: shader model 2 is another language.
//! - A part that cannot be read is a line that says so; the listing goes on behind it.
//! - Without statistics (STAT), the program is counted as the compiler would count it.
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
//! let bytes = dxbc::listing::assemble(text).expect("valid text").build(Signing::Sign)?;
//! let container = Container::parse(&bytes)?;
//! assert!(container.part(FourCc::ISGN).is_some());
//! let mut listing = String::new();
//! dxbc::listing::print(&mut listing, &container).expect("a program");
//! assert!(listing.contains("// POSITION                 0   xyzw        0     NONE   float   xyzw\n"));
//! # Ok::<(), dx_container::ContainerError>(())
//! ```

mod assemble;
mod bindings;
mod buffers;
mod features;
mod interfaces;
mod page;
mod preamble;
mod row;
mod tables;

pub use assemble::assemble;
pub use preamble::print;
pub use tables::signatures;
