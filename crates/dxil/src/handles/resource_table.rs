//! The declared resources of a shader, by class and ID, by binding, and by global variable. Separate from the analysis
//! of functions, which share one table.

use std::cell::OnceCell;

use dx_container::enums::ResourceClass;
use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::constants::{ConstantId, ConstantKind};
use dxil_ir::{GlobalId, Module, ValueKind};
use hashbrown::HashMap;

use super::declared_resource::DeclaredResource;
use super::origin::Binding;
use super::resource::Resource;
use crate::shader::{HandleProperties, Resources};

/// The declared resources of a shader, and indices into them. If several resources have the same binding or variable,
/// the first one counts.
#[derive(Debug, Default)]
pub struct ResourceTable<'s> {
    all: Vec<DeclaredResource<'s>>,
    by_variable: HashMap<GlobalId, usize>,
    /// The variables and element addresses that constant expressions refer to, if a resource has a variable.
    addresses: IdMap<ConstantId, Option<Address>>,
    by_binding: OnceCell<Bindings>,
}

/// The constant address of a resource variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) variable: GlobalId,
    /// The address is computed by `getelementptr`.
    pub(super) is_element: bool,
}

#[derive(Debug, Default)]
struct Bindings {
    /// Class, space and first register.
    first: HashMap<(ResourceClass, u32, u32), usize>,
    /// Class, space, first register and index; sorted.
    sorted: Vec<(u32, u32, u32, usize)>,
}

impl<'s> ResourceTable<'s> {
    /// The table of a shader with these resources.
    pub fn new(module: &Module, resources: Option<&'s Resources>) -> Self {
        let all: Vec<_> = DeclaredResource::all(resources).collect();
        let mut by_variable = HashMap::new();
        for (index, resource) in all.iter().enumerate() {
            if let Some(variable) = resource.range().global(module) {
                by_variable.entry(variable).or_insert(index);
            }
        }
        let mut table = Self { all, by_variable, ..Self::default() };
        if !table.by_variable.is_empty() {
            table.find_addresses(module);
        }
        table
    }

    /// The resources in the order of metadata.
    pub fn iter(&self) -> std::slice::Iter<'_, DeclaredResource<'s>> {
        self.all.iter()
    }

    /// The resource at an index in the list of its class.
    pub fn at(&self, class: ResourceClass, position: usize) -> Option<&DeclaredResource<'s>> {
        self.all.get(self.number((class, position))?)
    }

    /// The index of a resource in the order of [`iter`](Self::iter), by its class and its index in the list of the
    /// class.
    pub fn number(&self, (class, position): (ResourceClass, usize)) -> Option<usize> {
        let start = self.all.partition_point(|it| it.class.0 < class.0);
        let number = start.checked_add(position)?;
        (self.all.get(number)?.class == class).then_some(number)
    }

    /// The resource with this ID in its class. IDs count from 0 in the order of metadata; in an invalid module with
    /// other IDs, the index in the list counts, as for DXC.
    pub fn by_id(&self, class: ResourceClass, id: u32) -> Option<&DeclaredResource<'s>> {
        self.at(class, usize::try_from(id).ok()?)
    }

    /// The resource whose first register is the first one of a binding, or else the resource that contains it.
    pub fn by_binding(&self, binding: Binding) -> Option<&DeclaredResource<'s>> {
        let bindings = self.by_binding.get_or_init(|| self.bindings());
        let Binding { class, space, lower_bound, .. } = binding;
        if let Some(index) = bindings.first.get(&(class, space, lower_bound)) {
            return self.all.get(*index);
        }
        let end = bindings.sorted.partition_point(|(of, within, first, _)| {
            (*of, *within, *first) <= (class.0, space, lower_bound)
        });
        let (of, within, _, index) = *bindings.sorted.get(end.checked_sub(1)?)?;
        let found = self.all.get(index)?;
        ((of, within) == (class.0, space) && lower_bound <= found.range().last_register()).then_some(found)
    }

    /// The resource with this global variable.
    pub fn by_variable(&self, variable: GlobalId) -> Option<&DeclaredResource<'s>> {
        self.all.get(*self.by_variable.get(&variable)?)
    }

    /// The declaration of the resource of a handle.
    pub fn declared(&self, resource: &Resource) -> Option<&DeclaredResource<'s>> {
        let (class, position) = resource.declared?;
        self.at(class, position)
    }

    /// The properties of the resource of a handle: the last annotation, or else the properties that metadata declares.
    pub fn properties(&self, module: &Module, resource: &Resource) -> Option<HandleProperties> {
        resource.annotation.or_else(|| Some(self.declared(resource)?.properties(module)))
    }

    /// The constant expressions that compute the address of an element of a resource variable, with the variable.
    pub fn element_addresses(&self) -> impl Iterator<Item = (ConstantId, GlobalId)> {
        let all = self.addresses.iter().filter_map(|(id, address)| Some((id, (*address)?)));
        all.filter(|(_, address)| address.is_element).map(|(id, address)| (id, address.variable))
    }

    /// The resource variable that a constant expression is the address of.
    pub(super) fn address(&self, constant: ConstantId) -> Option<Address> {
        self.addresses.get(constant).copied().flatten()
    }

    fn bindings(&self) -> Bindings {
        let mut bindings = Bindings::default();
        for (index, resource) in self.all.iter().enumerate() {
            let (class, range) = (resource.class, resource.range());
            bindings.first.entry((class, range.space, range.lower_bound)).or_insert(index);
            bindings.sorted.push((class.0, range.space, range.lower_bound, index));
        }
        bindings.sorted.sort_unstable();
        bindings
    }

    /// Fills `addresses`. Visits each constant once; constants can refer to later ones.
    #[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
    fn find_addresses(&mut self, module: &Module) {
        let mut visited = IdSet::new();
        for (id, _) in module.constants.iter() {
            let (mut at, mut path) = (id, Vec::new());
            let mut found = loop {
                // A cycle of constants is not an address.
                if visited.contains(at) {
                    break self.address(at);
                }
                let (base, is_element) = match module.constants.get(at).map(|constant| &constant.kind) {
                    Some(ConstantKind::ElementPointer { operands, .. }) => (operands.first().copied(), true),
                    Some(ConstantKind::Cast(_, base)) => (Some(*base), false),
                    _ => break None,
                };
                visited.insert(at);
                path.push((at, is_element));
                match base.map(|base| base.kind()) {
                    Some(ValueKind::Global(variable)) => {
                        let is_resource = self.by_variable.contains_key(&variable);
                        break is_resource.then_some(Address { variable, is_element: false });
                    }
                    Some(ValueKind::Constant(base)) => at = base,
                    _ => break None,
                }
            };
            for (id, is_element) in path.into_iter().rev() {
                found = found.map(|it| Address { is_element: it.is_element || is_element, ..it });
                if found.is_some() {
                    self.addresses[id] = found;
                }
            }
        }
    }
}
