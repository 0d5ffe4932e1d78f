//! Enumerations and flag words whose rows come from `tables/`. Separate because both the values and the
//! field walk need the names, and neither may lose a value that has none.

/// One row: a value (or, in a flag word, a mask) and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The number in the file.
    pub value: u64,
    /// The name, spelled as LLVM's YAML spells it where LLVM has one.
    pub name: &'static str,
    /// The same in words, or nothing.
    pub about: &'static str,
}

/// A field whose values have names.
pub trait NamedValue: Copy {
    /// The rows, in the order of the table.
    const NAMES: &'static [Named];

    /// The value a file holds.
    fn from_raw(raw: u32) -> Self;

    /// The value as a file holds it.
    fn raw(self) -> u32;

    /// Its name, if it has one.
    fn name(self) -> Option<&'static str> {
        name_of(Self::NAMES, u64::from(self.raw()))
    }
}

/// A word whose bits have names.
pub trait NamedFlags: Copy + Default {
    /// The rows, in the order of the bits.
    const NAMES: &'static [Named];

    /// The word a file holds, unknown bits kept; `None` where it is wider than the field.
    fn try_from_word(word: u64) -> Option<Self>;

    /// The same of a word that was read from a field of this width.
    fn from_word(word: u64) -> Self {
        Self::try_from_word(word).unwrap_or_default()
    }
}

/// The name of `value` among `names`.
pub fn name_of(names: &[Named], value: u64) -> Option<&'static str> {
    names.iter().find(|row| row.value == value).map(|row| row.name)
}

/// The rows of the bits that are set in `word`, and the bits that have no row; `None` where there are none.
pub fn split_flags(names: &[Named], word: u64) -> (impl Iterator<Item = &Named>, Option<u64>) {
    let known = names.iter().filter(move |row| word & row.value != 0);
    let unknown = known.clone().fold(word, |left, row| left & !row.value);
    (known, (unknown != 0).then_some(unknown))
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
        }
    };
}

pub(crate) use {named_flags, named_values};
