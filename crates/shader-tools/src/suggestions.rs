//! Names that are similar to a misspelled name. Separate because several options suggest names.

/// Returns the names that may be meant by `id`, the most similar name first.
pub fn nearest(id: &str, names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let id = id.to_ascii_uppercase();
    let of = |name: &'static str| {
        let upper = name.to_ascii_uppercase();
        let last = upper.split_once('.').map_or("", |(_, last)| last);
        let wrong = if id.len() >= SHORTEST && upper.contains(&id) {
            0
        } else {
            distance(&id, &upper).min(distance(&id, last))
        };
        (wrong <= id.len() / 3).then_some((wrong, name))
    };
    let mut near: Vec<_> = if id.len() <= LONGEST { names.filter_map(of).collect() } else { Vec::new() };
    near.sort_by_key(|(wrong, _)| *wrong);
    near.dedup();
    near.into_iter().map(|(_, id)| id).take(NEAR).collect()
}

/// The maximum number of suggested names.
const NEAR: usize = 5;
/// Shorter names are contained in too many names.
const SHORTEST: usize = 3;
/// No name is nearly as long.
const LONGEST: usize = 100;

/// The Levenshtein distance of two strings, in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, from) in (1..).zip(a.bytes()) {
        let mut before = index;
        let mut next = vec![index];
        for (to, pair) in b.bytes().zip(row.windows(2)) {
            let [diagonal, above] = *pair else { continue };
            before = (diagonal + usize::from(from != to)).min(above + 1).min(before + 1);
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
