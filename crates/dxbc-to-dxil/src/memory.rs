//! Memory that a variable indexes: indexable temporaries, indexed outputs, group-shared memory, and the immediate
//! constant buffer. Separate from variables, whose words need no address.

use dx_bytecode::operand::{Index, Operand};
use dxil_ir::builder::Build as _;
use dxil_ir::{Predicate, Value};

use crate::array::{Array, REGISTER};
use crate::error::{Error, Result};
use crate::lower::Lower;
use crate::place::Place;
use crate::variables::word_alignment;
use crate::word::Word;

impl Lower<'_, '_> {
    /// The address of a word.
    pub(crate) fn address(&mut self, array: Array, index: Value) -> Result<Value> {
        let zero = self.emit.int(self.types.i32, 0);
        if self.is_outside(array, index) {
            let what = format!("an atomic operation outside of {} dwords", array.words);
            return Err(Error::unsupported(what, "correct the index"));
        }
        Ok(self.emit.element_pointer(false, array.ty, array.pointer, &[zero, index])?)
    }

    /// True for a constant index that is not in the array.
    fn is_outside(&mut self, array: Array, index: Value) -> bool {
        self.constant(index).is_some_and(|number| number >= array.words)
    }

    /// Loads a word. Outside of the array, the result is not defined in Direct3D; it is zero here.
    pub(crate) fn load_element(&mut self, array: Array, index: Value) -> Result<Word> {
        if self.is_outside(array, index) {
            return Ok(self.constant_word(0));
        }
        let pointer = self.address(array, index)?;
        Ok(Word::of_int(self.emit.load(self.types.i32, pointer, word_alignment())))
    }

    /// Stores a word, if the index is not a constant outside of the array.
    pub(crate) fn store_element(&mut self, array: Array, index: Value, mut word: Word) -> Result<()> {
        if self.is_outside(array, index) {
            return Ok(());
        }
        let value = self.int(&mut word);
        let pointer = self.address(array, index)?;
        self.emit.store(value, pointer, word_alignment());
        Ok(())
    }

    /// A component of `x#[i]`.
    pub(crate) fn read_temporary_array(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        match self.temporary_element(operand, component)? {
            Place::Variable(variable) => Ok(self.read_variable(variable)),
            Place::Element(array, index) => self.load_element(array, index),
        }
    }

    /// The word of `x#[i]`: a variable if no instruction indexes the array by a variable.
    pub(crate) fn temporary_element(&mut self, operand: &Operand, component: u8) -> Result<Place> {
        let [array, index] = operand.indices.as_slice() else {
            return Err(Error::unsupported("an indexable temporary without an index", "write x#[index]"));
        };
        let register = u32::try_from(array.base()).unwrap_or(u32::MAX);
        let declared = self.phase.arrays.iter().find(|declared| declared.register == register);
        let stride = declared.map_or(REGISTER, |declared| declared.components);
        if let (Index::Immediate(number), false) = (index, self.phase.indexed_arrays.contains(&register)) {
            let word = number.saturating_mul(stride).saturating_add(component.into());
            return Ok(Place::Variable(self.variables.element(register, word)));
        }
        let array = match self.arrays.get(&register) {
            Some(array) => *array,
            None => {
                let count = declared.map_or(0, |declared| declared.count);
                let array = Array::local(&mut self.emit, count, stride);
                self.arrays.insert(register, array);
                array
            }
        };
        let row = self.index(index)?;
        Ok(Place::Element(array, self.component_of_row(array, row, component)))
    }

    /// The index of a component of an element of an array.
    pub(crate) fn component_of_row(&mut self, array: Array, row: Value, component: u8) -> Value {
        let first = self.scaled(row, array.stride);
        let component = self.emit.int(self.types.i32, component.into());
        self.sum(first, component)
    }

    /// A component of `icb[i]`. A row outside of the buffer is zero (specification, 7.5.1).
    pub(crate) fn immediate_constant(&mut self, operand: &Operand, component: u8) -> Result<Word> {
        let words = &self.plan.immediate_constants;
        let index = operand.indices.last().ok_or_else(|| {
            Error::unsupported("an immediate constant buffer without an index", "write icb[index]")
        })?;
        if let Index::Immediate(row) = index {
            let at = (*row as usize).saturating_mul(4).saturating_add(component.into());
            let bits = words.get(at).copied().unwrap_or(0);
            return Ok(self.constant_word(bits));
        }
        let rows = words.len() / 4;
        if rows == 0 {
            return Ok(self.constant_word(0));
        }
        let array = match self.immediate_constants {
            Some(array) => array,
            None => {
                let array = Array::constant(&mut self.emit, words);
                self.immediate_constants = Some(array);
                array
            }
        };
        let row = self.index(index)?;
        let rows = self.emit.int(self.types.i32, i64::try_from(rows).unwrap_or(0));
        let zero = self.emit.int(self.types.i32, 0);
        let is_inside = self.emit.compare(Predicate::IntUlt, row, rows);
        let row = self.emit.select(is_inside, row, zero);
        let at = self.component_of_row(array, row, component);
        let mut loaded = self.load_element(array, at)?;
        let value = self.int(&mut loaded);
        Ok(Word::of_int(self.emit.select(is_inside, value, zero)))
    }

    /// The group-shared memory that an operand names.
    pub(crate) fn shared_memory(&mut self, operand: &Operand) -> Result<Array> {
        let number = operand.number().unwrap_or(u32::MAX);
        if let Some(array) = self.shared.get(&number) {
            return Ok(*array);
        }
        let declared = self.plan.shared.iter().find(|declared| declared.register == number);
        let declared = declared
            .ok_or_else(|| Error::unsupported(format!("an undeclared register g{number}"), "declare it"))?;
        let array = Array::shared(&mut self.emit, declared);
        self.shared.insert(number, array);
        Ok(array)
    }
}
