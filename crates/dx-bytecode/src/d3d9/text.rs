//! Direct3D 9 programs as the assembly that fxc and D3DX print, and back.
//!
//! The text says everything the tokens say. What their spelling cannot say follows in words that begin with `@`;
//! programs of compilers need none but `@comment`.

mod number;
mod parse;
mod parse_operand;
mod print;

pub use parse::{is_version, parse};
pub use print::{Printer, print};

pub(crate) use print::{WORDS_ON_A_LINE, print_operand};

/// The first token of an instruction, where its spelling does not say all of it.
const TOKEN: &str = "@token";
/// The token in front of a register that is declared, where no usage and no texture type says it.
const USAGE: &str = "@usage";
/// Words of an instruction behind those that its opcode has.
const WORDS: &str = "@words";
/// An instruction with an unknown opcode: its tokens.
const INSTRUCTION: &str = "@instruction";
/// A comment: its words, in front of them the tag.
const COMMENT: &str = "@comment";
/// A comment whose token has bit 31 set.
const RESERVED_COMMENT: &str = "@reserved_comment";
/// Words behind the end token.
const TRAILING: &str = "@trailing";
/// A version or parameter token.
const RAW: &str = "@0x";

/// The letters of components.
const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];
