//! Modules as text. Separate from parsing, since neither needs the other but for one question: as which dialect a text
//! is read.
//!
//! Sources: the assembly of LLVM 3.7 and of LLVM 22, and what DXC prints.

mod attributes;
mod comments;
mod constants;
mod debug_records;
mod denormals;
mod error;
mod expressible;
mod functions;
mod globals;
mod header;
mod instructions;
mod kept;
pub(crate) mod lines;
mod memory;
mod metadata;
pub(crate) mod names;
mod newer;
pub(crate) mod numbers;
mod opcode_keywords;
mod out;
mod printer;
mod slots;
mod structure_finder;
mod structures;
mod types;

use std::fmt;

use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Dialect, Module};

pub use comments::{At, Comments, NoComments};
pub use error::PrintError;
use error::Result;
pub(crate) use expressible::MAX_INTEGER_BITS;
pub(crate) use globals::is_dso_local_anyway;
use header::Header;
pub(crate) use metadata::{CONSTANT, expression};
pub use newer::newer_construct;
pub(crate) use opcode_keywords::float_word;
use printer::Printer;
pub(crate) use types::type_text;

/// Prints a module, without comments.
///
/// # Errors
///
/// Those of [`PrintError`]; some of the text may have been written before.
pub fn print(module: &Module, sink: &mut dyn fmt::Write) -> Result {
    print_for(module, LlvmVersion::default(), sink)
}

/// Prints a module without comments. A modern module is printed in the syntax of an LLVM version; modules of LLVM 3.7
/// have one syntax.
///
/// LLVM 23 differs from LLVM 22 in floating-point literals, vectors of null pointers, memory effects of the target, and
/// denormal modes. It reads the syntax of LLVM 22, too, but ignores the denormal modes of LLVM 22.
///
/// # Errors
///
/// As [`print()`].
pub fn print_for(module: &Module, llvm: LlvmVersion, sink: &mut dyn fmt::Write) -> Result {
    print_with(module, llvm, &mut NoComments, sink)
}

/// Prints a module with comments, in the syntax of an LLVM version, as [`print_for`].
///
/// # Errors
///
/// As [`print()`].
pub fn print_with(
    module: &Module,
    llvm: LlvmVersion,
    comments: &mut dyn Comments,
    sink: &mut dyn fmt::Write,
) -> Result {
    if module.dialect == Dialect::Modern && module.source_filename.is_empty() {
        return print_as_modern(module, llvm, comments, sink);
    }
    print_text(module, llvm, comments, sink)
}

/// Prints a modern module without the name of a source file; with an empty one where nothing else tells its dialect, so
/// that it is read as what it is.
fn print_as_modern(
    module: &Module,
    llvm: LlvmVersion,
    comments: &mut dyn Comments,
    sink: &mut dyn fmt::Write,
) -> Result {
    let mut sink = Header::new(sink);
    print_text(module, llvm, comments, &mut sink)?;
    sink.finish().map_err(|_| PrintError::Sink)
}

fn print_text(
    module: &Module,
    llvm: LlvmVersion,
    comments: &mut dyn Comments,
    sink: &mut dyn fmt::Write,
) -> Result {
    let slots = expressible::check(module)?;
    let mut printer = Printer::new(module, slots, Some(comments), Some(sink));
    printer.llvm = llvm;
    printer.module()?;
    printer.out.finish()
}

impl Printer<'_, '_> {
    fn module(&mut self) -> Result {
        let module = self.module;
        if !module.source_filename.is_empty() {
            self.out.text.push_str("source_filename = \"");
            names::escape(&mut self.out.text, &module.source_filename, self.module.dialect);
            self.out.text.push_str("\"\n");
        }
        for (what, text) in [("datalayout", &module.data_layout), ("triple", &module.triple)] {
            if !text.is_empty() {
                self.out.text.push_str("target ");
                self.out.text.push_str(what);
                self.out.text.push_str(" = \"");
                names::escape(&mut self.out.text, text, self.module.dialect);
                self.out.text.push_str("\"\n");
            }
        }
        self.assembly();
        self.structures()?;
        self.comdats();
        self.globals()?;
        for (id, global) in module.globals.iter() {
            if let Some(function) = global.function() {
                self.function(id, global, function)?;
            }
        }
        self.attribute_groups()?;
        self.named_metadata()?;
        self.nodes()
    }

    /// The module's own assembly, line by line: since LLVM 23, as the strings of one entry.
    fn assembly(&mut self) {
        let assembly = &self.module.inline_assembly;
        if assembly.is_empty() {
            return;
        }
        self.out.text.push('\n');
        let is_one_entry = self.module.dialect == Dialect::Modern && self.llvm >= LlvmVersion::V23;
        let before_line = if is_one_entry { "    \"" } else { "module asm \"" };
        self.out.text.push_str(if is_one_entry { "module asm\n" } else { "" });
        let lines = assembly.strip_suffix(b"\n").unwrap_or(assembly);
        for line in lines.split(|byte| *byte == b'\n') {
            self.out.text.push_str(before_line);
            names::escape(&mut self.out.text, line, self.module.dialect);
            self.out.text.push_str("\"\n");
        }
    }
}
