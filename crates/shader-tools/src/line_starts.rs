//! Lines of a text by their number, and numbers of lines by what stands in them. Separate because a thousand
//! findings look up lines of one text, which is read once.

/// The offsets of the lines of a text.
#[derive(Debug)]
pub struct LineStarts(Vec<usize>);

impl LineStarts {
    /// The offsets of the lines of `text`.
    pub fn of(text: &[u8]) -> Self {
        let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        Self(std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect())
    }

    /// The number, from 1, of the line in which a byte lies.
    pub fn number(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }

    /// The column of a byte in its line, in bytes from 1.
    pub fn column(&self, offset: usize) -> usize {
        let start = self.number(offset).checked_sub(1).and_then(|index| self.0.get(index));
        offset.saturating_sub(start.copied().unwrap_or_default()) + 1
    }

    /// The line of this number, without its end; `text` is the text that this is of.
    pub fn line<'t>(&self, text: &'t [u8], number: usize) -> Option<&'t [u8]> {
        let start = *self.0.get(number.checked_sub(1)?)?;
        let line = match self.0.get(number) {
            Some(next) => text.get(start..next.checked_sub(1)?)?,
            None => text.get(start..)?,
        };
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::LineStarts;

    #[test]
    fn lines_and_numbers_agree() {
        let text = b"one\r\ntwo\n\nfour";
        let lines = LineStarts::of(text);
        let expected: [&[u8]; 4] = [b"one", b"two", b"", b"four"];
        for (number, line) in (1..).zip(expected) {
            assert_eq!(lines.line(text, number), Some(line));
        }
        assert_eq!((lines.line(text, 0), lines.line(text, 5)), (None, None));
        assert_eq!([0, 4, 5, 9, 10, 99].map(|offset| lines.number(offset)), [1, 1, 2, 3, 4, 4]);
        assert_eq!([0, 3, 5, 7, 12].map(|offset| lines.column(offset)), [1, 4, 1, 3, 3]);
    }
}
