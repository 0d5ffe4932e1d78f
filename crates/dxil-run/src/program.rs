//! Prepared programs, and the context in which their operations execute. Both are in one file because a program holds
//! the functions of its operations, which receive the context, and the context refers to the program.
//!
//! `prepare` builds a program once: instructions on registers, in one list for all functions. Execution does not change
//! it.

use std::collections::BTreeMap;

use bstr::BString;
use dx_container::enums::ShaderKind;
use dxil::ops::{MemoryAccess, Opcode, Operation};
use dxil::shader::HandleProperties;
use dxil_ir::{GlobalId, InstructionId};

use crate::components::Shape;
use crate::debug_map::DebugMap;
use crate::findings::{Checks, Finding, FindingKind, Findings, Thread};
use crate::group::Group;
use crate::instruction::{Edge, Instruction, List, Object, Pc, PhiCopy, Register, Rule, Scalar, Switch};
use crate::lanes::{self, Lanes};
use crate::operations::formats::Denormals;
use crate::resources::{Bound, Slot};
use crate::scratch::Scratch;
use crate::stage::{StageInterface, has_groups};
use crate::wave::Wave;

/// An operation that needs more than its operands: other lanes, memory, resources.
pub(crate) type Operate = fn(&mut Context<'_>, &Site<'_>) -> Result<(), Stop>;

/// A call of an operation of DXIL.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// What it does.
    pub operate: Operate,
    /// Which operation it is.
    pub operation: &'static Operation,
    /// The scalar that it is made for.
    pub scalar: Scalar,
    /// What denormals of 32 bits are in the function that calls it.
    pub denormals: Denormals,
    /// Its arguments behind the opcode, one after the other.
    pub arguments: List,
    /// What it gives, part by part; [`Register::NONE`] where nobody asks.
    pub results: List,
    /// What is known of the resource that its handle stands for.
    pub view: Option<HandleProperties>,
    /// The matrix or vectors of an operation on matrices.
    pub shape: Option<Shape>,
    /// Whether lanes that only complete quads take no part.
    pub leaves_helpers_out: bool,
}

/// A call of an operation, as the operation sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'p> {
    /// Which operation it is.
    pub operation: &'static Operation,
    /// The scalar that it is made for.
    pub scalar: Scalar,
    /// What denormals of 32 bits are in the function that calls it.
    pub denormals: Denormals,
    /// Its arguments behind the opcode, one after the other; of 64 bits, two registers each.
    pub arguments: &'p [Register],
    /// What it gives, part by part; [`Register::NONE`] where nobody asks.
    pub results: &'p [Register],
    /// What is known of the resource that its handle stands for.
    pub view: Option<HandleProperties>,
    /// The matrix or vectors of an operation on matrices.
    pub shape: Option<Shape>,
}

impl Site<'_> {
    /// An argument.
    pub(crate) fn argument(&self, index: usize) -> Register {
        self.arguments.get(index).copied().unwrap_or(Register::NONE)
    }

    /// A part of the result.
    pub(crate) fn result(&self, index: usize) -> Register {
        self.results.get(index).copied().unwrap_or(Register::NONE)
    }
}

/// The function that is run.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its name.
    pub name: BString,
    /// Where it begins.
    pub start: Pc,
    /// Its parameters: what each is, and the register of each scalar.
    pub parameters: Vec<(Scalar, Register)>,
    /// What it gives, likewise.
    pub results: Vec<(Scalar, Register)>,
}

/// A module, ready to be run.
#[derive(Debug, Clone)]
pub struct Program {
    /// The stage that it is of; compute for functions by themselves.
    pub(crate) stage: ShaderKind,
    /// Whether it is the function of a hull shader that computes what is constant in a patch.
    pub(crate) of_patches: bool,
    /// What it takes, gives and says of itself, as a stage of a draw.
    pub(crate) interface: StageInterface,
    pub(crate) entry: Entry,
    pub(crate) code: Vec<Instruction>,
    /// The instruction that each was made of.
    pub(crate) origins: Vec<(GlobalId, InstructionId)>,
    pub(crate) lists: Vec<Register>,
    pub(crate) copies: Vec<PhiCopy>,
    /// What each instruction does with undefined values.
    pub(crate) rules: Vec<Rule>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) sites: Vec<Call>,
    /// What the first registers hold.
    pub(crate) constants: Vec<u32>,
    /// The register of undefined values, where there are any: a constant one.
    pub(crate) undefined: Option<Register>,
    pub(crate) registers: u32,
    pub(crate) slots: Vec<Slot>,
    pub(crate) objects: Vec<Object>,
    /// The bytes of constants in memory, word by word.
    pub(crate) constant_data: Vec<u32>,
    /// What a lane's own memory holds at first; `None` for nothing yet.
    pub(crate) private: Vec<Option<u32>>,
    /// Bytes of the group's memory.
    pub(crate) shared: u32,
    /// Threads of a group.
    pub(crate) threads: [u32; 3],
    /// Whether quads are two by two threads along x and y, rather than four in a row.
    pub(crate) square_quads: bool,
    /// The wave sizes that it may be run with, and the preferred one.
    pub(crate) waves: (u32, u32, u32),
    /// Whether numbers of 16 bits have as many in memory.
    pub(crate) has_native_16_bit: bool,
    /// How it lies beside the module; only where its values have registers of their own.
    pub(crate) debug_map: Option<DebugMap>,
}

impl Program {
    /// The registers of a list.
    pub(crate) fn list(&self, list: List) -> &[Register] {
        let start = list.start as usize;
        let len = list.len as usize;
        self.lists.get(start..).and_then(|rest| rest.get(..len)).unwrap_or_default()
    }

    /// The copies of a way.
    pub(crate) fn copies_of(&self, edge: &Edge) -> &[PhiCopy] {
        let start = edge.copies as usize;
        let count = edge.count as usize;
        self.copies.get(start..).and_then(|rest| rest.get(..count)).unwrap_or_default()
    }

    /// What a register always holds, if it is that of a constant.
    pub(crate) fn constant(&self, register: Register) -> Option<u32> {
        self.constants.get(usize::try_from(register.0).ok()?).copied()
    }

    /// A call of an operation.
    pub(crate) fn site(&self, index: u32) -> Option<(&Call, Site<'_>)> {
        let call = self.sites.get(usize::try_from(index).ok()?)?;
        let site = Site {
            operation: call.operation,
            scalar: call.scalar,
            denormals: call.denormals,
            arguments: self.list(call.arguments),
            results: self.list(call.results),
            view: call.view,
            shape: call.shape,
        };
        Some((call, site))
    }

    /// The instruction that one was made of, and its function.
    pub fn origin(&self, pc: Pc) -> Option<(GlobalId, InstructionId)> {
        self.origins.get(usize::try_from(pc).ok()?).copied()
    }

    /// The findings of each instruction of the module, in the program's order. An instruction on a vector is one
    /// instruction of the module, but an instruction of the program for each element.
    pub fn findings_by_instruction(&self, findings: &Findings) -> Vec<(Pc, FindingKind, Finding)> {
        let mut merged: BTreeMap<_, Finding> = BTreeMap::new();
        let (mut first, mut origin) = (0, None);
        for (pc, kind, finding) in findings.iter() {
            let origin_of_pc = self.origin(pc);
            if origin_of_pc.is_none() || origin_of_pc != origin {
                (first, origin) = (pc, origin_of_pc);
            }
            let Some(merged) = merged.get_mut(&(first, kind)) else {
                merged.insert((first, kind), finding.clone());
                continue;
            };
            merged.count = merged.count.saturating_add(finding.count);
            if finding.first < merged.first {
                (merged.first, merged.detail) = (finding.first, finding.detail.clone());
            }
        }
        merged.into_iter().map(|((pc, kind), finding)| (pc, kind, finding)).collect()
    }

    /// The stage that it is of; compute for functions by themselves.
    pub fn stage(&self) -> ShaderKind {
        self.stage
    }

    /// Whether it is the function of a hull shader that computes what is constant in a patch.
    pub fn is_of_patches(&self) -> bool {
        self.of_patches
    }

    /// The inputs and outputs of a stage of a draw.
    pub fn interface(&self) -> &StageInterface {
        &self.interface
    }

    /// The function that is run.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The program counter of the first return of the function that is run.
    pub fn end(&self) -> Pc {
        let start = self.entry.start as usize;
        let mut behind = (self.entry.start..).zip(self.code.get(start..).unwrap_or_default());
        let end = behind.find(|(_, instruction)| matches!(instruction, Instruction::Return));
        end.map_or(self.entry.start, |(pc, _)| pc)
    }

    /// What it is bound to. The number of a resource in handles is `slot << 20 | index`.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Whether what it writes may depend on the order in which threads come to operations on resources: it uses what
    /// atomic operations or counters give, exchanges, changes memory by different ones, or reads what is globally
    /// coherent. Groups are then to be run one after the other, so that it always writes the same.
    pub fn is_order_dependent(&self) -> bool {
        let mut kinds = None;
        self.sites.iter().any(|call| {
            let is_used = self.list(call.results).iter().any(|result| *result != Register::NONE);
            match call.operation.opcode {
                Opcode::ATOMIC_BIN_OP => {
                    // One whose kind is computed is like an exchange.
                    let kind = self.list(call.arguments).get(1).and_then(|kind| self.constant(*kind));
                    let is_other = *kinds.get_or_insert(kind) != kind;
                    const EXCHANGE: u32 = 8;
                    is_used || is_other || kind.is_none_or(|kind| kind >= EXCHANGE)
                }
                Opcode::ATOMIC_COMPARE_EXCHANGE => true,
                Opcode::BUFFER_UPDATE_COUNTER => is_used,
                // A sum of floats depends on the order of the additions. A sum of integers does not, but the match does
                // not distinguish component types: groups run in order for both.
                Opcode::LIN_ALG_MATRIX_ACCUMULATE_TO_DESCRIPTOR
                | Opcode::LIN_ALG_VECTOR_ACCUMULATE_TO_DESCRIPTOR => true,
                opcode
                    if call.operation.memory.is_some_and(MemoryAccess::is_load)
                        || opcode == Opcode::LIN_ALG_MATRIX_LOAD_FROM_DESCRIPTOR =>
                {
                    // A handle of which nothing is known may be that of any resource.
                    call.view.map_or_else(
                        || self.slots.iter().any(|slot| slot.view.is_globally_coherent()),
                        |view| view.is_globally_coherent(),
                    )
                }
                _ => false,
            }
        })
    }

    /// Threads of a group.
    pub fn threads(&self) -> [u32; 3] {
        self.threads
    }

    /// How many instructions it has.
    pub fn instruction_count(&self) -> usize {
        self.code.len()
    }

    /// How many registers a wave has, those of constants among them: 128 bytes each for 32 lanes.
    pub fn register_count(&self) -> u32 {
        self.registers
    }

    /// The smallest and the largest wave that it may be run with.
    pub fn wave_sizes(&self) -> (u32, u32) {
        (self.waves.0, self.waves.1)
    }
}

/// What ends a run early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It took more steps than it may.
    Steps,
}

/// What an operation can use: the wave that executes it, its group, and what the program is bound to.
#[derive(Debug)]
pub struct Context<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// What it is bound to.
    pub(crate) bound: &'a Bound<'a>,
    /// The wave that executes.
    pub(crate) wave: &'a mut Wave,
    /// The group.
    pub(crate) group: &'a mut Group,
    /// What is looked for.
    pub(crate) checks: Checks,
    /// What was found.
    pub(crate) findings: &'a mut Findings,
    /// The place in the program.
    pub(crate) pc: Pc,
    /// Instructions executed so far, and how many may be.
    pub(crate) steps: u64,
    pub(crate) max_steps: u64,
    /// Bytes moved to and from resources.
    pub(crate) bytes: u64,
    pub(crate) scratch: &'a mut Scratch,
}

impl Context<'_> {
    /// How many blocks of lanes there are.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.wave.blocks
    }

    /// The active lanes of a block.
    #[inline]
    pub(crate) fn active(&self, block: usize) -> u32 {
        self.wave.active(block)
    }

    /// What a register holds.
    #[inline]
    pub(crate) fn read(&self, register: Register, block: usize) -> &Lanes {
        self.wave.read(register, block)
    }

    /// Changes what a register holds for the active lanes; the value is defined.
    #[inline]
    pub(crate) fn write(&mut self, register: Register, block: usize, words: &Lanes) {
        self.wave.write(register, block, words);
        if self.checks.all {
            self.wave.set_undefined(register, block, 0);
        }
    }

    /// The thread that a lane is.
    pub(crate) fn thread(&self, block: usize, lane: usize) -> Thread {
        let of_stage = self.wave.thread_of_stage(block, lane);
        match has_groups(self.program.stage) {
            true => Thread { group: self.group.number, ..of_stage },
            false => of_stage,
        }
    }

    /// Reports what a lane does wrong.
    #[cold]
    pub(crate) fn report(
        &mut self,
        kind: FindingKind,
        block: usize,
        lane: usize,
        detail: impl FnOnce() -> String,
    ) {
        // What only completes a quad does nothing that is seen.
        if self.wave.helpers(block) >> lane & 1 != 0 {
            return;
        }
        let thread = self.thread(block, lane);
        self.findings.add(kind, self.pc, thread, detail);
    }

    /// Reports active lanes for which a value that matters is undefined.
    pub(crate) fn require_defined(&mut self, register: Register, what: &'static str) {
        if !self.checks.all {
            return;
        }
        for block in 0..self.blocks() {
            for lane in lanes::each(self.wave.undefined(register, block) & self.active(block)) {
                self.report(FindingKind::Undefined, block, lane, || format!("{what} is undefined"));
            }
        }
    }
}
