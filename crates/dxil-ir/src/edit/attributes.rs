//! One attribute more or less. Separate because attributes are interned in groups and lists, which are made anew for
//! each change.

use crate::attributes::{Attribute, AttributeGroup, Slot, in_dxil_order, in_modern_order};
use crate::{AttributeKind, AttributeListId, Dialect, GlobalId, InstructionId, Module, Op};

use super::{EditError, Editor};

/// Whether two attributes have one name, of which a place has but one.
fn is_alike(one: &Attribute, other: &Attribute) -> bool {
    match (one, other) {
        (Attribute::Text(one, _), Attribute::Text(other, _)) => one == other,
        // What is made up has no kind.
        _ => one.kind().is_some() && one.kind() == other.kind(),
    }
}

impl Module {
    /// A list of attributes with one more at a place; one of the same name with another number, type or text gives way
    /// to it.
    pub fn with_attribute(
        &mut self,
        list: Option<AttributeListId>,
        slot: Slot,
        attribute: Attribute,
    ) -> AttributeListId {
        let mut groups = self.attribute_groups_of(list);
        match groups.iter_mut().find(|group| group.slot == slot) {
            Some(group) => match group.attributes.iter_mut().find(|known| is_alike(known, &attribute)) {
                Some(known) => *known = attribute,
                None => group.attributes = group.attributes.iter().cloned().chain([attribute]).collect(),
            },
            None => {
                groups.push(AttributeGroup { slot, attributes: [attribute].into() });
                groups.sort_by_key(|group| group.slot);
            }
        }
        self.intern_attributes(groups)
    }

    /// A list of attributes without those at a place that `is_removed` says; `None` if none is left.
    pub fn without_attributes(
        &mut self,
        list: Option<AttributeListId>,
        slot: Slot,
        is_removed: impl Fn(&Attribute) -> bool,
    ) -> Option<AttributeListId> {
        let mut groups = self.attribute_groups_of(list);
        for group in groups.iter_mut().filter(|group| group.slot == slot) {
            group.attributes =
                group.attributes.iter().filter(|attribute| !is_removed(attribute)).cloned().collect();
        }
        groups.retain(|group| !group.attributes.is_empty());
        if groups.is_empty() { None } else { Some(self.intern_attributes(groups)) }
    }

    /// The attributes of a call of `llvm.memcpy` and its like without argument 3, which was an alignment once: the
    /// first `pointers` arguments have it instead. `None` if none is left.
    pub fn alignment_of_pointers(
        &mut self,
        list: Option<AttributeListId>,
        pointers: u32,
        alignment: Option<u64>,
    ) -> Option<AttributeListId> {
        let mut groups = self.attribute_groups_of(list);
        groups.retain(|group| group.slot != Slot::Parameter(3));
        for group in &mut groups {
            if let Slot::Parameter(index @ 4..) = &mut group.slot {
                *index -= 1;
            }
        }
        if let Some(alignment) = alignment {
            for slot in (0..pointers).map(Slot::Parameter) {
                let at = groups.iter().position(|group| group.slot == slot);
                let attributes = at.map(|at| groups.swap_remove(at).attributes.into_vec());
                let mut attributes = attributes.unwrap_or_default();
                attributes.push(Attribute::Number(AttributeKind::Alignment, alignment));
                groups.push(AttributeGroup { slot, attributes: attributes.into() });
            }
        }
        groups.sort_by_key(|group| group.slot);
        (!groups.is_empty()).then(|| self.intern_attributes(groups))
    }

    /// Gives a function one attribute more, of itself, a parameter or its result.
    ///
    /// # Errors
    ///
    /// The global is no function, or does not have the parameter.
    pub fn add_function_attribute(
        &mut self,
        function: GlobalId,
        slot: Slot,
        attribute: Attribute,
    ) -> Result<(), EditError> {
        let list = self.function_attributes(function, slot)?;
        let list = self.with_attribute(list, slot, attribute);
        self.set_function_attributes(function, Some(list));
        Ok(())
    }

    /// Takes attributes of a function away, of itself, a parameter or its result.
    ///
    /// # Errors
    ///
    /// The global is no function, or does not have the parameter.
    pub fn remove_function_attributes(
        &mut self,
        function: GlobalId,
        slot: Slot,
        is_removed: impl Fn(&Attribute) -> bool,
    ) -> Result<(), EditError> {
        let list = self.function_attributes(function, slot)?;
        let list = self.without_attributes(list, slot, is_removed);
        self.set_function_attributes(function, list);
        Ok(())
    }

    fn function_attributes(&self, id: GlobalId, slot: Slot) -> Result<Option<AttributeListId>, EditError> {
        let error = EditError::NoAttributes { what: "the global is not a function" };
        let global = self.globals.get(id).ok_or_else(|| error.clone())?;
        let function = global.function().ok_or(error)?;
        if let Slot::Parameter(index) = slot {
            let parameters = match self.types.get(global.value_type) {
                Some(crate::Type::Function { parameters, .. }) => parameters.len(),
                _ => 0,
            };
            if usize::try_from(index).is_ok_and(|index| index >= parameters) {
                return Err(EditError::NoAttributes {
                    what: "the function has fewer parameters than the index",
                });
            }
        }
        Ok(function.attributes)
    }

    fn set_function_attributes(&mut self, id: GlobalId, list: Option<AttributeListId>) {
        if let Some(function) = self.globals.get_mut(id).and_then(|global| global.function_mut()) {
            function.attributes = list;
        }
    }

    fn attribute_groups_of(&self, list: Option<AttributeListId>) -> Vec<AttributeGroup> {
        let groups = list.and_then(|list| self.attributes.list(list)).unwrap_or_default();
        groups.iter().filter_map(|group| self.attributes.group(*group)).cloned().collect()
    }

    /// Interns groups; modern LLVM has attributes in an order of its own.
    fn intern_attributes(&mut self, groups: Vec<AttributeGroup>) -> AttributeListId {
        let is_modern = self.dialect == Dialect::Modern;
        let ordered = groups.into_iter().map(|group| {
            let mut attributes = group.attributes.into_vec();
            let sort = if is_modern { in_modern_order } else { in_dxil_order };
            sort(&mut attributes);
            self.attributes.intern_group(AttributeGroup { attributes: attributes.into(), ..group })
        });
        let groups = ordered.collect();
        self.attributes.intern_list(groups)
    }
}

impl Editor<'_> {
    /// Gives a call one attribute more, of itself, an argument or what it gives.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, it is no call, or does not have the argument.
    pub fn add_call_attribute(
        &mut self,
        call: InstructionId,
        slot: Slot,
        attribute: Attribute,
    ) -> Result<(), EditError> {
        let list = self.call_attributes(call, slot)?;
        let list = self.module.with_attribute(list, slot, attribute);
        self.set_call_attributes(call, Some(list))
    }

    /// Takes attributes of a call away, of itself, an argument or what it gives.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, it is no call, or does not have the argument.
    pub fn remove_call_attributes(
        &mut self,
        call: InstructionId,
        slot: Slot,
        is_removed: impl Fn(&Attribute) -> bool,
    ) -> Result<(), EditError> {
        let list = self.call_attributes(call, slot)?;
        let list = self.module.without_attributes(list, slot, is_removed);
        self.set_call_attributes(call, list)
    }

    fn call_attributes(&self, call: InstructionId, slot: Slot) -> Result<Option<AttributeListId>, EditError> {
        self.placed(call)?;
        let Some(Op::Call { attributes, arguments, .. }) = self.op(call) else {
            return Err(EditError::Kind { instruction: call, expected: "a call" });
        };
        let operands = arguments.as_slice(&self.body.lists.values);
        let (arguments, _) = self.body.split_bundles(call, operands);
        if let Slot::Parameter(index) = slot
            && usize::try_from(index).is_ok_and(|index| index >= arguments.len())
        {
            return Err(EditError::NoAttributes { what: "the call has fewer arguments than the index" });
        }
        Ok(attributes.expand())
    }
}
