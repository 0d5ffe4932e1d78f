//! Lines of comment, written within bounds, and names that cannot break out of them. Separate because every section
//! writes through it.

use std::fmt::{self, Write as _};

use super::limits;

/// Writes lines of comment until there are too many of them.
pub(super) struct Page {
    out: String,
    /// How long the text may be.
    room: usize,
}

impl Page {
    /// An empty page about a file of so many bytes.
    pub(super) fn new(file: usize) -> Self {
        let room = file.saturating_mul(limits::TABLE_BYTES_PER_BYTE).saturating_add(limits::TABLE_BYTES_FREE);
        Self { out: String::new(), room }
    }

    /// Whether there is no room for more.
    pub(super) fn is_full(&self) -> bool {
        self.out.len() > self.room
    }

    /// Appends a line of comment: `;` and `text`, which begins with the blank that follows and has no end of line in
    /// it.
    pub(super) fn line(&mut self, text: impl fmt::Display) {
        if !self.is_full() {
            // Writing to a string does not fail.
            let _ = writeln!(self.out, ";{text}");
        }
    }

    /// Appends lines that never change.
    pub(super) fn lines(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.line(line));
    }

    /// Appends an empty comment.
    pub(super) fn blank(&mut self) {
        self.line("");
    }

    /// Says that something cannot be shown, and why.
    pub(super) fn unreadable(&mut self, what: impl fmt::Display, why: impl fmt::Display) {
        let why = why.to_string();
        self.line(format_args!(" {what} cannot be read: {}", Name(why.as_bytes())));
    }

    /// The text; it says that something is missing where it is.
    pub(super) fn finish(mut self) -> String {
        if self.is_full() {
            self.out.push_str(
                ";\n; The remaining tables are omitted because they are too long for this \
                           file.\n;\n",
            );
        }
        self.out
    }
}

/// A name as it may stand in a comment: as it is, but on one line and not longer than any name is.
pub(super) struct Name<'n>(pub(super) &'n [u8]);

impl Name<'_> {
    /// What is shown of it.
    fn shown(&self) -> &[u8] {
        self.0.get(..limits::NAME_BYTES).unwrap_or(self.0)
    }

    /// Appends it to a text.
    pub(super) fn append(&self, out: &mut String) {
        match str::from_utf8(self.shown()) {
            // Nearly all are.
            Ok(plain)
                if plain.len() == self.0.len() && plain.bytes().all(|byte| matches!(byte, b' '..=b'~')) =>
            {
                out.push_str(plain);
            }
            // Writing to a string does not fail.
            _ => _ = write!(out, "{self}"),
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.shown().utf8_chunks() {
            for piece in chunk.valid().split_inclusive(char::is_control) {
                match piece.chars().next_back() {
                    Some(last) if last.is_control() => {
                        f.write_str(piece.get(..piece.len() - last.len_utf8()).unwrap_or_default())?;
                        write_escaped(f, last.encode_utf8(&mut [0; 4]).as_bytes())?;
                    }
                    _ => f.write_str(piece)?,
                }
            }
            write_escaped(f, chunk.invalid())?;
        }
        if self.shown().len() < self.0.len() { f.write_str("...") } else { Ok(()) }
    }
}

/// Bytes that are no text, as LLVM escapes them.
fn write_escaped(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "\\{byte:02X}"))
}

/// Text at the left of a column of so many bytes.
pub(super) fn left(text: impl fmt::Display, width: usize) -> String {
    let mut text = text.to_string();
    let missing = width.saturating_sub(text.len());
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// Text at the right of a column of so many bytes.
pub(super) fn right(text: impl fmt::Display, width: usize) -> String {
    let mut text = text.to_string();
    let missing = width.saturating_sub(text.len());
    text.insert_str(0, &" ".repeat(missing));
    text
}

/// `x`, `y`, `z`, `w` for the bits of `mask` from the lowest on, and a blank for one that is not set.
pub(super) fn components(mask: u8) -> [char; 4] {
    [(1, 'x'), (2, 'y'), (4, 'z'), (8, 'w')].map(|(bit, name)| if mask & bit == 0 { ' ' } else { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_their_line() {
        for (name, shown) in [
            (&b"TEXCOORD"[..], "TEXCOORD"),
            (b"", ""),
            (b"a\nret\r\0b", "a\\0Aret\\0D\\00b"),
            ("é\u{85}".as_bytes(), "é\\C2\\85"),
            (b"a\xffb", "a\\FFb"),
        ] {
            assert_eq!(Name(name).to_string(), shown);
            let mut appended = "a".to_owned();
            Name(name).append(&mut appended);
            assert_eq!(appended.strip_prefix('a'), Some(shown));
        }
        assert_eq!(Name(&[b'a'; limits::NAME_BYTES]).to_string().len(), limits::NAME_BYTES);
        assert_eq!(Name(&[b'a'; 2 * limits::NAME_BYTES]).to_string().len(), limits::NAME_BYTES + 3);
    }

    #[test]
    fn columns_count_bytes() {
        assert_eq!((left("é", 4), right("é", 4)), ("é  ".to_owned(), "  é".to_owned()));
        assert_eq!((left("abc", 2), right("abc", 2)), ("abc".to_owned(), "abc".to_owned()));
    }

    #[test]
    fn full_pages_say_so() {
        let mut page = Page::new(0);
        while !page.is_full() {
            page.line("x".repeat(1 << 20));
        }
        page.line("not here");
        let text = page.finish();
        assert!(text.ends_with("for this file.\n;\n") && !text.contains("not here"));
    }

    #[test]
    fn components_are_xyzw() {
        assert_eq!(components(0b0001), ['x', ' ', ' ', ' ']);
        assert_eq!(components(0b1010), [' ', 'y', ' ', 'w']);
        assert_eq!(components(0b0100), [' ', ' ', 'z', ' ']);
    }
}
