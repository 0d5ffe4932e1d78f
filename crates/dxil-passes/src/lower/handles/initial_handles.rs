//! Handles that global constructors of a library store to global variables: a map from a location to the call that
//! creates its handle.
//!
//! Part of pass `dxil-forward-handle-accesses`, which otherwise follows stores of one function only. The functions that
//! `llvm.global_ctors` lists run before any exported function, so an exported function may repeat the call that creates
//! the handle.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::{Body, GlobalId, Instruction, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

use crate::error::Result;
use crate::initializers;
use crate::lower::calls::call;
use crate::lower::handles::stored_handles::makes_handle;
use crate::lower::memory::pointer_phis::place;
use crate::lower::state::State;

/// A call that creates a handle: the callee, and the arguments, which are constants or globals.
pub(in crate::lower) type Creation = (GlobalId, Vec<Value>);

/// The handles in global variables of a library before an exported function runs.
#[derive(Default)]
pub(in crate::lower) struct InitialHandles {
    /// By global variable and byte offset. `None` if stores disagree or if the creation cannot be repeated.
    known: HashMap<(Value, i64), Option<Creation>>,
    /// The variables with a store of a handle at an unknown offset.
    ambiguous: HashSet<Value>,
    /// True if a handle is stored through an unknown pointer, which may point into any variable.
    is_all_ambiguous: bool,
}

impl InitialHandles {
    /// Collects the stores of handles in all functions of a library, constructors first. Returns an empty map for other
    /// shaders.
    pub(in crate::lower) fn of(state: &mut State) -> Result<Self> {
        let mut handles = Self::default();
        let constructors = initializers::listed(&state.module);
        if !state.profile.is_library() || constructors.is_empty() {
            return Ok(handles);
        }
        let is_handle_store = |module: &Module, function: (&Body, TypeId), instruction: &Instruction| {
            let Op::Store([value, _], _) = instruction.op else { return false };
            let ty = module.type_of(Some(function), value).and_then(|ty| module.types.get(ty));
            matches!(ty, Some(Type::Target(_)))
        };
        for is_constructor in [true, false] {
            state.each_function_with(is_handle_store, |editor, _| {
                match constructors.contains(&editor.function()) == is_constructor {
                    true => handles.add(editor, is_constructor),
                    false => Ok(()),
                }
            })?;
        }
        Ok(handles)
    }

    /// Adds the stores of one function. Only a constructor, a function in `llvm.global_ctors`, defines the handle of a
    /// location; a store in another function must create the same handle, or the location is ambiguous.
    fn add(&mut self, editor: &mut Editor<'_>, is_constructor: bool) -> Result<()> {
        for id in editor.all_instructions() {
            let Some(Op::Store([value, pointer], _)) = editor.op(id) else { continue };
            let (value, pointer) = (*value, *pointer);
            let Some(slot) = slot(editor, pointer)? else {
                self.mark_ambiguous(editor, value, pointer)?;
                continue;
            };
            let creation = creation(editor, value);
            match self.known.entry(slot) {
                Entry::Occupied(mut known) if *known.get() != creation => {
                    known.insert(None);
                }
                Entry::Vacant(unknown) => {
                    unknown.insert(creation.filter(|_| is_constructor));
                }
                Entry::Occupied(_) => {}
            }
        }
        Ok(())
    }

    /// Marks the variable that a store to an unknown offset may overwrite as ambiguous, or all variables if the
    /// variable is unknown. Does nothing if the stored value is not a handle.
    fn mark_ambiguous(&mut self, editor: &mut Editor<'_>, value: Value, pointer: Value) -> Result<()> {
        let ty = editor.type_of(value).ok();
        if !matches!(ty.and_then(|ty| editor.context().types.get(ty)), Some(Type::Target(_))) {
            return Ok(());
        }
        match place(editor, pointer)?.map(|address| address.resource) {
            Some(variable) => _ = self.ambiguous.insert(variable),
            None => self.is_all_ambiguous = true,
        }
        Ok(())
    }

    /// Returns the call that creates the handle that an address holds.
    pub(in crate::lower) fn creation_at(
        &self,
        editor: &mut Editor<'_>,
        pointer: Value,
    ) -> Result<Option<Creation>> {
        if self.known.is_empty() || self.is_all_ambiguous {
            return Ok(None);
        }
        let slot = slot(editor, pointer)?.filter(|(variable, _)| !self.ambiguous.contains(variable));
        Ok(slot.and_then(|slot| self.known.get(&slot).cloned().flatten()))
    }
}

/// Returns the global variable that an address points into and the byte offset, if the offset is constant.
fn slot(editor: &mut Editor<'_>, pointer: Value) -> Result<Option<(Value, i64)>> {
    let Some(address) = place(editor, pointer)? else { return Ok(None) };
    let is_variable = matches!(address.resource.kind(), ValueKind::Global(_));
    Ok((is_variable && address.bytes.terms.is_empty()).then_some((address.resource, address.bytes.constant)))
}

/// Returns the call that creates a handle, if all its arguments are constants or globals.
fn creation(editor: &Editor<'_>, handle: Value) -> Option<Creation> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (name, arguments) = call(editor, id)?;
    let is_constant = |value: &Value| matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_));
    let is_repeatable = makes_handle(name) && arguments.iter().all(is_constant);
    is_repeatable.then_some((editor.called(id)?.0, arguments))
}
