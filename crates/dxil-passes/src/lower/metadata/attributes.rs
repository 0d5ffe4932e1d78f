//! The attributes of `dxil-prepare`: those that only newer LLVM knows go, and those of calls of operations, whose
//! functions have them.
//!
//! Needs: operations are called, not intrinsics.
//!
//! Holds then: calls of operations have no attributes; other functions and calls have those that LLVM 3.7 knows.
//!
//! Source: LLVM's DXILPrepare.cpp, 22.1; of calls of operations, what DXC writes.

use dxil::ops::FUNCTION_PREFIX;
use dxil::shader::Version;
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::{AttributeKind, Body, Dialect, GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId};

use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::lower::state::State;

/// Text attributes of functions that DXIL has.
const TEXTS: [&str; 2] = ["fp32-denorm-mode", "waveops-include-helper-lanes"];
/// What begins the names of those that are said in metadata.
const OF_HLSL: &[u8] = b"hlsl.";

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    state.note_change();
    let module = &mut state.module;
    let functions: Vec<(GlobalId, u32)> = module
        .globals
        .iter()
        .filter(|(_, global)| global.function().is_some())
        .map(|(id, global)| match module.types.get(global.value_type) {
            Some(Type::Function { parameters, .. }) => (id, u32::try_from(parameters.len()).unwrap_or(0)),
            _ => (id, 0),
        })
        .collect();
    for (id, count) in functions {
        for place in places(count) {
            module.remove_function_attributes(id, place, is_newer).map_err(invalid)?;
        }
    }
    let is_one = |_: &Module, _: (&Body, TypeId), instruction: &Instruction| matches!(&instruction.op, Op::Call { attributes, .. } if attributes.is_some());
    state.each_function_with(is_one, |editor, _| {
        for id in editor.all_instructions() {
            if !matches!(editor.op(id), Some(Op::Call { .. })) {
                continue;
            }
            let is_operation =
                call(editor, id).is_some_and(|(name, _)| name.starts_with(FUNCTION_PREFIX.as_bytes()));
            if is_operation {
                editor.set_call_attributes(id, None).map_err(invalid)?;
                continue;
            }
            strip(editor, id)?;
        }
        Ok(())
    })
}

fn strip(editor: &mut dxil_ir::edit::Editor<'_>, id: InstructionId) -> Result<()> {
    let count = u32::try_from(editor.operands(id).len().saturating_sub(1)).unwrap_or(0);
    for place in places(count) {
        editor.remove_call_attributes(id, place, is_newer).map_err(invalid)?;
    }
    Ok(())
}

/// Where a function with so many parameters has attributes.
fn places(parameters: u32) -> impl Iterator<Item = Slot> {
    [Slot::Function, Slot::Return].into_iter().chain((0..parameters).map(Slot::Parameter))
}

/// Whether LLVM 3.7 has no such attribute. What a function does to memory is said in other words there.
fn is_newer(attribute: &Attribute) -> bool {
    let is_known = |kind: AttributeKind| kind.allowed(Dialect::Dxil37).is_some();
    !matches!(attribute, Attribute::Memory(_) | Attribute::Captures(_))
        && attribute.kind().is_some_and(|kind| !is_known(kind))
}

/// Takes out of attributes of functions what DXIL has no words for. A module for validator 0.0, which none is to see,
/// keeps those that it may have for experiments.
pub(in crate::lower) fn strip_texts(module: &mut Module, validator: Option<&Version>) {
    let is_experiment = validator.is_some_and(|version| version.pair() == (0, 0));
    let functions: Vec<GlobalId> =
        module.globals.iter().filter(|(_, global)| global.function().is_some()).map(|(id, _)| id).collect();
    for id in functions {
        let _ = module.remove_function_attributes(id, Slot::Function, |attribute| match attribute {
            Attribute::Text(name, _) if is_experiment => name.starts_with(OF_HLSL),
            Attribute::Text(name, _) => !TEXTS.iter().any(|known| name == known),
            // What calls a shader does not move it, and what a shader calls is part of it.
            Attribute::Flag(AttributeKind::Convergent) => true,
            _ => false,
        });
    }
}
