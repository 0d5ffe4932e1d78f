//! Enumerations and flag words with the names of `tables/`. Separate because both the values and the field walk need
//! the names, and neither may lose an unknown value.

/// One row: a value (or, in a flag word, a mask) and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The number in the file.
    pub value: u64,
    /// The name, spelled as LLVM's YAML spells it where LLVM has one.
    pub name: &'static str,
    /// The description in words, or an empty string.
    pub about: &'static str,
}

/// An enumeration whose values have names.
pub trait NamedValue: Copy {
    /// The rows, in the order of the table.
    const NAMES: &'static [Named];

    /// Converts a value read from a file.
    fn from_raw(raw: u32) -> Self;

    /// The value to write to a file.
    fn raw(self) -> u32;

    /// The name of the value, if it has one.
    fn name(self) -> Option<&'static str> {
        name_of(Self::NAMES, u64::from(self.raw()))
    }
}

/// A flag word whose bits have names.
pub trait NamedFlags: Copy + Default {
    /// The rows, in the order of the bits.
    const NAMES: &'static [Named];

    /// Converts a word read from a file, with unknown bits kept; `None` if it is wider than the type.
    fn try_from_word(word: u64) -> Option<Self>;

    /// The word to write to a file, with unknown bits.
    fn word(self) -> u64;

    /// Converts a word that was read from a field of this width.
    fn from_word(word: u64) -> Self {
        Self::try_from_word(word).unwrap_or_default()
    }
}

/// Finds the name of `value` in `names`.
pub fn name_of(names: &[Named], value: u64) -> Option<&'static str> {
    names.iter().find(|row| row.value == value).map(|row| row.name)
}

/// Splits `word` into the rows of its known bits, and its unknown bits, if any.
pub fn split_flags(names: &[Named], word: u64) -> (impl Iterator<Item = &Named>, Option<u64>) {
    let known = names.iter().filter(move |row| word & row.value != 0);
    let unknown = known.clone().fold(word, |left, row| left & !row.value);
    (known, (unknown != 0).then_some(unknown))
}

/// The names of the flags that are set in `word`, unknown bits as one number; `none` for 0.
pub fn flag_text<F: NamedFlags>(word: u64) -> String {
    let (known, unknown) = split_flags(F::NAMES, word);
    let known = known.map(|row| row.name.to_owned());
    let names: Vec<String> = known.chain(unknown.map(|bits| format!("{bits:#x}"))).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// A newtype over `u32` with a constant a row: unknown values are as good as known ones.
macro_rules! named_values {
    ($(#[$doc:meta])* pub struct $type:ident { $($constant:ident = $value:literal $name:literal $about:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $type(pub u32);

        impl $type {
            $(#[doc = concat!("`", $name, "` (", $value, "). ", $about)] pub const $constant: Self = Self($value);)*
        }

        impl crate::names::NamedValue for $type {
            const NAMES: &'static [crate::names::Named] =
                &[$(crate::names::Named { value: $value, name: $name, about: $about },)*];

            fn from_raw(raw: u32) -> Self {
                Self(raw)
            }

            fn raw(self) -> u32 {
                self.0
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match crate::names::NamedValue::name(*self) {
                    Some(name) => f.pad(name),
                    None => std::fmt::Display::fmt(&self.0, f),
                }
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }
    };
}

/// A `bitflags` word with a constant a row, all other bits kept.
macro_rules! named_flags {
    ($(#[$doc:meta])* pub struct $type:ident: $word:ident { $($constant:ident = $value:literal $name:literal $about:literal;)* }) => {
        bitflags::bitflags! {
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
            pub struct $type: $word {
                $(#[doc = concat!("`", $name, "`. ", $about)] const $constant = $value;)*
                /// Bits nobody has named are kept.
                const _ = !0;
            }
        }

        impl crate::names::NamedFlags for $type {
            const NAMES: &'static [crate::names::Named] =
                &[$(crate::names::Named { value: $value, name: $name, about: $about },)*];

            fn try_from_word(word: u64) -> Option<Self> {
                word.try_into().ok().map(Self::from_bits_retain)
            }

            #[allow(clippy::useless_conversion, reason = "some words have 64 bits")]
            fn word(self) -> u64 {
                self.bits().into()
            }
        }
    };
}

pub(crate) use {named_flags, named_values};
