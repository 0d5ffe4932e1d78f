//! The structures that a module uses, in the order in which LLVM finds them.

use dxil_ir::TypeId;

use super::error::Result;
use super::numbers;
use super::printer::Printer;

impl Printer<'_, '_> {
    /// Prints the structures that have a definition of their own: those without names by number, then the others.
    pub(super) fn structures(&mut self) -> Result {
        let (unnamed, named) = (self.slots.unnamed.clone(), self.slots.named.clone());
        if !unnamed.is_empty() || !named.is_empty() {
            self.out.text.push('\n');
        }
        for (number, id) in (0..).zip(unnamed) {
            self.out.text.push('%');
            numbers::unsigned(&mut self.out.text, number);
            self.structure(id)?;
        }
        for id in named {
            self.ty(id)?;
            self.structure(id)?;
        }
        Ok(())
    }

    fn structure(&mut self, id: TypeId) -> Result {
        self.out.text.push_str(" = type ");
        self.structure_body(id)?;
        self.out.text.push('\n');
        self.out.spill()
    }
}
