//! Who refers to what: from a variable or a function to the functions whose code names it, through constants and what
//! variables hold at first. Separate from [`Uses`](dxil_ir::uses::Uses), which looks at one body.

use hashbrown::{HashMap, HashSet};

use dxil_ir::arena::IdSet;

use super::{DeriveErrorKind, error};
use crate::Result;
use crate::limits::{REFERENCE_VISITS, REFERENCES_FREE};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{GlobalId, Module, SymbolReferences, Value, ValueKind};

/// Who names a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum User {
    /// A constant or a global that consists of it.
    Value(Value),
    /// The code of a function.
    Code(GlobalId),
}

/// The references of a module, backwards.
pub struct References {
    users: HashMap<Value, Vec<User>>,
    /// How many steps may still be made, and how many there were.
    steps: (usize, usize),
}

impl References {
    /// Those of a module, whose functions name these values.
    pub fn of(module: &Module, mentions: &SymbolReferences) -> Self {
        let mut users = HashMap::<Value, Vec<User>>::new();
        let mut count = 0;
        // The constants that may have a global in them.
        let mut composed = IdSet::new();
        for (id, constant) in module.constants.iter() {
            if !constant.kind.operands().is_empty() {
                composed.insert(id);
            }
        }
        let mut add = |value: Value, user| {
            let may_refer = match value.kind() {
                ValueKind::Global(_) => true,
                ValueKind::Constant(id) => composed.contains(id),
                _ => false,
            };
            if !may_refer {
                return;
            }
            let users = users.entry(value).or_default();
            // All that one user does comes in a row.
            if users.last() != Some(&user) {
                users.push(user);
                count += 1;
            }
        };
        for (id, constant) in module.constants.iter() {
            constant.kind.operands().iter().for_each(|operand| add(*operand, User::Value(id.into())));
        }
        for (id, global) in module.globals.iter() {
            let user = User::Value(id.into());
            match &global.kind {
                GlobalKind::Variable(variable) => {
                    variable.initializer.into_iter().for_each(|it| add(it, user))
                }
                GlobalKind::Alias(alias) => add(alias.aliasee, user),
                GlobalKind::Function(function) => {
                    let parts = [function.prologue, function.prefix, function.personality];
                    parts.into_iter().flatten().for_each(|it| add(it, user));
                }
            }
        }
        for (id, _, _) in module.bodies() {
            mentions.by(id).iter().for_each(|mention| add(mention.value, User::Code(id)));
        }
        let limit = REFERENCES_FREE.saturating_add(REFERENCE_VISITS.saturating_mul(count));
        Self { users, steps: (limit, limit) }
    }

    /// The functions whose code names a global.
    ///
    /// # Errors
    ///
    /// `derive.sharing`: constants share so much that finding them takes too long.
    pub fn to(&mut self, global: GlobalId) -> Result<Vec<GlobalId>> {
        self.reach(global, false)
    }

    /// The functions whose code names a global, those whose code names them, and so on.
    ///
    /// # Errors
    ///
    /// As [`to`](Self::to).
    pub fn reaching(&mut self, global: GlobalId) -> Result<Vec<GlobalId>> {
        self.reach(global, true)
    }

    fn reach(&mut self, global: GlobalId, goes_on: bool) -> Result<Vec<GlobalId>> {
        let (mut found, mut functions) = (Vec::new(), HashSet::new());
        let mut seen = HashSet::<Value>::from_iter([Value::from(global)]);
        let mut left = vec![Value::from(global)];
        while let Some(value) = left.pop() {
            let users = self.users.get(&value).map_or(&[][..], Vec::as_slice);
            let (steps, limit) = self.steps;
            let Some(steps) = steps.checked_sub(users.len()) else {
                return Err(error(DeriveErrorKind::Sharing { limit }));
            };
            self.steps.0 = steps;
            for user in users {
                match *user {
                    User::Value(user) if seen.insert(user) => left.push(user),
                    User::Code(function) if functions.insert(function) => {
                        found.push(function);
                        if goes_on && seen.insert(function.into()) {
                            left.push(function.into());
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(found)
    }
}
