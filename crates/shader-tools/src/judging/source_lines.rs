//! The lines of HLSL that instructions of a module come from, with their text: by its own debug information, or by
//! that of the same program beside it. Separate because listings and searches show them alike.

use dx_container::Container;
use dxil_ir::verify::IrPlace;
use dxil_ir::{GlobalId, InstructionId, Module};

use crate::judging::{Counterparts, DebugProgram, SourcePlace, SourcePlaces, SourceTexts, source_texts};

/// Where instructions of a module come from.
pub struct SourceLines<'m> {
    own: SourcePlaces<'m>,
    texts: SourceTexts,
    /// The program with debug information beside it.
    debug: Option<(Counterparts<'m>, SourcePlaces<'m>, &'m mut SourceTexts)>,
}

impl<'m> SourceLines<'m> {
    /// Those of a module, which lies in `container` if it lies in one; `debug` is asked where it says nothing itself.
    pub fn of(
        module: &'m Module,
        container: Option<&Container<'_>>,
        debug: Option<&'m mut DebugProgram>,
    ) -> Self {
        let texts = source_texts(module, container);
        let debug = debug.map(|debug| {
            let DebugProgram { module: other, texts, .. } = debug;
            let other: &'m Module = other;
            (Counterparts::of(module, other), SourcePlaces::of(other), texts)
        });
        Self { own: SourcePlaces::of(module), texts, debug }
    }

    /// The line of an instruction.
    pub fn find(&mut self, function: GlobalId, id: InstructionId) -> Option<SourcePlace> {
        let place = IrPlace::Instruction { function, block: 0, index: 0, id };
        if let Some(mut found) = self.own.find(place) {
            self.texts.complete(&mut found);
            return Some(found);
        }
        let (counterparts, sources, texts) = self.debug.as_mut()?;
        let mut found = sources.find(counterparts.find(place)?)?;
        texts.complete(&mut found);
        Some(found)
    }
}
