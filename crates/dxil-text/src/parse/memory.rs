//! Instructions that access memory.

use bstr::BStr;
use bstr::ByteSlice as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::instruction::Access;
use dxil_ir::{Alignment, Op, Ordering, RmwOp, SyncScope, Type, TypeId};

use super::cursor::{Parser, Result};
use super::token::Token;
use super::type_table::InMemory;
use crate::limits;

impl Parser<'_> {
    pub(super) fn load(&mut self, start: usize) -> Result<(Op, TypeId)> {
        let mut access = self.access();
        let ty = self.value_type()?;
        self.expect(Token::Comma, "`,` and the address")?;
        let (pointer_type, pointer) = self.typed_value()?;
        self.check_address(pointer_type, ty, start)?;
        self.access_tail(&mut access, ty, start)?;
        Ok((Op::Load(pointer, access), ty))
    }

    pub(super) fn store(&mut self, start: usize) -> Result<(Op, TypeId)> {
        let mut access = self.access();
        let [(ty, value), (pointer_type, pointer)] = self.typed_values()?;
        self.check_address(pointer_type, ty, start)?;
        self.access_tail(&mut access, ty, start)?;
        Ok((Op::Store([value, pointer], access), self.plain_type(Type::Void)))
    }

    pub(super) fn compare_exchange(&mut self) -> Result<(Op, TypeId)> {
        let is_weak = self.eat_word("weak");
        let is_volatile = self.eat_word("volatile");
        let [(_, pointer), (ty, expected), (_, new)] = self.typed_values()?;
        let scope = self.scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        let operands = [pointer, expected, new];
        let alignment = self.atomic_alignment(ty)?;
        let op = Op::CompareExchange { operands, is_volatile, is_weak, success, failure, scope, alignment };
        let truth = self.integer(1);
        Ok((op, self.module.types.literal(&[ty, truth])))
    }

    pub(super) fn atomic_rmw(&mut self) -> Result<(Op, TypeId)> {
        let is_volatile = self.eat_word("volatile");
        if self.is_word("elementwise") || self.is_word("fmaximumnum") || self.is_word("fminimumnum") {
            let message = format!("`atomicrmw {}` is not supported", BStr::new(self.text()));
            return Err(self.fault(message).with_hint("DXIL has no such atomic operation"));
        }
        let dialect = self.module.dialect;
        let op = RmwOp::from_word(self.text()).filter(|op| op.in_atomicrmw().dialects.has(dialect));
        let Some(op) = op else {
            return Err(self.expected("an atomic operation, such as `add`"));
        };
        self.bump();
        let [(_, pointer), (ty, value)] = self.typed_values()?;
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        let alignment = self.atomic_alignment(ty)?;
        let operands = [pointer, value];
        Ok((Op::AtomicRmw { op, operands, is_volatile, ordering, scope, alignment }, ty))
    }

    fn check_address(&self, pointer: TypeId, ty: TypeId, start: usize) -> Result {
        if self.module.may_point_to(pointer, ty) {
            return Ok(());
        }
        let message = format!("type mismatch: {} does not point to {}", self.shown(pointer), self.shown(ty));
        Err(self.fault_from(start, message))
    }

    /// `alloca [4 x i32], i32 2, align 4`.
    pub(super) fn alloca(&mut self) -> Result<(Op, TypeId)> {
        let is_in_alloca = self.eat_word("inalloca");
        let element = self.value_type()?;
        let i32 = self.integer(32);
        let mut count = self.module.int(i32, 1);
        let (mut alignment, mut space) = (Alignment::NATURAL, 0);
        while self.at.token == Token::Comma && self.peek() != Token::MetadataName {
            self.bump();
            if self.is_word("align") {
                alignment = self.alignment()?;
            } else if self.is_modern() && self.is_word("addrspace") {
                space = self.address_space()?;
            } else {
                let start = self.at.start;
                let (ty, value) = self.typed_value()?;
                if !matches!(self.module.types.get(ty), Some(Type::Integer(_))) {
                    return Err(self.fault_from(start, "number of elements must be an integer"));
                }
                count = value;
            }
        }
        if self.is_modern() && alignment == Alignment::NATURAL {
            alignment = Alignment::bytes(self.layout_of(element)?.preferred);
        }
        let address = self.module.address_type(element, space);
        Ok((Op::Alloca { element, count, alignment, is_in_alloca }, address))
    }

    /// `getelementptr inbounds [4 x i32], [4 x i32]* %x, i32 0, i32 %1`.
    pub(super) fn element_pointer(&mut self, start: usize) -> Result<(Op, TypeId)> {
        let source = self.value_type()?;
        self.expect(Token::Comma, "`,` and the address")?;
        let (base, pointer) = self.typed_value()?;
        let (mut types, mut operands) = (vec![base], vec![pointer]);
        while self.at.token == Token::Comma && self.peek() != Token::MetadataName {
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
    fn access_tail(&mut self, access: &mut Access, ty: TypeId, start: usize) -> Result {
        if let Some((ordering, scope)) = &mut access.atomic {
            (*scope, *ordering) = (self.scope()?, self.ordering()?);
        }
        if self.at.token == Token::Comma && self.peek() == Token::Word {
            self.bump();
            access.alignment = self.alignment()?;
        } else if self.is_modern() {
            if access.atomic.is_some() {
                return Err(self.fault_from(start, "an atomic access needs an alignment, such as `align 4`"));
            }
            access.alignment = Alignment::bytes(self.layout_of(ty)?.alignment);
        }
        Ok(())
    }

    /// `singlethread`, in modern LLVM `syncscope("singlethread")`.
    pub(super) fn scope(&mut self) -> Result<SyncScope> {
        if !self.is_modern() {
            let is_single = self.eat_word("singlethread");
            return Ok(if is_single { SyncScope::SINGLE_THREAD } else { SyncScope::SYSTEM });
        }
        if !self.eat_word("syncscope") {
            return Ok(SyncScope::SYSTEM);
        }
        self.expect(Token::OpenParen, "`(`")?;
        let start = self.at.start;
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

    /// How a type lies in memory: modern LLVM says the alignment wherever something is accessed.
    fn layout_of(&mut self, ty: TypeId) -> Result<InMemory> {
        if let Some(known) = self.types.in_memory.get(&ty) {
            return Ok(*known);
        }
        // It is read for each type.
        if self.module.data_layout.len() > limits::DATA_LAYOUT {
            let most = limits::DATA_LAYOUT;
            let message = format!(
                "data layout string is longer than {most} bytes, so the default alignment cannot be computed"
            );
            return Err(self.fault(message).with_hint("write `align` explicitly"));
        }
        let mut layout = DataLayout::of(&self.module);
        let known = InMemory {
            size: layout.size(ty).max(1).next_power_of_two(),
            alignment: layout.alignment_of(ty),
            preferred: layout.preferred_alignment(ty),
        };
        self.types.in_memory.insert(ty, known);
        Ok(known)
    }

    /// `, align 4` of an atomic operation that reads and writes; modern only, where it is its size otherwise.
    fn atomic_alignment(&mut self, ty: TypeId) -> Result<Alignment> {
        if !self.is_modern() {
            return Ok(Alignment::NATURAL);
        }
        if self.at.token != Token::Comma || self.peek() != Token::Word {
            return Ok(Alignment::bytes(self.layout_of(ty)?.size));
        }
        self.bump();
        self.alignment()
    }

    pub(super) fn ordering(&mut self) -> Result<Ordering> {
        let ordering = Ordering::from_word(self.text()).filter(|ordering| *ordering != Ordering::NotAtomic);
        let Some(ordering) = ordering else {
            return Err(self.expected("a memory ordering, such as `seq_cst`"));
        };
        self.bump();
        Ok(ordering)
    }
}
