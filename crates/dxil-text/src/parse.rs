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

mod attributes;
mod block_addresses;
mod body;
mod constants;
mod cursor;
mod debug_records;
mod dialect;
mod error;
mod expressions;
mod floats;
mod functions;
mod globals;
mod identity;
mod instructions;
mod intrinsics;
mod lexer;
mod locals;
mod memory;
mod metadata;
mod names;
mod node_fields;
mod numbers;
mod outline;
mod places;
mod token;
mod types;

use bstr::{BString, ByteSlice as _};
use dxil_ir::arena::{Id as _, IdMap};
use dxil_ir::{Dialect, GlobalId, InstructionId, MetadataId, Module};

pub(crate) use dialect::told as told_dialect;
use error::Fault;
pub use error::{ParseError, ParseErrors};

/// A module, and where in its text things stand.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Parsed {
    /// The module.
    pub module: Module,
    /// Where things stand.
    pub places: Places,
}

/// Where in a text things stand, in bytes from its start.
#[derive(Debug, Clone, Default)]
pub struct Places {
    globals: Vec<u32>,
    /// Of the instructions of each function, in the order of their ids.
    instructions: hashbrown::HashMap<GlobalId, Vec<u32>>,
    /// Of nodes with numbers, by id, plus one; 0 for others.
    metadata: IdMap<MetadataId, u32>,
    /// Of metadata with names, in the order of the module.
    named_metadata: Vec<(BString, u32)>,
}

impl Places {
    /// Where the name of a global stands.
    pub fn global(&self, id: GlobalId) -> Option<usize> {
        usize::try_from(*self.globals.get(id.index())?).ok()
    }

    /// Where an instruction stands.
    pub fn instruction(&self, function: GlobalId, id: InstructionId) -> Option<usize> {
        let places = self.instructions.get(&function)?;
        usize::try_from(*places.get(id.index())?).ok()
    }

    /// Where a node stands that has a number.
    pub fn metadata(&self, id: MetadataId) -> Option<usize> {
        usize::try_from(self.metadata.get(id)?.checked_sub(1)?).ok()
    }

    /// Where metadata with a name stands, by its place among those.
    pub fn named_metadata(&self, index: u32) -> Option<usize> {
        let (_, place) = self.named_metadata.get(usize::try_from(index).ok()?)?;
        usize::try_from(*place).ok()
    }

    /// The same by its name, without the `!`.
    pub fn metadata_called(&self, name: &str) -> Option<usize> {
        let (_, place) = self.named_metadata.iter().find(|named| named.0 == name)?;
        usize::try_from(*place).ok()
    }
}

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

/// Reads a module of a dialect, whatever the text looks like.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_as(source: &[u8], dialect: Dialect) -> Result<Parsed, ParseErrors> {
    cursor::Parser::new(source, dialect).parse()
}

/// Whether bytes look like a text rather than like bitcode or a container: they hold no NUL.
pub fn looks_like_text(source: &[u8]) -> bool {
    source.get(..source.len().min(1024)).is_some_and(|start| start.find_byte(0).is_none())
}
