//! Comments after instructions, which the caller of the printer supplies.

use dxil_ir::{Body, GlobalId, Instruction, InstructionId, Module};

/// An instruction, where it stands.
#[derive(Clone, Copy)]
pub struct At<'m> {
    /// The module.
    pub module: &'m Module,
    /// The function.
    pub function: GlobalId,
    /// What that consists of.
    pub body: &'m Body,
    /// Which instruction.
    pub id: InstructionId,
    /// What that is.
    pub instruction: &'m Instruction,
}

/// What stands as comments in the text. All of it is left out where a method is not implemented.
pub trait Comments {
    /// Appends what stands behind an instruction, from the blanks before the semicolon on.
    fn instruction(&mut self, at: At<'_>, out: &mut String) {
        let _ = (at, out);
    }
}

/// No comments.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoComments;

impl Comments for NoComments {}
