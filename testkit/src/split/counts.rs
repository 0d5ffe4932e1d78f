//! Statistics of a split. Separate because outlining and distribution count in them.

/// Statistics of splits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Outlined regions.
    pub functions: usize,
    /// Outlined regions of whole blocks: loops, branches that reconverge.
    pub of_blocks: usize,
    /// Outlined regions inside another one.
    pub nested: usize,
    /// Pure outlined functions that are called twice in a row.
    pub called_twice: usize,
    /// Functions of the second library.
    pub in_second: usize,
    /// Parameters that are structures by value.
    pub structs: usize,
    /// Parameters that are vectors by value.
    pub vectors: usize,
    /// Parameters that point to structures or vectors which the caller filled.
    pub struct_pointers: usize,
    /// Parameters that point to arrays which the caller filled.
    pub arrays: usize,
    /// Parameters that point to where results go.
    pub outs: usize,
    /// Parameters that are both read and written.
    pub inouts: usize,
    /// Parameters that point into memory of the shader's own.
    pub pointers: usize,
    /// Parameters that are handles.
    pub handles: usize,
    /// Handles that functions make of variables of their own.
    pub own_handles: usize,
    /// Parameters that point to resources, of which functions make handles.
    pub given_resources: usize,
    /// Handles that functions write to memory, of which callers make handles again.
    pub given_handles: usize,
    /// Results that are structures or vectors.
    pub aggregates: usize,
}

impl Counts {
    /// Adds the statistics of another shader.
    pub fn add(&mut self, other: Self) {
        self.functions += other.functions;
        self.of_blocks += other.of_blocks;
        self.nested += other.nested;
        self.called_twice += other.called_twice;
        self.in_second += other.in_second;
        self.structs += other.structs;
        self.vectors += other.vectors;
        self.struct_pointers += other.struct_pointers;
        self.arrays += other.arrays;
        self.outs += other.outs;
        self.inouts += other.inouts;
        self.pointers += other.pointers;
        self.handles += other.handles;
        self.own_handles += other.own_handles;
        self.given_resources += other.given_resources;
        self.given_handles += other.given_handles;
        self.aggregates += other.aggregates;
    }

    /// The name and the count of each statistic.
    pub fn kinds(&self) -> [(&'static str, usize); 16] {
        [
            ("regions of whole blocks", self.of_blocks),
            ("functions of functions", self.nested),
            ("functions that are called twice", self.called_twice),
            ("functions of the second library", self.in_second),
            ("structures", self.structs),
            ("vectors", self.vectors),
            ("pointers to structures", self.struct_pointers),
            ("arrays", self.arrays),
            ("results through pointers", self.outs),
            ("results in the memory of arguments", self.inouts),
            ("pointers into memory", self.pointers),
            ("handles", self.handles),
            ("handles of their own", self.own_handles),
            ("resources in memory", self.given_resources),
            ("handles in memory", self.given_handles),
            ("aggregate results", self.aggregates),
        ]
    }
}
