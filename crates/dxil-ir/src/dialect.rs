//! The two IR dialects, LLVM 3.7 and modern LLVM, and sets of dialects. Separate because every table of the IR names
//! dialects, and a dialect depends on nothing.

/// The IR dialect of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// LLVM 3.7, the dialect of DXIL: pointers have a pointee type.
    #[default]
    Dxil37,
    /// Modern LLVM: opaque pointers and target extension types.
    Modern,
}

/// A set of dialects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialects(u8);

impl Dialects {
    /// LLVM 3.7 only.
    pub const DXIL37: Self = Self(1);
    /// Modern LLVM only.
    pub const MODERN: Self = Self(2);
    /// Both dialects.
    pub const BOTH: Self = Self(3);

    /// Returns true if the set contains `dialect`.
    pub const fn has(self, dialect: Dialect) -> bool {
        let bit = match dialect {
            Dialect::Dxil37 => 1,
            Dialect::Modern => 2,
        };
        self.0 & bit != 0
    }
}
