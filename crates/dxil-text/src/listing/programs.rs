//! Which of the programs in a container a listing is of. Separate because a container may have three: the program, its
//! twin with debug information, and its reflection.

use dx_container::parts::View as _;
use dx_container::parts::program::Program;
use dx_container::{Container, FourCc, Part};

/// The part whose module DXC lists: the twin with debug information where there is one, else the program.
pub fn program_part<'a>(container: &Container<'a>) -> Option<Part<'a>> {
    container.part(FourCc::ILDB).or_else(|| container.part(FourCc::DXIL))
}

/// The program in STAT: the module as it was before names and types were taken out of it, for tables. In containers of
/// FXC that part is something else.
pub fn reflection<'a>(container: &Container<'a>) -> Option<Program<'a>> {
    let part = container.part(FourCc::STAT)?;
    Program::parse(container.payload(&part)).ok()
}
