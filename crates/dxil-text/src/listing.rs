//! What DXC's listing says beside the module: the tables in front of it, [`header`], and the comments behind its
//! instructions, [`InstructionComments`]; [`print()`] gives all of it. Separate from the module's own text, which is
//! LLVM's.
//!
//! The tables come from the parts of the container (features, signatures, names, hash, PSV0, RDAT) and from the
//! metadata of the program or, if there is one, of its reflection, a second module in STAT: that one has names and
//! types that the program no longer has. The comments come from the program alone.

mod bindings;
mod buffers;
mod component;
mod elements;
mod features;
mod formatted;
mod handle;
mod instructions;
mod limits;
mod numbered;
mod numbered_comments;
mod page;
mod parts;
mod program;
mod resource;
mod runtime_info;
mod signatures;
mod structure;
mod subobjects;
mod variable;
mod view_id;

use std::fmt;

use dx_container::Container;
use dxil_ir::Module;
use dxil_ir::intrinsics::LlvmVersion;

pub use instructions::InstructionComments;
pub use numbered::Numbered;
pub use numbered_comments::NumberedComments;

use crate::{PrintError, print_with};
use page::Page;
use program::Program;

/// The tables that stand in front of a module: all lines before `target datalayout`.
///
/// `container` is where the module lies, if it lies in one; `reflection` is the module of its STAT part, if there is
/// one: [`dxil::stored`] finds both. Without a module, there are the tables of the parts. What
/// cannot be read is said in its place. The text is in proportion to the file.
pub fn header(
    container: Option<&Container<'_>>,
    module: Option<&Module>,
    reflection: Option<&Module>,
) -> String {
    let file = match container {
        Some(container) => container.bytes().len(),
        None => module.map_or(0, |module| module.metadata.size()),
    };
    let mut page = Page::new(file);
    if let Some(container) = container {
        parts::print(&mut page, container);
    }
    if let Some(program) = module.and_then(Program::of) {
        let reflected = reflection.and_then(Program::of);
        let errors = reflected.iter().chain([&program]).flat_map(|program| &program.errors);
        errors.for_each(|error| page.unreadable("Metadata", error));
        elements::print(&mut page, &program);
        let reflected = reflected.as_ref().unwrap_or(&program);
        buffers::print(&mut page, reflected);
        bindings::print(&mut page, reflected);
        view_id::print(&mut page, reflected);
        parts::print_subobjects(&mut page, container, &program);
    }
    page.finish()
}

/// Prints a module as DXC lists it: [`header`], the module, and the comments behind its instructions. DXC's program
/// ends its output with an empty line besides.
///
/// # Errors
///
/// As [`print_with`].
pub fn print(
    container: Option<&Container<'_>>,
    module: &Module,
    reflection: Option<&Module>,
    sink: &mut dyn fmt::Write,
) -> Result<(), PrintError> {
    sink.write_str(&header(container, Some(module), reflection)).map_err(|_| PrintError::Sink)?;
    print_with(module, LlvmVersion::default(), &mut InstructionComments::new(module), sink)
}
