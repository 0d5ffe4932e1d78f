//! A method for each kind of instruction.

use crate::list::List;

use super::super::function::Local;
use super::super::instruction::{Access, Index, TailCall};
use super::super::{
    Alignment, AttributeListId, BinaryOp, BlockId, Body, CastOp, Flags, InstructionId, Op, Ordering,
    Predicate, RmwOp, SyncScope, Type, TypeId, Value, element_pointer_type,
};
use super::{BuildError, FunctionBuilder};

impl FunctionBuilder<'_> {
    /// `add` and the like, of two values of one type.
    pub fn binary(&mut self, op: BinaryOp, first: Value, second: Value) -> Value {
        self.binary_with(op, Flags::NONE, first, second)
    }

    /// The same with assumptions.
    pub fn binary_with(&mut self, op: BinaryOp, flags: Flags, first: Value, second: Value) -> Value {
        let ty = self.type_of(first).unwrap_or_else(|_| self.module.types.void());
        let value = self.value(Op::Binary { op, operands: [first, second] }, ty);
        self.set_flags(value, flags);
        value
    }

    /// `trunc` and the like.
    pub fn cast(&mut self, op: CastOp, value: Value, to: TypeId) -> Value {
        self.value(Op::Cast(op, value), to)
    }

    /// `icmp` and `fcmp`: true or false, or a vector of those.
    pub fn compare(&mut self, predicate: Predicate, first: Value, second: Value) -> Value {
        let truth = self.module.types.int(1);
        let ty = match self.type_of(first).ok().and_then(|ty| self.module.types.get(ty)) {
            Some(Type::Vector(_, length)) => {
                let length = *length;
                self.module.types.vector(truth, length)
            }
            _ => truth,
        };
        self.value(Op::Compare { predicate, operands: [first, second] }, ty)
    }

    /// `select`.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.type_of(if_true).unwrap_or_else(|_| self.module.types.void());
        self.value(Op::Select([condition, if_true, if_false]), ty)
    }

    /// `extractvalue`: the member of an aggregate that the indices lead to.
    ///
    /// # Errors
    ///
    /// The indices lead nowhere.
    pub fn extract_value(&mut self, aggregate: Value, indices: &[u32]) -> Result<Value, BuildError> {
        let mut ty = self.type_of(aggregate)?;
        for index in indices {
            let member = self.module.types.element(ty, u64::from(*index));
            ty = member.ok_or(BuildError::BadIndices { what: "an aggregate" })?;
        }
        let indices = self.indices(indices);
        Ok(self.value(Op::ExtractValue(aggregate, indices), ty))
    }

    /// `insertvalue`: the aggregate with `value` at the place that the indices lead to.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the aggregate.
    pub fn insert_value(
        &mut self,
        aggregate: Value,
        value: Value,
        indices: &[u32],
    ) -> Result<Value, BuildError> {
        let ty = self.type_of(aggregate)?;
        let indices = self.indices(indices);
        Ok(self.value(Op::InsertValue([aggregate, value], indices), ty))
    }

    fn indices(&mut self, indices: &[u32]) -> List<Index> {
        self.body.lists.indices.list(indices.iter().copied().map(Index))
    }

    /// `extractelement`.
    ///
    /// # Errors
    ///
    /// Not a vector.
    pub fn extract_element(&mut self, vector: Value, index: Value) -> Result<Value, BuildError> {
        let ty = self.type_of(vector)?;
        match self.module.types.get(ty) {
            Some(Type::Vector(element, _)) => {
                let element = *element;
                Ok(self.value(Op::ExtractElement([vector, index]), element))
            }
            _ => Err(BuildError::NotVector { what: "what an element is taken of" }),
        }
    }

    /// `insertelement`.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the vector.
    pub fn insert_element(
        &mut self,
        vector: Value,
        element: Value,
        index: Value,
    ) -> Result<Value, BuildError> {
        let ty = self.type_of(vector)?;
        Ok(self.value(Op::InsertElement([vector, element, index]), ty))
    }

    /// `alloca`: room for one `ty` until the function ends.
    pub fn alloca(&mut self, ty: TypeId, alignment: Alignment) -> Value {
        let i32 = self.module.types.int(32);
        let count = self.int(i32, 1);
        let address = self.module.types.pointer(ty, 0);
        self.value(Op::Alloca { element: ty, count, alignment, is_in_alloca: false }, address)
    }

    /// `load`: what `pointer` points to.
    ///
    /// # Errors
    ///
    /// Not a pointer.
    pub fn load(&mut self, pointer: Value, alignment: Alignment) -> Result<Value, BuildError> {
        let ty = self.module.types.pointee(self.type_of(pointer)?);
        let ty = ty.ok_or(BuildError::NotPointer { what: "what is loaded from" })?;
        Ok(self.value(Op::Load(pointer, Access::plain(alignment)), ty))
    }

    /// `store`.
    pub fn store(&mut self, value: Value, pointer: Value, alignment: Alignment) -> InstructionId {
        self.nothing(Op::Store([value, pointer], Access::plain(alignment)))
    }

    /// `getelementptr`: the address of what the indices lead to, the first of which counts what `pointer` points to.
    ///
    /// # Errors
    ///
    /// Not a pointer, or the indices lead nowhere.
    pub fn element_pointer(
        &mut self,
        is_in_bounds: bool,
        pointer: Value,
        indices: &[Value],
    ) -> Result<Value, BuildError> {
        let base = self.type_of(pointer)?;
        let source = self.module.types.pointee(base);
        let source = source.ok_or(BuildError::NotPointer { what: "what is pointed into" })?;
        let numbers = indices.iter().map(|index| self.module.integer(*index));
        let ty = element_pointer_type(self.module, source, base, numbers);
        let ty = ty.ok_or(BuildError::BadIndices { what: "an address" })?;
        let ty = self.module.types.intern(ty);
        let operands = std::iter::once(pointer).chain(indices.iter().copied());
        let operands = self.body.lists.values.list(operands);
        let address = self.value(Op::ElementPointer { source, operands }, ty);
        self.set_flags(address, if is_in_bounds { Flags::INBOUNDS } else { Flags::NONE });
        Ok(address)
    }

    /// `atomicrmw`, ordered before and after everything else: what was there before.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the value.
    pub fn atomic(&mut self, op: RmwOp, pointer: Value, value: Value) -> Result<Value, BuildError> {
        let ty = self.type_of(value)?;
        let op = Op::AtomicRmw {
            op,
            operands: [pointer, value],
            is_volatile: false,
            ordering: Ordering::SequentiallyConsistent,
            scope: SyncScope::SYSTEM,
            alignment: Alignment::NATURAL,
        };
        Ok(self.value(op, ty))
    }

    /// `call`. Of a function that gives nothing, the value is not to be used.
    ///
    /// # Errors
    ///
    /// Not a function.
    pub fn call(&mut self, callee: impl Into<Value>, arguments: &[Value]) -> Result<Value, BuildError> {
        self.call_with(callee, arguments, None)
    }

    /// The same, with attributes of the call.
    ///
    /// # Errors
    ///
    /// Not a function.
    pub fn call_with(
        &mut self,
        callee: impl Into<Value>,
        arguments: &[Value],
        attributes: Option<AttributeListId>,
    ) -> Result<Value, BuildError> {
        let callee = callee.into();
        let error = BuildError::NotFunction { what: "what is called" };
        let function_type = self.module.types.pointee(self.type_of(callee)?).ok_or_else(|| error.clone())?;
        let Some(Type::Function { result, .. }) = self.module.types.get(function_type) else {
            return Err(error);
        };
        let result = *result;
        let arguments = self.body.lists.values.list_of(arguments);
        let op = Op::Call {
            callee,
            function_type,
            arguments,
            attributes: attributes.into(),
            calling_convention: 0,
            tail: TailCall::No,
        };
        Ok(self.value(op, result))
    }

    /// `phi`, of nothing yet: [`add_incoming`](Self::add_incoming).
    pub fn phi(&mut self, ty: TypeId) -> InstructionId {
        self.add(Op::Phi(List::new(), List::new()), ty)
    }

    /// Says what a phi is where one comes from `block`.
    pub fn add_incoming(&mut self, phi: InstructionId, value: Value, block: BlockId) {
        let Body { instructions, lists, .. } = &mut self.body;
        if let Some(Op::Phi(values, blocks)) =
            instructions.get_mut(phi).map(|instruction| &mut instruction.op)
        {
            lists.values.push(values, value);
            lists.blocks.push(blocks, block);
        }
    }

    /// `br`.
    pub fn branch(&mut self, to: BlockId) -> InstructionId {
        self.nothing(Op::Branch(to))
    }

    /// `br` on a condition.
    pub fn branch_if(&mut self, condition: Value, if_true: BlockId, if_false: BlockId) -> InstructionId {
        self.nothing(Op::ConditionalBranch(condition, [if_true, if_false]))
    }

    /// `switch`: cases are constants and blocks.
    pub fn switch(&mut self, value: Value, default: BlockId, cases: &[(Value, BlockId)]) -> InstructionId {
        let lists = &mut self.body.lists;
        let values = lists.values.list(cases.iter().map(|(value, _)| *value));
        let targets = lists.blocks.list(cases.iter().map(|(_, block)| *block));
        self.nothing(Op::Switch { value, default, cases: values, targets })
    }

    /// `ret`.
    pub fn ret(&mut self, value: Option<Value>) -> InstructionId {
        self.nothing(Op::Return(value))
    }

    /// `unreachable`.
    pub fn unreachable(&mut self) -> InstructionId {
        self.nothing(Op::Unreachable)
    }

    /// Gives an argument, the result of an instruction or a block a name.
    pub fn name(&mut self, local: impl Into<Local>, name: &str) {
        self.body.names.insert(local.into(), name.into());
    }
}
