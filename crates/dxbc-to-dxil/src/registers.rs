//! Reads and writes of the words of registers. Separate from [`Variables`](crate::variables::Variables), because reads
//! and writes emit accesses to memory.

use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::lower::Lower;
use crate::variables::{Variable, word_alignment};
use crate::word::Word;

impl Lower<'_, '_> {
    /// The value of a word.
    pub(crate) fn read_variable(&mut self, variable: Variable) -> Word {
        if let Some(word) = self.variables.known(variable) {
            return word;
        }
        let memory = self.memory_of(variable);
        let word = Word::of_int(self.emit.load(self.types.i32, memory, word_alignment()));
        self.variables.remember(variable, word);
        word
    }

    /// Stores the words that differ from memory, before a branch to another block.
    pub(crate) fn store_variables(&mut self) {
        for (variable, mut word) in self.variables.take_changed() {
            let value = self.int(&mut word);
            let memory = self.memory_of(variable);
            self.emit.store(value, memory, word_alignment());
        }
    }

    /// The memory of a word, with zero at the start of the function.
    fn memory_of(&mut self, variable: Variable) -> Value {
        if let Some(memory) = self.variables.memory(variable) {
            return memory;
        }
        let (ty, zero) = (self.types.i32, self.emit.int(self.types.i32, 0));
        let memory = self.emit.in_prologue(|emit| {
            let memory = emit.alloca(ty, word_alignment());
            emit.store(zero, memory, word_alignment());
            memory
        });
        self.variables.set_memory(variable, memory);
        memory
    }
}
