//! What operations are in LLVM IR of today: the rows of `tables/ops/modern.toml`, which are read by whoever raises
//! operations and by whoever lowers what LLVM has. Separate because shaders need none of it: only programs that come
//! from LLVM or go to it do.

mod row;

use super::{Flag, Operation};
use crate::generated::modern::CORRESPONDENCES;
pub use row::{Condition, Construct, Correspondence, Family, Form, Term};

impl Operation {
    /// What it is in LLVM IR of today; nothing where LLVM has no words for it.
    pub fn correspondences(&self) -> &'static [Correspondence] {
        let first = CORRESPONDENCES.partition_point(|row| row.opcode < self.opcode);
        let rest = CORRESPONDENCES.get(first..).unwrap_or_default();
        let count = rest.iter().take_while(|row| row.opcode == self.opcode).count();
        rest.get(..count).unwrap_or_default()
    }

    /// Whether calls of it must not come to depend on other conditions than they do: it is about other threads, or
    /// about the differences between them.
    pub fn is_convergent(&self) -> bool {
        self.depends_on_other_lanes() || self.has(Flag::Immovable)
    }
}
