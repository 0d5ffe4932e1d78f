//! The registers of constants: one for each distinct word, and one for undefined values. Separate from the evaluation
//! of constants because the state of preparing holds them.

use az::SaturatingAs as _;
use dxil_ir::constants::ConstantId;
use hashbrown::HashMap;

use crate::error::{Result, RunErrorKind};
use crate::instruction::Register;
use crate::limits;

/// The registers of constants: one for each word that occurs, and one for what is undefined.
#[derive(Debug, Default)]
pub(super) struct Constants {
    words: Vec<u32>,
    known: HashMap<u32, Register>,
    undefined: Option<Register>,
    /// How many were looked at so far.
    visited: usize,
    /// What constant expressions gave.
    expressions: HashMap<ConstantId, Vec<Option<u32>>>,
}

impl Constants {
    /// The register that holds a word; `None` for an undefined one.
    pub(super) fn register(&mut self, word: Option<u32>) -> Register {
        let next = Register(self.len());
        let words = &mut self.words;
        let mut add = |word| {
            words.push(word);
            next
        };
        match word {
            Some(word) => *self.known.entry(word).or_insert_with(|| add(word)),
            None => *self.undefined.get_or_insert_with(|| add(0)),
        }
    }

    /// The words of a constant expression that were remembered.
    pub(super) fn expression(&self, id: ConstantId) -> Option<Vec<Option<u32>>> {
        self.expressions.get(&id).cloned()
    }

    /// Remembers the words of a constant expression.
    pub(super) fn remember(&mut self, id: ConstantId, words: &[Option<u32>]) {
        self.expressions.insert(id, words.to_vec());
    }

    /// Counts one that is looked at, so many others around it: those that several others share are looked at for each.
    pub(super) fn visit(&mut self, depth: usize) -> Result<()> {
        self.visited += 1;
        if depth > limits::TYPE_DEPTH || self.visited > limits::CONSTANTS_VISITED {
            return Err(RunErrorKind::unsupported("constant with more operands than the limit"));
        }
        Ok(())
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.words.len().saturating_as::<u32>()
    }

    /// The words, and which one is the undefined one.
    pub(super) fn into_words(self) -> (Vec<u32>, Option<Register>) {
        (self.words, self.undefined)
    }
}
