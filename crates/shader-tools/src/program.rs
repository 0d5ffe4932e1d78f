//! The program in a container, whichever language it is in. Separate because several verbs ask for it and all must
//! say the same where there is none, or one that they cannot read yet.

use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
pub use dxbc::program::is_tokens;
use dxbc::program::part_of;

use crate::error::Error;

/// A program that can be read.
pub enum ProgramKind<'a> {
    /// Tokens of shader models 4 and 5.
    Tokens(Payload<'a>),
}

/// The program of a container.
pub fn find<'a>(container: &Container<'a>) -> Result<ProgramKind<'a>, Error> {
    if let Some(part) = part_of(container) {
        return Ok(ProgramKind::Tokens(container.payload(&part)));
    }
    refuse_dxil(container)?;
    Err(Error::Missing("no program in it: no part SHDR, SHEX, DXIL or ILDB".to_owned()))
}

/// An error where there is a DXIL program, beside tokens too.
pub fn refuse_dxil(container: &Container<'_>) -> Result<(), Error> {
    if container.parts().iter().any(|part| part.name == FourCc::DXIL || part.name == FourCc::ILDB) {
        let text = "a DXIL program: this program reads its container, but not yet its bitcode";
        return Err(Error::Unsupported(text.to_owned()));
    }
    Ok(())
}

/// The field of such a part that holds all its tokens: the walk over it cannot know them one by one.
pub const TOKENS: &str = "Tokens";
