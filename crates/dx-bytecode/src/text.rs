//! Programs as the assembly that fxc prints, and back.
//!
//! The text says everything the tokens say. Where fxc's own spelling loses something, ours adds to it and nothing
//! else: a float gets the digits it takes to read the same bits again, and what no spelling shows follows in
//! attributes that begin with `@`. Programs of compilers have hardly any of those.

pub(crate) mod annotation;
mod custom_data;
pub(crate) mod literal;
mod message;
pub(crate) mod numbered;
mod parse;
mod parse_operand;
mod print;
pub(crate) mod print_operand;
pub(crate) mod scanner;
mod version_name;
mod word_list;

pub use literal::parse_literal;
pub use numbered::{Shown, without_numbering};
pub(crate) use parse::nearest;
pub use parse::parse;
pub use print::{Printer, print, print_part, print_part_with};
pub use scanner::{AssemblyError, AssemblyErrorKind};
