//! Names of functions: as modules have them, mangled like those of C++, and as people write them. In this crate because
//! RDAT has both; linkers look up the one and messages say both.

use std::fmt;

use bstr::{BStr, BString, ByteSlice as _};

/// What mangled names begin with: LLVM's mark that nothing is to be added to a name, and the start of Microsoft's names
/// of C++.
pub const PREFIX: &str = "\u{1}?";

/// The name of a function in HLSL: what a mangled name has between [`PREFIX`] and the first `@`, or the name itself.
///
/// ```
/// use dx_container::mangled_name::unmangled;
///
/// assert_eq!(unmangled("\u{1}?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z".into()), "sky");
/// assert_eq!(unmangled("main".into()), "main");
/// ```
pub fn unmangled(name: &BStr) -> &BStr {
    parts(name).map_or(name, |(inner, _)| inner)
}

/// A mangled name with another name of HLSL in it; of a name that is not mangled, the other name.
pub fn renamed(mangled: &BStr, name: &BStr) -> BString {
    match parts(mangled) {
        Some((_, behind)) => [PREFIX.as_bytes(), name.as_bytes(), behind].concat().into(),
        None => name.to_owned(),
    }
}

/// The name of HLSL, and what comes behind it.
fn parts(name: &BStr) -> Option<(&BStr, &[u8])> {
    let rest = name.strip_prefix(PREFIX.as_bytes())?;
    let (inner, behind) = rest.split_at_checked(rest.find_byte(b'@').unwrap_or(rest.len()))?;
    Some((inner.as_bstr(), behind))
}

/// A name for messages: as HLSL has it, and in brackets as the module has it but for LLVM's mark.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'n>(pub &'n BStr);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match parts(self.0) {
            Some((inner, _)) => {
                let unmarked = self.0.strip_prefix(b"\x01").unwrap_or(self.0);
                write!(f, "{inner} ({})", unmarked.as_bstr())
            }
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_out_of_mangled_ones_and_put_in() {
        let mangled = BStr::new(b"\x01?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z");
        assert_eq!(unmangled(mangled), "sky");
        assert_eq!(renamed(mangled, "blue".into()), "\u{1}?blue@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z");
        assert_eq!(Shown(mangled).to_string(), "sky (?sky@@YA?AV?$vector@M$03@@V?$vector@M$02@@@Z)");
        for plain in ["main", "", "?sky@@YA"] {
            assert_eq!(unmangled(plain.into()), plain);
            assert_eq!(renamed(plain.into(), "other".into()), "other");
            assert_eq!(Shown(plain.into()).to_string(), plain);
        }
        assert_eq!(unmangled("\u{1}?open".into()), "open");
        assert_eq!(renamed("\u{1}?open".into(), "shut".into()), "\u{1}?shut");
    }
}
