//! Instruction numbers, offsets and raw words around the lines of statements, and numbering skipped on input.
//!
//! The number and the offset precede a statement, in the format of fxc with `/Ni` and `/No`: `   3  0x0000005C: mov …`.
//! The offset is in bytes from the version token, which has offset 0. The words follow in a comment, which fxc does not
//! print. Separate because the listings of shader models 1 to 3 and of 4 and 5 share the format.

use std::fmt::Write as _;

use zerocopy::FromBytes as _;
use zerocopy::little_endian::U32;

use crate::numbering::{Head, Role};

/// The parts of a program that a listing shows, and the columns that it adds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shown {
    /// True if each statement is printed with its number, its offset and its words.
    pub with_numbers: bool,
    /// The only function that is printed; `None` prints the whole program. For `main`, declarations before the first
    /// instruction are not printed, because they belong to the whole program.
    pub function: Option<Head>,
}

impl Shown {
    /// Returns true if the whole program is printed without additional columns.
    pub(crate) fn is_plain(self) -> bool {
        !self.with_numbers && self.function.is_none()
    }

    /// Returns true if a statement with this role in the function `head` is printed.
    pub(crate) fn includes(self, head: Head, role: Role) -> bool {
        let is_global = head == Head::Main && role == Role::Declaration;
        self.function.is_none_or(|function| function == head && !is_global)
    }

    /// Appends the lines of a statement, with the additional columns if `self` selects them.
    pub(crate) fn print(self, out: &mut String, lines: &str, stored: Stored<'_>) {
        match self.with_numbers {
            true => stored.print(out, lines),
            false => out.push_str(lines),
        }
    }
}

/// The columns of the number and the offset: `   3  0x0000005C: `.
const PREFIX: usize = 18;
/// The column of the comment with the words. Longer statements end with two blanks before the comment.
const WORDS_COLUMN: usize = 72;

/// A statement as it is stored.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'a> {
    /// The number of an instruction; `None` for other statements.
    pub(crate) number: Option<usize>,
    /// Byte offset from the version token.
    pub(crate) offset: usize,
    /// The words of the statement.
    pub(crate) words: &'a [U32],
    /// The number of words that the first of several lines shows, and that each later line shows.
    pub(crate) split: (usize, usize),
}

/// The words in a slice of bytes whose length is a multiple of 4.
pub(crate) fn words_of(bytes: &[u8]) -> &[U32] {
    <[U32]>::ref_from_bytes(bytes).unwrap_or_default()
}

impl Stored<'_> {
    /// Appends the lines of the statement, with its number and offset before the first line and its words after each.
    fn print(self, out: &mut String, lines: &str) {
        let (first, more) = self.split;
        let is_single = lines.trim_end_matches('\n').find('\n').is_none();
        let mut words = self.words;
        for (index, line) in lines.lines().enumerate() {
            let start = out.len();
            match (index, self.number) {
                (0, Some(number)) => _ = write!(out, "{number:>4}  0x{:08X}: ", self.offset),
                (0, None) => _ = write!(out, "      0x{:08X}: ", self.offset),
                _ => _ = write!(out, "{:PREFIX$}", ""),
            }
            out.push_str(line);
            let count = match index {
                _ if is_single => words.len(),
                0 => first,
                _ => more,
            };
            let (shown, rest) = words.split_at_checked(count).unwrap_or((words, &[]));
            words = rest;
            if !shown.is_empty() {
                let width = out.get(start..).unwrap_or_default().chars().count();
                let blanks = WORDS_COLUMN.saturating_sub(width).max(2);
                let _ = write!(out, "{:blanks$}//", "");
                shown.iter().for_each(|word| _ = write!(out, " {:08x}", word.get()));
            }
            out.push('\n');
        }
    }
}

/// The rest of a line after the instruction number and the offset that fxc prints with `/Ni` and `/No`: `3: `,
/// `0x0000005C: ` or `3  0x0000005C: `. Returns the whole line if it does not begin with them.
pub fn without_numbering(line: &str) -> &str {
    const BLANKS: [char; 2] = [' ', '\t'];
    let offset = |text: &str| -> Option<usize> {
        let digits = text.strip_prefix("0x")?;
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        let rest = Some(rest).filter(|rest| rest.len() < digits.len())?;
        Some(rest.trim_start_matches(BLANKS).strip_prefix(':')?.len())
    };
    let number = |text: &str| -> Option<usize> {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = Some(rest).filter(|rest| rest.len() < text.len())?.trim_start_matches(BLANKS);
        rest.strip_prefix(':').map(str::len).or_else(|| offset(rest))
    };
    let text = line.trim_start_matches(BLANKS);
    let left = offset(text).or_else(|| number(text));
    match left.and_then(|left| line.get(line.len() - left..)) {
        Some(rest) => rest.trim_start_matches(BLANKS),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::without_numbering;

    #[test]
    fn numbering_of_fxc_is_skipped() {
        let cases = [
            ("   3: mov r0.x, l(1)", "mov r0.x, l(1)"),
            ("   3  0x0000005C:   ret", "ret"),
            ("      0x00000000: ps_5_0", "ps_5_0"),
            ("0 : ret", "ret"),
            ("ps_5_0", "ps_5_0"),
            ("0x: ret", "0x: ret"),
            (": ret", ": ret"),
            ("3 ret", "3 ret"),
            ("", ""),
        ];
        for (line, expected) in cases {
            assert_eq!(without_numbering(line), expected, "{line}");
        }
    }
}
