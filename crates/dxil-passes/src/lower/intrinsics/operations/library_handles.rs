//! Creation of handles in libraries: from a load of the global variable of the resource, whose registers a linker may
//! assign later. Separate because only libraries have a global variable for each resource.

use bstr::{BString, ByteSlice as _};
use dxil::non_uniform::NON_UNIFORM;
use dxil::ops::{Opcode, Overload};
use dxil::shader::ResourceRange;
use dxil_ir::builder::Build as _;
use dxil_ir::globals::GlobalKind;
use dxil_ir::instruction::Alignment;
use dxil_ir::{GlobalId, InstructionId, Module, Type, TypeId, Value, ValueKind};

use super::lowering::{ANNOTATED, Lowering};
use crate::error::{Result, invalid};
use crate::lower::handles::resources::{Binding, Bindings};
use crate::lower::metadata::resource_metadata::{hlsl_type, objects};
use crate::lower::profile::Profile;
use crate::lower::state::State;

/// Sets the global variable of each resource. A resource in `State::variables` keeps this name; the others get a new
/// variable.
pub(super) fn add_variables(state: &mut State, bindings: &mut Bindings) -> Result<()> {
    let objects = objects(&state.module)?;
    for binding in bindings.iter_mut() {
        let preserved =
            state.variables.iter().find(|variable| (variable.0, variable.1) == (binding.class, binding.id));
        let preserved = preserved.map(|(.., name)| name.clone());
        let object = objects.get(&(binding.class, binding.id)).copied();
        binding.variable = Some(add_variable(&mut state.module, state.profile, binding, preserved, object));
    }
    Ok(())
}

/// Declares the global variable of a resource unless it exists, and returns its name. `preserved` is the name in
/// `State::variables`.
fn add_variable(
    module: &mut Module,
    profile: Profile,
    binding: &Binding,
    preserved: Option<BString>,
    object: Option<TypeId>,
) -> BString {
    if let Some(name) = preserved.as_ref().filter(|name| module.global_named(name.as_bstr()).is_some()) {
        return name.clone();
    }
    let mut name = preserved.unwrap_or_else(|| binding.name.clone());
    let ty = variable_type(module, profile, binding, object);
    if name.is_empty() {
        name = format!("resource.{}.{}", binding.class.0, binding.id).into();
    }
    while module.global_named(name.as_bstr()).is_some() {
        name.push(b'_');
    }
    let global = module.add_variable("", ty, 0, None);
    if let Some(added) = module.globals.get_mut(global) {
        added.name.clone_from(&name);
        if let GlobalKind::Variable(variable) = &mut added.kind {
            variable.is_constant = true;
        }
        added.alignment = Alignment::bytes(4);
    }
    name
}

/// Returns the value type of the global variable of a resource: the type of the HLSL object before DXIL 1.6, otherwise
/// `dx.types.Handle` or an array of handles.
fn variable_type(module: &mut Module, profile: Profile, binding: &Binding, object: Option<TypeId>) -> TypeId {
    if profile.dxil < ANNOTATED {
        return object.unwrap_or_else(|| hlsl_type(module, binding));
    }
    let byte = module.types.int(8);
    let pointer = module.address_type(byte, 0);
    let handle = module.types.structure("dx.types.Handle", &[pointer]);
    match binding.size {
        1 => handle,
        ResourceRange::UNBOUNDED => module.types.array(handle, 0),
        size => module.types.array(handle, size.into()),
    }
}

impl Lowering<'_, '_, '_> {
    /// Creates a handle at the cursor from the global variable of `binding`; `index` selects an element if the variable
    /// is an array.
    pub(super) fn library_handle(
        &mut self,
        id: InstructionId,
        binding: &Binding,
        index: Value,
        is_non_uniform: bool,
    ) -> Result<Value> {
        let name = binding.variable.as_ref().ok_or_else(|| {
            self.refuse(
                id,
                "resource of a library has no global \
                                                                     variable",
            )
        })?;
        let global = self.editor.context().global_named(name.as_bstr());
        let global = global.ok_or_else(|| {
            self.refuse(
                id,
                format!(
                    "global variable {name} of the resource \
                                                                   does not exist"
                ),
            )
        })?;
        let ty = self.editor.context().globals.get(global).map(|global| global.value_type);
        let ty = ty.ok_or_else(|| {
            self.refuse(
                id,
                format!(
                    "global variable {name} of the resource does not \
                                                           exist"
                ),
            )
        })?;
        let loaded = match self.editor.context().types.get(ty) {
            Some(Type::Array(element, _)) => {
                let element = *element;
                self.load_element(global, (ty, element), index, is_non_uniform)?
            }
            _ => self.editor.load(ty, global.into(), Alignment::bytes(4)),
        };
        let ty: TypeId = self.ty(loaded)?;
        let handle = self.operation(id, Opcode::CREATE_HANDLE_FOR_LIB, &[Overload::Object(ty)], &[loaded])?;
        if self.profile.dxil < ANNOTATED {
            return Ok(handle);
        }
        let properties = binding.description.properties(binding.has_counter).constant(self.editor.module());
        self.operation(id, Opcode::ANNOTATE_HANDLE, &[], &[handle, properties])
    }

    /// Loads an element of the array variable `global`. Marks the address as non-uniform if `is_non_uniform` is set.
    fn load_element(
        &mut self,
        global: GlobalId,
        (array, element): (TypeId, TypeId),
        index: Value,
        is_non_uniform: bool,
    ) -> Result<Value> {
        let zero = self.int(32, 0);
        let address =
            self.editor.element_pointer(false, array, global.into(), &[zero, index]).map_err(invalid)?;
        if is_non_uniform && let ValueKind::Instruction(address) = address.kind() {
            let module = self.editor.module();
            let kind = module.metadata_kind(NON_UNIFORM);
            let i32 = module.types.int(32);
            let one = module.int(i32, 1);
            let one = module.value_as_metadata(one);
            let node = module.tuple(&[Some(one)]);
            self.editor.set_attachment(address, kind, Some(node)).map_err(invalid)?;
        }
        Ok(self.editor.load(element, address, Alignment::bytes(4)))
    }
}
