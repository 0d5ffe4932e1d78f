//! Where operations stand in the program that was given: passes number its values anew, so that each call keeps a
//! note of what it was. Separate because it comes before everything else and goes with what is left.

use dxil::ops::Opcode;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::function::Local;
use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, InstructionId, Module, Type};
use located::Frame;

use crate::error::{Result, invalid};

/// The kind of metadata.
const KIND: &str = "amdgpu.place";

/// Notes of each call of an operation what it is in the text of the program.
pub(crate) fn mark(module: &mut Module) -> Result<()> {
    let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    for function in functions {
        let name = module.globals.get(function).map(|global| global.name.to_string()).unwrap_or_default();
        let mut editor = Editor::new(module, function).map_err(invalid)?;
        let mut number = match editor.context().globals.get(function).map(|global| global.value_type) {
            Some(ty) => match editor.context().types.get(ty) {
                Some(Type::Function { parameters, .. }) => parameters.len(),
                _ => 0,
            },
            None => 0,
        };
        let blocks: Vec<_> = editor.blocks().collect();
        for block in blocks {
            number += usize::from(editor.name_of(Local::Block(block)).is_none());
            let all: Vec<InstructionId> = editor.instructions(block).collect();
            for id in all {
                let ty = editor.instruction(id).and_then(|known| editor.context().types.get(known.ty));
                let gives = !matches!(ty, None | Some(Type::Void));
                let own = editor.name_of(Local::Value(id.into())).map(ToString::to_string);
                if Opcode::called(&editor, id).is_some() {
                    let called =
                        editor.called(id).and_then(|(callee, _)| editor.context().globals.get(callee));
                    let callee = called.map(|callee| callee.name.to_string()).unwrap_or_default();
                    let own = own.clone().unwrap_or_else(|| number.to_string());
                    let given = if gives { format!("%{own} = ") } else { String::new() };
                    let text = format!("function {name}, {given}call @{callee}");
                    let text = editor.module().metadata_string(&text);
                    let node = editor.module().tuple(&[Some(text)]);
                    editor.attach(id, KIND, node);
                }
                number += usize::from(gives && own.is_none());
            }
        }
        let _ = editor.finish();
    }
    Ok(())
}

/// Where an instruction stood.
pub(crate) fn of(editor: &Editor<'_>, id: InstructionId) -> Frame {
    let module = editor.context();
    let kind = module.metadata_kinds.iter().position(|kind| kind == KIND);
    let kind = kind.and_then(|kind| u32::try_from(kind).ok());
    let noted = editor.attachments(id).find(|(known, _)| Some(*known) == kind).and_then(|(_, node)| {
        match module.metadata.get(module.metadata.operand(node, 0)??)? {
            Metadata::String(text) => Some(module.metadata.string(text).to_string()),
            _ => None,
        }
    });
    match noted {
        Some(text) => Frame::Name(text),
        None => dxil_passes::place::frame(editor, id),
    }
}

/// Takes out the notes that are left.
pub(crate) fn unmark(editor: &mut Editor<'_>) -> Result<()> {
    let kind = editor.context().metadata_kinds.iter().position(|kind| kind == KIND);
    let Some(kind) = kind.and_then(|kind| u32::try_from(kind).ok()) else { return Ok(()) };
    for id in editor.all_instructions() {
        if editor.attachments(id).any(|(known, _)| known == kind) {
            editor.set_attachment(id, kind, None).map_err(invalid)?;
        }
    }
    Ok(())
}
