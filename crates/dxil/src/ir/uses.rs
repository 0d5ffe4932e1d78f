//! Who uses what: an index of a body that is made once and kept right by what goes through it. Separate from the body,
//! because most of those that read a program never ask.

use std::collections::HashMap;

use super::{Body, ConstantId, InstructionId, Module, Value};

/// A use: operand `operand` of an instruction, in LLVM's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Use {
    /// The instruction.
    pub instruction: InstructionId,
    /// Which of its operands.
    pub operand: u32,
}

/// The uses of everything that a body's instructions use.
///
/// ```
/// use dxil::ir::uses::Uses;
/// # let module = dxil::ir::Module::dxil();
/// for (_, _, body) in module.bodies() {
///     let uses = Uses::of(body);
///     let unused = body.in_order().filter(|(_, id, _)| uses.get((*id).into()).is_empty());
///     println!("{} instructions without a use", unused.count());
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Uses {
    uses: HashMap<Value, Vec<Use>>,
}

impl Uses {
    /// The uses in a body. Takes time that grows with the body, once.
    pub fn of(body: &Body) -> Self {
        let mut uses = Self::default();
        for (_, id, _) in body.in_order() {
            uses.add(body, id);
        }
        uses
    }

    /// All uses of a value, in the order of the instructions.
    pub fn get(&self, value: Value) -> &[Use] {
        self.uses.get(&value).map_or(&[], Vec::as_slice)
    }

    /// Takes note of an instruction that is new.
    pub fn add(&mut self, body: &Body, instruction: InstructionId) {
        let Some(data) = body.instructions.get(instruction) else { return };
        let mut operand = 0;
        data.op.each_operand(&body.lists, |value| {
            self.uses.entry(value).or_default().push(Use { instruction, operand });
            operand += 1;
        });
    }

    /// Takes note that an instruction is no more.
    pub fn remove(&mut self, body: &Body, instruction: InstructionId) {
        let Some(data) = body.instructions.get(instruction) else { return };
        data.op.each_operand(&body.lists, |value| {
            if let Some(uses) = self.uses.get_mut(&value) {
                uses.retain(|known| known.instruction != instruction);
            }
        });
    }

    /// Puts `new` in the place of `old` wherever an instruction uses it. Takes time that grows with those uses alone.
    /// Says how many they are.
    pub fn replace_all(&mut self, body: &mut Body, old: Value, new: Value) -> usize {
        if old == new {
            return 0;
        }
        let moved = self.uses.remove(&old).unwrap_or_default();
        let mut last = None;
        for known in &moved {
            // One instruction may use it several times.
            if last.replace(known.instruction) == Some(known.instruction) {
                continue;
            }
            let Body { instructions, lists, .. } = body;
            if let Some(instruction) = instructions.get_mut(known.instruction) {
                instruction.op.map_operands(lists, |value| if value == old { new } else { value });
            }
        }
        let count = moved.len();
        self.uses.entry(new).or_default().extend(moved);
        count
    }
}

impl Module {
    /// Puts `new` in the place of `old`, constants or globals, wherever the module refers to it: in bodies, in
    /// constants that consist of others, in globals and in metadata. Says how many places that were.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) -> usize {
        let changed = self.constants_with(old, new);
        let change = |value: Value| changed.get(&value).copied().unwrap_or(value);
        let mut count = 0;
        let mut changed_in = |value: &mut Value| {
            let new = change(*value);
            count += usize::from(new != *value);
            *value = new;
        };
        for global in self.globals.values_mut() {
            global.each_value_mut(&mut changed_in);
            let Some(body) = global.function_mut().and_then(|function| function.body.as_mut()) else {
                continue;
            };
            body.each_value_mut(&mut changed_in);
        }
        self.metadata.each_value_mut(changed_in);
        count
    }

    /// What takes the place of `old` and of all constants that consist of it; not of `new`, which may consist of it.
    fn constants_with(&mut self, old: Value, new: Value) -> HashMap<Value, Value> {
        let mut users = HashMap::<Value, Vec<ConstantId>>::new();
        for (id, constant) in self.constants.iter().filter(|(id, _)| Value::from(*id) != new) {
            constant.kind.operands().iter().for_each(|operand| users.entry(*operand).or_default().push(id));
        }
        // How many of its operands are yet to be changed, of each constant that consists of `old`.
        let mut waiting = HashMap::<ConstantId, usize>::new();
        let mut reached = vec![old];
        while let Some(value) = reached.pop() {
            for user in users.get(&value).map_or(&[][..], Vec::as_slice) {
                let count = waiting.entry(*user).or_insert(0);
                if *count == 0 {
                    reached.push((*user).into());
                }
                *count += 1;
            }
        }
        let mut changed = HashMap::from([(old, new)]);
        let mut ready = vec![old];
        while let Some(value) = ready.pop() {
            for user in users.get(&value).map_or(&[][..], Vec::as_slice) {
                let Some(count) = waiting.get_mut(user) else { continue };
                *count -= 1;
                if *count > 0 {
                    continue;
                }
                let Some(mut constant) = self.constants.get(*user).cloned() else { continue };
                for operand in constant.kind.operands_mut() {
                    *operand = changed.get(operand).copied().unwrap_or(*operand);
                }
                let replacement = self.constants.intern(constant);
                changed.insert((*user).into(), replacement.into());
                ready.push((*user).into());
            }
        }
        changed
    }
}
