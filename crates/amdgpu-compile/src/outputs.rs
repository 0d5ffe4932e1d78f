//! What a pixel shader gives, gathered where it ends: wherever outputs are written, they are values of the one block
//! that returns. Separate because it happens to the program as it was given, before anything of it is the
//! processor's.

use std::collections::BTreeMap;

use dxil::ops::{ArgumentName, Opcode};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, GlobalId, InstructionId, Module, Op, Value};

use crate::error::{CompileError, CompileErrorKind, Result, invalid};
use crate::pixel::{Export, PixelShader, Source};
use crate::places;
use crate::translation::{Call, Translation};

/// Lets a function write its outputs in its last block, which is the only one that returns. Values go there through
/// memory, which becomes values again.
pub(crate) fn gather(module: &mut Module, function: GlobalId) -> Result<()> {
    let mut editor = Editor::new(module, function).map_err(invalid)?;
    let (mut returns, mut stores) = (Vec::new(), Vec::new());
    for id in editor.all_instructions() {
        match Opcode::called(&editor, id) {
            Some((Opcode::STORE_OUTPUT, _)) => stores.push(id),
            _ if matches!(editor.op(id), Some(Op::Return(_))) => returns.push(id),
            _ => {}
        }
    }
    if let [end] = returns.as_slice()
        && stores.iter().all(|store| editor.block_of(*store) == editor.block_of(*end))
    {
        let _ = editor.finish();
        return Ok(());
    }
    let exit = editor.add_block();
    for end in returns {
        if let Some(block) = editor.block_of(end) {
            editor.set_terminator(block, Op::Branch(exit)).map_err(invalid)?;
        }
    }
    editor.go_to(Position::End(exit)).map_err(invalid)?;
    editor.ret(None);
    let mut places: BTreeMap<Vec<i64>, Value> = BTreeMap::new();
    for store in stores {
        gather_store(&mut editor, store, exit, &mut places)?;
    }
    let _ = editor.finish();
    Ok(())
}

/// Writes an output to memory, and at the end from there.
fn gather_store(
    editor: &mut Editor<'_>,
    store: InstructionId,
    exit: dxil_ir::BlockId,
    places: &mut BTreeMap<Vec<i64>, Value>,
) -> Result<()> {
    let (callee, arguments) = editor.called(store).ok_or_else(lost)?;
    let mut arguments = arguments.to_vec();
    let value = arguments.last().copied().ok_or_else(lost)?;
    let numbers = arguments.iter().take(arguments.len().saturating_sub(1));
    let key: Option<Vec<i64>> = numbers.map(|number| editor.context().signed_integer(*number)).collect();
    let Some(key) = key else {
        let text = "storeOutput with a non-constant row or column is not supported";
        let error = CompileError::from(CompileErrorKind::Instruction(text.to_owned()));
        return Err(error.within(places::of(editor, store)));
    };
    let ty = editor.type_of(value).map_err(invalid)?;
    let alignment = Alignment::default();
    let place = match places.get(&key) {
        Some(known) => *known,
        None => {
            let entry = editor.entry().ok_or_else(lost)?;
            editor.go_to(Position::Start(entry)).map_err(invalid)?;
            let place = editor.alloca(ty, alignment);
            editor.go_to(Position::End(exit)).map_err(invalid)?;
            let last = editor.load(ty, place, alignment);
            if let Some(argument) = arguments.last_mut() {
                *argument = last;
            }
            editor.call(callee, &arguments).map_err(invalid)?;
            places.insert(key, place);
            place
        }
    };
    editor.go_to(Position::Before(store)).map_err(invalid)?;
    editor.store(value, place, alignment);
    editor.erase(store).map_err(invalid)
}

fn lost() -> CompileErrorKind {
    CompileErrorKind::Bug("a call has no callee".to_owned())
}

impl Translation<'_, '_> {
    /// `storeOutput`.
    pub(crate) fn store_output(&mut self, call: &Call<'_>) -> Result<()> {
        let number = |name: ArgumentName| -> Result<u32> {
            let number = self.constant(call, name)?;
            u32::try_from(number)
                .map_err(|_| call.refused(format!("operand {name} is {number}, expected at least 0")))
        };
        let source = Source {
            id: number(ArgumentName::outputSigId)?,
            row: number(ArgumentName::rowIndex)?,
            column: number(ArgumentName::colIndex)?,
        };
        let block = self.editor.block_of(call.id);
        let is_last = block.and_then(|block| self.editor.terminator(block)).and_then(|id| self.editor.op(id));
        if !matches!(is_last, Some(Op::Return(_))) {
            return Err(call.refused("the output is written in a basic block that does not end with ret"));
        }
        // Its value may be another one by the time that all is translated.
        if let Some(before) = self.outputs.insert(source, call.id) {
            self.editor.erase(before).map_err(invalid)?;
        }
        Ok(())
    }

    /// Returns what was given, in the order of exports.
    pub(crate) fn return_outputs(&mut self, pixel: &PixelShader) -> Result<()> {
        if pixel.exports.is_empty() {
            return Ok(());
        }
        let ends: Vec<InstructionId> = self.editor.all_instructions();
        let end = ends.into_iter().find(|id| matches!(self.editor.op(*id), Some(Op::Return(_))));
        // A shader whose lanes all go round for ever gives nothing.
        let Some(end) = end else { return Ok(()) };
        self.go_before(end)?;
        let ty = pixel.result(self.module());
        let mut result = self.module().constant(ty, ConstantKind::Poison);
        for (index, export) in (0..).zip(&pixel.exports) {
            let value = self.exported(export)?;
            result = self.editor.insert_value(result, value, &[index]).map_err(invalid)?;
        }
        let block = self.editor.block_of(end).ok_or_else(lost)?;
        self.editor.set_terminator(block, Op::Return(Some(result))).map_err(invalid)?;
        // No export has what is left.
        for (_, store) in std::mem::take(&mut self.outputs) {
            self.editor.erase(store).map_err(invalid)?;
        }
        Ok(())
    }

    /// The registers of an export.
    fn exported(&mut self, export: &Export) -> Result<Value> {
        let ty = export.component(self.module());
        let mut components = Vec::new();
        for source in export.sources.iter().take(export.components as usize) {
            let store = source.and_then(|source| self.outputs.remove(&source));
            let Some(store) = store else {
                components.push(self.module().constant(ty, ConstantKind::Poison));
                continue;
            };
            let (_, arguments) = self.editor.called(store).ok_or_else(lost)?;
            let value = arguments.last().copied().ok_or_else(lost)?;
            components.push(self.bitcast(value, ty)?);
            self.editor.erase(store).map_err(invalid)?;
        }
        self.vector(&components)
    }
}
