//! Calls of intrinsics that are others today, and what debug information says in calls, which is records today.
//!
//! Source: LLVM 22's AutoUpgrade.cpp.

use az::SaturatingAs as _;
use hashbrown::HashSet;

use crate::constants::ConstantKind;
use crate::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use crate::generated::bitcode::metadata as code;
use crate::instruction::TailCall;
use crate::metadata::Metadata;
use crate::{Body, CastOp, GlobalId, InstructionId, MetadataId, Op, TypeId, Value, ValueKind};

use super::recall::{Calls, Recall, Recalls};
use super::{Conversion, Result, ToModernErrorKind};
use crate::edit::expressions;

/// What becomes of a call.
enum Fate {
    Stays,
    Goes,
    Record(DebugRecord),
}

impl Conversion<'_> {
    /// Makes calls of old intrinsics those of today's.
    pub(super) fn recall(&mut self, body: &mut Body, function_type: TypeId, recalls: &Recalls) -> Result<()> {
        let calls = body.in_order().filter_map(|(_, id, instruction)| {
            let Op::Call { callee, function_type, .. } = &instruction.op else { return None };
            let ValueKind::Global(callee) = callee.kind() else { return None };
            recalls.get(&callee).map(|recall| (id, callee, *recall, *function_type))
        });
        let calls: Vec<_> = calls.collect();
        if calls.is_empty() {
            return Ok(());
        }
        let changed = calls.iter().filter(|(_, _, recall, _)| recall.calls != Calls::Kept);
        let changed: HashSet<_> = changed.map(|(id, ..)| *id).collect();
        // What is another call says nothing of what that one said.
        body.attachments.retain(|(id, ..)| !changed.contains(id));
        let mut gone = HashSet::new();
        for (id, old, recall, called_type) in calls {
            if called_type != recall.old_type {
                return Err(self.intrinsic(old, "is called with another function type than its declaration"));
            }
            let fate = if recall.calls.is_of_debug_information() {
                self.record(body, function_type, id, old, recall.calls)?
            } else {
                self.call_today(body, id, recall)
            };
            match fate {
                Fate::Stays => continue,
                Fate::Goes => {}
                Fate::Record(record) => body.debug_records.add(id, [record]),
            }
            gone.insert(id);
        }
        if !gone.is_empty() {
            body.erase(|id| gone.contains(&id));
            forget_local_metadata(body);
        }
        Ok(())
    }

    fn intrinsic(&self, id: GlobalId, what: &'static str) -> ToModernErrorKind {
        let name = self.from.globals.get(id).map(|global| global.name.clone());
        ToModernErrorKind::Intrinsic { name: name.unwrap_or_default(), what }
    }

    fn call_today(&mut self, body: &mut Body, id: InstructionId, recall: Recall) -> Fate {
        let new_type = self.into.globals.get(recall.callee).map(|global| global.value_type);
        let Some(Op::Call { arguments, attributes, .. }) = body.instructions.get(id).map(|call| &call.op)
        else {
            return Fate::Stays;
        };
        let mut new_arguments = arguments.as_slice(&body.lists.values).to_vec();
        let mut new_attributes = attributes.expand();
        match recall.calls {
            Calls::Kept | Calls::Value | Calls::Declare => {}
            Calls::WithoutSize => {
                let Some(variable) =
                    new_arguments.get(1).and_then(|pointer| self.variable_of(body, *pointer))
                else {
                    return Fate::Goes;
                };
                (new_arguments, new_attributes) = (vec![variable], None);
            }
            Calls::WithFlags(count) => {
                let flag = self.into.types.int(1);
                let unset = self.into.int(flag, 0);
                new_arguments.extend(std::iter::repeat_n(unset, count));
                new_attributes = None;
            }
            Calls::WithoutAlignment(pointers) => {
                let alignment = new_arguments.get(3).and_then(|value| self.into.integer(*value));
                if new_arguments.len() > 3 {
                    new_arguments.remove(3);
                }
                let alignment = alignment.filter(|alignment| alignment.is_power_of_two());
                new_attributes = self.into.alignment_of_pointers(new_attributes, pointers, alignment);
            }
        }
        let new_arguments = body.lists.values.list_of(&new_arguments);
        if let Some(Op::Call { callee, function_type, arguments, attributes, tail, .. }) =
            body.instructions.get_mut(id).map(|call| &mut call.op)
        {
            *callee = recall.callee.into();
            *function_type = new_type.unwrap_or(*function_type);
            (*arguments, *attributes) = (new_arguments, new_attributes.into());
            if recall.calls != Calls::Kept {
                *tail = TailCall::No;
            }
        }
        Fate::Stays
    }

    /// The variable of a function that a pointer is the address of, with nothing that leads elsewhere between.
    fn variable_of(&self, body: &Body, pointer: Value) -> Option<Value> {
        let mut value = pointer;
        // One in a circle is of a block that nothing leads to.
        for _ in 0..=body.instructions.len() {
            let ValueKind::Instruction(id) = value.kind() else { return None };
            let op = &body.instructions.get(id)?.op;
            if let Op::Alloca { .. } = op {
                return Some(value);
            } else if let Op::Cast(CastOp::Bitcast, operand) = op {
                value = *operand;
            } else if let Op::ElementPointer { operands, .. } = op {
                let (base, indices) = operands.as_slice(&body.lists.values).split_first()?;
                if !indices.iter().all(|index| self.into.integer(*index) == Some(0)) {
                    return None;
                }
                value = *base;
            } else {
                return None;
            }
        }
        None
    }

    /// What a call says of a variable of the source.
    fn record(
        &mut self,
        body: &Body,
        function_type: TypeId,
        id: InstructionId,
        callee: GlobalId,
        calls: Calls,
    ) -> Result<Fate> {
        let malformed = || self.intrinsic(callee, "is called with arguments that do not describe a variable");
        let call = body.instructions.get(id).ok_or_else(malformed)?;
        let Op::Call { arguments, .. } = &call.op else { return Ok(Fate::Stays) };
        let (place, variable, expression) = match (calls, arguments.as_slice(&body.lists.values)) {
            (Calls::Declare, [place, variable, expression]) => (*place, *variable, *expression),
            (_, [place, offset, variable, expression]) => {
                // Today a variable is not found elsewhere than where the expression says.
                if self.into.integer(*offset) != Some(0) {
                    return Ok(Fate::Goes);
                }
                (*place, *variable, *expression)
            }
            _ => return Err(malformed()),
        };
        let variable = self.node(variable, code::LOCAL_VAR).ok_or_else(malformed)?;
        let mut expression = self.node(expression, code::EXPRESSION).ok_or_else(malformed)?;
        let value = self.place(body, function_type, place).ok_or_else(malformed)?;
        let location = call.location.expand();
        let location = location.ok_or_else(|| self.intrinsic(callee, "has no debug location"))?;
        let is_argument =
            matches!(&value, DebugValue::Value(value) if matches!(value.kind(), ValueKind::Argument(_)));
        if calls == Calls::Declare && is_argument {
            expression = self.of_address(expression)?;
        }
        let variable = DebugVariable { value, variable, expression };
        let kind = match calls == Calls::Declare {
            true => DebugRecordKind::Declare(variable),
            false => DebugRecordKind::Value(variable),
        };
        Ok(Fate::Record(DebugRecord { kind, location }))
    }

    /// The node of a kind that a value is.
    fn node(&self, value: Value, wanted: u32) -> Option<MetadataId> {
        let ValueKind::Metadata(id) = value.kind() else { return None };
        let row = self.into.metadata.get(id)?.row()?;
        (row.code == wanted).then_some(id)
    }

    fn place(&self, body: &Body, function_type: TypeId, place: Value) -> Option<DebugValue> {
        let value = if let ValueKind::LocalMetadata(index) = place.kind() {
            *body.local_metadata.get(usize::try_from(index).ok()?)?
        } else {
            let ValueKind::Metadata(id) = place.kind() else { return None };
            match self.into.metadata.get(id)? {
                Metadata::Value(_, value) => value,
                Metadata::Tuple { .. } => return Some(DebugValue::Node(id)),
                Metadata::String(_) | Metadata::Node { .. } => return None,
            }
        };
        let ty = self.into.type_of(Some((body, function_type)), value)?;
        let is_gone = matches!(value.kind(), ValueKind::Constant(id)
            if self.into.constants.get(id).is_some_and(|constant| constant.kind == ConstantKind::Poison));
        Some(if is_gone { DebugValue::Gone(ty) } else { DebugValue::Value(value) })
    }

    /// An expression of an address that a parameter is: it was said to be read, which is what declaring means.
    fn of_address(&mut self, expression: MetadataId) -> Result<MetadataId> {
        let Some(Metadata::Node { fields, .. }) = self.into.metadata.get(expression) else {
            return Ok(expression);
        };
        match expressions::without_deref(self.into.metadata.numbers(fields)).map(<[u64]>::to_vec) {
            Some(rest) => self.new_node("DIExpression", &rest),
            None => Ok(expression),
        }
    }
}

/// Leaves out values that were metadata for calls that are gone.
fn forget_local_metadata(body: &mut Body) {
    let mut old = std::mem::take(&mut body.local_metadata);
    let mut new_of = vec![None; old.len()];
    let mut kept = Vec::new();
    for instruction in body.instructions.values_mut() {
        instruction.op.map_operands(&mut body.lists, |value| {
            let ValueKind::LocalMetadata(index) = value.kind() else { return value };
            let place = index as usize;
            let (Some(new), Some(of)) = (new_of.get_mut(place), old.get_mut(place)) else { return value };
            let new = *new.get_or_insert_with(|| {
                kept.push(*of);
                (kept.len() - 1).saturating_as::<u32>()
            });
            Value::new(ValueKind::LocalMetadata(new))
        });
    }
    body.local_metadata = kept;
}
