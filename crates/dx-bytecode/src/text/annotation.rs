//! Words that are ours rather than fxc's. What no spelling shows: `@` and words in hexadecimal, behind an operand (its
//! token, and the one that extends it) or at the end of a line (the names below). Separate because printer and parser
//! must agree.

/// Bits of the opcode token that no control of the opcode names.
pub(crate) const BITS: &str = "@bits";
/// Tokens that extend the opcode token, all of them, where the suffixes do not say them.
pub(crate) const EXTENSIONS: &str = "@extensions";
/// Words behind what the opcode's row names.
pub(crate) const REST: &str = "@rest";
/// What stands for words that are among the attributes.
pub(crate) const UNSAID: &str = "?";
/// The same as an index.
pub(crate) const UNSAID_INDEX: &str = "[?]";
/// A token of an operand.
pub(crate) const TOKEN: &str = "@";

/// The immediate constant buffer.
pub(crate) const CONSTANT_BUFFER: &str = "dcl_immediateConstantBuffer";
/// Custom data that has no spelling: class and words.
pub(crate) const CUSTOM_DATA: &str = "@customdata";
