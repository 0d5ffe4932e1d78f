//! Nodes that are places in the source, written as all printers write them. Of these a text with debug information has
//! more than of all other lines at its top level, so that their bytes are read without cutting them into tokens.
//! Anything else about them is left to the way of all nodes, which also says what is wrong.

use dxil_ir::function::DebugLocation;

use super::cursor::Parser;

/// `!DILocation(line: 4, column: 9, scope: !3, inlinedAt: !7)`, the last field or none.
pub(super) struct WrittenPlace {
    line: u32,
    column: u32,
    /// The number of the node.
    scope: u32,
    /// The number of the node.
    inlined_at: Option<u32>,
    /// Bytes of all of it.
    pub(super) len: usize,
}

impl WrittenPlace {
    /// The place that a text begins with.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        let (line, rest) = number(text.strip_prefix(b"!DILocation(line: ")?)?;
        let (column, rest) = number(rest.strip_prefix(b", column: ")?)?;
        let (scope, rest) = number(rest.strip_prefix(b", scope: !")?)?;
        let (inlined_at, rest) = match rest.strip_prefix(b", inlinedAt: !") {
            Some(rest) => number(rest).map(|(number, rest)| (Some(number), rest))?,
            None => (None, rest),
        };
        let rest = rest.strip_prefix(b")")?;
        // Those of more bits are of LLVM 3.7 alone.
        let column = u16::try_from(column).ok()?.into();
        Some(Self { line, column, scope, inlined_at, len: text.len() - rest.len() })
    }
}

/// The number that a text begins with, of so few digits that it fits, and what stands behind it.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let len = text.iter().position(|byte| !byte.is_ascii_digit()).filter(|len| (1..10).contains(len))?;
    let (digits, rest) = text.split_at_checked(len)?;
    Some((digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')), rest))
}

impl Parser<'_> {
    /// The place at an offset, if it is written as usual and the nodes that it refers to are there.
    pub(super) fn written_place(&mut self, start: usize) -> Option<DebugLocation> {
        let written = WrittenPlace::of(self.source.get(start..)?)?;
        let scope = self.numbered_node(written.scope)?;
        let inlined_at = match written.inlined_at {
            Some(number) => Some(self.numbered_node(number)?),
            None => None,
        };
        let place = DebugLocation::new(written.line, written.column, scope);
        Some(DebugLocation { inlined_at: inlined_at.into(), ..place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_far_as_they_go_and_are_written_as_usual() {
        let read = |text: &str| {
            let place = WrittenPlace::of(text.as_bytes())?;
            Some((place.line, place.column, place.scope, place.inlined_at, place.len))
        };
        let [plain, inlined] = [
            "!DILocation(line: 41, column: 9, scope: !3)",
            "!DILocation(line: 0, column: 65535, scope: !999999999, inlinedAt: !07)",
        ];
        assert_eq!(read(&format!("{plain}\n!5 = !{{}}\n")), Some((41, 9, 3, None, plain.len())));
        assert_eq!(read(inlined), Some((0, 65535, 999_999_999, Some(7), inlined.len())));
        for other in [
            "",
            "!DILocation(line: 1",
            "!DILocation(line: , column: 2, scope: !3)",
            "!DILocation(line: -1, column: 2, scope: !3)",
            "!DILocation(line: 1, column: 65536, scope: !3)",
            "!DILocation(line: 1000000000, column: 2, scope: !3)",
            "!DILocation(line: 1, column: 2, scope: !3, inlinedAt: !)",
            "!DILocation(line: 1, column: 2, scope: !3, inlinedAt: null)",
            "!DILocation(line: 1, column: 2, scope: !3 )",
            "!DILocation(line: 1, column: 2, scope: !3x)",
            "!DILocation(column: 2, line: 1, scope: !3)",
            "!DILocation(line: 1, column: 2)",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
