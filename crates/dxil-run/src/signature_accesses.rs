//! Accesses of a program to its signatures: the elements that it loads, and the program counters that store an element.

use dxil::ops::Opcode;

use crate::instruction::{Instruction, Pc};
use crate::operations::interfaces::Side;
use crate::program::Program;

impl Program {
    /// The id of the element that each load of an input names; `None` for an id that is not constant.
    pub fn loaded_inputs(&self) -> impl Iterator<Item = Option<u32>> {
        let calls = (0..).map_while(|index| self.site(index));
        let loads = calls.filter(|(call, _)| call.operation.signature.map(Side::of) == Some(Side::Inputs));
        loads.map(|(_, site)| self.constant(site.argument(0)))
    }

    /// The program counter of the first store of an element by an operation, such as [`Opcode::STORE_OUTPUT`].
    pub fn first_store(&self, store: Opcode, element: u32) -> Option<Pc> {
        let is_store = |instruction: &Instruction| {
            let Instruction::Operation(site) = instruction else { return false };
            self.site(*site).is_some_and(|(_, site)| {
                site.operation.opcode == store && self.constant(site.argument(0)) == Some(element)
            })
        };
        (0..).zip(&self.code).find(|(_, instruction)| is_store(instruction)).map(|(pc, _)| pc)
    }
}
