//! Constants: casts of pointers to pointers say nothing any more, and expressions are what LLVM computes of them.

use crate::arena::{Id as _, IdSet};
use crate::constants::ConstantKind;
use crate::{BlockId, CastOp, ConstantId, Dialect, Type, TypeId, Value, ValueKind};

use super::{Conversion, Result, ToModernErrorKind};

pub(super) const MISSING: ToModernErrorKind = ToModernErrorKind::Missing { what: "a constant" };

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
impl Conversion<'_> {
    /// What a constant became.
    #[inline]
    pub(super) fn constant(&mut self, id: ConstantId) -> Result<Value> {
        match self.constants.get(id).and_then(|known| known.expand()) {
            Some(known) => Ok(known),
            None => self.constant_with_parts(id),
        }
    }

    fn constant_with_parts(&mut self, id: ConstantId) -> Result<Value> {
        let mut is_met = IdSet::new();
        let mut stack = Vec::new();
        let mut next = Some(id);
        loop {
            if let Some(id) = next.take().filter(|id| self.constants[*id].is_none() && is_met.insert(*id)) {
                // What is not there has no place that could be kept for it.
                self.from.constants.get(id).ok_or(MISSING)?;
                stack.push((id, 0));
            }
            let Some((id, index)) = stack.last_mut() else { break };
            let id = *id;
            let operands = self.from.constants.get(id).map_or(&[][..], |constant| constant.kind.operands());
            let operand = operands.get(*index);
            *index += 1;
            match operand.map(|operand| operand.kind()) {
                Some(ValueKind::Constant(operand)) => next = Some(operand),
                Some(_) => {}
                None => {
                    stack.pop();
                    self.constants[id] = self.new_constant(id)?.into();
                }
            }
        }
        self.constants[id].expand().ok_or(MISSING)
    }

    /// What a constant becomes whose operands are known.
    fn new_constant(&mut self, id: ConstantId) -> Result<Value> {
        let constant = self.from.constants.get(id).ok_or(MISSING)?;
        let ty = self.ty(constant.ty)?;
        let mut kind = constant.kind.clone();
        // An expression that is no more becomes instructions where it is used, and so does what has one in it.
        let mut is_expanded = !kind.word().dialects.has(Dialect::Modern)
            || kind.is_float_arithmetic(&self.from.types, constant.ty);
        for operand in kind.operands_mut() {
            *operand = match operand.kind() {
                ValueKind::Constant(id) => self.constants[id].expand().ok_or(MISSING)?,
                ValueKind::Global(id) if self.from.globals.has(id) => *operand,
                ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => return Err(MISSING),
            };
            is_expanded |= matches!(operand.kind(), ValueKind::Forward(_));
        }
        if is_expanded {
            self.has_expressions = true;
            return Ok(Value::new(ValueKind::Forward(id.as_u32())));
        }
        if let ConstantKind::Cast(CastOp::Bitcast, operand) = &kind
            && self.into.type_of(None, *operand) == Some(ty)
        {
            return Ok(*operand);
        }
        if let ConstantKind::BlockAddress(function, block) = &mut kind {
            // Blocks are copied in their order.
            *block = self.from.block_place(*function, *block).map(BlockId::new).ok_or(MISSING)?;
        } else if let ConstantKind::ShuffleVector([.., mask]) = &mut kind {
            *mask = self.mask(*mask);
        } else if let ConstantKind::ElementPointer { source, .. } = &mut kind {
            *source = self.ty(*source)?;
        }
        let computed = self.into.computed(ty, &kind);
        Ok(computed.unwrap_or_else(|| self.into.constant(ty, kind)))
    }

    /// A mask of `shufflevector`: what it says nothing about is `poison`, not `undef`.
    pub(super) fn mask(&mut self, mask: Value) -> Value {
        let ValueKind::Constant(id) = mask.kind() else { return mask };
        let Some(constant) = self.into.constants.get(id).cloned() else { return mask };
        if constant.kind == ConstantKind::Undef {
            return self.into.constant(constant.ty, ConstantKind::Poison);
        }
        let ConstantKind::Aggregate(elements) = constant.kind else { return mask };
        let element_type = self.into.types.scalar(constant.ty);
        let poison = self.into.constant(element_type, ConstantKind::Poison);
        let undef = self.into.undef(element_type);
        let elements: Box<[Value]> =
            elements.iter().map(|element| if *element == undef { poison } else { *element }).collect();
        let all = elements.iter().all(|element| *element == poison);
        let kind = if all { ConstantKind::Poison } else { ConstantKind::Aggregate(elements) };
        self.into.constant(constant.ty, kind)
    }

    /// Whether a type is a pointer, or a vector of pointers.
    pub(super) fn is_address(&self, ty: TypeId) -> bool {
        let types = &self.into.types;
        matches!(types.get(types.scalar(ty)), Some(Type::Pointer(..)))
    }
}
