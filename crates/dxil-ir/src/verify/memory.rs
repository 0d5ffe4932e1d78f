//! Instructions that reach memory.

use super::Verifier;
use super::body::Here;
use super::rule::Rule;
use super::show;
use super::type_facts::{is_atomic_integer, is_integer, is_integer_of, is_pointer, vector_length};
use crate::instruction::Access;
use crate::{Alignment, Dialect, Ordering, RmwOp, SyncScope, Type, TypeId, Value};

impl<'m> Verifier<'m> {
    pub(super) fn fence(&mut self, ordering: Ordering, ty: TypeId) {
        self.gives_nothing(ty);
        let fits = ordering >= Ordering::Acquire;
        expect!(
            self,
            fits,
            Rule::Atomic,
            "fence has ordering {}, expected acquire, release, acq_rel or seq_cst",
            word(ordering)
        );
    }

    pub(super) fn alloca(
        &mut self,
        here: Here<'_, 'm>,
        element: TypeId,
        count: Value,
        alignment: Alignment,
        ty: TypeId,
    ) {
        let module = self.module;
        let types = &module.types;
        self.aligned(alignment);
        if !self.has_type(element, "the allocated type") {
            return;
        }
        self.has_size("alloca", element);
        if let Some(count) = self.operand(here, count) {
            expect!(
                self,
                is_integer(types, count),
                Rule::OperandType,
                "element count of alloca has type {}, expected an integer",
                show::ty(module, count)
            );
        }
        let fits = match types.get(ty) {
            Some(Type::Pointer(pointee, space)) => pointee
                .expand()
                .map_or(module.dialect == Dialect::Modern, |pointee| pointee == element && *space == 0),
            _ => false,
        };
        expect!(
            self,
            fits,
            Rule::ResultType,
            "alloca of {} has result type {}, expected a pointer to the allocated type",
            show::ty(module, element),
            show::ty(module, ty)
        );
    }

    pub(super) fn load(&mut self, here: Here<'_, 'm>, pointer: Value, access: &Access, ty: TypeId) {
        let Some(pointer) = self.operand(here, pointer) else { return };
        if self.points_to("load", pointer, ty) {
            self.accessed("load", access, ty, &[Ordering::Release, Ordering::AcquireRelease]);
        }
    }

    pub(super) fn store(&mut self, here: Here<'_, 'm>, operands: &[Value; 2], access: &Access, ty: TypeId) {
        self.gives_nothing(ty);
        let Some([value, pointer]) = self.operands(here, operands) else { return };
        if self.points_to("store", pointer, value) {
            self.accessed("store", access, value, &[Ordering::Acquire, Ordering::AcquireRelease]);
        }
    }

    /// Whether a pointer points to what is accessed, as far as it says.
    fn points_to(&mut self, what: &str, pointer: TypeId, accessed: TypeId) -> bool {
        let module = self.module;
        let fits = match module.types.get(pointer) {
            Some(Type::Pointer(pointee, _)) => pointee.expand().is_none_or(|pointee| pointee == accessed),
            _ => false,
        };
        expect!(
            self,
            fits,
            Rule::OperandType,
            "{what} of {} through an operand of type {}, expected a pointer to the accessed type",
            show::ty(module, accessed),
            show::ty(module, pointer)
        )
    }

    fn has_size(&mut self, what: &str, ty: TypeId) {
        let module = self.module;
        expect!(
            self,
            self.is_sized(ty),
            Rule::Unsized,
            "type {} of {what} has no known size",
            show::ty(module, ty)
        );
    }

    pub(super) fn aligned(&mut self, alignment: Alignment) {
        let most = Alignment::largest(self.module.dialect);
        expect!(
            self,
            alignment <= most,
            Rule::Alignment,
            "alignment is 2^{} bytes, expected at most 2^{}",
            alignment.code().saturating_sub(1),
            most.code() - 1
        );
    }

    /// A load or a store; `refused` are the orders that one cannot have.
    fn accessed(&mut self, what: &str, access: &Access, ty: TypeId, refused: &[Ordering]) {
        let module = self.module;
        let types = &module.types;
        self.has_size(what, ty);
        self.aligned(access.alignment);
        let Some((ordering, scope)) = access.atomic else { return };
        if ordering == Ordering::NotAtomic {
            expect!(
                self,
                scope == SyncScope::SYSTEM,
                Rule::Atomic,
                "{what} has a synchronization scope, but is not atomic"
            );
            return;
        }
        expect!(
            self,
            !refused.contains(&ordering),
            Rule::Atomic,
            "atomic {what} cannot have ordering {}",
            word(ordering)
        );
        expect!(
            self,
            access.alignment != Alignment::NATURAL,
            Rule::Alignment,
            "atomic {what} has no alignment, expected an explicit alignment"
        );
        let fits = match types.get(ty) {
            Some(Type::Half | Type::BFloat | Type::Float | Type::Double | Type::OtherFloat(_)) => true,
            _ => is_pointer(types, ty) || is_atomic_integer(types, ty),
        };
        expect!(
            self,
            fits,
            Rule::Atomic,
            "atomic {what} has type {}, expected a pointer, a float or an integer of 8, 16, 32, … bits",
            show::ty(module, ty)
        );
    }

    pub(super) fn compare_exchange(
        &mut self,
        here: Here<'_, 'm>,
        operands: &[Value; 3],
        success: Ordering,
        failure: Ordering,
        ty: TypeId,
    ) {
        let module = self.module;
        let types = &module.types;
        let Some([pointer, compared, written]) = self.operands(here, operands) else { return };
        let fits = success >= Ordering::Monotonic
            && failure >= Ordering::Monotonic
            && !matches!(failure, Ordering::Release | Ordering::AcquireRelease)
            && failure <= success;
        expect!(
            self,
            fits,
            Rule::Atomic,
            "success ordering {} and failure ordering {} of cmpxchg cannot be combined",
            word(success),
            word(failure)
        );
        if !self.points_to("cmpxchg", pointer, compared) {
            return;
        }
        expect!(
            self,
            is_atomic_integer(types, compared),
            Rule::Atomic,
            "cmpxchg has type {}, expected an integer of 8, 16, 32, … bits",
            show::ty(module, compared)
        );
        expect!(
            self,
            compared == written,
            Rule::OperandType,
            "compared and new value of cmpxchg have types {} and {}, expected the same type",
            show::ty(module, compared),
            show::ty(module, written)
        );
        let fits = match types.members(ty) {
            Some([value, success]) => *value == compared && is_integer_of(types, *success, 1),
            _ => false,
        };
        expect!(
            self,
            fits,
            Rule::ResultType,
            "cmpxchg on {} has result type {}, expected a struct of the compared type and i1",
            show::ty(module, compared),
            show::ty(module, ty)
        );
    }

    pub(super) fn atomic_rmw(
        &mut self,
        here: Here<'_, 'm>,
        op: RmwOp,
        operands: &[Value; 2],
        ordering: Ordering,
        ty: TypeId,
    ) {
        let module = self.module;
        let Some([pointer, value]) = self.operands(here, operands) else { return };
        expect!(
            self,
            ordering >= Ordering::Monotonic,
            Rule::Atomic,
            "atomicrmw has ordering {}, expected monotonic or stronger",
            word(ordering)
        );
        if !self.points_to("atomicrmw", pointer, value) {
            return;
        }
        let types = &module.types;
        let is_modern = module.dialect == Dialect::Modern;
        let fits = match op {
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum => {
                types.is_float(value)
            }
            RmwOp::Exchange if is_modern => {
                let is_float = types.is_float(value) && vector_length(types, value).is_none();
                is_float || is_pointer(types, value) || is_atomic_integer(types, value)
            }
            RmwOp::Exchange
            | RmwOp::Add
            | RmwOp::Sub
            | RmwOp::And
            | RmwOp::Nand
            | RmwOp::Or
            | RmwOp::Xor
            | RmwOp::Max
            | RmwOp::Min
            | RmwOp::UMax
            | RmwOp::UMin
            | RmwOp::UIncWrap
            | RmwOp::UDecWrap
            | RmwOp::USubCond
            | RmwOp::USubSat => is_atomic_integer(types, value),
        };
        expect!(
            self,
            fits,
            Rule::Atomic,
            "{} does not support type {}",
            op.in_atomicrmw().name,
            show::ty(module, value)
        );
        self.gives("atomicrmw", value, ty);
    }
}

fn word(ordering: Ordering) -> &'static str {
    if ordering == Ordering::NotAtomic { "notatomic" } else { ordering.word() }
}
