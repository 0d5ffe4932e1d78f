//! Declarations: whether each stands where it may, declares what it can, and keeps to what the hardware has.

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;

use super::checker::Checker;
use super::registers::{Phase, Section, letters};
use super::rule::Rule;
use crate::custom_data::{CustomData, CustomDataClass};
use crate::instruction::Instruction;
use crate::opcode::{Control, Opcode, Word};

/// Vectors of a constant buffer, and of the immediate one.
pub(super) const MAX_VECTORS: u32 = 4096;
/// Threads of a group, and its extent in z: in shader model 5, in 4.
const MAX_THREADS: [u64; 2] = [1024, 768];
const MAX_THREADS_IN_Z: [u32; 2] = [64, 1];
const MAX_OUT: u32 = 1024;
const MAX_INSTANCES: u32 = 32;
const MAX_CONTROL_POINTS: u32 = 32;
const MAX_TESS_FACTOR: f32 = 64.0;

impl Checker {
    pub(super) fn custom_data(&mut self, data: &CustomData) {
        if data.class != CustomDataClass::IMMEDIATE_CONSTANT_BUFFER {
            return;
        }
        self.declaration_place("the immediate constant buffer", false);
        let (words, vectors) = (data.words.len(), data.words.len() / 4);
        let vectors = vectors.saturating_as::<u32>();
        if words % 4 != 0 || vectors > MAX_VECTORS {
            let message = format_args!(
                "immediate constant buffer has {words} dwords, expected a multiple of 4, at most {}",
                MAX_VECTORS * 4
            );
            self.find(Rule::LIMIT_CONSTANT_BUFFER_SIZE, message);
        }
        if self.globals.immediate.replace(vectors).is_some() {
            let message = format_args!("immediate constant buffer is declared twice");
            self.find(Rule::DECLARATION_TWICE, message);
        }
    }

    pub(super) fn declaration(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        if self.begins_phase(opcode) {
            return;
        }
        self.declaration_place(opcode.name(), is_of_phase(opcode));
        match opcode {
            Opcode::DCL_TEMPS | Opcode::DCL_INDEXABLE_TEMP => self.temporaries(instruction),
            _ if opcode.declares_input() || opcode.declares_output() => self.input_or_output(instruction),
            Opcode::DCL_INDEX_RANGE => self.index_range(instruction),
            Opcode::DCL_CONSTANT_BUFFER | Opcode::DCL_SAMPLER => self.bound(instruction),
            Opcode::DCL_RESOURCE
            | Opcode::DCL_RESOURCE_RAW
            | Opcode::DCL_RESOURCE_STRUCTURED
            | Opcode::DCL_UNORDERED_ACCESS_VIEW_TYPED
            | Opcode::DCL_UNORDERED_ACCESS_VIEW_RAW
            | Opcode::DCL_UNORDERED_ACCESS_VIEW_STRUCTURED
            | Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_RAW
            | Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED => self.view_declared(instruction),
            Opcode::DCL_STREAM => self.stream(instruction),
            Opcode::DCL_FUNCTION_BODY | Opcode::DCL_FUNCTION_TABLE | Opcode::DCL_INTERFACE => {
                self.function_declared(instruction);
            }
            _ => self.setting(instruction),
        }
    }

    /// The end of the declarations at an instruction, or at the end of everything: what had to wait for all of them.
    pub(super) fn end_declarations(&mut self) {
        if self.phase.has_instructions {
            return;
        }
        self.phase.has_instructions = true;
        for (place, range) in std::mem::take(&mut self.phase.ranges) {
            let Some(declared) = self.phase.file(range.kind) else { continue };
            if range.mask & declared.mask(u64::from(range.first)) == 0 {
                let message = format_args!(
                    "first register of the index range, {}{}.{}, is not declared",
                    range.kind.name(),
                    range.first,
                    letters(range.mask)
                );
                self.report.add(Rule::INDEX_RANGE_UNDECLARED, Some(place), message);
            }
        }
    }

    /// Whether `opcode` begins a phase of a hull shader, or the section before them.
    fn begins_phase(&mut self, opcode: Opcode) -> bool {
        let section = match opcode {
            Opcode::HS_DECLS => Section::Shared,
            Opcode::HS_CONTROL_POINT_PHASE => Section::ControlPoint,
            Opcode::HS_FORK_PHASE => Section::Fork,
            Opcode::HS_JOIN_PHASE => Section::Join,
            _ => return false,
        };
        let before = self.phase.section;
        self.end_declarations();
        self.end_function();
        let fits = match section {
            Section::Program => true,
            Section::Shared => before == Section::Program && self.at.is_some_and(|place| place.index == 0),
            Section::ControlPoint => before == Section::Shared,
            Section::Fork => !matches!(before, Section::Program | Section::Join),
            Section::Join => before != Section::Program,
        };
        if !fits {
            let after = match before {
                Section::Program => "at the start of the program",
                Section::Shared => "after hs_decls",
                Section::ControlPoint => "after the control point phase",
                Section::Fork => "after a fork phase",
                Section::Join => "after a join phase",
            };
            let message = format_args!(
                "{opcode} is {after}, expected the order hs_decls, control point phase, fork phases, join \
                 phases"
            );
            self.find(Rule::PHASE_ORDER, message);
        }
        self.globals.once.insert(opcode);
        self.phase = Phase::begin(section);
        self.begin_function();
        true
    }

    /// Whether a declaration may stand here.
    fn declaration_place(&mut self, name: &str, is_of_phase: bool) {
        if self.phase.has_instructions {
            let message =
                format_args!("{name} follows an instruction, expected before the first instruction");
            self.find(Rule::DECLARATION_ORDER, message);
            return;
        }
        if self.model.stage != ShaderKind::HULL || name.is_empty() {
            return;
        }
        let in_phase = !matches!(self.phase.section, Section::Program | Section::Shared);
        if is_of_phase && !in_phase {
            let message =
                format_args!("{name} is outside of a phase, expected in the phase that it applies to");
            self.find(Rule::DECLARATION_PHASE, message);
        } else if !is_of_phase && in_phase && name.starts_with("dcl_") {
            let message = format_args!("{name} is in a phase, expected in hs_decls");
            self.find(Rule::DECLARATION_PHASE, message);
        }
    }

    pub(super) fn twice(&mut self, what: std::fmt::Arguments<'_>) {
        self.find(Rule::DECLARATION_TWICE, format_args!("{what} is declared twice"));
    }

    /// What a program has one of, or a phase.
    fn setting(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        let once = if is_of_phase(opcode) { &mut self.phase.once } else { &mut self.globals.once };
        if !once.insert(opcode) {
            self.twice(format_args!("{opcode}"));
        }
        let count = instruction.word(Word::Count).unwrap_or_default();
        match opcode {
            Opcode::DCL_GLOBAL_FLAGS => self.globals.flags |= instruction.control(Control::GLOBAL_FLAGS),
            Opcode::DCL_THREAD_GROUP => self.thread_group(instruction),
            Opcode::DCL_MAX_OUTPUT_VERTEX_COUNT => {
                self.count(Rule::LIMIT_MAX_OUT, opcode, count, (1, MAX_OUT))
            }
            Opcode::DCL_GS_INSTANCE_COUNT => {
                self.count(Rule::LIMIT_INSTANCES, opcode, count, (1, MAX_INSTANCES))
            }
            Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT | Opcode::DCL_HS_JOIN_PHASE_INSTANCE_COUNT => {
                let fork = opcode == Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT;
                let section = if fork { Section::Fork } else { Section::Join };
                if self.phase.section != section {
                    let message = format_args!("{opcode} is outside of the phase that it applies to");
                    self.find(Rule::DECLARATION_PHASE, message);
                }
                self.count(Rule::LIMIT_INSTANCES, opcode, count, (1, u32::MAX));
            }
            Opcode::DCL_INPUT_CONTROL_POINT_COUNT | Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT => {
                let points = instruction.control(Control::CONTROL_POINTS);
                let least = u32::from(
                    opcode == Opcode::DCL_INPUT_CONTROL_POINT_COUNT && self.model.stage == ShaderKind::HULL,
                );
                self.count(Rule::LIMIT_CONTROL_POINTS, opcode, points, (least, MAX_CONTROL_POINTS));
            }
            Opcode::DCL_HS_MAX_TESSFACTOR => {
                let factor = f32::from_bits(instruction.word(Word::Factor).unwrap_or_default());
                if !(1.0..=MAX_TESS_FACTOR).contains(&factor) {
                    let message = format_args!(
                        "maximum tessellation factor is {factor}, expected 1 to {MAX_TESS_FACTOR}"
                    );
                    self.find(Rule::LIMIT_TESS_FACTOR, message);
                }
            }
            Opcode::DCL_TESS_DOMAIN
            | Opcode::DCL_TESS_PARTITIONING
            | Opcode::DCL_TESS_OUTPUT_PRIMITIVE
            | Opcode::DCL_GS_INPUT_PRIMITIVE => {
                let control = opcode.row().and_then(|row| row.controls.first());
                if control.is_some_and(|control| instruction.control(*control) == 0) {
                    let message =
                        format_args!("{opcode} has the value `undefined`, expected a defined value");
                    self.find(Rule::INSTRUCTION_CONTROL, message);
                }
            }
            _ => {}
        }
    }

    fn count(&mut self, rule: Rule, opcode: Opcode, found: u32, (least, most): (u32, u32)) {
        if !(least..=most).contains(&found) {
            self.find(rule, format_args!("{opcode} has the count {found}, expected {least} to {most}"));
        }
    }

    fn thread_group(&mut self, instruction: &Instruction) {
        let [x, y, z] = [Word::X, Word::Y, Word::Z].map(|word| instruction.word(word).unwrap_or_default());
        let in_4 = self.model.number < (5, 0);
        let pick = |[in_5, less]: [u64; 2]| if in_4 { less } else { in_5 };
        let (most, most_z) = (pick(MAX_THREADS), pick(MAX_THREADS_IN_Z.map(u64::from)));
        let threads =
            [x, y, z].into_iter().fold(1, |product: u64, count| product.saturating_mul(u64::from(count)));
        if threads == 0 || threads > most || u64::from(z) > most_z {
            let message = format_args!(
                "thread group has {x} * {y} * {z} = {threads} threads, expected 1 to {most}, at most {most_z} in z"
            );
            self.find(Rule::LIMIT_THREAD_GROUP, message);
        }
    }

    /// Whether everything is there without which a stage cannot run.
    pub(super) fn missing(&mut self) {
        let needed: &[Opcode] = match self.model.stage {
            ShaderKind::GEOMETRY => &[Opcode::DCL_GS_INPUT_PRIMITIVE, Opcode::DCL_MAX_OUTPUT_VERTEX_COUNT],
            ShaderKind::HULL => &[
                Opcode::HS_DECLS,
                Opcode::DCL_INPUT_CONTROL_POINT_COUNT,
                Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT,
                Opcode::DCL_TESS_DOMAIN,
                Opcode::DCL_TESS_PARTITIONING,
                Opcode::DCL_TESS_OUTPUT_PRIMITIVE,
            ],
            ShaderKind::DOMAIN => &[Opcode::DCL_TESS_DOMAIN],
            ShaderKind::COMPUTE => &[Opcode::DCL_THREAD_GROUP],
            _ => &[],
        };
        for opcode in needed {
            if !self.globals.once.contains(opcode) {
                let message =
                    format_args!("{opcode} is missing: a {} shader requires it", self.model.stage_name());
                self.find(Rule::PROGRAM_MISSING, message);
            }
        }
    }
}

/// Whether a declaration is about one phase of a hull shader.
fn is_of_phase(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::DCL_TEMPS
            | Opcode::DCL_INDEXABLE_TEMP
            | Opcode::DCL_INDEX_RANGE
            | Opcode::DCL_INPUT
            | Opcode::DCL_INPUT_SGV
            | Opcode::DCL_INPUT_SIV
            | Opcode::DCL_OUTPUT
            | Opcode::DCL_OUTPUT_SGV
            | Opcode::DCL_OUTPUT_SIV
            | Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT
            | Opcode::DCL_HS_JOIN_PHASE_INSTANCE_COUNT
    )
}
