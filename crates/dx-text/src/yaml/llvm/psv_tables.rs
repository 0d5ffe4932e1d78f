//! The string table of PSV0 in the two ways in which it is written.

/// As DXC does: a NUL, which is the empty name, then each name.
pub(super) fn unshared<'n>(names: impl Iterator<Item = &'n [u8]>) -> (Vec<u8>, Vec<u32>) {
    let mut table = vec![0];
    let places = names.map(|name| {
        if name.is_empty() {
            return 0;
        }
        let place = u32::try_from(table.len()).unwrap_or(u32::MAX);
        table.extend(name);
        table.push(0);
        place
    });
    let places = places.collect();
    table.resize(table.len().next_multiple_of(4), 0);
    (table, places)
}

/// As LLVM's `StringTableBuilder` does for DirectX containers: a NUL, then the names sorted by their reversed
/// bytes, largest first, a name that ends the one before sharing its tail.
///
/// Both return the table, its size a multiple of 4, and the offset of each of `names` in it.
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
