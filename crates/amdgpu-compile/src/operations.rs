//! Which operation is translated by what. An operation that is not here, and that is no arithmetic, is refused.

use dxil::handles::HandleOrigin;
use dxil::ops::{Opcode, Operation};
use dxil_ir::{InstructionId, Op};

use crate::atomics;
use crate::error::{CompileErrorKind, Result};
use crate::places;
use crate::translation::{Call, Translation};

impl Translation<'_, '_> {
    /// Translates a call; `None` where nothing does.
    fn translate(&mut self, call: &Call<'_>) -> Option<Result<()>> {
        if let Some(origin) = HandleOrigin::of(call.opcode, call.arguments) {
            return Some(self.handle_call(call, &origin));
        }
        Some(match call.opcode {
            Opcode::CBUFFER_LOAD_LEGACY => self.cbuffer_row(call),
            Opcode::BUFFER_LOAD => self.buffer_load(call),
            Opcode::RAW_BUFFER_LOAD => self.raw_buffer_load(call),
            Opcode::BUFFER_STORE | Opcode::RAW_BUFFER_STORE => self.buffer_store(call),
            Opcode::RAW_BUFFER_VECTOR_LOAD => self.raw_buffer_vector_load(call),
            Opcode::RAW_BUFFER_VECTOR_STORE => self.raw_buffer_vector_store(call),
            Opcode::BUFFER_UPDATE_COUNTER => self.update_counter(call),
            Opcode::ATOMIC_BIN_OP => self.atomic(call),
            Opcode::ATOMIC_COMPARE_EXCHANGE => self.compare_exchange(call),
            Opcode::TEXTURE_LOAD => self.texture_load(call),
            Opcode::TEXTURE_STORE | Opcode::TEXTURE_STORE_SAMPLE => self.texture_store(call),
            Opcode::SAMPLE
            | Opcode::SAMPLE_BIAS
            | Opcode::SAMPLE_LEVEL
            | Opcode::SAMPLE_GRAD
            | Opcode::SAMPLE_CMP
            | Opcode::SAMPLE_CMP_LEVEL_ZERO
            | Opcode::SAMPLE_CMP_LEVEL
            | Opcode::SAMPLE_CMP_GRAD
            | Opcode::SAMPLE_CMP_BIAS
            | Opcode::TEXTURE_GATHER
            | Opcode::TEXTURE_GATHER_CMP => self.sample(call),
            Opcode::CALCULATE_LOD => self.calculate_lod(call),
            Opcode::GET_DIMENSIONS => self.dimensions(call),
            Opcode::CHECK_ACCESS_FULLY_MAPPED => self.refuse_status(call),
            Opcode::LOAD_INPUT => self.load_input(call),
            Opcode::STORE_OUTPUT => self.store_output(call),
            Opcode::DISCARD => self.discard(call),
            Opcode::IS_HELPER_LANE => self.is_helper(call),
            Opcode::COVERAGE => self.coverage(call),
            Opcode::THREAD_ID
            | Opcode::GROUP_ID
            | Opcode::THREAD_ID_IN_GROUP
            | Opcode::FLATTENED_THREAD_ID_IN_GROUP
            | Opcode::GET_GROUP_WAVE_INDEX
            | Opcode::GET_GROUP_WAVE_COUNT
                if self.pixel.is_some() =>
            {
                Err(call.refused("pixel shaders have no thread groups"))
            }
            Opcode::THREAD_ID => self.thread_id(call),
            Opcode::GROUP_ID => self.group_id(call),
            Opcode::THREAD_ID_IN_GROUP => self.thread_id_in_group(call),
            Opcode::FLATTENED_THREAD_ID_IN_GROUP => self.flattened_thread_id(call),
            Opcode::BARRIER => self.barrier(call),
            Opcode::BARRIER_BY_MEMORY_TYPE | Opcode::BARRIER_BY_MEMORY_HANDLE => self.barrier_by_memory(call),
            Opcode::WAVE_GET_LANE_INDEX => self.wave_lane_index(call),
            Opcode::WAVE_GET_LANE_COUNT => self.wave_lane_count(call),
            Opcode::WAVE_IS_FIRST_LANE => self.wave_is_first(call),
            Opcode::WAVE_ANY_TRUE | Opcode::WAVE_ALL_TRUE => self.wave_vote(call),
            Opcode::WAVE_ACTIVE_BALLOT => self.wave_ballot(call),
            Opcode::WAVE_ACTIVE_ALL_EQUAL => self.wave_all_equal(call),
            Opcode::WAVE_ALL_BIT_COUNT
            | Opcode::WAVE_PREFIX_BIT_COUNT
            | Opcode::WAVE_MULTI_PREFIX_BIT_COUNT => self.wave_bit_count(call),
            Opcode::WAVE_READ_LANE_FIRST => self.wave_read_first(call),
            Opcode::WAVE_READ_LANE_AT => self.wave_read_lane(call),
            Opcode::WAVE_MATCH => self.wave_match(call),
            Opcode::WAVE_ACTIVE_OP
            | Opcode::WAVE_ACTIVE_BIT
            | Opcode::WAVE_PREFIX_OP
            | Opcode::WAVE_MULTI_PREFIX_OP => self.wave_fold(call),
            Opcode::QUAD_OP => self.quad_op(call),
            Opcode::QUAD_READ_LANE_AT => self.quad_read_lane(call),
            Opcode::QUAD_VOTE => self.quad_vote(call),
            Opcode::DERIV_COARSE_X | Opcode::DERIV_COARSE_Y | Opcode::DERIV_FINE_X | Opcode::DERIV_FINE_Y => {
                self.derivative(call)
            }
            Opcode::GET_GROUP_WAVE_INDEX | Opcode::GET_GROUP_WAVE_COUNT => self.group_wave(call),
            Opcode::LEGACY_F32_TO_F16 => self.float_to_half(call),
            Opcode::MSAD => self.masked_difference(call),
            Opcode::UNPACK4X8 => self.unpack(call),
            Opcode::PACK4X8 => self.pack(call),
            _ => return None,
        })
    }
}

/// Why an operation is not translated, where more can be said than that it is not.
fn reason(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::CBUFFER_LOAD => "only CBufferLoadLegacy can load from constant buffers",
        Opcode::TEXTURE_GATHER_RAW => "the processor can only gather one component",
        Opcode::CYCLE_COUNTER_LEGACY => "hardware for shader model 6.0 does not implement this operation",
        _ => "amd compile does not implement this operation",
    }
}

/// That an operation is not translated.
pub(crate) fn unsupported(operation: &Operation) -> CompileErrorKind {
    CompileErrorKind::Operation { name: operation.name.into(), why: reason(operation.opcode).to_owned() }
}

impl Translation<'_, '_> {
    /// Translates all of the function.
    pub(crate) fn run(&mut self) -> Result<()> {
        let mut arguments = Vec::new();
        for id in self.editor.all_instructions() {
            let Some((opcode, values)) = Opcode::called(self.editor, id) else {
                self.instruction(id)?;
                continue;
            };
            arguments.clear();
            arguments.extend_from_slice(values);
            let Some(operation) = Operation::get(opcode) else {
                return Err(CompileErrorKind::Metadata(format!("unknown DXIL opcode {opcode:?}")).into());
            };
            let call = Call { id, opcode, operation, arguments: &arguments };
            self.go_before(id)?;
            let translated = self.translate(&call).unwrap_or_else(|| Err(unsupported(operation).into()));
            translated.map_err(|error| error.within(places::of(self.editor, id)))?;
        }
        Ok(())
    }

    fn instruction(&mut self, id: InstructionId) -> Result<()> {
        if self.keep_break(id).map_err(|error| error.within(places::of(self.editor, id)))? {
            return Ok(());
        }
        let is_atomic = matches!(self.editor.op(id), Some(Op::AtomicRmw { .. } | Op::CompareExchange { .. }));
        let translated = if is_atomic { atomics::relax(self.editor, id) } else { self.arithmetic(id) };
        translated.map_err(|error| error.within(places::of(self.editor, id)))
    }
}
