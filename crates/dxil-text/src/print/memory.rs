//! Instructions that access memory, as text.

use dxil_ir::instruction::Access;
use dxil_ir::{Dialect, Flags, Instruction, Op, Ordering, SyncScope, Type, TypeId, Value};

use super::error::Result;
use super::instructions::Scope;
use super::printer::Printer;
use super::{names, numbers};

impl Printer<'_, '_> {
    pub(super) fn alloca(&mut self, scope: &Scope<'_>, instruction: &Instruction) -> Result {
        let Op::Alloca { element, count, alignment, is_in_alloca } = &instruction.op else { return Ok(()) };
        self.out.text.push_str(if *is_in_alloca { "alloca inalloca " } else { "alloca " });
        self.ty(*element)?;
        let is_i32 = self.module.type_of(None, *count).map(|ty| self.module.types.get(ty))
            == Some(Some(&Type::Integer(32)));
        if !is_i32 || self.module.integer(*count) != Some(1) {
            self.out.text.push_str(", ");
            self.typed_in(scope, *count)?;
        }
        self.alignment(*alignment, ", align ");
        if let Some(Type::Pointer(_, space)) = self.module.types.get(instruction.ty)
            && *space != 0
        {
            self.out.text.push_str(", addrspace(");
            numbers::unsigned(&mut self.out.text, (*space).into());
            self.out.text.push(')');
        }
        Ok(())
    }

    pub(super) fn load(&mut self, scope: &Scope<'_>, ty: TypeId, pointer: Value, access: &Access) -> Result {
        self.access("load", access);
        self.out.text.push(' ');
        self.ty(ty)?;
        self.out.text.push_str(", ");
        self.typed_in(scope, pointer)?;
        self.access_tail(access);
        Ok(())
    }

    pub(super) fn store(&mut self, scope: &Scope<'_>, operands: &[Value; 2], access: &Access) -> Result {
        self.access("store", access);
        self.operands(scope, operands)?;
        self.access_tail(access);
        Ok(())
    }

    pub(super) fn element_pointer(
        &mut self,
        scope: &Scope<'_>,
        flags: Flags,
        source: TypeId,
        operands: &[Value],
    ) -> Result {
        self.out.text.push_str("getelementptr");
        self.address_flags(flags);
        self.out.text.push(' ');
        self.ty(source)?;
        self.out.text.push(',');
        self.operands(scope, operands)
    }

    pub(super) fn compare_exchange(&mut self, scope: &Scope<'_>, instruction: &Instruction) -> Result {
        let Op::CompareExchange {
            operands,
            is_volatile,
            is_weak,
            success,
            failure,
            scope: threads,
            alignment,
        } = &instruction.op
        else {
            return Ok(());
        };
        self.out.text.push_str(if *is_weak { "cmpxchg weak" } else { "cmpxchg" });
        self.out.text.push_str(if *is_volatile { " volatile" } else { "" });
        self.operands(scope, operands)?;
        self.atomic(*threads, &[*success, *failure]);
        self.alignment(*alignment, ", align ");
        Ok(())
    }

    pub(super) fn atomic_rmw(&mut self, scope: &Scope<'_>, instruction: &Instruction) -> Result {
        let Op::AtomicRmw { op, operands, is_volatile, ordering, scope: threads, alignment } =
            &instruction.op
        else {
            return Ok(());
        };
        self.out.text.push_str(if *is_volatile { "atomicrmw volatile " } else { "atomicrmw " });
        self.out.text.push_str(op.word());
        self.operands(scope, operands)?;
        self.atomic(*threads, &[*ordering]);
        self.alignment(*alignment, ", align ");
        Ok(())
    }

    pub(super) fn fence(&mut self, ordering: Ordering, threads: SyncScope) -> Result {
        self.out.text.push_str("fence");
        self.atomic(threads, &[ordering]);
        Ok(())
    }

    fn access(&mut self, word: &str, access: &Access) {
        self.out.text.push_str(word);
        self.out.text.push_str(if access.atomic.is_some() { " atomic" } else { "" });
        self.out.text.push_str(if access.is_volatile { " volatile" } else { "" });
    }

    fn access_tail(&mut self, access: &Access) {
        if let Some((ordering, threads)) = access.atomic {
            self.atomic(threads, &[ordering]);
        }
        self.alignment(access.alignment, ", align ");
    }

    /// Prints the synchronization scope and the orderings of an access.
    fn atomic(&mut self, threads: SyncScope, orderings: &[Ordering]) {
        match (self.module.sync_scope_name(threads), self.module.dialect) {
            (Some(name), _) => {
                self.out.text.push_str(" syncscope(\"");
                names::escape(&mut self.out.text, name, self.module.dialect);
                self.out.text.push_str("\")");
            }
            (None, Dialect::Dxil37) if threads == SyncScope::SINGLE_THREAD => {
                self.out.text.push_str(" singlethread");
            }
            (None, Dialect::Modern) if threads == SyncScope::SINGLE_THREAD => {
                self.out.text.push_str(" syncscope(\"singlethread\")");
            }
            (None, Dialect::Dxil37 | Dialect::Modern) => {}
        }
        for word in orderings.iter().map(|ordering| ordering.word()).filter(|word| !word.is_empty()) {
            self.out.text.push(' ');
            self.out.text.push_str(word);
        }
    }
}
