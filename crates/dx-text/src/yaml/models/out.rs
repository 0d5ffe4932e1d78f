//! The output of the members of a part. Separate from the models, which print to it.

use bstr::{BString, ByteSlice as _};
use dx_container::names::{Named, NamedValue, split_flags};

use super::flags::UNKNOWN_FLAGS;
use crate::yaml::print_fields;
use crate::yaml::printer::{Hex, Printer, scalar};

/// A version of LLVM, whose `obj2yaml` and `yaml2obj` define a set of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LlvmVersion {
    /// LLVM 22.
    V22,
    /// LLVM 23, with keys for ILDB, ILDN, PRIV, SRCI and VERS, and two more keys for PSV0.
    V23,
}

/// The keys that may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::yaml) enum Schema {
    /// The keys of the newest LLVM and our own keys: nothing is lost.
    Full,
    /// Only the keys that the `yaml2obj` of this version reads.
    Llvm(LlvmVersion),
}

impl Schema {
    /// True if the schema has our own keys.
    pub(in crate::yaml) fn is_full(self) -> bool {
        self == Self::Full
    }

    /// True if the schema has the keys that LLVM added in `version`.
    pub(in crate::yaml) fn has(self, version: LlvmVersion) -> bool {
        match self {
            Self::Full => true,
            Self::Llvm(of) => of >= version,
        }
    }
}

/// The output of the members of a part.
pub(super) struct Out<'p> {
    pub(super) printer: &'p mut Printer,
    pub(super) schema: Schema,
    /// Bytes of the part.
    pub(super) part_size: usize,
    /// A value came that LLVM has no name for, and LLVM reads names only; or text that is out of proportion.
    pub(super) is_refused: bool,
}

/// Names of ours that LLVM 23 does not know.
const LATER_NAMES: [&str; 3] = ["StartVertexLocation", "StartInstanceLocation", "None"];

impl Out<'_> {
    pub(super) fn named<E: NamedValue>(&mut self, key: &str, value: E) {
        match value.name() {
            Some(name) => {
                self.is_refused |= !self.schema.is_full() && LATER_NAMES.contains(&name);
                self.printer.value(key, scalar(name));
            }
            None => {
                self.is_refused |= !self.schema.is_full();
                self.printer.value(key, value.raw());
            }
        }
    }

    /// A float in the shortest digits that mean it. What has none is its bits, which LLVM cannot read.
    pub(super) fn float(&mut self, key: &str, value: f32) {
        self.is_refused |= !self.schema.is_full() && !value.is_finite();
        print_fields::float(self.printer, key, value);
    }

    /// Text as a scalar; bytes that are no UTF-8 as numbers, which LLVM cannot read.
    pub(super) fn text(&mut self, key: &str, text: &BString) {
        self.is_refused |= !self.schema.is_full() && text.to_str().is_err();
        self.printer.value(key, print_fields::text(text.as_bstr()));
    }

    /// A list of names in one line.
    pub(super) fn names(&mut self, key: &str, names: &[BString]) {
        let names: Vec<String> = names.iter().map(|name| print_fields::text(name.as_bstr())).collect();
        self.printer.value(key, format_args!("[ {} ]", names.join(", ")));
    }

    /// A flag a line, set or not.
    pub(super) fn all_flags(&mut self, names: &[Named], word: u64) {
        for row in names {
            self.printer.value(row.name, word & row.value != 0);
        }
    }

    /// A line for each flag that is set. Bits without a name are a number, which LLVM cannot read.
    pub(super) fn set_flags(&mut self, names: &[Named], word: u64) {
        let (known, unknown) = split_flags(names, word);
        for row in known {
            self.printer.value(row.name, true);
        }
        self.unknown_flags(unknown);
    }

    pub(super) fn unknown_flags(&mut self, unknown: Option<u64>) {
        if let Some(unknown) = unknown
            && self.schema.is_full()
        {
            self.printer.value(UNKNOWN_FLAGS, format_args!("{unknown:#x}"));
        }
    }

    /// A key and words, whose bits matter.
    pub(super) fn words(&mut self, key: &str, words: &[u32]) {
        self.printer.numbers(key, words.iter().map(|&word| Hex(word)));
    }

    /// A list of lists of words.
    pub(super) fn word_lists(&mut self, key: &str, lists: &[Vec<u32>]) {
        self.printer.key(key);
        self.printer.deeper();
        for words in lists {
            self.printer.item_numbers(words.iter().map(|&word| Hex(word)));
        }
        self.printer.higher();
    }

    /// A list of mappings.
    pub(super) fn list<I: IntoIterator>(
        &mut self,
        key: &str,
        members: I,
        mut print: impl FnMut(&mut Self, I::Item),
    ) where
        I::IntoIter: ExactSizeIterator,
    {
        let members = members.into_iter();
        if members.len() == 0 {
            self.printer.value(key, "[]");
            return;
        }
        self.printer.key(key);
        self.printer.deeper();
        self.printer.deeper();
        for member in members {
            self.printer.member();
            print(self, member);
        }
        self.printer.higher();
        self.printer.higher();
    }
}
