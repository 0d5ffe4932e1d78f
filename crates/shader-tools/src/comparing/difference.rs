//! A difference between two files. Separate because containers and Direct3D 9 programs are compared in
//! files of their own.

/// One thing that differs. A side that is `None` does not have it.
pub struct Difference {
    /// The part: `PSV0`, `STAT#1`; or `container`.
    pub part: String,
    /// The way to the field: `Parameters[2].Mask`; empty for the part as a whole.
    pub path: String,
    /// The value in the first.
    pub a: Option<String>,
    /// The value in the second.
    pub b: Option<String>,
    /// The text where neither side has a value.
    pub note: Option<String>,
    /// Of programs the lines that differ, each behind what it is: `-`, `+`, of DXIL `>` where it moved.
    pub lines: Vec<String>,
    /// Of programs the lines that only the second has, and only the first.
    pub changed_lines: (usize, usize),
}

impl Difference {
    /// Something that differs as a whole.
    pub fn of(part: &str, path: &str, a: Option<String>, b: Option<String>) -> Self {
        let (part, path) = (part.to_owned(), path.to_owned());
        Self { part, path, a, b, note: None, lines: Vec::new(), changed_lines: (0, 0) }
    }
}
