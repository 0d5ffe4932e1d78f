//! Names that a user asks for, exactly or as a pattern with `*`. Separate because operations, resources and the fields
//! of a filter match names alike.

/// Returns true if `name` is the wanted name, or matches it as a pattern with `*`. Case does not matter.
pub fn is_named(wanted: &str, name: &str) -> bool {
    match wanted.contains('*') {
        true => is_like(&name.to_lowercase(), &wanted.to_lowercase()),
        false => wanted.eq_ignore_ascii_case(name),
    }
}

/// Returns true if `text` contains `pattern`, or matches it as a pattern with `*`.
pub fn is_like(text: &str, pattern: &str) -> bool {
    if !pattern.contains('*') {
        return text.contains(pattern);
    }
    let mut pieces = pattern.split('*');
    let (first, last) = (pieces.next().unwrap_or_default(), pieces.next_back().unwrap_or_default());
    let Some(rest) = text.strip_prefix(first) else { return false };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}
