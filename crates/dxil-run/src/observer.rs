//! What watches a program while it runs: tracing and profiling. `()` watches nothing and costs nothing.

use crate::execute::Context;
use crate::program::Instruction;

/// What watches a program while it runs.
pub trait Observer {
    /// Called before each instruction that a wave executes.
    #[inline]
    fn before(&mut self, _context: &Context<'_>, _instruction: &Instruction) {}

    /// Called after each instruction that leads to the next one.
    #[inline]
    fn after(&mut self, _context: &Context<'_>, _instruction: &Instruction) {}
}

impl Observer for () {}
