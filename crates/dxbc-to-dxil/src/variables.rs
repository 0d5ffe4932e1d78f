//! The registers of a function as memory of a word each. Separate from operands, because the value of a register within
//! a block is kept without an access to memory.
//!
//! Within a block, the last value of a register is known. At the end of a block, values that another block may read are
//! stored to memory, from which `mem2reg` makes phis later. Memory begins with zeros: reading a register that was not
//! written is not defined, and undefined values would break rules of the validator.

use dx_bytecode::operand::RegisterKind;
use dx_container::enums::SemanticKind;
use dxil_ir::{Alignment, Value};
use hashbrown::HashMap;

use crate::word::Word;

/// A register component: the index of a word in [`Variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variable(usize);

/// The words of temporaries and outputs, and of indexable temporaries that no variable indexes.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    words: Vec<Slot>,
    /// The number of temporaries.
    temps: u32,
    /// Words of indexable temporaries, by array and index.
    elements: HashMap<(u32, u32), Variable>,
    /// The index of the block: values of other blocks are not known.
    block: u32,
    /// Words that differ from memory.
    changed: Vec<Variable>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    /// The block to which `word` belongs.
    block: u32,
    word: Word,
    is_changed: bool,
    memory: Option<Value>,
}

/// The number of components of a register.
const COMPONENTS: usize = 4;
/// Outputs precede temporaries: 32 registers, in a geometry shader for all streams together, and six without a number.
const OUTPUTS: usize = 38;

/// Outputs without a number, with the index of their variable.
pub(crate) const UNNUMBERED: [(RegisterKind, SemanticKind, usize); 5] = [
    (RegisterKind::OUTPUT_DEPTH, SemanticKind::DEPTH, 32),
    (RegisterKind::OUTPUT_DEPTH_GREATER_EQUAL, SemanticKind::DEPTH_GREATER_EQUAL, 33),
    (RegisterKind::OUTPUT_DEPTH_LESS_EQUAL, SemanticKind::DEPTH_LESS_EQUAL, 34),
    (RegisterKind::OUTPUT_COVERAGE_MASK, SemanticKind::COVERAGE, 35),
    (RegisterKind::OUTPUT_STENCIL_REF, SemanticKind::STENCIL_REF, 36),
];

impl Variable {
    /// A component of a temporary.
    pub(crate) fn temp(register: u32, component: u8) -> Self {
        Self((OUTPUTS + register as usize) * COMPONENTS + usize::from(component))
    }

    /// A component of an output, by the index of its register in [`Outputs`](crate::outputs::Outputs).
    pub(crate) fn output(register: usize, component: u8) -> Self {
        Self(register.min(OUTPUTS - 1) * COMPONENTS + usize::from(component))
    }

    fn is_output(self) -> bool {
        self.0 < OUTPUTS * COMPONENTS
    }
}

impl Variables {
    /// The variables of a function with this number of temporaries.
    pub(crate) fn new(temps: u32) -> Self {
        Self { temps, block: 1, ..Self::default() }
    }

    /// A word of an indexable temporary.
    pub(crate) fn element(&mut self, array: u32, index: u32) -> Variable {
        let next = (OUTPUTS + self.temps as usize) * COMPONENTS + self.elements.len();
        *self.elements.entry((array, index)).or_insert(Variable(next))
    }

    /// Begins a block: no value is known.
    pub(crate) fn begin_block(&mut self) {
        self.block += 1;
        self.changed.clear();
    }

    /// Forgets the temporaries, for a phase that has temporaries of its own.
    pub(crate) fn begin_phase(&mut self) {
        self.words.truncate(OUTPUTS * COMPONENTS);
        self.elements.clear();
        self.changed.retain(|variable| variable.is_output());
    }

    /// The value of a word, if it is known in the block.
    pub(crate) fn known(&self, variable: Variable) -> Option<Word> {
        let slot = self.words.get(variable.0)?;
        (slot.block == self.block).then_some(slot.word)
    }

    /// Notes the value of a word that equals memory, or another form of the known value.
    pub(crate) fn remember(&mut self, variable: Variable, word: Word) {
        let block = self.block;
        let slot = self.slot(variable);
        slot.is_changed &= slot.block == block;
        (slot.block, slot.word) = (block, word);
    }

    /// Notes a value that is to be stored at the end of the block.
    pub(crate) fn write(&mut self, variable: Variable, word: Word) {
        self.remember(variable, word);
        if !std::mem::replace(&mut self.slot(variable).is_changed, true) {
            self.changed.push(variable);
        }
    }

    /// The words that differ from memory. The caller stores them.
    pub(crate) fn take_changed(&mut self) -> Vec<(Variable, Word)> {
        let changed = std::mem::take(&mut self.changed);
        let mut taken = |variable| {
            let slot = self.slot(variable);
            slot.is_changed = false;
            (variable, slot.word)
        };
        changed.into_iter().map(&mut taken).collect()
    }

    /// The temporaries that have memory, and words of indexable temporaries.
    pub(crate) fn temporaries(&self) -> Vec<Variable> {
        let has_memory = |variable: &Variable| self.memory(*variable).is_some();
        (OUTPUTS * COMPONENTS..self.words.len()).map(Variable).filter(has_memory).collect()
    }

    /// The memory of a word; `None` if no instruction needed it yet.
    pub(crate) fn memory(&self, variable: Variable) -> Option<Value> {
        self.words.get(variable.0)?.memory
    }

    /// Sets the memory of a word.
    pub(crate) fn set_memory(&mut self, variable: Variable, memory: Value) {
        self.slot(variable).memory = Some(memory);
    }

    #[allow(clippy::indexing_slicing, reason = "the vector has just become long enough")]
    fn slot(&mut self, variable: Variable) -> &mut Slot {
        if self.words.len() <= variable.0 {
            self.words.resize(variable.0 + 1, Slot::default());
        }
        &mut self.words[variable.0]
    }
}

/// The alignment of words in memory.
pub(crate) fn word_alignment() -> Alignment {
    Alignment::bytes(4)
}
