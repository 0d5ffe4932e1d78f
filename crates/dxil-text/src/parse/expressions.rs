//! Constant expressions. Of LLVM 3.7 they are kept as they are written; of modern texts, what LLVM computes of plain
//! integers, of addresses without a step and of casts to the same type is computed.

use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, CastOp, Type, TypeId, Value, element_pointer_type};

use super::cursor::{Parser, Result};
use super::numbers;
use super::token::{Operation, Token};

impl Parser<'_> {
    /// A constant expression of a type.
    pub(super) fn expression(&mut self, ty: TypeId, operation: Operation) -> Result<Value> {
        let start = self.at.start;
        let (found, value) = self.any_expression(operation)?;
        if found != ty {
            let message = format!("type mismatch: found {}, expected {}", self.shown(found), self.shown(ty));
            return Err(self.fault_from(start, message));
        }
        Ok(value)
    }

    /// A constant expression of any type.
    #[expect(clippy::wildcard_enum_match_arm, reason = "others are not constants")]
    pub(super) fn any_expression(&mut self, operation: Operation) -> Result<(TypeId, Value)> {
        let start = self.at.start;
        if !operation.is_of_constants() {
            return Err(self.expected("a constant"));
        }
        self.bump();
        if self.is_modern() {
            self.has_expression(operation, start)?;
        }
        let (ty, kind) = match operation {
            Operation::Binary(op, is_float) => {
                let flags = self.binary_flags(op, is_float);
                let [first, second] = self.operands()?;
                self.check_arithmetic(op, is_float, first.0, start)?;
                (first.0, ConstantKind::Binary { op, flags, operands: [first.1, second.1] })
            }
            Operation::Cast(op) => {
                self.expect(Token::OpenParen, "`(`")?;
                let (_, value) = self.typed_constant()?;
                self.expect_word("to")?;
                let to = self.value_type()?;
                self.expect(Token::CloseParen, "`)`")?;
                (to, ConstantKind::Cast(op, value))
            }
            Operation::Compare(is_float) => {
                let predicate = self.predicate(is_float)?;
                let [first, second] = self.operands()?;
                (self.truth_like(first.0), ConstantKind::Compare(predicate, [first.1, second.1]))
            }
            Operation::ElementPointer => self.address(start)?,
            Operation::Select => {
                let [condition, first, second] = self.operands()?;
                (first.0, ConstantKind::Select([condition.1, first.1, second.1]))
            }
            Operation::ExtractElement => {
                let [vector, index] = self.operands()?;
                (self.module.types.scalar(vector.0), ConstantKind::ExtractElement([vector.1, index.1]))
            }
            Operation::InsertElement => {
                let [vector, element, index] = self.operands()?;
                (vector.0, ConstantKind::InsertElement([vector.1, element.1, index.1]))
            }
            Operation::ShuffleVector => {
                let [first, second, mask] = self.operands()?;
                let ty = self.shuffled(first.0, mask.0);
                (ty, ConstantKind::ShuffleVector([first.1, second.1, mask.1]))
            }
            _ => return Err(self.fault_from(start, "not a constant expression")),
        };
        let computed = if self.is_modern() { self.module.computed(ty, &kind) } else { None };
        Ok((ty, computed.unwrap_or_else(|| self.module.constant(ty, kind))))
    }

    /// So many constants with their types, in parentheses.
    fn operands<const N: usize>(&mut self) -> Result<[(TypeId, Value); N]> {
        self.expect(Token::OpenParen, "`(`")?;
        let mut operands = Vec::with_capacity(N);
        for index in 0..N {
            if index > 0 {
                self.expect(Token::Comma, "`,`")?;
            }
            operands.push(self.typed_constant()?);
        }
        self.expect(Token::CloseParen, "`)`")?;
        operands.try_into().map_err(|_| self.expected("operands"))
    }

    /// Whether modern LLVM still has constant expressions of an operation.
    #[expect(clippy::wildcard_enum_match_arm, reason = "others are not constants")]
    fn has_expression(&self, operation: Operation, start: usize) -> Result {
        let has = match operation {
            Operation::Binary(op, is_float) => {
                !is_float && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor)
            }
            Operation::Cast(op) => matches!(
                op,
                CastOp::Trunc
                    | CastOp::PtrToInt
                    | CastOp::PtrToAddr
                    | CastOp::IntToPtr
                    | CastOp::Bitcast
                    | CastOp::AddrSpaceCast
            ),
            Operation::ExtractElement
            | Operation::InsertElement
            | Operation::ShuffleVector
            | Operation::ElementPointer => true,
            _ => false,
        };
        match has {
            true => Ok(()),
            false => {
                Err(self.fault_from(start, "modern LLVM IR has no constant expression for this operation"))
            }
        }
    }

    /// `inbounds ([4 x i32], [4 x i32]* @x, i32 0, i32 1)`.
    fn address(&mut self, start: usize) -> Result<(TypeId, ConstantKind)> {
        let mut flags = self.address_flags();
        let mut in_range = None;
        if self.is_modern() && self.eat_word("inrange") {
            in_range = Some(self.in_range()?);
            flags |= self.address_flags();
        }
        self.expect(Token::OpenParen, "`(`")?;
        let source = self.value_type()?;
        self.expect(Token::Comma, "`,` and the base address")?;
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        self.list(Token::CloseParen, "`)`", |parser| {
            let (ty, value) = parser.typed_constant()?;
            types.push(ty);
            operands.push(value);
            Ok(())
        })?;
        let Some(ty) = self.address_type(source, &types, &operands) else {
            return Err(self.bad_indices(start, source));
        };
        Ok((ty, ConstantKind::ElementPointer { flags, in_range, source, operands: operands.into() }))
    }

    /// `(-8, 16)`: the bytes around an address that may be accessed through it.
    fn in_range(&mut self) -> Result<(i64, i64)> {
        self.expect(Token::OpenParen, "`(`")?;
        let start = self.offset()?;
        self.expect(Token::Comma, "`,`")?;
        let end = self.offset()?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok((start, end))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn offset(&mut self) -> Result<i64> {
        let number = match self.at.token {
            Token::Integer => numbers::integer(self.text()).and_then(|number| i64::try_from(number).ok()),
            _ => None,
        };
        let Some(number) = number else { return Err(self.expected("a number of bytes")) };
        self.bump();
        Ok(number)
    }

    /// That indices lead to no member of a type.
    #[cold]
    pub(super) fn bad_indices(&self, start: usize, source: TypeId) -> Box<super::Fault> {
        let message = format!("invalid indices: {} does not have the selected member", self.shown(source));
        self.fault_from(start, message)
    }

    /// The type of an address that is computed from one, the first operand, with indices, the others.
    pub(super) fn address_type(
        &mut self,
        source: TypeId,
        types: &[TypeId],
        operands: &[Value],
    ) -> Option<TypeId> {
        let base = *types.first()?;
        let indices = operands.get(1..)?;
        if !self.module.may_point_to(self.module.types.scalar(base), source) {
            return None;
        }
        let numbers = indices.iter().map(|index| self.module.integer(*index));
        let ty = element_pointer_type(&self.module, source, base, numbers)?;
        let ty = self.module.types.intern(ty);
        // A vector of any of them makes a vector of addresses.
        let length = types.iter().find_map(|ty| {
            let Type::Vector(_, length) = self.module.types.get(*ty)? else { return None };
            Some(*length)
        });
        Some(length.map_or(ty, |length| self.module.types.vector(ty, length)))
    }

    /// The type of what says whether something is so for values of a type.
    pub(super) fn truth_like(&mut self, ty: TypeId) -> TypeId {
        let truth = self.integer(1);
        match self.module.types.get(ty) {
            Some(Type::Vector(_, length)) => {
                let length = *length;
                self.module.types.vector(truth, length)
            }
            _ => truth,
        }
    }

    /// The type of elements of one type in the order of a mask of another.
    pub(super) fn shuffled(&mut self, vector: TypeId, mask: TypeId) -> TypeId {
        match (self.module.types.get(vector), self.module.types.get(mask)) {
            (Some(Type::Vector(element, _)), Some(Type::Vector(_, length))) => {
                let (element, length) = (*element, *length);
                self.module.types.vector(element, length)
            }
            _ => vector,
        }
    }
}
