//! How many instructions of each kind a program has: `dx.counters`, in the module of STAT.

use bstr::{BStr, BString};

use super::form::{Form as _, Node, Own, Run, Runs};
use super::reader::{Operand, Operands, Reader};
use super::writer::Writer;
use crate::Result;

/// The counters of a program, those that are not zero.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Counters {
    /// One by one.
    pub items: Vec<Counter>,
}

/// A counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// What is counted, such as `tex_load`.
    pub name: BString,
    /// How many.
    pub value: u32,
}

impl Counters {
    /// The counter with this name; 0 where there is none.
    pub fn get(&self, name: &BStr) -> u32 {
        self.items.iter().rev().find(|counter| counter.name == name).map_or(0, |counter| counter.value)
    }
}

impl Node for Counters {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.list(operand, |reader, operands| Ok(Self { items: Runs::read(reader, operands, "counters")? }))
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        let mut operands = Vec::new();
        Runs::write(&self.items, writer, &mut operands);
        writer.list(&operands)
    }
}

impl Run for Counter {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>) -> Result<Self> {
        Ok(Self { name: Own::read(reader, operands, "name")?, value: Own::read(reader, operands, "value")? })
    }

    fn write(&self, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        Own::write(&self.name, writer, operands);
        Own::write(&self.value, writer, operands);
    }
}
