//! Text to modules. Separate from printing, since neither needs the other.
//!
//! What stands at the top level is gone through once: types, variables, heads of functions. What needs to know all of
//! those (initial values, metadata, bodies) is noted, and read afterwards, so that nothing but the values and blocks of
//! a body can be referred to before it is there.
//!
//! Where something is wrong, reading goes on behind it: of an instruction in the next line, of anything else with the
//! next thing at the top level.
//!
//! Source: the assembly of LLVM 3.7, and that of LLVM 19 to 22.

mod attribute_table;
mod attributes;
mod block_addresses;
mod body;
mod constant_cache;
mod constants;
mod cursor;
mod debug_records;
mod dialect;
mod error;
mod expressions;
mod functions;
mod global_table;
mod globals;
mod identity;
mod instructions;
mod intrinsics;
mod lexer;
mod local_table;
mod locals;
mod locations;
mod memory;
mod metadata;
mod metadata_table;
mod names;
mod node_fields;
mod numbers;
mod places;
mod token;
mod top_level;
mod type_table;
mod types;
mod undeclared_calls;

use bstr::ByteSlice as _;
use dxil_ir::{Dialect, Module};

use error::Fault;
pub use error::{ParseError, ParseErrors};
pub use locations::{Parsed, Places};

/// Reads a module. Its dialect is that of what comes first in the text and only one of them has: a pointer with or
/// without what it points to, a target triple, `source_filename`, or any other word, flag, attribute, debug node or
/// field of one. Without any of these, it is LLVM 3.7's; what [`print()`](crate::print()) makes of a modern module
/// never is.
///
/// The types of operands are checked where the text says them twice; whether the module means something, beyond that,
/// [`dxil_ir::verify()`] says.
///
/// # Errors
///
/// All that is wrong in the text, up to a number of errors that nobody wants more of.
pub fn parse(source: &[u8]) -> Result<Module, ParseErrors> {
    parse_with_places(source).map(|parsed| parsed.module)
}

/// Reads a module, and says where in the text things stand.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_with_places(source: &[u8]) -> Result<Parsed, ParseErrors> {
    parse_as(source, dialect::of(source))
}

/// Returns the dialect of a text: the dialect of the first token that only one dialect has. Returns `None` if both have
/// all tokens of the text.
pub fn dialect(source: &[u8]) -> Option<Dialect> {
    dialect::told(source)
}

/// Reads a module of a dialect, whatever the text looks like.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_as(source: &[u8], dialect: Dialect) -> Result<Parsed, ParseErrors> {
    cursor::Parser::new(source, dialect).parse()
}

/// Converts the intrinsics of a module that was read from modern bitcode, as [`parse`] converts the intrinsics of a
/// text.
///
/// Declarations are renamed to LLVM 22's names for their types, calls of older forms become calls of the current
/// intrinsics, and a declaration without attributes receives the attributes of the intrinsic. A module of LLVM 3.7 does
/// not change.
///
/// # Errors
///
/// An intrinsic whose type does not match its overloads, or an outdated one that is used other than by a call. The
/// locations in these errors have no meaning, because the module has no text.
pub fn upgrade_intrinsics(module: Module) -> Result<Module, ParseErrors> {
    cursor::Parser::upgrade(module)
}

/// Whether bytes look like a text rather than like bitcode or a container: they hold no NUL.
pub fn looks_like_text(source: &[u8]) -> bool {
    source.get(..source.len().min(1024)).is_some_and(|start| start.find_byte(0).is_none())
}
