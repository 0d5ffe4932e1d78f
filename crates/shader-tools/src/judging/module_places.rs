//! Places in a module as people see them: names of functions and blocks, instructions as text. Separate because what is
//! printed once is kept for all findings.

use std::collections::HashMap;

use dxil_ir::instruction_numbers::InstructionNumbers;
use dxil_ir::verify::IrPlace;
use dxil_ir::{GlobalId, InstructionId, Module};
use dxil_text::Pieces;

use crate::json::in_utf8;
use crate::judging::finding::Finding;
use crate::judging::source_places::SourcePlaces;

/// A module in which findings are.
pub struct ModulePlaces<'m> {
    module: &'m Module,
    pieces: Pieces<'m>,
    /// The names of the blocks of functions.
    blocks: HashMap<GlobalId, Vec<String>>,
    numbers: InstructionNumbers,
    /// The numbers of the instructions of functions.
    numbered: HashMap<GlobalId, HashMap<InstructionId, u32>>,
    sources: SourcePlaces<'m>,
}

/// Characters of an instruction that are shown.
const SHOWN: usize = 400;

impl<'m> ModulePlaces<'m> {
    pub fn of(module: &'m Module) -> Self {
        let (pieces, sources) = (Pieces::of(module), SourcePlaces::of(module));
        let numbers = InstructionNumbers::of(module);
        Self { module, pieces, blocks: HashMap::new(), numbers, numbered: HashMap::new(), sources }
    }

    /// Adds to a finding what is at a place.
    pub fn describe(&mut self, place: IrPlace, finding: &mut Finding) {
        match place {
            IrPlace::Module => {}
            IrPlace::Block { function, block } => self.block(function, block, finding),
            IrPlace::Instruction { function, block, id, .. } => {
                self.block(function, block, finding);
                let text = self.pieces.text(function, id).ok().flatten();
                finding.instruction = text.map(|text| short(without_location(text)));
                finding.number = self.number(function, id);
            }
            IrPlace::Global(id)
                if self.module.globals.get(id).is_some_and(|global| global.function().is_some()) =>
            {
                finding.function = self.name(id);
            }
            other => finding.instruction = Some(other.show(self.module).to_string()),
        }
        finding.source = self.sources.find(place);
    }

    fn block(&mut self, function: GlobalId, block: u32, finding: &mut Finding) {
        finding.function = self.name(function);
        finding.block_index = Some(block);
        let index = block as usize;
        finding.block = self.block_names(function).get(index).cloned();
    }

    fn name(&self, id: GlobalId) -> Option<String> {
        Some(in_utf8(self.module.globals.get(id)?.name.as_ref()).into_owned())
    }

    fn number(&mut self, function: GlobalId, id: InstructionId) -> Option<usize> {
        let (module, numbers) = (self.module, &self.numbers);
        let numbered = self.numbered.entry(function).or_insert_with(|| {
            let body = module.globals.get(function).and_then(|global| global.body());
            let numbers = body.map(|body| numbers.number(body));
            numbers.into_iter().flatten().filter_map(|(id, number)| Some((id, number?))).collect()
        });
        usize::try_from(*numbered.get(&id)?).ok()
    }

    fn block_names(&mut self, function: GlobalId) -> &[String] {
        let (module, pieces) = (self.module, &mut self.pieces);
        self.blocks.entry(function).or_insert_with(|| {
            let global = module.globals.get(function);
            let body = global.and_then(|global| Some((global, global.body()?)));
            body.and_then(|(global, body)| pieces.block_names(global, body).ok()).unwrap_or_default()
        })
    }
}

/// An instruction without its `!dbg` node: findings have the source line itself.
fn without_location(mut text: String) -> String {
    const MARK: &str = ", !dbg !";
    if let Some(start) = text.rfind(MARK) {
        let rest = text.get(start + MARK.len()..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && rest.get(digits..).is_some_and(|rest| rest.is_empty() || rest.starts_with(", !")) {
            text.replace_range(start..start + MARK.len() + digits, "");
        }
    }
    text
}

/// The first characters of a text.
pub fn short(text: String) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
