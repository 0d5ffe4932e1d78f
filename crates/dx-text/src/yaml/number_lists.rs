//! Long lists of numbers, read apart from the rest of a document. Programs are nearly all of a text, and a YAML
//! parser takes its time over each of their bytes.
//!
//! A list is cut out of the text, which keeps its length and lines, so that all places stay what they are; when
//! the rest has been parsed, the lists are put back where empty ones stand. A list that then has no place was no
//! list (but text that looked like one), and the whole is parsed as it is.

use super::tree::{Content, Node};

/// Lists shorter than this many bytes are not worth the trouble.
const LEAST: usize = 64;

/// The lists that were cut out, by the offset of their bracket, in order.
pub(super) struct NumberLists {
    lists: Vec<(u64, Option<Vec<u64>>)>,
}

/// The text without its long lists of numbers, and these; `None` where there is none.
pub(super) fn cut(text: &str) -> Option<(String, NumberLists)> {
    let mut lists = Vec::new();
    let mut rest = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|from| from.find('[')) {
        let open = at + found;
        let line_start =
            text.get(at..open).and_then(|before| before.rfind('\n')).map_or(at, |nl| at + nl + 1);
        let numbers = text
            .get(line_start..open)
            .filter(|before| begins_value(before))
            .and_then(|_| numbers(text.as_bytes(), open + 1));
        let end = numbers.as_ref().map_or(open, |(_, close)| *close);
        if let Some((numbers, close)) = numbers
            && close - open >= LEAST
        {
            let inside = rest.get_mut(open + 1..close).unwrap_or_default();
            inside.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            lists.push((open as u64, Some(numbers)));
        }
        // Behind a bracket no value begins in a line, so that each line is looked at once.
        let Some(line_end) = text.get(end..).and_then(|rest| rest.find('\n')) else { break };
        at = end + line_end + 1;
    }
    let rest = String::from_utf8(rest).ok()?;
    (!lists.is_empty()).then_some((rest, NumberLists { lists }))
}

/// True where a value may begin: only dashes, a key and blanks stand `before` it in its line.
fn begins_value(before: &str) -> bool {
    let key = before.trim_start_matches([' ', '-']).trim_end_matches(' ');
    key.strip_suffix(':')
        .unwrap_or(key)
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.')
}

impl NumberLists {
    /// Puts the lists back into the document; false where one has no place in it.
    pub(super) fn put_back(mut self, document: &mut Node) -> bool {
        let mut open = vec![document];
        while let Some(node) = open.pop() {
            match &mut node.content {
                Content::Numbers(numbers) if numbers.is_empty() => {
                    let found = self.lists.binary_search_by_key(&node.place.offset, |(offset, _)| *offset);
                    if let Some((_, list)) = found.ok().and_then(|index| self.lists.get_mut(index)) {
                        *numbers = list.take().unwrap_or_default();
                    }
                }
                Content::List(members) => open.extend(members),
                Content::Map(members) => open.extend(members.iter_mut().map(|(_, node)| node)),
                _ => {}
            }
        }
        self.lists.iter().all(|(_, list)| list.is_none())
    }
}

/// The numbers from `at` on, and where the bracket that ends them is; `None` where there is anything else.
fn numbers(text: &[u8], mut at: usize) -> Option<(Vec<u64>, usize)> {
    let mut numbers = Vec::new();
    let mut after_comma = true;
    loop {
        match *text.get(at)? {
            b' ' | b'\n' => at += 1,
            b',' if !after_comma => {
                after_comma = true;
                at += 1;
            }
            b']' if !after_comma => return Some((numbers, at)),
            b'0'..=b'9' if after_comma => {
                let (number, end) = number(text, at)?;
                numbers.push(number);
                after_comma = false;
                at = end;
            }
            _ => return None,
        }
    }
}

/// The number at `at`, decimal or hexadecimal, and where it ends.
fn number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let (start, radix) = if text.get(at..)?.starts_with(b"0x") { (at + 2, 16) } else { (at, 10) };
    let (mut number, mut end) = (0_u64, start);
    while let Some(digit) = text.get(end).and_then(|&byte| char::from(byte).to_digit(radix)) {
        number = number.checked_mul(radix.into())?.checked_add(digit.into())?;
        end += 1;
    }
    // What a leading zero means is the parser's to say.
    let is_plain = radix == 16 || end == start + 1 || text.get(start) != Some(&b'0');
    (end > start && is_plain).then_some((number, end))
}
