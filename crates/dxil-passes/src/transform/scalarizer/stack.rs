//! Retypes allocas that contain vectors, for `scalarizer`. Separate from `variables`, because only one function uses an
//! alloca.

use std::collections::HashMap;

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::debug_records::{DebugRecord, DebugValue};
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::{Alignment, InstructionId, Op, TypeId, Value};

use super::accesses::VectorAccess;
use super::addresses::{Address, Addresses, Pointee};
use super::shapes::{Shape, Shapes};
use super::vectors::budget;
use crate::error::{Result, invalid};
use crate::pass_manager::{Done, steps};
use crate::transform::debug_variables::is_declaration;

/// Replaces vectors in the allocas of a function by arrays, and counts the allocas.
pub(super) fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    let mut budget = budget(all.len());
    let mut shapes = Shapes::default();
    let mut found = Vec::new();
    for id in all {
        if let Some(addresses) = users_of_alloca(editor, &mut shapes, id) {
            found.push((id, addresses));
        }
    }
    let accesses: Vec<VectorAccess> = found.iter().flat_map(|(_, addresses)| addresses.accesses()).collect();
    for access in &accesses {
        budget.spend(access.lanes.saturating_mul(4))?;
    }
    for (id, addresses) in &found {
        let Some(Op::Alloca { element, .. }) = editor.op(*id) else { continue };
        let element = *element;
        let Some(ty) = shapes.without_vectors(editor.module(), element) else { continue };
        let new = allocate(editor, *id, ty)?;
        let pointee = Pointee { ty: element, is_in_flat_array: false };
        let known = HashMap::from([((*id).into(), Address::of(new.into(), ty, pointee))]);
        addresses.rewrite(editor, &known)?;
        move_declarations(editor, *id, new)?;
        let name = editor.name_of(Value::from(*id)).map(ToString::to_string);
        editor.erase(*id).map_err(invalid)?;
        if let Some(name) = name {
            editor.name(Value::from(new), &name);
        }
        done.count += 1;
        done.steps = done.steps.saturating_add(steps(addresses.len()));
    }
    done.steps = done.steps.saturating_add(budget.spent);
    Ok(done)
}

/// Inserts an alloca of type `ty` before the alloca `old`, with the same alignment.
fn allocate(editor: &mut Editor<'_>, old: InstructionId, ty: TypeId) -> Result<InstructionId> {
    let missing = || invalid(EditError::Kind { instruction: old, expected: "an alloca" });
    let Some(Op::Alloca { element, count, alignment, is_in_alloca }) = editor.op(old).cloned() else {
        return Err(missing());
    };
    let least = DataLayout::of(editor.context()).alignment_of(element);
    let alignment = Alignment::bytes(alignment.in_bytes().unwrap_or(least));
    editor.go_to(Position::Before(old)).map_err(invalid)?;
    let pointer = editor.type_of(old.into()).map_err(invalid)?;
    let space = editor.context().types.address_space(pointer).unwrap_or(0);
    let pointer = editor.module().address_type(ty, space);
    Ok(editor.add(Op::Alloca { element: ty, count, alignment, is_in_alloca }, pointer))
}

/// Describes an alloca that can be retyped, if the function has one.
pub(super) fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let mut shapes = Shapes::default();
    let all = editor.all_instructions();
    let found = all.into_iter().find(|id| users_of_alloca(editor, &mut shapes, *id).is_some())?;
    Some(format!("alloca {found} of vectors can become an alloca of arrays"))
}

/// Returns the users of an alloca that contains vectors and can be retyped.
fn users_of_alloca(editor: &Editor<'_>, shapes: &mut Shapes, id: InstructionId) -> Option<Addresses> {
    let Op::Alloca { element, is_in_alloca: false, .. } = editor.op(id)? else { return None };
    match shapes.of(editor.context(), *element)? {
        Shape::Unchanged => None,
        Shape::FlatArray(..) | Shape::Aggregate => {
            let pointee = Pointee { ty: *element, is_in_flat_array: false };
            Addresses::of(editor, shapes, &[(id.into(), pointee)])
        }
    }
}

/// Moves the declarations of source variables from an alloca to its replacement.
fn move_declarations(editor: &mut Editor<'_>, old: InstructionId, new: InstructionId) -> Result<()> {
    let uses: Vec<_> = editor.metadata_uses(old.into()).collect();
    for using in uses {
        let new = editor.as_metadata(new.into());
        editor.set_operand(using.instruction, using.operand, new).map_err(invalid)?;
    }
    let is_declared = |record: &&DebugRecord| is_declaration(editor.context(), record, old);
    let records: Vec<DebugRecord> =
        editor.debug_records_about(old.into()).filter(is_declared).cloned().collect();
    editor.remove_debug_records_about(old.into(), |module, record| is_declaration(module, record, old));
    for mut record in records {
        for value in record.values_mut() {
            *value = DebugValue::Value(new.into());
        }
        editor.add_debug_record(old, record).map_err(invalid)?;
    }
    Ok(())
}
