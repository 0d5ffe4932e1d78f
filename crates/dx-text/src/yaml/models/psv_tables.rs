//! The string table of PSV0 in the two ways in which it is written: the table, its size a multiple of 4, and the
//! offset of each name in it.

use az::SaturatingAs as _;
use dx_container::string_packing::pack_suffixes;

/// The table as DXC writes it: a NUL, which is the empty name, then each name.
pub(super) fn unshared<'n>(names: impl Iterator<Item = &'n [u8]>) -> (Vec<u8>, Vec<u32>) {
    let mut table = vec![0];
    let places = names.map(|name| {
        if name.is_empty() {
            return 0;
        }
        let place = table.len().saturating_as::<u32>();
        table.extend(name);
        table.push(0);
        place
    });
    let places = places.collect();
    table.resize(table.len().next_multiple_of(4), 0);
    (table, places)
}

/// The table as LLVM's `StringTableBuilder` writes it for DirectX containers: a NUL, then the names packed by their
/// suffixes.
pub(super) fn merge<'n>(
    names: impl Iterator<Item = &'n [u8]> + Clone,
) -> dx_container::Result<(Vec<u8>, Vec<u32>)> {
    let mut table = vec![0];
    let places = pack_suffixes(names, &mut table)?;
    table.resize(table.len().next_multiple_of(4), 0);
    Ok((table, places))
}
