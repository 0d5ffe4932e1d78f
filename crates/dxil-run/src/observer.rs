//! What watches a program while it runs: tracing and profiling. `()` watches nothing and costs nothing.

use crate::instruction::Instruction;
use crate::program::Context;

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

impl<O: Observer> Observer for Option<O> {
    fn before(&mut self, context: &Context<'_>, instruction: &Instruction) {
        if let Some(observer) = self {
            observer.before(context, instruction);
        }
    }

    fn after(&mut self, context: &Context<'_>, instruction: &Instruction) {
        if let Some(observer) = self {
            observer.after(context, instruction);
        }
    }
}

impl<O: Observer> Observer for Vec<O> {
    fn before(&mut self, context: &Context<'_>, instruction: &Instruction) {
        self.iter_mut().for_each(|observer| observer.before(context, instruction));
    }

    fn after(&mut self, context: &Context<'_>, instruction: &Instruction) {
        self.iter_mut().for_each(|observer| observer.after(context, instruction));
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn before(&mut self, context: &Context<'_>, instruction: &Instruction) {
        self.0.before(context, instruction);
        self.1.before(context, instruction);
    }

    fn after(&mut self, context: &Context<'_>, instruction: &Instruction) {
        self.0.after(context, instruction);
        self.1.after(context, instruction);
    }
}
