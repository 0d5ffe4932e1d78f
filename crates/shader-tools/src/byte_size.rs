//! Sizes as the command line has them: `4096`, `64K`, `2M`. Separate because options and filters both have them.

/// A number of bytes, with or without a unit.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text.get(digits.len()..).unwrap_or_default() {
        "" | "B" => 1,
        "k" | "K" | "KiB" => 1 << 10,
        "m" | "M" | "MiB" => 1 << 20,
        "g" | "G" | "GiB" => 1 << 30,
        unit => return Err(format!("unknown unit {unit}: expected K, M or G, or no unit for bytes")),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| format!("not a size: {text} (expected a number such as 4096, 64K or 2M)"))?;
    number.checked_mul(factor).ok_or_else(|| format!("size {text} is too large"))
}
