//! The lines of statements in listings of token programs and Direct3D 9 programs. Separate from the listings, because
//! only searches and findings need the lines.

use dx_bytecode::d3d9;
use dx_bytecode::d3d9::text::Printer as Direct3d9Printer;
use dx_bytecode::program::PartStatements;
use dx_bytecode::text::Printer;
use dx_container::reader::Payload;

/// The statements of a program as a listing prints them, and the line at which each statement begins.
pub struct StatementLines {
    text: String,
    /// The first line of each statement, from 0, and the number of all lines.
    lines: Vec<usize>,
}

impl StatementLines {
    /// The statements of a part SHDR or SHEX.
    pub fn of_part(payload: Payload<'_>) -> dx_bytecode::Result<Self> {
        let statements = PartStatements::of(payload)?;
        let mut printer = Printer::new(statements.version());
        let mut printed = Self { text: String::new(), lines: vec![0] };
        for statement in statements {
            let (statement, _) = statement?;
            printed.add(|text| printer.print(text, &statement));
        }
        Ok(printed)
    }

    /// The statements of a Direct3D 9 program; `offset` is the offset of its first byte in the file.
    pub fn of_direct3d9(program: &[u8], offset: u64) -> dx_bytecode::Result<Self> {
        let statements = d3d9::Statements::of(program, offset)?;
        let mut printer = Direct3d9Printer::new(&mut String::new(), statements.version());
        let mut printed = Self { text: String::new(), lines: vec![0] };
        for statement in statements {
            let (statement, _) = statement?;
            printed.add(|text| printer.print(text, &statement));
        }
        Ok(printed)
    }

    fn add(&mut self, print: impl FnOnce(&mut String)) {
        let start = self.text.len();
        print(&mut self.text);
        let count = self.text.get(start..).unwrap_or_default().matches('\n').count();
        self.lines.push(self.lines.last().copied().unwrap_or(0) + count);
    }

    /// The number of lines before the program in a listing whose first program is this one.
    pub fn before_first(&self, listing: &str) -> usize {
        Self::before(listing, listing.find(&self.text))
    }

    /// The number of lines before the program in a listing whose last program is this one.
    pub fn before_last(&self, listing: &str) -> usize {
        Self::before(listing, listing.rfind(&self.text))
    }

    fn before(listing: &str, at: Option<usize>) -> usize {
        at.and_then(|at| listing.get(..at)).unwrap_or_default().matches('\n').count()
    }

    /// The line, from 0 and from the beginning of the program, of the line `nth` of a statement.
    pub fn line(&self, statement: usize, nth: usize) -> Option<usize> {
        let start = *self.lines.get(statement)?;
        let last = self.lines.get(statement + 1)?.saturating_sub(1).max(start);
        Some((start + nth).min(last))
    }
}
