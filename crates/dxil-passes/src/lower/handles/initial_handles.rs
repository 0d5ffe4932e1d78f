//! Handles that functions which set variables up put into them: whoever calls a function that a library exports has
//! done that before. Part of pass `dxil-forward-handle-accesses`, which follows what one function does; such a function
//! makes the same handle itself.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{Body, GlobalId, Instruction, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use crate::error::Result;
use crate::initializers;
use crate::lower::calls::call;
use crate::lower::handles::stored_handles::makes_handle;
use crate::lower::memory::pointer_phis::place;
use crate::lower::state::State;

/// What makes a handle, and of what.
pub(in crate::lower) type Maker = (GlobalId, Vec<Value>);

/// What makes the handles in variables, by the variable and the byte in it.
#[derive(Default)]
pub(in crate::lower) struct InitialHandles {
    known: HashMap<(Value, i64), Option<Maker>>,
}

impl InitialHandles {
    /// Those of a library.
    pub(in crate::lower) fn of(state: &mut State) -> Result<Self> {
        let mut handles = Self::default();
        let listed = initializers::listed(&state.module);
        if !state.profile.is_library() || listed.is_empty() {
            return Ok(handles);
        }
        let is_one = |module: &Module, function: (&Body, TypeId), instruction: &Instruction| {
            let Op::Store([value, _], _) = instruction.op else { return false };
            let ty = module.type_of(Some(function), value).and_then(|ty| module.types.get(ty));
            matches!(ty, Some(Type::Target(_)))
        };
        for of_listed in [true, false] {
            state.each_function_with(is_one, |editor, _| {
                match listed.contains(&editor.function()) == of_listed {
                    true => handles.add(editor, of_listed),
                    false => Ok(()),
                }
            })?;
        }
        Ok(handles)
    }

    /// Takes note of what a function writes. What another one writes than those that are listed is that again, or is
    /// not known.
    fn add(&mut self, editor: &mut Editor<'_>, is_listed: bool) -> Result<()> {
        for id in editor.all_instructions() {
            let Some(Op::Store([value, pointer], _)) = editor.op(id) else { continue };
            let (value, pointer) = (*value, *pointer);
            let Some(slot) = slot(editor, pointer)? else {
                self.forget(editor, value, pointer)?;
                continue;
            };
            let maker = maker(editor, value);
            match self.known.entry(slot) {
                Entry::Occupied(mut known) if *known.get() != maker => {
                    known.insert(None);
                }
                Entry::Vacant(unknown) => {
                    unknown.insert(maker.filter(|_| is_listed));
                }
                Entry::Occupied(_) => {}
            }
        }
        Ok(())
    }

    /// Forgets what a write to somewhere may change: the variable, or all where that is not known either.
    fn forget(&mut self, editor: &mut Editor<'_>, value: Value, pointer: Value) -> Result<()> {
        let ty = editor.type_of(value).ok();
        if !matches!(ty.and_then(|ty| editor.context().types.get(ty)), Some(Type::Target(_))) {
            return Ok(());
        }
        let variable = place(editor, pointer)?.map(|address| address.resource);
        let is_meant = |known: Value| variable.is_none_or(|variable| variable == known);
        for (_, maker) in self.known.iter_mut().filter(|((known, _), _)| is_meant(*known)) {
            *maker = None;
        }
        Ok(())
    }

    /// What makes the handle that is at an address.
    pub(in crate::lower) fn at(&self, editor: &mut Editor<'_>, pointer: Value) -> Result<Option<Maker>> {
        if self.known.is_empty() {
            return Ok(None);
        }
        let slot = slot(editor, pointer)?;
        Ok(slot.and_then(|slot| self.known.get(&slot).cloned().flatten()))
    }
}

/// The variable that an address is in, and the byte, if that is known.
fn slot(editor: &mut Editor<'_>, pointer: Value) -> Result<Option<(Value, i64)>> {
    let Some(address) = place(editor, pointer)? else { return Ok(None) };
    let is_variable = matches!(address.resource.kind(), ValueKind::Global(_));
    Ok((is_variable && address.bytes.terms.is_empty()).then_some((address.resource, address.bytes.constant)))
}

/// What makes a handle, if that needs nothing that the function has.
fn maker(editor: &Editor<'_>, handle: Value) -> Option<Maker> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (name, arguments) = call(editor, id)?;
    let is_constant = |value: &Value| matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_));
    let is_maker = makes_handle(name) && arguments.iter().all(is_constant);
    is_maker.then_some((editor.called(id)?.0, arguments))
}
