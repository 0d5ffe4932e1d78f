//! Memory of thread groups: zeros at the start, and atomic operations. Separate from other memory because threads share
//! it.

use dxil::emit::{AtomicOp, BarrierMode, NO_ARGUMENTS};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Predicate, RmwOp, Value};
use naga::{AtomicFunction, Scalar};

use crate::error::{Fault, Result};
use crate::lower::lowering::Lower;
use crate::lower::memory::{Locations, alignment};
use crate::lower::numeric::{bits_of, constant_bits, float_from_bits, float_to_bits, is_float};
use crate::lower::places::{Place, Root};
use crate::lower::types::{Ty, memory_overload};

impl Lower<'_, '_> {
    /// Sets the group-shared memory to zero, each thread a part of it, and waits.
    pub(super) fn clear_group_shared(&mut self) -> Result<()> {
        let shared = self.group_shared();
        if shared.is_empty() || !self.subject.options.bindings.zero_initialize_workgroup_memory {
            return Ok(());
        }
        let thread = self.emit.op(Opcode::FLATTENED_THREAD_ID_IN_GROUP, OverloadKind::I32, NO_ARGUMENTS)?;
        let threads = self.threads;
        for unit in shared.iter().flat_map(|memory| &memory.units) {
            let zero = self.memory_zero(unit.layout.scalar);
            let align = alignment(memory_overload(unit.layout.scalar));
            let count = unit.layout.count;
            if count > threads {
                let step = self.emit.value(threads);
                let count = self.emit.value(count);
                self.counted((thread, step, count), |lower, at| {
                    let address = lower.address(unit, at)?;
                    lower.emit.store(zero, address, align);
                    Ok(())
                })?;
                continue;
            }
            let count = self.emit.value(count);
            let is_mine = self.emit.compare(Predicate::IntUlt, thread, count);
            let construct = self.emit.begin_if(is_mine);
            let address = self.address(unit, thread)?;
            self.emit.store(zero, address, align);
            self.emit.end_if(construct)?;
        }
        self.emit.barrier(BarrierMode::GROUP)?;
        Ok(())
    }

    /// An atomic operation on a storage buffer or on group-shared memory; returns the value before.
    pub(super) fn atomic(&mut self, place: &Place, op: AtomicOp, value: Value) -> Result<Value> {
        match &place.root {
            Root::Buffer { buffer, offset } => self.atomic_buffer(buffer, *offset, op, value),
            Root::Memory { .. } => {
                let pointer = self.atomic_address(place)?;
                Ok(self.emit.atomic(rmw(op), pointer, value)?)
            }
            Root::Resource { .. } | Root::RayQuery(_) => {
                Err(Fault::malformed("an atomic operation on a resource"))
            }
        }
    }

    fn atomic_address(&mut self, place: &Place) -> Result<Value> {
        let Root::Memory { memory, unit, indices, component } = &place.root else {
            return Err(Fault::malformed("an atomic operation on no memory"));
        };
        let is_wide = matches!(place.ty, Ty::Atomic(Scalar { width: 8, .. }));
        if is_wide && !self.has_model(6, 6) {
            let what = "a 64-bit atomic operation on workgroup memory";
            return Err(Fault::model(what, (6, 6), self.model));
        }
        match self.locations((memory, *unit), (indices, *component), 1)? {
            Locations::Addresses(addresses) if let [address] = addresses[..] => Ok(address),
            _ => Err(Fault::malformed("an atomic operation on a variable without memory")),
        }
    }

    /// A compare-exchange; returns the value before.
    pub(super) fn compare_exchange(&mut self, place: &Place, compared: Value, new: Value) -> Result<Value> {
        match &place.root {
            Root::Buffer { buffer, offset } => {
                let address = self.operand(*offset);
                Ok(self.emit.compare_exchange_on(buffer.handle, [address], compared, new)?)
            }
            _ => {
                let pointer = self.atomic_address(place)?;
                Ok(self.emit.group_compare_exchange(pointer, compared, new)?.0)
            }
        }
    }

    /// Loads the value of an atomic. A plain load could be moved out of a loop that waits for another thread.
    pub(super) fn load_atomic(&mut self, place: &Place, scalar: Scalar) -> Result<Value> {
        let zero = constant_bits(&mut self.emit, bits_of(scalar), 0);
        let bits = self.atomic(place, AtomicOp::Or, zero)?;
        Ok(self.value_of_bits(scalar, bits))
    }

    /// Stores a value in an atomic; returns the value before.
    pub(super) fn exchange(&mut self, place: &Place, scalar: Scalar, value: Value) -> Result<Value> {
        let bits = self.bits_for(scalar, value);
        let before = self.atomic(place, AtomicOp::Exchange, bits)?;
        Ok(self.value_of_bits(scalar, before))
    }

    /// A sum or difference of floats: a loop around a compare-exchange, because DXIL's atomic operations have integers
    /// only. Returns the value before.
    pub(super) fn float_atomic(
        &mut self,
        place: &Place,
        scalar: Scalar,
        function: AtomicFunction,
        value: Value,
    ) -> Result<Value> {
        let op = match function {
            AtomicFunction::Add => BinaryOp::Add,
            AtomicFunction::Subtract => BinaryOp::Sub,
            other => {
                return Err(Fault::unsupported(format!("an atomic {other:?} of floats"), "use integers"));
            }
        };
        let ty = self.emit.scalar(memory_overload(bits_of(scalar)));
        let first = self.load_atomic(place, scalar)?;
        let first = self.bits_for(scalar, first);
        let found = self.slots.add(ty, first);
        let construct = self.begin_loop(&[found])?;
        let expected = self.slots.get(found)?;
        let before = self.value_of_bits(scalar, expected);
        let after = self.emit.binary(op, before, value);
        let after = self.bits_for(scalar, after);
        let now = self.compare_exchange(place, expected, after)?;
        self.slots.set(found, now)?;
        self.begin_continuing(&construct)?;
        let is_done = self.emit.compare(Predicate::IntEq, now, expected);
        self.end_loop(construct, Some(is_done))?;
        Ok(before)
    }

    fn bits_for(&mut self, scalar: Scalar, value: Value) -> Value {
        match is_float(scalar) {
            true => float_to_bits(&mut self.emit, scalar, value),
            false => value,
        }
    }

    fn value_of_bits(&mut self, scalar: Scalar, bits: Value) -> Value {
        match is_float(scalar) {
            true => float_from_bits(&mut self.emit, scalar, bits),
            false => bits,
        }
    }
}

fn rmw(op: AtomicOp) -> RmwOp {
    match op {
        AtomicOp::Add => RmwOp::Add,
        AtomicOp::And => RmwOp::And,
        AtomicOp::Or => RmwOp::Or,
        AtomicOp::Xor => RmwOp::Xor,
        AtomicOp::IMin => RmwOp::Min,
        AtomicOp::IMax => RmwOp::Max,
        AtomicOp::UMin => RmwOp::UMin,
        AtomicOp::UMax => RmwOp::UMax,
        AtomicOp::Exchange => RmwOp::Exchange,
    }
}
