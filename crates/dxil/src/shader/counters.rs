//! How many instructions of each kind a program has: `dx.counters`, in the module of STAT.

use bstr::{BStr, BString};

use super::form::{Form, Node, Runs};
use super::list::run;
use super::reader::{Operand, Reader};
use super::shape::{Fields, Shape};
use super::writer::Writer;
use crate::Result;

/// The counters of a program, those that are not zero.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Counters {
    /// One by one.
    pub items: Vec<Counter>,
}

run! {
    /// A counter.
    #[derive(Eq)]
    pub struct Counter {
        /// The name of the counted kind of instruction, such as `tex_load`.
        pub name: BString,
        /// The number of instructions.
        pub value: u32,
    }
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

    fn shape() -> Shape {
        let mut fields = Fields::default();
        <Runs as Form<Vec<Counter>>>::describe("counters", None, &mut fields);
        Shape::Fields(fields)
    }
}
