//! Damage to texts of lines with keys.

use crate::random::Random;

/// The text with a line missing, twice there, or with another digit or letter in it. Most lines are programs.
pub fn mangle_lines(lines: &[&str], random: &mut Random) -> String {
    let keyed: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].contains(": ")).collect();
    let at = keyed[random.below(keyed.len())];
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    match random.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        _ => {
            let places: Vec<usize> =
                lines[at].match_indices(char::is_alphanumeric).map(|(at, _)| at).collect();
            let place = places[random.below(places.len())];
            let other = char::from(b"0123456789ABx"[random.below(13)]);
            lines[at].replace_range(place..=place, &other.to_string());
        }
    }
    lines.join("\n")
}
