//! The dispatch of instructions to the files that lower them.

use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::Opcode;
use dx_bytecode::operand::Operand;

use crate::change::ChangeKind;
use crate::conversion::Conversion;
use crate::error::{Error, Result};
use crate::generated::conversions::CONVERSIONS;
use crate::lower::Lower;

impl Lower<'_, '_> {
    /// Lowers an instruction. Instructions of control flow end their block, which the caller does.
    pub(crate) fn instruction(&mut self, instruction: &Instruction) -> Result<()> {
        use Opcode as T;
        if has_min_precision(instruction) {
            self.note(ChangeKind::MinPrecision);
        }
        match instruction.opcode {
            T::AND | T::OR => self.bitwise(instruction),
            T::MOV => self.copy(instruction),
            T::MOVC => self.conditional_copy(instruction),
            T::SWAPC => self.conditional_swap(instruction),
            T::DMOV | T::DMOVC => self.copy_doubles(instruction),
            T::DP2 | T::DP3 | T::DP4 => self.dot(instruction),
            T::SINCOS => self.sincos(instruction),
            T::IMUL | T::UMUL | T::UDIV | T::UADDC | T::USUBB => self.two_results(instruction),
            T::SAMPLE
            | T::SAMPLE_B
            | T::SAMPLE_C
            | T::SAMPLE_C_LZ
            | T::SAMPLE_D
            | T::SAMPLE_L
            | T::SAMPLE_CLAMP_FEEDBACK
            | T::SAMPLE_B_CLAMP_FEEDBACK
            | T::SAMPLE_C_CLAMP_FEEDBACK
            | T::SAMPLE_C_LZ_FEEDBACK
            | T::SAMPLE_D_CLAMP_FEEDBACK
            | T::SAMPLE_L_FEEDBACK => self.sample(instruction),
            T::GATHER4
            | T::GATHER4_C
            | T::GATHER4_PO
            | T::GATHER4_PO_C
            | T::GATHER4_FEEDBACK
            | T::GATHER4_C_FEEDBACK
            | T::GATHER4_PO_FEEDBACK
            | T::GATHER4_PO_C_FEEDBACK => self.gather(instruction),
            T::LD
            | T::LD_MS
            | T::LD_UAV_TYPED
            | T::LD_FEEDBACK
            | T::LD_MS_FEEDBACK
            | T::LD_UAV_TYPED_FEEDBACK => self.load_texel(instruction),
            T::STORE_UAV_TYPED => self.store_texel(instruction),
            T::CHECK_ACCESS_FULLY_MAPPED => self.check_mapped(instruction),
            T::RESINFO => self.dimensions(instruction),
            T::BUFINFO => self.buffer_size(instruction),
            T::SAMPLE_INFO => self.sample_count(instruction),
            T::SAMPLE_POS => self.sample_position(instruction),
            T::LOD => self.level_of_detail(instruction),
            T::LD_RAW | T::LD_RAW_FEEDBACK | T::LD_STRUCTURED | T::LD_STRUCTURED_FEEDBACK => {
                self.load_buffer(instruction)
            }
            T::STORE_RAW | T::STORE_STRUCTURED => self.store_buffer(instruction),
            T::IMM_ATOMIC_ALLOC | T::IMM_ATOMIC_CONSUME => self.counter(instruction),
            T::ATOMIC_AND
            | T::ATOMIC_OR
            | T::ATOMIC_XOR
            | T::ATOMIC_CMP_STORE
            | T::ATOMIC_IADD
            | T::ATOMIC_IMAX
            | T::ATOMIC_IMIN
            | T::ATOMIC_UMAX
            | T::ATOMIC_UMIN
            | T::IMM_ATOMIC_IADD
            | T::IMM_ATOMIC_AND
            | T::IMM_ATOMIC_OR
            | T::IMM_ATOMIC_XOR
            | T::IMM_ATOMIC_EXCH
            | T::IMM_ATOMIC_CMP_EXCH
            | T::IMM_ATOMIC_IMAX
            | T::IMM_ATOMIC_IMIN
            | T::IMM_ATOMIC_UMAX
            | T::IMM_ATOMIC_UMIN => self.atomic(instruction),
            T::SYNC => self.barrier(instruction),
            T::EMIT | T::EMITTHENCUT | T::CUT | T::EMIT_STREAM | T::EMITTHENCUT_STREAM | T::CUT_STREAM => {
                self.stream(instruction)
            }
            T::EVAL_CENTROID | T::EVAL_SAMPLE_INDEX | T::EVAL_SNAPPED => self.evaluate(instruction),
            T::DISCARD => self.discard(instruction),
            T::CALL | T::CALLC => self.call(instruction),
            // The caller ends the block.
            T::IF
            | T::ELSE
            | T::ENDIF
            | T::LOOP
            | T::ENDLOOP
            | T::SWITCH
            | T::CASE
            | T::DEFAULT
            | T::ENDSWITCH
            | T::BREAK
            | T::BREAKC
            | T::CONTINUE
            | T::CONTINUEC
            | T::RET
            | T::RETC
            | T::NOP => Ok(()),
            opcode => match conversion_of(opcode) {
                Some(row) => self.convert(row, instruction),
                None => Err(unsupported(opcode)),
            },
        }
    }
}

/// True if an operand has minimum precision.
fn has_min_precision(instruction: &Instruction) -> bool {
    let modifiers = instruction.operands.iter().filter_map(Operand::modifiers);
    modifiers.into_iter().any(|modifiers| modifiers.min_precision() != 0)
}

/// The row of an arithmetic opcode.
fn conversion_of(opcode: Opcode) -> Option<&'static Conversion> {
    let index = CONVERSIONS.binary_search_by_key(&opcode, |row| row.opcode).ok()?;
    CONVERSIONS.get(index)
}

fn unsupported(opcode: Opcode) -> Error {
    let remedy = match opcode {
        Opcode::INTERFACE_CALL => "compile the shader without class linkage",
        Opcode::ABORT | Opcode::DEBUG_BREAK => "compile the shader without debug layer instructions",
        _ => "compile the shader without the instruction",
    };
    Error::unsupported(format!("the instruction {opcode}"), remedy)
}
