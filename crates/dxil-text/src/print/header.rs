//! The first line of modern texts that nothing else tells from those of LLVM 3.7: `source_filename = ""`. Separate
//! because the text goes through here on its way out, held back until something in it has told, which is soon in real
//! modules.

use std::fmt;

use dxil_ir::Dialect;

use crate::parse::dialect;

/// How much is held before anybody looks for what tells; then twice as much, and so on.
const HELD: usize = 1 << 16;

/// A text that gets such a line if it needs it.
pub(super) struct Header<'s> {
    sink: &'s mut dyn fmt::Write,
    held: String,
    /// How much is held before it is looked at again.
    enough: usize,
    is_told: bool,
}

impl<'s> Header<'s> {
    pub(super) fn new(sink: &'s mut dyn fmt::Write) -> Self {
        Self { sink, held: String::new(), enough: HELD, is_told: false }
    }

    /// Passes on what is held to the end of the text.
    pub(super) fn finish(mut self) -> fmt::Result {
        if self.is_told { Ok(()) } else { self.pass_on(dialect(self.held.as_bytes())) }
    }

    fn pass_on(&mut self, told: Option<Dialect>) -> fmt::Result {
        self.is_told = true;
        if told != Some(Dialect::Modern) {
            self.sink.write_str("source_filename = \"\"\n")?;
        }
        self.sink.write_str(&std::mem::take(&mut self.held))
    }
}

impl fmt::Write for Header<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.is_told {
            return self.sink.write_str(text);
        }
        self.held.push_str(text);
        if self.held.len() < self.enough {
            return Ok(());
        }
        // No token goes on behind the end of its line.
        let lines = self.held.rfind('\n').and_then(|end| self.held.get(..end)).unwrap_or_default();
        if let Some(told) = dialect(lines.as_bytes()) {
            return self.pass_on(Some(told));
        }
        self.enough = self.held.len().saturating_mul(2);
        Ok(())
    }
}
