//! The program in a container, whichever language it is in. Separate because several verbs ask for it and all must
//! say the same where there is none, or one that they cannot read yet.

use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dx_container::parts::statistics::Statistics;
use dx_container::reader::Payload;
use dx_container::{Container, ContainerError, FourCc};
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
        let text = "a DXIL program, which this verb does not read yet";
        return Err(Error::Unsupported(text.to_owned()));
    }
    Ok(())
}

/// The field of such a part that holds all its tokens: the walk over it cannot know them one by one.
pub const TOKENS: &str = "Tokens";

/// A part that holds bitcode: DXIL, ILDB, or STAT as DXC writes it.
pub struct Bitcode<'a> {
    /// The bitcode.
    pub bytes: &'a [u8],
    /// Where it begins in the container.
    pub offset: u64,
}

/// The bitcode in a part, if it is one that holds some.
pub fn bitcode<'a>(payload: Payload<'a>) -> Result<Option<Bitcode<'a>>, ContainerError> {
    let program = match payload.name {
        FourCc::DXIL | FourCc::ILDB => Program::parse(payload)?,
        FourCc::STAT => match Statistics::parse(payload)? {
            Statistics::Program(program) => program,
            Statistics::Counters(_) => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(Bitcode { bytes: program.bitcode, offset: payload.offset + program.bitcode_offset }))
}
