//! A bounded YAML reader for untrusted documents: values with byte offsets, and errors with line and column.
//!
//! [`from_str`] reads a document through serde. The number of nodes and the bytes of scalars are at most the length of
//! the text, and nesting is at most [`Format::depth`]. Anchors and aliases are rejected, so a short document cannot
//! expand to a large one. JSON is a subset of YAML.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "tests fail by panicking"))]

mod at;
mod format;
mod mistake;

pub use at::At;
pub use format::Format;
pub use mistake::Mistake;

use serde::de::DeserializeOwned;

/// Reads the document in `text`.
///
/// Only `true` and `false` are booleans: names such as `N` and `ON` are strings.
///
/// # Errors
///
/// The text is not YAML, contains a second document, a duplicate key, an anchor or an alias, is nested too deep, or
/// does not fit the type.
pub fn from_str<T: DeserializeOwned>(text: &str, format: Format) -> Result<T, Mistake> {
    let most = text.len().saturating_add(64);
    let mut options = serde_saphyr::Options::default();
    if let Some(budget) = &mut options.budget {
        budget.max_events = most;
        budget.max_nodes = most;
        budget.max_total_scalar_bytes = most;
        budget.max_depth = format.depth;
        budget.flow_nesting_limit = format.depth;
        budget.max_aliases = 0;
        budget.max_anchors = 0;
    }
    options.with_snippet = false;
    options.strict_booleans = true;
    serde_saphyr::from_str_with_options(text, options).map_err(|cause| Mistake::new(&cause, format))
}

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type Lists = BTreeMap<String, Vec<At<u32>>>;

    const FORMAT: Format = Format { name: "list", depth: 4 };

    #[test]
    fn values_have_places() {
        let read: Lists = from_str("a: [1,\n  22]\n", FORMAT).unwrap();
        let places = read.values().flatten().map(|at| (at.value, at.place.offset, at.place.len));
        assert_eq!(places.collect::<Vec<_>>(), [(1, 4, 1), (22, 9, 2)]);
    }

    #[test]
    fn mistakes_have_lines_and_columns() {
        let cases = [
            ("a: [1]\na: [2]\n", (2, 1), "duplicate key a"),
            ("a: [1]\nb: &x [2]\n", (2, 7), "YAML anchors and aliases are not supported: repeat the values"),
            ("a: [1]\n---\na: [1]\n", (3, 1), "a second YAML document begins: a file holds one list"),
            ("a: [[[[[1]]]]]\n", (1, 8), "document is nested deeper or has more values than any list"),
        ];
        for (text, place, message) in cases {
            let mistake = from_str::<Lists>(text, FORMAT).unwrap_err();
            assert_eq!((mistake.line, mistake.column), place, "{mistake}");
            assert_eq!(mistake.message, message);
        }
        let mistake = from_str::<Lists>("a: [1]\nb: [no]\n", FORMAT).unwrap_err();
        assert_eq!((mistake.line, mistake.column, mistake.place.offset), (2, 5, 11), "{mistake}");
        assert!(!mistake.message.contains("line"), "{mistake}");
        assert!(mistake.to_string().ends_with(" at line 2, column 5"), "{mistake}");
    }
}
