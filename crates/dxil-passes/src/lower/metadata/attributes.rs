//! `attributes`: removes attributes that LLVM 3.7 does not have, and all attributes of calls of `dx.op` functions.
//!
//! In LLVM's back end, these changes are a part of the pass `dxil-prepare`. DXC writes the attributes of an operation
//! at the declaration of its function only. The calls exist because `dxil-op-lower` runs earlier. String attributes
//! remain until `dxil-translate-metadata` calls [`strip_texts`].
//!
//! Precondition: none.
//!
//! Postcondition: calls of `dx.op` functions do not have attributes, and each attribute of functions and of other calls
//! exists in LLVM 3.7, is a string attribute, or is `memory` or `captures`, which `dxil-prepare` converts.
//!
//! Source: LLVM's DXILPrepare.cpp, 22.1; for calls of operations, the output of DXC.

use dxil::ops::FUNCTION_PREFIX;
use dxil::shader::Version;
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::{AttributeKind, Body, Dialect, GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId};

use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::lower::state::State;

/// String attributes of functions that DXIL supports.
const STRING_ATTRIBUTES: [&str; 2] = ["fp32-denorm-mode", "waveops-include-helper-lanes"];
/// The name prefix of string attributes that DXIL represents as metadata, such as `hlsl.numthreads`.
const HLSL_PREFIX: &[u8] = b"hlsl.";

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
        for slot in slots(count) {
            module.remove_function_attributes(id, slot, is_newer).map_err(invalid)?;
        }
    }
    let has_attributes = |_: &Module, _: (&Body, TypeId), instruction: &Instruction| matches!(&instruction.op, Op::Call { attributes, .. } if attributes.is_some());
    state.each_function_with(has_attributes, |editor, _| {
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

/// Removes attributes that LLVM 3.7 does not have from a call.
fn strip(editor: &mut dxil_ir::edit::Editor<'_>, id: InstructionId) -> Result<()> {
    let count = u32::try_from(editor.operands(id).len().saturating_sub(1)).unwrap_or(0);
    for slot in slots(count) {
        editor.remove_call_attributes(id, slot, is_newer).map_err(invalid)?;
    }
    Ok(())
}

/// Returns the slots of the attribute list of a function with this number of parameters.
fn slots(parameters: u32) -> impl Iterator<Item = Slot> {
    [Slot::Function, Slot::Return].into_iter().chain((0..parameters).map(Slot::Parameter))
}

/// Returns true if LLVM 3.7 does not have the attribute. Returns false for `memory` and `captures`, which have other
/// spellings in LLVM 3.7 (such as `readonly` and `nocapture`), and for string attributes.
fn is_newer(attribute: &Attribute) -> bool {
    let is_known = |kind: AttributeKind| kind.allowed(Dialect::Dxil37).is_some();
    !matches!(attribute, Attribute::Memory(_) | Attribute::Captures(_))
        && attribute.kind().is_some_and(|kind| !is_known(kind))
}

/// Removes `convergent` and string attributes that DXIL does not support from functions. If the validator version is
/// 0.0 (validation is disabled), only string attributes with the prefix `hlsl.` are removed: other attributes may be
/// experimental.
pub(in crate::lower) fn strip_texts(module: &mut Module, validator: Option<&Version>) {
    let is_experimental = validator.is_some_and(|version| version.pair() == (0, 0));
    let functions: Vec<GlobalId> =
        module.globals.iter().filter(|(_, global)| global.function().is_some()).map(|(id, _)| id).collect();
    for id in functions {
        let _ = module.remove_function_attributes(id, Slot::Function, |attribute| match attribute {
            Attribute::Text(name, _) if is_experimental => name.starts_with(HLSL_PREFIX),
            Attribute::Text(name, _) => !STRING_ATTRIBUTES.iter().any(|known| name == known),
            // No optimizer moves calls of an entry point, and the callees of a shader are compiled as a part of it.
            Attribute::Flag(AttributeKind::Convergent) => true,
            _ => false,
        });
    }
}
