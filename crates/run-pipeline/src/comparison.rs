//! Comparisons of a pipeline: which buffers are compared with which expected contents, and by what rule. Separate from
//! the evaluation of comparisons because documents are read into them.

/// What is to come out.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Its name.
    pub name: String,
    /// How the buffers are compared.
    pub rule: Rule,
    /// The buffer that shaders write, of [`Pipeline::buffers`](super::Pipeline::buffers).
    pub actual: usize,
    /// The buffer that says what it should hold.
    pub expected: usize,
}

/// How buffers are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// Byte for byte.
    Exact,
    /// By how many floats lie between two.
    Ulp {
        /// How many may.
        tolerance: u32,
        /// What denormals may become.
        denormals: Denormals,
        /// Where one is that close to zero, how far the two may be apart; 0 for no such rule.
        zero_tolerance: f64,
    },
    /// By how far two are apart.
    Epsilon {
        /// They must be less than this.
        epsilon: f64,
        /// What denormals may become.
        denormals: Denormals,
    },
}

/// What may come out where a denormal is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Denormals {
    /// It, or zero.
    #[default]
    Any,
    /// Zero: the expected values say so themselves.
    #[serde(rename = "FTZ")]
    FlushToZero,
    /// It.
    Preserve,
}
