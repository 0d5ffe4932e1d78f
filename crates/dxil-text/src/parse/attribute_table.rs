//! Attribute groups and lists that the parser has read. Separate from their syntax, because the parser's state holds
//! them.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::{AttributeListId, GlobalId};
use hashbrown::HashMap;

/// Attributes that were met before.
#[derive(Default)]
pub(super) struct AttributeTable {
    pub(super) groups: HashMap<u32, Vec<Attribute>>,
    /// Those of heads of functions, whose groups may come later.
    pub(super) pending: Vec<(GlobalId, AttributeSet)>,
    /// Lists of nothing but one group of a function.
    pub(super) lists: HashMap<u32, AttributeListId>,
}

/// The attributes of a function or a call.
#[derive(Default)]
pub(super) struct AttributeSet {
    pub(super) slots: Vec<(Slot, Vec<Attribute>)>,
    /// The groups that it refers to, and where.
    pub(super) groups: Vec<(u32, usize)>,
}

impl AttributeSet {
    pub(super) fn add(&mut self, slot: Slot, attributes: Vec<Attribute>) {
        if attributes.is_empty() {
            return;
        }
        match self.slots.iter_mut().find(|known| known.0 == slot) {
            Some((_, known)) => known.extend(attributes),
            None => self.slots.push((slot, attributes)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty() && self.groups.is_empty()
    }
}
