//! The change of a number between two builds, as text. Separate because several verbs compare builds.

use crate::style::grouped;

/// The difference with its sign, such as `+12`; empty if the number did not change.
pub fn signed(before: u64, after: u64) -> String {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => format!("+{}", grouped(after - before)),
        std::cmp::Ordering::Equal => String::new(),
        std::cmp::Ordering::Greater => format!("-{}", grouped(before - after)),
    }
}

/// The difference with its sign and in percent.
pub fn change(before: u64, after: u64) -> String {
    match signed(before, after) {
        text if text.is_empty() => "no change".to_owned(),
        text if before == 0 => text,
        text => format!("{text}, {}", percent(before, after)),
    }
}

/// The difference in percent of `before`.
pub fn percent(before: u64, after: u64) -> String {
    if before == 0 {
        return "total".to_owned();
    }
    format!("{:+.1}%", (after as f64 - before as f64) * 100.0 / before as f64)
}

#[cfg(test)]
mod tests {
    use super::{change, percent, signed};

    #[test]
    fn changes_have_a_sign() {
        assert_eq!([signed(1, 3), signed(3, 1), signed(3, 3)], ["+2", "-2", ""].map(str::to_owned));
        assert_eq!(percent(200, 203), "+1.5%");
        assert_eq!([change(4, 2), change(4, 4)], ["-2, -50.0%", "no change"].map(str::to_owned));
    }
}
