//! Lists of words with commas between them. Separate because instructions and custom data have them.

use crate::text::scanner::{Result, Scanner};

/// Takes words with commas between them up to `end`, which may be on a later line.
pub(crate) fn parse_word_list(s: &mut Scanner<'_>, end: char) -> Result<Vec<u32>> {
    let mut words = Vec::new();
    s.skip_lines();
    while s.peek() != Some(end) {
        if !words.is_empty() {
            s.expect(",")?;
            s.skip_lines();
        }
        words.push(s.number("a dword")?);
        s.skip_lines();
    }
    Ok(words)
}
