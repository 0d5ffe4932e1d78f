//! The program in a container, whichever language it is in. Separate because several verbs ask for it and all must
//! say the same where there is none, or one that they cannot read yet.

use dx_bytecode::numbering::{self, Head};
pub use dx_bytecode::program::is_tokens;
use dx_bytecode::program::part_of;
use dx_container::mangled_name::unmangled;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil_ir::{GlobalId, Module};

use crate::error::Error;
use crate::json::in_utf8;
use crate::operations::near;

/// A program, by its language.
pub enum ProgramKind<'a> {
    /// Tokens of shader models 4 and 5.
    Tokens(Payload<'a>),
    /// DXIL.
    Module,
}

/// The program of a container.
pub fn find<'a>(container: &Container<'a>) -> Result<ProgramKind<'a>, Error> {
    if let Some(part) = part_of(container) {
        return Ok(ProgramKind::Tokens(container.payload(&part)));
    }
    if has_module(container) {
        return Ok(ProgramKind::Module);
    }
    Err(Error::Missing("no program in the container: expected a part SHDR, SHEX, DXIL or ILDB".to_owned()))
}

fn has_module(container: &Container<'_>) -> bool {
    container.parts().iter().any(|part| part.name == FourCc::DXIL || part.name == FourCc::ILDB)
}

/// A part with a DXIL program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ModulePart {
    /// Program without debug information.
    #[value(name = "DXIL")] // not a FourCC
    Dxil,
    /// Program with debug information.
    #[value(name = "ILDB")] // not a FourCC
    Ildb,
    /// LLVM module with reflection data.
    #[value(name = "STAT")] // not a FourCC
    Stat,
}

impl From<ModulePart> for FourCc {
    fn from(part: ModulePart) -> Self {
        match part {
            ModulePart::Dxil => Self::DXIL,
            ModulePart::Ildb => Self::ILDB,
            ModulePart::Stat => Self::STAT,
        }
    }
}

/// The field of such a part that holds all its tokens: the walk over it cannot know them one by one.
pub const TOKENS: &str = "Tokens";

/// The function of this name, which has a body; of those of libraries the name before mangling is enough.
pub fn function_called(module: &Module, name: &str) -> Result<GlobalId, Error> {
    let bodies = || module.bodies().map(|(id, global, _)| (id, in_utf8(global.name.as_ref()).into_owned()));
    // Names of libraries are mangled: \01?Hit@@YAX…
    let is_it = |found: &str| {
        let plain = found.trim_start_matches(['\u{1}', '?']);
        found == name || plain.split_once("@@").is_some_and(|(plain, _)| plain == name)
    };
    if let Some((id, _)) = bodies().find(|(_, found)| is_it(found)) {
        return Ok(id);
    }
    let names: Vec<String> = bodies().map(|(_, name)| unmangled(name.as_str().into()).to_string()).collect();
    Err(Error::Missing(format!("no function `{name}` with a body: expected one of {}", listed(name, &names))))
}

/// The function or phase of this name in a part SHDR or SHEX.
pub fn token_function_called(payload: Payload<'_>, name: &str) -> Result<Head, Error> {
    function_among(numbering::functions(payload)?, name)
}

/// The function of this name among the functions of a token program.
pub fn function_among(heads: Vec<Head>, name: &str) -> Result<Head, Error> {
    let names: Vec<String> = heads.iter().map(Head::to_string).collect();
    match heads.into_iter().zip(&names).find(|(_, found)| *found == name) {
        Some((head, _)) => Ok(head),
        None => {
            Err(Error::Missing(format!("no function `{name}`: expected one of {}", first(&names).join(", "))))
        }
    }
}

/// The names that are similar to `name`, or else the first ones.
fn listed(name: &str, names: &[String]) -> String {
    let near = near(name, names.iter().map(String::as_str));
    if near.is_empty() { first(names).join(", ") } else { near.join(", ") }
}

/// The first names, as many as a message lists.
fn first(names: &[String]) -> &[String] {
    names.get(..20).unwrap_or(names)
}
