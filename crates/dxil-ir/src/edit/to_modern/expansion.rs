//! Constant expressions that today's IR has no word for: instructions before what uses them, for a phi at the end of
//! the block that one comes from. While a body is copied, a [`ValueKind::Forward`] with the number of the old constant
//! stands for them. Separate from constants because it adds to bodies.

use hashbrown::HashMap;

use crate::constants::ConstantKind;
use crate::instruction::Index;
use crate::{
    BlockId, Body, CastOp, ConstantId, DebugLocationId, Instruction, InstructionId, Op, Type, TypeId, Value,
    ValueKind, limits,
};

use super::constants::MISSING;
use super::{Conversion, Result, ToModernErrorKind};
use crate::arena::PackedOption;

/// A use of an expression, and where its instructions go.
struct Use {
    user: InstructionId,
    operand: usize,
    constant: ConstantId,
    place: Place,
}

/// Where instructions go.
#[derive(Clone, Copy)]
struct Place {
    block: BlockId,
    /// For a phi, where what another use made may not have been computed.
    is_end: bool,
    before: InstructionId,
    location: PackedOption<DebugLocationId>,
}

/// What was made in a body.
#[derive(Default)]
struct Made {
    known: HashMap<(BlockId, bool, ConstantId), Value>,
    before: HashMap<InstructionId, Vec<InstructionId>>,
}

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
impl Conversion<'_> {
    /// A constant that is one today.
    pub(super) fn plain_constant(&mut self, id: ConstantId) -> Result<Value> {
        let value = self.constant(id)?;
        if matches!(value.kind(), ValueKind::Forward(_)) { Err(self.no_expression(id)) } else { Ok(value) }
    }

    /// Whether a value is a constant that is none today.
    pub(super) fn is_expression(&mut self, value: Value) -> Result<bool> {
        let ValueKind::Constant(id) = value.kind() else { return Ok(false) };
        Ok(matches!(self.constant(id)?.kind(), ValueKind::Forward(_)))
    }

    /// Why a constant cannot be one: the first expression in it that is no more.
    fn no_expression(&self, mut id: ConstantId) -> ToModernErrorKind {
        while let Some(constant) = self.from.constants.get(id) {
            let inner = constant.kind.operands().iter().find_map(|operand| self.expression(*operand));
            let Some(inner) = inner else {
                return ToModernErrorKind::Expression { word: constant.kind.word().name };
            };
            id = inner;
        }
        MISSING
    }

    /// The old constant that an old value is, if it becomes instructions.
    fn expression(&self, operand: Value) -> Option<ConstantId> {
        let ValueKind::Constant(id) = operand.kind() else { return None };
        let ValueKind::Forward(_) = self.constants[id].expand()?.kind() else { return None };
        Some(id)
    }

    /// Makes instructions of the expressions that a copied body uses.
    pub(super) fn expand(&mut self, body: &mut Body) -> Result<()> {
        let uses = if self.has_expressions { self.uses(body)? } else { Vec::new() };
        if uses.is_empty() {
            return Ok(());
        }
        let mut made = Made::default();
        for Use { user, operand, constant, place } in uses {
            let value = self.expanded(body, constant, place, &mut made)?;
            let instruction = body.instructions.get_mut(user);
            if let Some(slot) = instruction.and_then(|user| user.op.operand_mut(&mut body.lists, operand)) {
                *slot = value;
            }
        }
        body.put_before(made.before);
        Ok(())
    }

    /// The uses of expressions, in order.
    fn uses(&self, body: &Body) -> Result<Vec<Use>> {
        let of = |value: Value| {
            let ValueKind::Forward(index) = value.kind() else { return None };
            Some(ConstantId::from_u32(index))
        };
        if let Some(constant) = body.local_metadata.iter().find_map(|value| of(*value)) {
            return Err(self.no_expression(constant));
        }
        let mut uses = Vec::new();
        for (block, user, instruction) in body.in_order() {
            let mut constants = Vec::new();
            let mut operand = 0;
            instruction.op.each_operand(&body.lists, |value| {
                constants.extend(of(value).map(|constant| (operand, constant)));
                operand += 1;
            });
            for (operand, constant) in constants {
                let place = self.place_of(body, block, user, operand);
                uses.push(Use {
                    user,
                    operand,
                    constant,
                    place: place?.ok_or_else(|| self.no_expression(constant))?,
                });
            }
        }
        Ok(uses)
    }

    /// Where the instructions of an operand go; `None` where it has to be a constant.
    fn place_of(
        &self,
        body: &Body,
        block: BlockId,
        user: InstructionId,
        operand: usize,
    ) -> Result<Option<Place>> {
        let missing = |what| ToModernErrorKind::Missing { what };
        let instruction = body.instructions.get(user).ok_or(missing("an instruction"))?;
        if let Op::Phi(_, blocks) = &instruction.op {
            let block = blocks.as_slice(&body.lists.blocks).get(operand).copied();
            let block = block.ok_or(missing("a block of a phi"))?;
            let before = *body.instructions_of(block).last().ok_or(missing("the end of a block"))?;
            return Ok(Some(Place { block, is_end: true, before, location: None.into() }));
        }
        let is_constant = matches!(&instruction.op, Op::Switch { .. } if operand > 0)
            || matches!(&instruction.op, Op::ShuffleVector(_) if operand == 2);
        let location = instruction.location;
        Ok((!is_constant).then_some(Place { block, is_end: false, before: user, location }))
    }

    /// The value of an expression at a place.
    fn expanded(
        &mut self,
        body: &mut Body,
        root: ConstantId,
        place: Place,
        made: &mut Made,
    ) -> Result<Value> {
        let key = |id| (place.block, place.is_end, id);
        let mut stack = vec![root];
        while let Some(id) = stack.last().copied() {
            if made.known.contains_key(&key(id)) {
                stack.pop();
                continue;
            }
            let constant = self.from.constants.get(id).ok_or(MISSING)?;
            let operands = constant.kind.operands().iter().filter_map(|operand| self.expression(*operand));
            let len = stack.len();
            stack.extend(operands.filter(|operand| !made.known.contains_key(&key(*operand))));
            if stack.len() > len {
                continue;
            }
            let value = self.instruction_for(body, id, place, made)?;
            made.known.insert(key(id), value);
        }
        made.known.get(&key(root)).copied().ok_or(MISSING)
    }

    /// The instruction that computes an expression whose operands are there.
    fn instruction_for(
        &mut self,
        body: &mut Body,
        id: ConstantId,
        place: Place,
        made: &mut Made,
    ) -> Result<Value> {
        let constant = self.from.constants.get(id).ok_or(MISSING)?;
        let ty = self.ty(constant.ty)?;
        let mut kind = constant.kind.clone();
        for operand in kind.operands_mut() {
            if let ValueKind::Constant(id) = operand.kind() {
                let known = made.known.get(&(place.block, place.is_end, id)).copied();
                *operand = known.or(self.constants[id].expand()).ok_or(MISSING)?;
            }
        }
        let mut flags = crate::Flags::default();
        let op = match kind {
            ConstantKind::Binary { op, flags: assumed, operands } => {
                flags = assumed;
                Op::Binary { op, operands }
            }
            ConstantKind::Cast(CastOp::Bitcast, operand) if self.type_in(body, operand) == Some(ty) => {
                return Ok(operand);
            }
            ConstantKind::Cast(op, operand) => Op::Cast(op, operand),
            ConstantKind::ElementPointer { flags: assumed, source, operands, .. } => {
                flags = assumed;
                Op::ElementPointer {
                    source: self.ty(source)?,
                    operands: body.lists.values.list_of(&operands),
                }
            }
            ConstantKind::Select(operands) => Op::Select(operands),
            ConstantKind::ExtractElement(operands) => Op::ExtractElement(operands),
            ConstantKind::InsertElement(operands) => Op::InsertElement(operands),
            ConstantKind::ShuffleVector([.., mask]) if !matches!(mask.kind(), ValueKind::Constant(_)) => {
                return Err(self.no_expression(id));
            }
            ConstantKind::ShuffleVector(operands) => Op::ShuffleVector(operands),
            ConstantKind::Compare(predicate, operands) => Op::Compare { predicate, operands },
            ConstantKind::Aggregate(elements) => return self.aggregate(body, ty, &elements, place, made),
            ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Poison
            | ConstantKind::Integer(_)
            | ConstantKind::Wide(_)
            | ConstantKind::Float(_)
            | ConstantKind::Bytes(_)
            | ConstantKind::Data(_)
            | ConstantKind::BlockAddress(..)
            | ConstantKind::InlineAssembly { .. } => return Err(MISSING),
        };
        self.placed(body, Instruction { flags, ..Instruction::new(op, ty) }, place, made)
    }

    /// A structure, an array or a vector, put together.
    fn aggregate(
        &mut self,
        body: &mut Body,
        ty: TypeId,
        elements: &[Value],
        place: Place,
        made: &mut Made,
    ) -> Result<Value> {
        let is_vector = matches!(self.into.types.get(ty), Some(Type::Vector(..)));
        let i32 = self.into.types.int(32);
        let mut whole = self.into.constant(ty, ConstantKind::Poison);
        for (index, element) in (0_u32..).zip(elements) {
            let op = if is_vector {
                Op::InsertElement([whole, *element, self.into.int(i32, index.into())])
            } else {
                Op::InsertValue([whole, *element], body.lists.indices.list([Index(index)]))
            };
            whole = self.placed(body, Instruction::new(op, ty), place, made)?;
        }
        Ok(whole)
    }

    fn placed(
        &mut self,
        body: &mut Body,
        instruction: Instruction,
        place: Place,
        made: &mut Made,
    ) -> Result<Value> {
        self.expanded += 1;
        if self.expanded > limits::EXPANDED {
            return Err(ToModernErrorKind::Expanded);
        }
        let id = body.instructions.push(Instruction { location: place.location, ..instruction });
        made.before.entry(place.before).or_default().push(id);
        Ok(id.into())
    }

    /// The type of a value that is no argument.
    fn type_in(&self, body: &Body, value: Value) -> Option<TypeId> {
        let ValueKind::Instruction(id) = value.kind() else { return self.into.type_of(None, value) };
        body.instructions.get(id).map(|instruction| instruction.ty)
    }
}
