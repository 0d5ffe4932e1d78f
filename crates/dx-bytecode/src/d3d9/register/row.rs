//! The row of a register. Separate from the queries, because the generated table consists of it.

/// The kind of a register: five bits of a parameter token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterKind(pub u32);

/// A row of the table of registers. Versions are major and minor in a byte each.
#[derive(Debug, PartialEq, Eq)]
pub struct RegisterRow {
    /// The kind.
    pub kind: RegisterKind,
    /// True for the kind in vertex shaders.
    pub is_vertex: bool,
    /// What stands before the number.
    pub name: &'static str,
    /// The names by number, where each has its own.
    pub names: &'static [&'static str],
    /// What is added to the number where it is printed.
    pub base: u32,
    /// True if it can be read.
    pub reads: bool,
    /// True if it can be written.
    pub writes: bool,
    /// From which version on there are how many.
    pub counts: &'static [(u32, u32)],
    /// The first version in which it may be addressed relatively.
    pub relative: Option<u32>,
}
