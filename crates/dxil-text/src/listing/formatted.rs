//! Appending of formatted text to a string. Separate because several parts of the listing need it.

/// Appends formatted text, without a result that callers would have to ignore.
pub(super) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = std::fmt::Write::write_fmt(out, text);
}
