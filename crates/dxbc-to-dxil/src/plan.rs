//! The declarations of a program, arranged for the conversion: phases with their own registers, index ranges,
//! interpolation, and the control flow. Separate from the conversion, which needs all declarations before the first
//! instruction.

use dx_bytecode::check::{Severity, check};
use dx_bytecode::control_flow::{Block, ControlFlow, Function, Head, When};
use dx_bytecode::custom_data::CustomDataClass;
use dx_bytecode::declarations::IndexableTemp;
use dx_bytecode::instruction::Instruction;
use dx_bytecode::numbering::{Numbering, Role};
use dx_bytecode::opcode::{Control, Opcode, Word};
use dx_bytecode::operand::{Components, Index, Operand, RegisterKind};
use dx_bytecode::{Declarations, Program, Statement};
use dx_container::enums::{InputPrimitive, InterpolationMode, ShaderKind};
use hashbrown::{HashMap, HashSet};

use crate::error::{Error, ErrorKind, Location, Result};

/// A program with its declarations.
#[derive(Debug)]
pub(crate) struct Plan<'p> {
    pub(crate) program: &'p Program,
    pub(crate) declarations: Declarations,
    /// The functions and phases.
    pub(crate) flow: ControlFlow,
    /// The main function, and in a hull shader the phases in their order.
    pub(crate) phases: Vec<Phase>,
    pub(crate) ranges: Vec<IndexRange>,
    /// Interpolation modes of the inputs of a pixel shader: register, components, mode.
    pub(crate) interpolation: Vec<(u32, u8, InterpolationMode)>,
    /// The group-shared memory.
    pub(crate) shared: Vec<SharedMemory>,
    /// The words of the immediate constant buffer.
    pub(crate) immediate_constants: Vec<u32>,
}

/// The main function, or a phase of a hull shader.
#[derive(Debug)]
pub(crate) struct Phase {
    pub(crate) head: Head,
    pub(crate) instances: u32,
    /// The indexable temporaries.
    pub(crate) arrays: Vec<IndexableTemp>,
    /// The indexable temporaries that an instruction indexes by a variable.
    pub(crate) indexed_arrays: HashSet<u32>,
}

/// Registers that are indexed by a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexRange {
    /// The kind of register, and whether the phase writes patch constants.
    pub(crate) kind: RegisterKind,
    pub(crate) is_patch_constant: bool,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// A declaration of group-shared memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SharedMemory {
    pub(crate) register: u32,
    pub(crate) bytes: u32,
    /// The size of an element in bytes; `None` for raw memory.
    pub(crate) stride: Option<u32>,
}

impl<'p> Plan<'p> {
    /// Checks a program and collects its declarations.
    pub(crate) fn new(program: &'p Program) -> Result<Self> {
        let report = check(program);
        if let Some(finding) = report.findings.iter().find(|finding| finding.severity == Severity::Error) {
            let kind = ErrorKind::Invalid { rule: finding.rule, message: finding.message.clone() };
            let error = Error::from(kind);
            return Err(match finding.place {
                Some(place) => error.at(|| location(program, place.index)),
                None => error,
            });
        }
        let main = Phase::new(Head::Main);
        let mut plan = Self {
            program,
            declarations: Declarations::of(program),
            flow: ControlFlow::of(program),
            phases: vec![main],
            ranges: Vec::new(),
            interpolation: Vec::new(),
            shared: Vec::new(),
            immediate_constants: Vec::new(),
        };
        let mut numbering = Numbering::default();
        let mut topology = None;
        for (index, statement) in program.statements.iter().enumerate() {
            if let Statement::Instruction(instruction) = statement
                && instruction.opcode == Opcode::DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY
            {
                let found = instruction.control(Control::TOPOLOGY);
                if topology.replace(found).is_some_and(|other| other != found) {
                    let what = "a geometry shader whose streams have different topologies";
                    let error = Error::unsupported(what, "use one topology for all streams");
                    return Err(error.at(|| location(program, index)));
                }
            }
            let role = numbering.next(statement);
            match (role, statement) {
                (Role::Head, _) => plan.begin(numbering.head()),
                (_, Statement::Instruction(instruction)) => plan.declaration(instruction),
                (_, Statement::CustomData(data))
                    if data.class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER =>
                {
                    plan.immediate_constants.extend(&data.words);
                }
                (_, Statement::CustomData(_)) => {}
            }
        }
        plan.check_loops()?;
        Ok(plan)
    }

    pub(crate) fn stage(&self) -> ShaderKind {
        self.program.version.kind()
    }

    /// The number of vertices or control points of an input.
    pub(crate) fn vertices(&self, kind: RegisterKind) -> u32 {
        let tessellation = self.declarations.tessellation;
        match (self.stage(), kind) {
            (_, RegisterKind::OUTPUT_CONTROL_POINT) => tessellation.output_control_points.unwrap_or(0),
            (ShaderKind::GEOMETRY, _) => vertices_of(self.declarations.geometry.input_primitive),
            _ => tessellation.input_control_points.unwrap_or(0),
        }
    }

    /// True if the program emits vertices.
    pub(crate) fn emits_vertices(&self) -> bool {
        self.program.instructions().any(|instruction| {
            matches!(
                instruction.opcode,
                Opcode::EMIT | Opcode::EMITTHENCUT | Opcode::EMIT_STREAM | Opcode::EMITTHENCUT_STREAM
            )
        })
    }

    /// Returns an error for a loop that no path leaves: DXIL does not allow it.
    fn check_loops(&self) -> Result<()> {
        for function in &self.flow.functions {
            let blocks = &function.blocks;
            let mut predecessors = vec![Vec::new(); blocks.len()];
            for (index, block) in blocks.iter().enumerate() {
                for way in &block.ways {
                    if let Some(list) = predecessors.get_mut(way.to) {
                        list.push(index);
                    }
                }
            }
            let successors = |at: usize| {
                let ways = blocks.get(at).map(|block| block.ways.as_slice()).unwrap_or_default();
                ways.iter().map(|way| way.to).collect::<Vec<_>>()
            };
            let reached = closure(blocks.len(), [0], successors);
            let returns = (0..blocks.len()).filter(|at| blocks.get(*at).is_some_and(is_returning));
            let leaves =
                closure(blocks.len(), returns, |at| predecessors.get(at).cloned().unwrap_or_default());
            let endless = blocks.iter().zip(reached.iter().zip(&leaves));
            let endless = endless.filter(|(_, (reached, leaves))| **reached && !**leaves);
            if let Some(statement) = endless.map(|(block, _)| block.statements.start).next() {
                let error = Error::unsupported("a loop that no path leaves", "add a break or ret");
                return Err(error.at(|| location(self.program, statement)));
            }
        }
        Ok(())
    }

    /// The function with this head.
    pub(crate) fn function(&self, head: Head) -> Option<&Function> {
        self.flow.functions.iter().find(|function| function.head == head)
    }

    /// The functions by their labels.
    pub(crate) fn labels(&self) -> HashMap<u32, &Function> {
        let label = |function: &Function| match function.head {
            Head::Label(number) => Some(number),
            _ => None,
        };
        self.flow.functions.iter().filter_map(|function| Some((label(function)?, function))).collect()
    }

    fn begin(&mut self, head: Head) {
        if matches!(head, Head::Phase(..)) {
            self.phases.push(Phase::new(head));
        }
    }

    fn declaration(&mut self, instruction: &Instruction) {
        let word = |word| instruction.word(word).unwrap_or_default();
        let Some(phase) = self.phases.last_mut() else { return };
        let number = || instruction.operands.first().and_then(Operand::number).unwrap_or_default();
        match instruction.opcode {
            Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT | Opcode::DCL_HS_JOIN_PHASE_INSTANCE_COUNT => {
                phase.instances = word(Word::Count);
            }
            Opcode::DCL_INDEXABLE_TEMP => phase.arrays.push(IndexableTemp {
                register: word(Word::Register),
                count: word(Word::Count),
                components: word(Word::Components),
            }),
            Opcode::DCL_INDEX_RANGE => {
                let is_patch_constant = phase.is_patch_constant();
                if let Some(range) = IndexRange::of(instruction, is_patch_constant) {
                    self.add_range(range);
                }
            }
            Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SIV | Opcode::DCL_INPUT_PS_SGV => {
                let mode = InterpolationMode(instruction.control(Control::INTERPOLATION));
                let mask = instruction.operands.first().map_or(0, mask_of);
                self.interpolation.push((number(), mask, mode));
            }
            Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_RAW => {
                let bytes = word(Word::Size);
                self.shared.push(SharedMemory { register: number(), bytes, stride: None });
            }
            Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED => {
                let stride = word(Word::Stride);
                let bytes = stride.saturating_mul(word(Word::Count));
                self.shared.push(SharedMemory { register: number(), bytes, stride: Some(stride) });
            }
            _ => phase.add_indexed_arrays(&instruction.operands),
        }
    }

    /// Adds a range of registers; ranges that overlap become one.
    fn add_range(&mut self, mut range: IndexRange) {
        let is_same_file = |other: &IndexRange| {
            (other.kind, other.is_patch_constant) == (range.kind, range.is_patch_constant)
        };
        while let Some(at) =
            self.ranges.iter().position(|other| is_same_file(other) && other.overlaps(&range))
        {
            let other = self.ranges.swap_remove(at);
            let end = range.end().max(other.end());
            range.first = range.first.min(other.first);
            range.count = end - range.first;
        }
        self.ranges.push(range);
    }
}

impl Phase {
    fn new(head: Head) -> Self {
        Self { head, instances: 1, arrays: Vec::new(), indexed_arrays: HashSet::new() }
    }

    /// Notes the indexable temporaries that operands, or the indices of operands, index by a variable.
    fn add_indexed_arrays(&mut self, operands: &[Operand]) {
        for operand in operands {
            let relative = || operand.indices.iter().filter_map(Index::relative);
            if let (RegisterKind::INDEXABLE_TEMP, Some(array)) = (operand.kind(), operand.indices.first())
                && relative().next().is_some()
            {
                self.indexed_arrays.insert(u32::try_from(array.base()).unwrap_or(u32::MAX));
            }
            for index in relative() {
                self.add_indexed_arrays(std::slice::from_ref(index));
            }
        }
    }

    /// True for a fork or join phase, which writes patch constants.
    pub(crate) fn is_patch_constant(&self) -> bool {
        matches!(self.head, Head::Phase(Opcode::HS_FORK_PHASE | Opcode::HS_JOIN_PHASE, _))
    }
}

impl IndexRange {
    fn of(instruction: &Instruction, is_patch_constant: bool) -> Option<Self> {
        let operand = instruction.operands.first()?;
        let first = match operand.indices.last()? {
            Index::Immediate(first) => *first,
            _ => return None,
        };
        let count = instruction.word(Word::Count)?;
        let kind = match operand.kind() {
            // The join phase of a hull shader reads as vpc what other phases write as outputs.
            RegisterKind::INPUT_PATCH_CONSTANT if is_patch_constant => RegisterKind::OUTPUT,
            kind => kind,
        };
        Some(Self { kind, is_patch_constant, first, count })
    }

    fn end(&self) -> u32 {
        self.first.saturating_add(self.count)
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.first < other.end() && other.first < self.end()
    }

    /// True for a register of the range.
    pub(crate) fn contains(&self, register: u32) -> bool {
        register >= self.first && register - self.first < self.count
    }
}

/// True for a block in which the function can return.
pub(crate) fn is_returning(block: &Block) -> bool {
    let has = |when: When| block.ways.iter().any(|way| way.when == when);
    block.ways.is_empty() || has(When::Holds) != has(When::Fails)
}

/// The nodes that paths from the first nodes reach.
fn closure(
    count: usize,
    first: impl IntoIterator<Item = usize>,
    next: impl Fn(usize) -> Vec<usize>,
) -> Vec<bool> {
    let mut is_reached = vec![false; count];
    let mut waiting: Vec<usize> = first.into_iter().collect();
    while let Some(at) = waiting.pop() {
        match is_reached.get_mut(at) {
            Some(place) if !*place => *place = true,
            _ => continue,
        }
        waiting.extend(next(at));
    }
    is_reached
}

/// The number of vertices of a primitive.
fn vertices_of(primitive: InputPrimitive) -> u32 {
    match primitive {
        InputPrimitive::POINT => 1,
        InputPrimitive::LINE => 2,
        InputPrimitive::TRIANGLE => 3,
        InputPrimitive::LINE_WITH_ADJACENCY => 4,
        InputPrimitive::TRIANGLE_WITH_ADJACENCY => 6,
        patch => (patch.0 + 1).saturating_sub(InputPrimitive::CONTROL_POINT_PATCH_1.0),
    }
}

/// The components that a destination or a declaration names; x is bit 0. An operand without components, such as
/// `oDepth` of some compilers, has x.
pub(crate) fn mask_of(operand: &Operand) -> u8 {
    match operand.components() {
        Components::Mask(0) | Components::None | Components::One | Components::Unknown => 1,
        Components::Mask(mask) => mask,
        Components::Select(component) => 1 << component,
        Components::Swizzle(_) => 15,
    }
}

/// The location of a statement.
pub(crate) fn location(program: &Program, statement: usize) -> Location {
    let mut line = String::new();
    if let Some(found) = program.statements.get(statement) {
        dx_bytecode::text::Printer::new(program.version).print(&mut line, found);
    }
    let line = line.lines().next().unwrap_or_default().trim().to_owned();
    Location { statement, line }
}
