//! Buffers for functions of many registers: operands and results of one block. Separate from execution because each
//! runner keeps its buffers from one wave to the next.

use crate::lanes::{self, Lanes};

/// Where functions of many registers find them, and put what they give.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) operands: [Lanes; MAX_OPERANDS],
    pub(crate) results: [Lanes; MAX_OPERANDS],
    /// The elements of a long vector.
    pub(crate) vector: Vec<Lanes>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            operands: [lanes::ZERO; MAX_OPERANDS],
            results: [lanes::ZERO; MAX_OPERANDS],
            vector: Vec::new(),
        }
    }
}

/// The most registers that go into or come out of one function of lanes.
pub(crate) const MAX_OPERANDS: usize = 16;
