//! What a program was compiled from, in programs with debug information: `dx.source.*`, once `llvm.dbg.*`.

use bstr::BString;

use super::list::record;

record! {
    /// A file.
    pub struct SourceFile {
        /// Its name.
        pub name: BString,
        /// What stands in it.
        pub text: BString,
    }
}

record! {
    /// The name of the file that was compiled.
    pub struct MainFileName {
        /// The name.
        pub name: BString,
    }
}

/// What a program was compiled from. A program that was linked has an item for each library in each list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Source {
    /// All files, of each compilation the one that was compiled first.
    pub contents: Vec<SourceFile>,
    /// The macros that were defined, such as `A=1`.
    pub defines: Vec<Vec<BString>>,
    /// The name of the file that was compiled.
    pub main_file_name: Vec<MainFileName>,
    /// The arguments of the compiler.
    pub args: Vec<Vec<BString>>,
}

impl Source {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
