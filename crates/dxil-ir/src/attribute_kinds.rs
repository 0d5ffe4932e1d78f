//! Kinds of attributes, and what each dialect allows of them: a row each in `tables/attributes.toml`. Separate from the
//! attributes of a module, which say one of these.

use crate::intrinsics::LlvmVersion;
use crate::{AttributeKind, Dialect};

/// What an attribute says beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Nothing: it is there or not.
    Flag,
    /// A number.
    Number,
    /// A number, or no value: since LLVM 23, the bytes that are dead on return.
    OptionalNumber,
    /// A type.
    Type,
    /// A range of integers.
    Range,
    /// A list of ranges of integers.
    Ranges,
    /// Which memory is accessed, and how.
    Memory,
    /// Classes of floating-point numbers.
    FloatClasses,
    /// What of a pointer is captured.
    Captures,
    /// What an allocator does.
    AllocKind,
    /// The parameters that are the size of an allocation.
    AllocSize,
    /// How long scalable vectors may be.
    VscaleRange,
    /// Which unwind tables are needed.
    UnwindTable,
}

impl Form {
    /// Returns true if an attribute of this form may have a value of the form `found`.
    pub fn accepts(self, found: Self) -> bool {
        self == found || self == Self::OptionalNumber && matches!(found, Self::Flag | Self::Number)
    }
}

/// A position in a function signature or a call that has attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The return value.
    Return,
    /// A parameter, by index from 0.
    Parameter(u32),
    /// The function itself.
    Function,
}

/// The places that an attribute applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places(u8);

impl Places {
    /// The function itself, or a call.
    pub const FUNCTION: Self = Self(1);
    /// A parameter.
    pub const PARAMETER: Self = Self(2);
    /// The return value.
    pub const RETURN: Self = Self(4);

    /// These and others.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a place is among them.
    pub const fn has(self, slot: Slot) -> bool {
        let place = match slot {
            Slot::Function => Self::FUNCTION,
            Slot::Parameter(_) => Self::PARAMETER,
            Slot::Return => Self::RETURN,
        };
        self.0 & place.0 != 0
    }
}

/// What a dialect allows of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowed {
    /// What it says beside its name.
    pub form: Form,
    /// Where it may stand.
    pub places: Places,
}

/// A row of the table.
pub(crate) struct AttributeRow {
    pub(crate) word: &'static str,
    /// Its number in LLVM 3.7's bitcode.
    pub(crate) code: Option<u64>,
    /// The code in modern bitcode.
    pub(crate) modern_code: Option<u64>,
    pub(crate) dxil: Option<Allowed>,
    pub(crate) modern: Option<Allowed>,
    /// The first version of modern LLVM that has the attribute; LLVM 22 stands for all older versions.
    pub(crate) since: LlvmVersion,
    /// The first version that sorts the attribute after another one, and that one.
    pub(crate) moved: Option<(LlvmVersion, AttributeKind)>,
}

impl AttributeKind {
    /// The one with this number in LLVM 3.7's bitcode.
    pub fn from_code(code: u64) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.code() == Some(code))
    }

    /// Its number in LLVM 3.7's bitcode, if that has it.
    pub fn code(self) -> Option<u64> {
        self.row().code
    }

    /// The attribute with this code in modern bitcode.
    pub(crate) fn from_modern_code(code: u64) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.row().modern_code == Some(code))
    }

    /// Its word in assembly.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// The first version of modern LLVM that has the attribute; LLVM 22 stands for all older versions.
    pub fn since(self) -> LlvmVersion {
        self.row().since
    }

    /// Returns true if the order of a version of modern LLVM is not the order of the kinds for this attribute.
    pub fn is_moved(self, llvm: LlvmVersion) -> bool {
        self.sort_key(llvm) != (self, false)
    }

    /// Returns a key by which a version of modern LLVM sorts the attributes of a set.
    pub fn sort_key(self, llvm: LlvmVersion) -> (Self, bool) {
        match self.row().moved {
            Some((since, other)) if llvm >= since => (other, true),
            _ => (self, false),
        }
    }

    /// What a dialect allows of it; `None` where it does not have it.
    pub fn allowed(self, dialect: Dialect) -> Option<Allowed> {
        match dialect {
            Dialect::Dxil37 => self.row().dxil,
            Dialect::Modern => self.row().modern,
        }
    }
}

macro_rules! attribute_kinds {
    ($($variant:ident $word:literal $code:expr, $modern_code:expr, $dxil:expr, $modern:expr, $since:expr, $moved:expr;)*) => {
        /// The attributes that LLVM knows, in the order in which modern LLVM keeps them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AttributeKind {
            $(#[doc = concat!("`", $word, "`.")] $variant,)*
        }

        impl AttributeKind {
            /// Every kind, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The one with this word in assembly, whichever dialect has it.
            pub fn from_word(word: &[u8]) -> Option<Self> {
                $(if word == $word.as_bytes() {
                    return Some(Self::$variant);
                })*
                None
            }

            pub(crate) fn row(self) -> &'static AttributeRow {
                match self {
                    $(Self::$variant => const {
                        &AttributeRow {
                            word: $word,
                            code: $code,
                            modern_code: $modern_code,
                            dxil: $dxil,
                            modern: $modern,
                            since: $since,
                            moved: $moved,
                        }
                    })*
                }
            }
        }
    };
}
pub(crate) use attribute_kinds;
