//! The names of the fields of a walk in YAML: the rules that printing and reading share.

use std::collections::HashMap;

/// Names the fields of one record. A name that occurs again is numbered, silent fields counted too, so that a
/// field has the same name whatever the others hold.
#[derive(Debug, Default)]
pub(super) struct Names {
    seen: HashMap<&'static str, usize>,
}

impl Names {
    /// The key of the next field or group called `name`.
    pub(super) fn key(&mut self, name: &'static str) -> String {
        let count = self.seen.entry(name).or_default();
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}.{count}") }
    }

    /// True where there was a field called `name`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.seen.contains_key(name)
    }
}

/// A string of a table of strings, which is a list in YAML.
pub(super) const TABLE_STRING: &str = "String";

/// A float that YAML has no number for: its bits.
pub(super) const FLOAT_BITS: &str = "bits 0x";
