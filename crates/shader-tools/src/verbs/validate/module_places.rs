//! Places in a module as people see them: names of functions and blocks, instructions as text, lines of the source.
//! Separate because functions are printed once for all findings in them.

use std::collections::HashMap;

use dxil::ir::metadata::{Metadata, node_of};
use dxil::ir::verify::IrPlace;
use dxil::ir::{GlobalId, InstructionId, MetadataId, Module};
use dxil_text::Pieces;

use super::finding::{Finding, SourcePlace};
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

/// Scopes around a place that are looked through for one that names its file.
const SCOPE_DEPTH: usize = 64;

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

    fn source(&self, function: GlobalId, id: InstructionId) -> Option<SourcePlace> {
        let body = self.module.globals.get(function)?.body()?;
        let location = body.location(body.instructions.get(id)?.location.expand()?)?;
        let file = location.scope.expand().and_then(|scope| self.file(scope));
        Some(SourcePlace { file, line: location.line, column: location.column })
    }

    /// The name of the file that a scope lies in.
    fn file(&self, mut scope: MetadataId) -> Option<String> {
        for _ in 0..SCOPE_DEPTH {
            if let Some(file) = self.field(scope, "file") {
                let Metadata::String(name) = self.module.metadata.get(self.field(file, "filename")?)? else {
                    return None;
                };
                return Some(in_utf8(self.module.metadata.string(name)).into_owned());
            }
            scope = self.field(scope, "scope")?;
        }
        None
    }

    /// The node that a field of a node of debug information names.
    fn field(&self, node: MetadataId, name: &str) -> Option<MetadataId> {
        let node = self.module.metadata.get(node)?;
        let Metadata::Node { fields, .. } = node else { return None };
        let index = node.row()?.fields.iter().position(|field| field.name == name)?;
        node_of(*self.module.metadata.numbers(fields).get(index)?)
    }
}
