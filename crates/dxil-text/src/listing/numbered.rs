//! A listing and the lines of its instructions, for those who look for instructions and show where they stand. Separate
//! because whoever prints a listing does not hold it.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;

use dx_container::Container;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{GlobalId, InstructionId, Module, Op};

use super::{InstructionComments, header};
use crate::{At, Comments, NoComments, PrintError, print_with};

/// A listing that is held, and where its instructions stand.
#[derive(Debug, Default)]
pub struct Numbered {
    /// The listing as [`print()`](super::print()) gives it.
    pub text: String,
    /// The line of each instruction, from 0; of one with several the first.
    pub lines: HashMap<(GlobalId, InstructionId), usize>,
}

impl Numbered {
    /// The listing of a module; the arguments are those of [`print()`](super::print()).
    ///
    /// # Errors
    ///
    /// As [`print_with`].
    pub fn of(
        container: Option<&Container<'_>>,
        module: &Module,
        reflection: Option<&Module>,
    ) -> Result<Self, PrintError> {
        let mut comments = InstructionComments::new(module);
        Self::with(header(container, Some(module), reflection), module, &mut comments)
    }

    /// The module without comments.
    ///
    /// # Errors
    ///
    /// As [`print_with`].
    pub fn of_module(module: &Module) -> Result<Self, PrintError> {
        Self::with(String::new(), module, &mut NoComments)
    }

    /// The module with these comments, after the text `header`.
    ///
    /// # Errors
    ///
    /// As [`print_with`].
    pub fn with(header: String, module: &Module, comments: &mut dyn Comments) -> Result<Self, PrintError> {
        let mut text = header;
        let passed = Cell::new(Passed { pieces: 0, lines: newlines(&text) });
        let mut comments = Lines { comments, passed: &passed, seen: Seen::default(), lines: HashMap::new() };
        print_with(
            module,
            LlvmVersion::default(),
            &mut comments,
            &mut Counted { text: &mut text, passed: &passed },
        )?;
        let lines = comments.lines;
        Ok(Self { text, lines })
    }
}

/// What the printer has passed on.
#[derive(Debug, Clone, Copy)]
struct Passed {
    pieces: usize,
    lines: usize,
}

/// Takes the text and counts its lines.
struct Counted<'t> {
    text: &'t mut String,
    passed: &'t Cell<Passed>,
}

impl fmt::Write for Counted<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.text.push_str(piece);
        let Passed { pieces, lines } = self.passed.get();
        self.passed.set(Passed { pieces: pieces + 1, lines: lines + newlines(piece) });
        Ok(())
    }
}

/// How much of the piece that the printer holds has been counted.
#[derive(Debug, Default)]
struct Seen {
    /// The pieces that were passed on before it.
    pieces: usize,
    len: usize,
    lines: usize,
}

/// Comments, and the lines that they stand in.
struct Lines<'t> {
    comments: &'t mut dyn Comments,
    passed: &'t Cell<Passed>,
    seen: Seen,
    lines: HashMap<(GlobalId, InstructionId), usize>,
}

impl Comments for Lines<'_> {
    fn instruction(&mut self, at: At<'_>, out: &mut String) {
        let passed = self.passed.get();
        if self.seen.pieces != passed.pieces {
            self.seen = Seen { pieces: passed.pieces, ..Seen::default() };
        }
        self.seen.lines += newlines(out.get(self.seen.len..).unwrap_or_default());
        self.seen.len = out.len();
        let last = passed.lines + self.seen.lines;
        // A line a case, and one for the bracket.
        let more = if let Op::Switch { cases, .. } = at.instruction.op {
            cases.len(&at.body.lists.values) + 1
        } else {
            0
        };
        let first = last.saturating_sub(more);
        self.lines.insert((at.function, at.id), first);
        self.comments.instruction(at, out);
    }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
