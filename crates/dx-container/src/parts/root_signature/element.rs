//! The elements of a root signature that findings name. Separate because the map of registers stores them too.

use std::fmt;

/// The element of a root signature that a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// The flags.
    Flags,
    /// A parameter, from 0.
    Parameter(usize),
    /// A range of the table that a parameter is, both from 0.
    Range(usize, usize),
    /// A static sampler, from 0.
    Sampler(usize),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flags => f.write_str("root signature"),
            Self::Parameter(parameter) => write!(f, "root parameter {parameter}"),
            Self::Range(parameter, range) => write!(f, "range {range} of root parameter {parameter}"),
            Self::Sampler(sampler) => write!(f, "static sampler {sampler}"),
        }
    }
}
