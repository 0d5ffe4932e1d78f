//! String tables in which a string that ends another shares its bytes. Separate because SYM0's strings and PSV0's,
//! as LLVM writes them, are packed in the same way.

use std::collections::HashMap;

use crate::error::Result;
use crate::field_values::narrow;

/// Appends `strings`, each with its NUL, to `table`: sorted by their reversed bytes, largest first, so that a string
/// stands behind the longest one that it ends, and shares its tail. Returns the offset of each in `table`.
///
/// # Errors
/// Where the table grows beyond 32 bits.
pub fn pack_suffixes<'s>(
    strings: impl Iterator<Item = &'s [u8]> + Clone,
    table: &mut Vec<u8>,
) -> Result<Vec<u32>> {
    let mut sorted: Vec<&[u8]> = strings.clone().collect();
    sorted.sort_unstable_by(|a, b| b.iter().rev().cmp(a.iter().rev()));
    sorted.dedup();
    let mut places = HashMap::with_capacity(sorted.len());
    let mut previous: &[u8] = &[];
    for string in sorted {
        // The one before ends where the table does; of none, only the NUL that a table may begin with can be shared.
        let shares = previous.ends_with(string) && table.last() == Some(&0);
        if !shares {
            previous = string;
            table.extend(string);
            table.push(0);
        }
        places.insert(string, narrow("string offset", table.len() - string.len() - 1)?);
    }
    Ok(strings.map(|string| places.get(string).copied().unwrap_or_default()).collect())
}
