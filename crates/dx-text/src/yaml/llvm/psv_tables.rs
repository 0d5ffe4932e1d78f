//! The string table of PSV0 as LLVM's `StringTableBuilder` lays it out for DirectX containers: a NUL, then the
//! names sorted by their reversed bytes, largest first, a name that ends the one before sharing its tail.

/// The table, its size a multiple of 4, and the offset of each of `names` in it.
pub(super) fn merge<'n>(names: impl Iterator<Item = &'n [u8]> + Clone) -> (Vec<u8>, Vec<u32>) {
    let mut sorted: Vec<&[u8]> = names.clone().collect();
    sorted.sort_by(|a, b| b.iter().rev().cmp(a.iter().rev()));
    sorted.dedup();
    let mut table = vec![0];
    let mut places = std::collections::HashMap::new();
    let mut previous: &[u8] = &[];
    for name in sorted {
        if previous.ends_with(name) {
            places.insert(name, table.len() - name.len() - 1);
        } else {
            places.insert(name, table.len());
            table.extend(name);
            table.push(0);
            previous = name;
        }
    }
    table.resize(table.len().next_multiple_of(4), 0);
    let offset = |name| u32::try_from(places.get(name).copied().unwrap_or_default()).unwrap_or(u32::MAX);
    (table, names.map(offset).collect())
}
