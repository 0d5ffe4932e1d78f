//! Places in a module as people see them: names of functions and blocks, instructions as text, lines of the source.
//! Separate because functions are printed once for all findings in them.

use std::collections::HashMap;

use dxil::ir::verify::IrPlace;
use dxil::ir::{GlobalId, InstructionId, Module};
use dxil_text::Pieces;

use super::finding::Finding;
use crate::json::in_utf8;

/// A module whose functions are printed as far as findings are in them.
pub struct ModulePlaces<'m> {
    module: &'m Module,
    pieces: Pieces<'m>,
    functions: HashMap<GlobalId, Printed>,
}

/// A function, printed.
#[derive(Default)]
struct Printed {
    blocks: Vec<String>,
    instructions: HashMap<InstructionId, String>,
}

/// Characters of an instruction that are told.
const SHOWN: usize = 400;

impl<'m> ModulePlaces<'m> {
    pub fn of(module: &'m Module) -> Self {
        Self { module, pieces: Pieces::of(module), functions: HashMap::new() }
    }

    /// Says in a finding what is at a place.
    pub fn describe(&mut self, place: IrPlace, finding: &mut Finding) {
        match place {
            IrPlace::Module => {}
            IrPlace::Block { function, block } => self.block(function, block, finding),
            IrPlace::Instruction { function, block, id, .. } => {
                self.block(function, block, finding);
                let text = self.printed(function).and_then(|printed| printed.instructions.get(&id));
                finding.instruction = text.cloned();
                finding.source = self.source(function, id);
            }
            IrPlace::Global(id)
                if self.module.globals.get(id).is_some_and(|global| global.function().is_some()) =>
            {
                finding.function = self.name(id);
            }
            other => finding.instruction = Some(other.show(self.module).to_string()),
        }
    }

    fn block(&mut self, function: GlobalId, block: u32, finding: &mut Finding) {
        finding.function = self.name(function);
        let index = usize::try_from(block).unwrap_or(usize::MAX);
        finding.block = self.printed(function).and_then(|printed| printed.blocks.get(index)).cloned();
    }

    fn name(&self, id: GlobalId) -> Option<String> {
        Some(in_utf8(self.module.globals.get(id)?.name.as_ref()).into_owned())
    }

    fn printed(&mut self, function: GlobalId) -> Option<&Printed> {
        if !self.functions.contains_key(&function) {
            let printed = self.print(function).unwrap_or_default();
            self.functions.insert(function, printed);
        }
        self.functions.get(&function)
    }

    fn print(&mut self, function: GlobalId) -> Option<Printed> {
        let global = self.module.globals.get(function)?;
        let blocks = self.pieces.block_names(global, global.body()?).ok()?;
        let lines = self.pieces.lines(function).ok()?;
        let short = |text: String| match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
            None => text,
        };
        let instructions = lines.into_iter().map(|line| (line.id, short(line.text))).collect();
        Some(Printed { blocks, instructions })
    }

    fn source(&self, function: GlobalId, id: InstructionId) -> Option<(u32, u32)> {
        let body = self.module.globals.get(function)?.body()?;
        let location = body.location(body.instructions.get(id)?.location.expand()?)?;
        Some((location.line, location.column))
    }
}
