//! Tables of arithmetic tests: an operator or operation, its types, and rows of operands and results.

/// An operator or operation, the types that it is made for, and rows.
pub(crate) struct Table {
    /// Of an operation its name, of an instruction its words.
    pub(crate) name: &'static str,
    /// Of an operation its overload, empty for none; of an instruction the operand's type, for casts both.
    pub(crate) types: &'static str,
    /// Behind each but the last a `;`.
    pub(crate) rows: &'static str,
}

/// A row of a list of tables.
pub(crate) const fn table(name: &'static str, types: &'static str, rows: &'static str) -> Table {
    Table { name, types, rows }
}
