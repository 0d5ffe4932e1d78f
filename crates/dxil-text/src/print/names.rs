//! How names and strings are spelled.

use bstr::BStr;
use dxil_ir::Dialect;

/// A name as it stands in assembly, without quotes: what is no letter, digit or sign is escaped.
pub fn spelled(name: &BStr) -> String {
    let mut out = String::with_capacity(name.len());
    escape(&mut out, name, Dialect::Dxil37);
    out
}

/// Appends bytes as they stand between quotes.
pub(crate) fn escape(out: &mut String, bytes: &[u8], dialect: Dialect) {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'\\' | b'"');
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| !is_plain(byte)).unwrap_or(rest.len());
        let (plain, behind) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        out.push_str(str::from_utf8(plain).unwrap_or_default());
        rest = match behind {
            [b'\\', rest @ ..] if dialect == Dialect::Modern => {
                out.push_str("\\\\");
                rest
            }
            [byte, rest @ ..] => {
                hex(out, *byte);
                rest
            }
            [] => &[],
        };
    }
}

/// Appends a name, in quotes where it would be read as something else, or as nothing, without them.
pub(crate) fn name(out: &mut String, name: &BStr, dialect: Dialect) {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    if name.iter().all(is_plain)
        && name.first().is_some_and(|first| !first.is_ascii_digit())
        && let Ok(name) = str::from_utf8(name)
    {
        return out.push_str(name);
    }
    out.push('"');
    escape(out, name, dialect);
    out.push('"');
}

/// Appends the name of metadata, which has no quotes.
pub(crate) fn metadata(out: &mut String, name: &BStr) {
    if name.is_empty() {
        out.push_str("<empty name> ");
    }
    for (index, byte) in name.iter().enumerate() {
        let is_plain = byte.is_ascii_alphabetic()
            || matches!(byte, b'-' | b'$' | b'.' | b'_')
            || index > 0 && byte.is_ascii_digit();
        if is_plain { out.push(char::from(*byte)) } else { hex(out, *byte) }
    }
}

fn hex(out: &mut String, byte: u8) {
    out.push('\\');
    for digit in [byte >> 4, byte & 0xf] {
        out.push(char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase());
    }
}
