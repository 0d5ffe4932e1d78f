//! The counters of STAT from the instructions, as fxc 10 counts them.
//!
//! Found by comparing the counters of real programs with their instructions. Older compilers count otherwise: fxc
//! 9.29 and 9.30 take `mad`, `imad` and others for moves, and of a hull shader they count one phase only. Programs
//! that were assembled from text rather than compiled have counters that are all zero.

use std::collections::HashMap;

use az::SaturatingAs as _;
use dx_container::ProgramVersion;
use dx_container::enums::{
    InputPrimitive, PrimitiveTopology, ShaderKind, TessellatorDomain, TessellatorOutputPrimitive,
    TessellatorPartitioning,
};
use dx_container::parts::statistics::{CommonCounters, Counters, Model5Counters};

use crate::custom_data::CustomDataClass;
use crate::instruction::Instruction;
use crate::opcode::{Class, Control, Opcode, Word};
use crate::operand::{Components, Operand, RegisterKind};
use crate::program::{Program, Statement};

/// Number by which a hull shader's control points follow on the primitives that have names.
const FIRST_PATCH: u32 = 7;
/// The system value of a pixel shader that asks which sample it runs for.
const SAMPLE_INDEX: u32 = 10;
/// Interpolation modes at a sample.
const AT_SAMPLE: [u32; 2] = [6, 7];

/// Counts what a program consists of. Programs below shader model 5.0 have no counters of that model.
pub fn count(program: &Program) -> Counters {
    let mut count = Count::of(program.version);
    program.statements.iter().for_each(|statement| count.add(statement));
    count.finish()
}

/// Whether an opcode is an instruction to the counters.
pub(crate) fn is_counted(opcode: Opcode) -> bool {
    !opcode.is_declaration() && !matches!(opcode, Opcode::LABEL | Opcode::NOP)
}

/// Whether an input of a pixel shader makes it run for each sample.
pub(crate) fn is_per_sample(input: &Instruction) -> bool {
    AT_SAMPLE.contains(&input.control(Control::INTERPOLATION))
        || input.word(Word::SystemValue) == Some(SAMPLE_INDEX)
}

/// Counters as they grow, statement by statement.
pub(crate) struct Count {
    stage: ShaderKind,
    common: CommonCounters,
    model_5: Model5Counters,
    is_model_5: bool,
    /// Inputs and outputs that this phase declares, and the most that any phase before it did.
    declared: [u32; 2],
    most_declared: [u32; 2],
    /// The instruction before this one ended the block.
    after_jump: bool,
    doubles: Doubles,
}

impl Count {
    pub(crate) fn of(version: ProgramVersion) -> Self {
        Self {
            stage: version.kind(),
            common: CommonCounters::default(),
            model_5: Model5Counters::default(),
            is_model_5: version.major() >= 5,
            declared: [0; 2],
            most_declared: [0; 2],
            after_jump: false,
            doubles: Doubles::default(),
        }
    }

    /// Adds the next statement.
    pub(crate) fn add(&mut self, statement: &Statement) {
        match statement {
            Statement::Instruction(instruction) if instruction.opcode.is_declaration() => {
                self.declaration(instruction);
            }
            Statement::Instruction(instruction) => self.instruction(instruction),
            Statement::CustomData(data) if data.class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER => {
                let vectors = (data.words.len() / 4).saturating_as::<u32>();
                self.common.def_count = self.common.def_count.saturating_add(vectors);
            }
            Statement::CustomData(_) => {}
        }
    }

    pub(crate) fn finish(mut self) -> Counters {
        self.end_phase();
        let [inputs, outputs] = self.most_declared;
        self.common.dcl_count = inputs + outputs;
        self.common.mov_instruction_count -= self.doubles.moves();
        Counters { common: self.common, model_5: self.is_model_5.then_some(self.model_5) }
    }

    /// Each phase of a hull shader declares its own registers; other programs are one phase.
    fn end_phase(&mut self) {
        for (most, declared) in self.most_declared.iter_mut().zip(&mut self.declared) {
            *most = (*most).max(*declared);
            *declared = 0;
        }
    }

    fn declaration(&mut self, instruction: &Instruction) {
        let word = |word| instruction.word(word).unwrap_or_default();
        let control = |control| instruction.control(control);
        let (common, model_5) = (&mut self.common, &mut self.model_5);
        match instruction.opcode {
            Opcode::HS_DECLS
            | Opcode::HS_CONTROL_POINT_PHASE
            | Opcode::HS_FORK_PHASE
            | Opcode::HS_JOIN_PHASE => self.end_phase(),
            Opcode::DCL_TEMPS => {
                common.temp_register_count = common.temp_register_count.max(word(Word::Count));
            }
            Opcode::DCL_INDEXABLE_TEMP => {
                common.temp_array_count = common.temp_array_count.saturating_add(word(Word::Count));
            }
            Opcode::DCL_INPUT | Opcode::DCL_INPUT_SGV | Opcode::DCL_INPUT_SIV => self.declare_input(),
            Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SGV | Opcode::DCL_INPUT_PS_SIV => {
                common.sample_frequency |= u32::from(is_per_sample(instruction));
                self.declare_input();
            }
            Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => {
                let [_, outputs] = &mut self.declared;
                *outputs += 1;
            }
            Opcode::DCL_GS_INPUT_PRIMITIVE => {
                common.input_primitive = InputPrimitive(control(Control::PRIMITIVE))
            }
            Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY => {
                common.gs_output_topology = PrimitiveTopology(control(Control::TOPOLOGY));
            }
            Opcode::DCL_MAX_OUTPUT_VERTEX_COUNT => common.gs_max_output_vertex_count = word(Word::Count),
            Opcode::DCL_GS_INSTANCE_COUNT => model_5.gs_instance_count = word(Word::Count),
            Opcode::DCL_INPUT_CONTROL_POINT_COUNT if self.stage == ShaderKind::HULL => {
                common.input_primitive = InputPrimitive(FIRST_PATCH + control(Control::CONTROL_POINTS));
            }
            Opcode::DCL_INPUT_CONTROL_POINT_COUNT | Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT => {
                model_5.control_points = control(Control::CONTROL_POINTS);
            }
            Opcode::DCL_TESS_DOMAIN => {
                model_5.tessellator_domain = TessellatorDomain(control(Control::DOMAIN))
            }
            Opcode::DCL_TESS_PARTITIONING => {
                model_5.hs_partitioning = TessellatorPartitioning(control(Control::PARTITIONING));
            }
            Opcode::DCL_TESS_OUTPUT_PRIMITIVE => {
                model_5.hs_output_primitive = TessellatorOutputPrimitive(control(Control::OUTPUT_PRIMITIVE));
            }
            _ => {}
        }
    }

    fn declare_input(&mut self) {
        let [inputs, _] = &mut self.declared;
        *inputs += 1;
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        if !is_counted(opcode) {
            return;
        }
        self.common.instruction_count += 1;
        let uses_array =
            instruction.operands.iter().any(|operand| operand.kind() == RegisterKind::INDEXABLE_TEMP);
        self.common.array_instruction_count += u32::from(uses_array);
        self.arithmetic(instruction, uses_array);
        self.texture_and_memory(instruction);
        self.flow(instruction);
        self.doubles.pass(instruction);
    }

    fn arithmetic(&mut self, instruction: &Instruction, uses_array: bool) {
        let common = &mut self.common;
        let Some(row) = instruction.opcode.row() else { return };
        match instruction.opcode {
            Opcode::MOV => return self.mov(instruction, uses_array),
            Opcode::MOVC => common.movc_instruction_count += 1,
            Opcode::RCP
            | Opcode::F32TOF16
            | Opcode::F16TOF32
            | Opcode::EVAL_SNAPPED
            | Opcode::EVAL_SAMPLE_INDEX
            | Opcode::EVAL_CENTROID
            | Opcode::FTOI
            | Opcode::FTOU
            | Opcode::ITOF
            | Opcode::ITOD => {}
            _ if row.class == Class::Float => common.float_instruction_count += 1,
            _ if row.class == Class::Int => common.int_instruction_count += 1,
            // A double that is clamped is so by an instruction on floats.
            _ if row.class == Class::Double => {
                common.float_instruction_count += instruction.control(Control::SATURATE);
            }
            _ => {}
        }
        common.uint_instruction_count += u32::from(is_unsigned(instruction.opcode));
        common.conversion_instruction_count += u32::from(is_conversion(instruction.opcode));
    }

    fn mov(&mut self, instruction: &Instruction, uses_array: bool) {
        let [to, from] = instruction.operands.as_slice() else { return };
        if let Some(modifiers) =
            from.modifiers().filter(|modifiers| modifiers.negate() || modifiers.absolute())
        {
            // To negate is to calculate; an absolute value is neither that nor a move.
            self.common.float_instruction_count += u32::from(modifiers.negate());
            return;
        }
        let of_vertices = [to, from]
            .iter()
            .any(|operand| operand.kind() == RegisterKind::INPUT && operand.indices.len() > 1);
        // What a geometry shader writes is gathered until it is emitted.
        let emitted = self.stage == ShaderKind::GEOMETRY && to.kind() == RegisterKind::OUTPUT;
        if !uses_array && !of_vertices && !emitted {
            self.common.mov_instruction_count += 1;
            self.doubles.counted_move();
        }
    }

    fn texture_and_memory(&mut self, instruction: &Instruction) {
        let (common, model_5) = (&mut self.common, &mut self.model_5);
        let shared = instruction
            .operands
            .iter()
            .any(|operand| operand.kind() == RegisterKind::THREAD_GROUP_SHARED_MEMORY);
        match instruction.opcode {
            Opcode::SAMPLE | Opcode::SAMPLE_CLAMP_FEEDBACK => common.texture_normal_instructions += 1,
            Opcode::SAMPLE_B | Opcode::SAMPLE_B_CLAMP_FEEDBACK => common.texture_bias_instructions += 1,
            Opcode::SAMPLE_D | Opcode::SAMPLE_D_CLAMP_FEEDBACK => common.texture_gradient_instructions += 1,
            Opcode::SAMPLE_C
            | Opcode::SAMPLE_C_LZ
            | Opcode::SAMPLE_C_CLAMP_FEEDBACK
            | Opcode::SAMPLE_C_LZ_FEEDBACK => common.texture_comp_instructions += 1,
            Opcode::LD
            | Opcode::LD_MS
            | Opcode::LD_FEEDBACK
            | Opcode::LD_MS_FEEDBACK
            | Opcode::SAMPLE_L
            | Opcode::SAMPLE_L_FEEDBACK => common.texture_load_instructions += 1,
            Opcode::LD_RAW
            | Opcode::LD_STRUCTURED
            | Opcode::LD_UAV_TYPED
            | Opcode::LD_RAW_FEEDBACK
            | Opcode::LD_STRUCTURED_FEEDBACK
            | Opcode::LD_UAV_TYPED_FEEDBACK
                if !shared =>
            {
                common.texture_load_instructions += 1;
            }
            // Comparing gathers without feedback are counted nowhere.
            Opcode::GATHER4
            | Opcode::GATHER4_PO
            | Opcode::GATHER4_FEEDBACK
            | Opcode::GATHER4_PO_FEEDBACK
            | Opcode::GATHER4_C_FEEDBACK
            | Opcode::GATHER4_PO_C_FEEDBACK => common.gather_instructions += 1,
            Opcode::LOD => common.lod_instructions += 1,
            Opcode::SYNC => model_5.barrier_instructions += 1,
            Opcode::STORE_RAW | Opcode::STORE_STRUCTURED | Opcode::STORE_UAV_TYPED if !shared => {
                model_5.texture_store_instructions += 1;
            }
            opcode if opcode.row().is_some_and(|row| row.class == Class::Atomic) => {
                model_5.interlocked_instructions += 1;
            }
            _ => {}
        }
    }

    fn flow(&mut self, instruction: &Instruction) {
        let common = &mut self.common;
        match instruction.opcode {
            Opcode::CUT | Opcode::CUT_STREAM => common.cut_instruction_count += 1,
            Opcode::EMIT | Opcode::EMIT_STREAM => common.emit_instruction_count += 1,
            Opcode::EMITTHENCUT | Opcode::EMITTHENCUT_STREAM => {
                common.cut_instruction_count += 1;
                common.emit_instruction_count += 1;
            }
            Opcode::IF
            | Opcode::SWITCH
            | Opcode::BREAKC
            | Opcode::CONTINUEC
            | Opcode::RETC
            | Opcode::CALLC => {
                let counter = if instruction.operands.first().is_some_and(is_constant) {
                    &mut common.static_flow_control_count
                } else {
                    &mut common.dynamic_flow_control_count
                };
                *counter += 1;
            }
            Opcode::RET | Opcode::BREAK | Opcode::CONTINUE | Opcode::CALL => {
                common.static_flow_control_count += 1
            }
            // The jump over a second branch is not there where the first one does not reach it.
            Opcode::ELSE => common.static_flow_control_count += u32::from(!self.after_jump),
            _ => {}
        }
        self.after_jump = matches!(instruction.opcode, Opcode::RET | Opcode::BREAK | Opcode::CONTINUE);
    }
}

fn is_constant(operand: &Operand) -> bool {
    matches!(
        operand.kind(),
        RegisterKind::CONSTANT_BUFFER | RegisterKind::IMMEDIATE_CONSTANT_BUFFER | RegisterKind::IMMEDIATE32
    )
}

/// Instructions that count as unsigned: bits as far as shader model 4 has them. fxc does not count `udiv` among them.
fn is_unsigned(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::AND
            | Opcode::OR
            | Opcode::XOR
            | Opcode::NOT
            | Opcode::UGE
            | Opcode::ULT
            | Opcode::USHR
            | Opcode::UMUL
            | Opcode::UMAD
            | Opcode::UMAX
            | Opcode::UMIN
    )
}

/// Instructions that count as conversions: to integers and back, and what rounds.
fn is_conversion(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::FTOI
            | Opcode::FTOU
            | Opcode::ITOF
            | Opcode::UTOF
            | Opcode::ROUND_NE
            | Opcode::ROUND_NI
            | Opcode::ROUND_PI
            | Opcode::ROUND_Z
            | Opcode::FRC
            | Opcode::DTOF
            | Opcode::FTOD
            | Opcode::DTOI
            | Opcode::DTOU
            | Opcode::ITOD
            | Opcode::UTOD
    )
}

/// Which moves carry doubles. The compiler does not count those, and the tokens do not say which they are: it shows in
/// what made the value, or in what becomes of it.
#[derive(Default)]
struct Doubles {
    /// What each component of each temporary holds: a double or not, and the move that brought it.
    held: HashMap<(u32, u8), Held>,
    /// Of each counted move, whether it carries a double.
    counted: Vec<bool>,
    /// The instruction at hand is a counted move.
    at_move: bool,
}

#[derive(Clone, Copy, Default)]
struct Held {
    double: bool,
    by_move: Option<usize>,
}

impl Doubles {
    fn moves(&self) -> u32 {
        self.counted.iter().filter(|double| **double).count().saturating_as::<u32>()
    }

    fn counted_move(&mut self) {
        self.counted.push(false);
        self.at_move = true;
    }

    fn pass(&mut self, instruction: &Instruction) {
        let (written, read) = instruction.written_and_read();
        let class = instruction.opcode.row().map(|row| row.class);
        let takes_doubles = class == Some(Class::Double) || instruction.opcode == Opcode::DTOF;
        let gives_doubles = match instruction.opcode {
            Opcode::FTOD | Opcode::ITOD | Opcode::UTOD => true,
            Opcode::DEQ | Opcode::DGE | Opcode::DLT | Opcode::DNE | Opcode::DTOI | Opcode::DTOU => false,
            _ => class == Some(Class::Double),
        };
        let mut carries = false;
        for (register, component) in read.iter().flat_map(components) {
            let Some(held) = self.held.get(&(register, component)) else { continue };
            carries |= held.double;
            if takes_doubles && let Some(counted) = held.by_move.and_then(|index| self.counted.get_mut(index))
            {
                *counted = true;
            }
        }
        let by_move = std::mem::take(&mut self.at_move).then(|| self.counted.len().saturating_sub(1));
        let double = gives_doubles || by_move.is_some() && carries;
        if by_move.is_some()
            && let Some(counted) = self.counted.last_mut()
        {
            *counted |= carries;
        }
        // Programs without doubles, nearly all there are, hold nothing.
        if double || by_move.is_some() || !self.held.is_empty() {
            self.held.extend(written.iter().flat_map(components).map(|key| (key, Held { double, by_move })));
        }
    }
}

/// The components of a temporary that an operand names.
fn components(operand: &Operand) -> impl Iterator<Item = (u32, u8)> + use<> {
    let register = operand.number().filter(|_| operand.kind() == RegisterKind::TEMP);
    let mask = match operand.components() {
        Components::Mask(mask) => mask,
        Components::Swizzle(swizzle) => swizzle.into_iter().fold(0, |mask, component| mask | 1 << component),
        Components::Select(component) => 1 << component,
        Components::None | Components::One | Components::Unknown => 0,
    };
    let components = (0..4).filter(move |component| mask >> component & 1 != 0);
    register
        .into_iter()
        .flat_map(move |register| components.clone().map(move |component| (register, component)))
}
