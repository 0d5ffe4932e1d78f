//! Lines of comment, written within bounds, and names that cannot break out of them. Separate because every
//! section writes through it.

use std::fmt::{self, Write as _};

use crate::limits;

/// Writes lines of comment until there are too many of them.
///
/// Names and types can be shared in a file so that its text would be far longer than itself; a listing of what a
/// compiler wrote is never cut.
pub(crate) struct Page<'o> {
    out: &'o mut String,
    /// Where in `out` to stop.
    end: usize,
}

impl<'o> Page<'o> {
    /// Writes to `out` about a container of so many bytes.
    pub(crate) fn new(out: &'o mut String, container: usize) -> Self {
        let room = container
            .saturating_mul(limits::LISTING_BYTES_PER_BYTE)
            .saturating_add(limits::LISTING_BYTES_FREE);
        let end = out.len().saturating_add(room);
        Self { out, end }
    }

    /// Whether there is no room for more.
    pub(crate) fn is_full(&self) -> bool {
        self.out.len() > self.end
    }

    /// Appends `// ` and a text that has no end of line in it.
    pub(crate) fn line(&mut self, text: impl fmt::Display) {
        if !self.is_full() {
            let _ = writeln!(self.out, "// {text}");
        }
    }

    /// Appends an empty comment.
    pub(crate) fn blank(&mut self) {
        if !self.is_full() {
            self.out.push_str("//\n");
        }
    }

    /// Says that something is missing where it is.
    pub(crate) fn finish(self) -> &'o mut String {
        if self.is_full() {
            self.out.push_str(
                "//\n// Tables are cut here: they exceed the limit for a container of this size.\n//\n",
            );
        }
        self.out
    }
}

/// A name as it may stand in a comment.
pub(crate) fn name(text: &[u8]) -> String {
    escaped(text, |byte| matches!(byte, b' '..=b'~') && byte != b'\\')
}

/// A name as it may stand in a column: one word, without the `:` that ends a stream.
pub(crate) fn word(text: &[u8]) -> String {
    match text {
        [] => EMPTY.to_owned(),
        _ => escaped(text, |byte| matches!(byte, b'!'..=b'~') && !b"\\:\"@".contains(&byte)),
    }
}

/// What stands for no name at all.
const EMPTY: &str = "\"\"";

fn escaped(text: &[u8], plain: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for &byte in text {
        if plain(byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// The name that [`word`] shows so; `None` where it shows none so.
pub(crate) fn unescaped(word: &str) -> Option<Vec<u8>> {
    if word == EMPTY {
        return Some(Vec::new());
    }
    let mut pieces = word.split('\\');
    let mut name = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (code, rest) = piece.strip_prefix('x')?.split_at_checked(2)?;
        // A string ends at a zero.
        name.push(u8::from_str_radix(code, 16).ok().filter(|&byte| byte != 0)?);
        name.extend(rest.bytes());
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_stay_on_their_line() {
        for name in [
            &b"TEXCOORD"[..],
            b"",
            b"\"\"",
            b"a b",
            b"m1:a",
            b"\\x41",
            b"x\ny\r",
            b"\xff\x80",
            "\u{85}é".as_bytes(),
        ] {
            let shown = word(name);
            assert!(shown.bytes().all(|byte| byte.is_ascii_graphic()), "{shown}");
            assert_eq!(unescaped(&shown).as_deref(), Some(name), "{shown}");
        }
        assert_eq!(unescaped("a\\x00"), None);
        assert_eq!(unescaped("a\\"), None);
        assert_eq!(unescaped("a\\xé"), None);
        assert_eq!(super::name(b"a b\nret"), "a b\\x0aret");
    }
}
