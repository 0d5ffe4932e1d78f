//! Raw and structured buffers and group-shared memory: loads, stores, atomic operations, counters and barriers.

use dx_bytecode::declarations::{Shape, View};
use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::{Control, Opcode};
use dx_bytecode::operand::{Operand, RegisterKind};
use dx_container::enums::ShaderKind;
use dxil::emit::{AtomicOp, BarrierMode, Operand as Argument, UavScope};
use dxil::ops::{Opcode as Operation, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{RmwOp, Value};

use crate::array::Array;
use crate::change::ChangeKind;
use crate::components::{selected, words_of, written};
use crate::error::{Error, Result};
use crate::lower::Lower;
use crate::word::Word;

impl Lower<'_, '_> {
    /// `ld_raw` and `ld_structured` with their variants.
    pub(crate) fn load_buffer(&mut self, instruction: &Instruction) -> Result<()> {
        let (writes, reads) = instruction.written_and_read();
        let ([address @ .., view], Some(destination)) = (reads, writes.first()) else { return Ok(()) };
        if view.kind() == RegisterKind::THREAD_GROUP_SHARED_MEMORY {
            let array = self.shared_memory(view)?;
            let first = self.shared_index(array, address)?;
            let words = words_of(destination, |component| {
                let offset = self.emit.int(self.types.i32, selected(view, component).into());
                let index = self.sum(first, offset);
                self.load_element(array, index)
            })?;
            return self.write(destination, words);
        }
        let (handle, _) = self.view(view)?;
        let address = self.buffer_address(address)?;
        let last = written(destination).map(|component| selected(view, component)).max().unwrap_or(0);
        let words = self.emit.load_from(handle, OverloadKind::I32, address, u32::from(last) + 1)?;
        let status = self.status(writes, &words)?;
        self.write_texel(writes, view, OverloadKind::I32, &words, status)
    }

    /// `store_raw` and `store_structured`.
    pub(crate) fn store_buffer(&mut self, instruction: &Instruction) -> Result<()> {
        let [view, address @ .., source] = instruction.operands.as_slice() else { return Ok(()) };
        let components: Vec<u8> = written(view).collect();
        // The negation of a stored dword is an integer negation.
        let values = components.iter().map(|component| match source.modifiers() {
            Some(_) => Ok(Word::of_int(self.source_int(source, *component)?)),
            None => self.source_word(source, *component),
        });
        let values = values.collect::<Result<Vec<_>>>()?;
        if view.kind() == RegisterKind::THREAD_GROUP_SHARED_MEMORY {
            let array = self.shared_memory(view)?;
            let first = self.shared_index(array, address)?;
            for (component, word) in components.into_iter().zip(values) {
                let offset = self.emit.int(self.types.i32, component.into());
                let index = self.sum(first, offset);
                self.store_element(array, index, word)?;
            }
            return Ok(());
        }
        let (handle, _) = self.view(view)?;
        let address = self.buffer_address(address)?;
        let values: Vec<Value> = values.into_iter().map(|mut word| self.int(&mut word)).collect();
        Ok(self.emit.store_to(handle, address, &values)?)
    }

    /// The address in a buffer: the byte offset, or the index and the byte offset.
    fn buffer_address(&mut self, address: &[Operand]) -> Result<Vec<Argument>> {
        address.iter().map(|operand| Ok(self.source_int(operand, 0)?.into())).collect()
    }

    /// The index of the word of group-shared memory at an address.
    fn shared_index(&mut self, array: Array, address: &[Operand]) -> Result<Value> {
        let values = address.iter().map(|operand| self.source_int(operand, 0));
        let values = values.collect::<Result<Vec<_>>>()?;
        self.word_at(array, &values)
    }

    fn word_at(&mut self, array: Array, address: &[Value]) -> Result<Value> {
        match address {
            [offset] => Ok(self.word_index(*offset)),
            [index, offset, ..] => {
                let (element, offset) = (self.scaled(*index, array.stride), self.word_index(*offset));
                Ok(self.sum(element, offset))
            }
            [] => Err(Error::unsupported("an access without an address", "correct the instruction")),
        }
    }

    /// `atomic_*` and `imm_atomic_*`, apart from counters.
    pub(crate) fn atomic(&mut self, instruction: &Instruction) -> Result<()> {
        let is_immediate = instruction.opcode >= Opcode::IMM_ATOMIC_IADD;
        let (destination, view, address, values) = match (is_immediate, instruction.operands.as_slice()) {
            (true, [destination, view, address, values @ ..]) => (Some(destination), view, address, values),
            (false, [view, address, values @ ..]) => (None, view, address, values),
            _ => return Ok(()),
        };
        let values = values.iter().map(|value| self.source_int(value, 0)).collect::<Result<Vec<_>>>()?;
        let before = match view.kind() {
            RegisterKind::THREAD_GROUP_SHARED_MEMORY => {
                let array = self.shared_memory(view)?;
                let count = if array.is_structured { 2 } else { 1 };
                let address = (0..count).map(|component| self.source_int(address, component));
                let address = address.collect::<Result<Vec<_>>>()?;
                let index = self.word_at(array, &address)?;
                let pointer = self.address(array, index)?;
                match (values.as_slice(), group_operation(instruction.opcode)) {
                    ([compared, new], _) => self.emit.group_compare_exchange(pointer, *compared, *new)?.0,
                    ([value], Some(op)) => self.emit.atomic(op, pointer, *value)?,
                    _ => return Ok(()),
                }
            }
            _ => {
                let (handle, bound) = self.view(view)?;
                let count = match bound.declared.shape {
                    Shape::View { view: View::Structured(_), .. } => 2,
                    Shape::View { view: View::Raw, .. } => 1,
                    _ => crate::textures::coordinates(handle.properties.kind()),
                };
                let address = self.ints(address, count)?;
                match (values.as_slice(), operation(instruction.opcode)) {
                    ([compared, new], _) => {
                        self.emit.compare_exchange_on(handle, address, *compared, *new)?
                    }
                    ([value], Some(op)) => self.emit.atomic_on(handle, op, address, *value)?,
                    _ => return Ok(()),
                }
            }
        };
        match destination {
            Some(destination) => self.write(destination, [Some(Word::of_int(before)); 4]),
            None => Ok(()),
        }
    }

    /// `imm_atomic_alloc` and `imm_atomic_consume`.
    pub(crate) fn counter(&mut self, instruction: &Instruction) -> Result<()> {
        let [destination, view] = instruction.operands.as_slice() else { return Ok(()) };
        let change = if instruction.opcode == Opcode::IMM_ATOMIC_ALLOC { 1 } else { -1 };
        let (handle, _) = self.view(view)?;
        let arguments = [Argument::from(handle), Argument::Int(change)];
        let value = self.emit.op(Operation::BUFFER_UPDATE_COUNTER, None, arguments)?;
        self.write(destination, [Some(Word::of_int(value)); 4])
    }

    /// `sync`.
    pub(crate) fn barrier(&mut self, instruction: &Instruction) -> Result<()> {
        const WAITS: u32 = 1;
        const SHARED: u32 = 2;
        const UAV_GROUP: u32 = 4;
        const UAV_DEVICE: u32 = 8;
        let bits = instruction.control(Control::SYNC);
        let is_compute = self.plan.stage() == ShaderKind::COMPUTE;
        let uavs = match bits {
            _ if bits & UAV_DEVICE != 0 => UavScope::Device,
            _ if bits & UAV_GROUP == 0 => UavScope::None,
            _ if is_compute => UavScope::Group,
            // Other stages have no groups.
            _ => UavScope::Device,
        };
        let mode = BarrierMode {
            waits: is_compute && bits & WAITS != 0,
            // DXIL has no barrier that only waits.
            group_shared: is_compute && (bits & SHARED != 0 || uavs == UavScope::None),
            uavs,
        };
        if bits & UAV_GROUP != 0 && !is_compute {
            self.note(ChangeKind::DeviceFence);
        }
        if mode.group_shared && bits & SHARED == 0 {
            self.note(ChangeKind::GroupFence);
        }
        match mode.group_shared || mode.uavs != UavScope::None {
            true => Ok(self.emit.barrier(mode)?),
            false => Ok(()),
        }
    }
}

/// The operation on a UAV.
fn operation(opcode: Opcode) -> Option<AtomicOp> {
    use Opcode as T;
    Some(match opcode {
        T::ATOMIC_IADD | T::IMM_ATOMIC_IADD => AtomicOp::Add,
        T::ATOMIC_AND | T::IMM_ATOMIC_AND => AtomicOp::And,
        T::ATOMIC_OR | T::IMM_ATOMIC_OR => AtomicOp::Or,
        T::ATOMIC_XOR | T::IMM_ATOMIC_XOR => AtomicOp::Xor,
        T::ATOMIC_IMIN | T::IMM_ATOMIC_IMIN => AtomicOp::IMin,
        T::ATOMIC_IMAX | T::IMM_ATOMIC_IMAX => AtomicOp::IMax,
        T::ATOMIC_UMIN | T::IMM_ATOMIC_UMIN => AtomicOp::UMin,
        T::ATOMIC_UMAX | T::IMM_ATOMIC_UMAX => AtomicOp::UMax,
        T::IMM_ATOMIC_EXCH => AtomicOp::Exchange,
        _ => return None,
    })
}

/// The operation on group-shared memory.
fn group_operation(opcode: Opcode) -> Option<RmwOp> {
    Some(match operation(opcode)? {
        AtomicOp::Add => RmwOp::Add,
        AtomicOp::And => RmwOp::And,
        AtomicOp::Or => RmwOp::Or,
        AtomicOp::Xor => RmwOp::Xor,
        AtomicOp::IMin => RmwOp::Min,
        AtomicOp::IMax => RmwOp::Max,
        AtomicOp::UMin => RmwOp::UMin,
        AtomicOp::UMax => RmwOp::UMax,
        AtomicOp::Exchange => RmwOp::Exchange,
    })
}
