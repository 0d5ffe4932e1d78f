//! Where the text goes: in pieces, so that no more of it is held than a piece, and none is longer than it may be.

use std::fmt;

use dxil_ir::Module;

use super::error::{PrintError, Result};
use crate::limits;

/// How much is held.
const PIECE: usize = 1 << 16;

/// Blanks, to be copied.
const BLANKS: &str = "                                                                ";

/// The text as it grows.
pub(super) struct Out<'s> {
    /// What has not been passed on yet.
    pub(super) text: String,
    /// `None`: somebody takes the text piece by piece.
    sink: Option<&'s mut dyn fmt::Write>,
    /// How much has been passed on.
    passed: u64,
    limit: u64,
    /// How much of the last line has been passed on.
    line_passed: usize,
}

/// A place in the text.
pub(super) struct Mark {
    passed: u64,
    len: usize,
}

impl<'s> Out<'s> {
    pub(super) fn new(sink: Option<&'s mut dyn fmt::Write>, limit: u64) -> Self {
        Self { text: String::with_capacity(2 * PIECE), sink, passed: 0, limit, line_passed: 0 }
    }

    /// Passes on what there is if it is enough. To be called wherever text may go on and on.
    #[inline]
    pub(super) fn spill(&mut self) -> Result {
        if self.text.len() < PIECE { Ok(()) } else { self.pass_on() }
    }

    /// Where the text ends so far, for [`since`](Self::since).
    pub(super) fn mark(&self) -> Mark {
        Mark { passed: self.passed, len: self.text.len() }
    }

    /// The text since then; empty where some of it has been passed on.
    pub(super) fn since(&self, mark: &Mark) -> &str {
        if mark.passed == self.passed { self.text.get(mark.len..).unwrap_or_default() } else { "" }
    }

    /// What there is, which is gone then.
    pub(super) fn take(&mut self) -> String {
        self.passed = self.passed.saturating_add(self.text.len() as u64);
        let text = self.text.clone();
        self.text.clear();
        text
    }

    pub(super) fn finish(&mut self) -> Result {
        self.pass_on()
    }

    fn pass_on(&mut self) -> Result {
        let len = self.passed.saturating_add(self.text.len() as u64);
        if len > self.limit {
            return Err(PrintError::TooLong { limit: self.limit });
        }
        if self.sink.is_none() {
            return Ok(());
        }
        let line_passed = self.column();
        let Some(sink) = &mut self.sink else { return Ok(()) };
        (self.passed, self.line_passed) = (len, line_passed);
        sink.write_str(&self.text).map_err(|_| PrintError::Sink)?;
        self.text.clear();
        Ok(())
    }

    /// How long the line is so far.
    fn column(&self) -> usize {
        match self.text.rfind('\n') {
            Some(end) => self.text.len() - end - 1,
            None => self.line_passed + self.text.len(),
        }
    }

    /// Adds blanks up to a column, one at least.
    pub(super) fn pad_to(&mut self, column: usize) {
        let mut blanks = column.saturating_sub(self.column()).max(1);
        while blanks > 0 {
            let piece = BLANKS.get(..blanks).unwrap_or(BLANKS);
            self.text.push_str(piece);
            blanks -= piece.len();
        }
    }
}

/// How long the text of a module may be.
pub(super) fn limit(module: &Module) -> u64 {
    let constants = module.constants.iter().map(|(_, constant)| constant.kind.size());
    let bodies = module.bodies().map(|(_, _, body)| body.instructions.len() + body.lists.values.words());
    let things = constants.chain(bodies).sum::<usize>() + module.metadata.size() + module.types.len();
    let things = things as u64;
    things.saturating_mul(limits::TEXT_PER_THING).saturating_add(limits::TEXT_FREE)
}
