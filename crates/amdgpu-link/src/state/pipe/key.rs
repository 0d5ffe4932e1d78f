//! The lines of a `.pipe` file: keys such as `userDataNode[0].next[1].type`, and values. Separate because all sections
//! are made of them.

use crate::error::Result;

/// A line of a section.
pub(super) struct Entry<'t> {
    /// From 1.
    pub(super) line: u64,
    /// The key.
    pub(super) text: &'t str,
    /// The value.
    pub(super) value: &'t str,
}

/// A key that names a member of a list: `list[index].rest`.
pub(super) struct Key<'t> {
    pub(super) index: u32,
    /// The rest after the dot; empty for the member itself.
    pub(super) rest: &'t str,
}

impl<'t> Key<'t> {
    /// Parses `key` as a member of `list`; `None` for other keys.
    pub(super) fn of(key: &'t str, list: &str) -> Option<Self> {
        let (name, after) = key.split_once('[')?;
        let (index, rest) = after.split_once(']')?;
        let index = index.trim().parse().ok()?;
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        (name.trim() == list).then_some(Self { index, rest })
    }

    /// The key without indices, for the list of ignored keys.
    pub(super) fn without_indices(key: &str) -> String {
        let mut shortened = String::with_capacity(key.len());
        let mut within = false;
        for c in key.chars().take(LONGEST_SHOWN) {
            within = within && c != ']';
            if !within {
                shortened.push(c);
            }
            within |= c == '[';
        }
        shortened
    }
}

/// Maximum number of characters of a line in errors and notes.
const LONGEST_SHOWN: usize = 60;

/// The start of a text, as much as errors and notes show.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(LONGEST_SHOWN).collect()
}

impl Entry<'_> {
    /// A number of 32 bits, decimal or hexadecimal; negative numbers in two's complement.
    pub(super) fn number(&self) -> Result<u32> {
        number(self.value).ok_or_else(|| self.error(format_args!("{} is not a number", shown(self.value))))
    }

    /// Numbers separated by commas.
    pub(super) fn numbers(&self) -> Result<Vec<u32>> {
        // Lists may end in a comma.
        let list = self.value.strip_suffix(',').unwrap_or(self.value);
        let read = |text: &str| {
            number(text.trim()).ok_or_else(|| self.error(format_args!("{} is not a number", shown(text))))
        };
        list.split(',').map(read).collect()
    }

    /// `true`, `false` or a number.
    pub(super) fn flag(&self) -> Result<bool> {
        match self.value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => self.number().map(|number| number != 0),
        }
    }

    /// One of `words`.
    pub(super) fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T> {
        let found = words.iter().find(|(word, _)| *word == self.value);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.error(format_args!("{} is not one of {}", shown(self.value), known.join(", ")))
        })
    }
}

fn number(text: &str) -> Option<u32> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            u32::from_str_radix(digits, 16).ok()?
        }
        None if digits == "0" || !digits.starts_with(['0', '+']) => digits.parse().ok()?,
        // Octal, to C; nobody writes that.
        _ => return None,
    };
    Some(if negative { number.wrapping_neg() } else { number })
}
