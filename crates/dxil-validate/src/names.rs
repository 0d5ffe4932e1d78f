//! Names of stages, flags, signature elements and component masks in messages.

use std::fmt;

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::fields::Printable;
use dx_container::names::{Named, split_flags};

/// A shader stage, such as `pixel shader`; `library` for libraries.
pub(crate) struct Stage(pub(crate) ShaderKind);

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ShaderKind as S;
        match self.0 {
            S::LIBRARY => f.write_str("library"),
            S::RAY_GENERATION => f.write_str("ray generation shader"),
            S::ANY_HIT => f.write_str("any-hit shader"),
            S::CLOSEST_HIT => f.write_str("closest-hit shader"),
            kind => write!(f, "{} shader", kind.to_string().to_lowercase()),
        }
    }
}

/// `an` or `a`, as the word behind it asks.
pub(crate) struct A<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for A<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let is_vowel = text.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) || text.starts_with("SRV");
        let article = if is_vowel { "an" } else { "a" };
        write!(f, "{article} {text}")
    }
}

/// A function or variable by its name, without the mark of names that are mangled.
pub(crate) struct Symbol<'m>(pub(crate) &'m BStr);

impl fmt::Display for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.strip_prefix(b"\x01").unwrap_or(self.0);
        write!(f, "{}", Printable(name.as_bstr()))
    }
}

/// How many there are of something: `1 row`, `2 rows`.
pub(crate) struct Count<N>(pub(crate) N, pub(crate) &'static str);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Count<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, what) = self;
        match (*count == N::from(1), what.strip_suffix("ex")) {
            (true, _) => write!(f, "{count} {what}"),
            (false, Some(stem)) => write!(f, "{count} {stem}ices"),
            (false, None) => write!(f, "{count} {what}s"),
        }
    }
}

/// Bytes in hex.
pub(crate) struct Hex<'b>(pub(crate) &'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Names as a list: `A`, `A and B`, `A, B and C`.
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T: fmt::Display> fmt::Display for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.len().saturating_sub(1);
        for (index, name) in self.0.iter().enumerate() {
            match index {
                0 => {}
                _ if index == last => f.write_str(" and ")?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{name}")?;
        }
        Ok(())
    }
}

/// The bits of a flag word by name; those without one as one number.
pub(crate) fn flags(names: &'static [Named], word: u64) -> List<String> {
    let (known, unknown) = split_flags(names, word);
    let known = known.map(|row| row.name.to_owned());
    List(known.chain(unknown.map(|bits| format!("{bits:#x}"))).collect())
}

/// How declared flags differ from those of the features that the code uses: which are missing, which are superfluous.
pub(crate) struct FlagDifference {
    names: &'static [Named],
    missing: u64,
    superfluous: u64,
}

impl FlagDifference {
    pub(crate) fn new(names: &'static [Named], found: u64, expected: u64) -> Self {
        Self { names, missing: expected & !found, superfluous: found & !expected }
    }
}

impl fmt::Display for FlagDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, missing, superfluous } = self;
        if *missing != 0 {
            write!(f, "lack {}, which the code uses", flags(names, *missing))?;
        }
        if *missing != 0 && *superfluous != 0 {
            f.write_str(", and ")?;
        }
        if *superfluous != 0 {
            write!(f, "have {}, which the code does not use", flags(names, *superfluous))?;
        }
        Ok(())
    }
}

/// Components by their letters, a bit each: `xyw`; `none` for none.
pub(crate) struct Components(pub(crate) u64);

impl fmt::Display for Components {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0xf {
            return write!(f, "{:#x}", self.0);
        }
        let letters = "xyzw".chars().enumerate().filter(|(bit, _)| self.0 >> bit & 1 != 0);
        let letters: String = letters.map(|(_, letter)| letter).collect();
        f.write_str(if letters.is_empty() { "none" } else { &letters })
    }
}

/// Components that something is said of: `component x is`, `components xyz are`.
pub(crate) struct ComponentsAre(pub(crate) u64);

impl fmt::Display for ComponentsAre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, verb) = if self.0.count_ones() == 1 { ("component", "is") } else { ("components", "are") };
        write!(f, "{noun} {} {verb}", Components(self.0))
    }
}

/// A semantic with its index: `TEXCOORD0`, `SV_Target1`; `SV_Position` without its 0.
pub(crate) struct Semantic<'e> {
    pub(crate) name: &'e BStr,
    pub(crate) index: u32,
}

impl fmt::Display for Semantic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            return write!(f, "(no name){}", self.index);
        }
        let is_system_value = self.name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"SV_"));
        let is_target = self.name.eq_ignore_ascii_case(b"SV_Target");
        write!(f, "{}", Printable(self.name))?;
        if is_system_value && !is_target && self.index == 0 { Ok(()) } else { write!(f, "{}", self.index) }
    }
}

#[cfg(test)]
mod tests {
    use dx_container::flags::FeatureFlags;
    use dx_container::names::NamedFlags as _;

    use super::*;

    #[test]
    fn flags_that_differ_are_named() {
        let difference =
            |found, expected| FlagDifference::new(FeatureFlags::NAMES, found, expected).to_string();
        assert_eq!(difference(0, 0x8001), "lack Doubles and Int64Ops, which the code uses");
        assert_eq!(
            difference(0x4001, 0x8005),
            "lack UAVsAtEveryStage and Int64Ops, which the code uses, and have WaveOps, which the code does not use"
        );
        assert_eq!(difference(1 << 60, 0), "have 0x1000000000000000, which the code does not use");
    }

    #[test]
    fn semantics_have_their_index() {
        let semantic = |name: &str, index| Semantic { name: name.into(), index }.to_string();
        assert_eq!(semantic("TEXCOORD", 0), "TEXCOORD0");
        assert_eq!(semantic("SV_Position", 0), "SV_Position");
        assert_eq!(semantic("SV_Target", 0), "SV_Target0");
        assert_eq!(semantic("SV_ClipDistance", 1), "SV_ClipDistance1");
        assert_eq!(semantic("", 2), "(no name)2");
    }

    #[test]
    fn counts_agree_with_their_nouns() {
        assert_eq!(Count(1_u32, "row").to_string(), "1 row");
        assert_eq!(Count(0_usize, "column").to_string(), "0 columns");
        assert_eq!(Count(3_i64, "vertex").to_string(), "3 vertices");
        assert_eq!(A("SRV").to_string(), "an SRV");
        assert_eq!(ComponentsAre(4).to_string(), "component z is");
    }

    #[test]
    fn masks_are_letters() {
        assert_eq!(Components(0b1011).to_string(), "xyw");
        assert_eq!(Components(0).to_string(), "none");
        assert_eq!(Components(0x1f).to_string(), "0x1f");
    }
}
