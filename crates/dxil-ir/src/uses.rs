//! Who uses what: an index of a body that is made once, for those that read it; whoever changes it has the index of the
//! [`Editor`](crate::edit::Editor). Separate from the body, because most of those that read a program never ask.

use std::collections::{BTreeSet, HashMap};

use super::edit::EditError;
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
/// use dxil_ir::uses::Uses;
/// # let module = dxil_ir::Module::dxil();
/// for (_, _, body) in module.bodies() {
///     let uses = Uses::of(body);
///     let unused = body.in_order().filter(|(_, id, _)| !uses.has((*id).into()));
///     println!("{} instructions without a use", unused.count());
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Uses {
    uses: BTreeSet<(Value, Use)>,
}

impl Uses {
    /// The uses in a body.
    pub fn of(body: &Body) -> Self {
        let mut uses = Self::default();
        for (_, id, _) in body.in_order() {
            each_use(body, id, |value, at| _ = uses.uses.insert((value, at)));
        }
        uses
    }

    /// All uses of a value, by the instructions' ids.
    pub fn get(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        let first = Use { instruction: InstructionId::from_u32(0), operand: 0 };
        let uses = self.uses.range((value, first)..);
        uses.take_while(move |(of, _)| *of == value).map(|(_, at)| *at)
    }

    /// Whether a value is used at all.
    pub fn has(&self, value: Value) -> bool {
        self.get(value).next().is_some()
    }
}

fn each_use(body: &Body, instruction: InstructionId, mut visit: impl FnMut(Value, Use)) {
    let Some(data) = body.instructions.get(instruction) else { return };
    let mut operand = 0;
    data.op.each_operand(&body.lists, |value| {
        visit(value, Use { instruction, operand });
        operand += 1;
    });
}

impl Module {
    /// Puts `new` in the place of `old`, constants or globals, wherever the module refers to it: in bodies, in
    /// constants that consist of others, in globals and in metadata. Says how many places that were. Metadata that is
    /// the same then stays in as many pieces, which LLVM reads as one.
    ///
    /// # Errors
    ///
    /// The module does not have one of them, they are of different types, or `old` is a function and the address of one
    /// of its blocks is a constant: another function does not have the block.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) -> Result<usize, EditError> {
        let missing = |what| EditError::NoSuchValue { what };
        let ty = self.type_of(None, old).ok_or(missing("the replaced value"))?;
        if self.type_of(None, new).ok_or(missing("the replacement value"))? != ty {
            return Err(EditError::Type { what: "the replacement value" });
        }
        if old == new {
            return Ok(0);
        }
        if let Some(block) = self.constants.addressed_block(old) {
            return Err(EditError::AddressTaken { block });
        }
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
            if let Some(body) = global.body_mut() {
                body.each_value_mut(&mut changed_in);
            }
        }
        self.metadata.each_value_mut(changed_in);
        if let Some(encoding) = self.encoding.as_mut().filter(|_| count > 0) {
            // What was used in an order is used otherwise.
            encoding.use_lists.clear();
            encoding.functions.values_mut().for_each(|function| function.use_lists.clear());
        }
        Ok(count)
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
