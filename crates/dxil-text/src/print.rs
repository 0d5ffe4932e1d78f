//! Modules as text. Separate from parsing, since neither needs the other but for one question: as which dialect a text
//! is read.
//!
//! Sources: the assembly of LLVM 3.7 and of LLVM 22, and what DXC prints.

mod attributes;
mod constants;
mod debug_records;
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
pub(crate) mod numbers;
mod out;
mod slots;
mod structures;
mod types;

use std::fmt;

use dxil_ir::data_layout::address_space;
use dxil_ir::{Body, ConstantId, Dialect, GlobalId, Instruction, InstructionId, Module, Type, TypeId};

pub(crate) use expressible::MAX_INTEGER_BITS;
pub(crate) use functions::{CONVENTIONS, convention_number};
pub(crate) use globals::is_dso_local_anyway;
use header::Header;
pub(crate) use instructions::float_word;
use kept::Kept;
pub(crate) use metadata::{CONSTANT, expression};
use out::Out;
use slots::Slots;

/// Why a module cannot be printed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrintError {
    /// Types or constants consist of one another so often that the text would be too long.
    #[error("the text would be longer than {limit} bytes: types or constants nest in one another too often")]
    TooLong {
        /// How long it may be.
        limit: u64,
    },
    /// Something refers to what the module does not have.
    #[error("the module refers to a {what} that does not exist")]
    Dangling {
        /// What.
        what: &'static str,
    },
    /// Something that LLVM 3.7's assembly cannot express. A valid module has hardly any of it.
    #[error("LLVM assembly cannot express {what}{}", in_global(within.as_deref()))]
    Inexpressible {
        /// What, by its name and its types.
        what: String,
        /// The global that it belongs to.
        within: Option<String>,
    },
    /// What this program does not print.
    #[error("{what} is not supported in assembly")]
    Unsupported {
        /// What.
        what: &'static str,
    },
    /// Where the text goes takes no more.
    #[error("the text could not be written")]
    Sink,
}

fn in_global(name: Option<&str>) -> String {
    name.map(|name| format!(" in {name}")).unwrap_or_default()
}

type Result = std::result::Result<(), PrintError>;

/// An instruction, where it stands.
#[derive(Clone, Copy)]
pub struct At<'m> {
    /// The module.
    pub module: &'m Module,
    /// The function.
    pub function: GlobalId,
    /// What that consists of.
    pub body: &'m Body,
    /// Which instruction.
    pub id: InstructionId,
    /// What that is.
    pub instruction: &'m Instruction,
}

/// What stands as comments in the text. All of it is left out where a method is not implemented.
pub trait Comments {
    /// Appends what stands behind an instruction, from the blanks before the semicolon on.
    fn instruction(&mut self, at: At<'_>, out: &mut String) {
        let _ = (at, out);
    }
}

/// No comments.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoComments;

impl Comments for NoComments {}

/// Prints a module, without comments.
///
/// # Errors
///
/// Those of [`PrintError`]; some of the text may have been written before.
pub fn print(module: &Module, sink: &mut dyn fmt::Write) -> Result {
    print_with(module, &mut NoComments, sink)
}

/// Prints a module with comments.
///
/// # Errors
///
/// As [`print()`].
pub fn print_with(module: &Module, comments: &mut dyn Comments, sink: &mut dyn fmt::Write) -> Result {
    if module.dialect == Dialect::Modern && module.source_filename.is_empty() {
        return print_as_modern(module, comments, sink);
    }
    print_text(module, comments, sink)
}

/// Prints a modern module without the name of a source file; with an empty one where nothing else tells its dialect, so
/// that it is read as what it is.
fn print_as_modern(module: &Module, comments: &mut dyn Comments, sink: &mut dyn fmt::Write) -> Result {
    let mut sink = Header::new(sink);
    print_text(module, comments, &mut sink)?;
    sink.finish().map_err(|_| PrintError::Sink)
}

fn print_text(module: &Module, comments: &mut dyn Comments, sink: &mut dyn fmt::Write) -> Result {
    let slots = expressible::check(module)?;
    let mut printer = Printer::new(module, slots, Some(comments), Some(sink));
    printer.module()?;
    printer.out.finish()
}

/// What stands in the place of numbers that only say where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Those numbers.
    Shown,
    /// For values and blocks nothing but that they are some, for metadata what it says as far as this many nodes deep.
    Left(u32),
}

/// A module as it is printed.
struct Printer<'m, 's> {
    module: &'m Module,
    comments: Option<&'s mut dyn Comments>,
    out: Out<'s>,
    slots: Slots<'m>,
    types: Kept<TypeId>,
    constants: Kept<ConstantId>,
    /// Constants, the type before each.
    typed_constants: Kept<ConstantId>,
    /// The type of metadata, which the module need not have.
    metadata_type: Option<TypeId>,
    /// Whether vectors of one number are written element by element.
    has_no_splats: bool,
    /// The names of globals.
    global_names: Kept<GlobalId>,
    /// What stands between the words and the arguments of calls of functions as what they are.
    callees: Kept<GlobalId>,
    numbers: Numbers,
    /// The address space that modern LLVM takes functions for in that say nothing: where it is not 0, all say it.
    program_space: u32,
    /// Where values and blocks were left out, and which, while [`Numbers::Left`].
    holes: Vec<(usize, dxil_ir::function::Local)>,
}

impl<'m, 's> Printer<'m, 's> {
    fn new(
        module: &'m Module,
        slots: Slots<'m>,
        comments: Option<&'s mut dyn Comments>,
        sink: Option<&'s mut dyn fmt::Write>,
    ) -> Self {
        Self {
            module,
            comments,
            out: Out::new(sink, out::limit(module)),
            slots,
            types: Kept::default(),
            constants: Kept::default(),
            typed_constants: Kept::default(),
            metadata_type: module.types.find(&Type::Metadata),
            has_no_splats: false,
            global_names: Kept::default(),
            callees: Kept::default(),
            numbers: Numbers::Shown,
            program_space: match module.dialect {
                Dialect::Dxil37 => 0,
                Dialect::Modern => address_space(&module.data_layout, b'P'),
            },
            holes: Vec::new(),
        }
    }
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

    /// The module's own assembly, line by line.
    fn assembly(&mut self) {
        let assembly = &self.module.inline_assembly;
        if assembly.is_empty() {
            return;
        }
        self.out.text.push('\n');
        let lines = assembly.strip_suffix(b"\n").unwrap_or(assembly);
        for line in lines.split(|byte| *byte == b'\n') {
            self.out.text.push_str("module asm \"");
            names::escape(&mut self.out.text, line, self.module.dialect);
            self.out.text.push_str("\"\n");
        }
    }
}

/// A type as it is spelled; as far as it can be.
pub(crate) fn type_text(module: &Module, ty: TypeId) -> String {
    let mut printer = Printer::new(module, Slots::of(module), None, None);
    let _ = printer.ty(ty);
    printer.out.text
}
