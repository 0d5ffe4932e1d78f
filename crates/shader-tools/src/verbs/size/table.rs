//! The table of parts, and of the kinds of content of token programs. Separate from measuring.

use super::measured::{Measured, part_title};
use super::tokens;
use crate::layout::width;
use crate::style::{DIM, TITLE, grouped, paint};

/// Columns before the bars, with the gaps around them.
const NUMBERS: usize = 40;

/// The width of bars: the columns that the titles leave free.
fn bar_width(measured: &Measured) -> usize {
    let titles = measured.shares.keys().map(|name| part_title(*name).len());
    let kinds = measured.programs.values().flat_map(|shares| shares.keys());
    let longest = titles.chain(kinds.map(|kind| kind.title().len() + 2)).max().unwrap_or(0);
    width().saturating_sub(NUMBERS + longest).clamp(1, 32)
}

/// The parts, largest first, with a bar each, and below programs what they consist of.
pub fn table(measured: &Measured) -> String {
    let bar_width = bar_width(measured);
    let mut shares: Vec<_> = measured.shares.iter().collect();
    shares.sort_by_key(|(name, (_, size))| (std::cmp::Reverse(*size), **name));
    let largest = shares.iter().map(|(_, (_, size))| *size).max().unwrap_or(0).max(1);
    let mut text = format!("{}\n", paint(DIM, "  name    count        bytes   share"));
    for (name, (count, size)) in shares {
        let title = part_title(*name);
        let program = name.and_then(|name| measured.programs.get(&name));
        let name = name.map_or(String::new(), |name| name.to_string());
        let share = |size: u64| size as f64 * 100.0 / measured.size.max(1) as f64;
        let all = share(*size);
        let bar = u128::from(*size) * bar_width as u128;
        let bar = "█".repeat(bar.div_ceil(largest.into()) as usize);
        let (count, bytes) = (grouped(*count as u64), grouped(*size));
        text += &format!("  {name:4}  {count:>7}  {bytes:>11}  {all:5.1}%  {bar:bar_width$}  {title}\n");
        for (kind, (count, size)) in program.into_iter().flat_map(tokens::sorted) {
            let (share, title) = (share(*size), kind.title());
            let (count, bytes) = (grouped(*count as u64), grouped(*size));
            let row = format!("        {count:>7}  {bytes:>11}  {share:5.1}%  {:bar_width$}    {title}", "");
            text += &format!("{}\n", paint(DIM, row));
        }
    }
    if measured.bare > 0 {
        let (bytes, share) =
            (grouped(measured.bare), measured.bare as f64 * 100.0 / measured.size.max(1) as f64);
        text += &format!("                 {bytes:>11}  {share:5.1}%  {:bar_width$}  bitcode files\n", "");
    }
    let (name, bytes) = (paint(TITLE, "all "), grouped(measured.size));
    text + &format!("  {name}           {bytes:>11}\n")
}
