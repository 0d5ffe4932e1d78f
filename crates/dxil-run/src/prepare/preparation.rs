//! The state of preparing a program: the module, the program so far, and what is known of its functions. Separate from
//! the steps, which are methods of the state in a file each.

use dxil::handles::ResourceTable;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{GlobalId, Module};
use hashbrown::HashMap;

use super::constants::Constants;
use super::layout::Layout;
use super::operands::VALUE;
use super::registers::Frame;
use super::types::Types;
use crate::instruction::{Pc, Register, Rule, Scalar};
use crate::program::Program;

/// How a program is prepared.
#[derive(Debug, Clone, Copy, Default)]
pub struct PrepareOptions {
    /// True if results are to be looked at that are not numbers though all operands are.
    pub checks_nan: bool,
    /// True if each value has a register of its own, so that an observer can read all values later. This needs much
    /// memory.
    pub own_registers: bool,
}

/// What is known of a function before it is prepared: where its values come from and go.
#[derive(Debug, Clone, Default)]
pub(super) struct Interface {
    pub(super) start: Pc,
    pub(super) parameters: Vec<Vec<(Scalar, Register)>>,
    pub(super) results: Vec<(Scalar, Register)>,
}

/// The state of preparing: the program so far.
pub(super) struct Preparation<'m> {
    pub(super) module: &'m Module,
    /// The module's types, of which some are matrices.
    pub(super) shapes: &'m Types<'m>,
    /// The resources of the shader by ID, binding and variable.
    pub(super) resources: ResourceTable<'m>,
    pub(super) types: DataLayout<'m>,
    pub(super) options: PrepareOptions,
    pub(super) program: Program,
    pub(super) constants: Constants,
    pub(super) memory: Layout,
    pub(super) interfaces: HashMap<GlobalId, Interface>,
    /// How many registers there are besides those of constants.
    pub(super) registers: u32,
    /// The code and the registers of each function so far.
    pub(super) frames: Vec<Frame>,
    /// Instructions that give something defined where one operand is undefined and the other decides.
    pub(super) deciding: HashMap<Pc, Rule>,
    /// True if wave operations include helper lanes.
    pub(super) waves_include_helpers: bool,
}

impl Preparation<'_> {
    /// A register of its own.
    pub(super) fn register(&mut self) -> Register {
        let register = Register(VALUE | self.registers);
        self.registers = self.registers.saturating_add(1).min(VALUE - 1);
        register
    }
}
