//! Constants: what nothing is known of is undefined, and addresses are of what they point to.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is the same in both dialects")]

use crate::constants::ConstantKind;
use crate::flags::Flags;
use crate::{CastOp, Dialect, Type, TypeId, Value, ValueKind};

use super::conversion::Conversion;
use super::error::{Result, missing, word};

/// How deep members are looked for.
const FIRST_MEMBERS: usize = 16;

impl Conversion<'_> {
    /// What a constant or a global became.
    pub(super) fn value(&mut self, value: Value) -> Result<Value> {
        let ValueKind::Constant(_) = value.kind() else { return Ok(value) };
        // Constants are made of others that were there before, however deep.
        let mut stack = vec![value];
        while let Some(at) = stack.last().copied() {
            if self.constants.contains_key(&at) {
                stack.pop();
                continue;
            }
            let ValueKind::Constant(id) = at.kind() else {
                stack.pop();
                continue;
            };
            let constant = self.module.constants.get(id).ok_or(missing("a constant"))?;
            let waiting = constant.kind.operands().iter().copied().filter(|operand| {
                matches!(operand.kind(), ValueKind::Constant(_)) && !self.constants.contains_key(operand)
            });
            let waiting: Vec<Value> = waiting.collect();
            if waiting.is_empty() {
                stack.pop();
                let new = self.constant(at)?;
                self.constants.insert(at, new);
            } else {
                stack.extend(waiting);
            }
        }
        self.constants.get(&value).copied().ok_or(missing("a constant"))
    }

    /// The same as a value of a type that differs in what it points to alone.
    pub(super) fn value_as(&mut self, value: Value, ty: TypeId) -> Result<Value> {
        let value = self.value(value)?;
        Ok(self.constant_as(value, ty))
    }

    pub(super) fn constant_as(&mut self, value: Value, ty: TypeId) -> Value {
        if self.type_of(value) == Some(ty) || !self.is_pointer(ty) {
            return value;
        }
        let kind = match value.kind() {
            ValueKind::Constant(id) => self.module.constants.get(id).map(|constant| constant.kind.clone()),
            _ => None,
        };
        match kind {
            Some(kind @ (ConstantKind::Null | ConstantKind::Undef)) => self.module.constant(ty, kind),
            _ => match self.first_member(self.type_of(value), ty) {
                Some((source, depth)) => {
                    let operands = [value].into_iter().chain(self.zeros(depth)).collect();
                    let flags = Flags::INBOUNDS;
                    let kind = ConstantKind::ElementPointer { flags, in_range: None, source, operands };
                    self.module.constant(ty, kind)
                }
                None => self.module.constant(ty, ConstantKind::Cast(CastOp::Bitcast, value)),
            },
        }
    }

    /// How what a pointer points to begins with what another points to: the type, and how many indices lead there.
    pub(super) fn first_member(&self, from: Option<TypeId>, to: TypeId) -> Option<(TypeId, usize)> {
        let types = &self.module.types;
        if types.address_space(from?) != types.address_space(to) {
            return None;
        }
        let (source, wanted) = (types.pointee(from?)?, types.pointee(to)?);
        let mut at = source;
        for depth in 1..=FIRST_MEMBERS {
            at = match types.get(at)? {
                Type::Array(_, 0) => return None,
                Type::Array(element, _) => *element,
                _ => *types.members(at)?.first()?,
            };
            if at == wanted {
                return Some((source, depth));
            }
        }
        None
    }

    /// Indices that lead so deep into what a pointer points to.
    pub(super) fn zeros(&mut self, depth: usize) -> Vec<Value> {
        let i32 = self.module.types.int(32);
        vec![self.module.int(i32, 0); depth + 1]
    }

    fn constant(&mut self, value: Value) -> Result<Value> {
        let ValueKind::Constant(id) = value.kind() else { return Ok(value) };
        let constant = self.module.constants.get(id).cloned().ok_or(missing("a constant"))?;
        let mut ty = self.ty(constant.ty);
        let mut kind = constant.kind;
        if kind == ConstantKind::Poison {
            kind = ConstantKind::Undef;
        }
        if matches!(self.module.types.get(ty), Some(Type::Target(_))) {
            return Err(word("target types"));
        }
        if !kind.word().dialects.has(Dialect::Dxil37) {
            return Err(word(kind.word().name));
        }
        for operand in kind.operands_mut() {
            if let Some(new) = self.constants.get(operand) {
                *operand = *new;
            }
        }
        match &mut kind {
            ConstantKind::Aggregate(elements) => {
                let types: Vec<Option<TypeId>> = (0..)
                    .zip(elements.iter())
                    .map(|(index, _)| self.module.types.element(ty, index))
                    .collect();
                for (element, ty) in elements.iter_mut().zip(types) {
                    if let Some(ty) = ty {
                        *element = self.constant_as(*element, ty);
                    }
                }
                // A vector or array of nothing known is so as a whole.
                let undefined = |element: &Value| match element.kind() {
                    ValueKind::Constant(id) => {
                        self.module.constants.get(id).is_some_and(|known| known.kind == ConstantKind::Undef)
                    }
                    _ => false,
                };
                if !elements.is_empty() && elements.iter().all(undefined) {
                    kind = ConstantKind::Undef;
                }
            }
            ConstantKind::ElementPointer { source, operands, in_range, flags } => {
                *source = self.ty(*source);
                *in_range = None;
                *flags = *flags & crate::Flags::INBOUNDS;
                if let &[base, bytes] = &operands[..]
                    && self.module.types.get(*source) == Some(&Type::Integer(8))
                    && let Some(whole) = self.type_of(base).and_then(|ty| self.module.types.pointee(ty))
                    && let Some(bytes) = self.module.integer(bytes)
                    && let Some((path, _)) = self.member_at(whole, bytes)
                {
                    *source = whole;
                    *operands = [base].into_iter().chain(self.indices(&path)).collect();
                }
                let Some((base, indices)) = operands.split_first_mut() else {
                    return Err(missing("an address"));
                };
                let space =
                    self.type_of(*base).and_then(|ty| self.module.types.address_space(ty)).unwrap_or(0);
                let wanted = self.module.types.pointer(*source, space);
                *base = self.constant_as(*base, wanted);
                let pointee = self.pointed_into(*source, indices.get(1..).unwrap_or_default());
                ty = self.module.types.pointer(pointee.ok_or(missing("a member"))?, space);
            }
            ConstantKind::Cast(CastOp::AddrSpaceCast, operand) => {
                let space = self.module.types.address_space(ty).unwrap_or(0);
                let pointee = self.type_of(*operand).and_then(|ty| self.module.types.pointee(ty));
                if let Some(pointee) = pointee {
                    ty = self.module.types.pointer(pointee, space);
                }
            }
            ConstantKind::Compare(_, [first, second]) => {
                if let Some(of_first) = self.type_of(*first) {
                    *second = self.constant_as(*second, of_first);
                }
            }
            _ => {}
        }
        Ok(self.module.constant(ty, kind))
    }

    /// The type that indices behind the first one lead to.
    pub(super) fn pointed_into(&self, source: TypeId, indices: &[Value]) -> Option<TypeId> {
        let mut ty = source;
        for index in indices {
            ty = match self.module.types.get(ty)? {
                Type::Array(element, _) | Type::Vector(element, _) => *element,
                _ => self.module.types.element(ty, self.module.integer(*index)?)?,
            };
        }
        Some(ty)
    }
}
