//! Calls of operations: those that only compute are functions of registers, handles are numbers, all others are calls
//! with a site.

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;
use dxil::handles::HandleOrigin;
use dxil::ops::{ArgumentName, Call, Opcode, Operation, OverloadKind};
use dxil_ir::{CastOp, InstructionId, Op, Value};

use super::function_state::FunctionState;
use super::preparation::Preparation;
use super::vectors;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{Instruction, List, Register, Scalar};
use crate::lanes::{self, Lanes};
use crate::operations::barriers::{self, Orders};
use crate::operations::formats::Denormals;
use crate::operations::interfaces::{self, Side};
use crate::operations::semantics::Semantics;
use crate::operations::{self, conversions, meshes, pixels, streams};
use crate::program;
use crate::resources::{RESOURCE_HEAP, SAMPLER_HEAP, SLOT_SHIFT};

impl Preparation<'_> {
    /// Prepares a call of an operation.
    pub(super) fn operation(&mut self, state: &mut FunctionState<'_>, id: InstructionId) -> Result<()> {
        let module = self.module;
        let body = state.body;
        let instruction = body.instructions.get(id).ok_or_else(|| {
            RunErrorKind::invalid("a basic block refers to an instruction that does not exist")
        })?;
        let call = Call::of(module, (body, state.ty), instruction);
        let call = call.map_err(|error| RunErrorKind::invalid(error.to_string()))?;
        let call =
            call.ok_or_else(|| RunErrorKind::invalid("call of a dx.op function is not a DXIL operation"))?;
        let to = Value::from(id);
        match HandleOrigin::of_call(&call) {
            Some(HandleOrigin::Id { index, .. } | HandleOrigin::Binding { index, .. }) => {
                self.create_handle(state, to, index)
            }
            Some(HandleOrigin::Heap { index, is_sampler, .. }) => {
                self.create_handle_from_heap(state, to, [index, is_sampler])
            }
            Some(HandleOrigin::Library { resource: handle } | HandleOrigin::Annotation { handle, .. }) => {
                self.rename(state, to, handle)
            }
            None => self.other_operation(state, id, &call),
        }
    }

    fn other_operation(
        &mut self,
        state: &mut FunctionState<'_>,
        id: InstructionId,
        call: &Call<'_>,
    ) -> Result<()> {
        let operation = call.operation();
        let overloads = call.check().map_err(|error| RunErrorKind::invalid(error.to_string()))?;
        let scalar = overloads
            .as_slice()
            .first()
            .and_then(|overload| overload.element())
            .map_or(Scalar::I32, scalar_of);
        let unsupported = || {
            let name = operation.name;
            RunErrorKind::unsupported(format!("the operation {name} ({})", call.function_name()))
        };
        if !self.is_of_stage(operation) {
            return Err(unsupported());
        }
        self.check_element(call)?;
        self.check_payload(state, call)?;
        let semantics = operations::semantics_of(operation.opcode, scalar, state.denormals);
        let semantics = semantics.ok_or_else(unsupported)?;
        let shape = self.shape(state, id, call)?;
        if let (Semantics::Memory, Some(shape)) = (semantics, shape) {
            return self.matrix_memory(state, id, call, shape);
        }
        let from = self.registers_of_each(state, call.arguments())?;
        let results = self.value(state, Value::from(id))?;
        let (operate, is_barrier) = match semantics {
            Semantics::Operate(operate) => (operate, false),
            Semantics::Barrier(waiting, other) => {
                let waits = self.barrier(call).waits;
                (if waits { waiting } else { other }, waits)
            }
            semantics => {
                let vector = vectors::vector_of(overloads.as_slice());
                return self.computation(operation, (semantics, scalar), vector, (results, &from));
            }
        };
        let arguments = self.list(from.concat());
        let results = self.asked(state, id, results)?;
        let handle = call.argument(ArgumentName::handle).or(call.arguments().first().copied());
        let view = handle.and_then(|handle| state.handles.properties(&self.resources, handle));
        let denormals = state.denormals;
        let leaves_helpers_out = self.program.stage == ShaderKind::PIXEL
            && operations::leaves_helpers_out(operation, self.waves_include_helpers);
        self.program.sites.push(program::Call {
            operate,
            operation,
            scalar,
            denormals,
            arguments,
            results,
            view,
            shape,
            leaves_helpers_out,
        });
        let site = (self.program.sites.len() - 1).saturating_as::<u32>();
        self.program.code.push(if is_barrier {
            Instruction::Barrier(site)
        } else {
            Instruction::Operation(site)
        });
        Ok(())
    }

    /// Prepares an operation that only computes.
    fn computation(
        &mut self,
        operation: &Operation,
        (semantics, scalar): (Semantics, Scalar),
        vector: Option<u64>,
        (results, from): (List, &[Vec<Register>]),
    ) -> Result<()> {
        let to = self.program.list(results).to_vec();
        let checks_nan = self.options.checks_nan && scalar.is_float();
        match semantics {
            Semantics::Reduce(reduction) => self.reduce((reduction, scalar), &to, from)?,
            _ => match vector {
                Some(count) => {
                    let check = checks_nan.then_some(scalar);
                    return self.apply_to_elements(semantics, count, (&to, from), check);
                }
                None => self.apply(semantics, &to, &from.concat(), operations::divides(operation.opcode))?,
            },
        }
        if checks_nan {
            self.check_nan(operation.opcode, scalar, results, from.concat())?;
        }
        Ok(())
    }

    /// Whether the stage that is prepared has an operation. Functions by themselves have no inputs and outputs.
    fn is_of_stage(&self, operation: &Operation) -> bool {
        let is_of_draws = || {
            let families = [interfaces::operation, streams::operation, meshes::operation, pixels::operation];
            families.iter().any(|family| family(operation.opcode, Scalar::I32).is_some())
        };
        match self.program.stage {
            ShaderKind::COMPUTE => !is_of_draws(),
            stage => operation.stages.contains(stage),
        }
    }

    /// Refuses elements that the signature does not have.
    fn check_element(&self, call: &Call<'_>) -> Result<()> {
        let Some(side) = call.operation().signature.map(Side::of) else { return Ok(()) };
        let id = call.arguments().first().and_then(|id| self.module.integer(*id)).map(lanes::low);
        let is_there = id.is_some_and(|id| side.signature(&self.program).element(id).is_some());
        if is_there {
            return Ok(());
        }
        let name = call.operation().name;
        Err(RunErrorKind::invalid(format!("{name} refers to a signature element that does not exist")))
    }

    /// Refuses payloads that are not in the group's memory.
    fn check_payload(&self, state: &FunctionState<'_>, call: &Call<'_>) -> Result<()> {
        let payload = call.argument(ArgumentName::payload);
        let Some(payload) = payload.filter(|_| call.operation().opcode == Opcode::DISPATCH_MESH) else {
            return Ok(());
        };
        let ty = self.type_of(state, payload)?;
        match self.module.types.address_space(ty) {
            Some(3) => Ok(()),
            _ => Err(RunErrorKind::invalid("payload is not in group-shared memory")),
        }
    }

    /// The registers of a result, but those of members that nobody asks for.
    fn asked(&mut self, state: &mut FunctionState<'_>, id: InstructionId, results: List) -> Result<List> {
        let body = state.body;
        let mut registers = self.program.list(results).to_vec();
        let mut unused: Vec<_> = vec![true; registers.len()];
        let uses: Vec<_> = state.uses.get(id.into()).map(|at| at.instruction).collect();
        for user in uses {
            let of_member = match body.instructions.get(user).map(|user| &user.op) {
                Some(Op::ExtractValue(..)) => self.value(state, user.into())?,
                _ => results,
            };
            let first = of_member.start.saturating_sub(results.start) as usize;
            let count = of_member.len as usize;
            unused.iter_mut().skip(first).take(count).for_each(|unused| *unused = false);
        }
        if !unused.contains(&true) {
            return Ok(results);
        }
        for (register, unused) in registers.iter_mut().zip(unused) {
            if unused {
                *register = Register::NONE;
            }
        }
        Ok(self.list(registers))
    }

    /// Looks whether results are not numbers though the operands are, which all but one operation has of the same type.
    fn check_nan(
        &mut self,
        opcode: Opcode,
        scalar: Scalar,
        results: List,
        mut from: Vec<Register>,
    ) -> Result<()> {
        if opcode == Opcode::DOT2_ADD_HALF {
            let extend = conversions::cast(CastOp::FpExt, Scalar::F16, Scalar::F32, Denormals::Keep)?;
            for half in from.iter_mut().skip(1) {
                let single = self.register();
                self.apply(extend, &[single], &[*half], false)?;
                *half = single;
            }
        }
        let from = self.list(from);
        self.program.code.push(Instruction::CheckNan(results, from, scalar));
        Ok(())
    }

    /// What a barrier is for.
    fn barrier(&self, call: &Call<'_>) -> Orders {
        let word = |value: &Value| self.module.integer(*value).map_or(0, lanes::low);
        let words: Vec<u32> = call.arguments().iter().map(word).collect();
        barriers::orders(call.operation().opcode, &words)
    }

    /// Prepares the handle of the resource at a register of a range.
    fn create_handle(&mut self, state: &mut FunctionState<'_>, to: Value, index: Value) -> Result<()> {
        let slot = self.slot_of(state, to)?;
        let (first, count) = self.program.slots.get_mut(slot).map_or((0, 0), |slot| {
            slot.is_used = true;
            (slot.register, slot.count)
        });
        let base = slot.saturating_as::<u32>() << SLOT_SHIFT;
        self.number(state, to, base, (first, count), index)
    }

    fn create_handle_from_heap(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        [index, is_sampler]: [Value; 2],
    ) -> Result<()> {
        let heap =
            if self.module.signed_integer(is_sampler) == Some(0) { RESOURCE_HEAP } else { SAMPLER_HEAP };
        self.number(state, to, heap << SLOT_SHIFT, (0, u32::MAX), index)
    }

    fn number(
        &mut self,
        state: &mut FunctionState<'_>,
        to: Value,
        base: u32,
        (first, count): (u32, u32),
        index: Value,
    ) -> Result<()> {
        let to = self.value(state, to)?;
        let index = self.word(state, index)?;
        let [base, first, count] = [base, first, count].map(|word| self.constants.register(Some(word)));
        let from = self.list([base, first, count, index]);
        self.program.code.push(Instruction::MapN(handle_number, to, from));
        Ok(())
    }

    /// Gives a value the registers of another by copies.
    fn rename(&mut self, state: &mut FunctionState<'_>, to: Value, from: Value) -> Result<()> {
        let (to, from) = (self.value(state, to)?, self.value(state, from)?);
        let pair = (self.program.list(to).first().copied(), self.program.list(from).first().copied());
        let (Some(to), Some(from)) = pair else {
            return Err(RunErrorKind::invalid("the handle operand does not have a first-class type"));
        };
        self.program.code.push(Instruction::Copy(to, from));
        Ok(())
    }
}

/// The numbers that handles are: of registers, less the first one of their range.
fn handle_number(from: &[Lanes], to: &mut [Lanes]) {
    let ([base, first, count, index], [to]) = (from, to) else { return };
    *to = lanes::map3(base, first, index, |base, first, index| {
        let place = index.wrapping_sub(first);
        if index >= first && place < crate::limits::DESCRIPTORS { base | place } else { u32::MAX }
    });
    *to = lanes::map3(to, count, &lanes::map2(index, first, u32::wrapping_sub), |handle, count, place| {
        if count == u32::MAX || place < count { handle } else { u32::MAX }
    });
}

/// The scalar that a number of operations is.
pub(crate) fn scalar_of(kind: OverloadKind) -> Scalar {
    match kind {
        OverloadKind::F16 => Scalar::F16,
        OverloadKind::F32 => Scalar::F32,
        OverloadKind::F64 => Scalar::F64,
        OverloadKind::I1 => Scalar::I1,
        OverloadKind::I8 => Scalar::I8,
        OverloadKind::I16 => Scalar::I16,
        OverloadKind::I32 => Scalar::I32,
        OverloadKind::I64 => Scalar::I64,
    }
}
