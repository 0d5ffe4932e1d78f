//! What a program declares, in a form that can be asked. Nothing is searched: every question takes the same time.

use std::collections::{HashMap, HashSet};

use super::report::StatementPlace;
use crate::opcode::Opcode;
use crate::operand::RegisterKind;

/// Registers of inputs, and of outputs.
pub(super) const FILE_REGISTERS: u32 = 32;

/// What holds for the whole program.
#[derive(Debug, Default)]
pub(super) struct Globals {
    /// The global flags, bit 0 the first one.
    pub(super) flags: u32,
    /// Declarations that there is one of.
    pub(super) once: HashSet<Opcode>,
    pub(super) constant_buffers: HashMap<u32, ConstantBuffer>,
    pub(super) samplers: HashMap<u32, Sampler>,
    /// Resources, unordered access views and shared memory.
    pub(super) views: HashMap<(RegisterKind, u32), View>,
    /// Bytes of shared memory.
    pub(super) shared_bytes: u64,
    /// Vectors of the immediate constant buffer.
    pub(super) immediate: Option<u32>,
    /// A bit a stream.
    pub(super) streams: u32,
    /// Where each function body is declared.
    pub(super) bodies: HashMap<u32, StatementPlace>,
    /// How many bodies each function table has.
    pub(super) tables: HashMap<u32, usize>,
    pub(super) interfaces: HashMap<u32, Interface>,
}

/// Registers from the first to the last one; before shader model 5.1 one register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: u32,
    pub(super) last: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct ConstantBuffer {
    pub(super) range: Range,
    pub(super) vectors: u32,
    pub(super) dynamic: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Sampler {
    pub(super) range: Range,
    pub(super) comparison: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    pub(super) range: Range,
    /// As a declaration numbers it.
    pub(super) dimension: u32,
    /// Bytes of an element of a structured view.
    pub(super) stride: u32,
    pub(super) has_counter: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Interface {
    /// How many there are in the array.
    pub(super) length: u32,
    pub(super) call_sites: u32,
}

/// Where in a program a statement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Section {
    /// In any program but a hull shader; in one, before `hs_decls`.
    #[default]
    Program,
    /// What all phases of a hull shader share.
    Shared,
    ControlPoint,
    Fork,
    Join,
}

/// What holds for a phase of a hull shader, or for the whole of another program.
#[derive(Debug, Default)]
pub(super) struct Phase {
    pub(super) section: Section,
    /// The first instruction was there.
    pub(super) has_instructions: bool,
    /// Declarations that there is one of.
    pub(super) once: HashSet<Opcode>,
    pub(super) temps: u32,
    /// Vectors of temporaries, indexable ones among them.
    pub(super) vectors: u64,
    /// Vectors and components of each indexable temporary.
    pub(super) indexable: HashMap<u32, (u32, u8)>,
    /// Inputs and outputs, by [`file`].
    pub(super) files: [File; 5],
    /// Components of outputs that the stream at hand declared.
    pub(super) of_stream: [u8; FILE_REGISTERS as usize],
    /// Components of registers that there is one of, by the number of their kind.
    pub(super) single: HashMap<RegisterKind, u8>,
    /// Index ranges whose registers may be declared behind them.
    pub(super) ranges: Vec<(StatementPlace, IndexRange)>,
}

/// A list of registers of one kind.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct File {
    /// Declared components of each register, a bit a component.
    pub(super) masks: [u8; FILE_REGISTERS as usize],
    /// How many vertices or control points each register is there for.
    pub(super) outer: u32,
    /// Components of each register that lie in an index range.
    pub(super) indexed: [u8; FILE_REGISTERS as usize],
}

/// Registers that may be indexed.
#[derive(Debug, Clone, Copy)]
pub(super) struct IndexRange {
    pub(super) kind: RegisterKind,
    pub(super) first: u32,
    pub(super) mask: u8,
}

/// Which list of registers a kind is.
pub(super) fn file(kind: RegisterKind) -> Option<usize> {
    const FILES: [RegisterKind; 5] = [
        RegisterKind::INPUT,
        RegisterKind::OUTPUT,
        RegisterKind::INPUT_CONTROL_POINT,
        RegisterKind::OUTPUT_CONTROL_POINT,
        RegisterKind::INPUT_PATCH_CONSTANT,
    ];
    FILES.iter().position(|known| *known == kind)
}

impl Phase {
    /// A phase of which nothing is known yet.
    pub(super) fn begin(section: Section) -> Self {
        Self { section, ..Self::default() }
    }

    pub(super) fn file(&self, kind: RegisterKind) -> Option<&File> {
        self.files.get(file(kind)?)
    }
}

impl Range {
    pub(super) fn contains(self, register: u64) -> bool {
        (u64::from(self.first)..=u64::from(self.last)).contains(&register)
    }
}

impl File {
    /// Declared components of a register; none of one that there cannot be.
    pub(super) fn mask(&self, register: u64) -> u8 {
        at(&self.masks, register)
    }

    pub(super) fn indexed(&self, register: u64) -> u8 {
        at(&self.indexed, register)
    }

    pub(super) fn has_ranges(&self) -> bool {
        self.indexed != [0; FILE_REGISTERS as usize]
    }
}

fn at(masks: &[u8], register: u64) -> u8 {
    usize::try_from(register).ok().and_then(|register| masks.get(register)).copied().unwrap_or_default()
}

/// `xyz` of a mask.
pub(super) fn letters(mask: u8) -> String {
    let set = ['x', 'y', 'z', 'w'].into_iter().enumerate().filter(|(bit, _)| mask >> bit & 1 != 0);
    set.map(|(_, letter)| letter).collect()
}
