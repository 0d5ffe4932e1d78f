//! The lowering of a function: its context and the helpers of all instructions. The files beside this one add methods
//! for families of instructions.

use dx_bytecode::control_flow::Function;
use dx_bytecode::operand::{Operand, RegisterKind};
use dxil::emit::{Emitter, Handle, NO_ARGUMENTS};
use dxil::ops::{Opcode as Operation, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Flags, Predicate, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use crate::array::Array;
use crate::change::{Change, ChangeKind};
use crate::error::{Error, Result};
use crate::interface::{Cell, Interface};
use crate::place::InputKey;
use crate::plan::{Phase, Plan};
use crate::resources::Resources;
use crate::variables::Variables;
use crate::word::Word;

/// The lowering of one function of the converted shader.
pub(crate) struct Lower<'p, 'e> {
    pub(crate) plan: &'p Plan<'p>,
    pub(crate) interface: &'p Interface,
    pub(crate) resources: &'p Resources,
    pub(crate) labels: HashMap<u32, &'p Function>,
    pub(crate) emit: Emitter<'e>,
    pub(crate) types: Types,
    pub(crate) variables: Variables,
    /// The phase whose instructions are lowered.
    pub(crate) phase: &'p Phase,
    /// The index of the instance of a fork or join phase.
    pub(crate) instance: Option<Value>,
    /// The indexable temporaries of the phase.
    pub(crate) arrays: HashMap<u32, Array>,
    /// Outputs that a variable indexes, by the index of the range.
    pub(crate) output_arrays: HashMap<usize, Array>,
    pub(crate) shared: HashMap<u32, Array>,
    pub(crate) immediate_constants: Option<Array>,
    /// Inputs that were loaded at the start of the function.
    pub(crate) inputs: HashMap<InputKey, Word>,
    /// Rows of constant buffers that were loaded in the block, by the handle and the number of the row.
    pub(crate) rows: HashMap<(Value, u32), Value>,
    /// The differences in meaning so far, and the statement that is lowered.
    pub(crate) changes: Vec<Change>,
    pub(crate) noted: HashSet<(usize, ChangeKind)>,
    pub(crate) statement: usize,
    /// The number of statements that calls may still add.
    pub(crate) budget: usize,
    /// Flags of float instructions that are not precise.
    pub(crate) flags: Flags,
}

/// The types of words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Types {
    pub(crate) i1: TypeId,
    pub(crate) i32: TypeId,
    pub(crate) f32: TypeId,
    pub(crate) f64: TypeId,
}

impl Types {
    pub(crate) fn new(emit: &mut Emitter<'_>) -> Self {
        let types = &mut emit.module().types;
        Self { i1: types.int(1), i32: types.int(32), f32: types.float(), f64: types.double() }
    }
}

impl<'p> Lower<'p, '_> {
    /// The word as an integer.
    pub(crate) fn int(&mut self, word: &mut Word) -> Value {
        let value = match *word {
            Word { int: Some(value), .. } => return value,
            Word { mask: Some(mask), .. } => self.emit.cast(CastOp::SExt, mask, self.types.i32),
            Word { float: Some(value), .. } => match self.float_bits(value) {
                Some(bits) => self.emit.int(self.types.i32, bits.cast_signed().into()),
                None => self.emit.cast(CastOp::Bitcast, value, self.types.i32),
            },
            _ => self.emit.int(self.types.i32, 0),
        };
        word.int = Some(value);
        value
    }

    /// The word as a float.
    pub(crate) fn float(&mut self, word: &mut Word) -> Value {
        if let Some(value) = word.float {
            return value;
        }
        let int = self.int(word);
        let value = match self.constant(int) {
            Some(bits) => self.constant_float(bits),
            None => self.emit.cast(CastOp::Bitcast, int, self.types.f32),
        };
        word.float = Some(value);
        value
    }

    /// The word as a truth value: true if it has a bit.
    pub(crate) fn truth(&mut self, word: &mut Word) -> Value {
        if let Some(mask) = word.mask {
            return mask;
        }
        let int = self.int(word);
        let zero = self.emit.int(self.types.i32, 0);
        self.emit.compare(Predicate::IntNe, int, zero)
    }

    /// The bits of an integer constant.
    pub(crate) fn constant(&mut self, value: Value) -> Option<u32> {
        let number = self.emit.module().signed_integer(value)?;
        Some(i32::try_from(number).ok()?.cast_unsigned())
    }

    fn float_bits(&mut self, value: Value) -> Option<u32> {
        use dxil_ir::constants::ConstantKind;
        let ValueKind::Constant(id) = value.kind() else { return None };
        match self.emit.module().constants.get(id)?.kind {
            ConstantKind::Float(bits) => u32::try_from(bits).ok(),
            ConstantKind::Null => Some(0),
            _ => None,
        }
    }

    /// A float constant with these bits.
    pub(crate) fn constant_float(&mut self, bits: u32) -> Value {
        self.emit.module().float_bits(self.types.f32, bits.into())
    }

    /// A constant word.
    pub(crate) fn constant_word(&mut self, bits: u32) -> Word {
        Word::of_int(self.emit.int(self.types.i32, bits.cast_signed().into()))
    }

    /// The sum of integers; zero is not added.
    pub(crate) fn sum(&mut self, one: Value, other: Value) -> Value {
        match (self.constant(one), self.constant(other)) {
            (Some(0), _) => other,
            (_, Some(0)) => one,
            (Some(one), Some(other)) => {
                self.emit.int(self.types.i32, one.wrapping_add(other).cast_signed().into())
            }
            _ => self.emit.binary(BinaryOp::Add, one, other),
        }
    }

    /// The product of an integer and a constant.
    pub(crate) fn scaled(&mut self, value: Value, factor: u32) -> Value {
        match (self.constant(value), factor) {
            (_, 1) => value,
            (Some(value), _) => {
                self.emit.int(self.types.i32, value.wrapping_mul(factor).cast_signed().into())
            }
            _ => {
                let factor = self.emit.int(self.types.i32, factor.cast_signed().into());
                self.emit.binary(BinaryOp::Mul, value, factor)
            }
        }
    }

    /// The quotient of an integer and four: the index of the word at a byte offset.
    pub(crate) fn word_index(&mut self, offset: Value) -> Value {
        match self.constant(offset) {
            Some(offset) => self.emit.int(self.types.i32, (offset / 4).into()),
            None => {
                let two = self.emit.int(self.types.i32, 2);
                self.emit.binary(BinaryOp::LShr, offset, two)
            }
        }
    }

    /// Notes a difference in meaning at the current statement, once for each statement and kind.
    pub(crate) fn note(&mut self, kind: ChangeKind) {
        if self.noted.insert((self.statement, kind)) {
            self.changes.push(Change { kind, statement: Some(self.statement) });
        }
    }

    /// Begins a phase of a hull shader, which has temporaries of its own.
    pub(crate) fn begin_phase(&mut self, phase: &'p Phase) {
        self.phase = phase;
        self.instance = None;
        self.arrays.clear();
        self.variables.begin_phase();
    }

    /// An operation with one float or integer operand.
    pub(crate) fn unary(&mut self, operation: Operation, value: Value) -> Result<Value> {
        Ok(self.emit.op(operation, None, [value])?)
    }

    /// The control point of a hull shader without a control point phase: a copy of the input.
    pub(crate) fn copy_control_point(&mut self) -> Result<()> {
        let control_point =
            self.emit.op(Operation::OUTPUT_CONTROL_POINT_ID, OverloadKind::I32, NO_ARGUMENTS)?;
        let interface = self.interface;
        for (register, component, cell) in interface.outputs[0].iter() {
            let Cell::Element { slot, row, column, .. } = cell else { continue };
            let Some(Cell::Element { slot: input, row: input_row, column: input_column, .. }) =
                interface.inputs.get(register, component)
            else {
                return Err(Error::signature(
                    format!("control points are copied, and the input signature has no register {register}"),
                    "correct the input signature",
                ));
            };
            let value = self.emit.load_element_at(input, input_row, input_column, control_point)?;
            self.emit.store_element(slot, row, column, value)?;
        }
        Ok(())
    }

    /// The handle of the resource that an operand names.
    pub(crate) fn handle(&mut self, operand: &Operand) -> Result<Handle> {
        self.resource(operand).map(|(handle, _)| handle)
    }

    /// True if the operand is the null register.
    pub(crate) fn is_null(operand: &Operand) -> bool {
        operand.kind() == RegisterKind::NULL
    }
}
