//! Enumerations whose rows come from `tables/bitcode.toml`: a number in bitcode, a word in assembly.

macro_rules! coded {
    ($(#[$doc:meta])* pub enum $name:ident { $($variant:ident = $code:literal $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`, ", $code, " in bitcode.")] $variant = $code,)*
        }

        impl $name {
            /// The one with this number in bitcode.
            pub fn from_code(code: u64) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Its number in bitcode.
            pub fn code(self) -> u64 {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// The one with this word in assembly.
            pub fn from_word(word: &[u8]) -> Option<Self> {
                $(if word == $word.as_bytes() {
                    return Some(Self::$variant);
                })*
                None
            }

            /// Its word in assembly; empty for what goes without saying.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    };
}

pub(crate) use coded;
