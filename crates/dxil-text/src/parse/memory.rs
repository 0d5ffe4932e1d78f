//! Instructions that access memory.

use dxil_ir::instruction::Access;
use dxil_ir::{Alignment, Op, Ordering, RmwOp, Scope, Type, TypeId};

use super::cursor::{Parser, Result};
use super::token::{Operation, Token};

impl Parser<'_> {
    pub(super) fn memory_operation(&mut self, operation: Operation, start: usize) -> Result<(Op, TypeId)> {
        match operation {
            Operation::Alloca => self.alloca(),
            Operation::Load => {
                let mut access = self.access();
                let ty = self.value_type()?;
                self.expect(Token::Comma, "`,` and the address")?;
                let (pointer_type, pointer) = self.typed_value()?;
                self.check_address(pointer_type, ty, start)?;
                self.access_tail(&mut access)?;
                Ok((Op::Load(pointer, access), ty))
            }
            Operation::Store => {
                let mut access = self.access();
                let [(ty, value), (pointer_type, pointer)] = self.typed_values()?;
                self.check_address(pointer_type, ty, start)?;
                self.access_tail(&mut access)?;
                Ok((Op::Store([value, pointer], access), self.module.types.void()))
            }
            Operation::ElementPointer => self.element_pointer(start),
            Operation::CompareExchange => {
                let is_weak = self.eat_word("weak");
                let is_volatile = self.eat_word("volatile");
                let [(_, pointer), (ty, expected), (_, new)] = self.typed_values()?;
                let scope = self.scope();
                let success = self.ordering()?;
                let failure = self.ordering()?;
                let operands = [pointer, expected, new];
                let op = Op::CompareExchange { operands, is_volatile, is_weak, success, failure, scope };
                let truth = self.module.types.int(1);
                Ok((op, self.module.types.literal(&[ty, truth])))
            }
            Operation::AtomicRmw => {
                let is_volatile = self.eat_word("volatile");
                let Some(op) = RmwOp::from_word(self.text()) else {
                    return Err(self.expected("an atomic operation, such as `add`"));
                };
                self.bump();
                let [(_, pointer), (ty, value)] = self.typed_values()?;
                let scope = self.scope();
                let ordering = self.ordering()?;
                Ok((Op::AtomicRmw { op, operands: [pointer, value], is_volatile, ordering, scope }, ty))
            }
            Operation::Fence => {
                let scope = self.scope();
                let ordering = self.ordering()?;
                Ok((Op::Fence(ordering, scope), self.module.types.void()))
            }
            _ => Err(self.fault_from(start, "not an instruction")),
        }
    }

    fn check_address(&self, pointer: TypeId, ty: TypeId, start: usize) -> Result {
        if self.module.types.pointee(pointer) == Some(ty) {
            return Ok(());
        }
        let message = format!("type mismatch: {} does not point to {}", self.shown(pointer), self.shown(ty));
        Err(self.fault_from(start, message))
    }

    /// `alloca [4 x i32], i32 2, align 4`.
    fn alloca(&mut self) -> Result<(Op, TypeId)> {
        let is_in_alloca = self.eat_word("inalloca");
        let element = self.value_type()?;
        let i32 = self.module.types.int(32);
        let mut count = self.module.int(i32, 1);
        let mut alignment = Alignment::NATURAL;
        while self.token == Token::Comma && self.peek() != Token::MetadataName {
            self.bump();
            if self.is_word("align") {
                alignment = self.alignment()?;
            } else {
                let start = self.start;
                let (ty, value) = self.typed_value()?;
                if !matches!(self.module.types.get(ty), Some(Type::Integer(_))) {
                    return Err(self.fault_from(start, "the number of elements must be an integer"));
                }
                count = value;
            }
        }
        let address = self.module.types.pointer(element, 0);
        Ok((Op::Alloca { element, count, alignment, is_in_alloca }, address))
    }

    /// `getelementptr inbounds [4 x i32], [4 x i32]* %x, i32 0, i32 %1`.
    fn element_pointer(&mut self, start: usize) -> Result<(Op, TypeId)> {
        let in_bounds = self.eat_word("inbounds");
        let source = self.value_type()?;
        self.expect(Token::Comma, "`,` and the address")?;
        let (base, pointer) = self.typed_value()?;
        let (mut types, mut operands) = (vec![base], vec![pointer]);
        while self.token == Token::Comma && self.peek() != Token::MetadataName {
            self.bump();
            let (ty, index) = self.typed_value()?;
            types.push(ty);
            operands.push(index);
        }
        let Some(ty) = self.address_type(source, &types, &operands) else {
            return Err(self.bad_indices(start, source));
        };
        let operands = self.locals()?.body.lists.values.list_of(&operands);
        Ok((Op::ElementPointer { in_bounds, source, operands }, ty))
    }

    /// `atomic volatile`; how it is ordered comes later.
    fn access(&mut self) -> Access {
        let is_atomic = self.eat_word("atomic");
        let is_volatile = self.eat_word("volatile");
        let atomic = is_atomic.then_some((Ordering::NotAtomic, Scope::CrossThread));
        Access { is_volatile, atomic, ..Access::plain(Alignment::NATURAL) }
    }

    /// `singlethread seq_cst, align 4`.
    fn access_tail(&mut self, access: &mut Access) -> Result {
        if let Some((ordering, scope)) = &mut access.atomic {
            *scope = self.scope();
            *ordering = self.ordering()?;
        }
        if self.token == Token::Comma && self.peek() == Token::Word {
            self.bump();
            access.alignment = self.alignment()?;
        }
        Ok(())
    }

    fn scope(&mut self) -> Scope {
        match self.eat_word(Scope::SingleThread.word()) {
            true => Scope::SingleThread,
            false => Scope::CrossThread,
        }
    }

    fn ordering(&mut self) -> Result<Ordering> {
        let ordering = Ordering::from_word(self.text()).filter(|ordering| *ordering != Ordering::NotAtomic);
        let Some(ordering) = ordering else {
            return Err(self.expected("a memory ordering, such as `seq_cst`"));
        };
        self.bump();
        Ok(ordering)
    }
}
