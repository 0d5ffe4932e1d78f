//! Variables of the module: group-shared memory, constant arrays and memory of each thread. Separate from the builder
//! because a front end often finds out that it needs a variable when it emits a body, so an emitter adds them, too.

use az::SaturatingAs as _;
use dx_container::enums::AddressSpace;
use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Alignment, GlobalId, Linkage, Module, TypeId, Value};

/// The methods that add variables, of a type with a method `module`.
macro_rules! variable_methods {
    () => {
        /// Adds a group-shared variable, an array of `count` elements, or one element if `count` is `None`. The value
        /// is a pointer to the variable. The total size is checked by [`finish`](crate::emit::ShaderBuilder::finish).
        pub fn group_shared(&mut self, name: &str, element: TypeId, count: Option<u64>) -> Value {
            crate::emit::variables::group_shared(self.module(), name, element, count)
        }

        /// Adds a constant array. The value is a pointer to the array.
        pub fn constant_array(&mut self, name: &str, element: TypeId, values: &[Value]) -> Value {
            crate::emit::variables::constant_array(self.module(), name, element, values)
        }

        /// Adds a variable of which each thread has its own, with zeros at the start. The value is a pointer.
        pub fn private_variable(&mut self, name: &str, ty: TypeId) -> Value {
            crate::emit::variables::private_variable(self.module(), name, ty)
        }
    };
}

pub(super) use variable_methods;

pub(super) fn group_shared(module: &mut Module, name: &str, element: TypeId, count: Option<u64>) -> Value {
    let ty = count.map_or(element, |count| module.types.array(element, count));
    let id = module.add_variable(name, ty, AddressSpace::GROUP_SHARED.0, None);
    set_variable(module, id, |_, _| {});
    id.into()
}

pub(super) fn constant_array(module: &mut Module, name: &str, element: TypeId, values: &[Value]) -> Value {
    let ty = module.types.array(element, values.len().saturating_as());
    let initializer = module.aggregate(ty, values.to_vec());
    internal_variable(module, (name, ty), initializer, true)
}

pub(super) fn private_variable(module: &mut Module, name: &str, ty: TypeId) -> Value {
    let zero = module.constant(ty, ConstantKind::Null);
    internal_variable(module, (name, ty), zero, false)
}

fn internal_variable(
    module: &mut Module,
    (name, ty): (&str, TypeId),
    initializer: Value,
    is_constant: bool,
) -> Value {
    let id = module.add_variable(name, ty, 0, Some(initializer));
    set_variable(module, id, |constant, linkage| {
        *constant = is_constant;
        *linkage = Linkage::Internal;
    });
    id.into()
}

/// Sets the alignment of a variable to a dword, and its properties.
pub(super) fn set_variable(module: &mut Module, id: GlobalId, set: impl Fn(&mut bool, &mut Linkage)) {
    if let Some(global) = module.globals.get_mut(id) {
        global.alignment = Alignment::bytes(4);
        if let GlobalKind::Variable(variable) = &mut global.kind {
            set(&mut variable.is_constant, &mut global.linkage);
        }
    }
}
