//! Which operation is translated by what. An operation that is not here, and that is no arithmetic, is refused.

use dx_container::enums::ShaderKind;
use dxil::handles::HandleOrigin;
use dxil::ops::{Opcode, Operation};
use dxil_ir::{InstructionId, Op};

use crate::atomics;
use crate::error::{CompileErrorKind, Result};
use crate::places;
use crate::translation::{Call, Translation};

impl Translation<'_, '_> {
    /// Translates a call. Returns `None` if no function translates the operation.
    fn translate(&mut self, call: &Call<'_>) -> Option<Result<()>> {
        if let Some(origin) = HandleOrigin::of(call.opcode, call.arguments) {
            return Some(self.handle_call(call, &origin));
        }
        let translate = Self::translator(call.opcode)?;
        if self.pixel.is_some() && !call.operation.stages.contains(ShaderKind::PIXEL) {
            return Some(Err(call.refused("pixel shaders have no thread groups")));
        }
        Some(translate(self, call))
    }

    /// The function that translates calls of an operation. Handle operations and arithmetic have none: `handle_call`
    /// translates the former, and the upgrade has replaced the latter by instructions and intrinsics.
    fn translator(opcode: Opcode) -> Option<fn(&mut Self, &Call<'_>) -> Result<()>> {
        Some(match opcode {
            Opcode::CBUFFER_LOAD_LEGACY => Self::cbuffer_row,
            Opcode::BUFFER_LOAD => Self::buffer_load,
            Opcode::RAW_BUFFER_LOAD => Self::raw_buffer_load,
            Opcode::BUFFER_STORE | Opcode::RAW_BUFFER_STORE => Self::buffer_store,
            Opcode::RAW_BUFFER_VECTOR_LOAD => Self::raw_buffer_vector_load,
            Opcode::RAW_BUFFER_VECTOR_STORE => Self::raw_buffer_vector_store,
            Opcode::BUFFER_UPDATE_COUNTER => Self::update_counter,
            Opcode::ATOMIC_BIN_OP => Self::atomic,
            Opcode::ATOMIC_COMPARE_EXCHANGE => Self::compare_exchange,
            Opcode::TEXTURE_LOAD => Self::texture_load,
            Opcode::TEXTURE_STORE | Opcode::TEXTURE_STORE_SAMPLE => Self::texture_store,
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
            | Opcode::TEXTURE_GATHER_CMP => Self::sample,
            Opcode::CALCULATE_LOD => Self::calculate_lod,
            Opcode::GET_DIMENSIONS => Self::dimensions,
            Opcode::LOAD_INPUT => Self::load_input,
            Opcode::STORE_OUTPUT => Self::store_output,
            Opcode::DISCARD => Self::discard,
            Opcode::IS_HELPER_LANE => Self::is_helper,
            Opcode::COVERAGE => Self::coverage,
            Opcode::THREAD_ID => Self::thread_id,
            Opcode::GROUP_ID => Self::group_id,
            Opcode::THREAD_ID_IN_GROUP => Self::thread_id_in_group,
            Opcode::FLATTENED_THREAD_ID_IN_GROUP => Self::flattened_thread_id,
            Opcode::BARRIER => Self::barrier,
            Opcode::BARRIER_BY_MEMORY_TYPE | Opcode::BARRIER_BY_MEMORY_HANDLE => Self::barrier_by_memory,
            Opcode::WAVE_GET_LANE_INDEX => Self::wave_lane_index,
            Opcode::WAVE_GET_LANE_COUNT => Self::wave_lane_count,
            Opcode::WAVE_IS_FIRST_LANE => Self::wave_is_first,
            Opcode::WAVE_ANY_TRUE | Opcode::WAVE_ALL_TRUE => Self::wave_vote,
            Opcode::WAVE_ACTIVE_BALLOT => Self::wave_ballot,
            Opcode::WAVE_ACTIVE_ALL_EQUAL => Self::wave_all_equal,
            Opcode::WAVE_ALL_BIT_COUNT
            | Opcode::WAVE_PREFIX_BIT_COUNT
            | Opcode::WAVE_MULTI_PREFIX_BIT_COUNT => Self::wave_bit_count,
            Opcode::WAVE_READ_LANE_FIRST => Self::wave_read_first,
            Opcode::WAVE_READ_LANE_AT => Self::wave_read_lane,
            Opcode::WAVE_MATCH => Self::wave_match,
            Opcode::WAVE_ACTIVE_OP
            | Opcode::WAVE_ACTIVE_BIT
            | Opcode::WAVE_PREFIX_OP
            | Opcode::WAVE_MULTI_PREFIX_OP => Self::wave_fold,
            Opcode::QUAD_OP => Self::quad_op,
            Opcode::QUAD_READ_LANE_AT => Self::quad_read_lane,
            Opcode::QUAD_VOTE => Self::quad_vote,
            Opcode::DERIV_COARSE_X | Opcode::DERIV_COARSE_Y | Opcode::DERIV_FINE_X | Opcode::DERIV_FINE_Y => {
                Self::derivative
            }
            Opcode::GET_GROUP_WAVE_INDEX | Opcode::GET_GROUP_WAVE_COUNT => Self::group_wave,
            Opcode::LEGACY_F32_TO_F16 => Self::float_to_half,
            Opcode::MSAD => Self::masked_difference,
            Opcode::UNPACK4X8 => Self::unpack,
            Opcode::PACK4X8 => Self::pack,
            _ => return None,
        })
    }
}

/// Why an operation is not translated, where more can be said than that it is not.
fn reason(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::CHECK_ACCESS_FULLY_MAPPED => {
            "the status of tiled resources (CheckAccessFullyMapped) is not supported"
        }
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

#[cfg(test)]
mod tests {
    use dxil::ops::Consumer;
    use dxil_ir::intrinsics::LlvmVersion;
    use dxil_passes::upgrade::{Options, Target};

    use super::*;

    /// The column `unsupported` of the table of operations lists exactly the operations without a translation.
    #[test]
    fn unsupported_operations_are_listed() {
        let upgrade = Options { llvm: LlvmVersion::V22, target: Target::Processor };
        let mut wrong = Vec::new();
        for operation in Operation::all() {
            let is_translated = HandleOrigin::is_created_by(operation.opcode)
                || Translation::translator(operation.opcode).is_some()
                || operation.correspondences().iter().any(|row| upgrade.construct(row).is_some());
            match (is_translated, operation.is_supported_by(Consumer::AmdCompile)) {
                (true, false) => wrong.push(format!("{}: translated, but listed", operation.name)),
                (false, true) => wrong.push(format!("{}: not translated, and not listed", operation.name)),
                _ => {}
            }
        }
        assert!(wrong.is_empty(), "column `unsupported` (amd-compile) of tables/ops/: {wrong:#?}");
    }
}
