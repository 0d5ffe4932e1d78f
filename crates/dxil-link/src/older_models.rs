//! Operations that the shader model of a shader does not have and an older one of the same meaning stands for: raw
//! buffers before 6.2, barriers by the type of memory before 6.8. Libraries are of 6.3 at least, so a shader of an
//! older model is always linked from newer code.
//!
//! Source: DirectXShaderCompiler, `DxilTranslateRawBuffer.cpp`, `DxilPreparePasses.cpp`.

use dx_container::flags::{BarrierModes, BarrierSemanticFlags, MemoryTypeFlags};
use dxil::ops::{BuildOperation as _, Opcode, Overload, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::{GlobalId, InstructionId, Module, Type, TypeId, Value};

use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind};
use crate::joined::Joined;

/// The first shader model with operations on raw buffers.
const WITH_RAW_BUFFERS: (u32, u32) = (6, 2);

/// The first shader model with barriers by the type of memory.
const WITH_MEMORY_TYPES: (u32, u32) = (6, 8);

/// Replaces what a shader model does not have where an older operation does the same. What is left is for whoever
/// compares the code with the model.
pub(crate) fn rewrite(
    joined: &mut Joined,
    catalogue: &Catalogue,
    model: (u32, u32),
) -> Result<(), LinkError> {
    if model >= WITH_MEMORY_TYPES {
        return Ok(());
    }
    let functions: Vec<GlobalId> = joined.module.bodies().map(|(id, ..)| id).collect();
    for function in functions {
        rewrite_function(&mut joined.module, function, model).map_err(|error| {
            let function = joined.described(catalogue, function);
            let what = format!(
                "cannot replace an operation of function {function} by an operation of an older shader \
                 model: {error}"
            );
            LinkError::unplaced(LinkErrorKind::Import { what })
        })?;
    }
    Ok(())
}

fn rewrite_function(module: &mut Module, function: GlobalId, model: (u32, u32)) -> Result<(), EditError> {
    let mut editor = Editor::new(module, function)?;
    for id in editor.all_instructions() {
        let Some((opcode, _)) = Opcode::called(&editor, id) else { continue };
        let older = match opcode {
            Opcode::RAW_BUFFER_LOAD if model < WITH_RAW_BUFFERS => buffer_load(&mut editor, id)?,
            Opcode::RAW_BUFFER_STORE if model < WITH_RAW_BUFFERS => buffer_store(&mut editor, id)?,
            Opcode::BARRIER_BY_MEMORY_TYPE => barrier(&mut editor, id)?,
            _ => None,
        };
        match older {
            Some(_) if is_void(&editor, id) => editor.erase(id)?,
            Some(value) => {
                editor.replace_and_erase(id, value)?;
            }
            None => {}
        }
    }
    Ok(())
}

/// The overload of operations on buffers that a type is; older ones have none for 64 bits.
fn overload(module: &Module, ty: TypeId) -> Option<Overload> {
    let kind = OverloadKind::of(module.types.get(ty)?)?;
    let is_known =
        matches!(kind, OverloadKind::F16 | OverloadKind::F32 | OverloadKind::I16 | OverloadKind::I32);
    is_known.then(|| kind.into())
}

fn is_void(editor: &Editor<'_>, id: InstructionId) -> bool {
    editor.instruction(id).is_some_and(|it| editor.context().types.get(it.ty) == Some(&Type::Void))
}

/// `BufferLoad` with the same addresses, if there is one.
fn buffer_load(editor: &mut Editor<'_>, id: InstructionId) -> Result<Option<Value>, EditError> {
    let ty = editor.type_of(id.into())?;
    let element = editor.context().types.members(ty).and_then(|members| members.first().copied());
    let Some(overload) = element.and_then(|element| overload(editor.context(), element)) else {
        return Ok(None);
    };
    let operands = editor.operands(id);
    let Some(arguments) = operands.get(1..4) else { return Ok(None) };
    editor.go_to(Position::Before(id))?;
    Ok(editor.operation(Opcode::BUFFER_LOAD, &[overload], arguments).ok())
}

/// `BufferStore` with the same addresses, values and mask, if there is one.
fn buffer_store(editor: &mut Editor<'_>, id: InstructionId) -> Result<Option<Value>, EditError> {
    let operands = editor.operands(id);
    let Some(arguments) = operands.get(1..9) else { return Ok(None) };
    let Some(value) = arguments.get(3) else { return Ok(None) };
    let ty = editor.type_of(*value)?;
    let Some(overload) = overload(editor.context(), ty) else { return Ok(None) };
    editor.go_to(Position::Before(id))?;
    Ok(editor.operation(Opcode::BUFFER_STORE, &[overload], arguments).ok())
}

/// `Barrier` with the mode that memory and semantics ask for, if there is one.
fn barrier(editor: &mut Editor<'_>, id: InstructionId) -> Result<Option<Value>, EditError> {
    let operands = editor.operands(id);
    let word = |index: usize| {
        let number = operands.get(index).and_then(|value| editor.context().integer(*value));
        number.and_then(|number| u32::try_from(number).ok())
    };
    let (Some(memory), Some(semantics)) = (word(1), word(2)) else { return Ok(None) };
    let Some(mode) =
        mode(MemoryTypeFlags::from_bits_retain(memory), BarrierSemanticFlags::from_bits_retain(semantics))
    else {
        return Ok(None);
    };
    editor.go_to(Position::Before(id))?;
    let i32 = editor.module().types.int(32);
    let mode = editor.int(i32, mode.bits().into());
    Ok(editor.operation(Opcode::BARRIER, &[], &[mode]).ok())
}

/// The mode of older barriers; `None` where they have none.
fn mode(memory: MemoryTypeFlags, semantics: BarrierSemanticFlags) -> Option<BarrierModes> {
    use BarrierSemanticFlags as S;
    let older = MemoryTypeFlags::UAV_MEMORY | MemoryTypeFlags::GROUP_SHARED_MEMORY;
    let nodes = MemoryTypeFlags::NODE_INPUT_MEMORY | MemoryTypeFlags::NODE_OUTPUT_MEMORY;
    // Shaders that are no nodes have no memory of nodes: all memory is theirs.
    let memory = if memory == older | nodes { older } else { memory };
    let is_known =
        older.contains(memory) && (S::GROUP_SYNC | S::GROUP_SCOPE | S::DEVICE_SCOPE).contains(semantics);
    let uavs = memory.contains(MemoryTypeFlags::UAV_MEMORY);
    let modes = [
        (semantics.contains(S::GROUP_SYNC), BarrierModes::SYNC_THREAD_GROUP),
        (memory.contains(MemoryTypeFlags::GROUP_SHARED_MEMORY), BarrierModes::TGSM_FENCE),
        (uavs && semantics.contains(S::DEVICE_SCOPE), BarrierModes::UAV_FENCE_GLOBAL),
        (
            uavs && !semantics.contains(S::DEVICE_SCOPE) && semantics.contains(S::GROUP_SCOPE),
            BarrierModes::UAV_FENCE_THREAD_GROUP,
        ),
    ];
    let mode: BarrierModes = modes.iter().filter(|(is_set, _)| *is_set).map(|(_, mode)| *mode).collect();
    (is_known && !mode.is_empty()).then_some(mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_have_the_mode_that_means_the_same() {
        let of = |memory, semantics| {
            let mode = mode(
                MemoryTypeFlags::from_bits_retain(memory),
                BarrierSemanticFlags::from_bits_retain(semantics),
            );
            mode.map(|mode| mode.bits())
        };
        // AllMemoryBarrierWithGroupSync, GroupMemoryBarrierWithGroupSync, DeviceMemoryBarrier.
        assert_eq!([of(15, 5), of(2, 3), of(1, 4)], [Some(11), Some(9), Some(2)]);
        assert_eq!([of(1, 2), of(3, 4), of(0, 1)], [Some(4), Some(10), Some(1)]);
        // Memory of nodes, reordered threads, and nothing at all.
        assert_eq!([of(4, 1), of(2, 8), of(0, 0)], [None; 3]);
    }
}
