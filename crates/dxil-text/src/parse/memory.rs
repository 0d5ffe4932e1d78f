//! Instructions that access memory.

use bstr::ByteSlice as _;
use dxil_ir::instruction::Access;
use dxil_ir::{Alignment, Op, Ordering, RmwOp, SyncScope, Type, TypeId};

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
                let scope = self.scope()?;
                let success = self.ordering()?;
                let failure = self.ordering()?;
                let operands = [pointer, expected, new];
                let alignment = self.atomic_alignment()?;
                let op = Op::CompareExchange {
                    operands,
                    is_volatile,
                    is_weak,
                    success,
                    failure,
                    scope,
                    alignment,
                };
                let truth = self.module.types.int(1);
                Ok((op, self.module.types.literal(&[ty, truth])))
            }
            Operation::AtomicRmw => {
                let is_volatile = self.eat_word("volatile");
                let dialect = self.module.dialect;
                let op = RmwOp::from_word(self.text()).filter(|op| op.in_atomicrmw().dialects.has(dialect));
                let Some(op) = op else {
                    return Err(self.expected("an atomic operation, such as `add`"));
                };
                self.bump();
                let [(_, pointer), (ty, value)] = self.typed_values()?;
                let scope = self.scope()?;
                let ordering = self.ordering()?;
                let alignment = self.atomic_alignment()?;
                let operands = [pointer, value];
                Ok((Op::AtomicRmw { op, operands, is_volatile, ordering, scope, alignment }, ty))
            }
            Operation::Fence => {
                let scope = self.scope()?;
                let ordering = self.ordering()?;
                Ok((Op::Fence(ordering, scope), self.module.types.void()))
            }
            _ => Err(self.fault_from(start, "not an instruction")),
        }
    }

    fn check_address(&self, pointer: TypeId, ty: TypeId, start: usize) -> Result {
        if self.module.may_point_to(pointer, ty) {
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
        let (mut alignment, mut space) = (Alignment::NATURAL, 0);
        while self.token == Token::Comma && self.peek() != Token::MetadataName {
            self.bump();
            if self.is_word("align") {
                alignment = self.alignment()?;
            } else if self.is_modern() && self.is_word("addrspace") {
                space = self.address_space()?;
            } else {
                let start = self.start;
                let (ty, value) = self.typed_value()?;
                if !matches!(self.module.types.get(ty), Some(Type::Integer(_))) {
                    return Err(self.fault_from(start, "the number of elements must be an integer"));
                }
                count = value;
            }
        }
        let address = self.module.address_type(element, space);
        Ok((Op::Alloca { element, count, alignment, is_in_alloca }, address))
    }

    /// `getelementptr inbounds [4 x i32], [4 x i32]* %x, i32 0, i32 %1`.
    fn element_pointer(&mut self, start: usize) -> Result<(Op, TypeId)> {
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
        Ok((Op::ElementPointer { source, operands }, ty))
    }

    /// `atomic volatile`; how it is ordered comes later.
    fn access(&mut self) -> Access {
        let is_atomic = self.eat_word("atomic");
        let is_volatile = self.eat_word("volatile");
        let atomic = is_atomic.then_some((Ordering::NotAtomic, SyncScope::SYSTEM));
        Access { is_volatile, atomic, ..Access::plain(Alignment::NATURAL) }
    }

    /// `singlethread seq_cst, align 4`.
    fn access_tail(&mut self, access: &mut Access) -> Result {
        if let Some((ordering, scope)) = &mut access.atomic {
            (*scope, *ordering) = (self.scope()?, self.ordering()?);
        }
        if self.token == Token::Comma && self.peek() == Token::Word {
            self.bump();
            access.alignment = self.alignment()?;
        }
        Ok(())
    }

    /// `singlethread`, in modern LLVM `syncscope("singlethread")`.
    fn scope(&mut self) -> Result<SyncScope> {
        if !self.is_modern() {
            let is_single = self.eat_word("singlethread");
            return Ok(if is_single { SyncScope::SINGLE_THREAD } else { SyncScope::SYSTEM });
        }
        if !self.eat_word("syncscope") {
            return Ok(SyncScope::SYSTEM);
        }
        self.expect(Token::OpenParen, "`(`")?;
        let start = self.start;
        let name = self.string("a synchronization scope")?;
        let scope = match &*name {
            b"singlethread" => Some(SyncScope::SINGLE_THREAD),
            b"" => Some(SyncScope::SYSTEM),
            name => self.module.sync_scope(name.as_bstr()),
        };
        let scope = scope.ok_or_else(|| self.fault_at(start, 1, "too many synchronization scopes"))?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(scope)
    }

    /// `, align 4` of an atomic operation that reads and writes; modern only.
    fn atomic_alignment(&mut self) -> Result<Alignment> {
        if !self.is_modern() || self.token != Token::Comma || self.peek() != Token::Word {
            return Ok(Alignment::NATURAL);
        }
        self.bump();
        self.alignment()
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
