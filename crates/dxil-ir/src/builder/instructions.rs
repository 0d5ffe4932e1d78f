//! One method for each kind of instruction. Separate from the builder because the editing sessions share the methods.

use crate::function::{DebugLocation, Local};
use crate::instruction::{Access, Index, TailCall};
use crate::list::List;
use crate::{
    Alignment, AttributeListId, BinaryOp, BlockId, Body, CastOp, Flags, InstructionId, MetadataId, Module,
    Op, Ordering, Predicate, RmwOp, SyncScope, Type, TypeId, Value, ValueKind, element_pointer_type,
};

use super::error::BuildError;

/// The module and the body under construction, which the default methods of [`Build`] change. Only this crate calls
/// `parts`: an [`Editor`](crate::edit::Editor) overrides each default method whose changes it must record.
pub trait Parts {
    /// The module, and the body that is being built.
    fn parts(&mut self) -> (&mut Module, &mut Body);
}

/// Building of instructions where whoever implements it stands: behind the last one of a block
/// ([`FunctionBuilder`](super::FunctionBuilder)), or at the cursor of a session ([`Editor`](crate::edit::Editor)).
///
/// A method computes the type of the instruction's result, and inspects the operands only as far as this needs.
/// Phis and terminators are in [`BuildControlFlow`].
pub trait Build: Parts {
    /// The module, without the body of the function that is being built.
    fn module(&mut self) -> &mut Module {
        self.parts().0
    }

    /// The type of a value.
    ///
    /// # Errors
    ///
    /// The function and the module do not have it.
    fn type_of(&self, value: Value) -> Result<TypeId, BuildError>;

    /// Gives what is built from now on a place in the source; `None` for nowhere.
    fn set_location(&mut self, location: Option<DebugLocation>);

    /// Adds an instruction that gives a value of this type, or void. Its lists are lists of its own:
    /// [`value_list`](Self::value_list) and the like. What has a method of its own is better added by that.
    fn add(&mut self, op: Op, ty: TypeId) -> InstructionId;

    /// Sets the flags of the instruction that defines `value`, if an instruction does.
    fn set_flags(&mut self, value: Value, flags: Flags) {
        if let ValueKind::Instruction(id) = value.kind()
            && let Some(instruction) = self.parts().1.instructions.get_mut(id)
        {
            instruction.flags = flags;
        }
    }

    /// A new list of operands, for an instruction that is to be added.
    fn value_list(&mut self, values: &[Value]) -> List<Value> {
        self.parts().1.lists.values.list_of(values)
    }

    /// A new list of blocks, for an instruction that is to be added.
    fn block_list(&mut self, blocks: &[BlockId]) -> List<BlockId> {
        self.parts().1.lists.blocks.list_of(blocks)
    }

    /// A new list of indices, for an instruction that is to be added.
    fn index_list(&mut self, indices: &[u32]) -> List<Index> {
        self.parts().1.lists.indices.list(indices.iter().copied().map(Index))
    }

    /// A value as metadata, to be given to such functions as `llvm.dbg.value`.
    fn as_metadata(&mut self, value: Value) -> Value;

    /// Attaches a metadata node to an instruction.
    fn attach(&mut self, instruction: InstructionId, kind: &str, node: MetadataId) {
        let (module, body) = self.parts();
        body.attachments.push((instruction, module.metadata_kind(kind), node));
    }

    /// Names an argument, the result of an instruction or a block.
    fn name(&mut self, local: impl Into<Local>, name: &str) {
        self.parts().1.names.insert(local.into(), name.into());
    }

    /// Argument `index` of the function.
    fn argument(&self, index: u32) -> Value {
        Value::new(ValueKind::Argument(index))
    }

    /// An integer: [`Module::int`].
    fn int(&mut self, ty: TypeId, number: i64) -> Value {
        self.module().int(ty, number)
    }

    /// A 32-bit float: [`Module::float`].
    fn float(&mut self, number: f32) -> Value {
        self.module().float(number)
    }

    /// Any value at all of a type.
    fn undef(&mut self, ty: TypeId) -> Value {
        self.module().undef(ty)
    }

    /// Adds an instruction that gives nothing.
    fn add_void(&mut self, op: Op) -> InstructionId {
        let void = self.module().types.void();
        self.add(op, void)
    }

    /// `add` and the like, of two values of one type.
    fn binary(&mut self, op: BinaryOp, first: Value, second: Value) -> Value {
        self.binary_with(op, Flags::NONE, first, second)
    }

    /// The same with assumptions.
    fn binary_with(&mut self, op: BinaryOp, flags: Flags, first: Value, second: Value) -> Value {
        let ty = self.type_of(first).unwrap_or_else(|_| self.module().types.void());
        let value = self.add(Op::Binary { op, operands: [first, second] }, ty).into();
        self.set_flags(value, flags);
        value
    }

    /// `trunc` and the like.
    fn cast(&mut self, op: CastOp, value: Value, to: TypeId) -> Value {
        self.add(Op::Cast(op, value), to).into()
    }

    /// `icmp` and `fcmp`: true or false, or a vector of those.
    fn compare(&mut self, predicate: Predicate, first: Value, second: Value) -> Value {
        let compared = self.type_of(first).ok();
        let types = &mut self.module().types;
        let truth = types.int(1);
        let ty = match compared.and_then(|ty| types.get(ty)) {
            Some(Type::Vector(_, length)) => {
                let length = *length;
                types.vector(truth, length)
            }
            _ => truth,
        };
        self.add(Op::Compare { predicate, operands: [first, second] }, ty).into()
    }

    /// `select`.
    fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        let ty = self.type_of(if_true).unwrap_or_else(|_| self.module().types.void());
        self.add(Op::Select([condition, if_true, if_false]), ty).into()
    }

    /// `extractvalue`: the member of an aggregate that the indices lead to.
    ///
    /// # Errors
    ///
    /// The indices lead nowhere.
    fn extract_value(&mut self, aggregate: Value, indices: &[u32]) -> Result<Value, BuildError> {
        let mut ty = self.type_of(aggregate)?;
        for index in indices {
            let member = self.module().types.element(ty, u64::from(*index));
            ty = member.ok_or(BuildError::BadIndices { what: "an aggregate" })?;
        }
        let indices = self.index_list(indices);
        Ok(self.add(Op::ExtractValue(aggregate, indices), ty).into())
    }

    /// `insertvalue`: the aggregate with `value` at the place that the indices lead to.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the aggregate.
    fn insert_value(&mut self, aggregate: Value, value: Value, indices: &[u32]) -> Result<Value, BuildError> {
        let ty = self.type_of(aggregate)?;
        let indices = self.index_list(indices);
        Ok(self.add(Op::InsertValue([aggregate, value], indices), ty).into())
    }

    /// `extractelement`.
    ///
    /// # Errors
    ///
    /// Not a vector.
    fn extract_element(&mut self, vector: Value, index: Value) -> Result<Value, BuildError> {
        let ty = self.type_of(vector)?;
        match self.module().types.get(ty) {
            Some(Type::Vector(element, _)) => {
                let element = *element;
                Ok(self.add(Op::ExtractElement([vector, index]), element).into())
            }
            _ => Err(BuildError::NotVector { what: "the operand of extractelement" }),
        }
    }

    /// `insertelement`.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the vector.
    fn insert_element(&mut self, vector: Value, element: Value, index: Value) -> Result<Value, BuildError> {
        let ty = self.type_of(vector)?;
        Ok(self.add(Op::InsertElement([vector, element, index]), ty).into())
    }

    /// `alloca`: room for one `ty` until the function ends.
    fn alloca(&mut self, ty: TypeId, alignment: Alignment) -> Value {
        let i32 = self.module().types.int(32);
        let count = self.int(i32, 1);
        let address = self.module().address_type(ty, 0);
        self.add(Op::Alloca { element: ty, count, alignment, is_in_alloca: false }, address).into()
    }

    /// `load`: the `ty` that `pointer` points to.
    fn load(&mut self, ty: TypeId, pointer: Value, alignment: Alignment) -> Value {
        self.add(Op::Load(pointer, Access::plain(alignment)), ty).into()
    }

    /// `store`.
    fn store(&mut self, value: Value, pointer: Value, alignment: Alignment) -> InstructionId {
        self.add_void(Op::Store([value, pointer], Access::plain(alignment)))
    }

    /// `getelementptr`: the address of what the indices lead to, the first of which counts `source`s from `pointer` on.
    ///
    /// # Errors
    ///
    /// Not a pointer, or the indices lead nowhere.
    fn element_pointer(
        &mut self,
        is_in_bounds: bool,
        source: TypeId,
        pointer: Value,
        indices: &[Value],
    ) -> Result<Value, BuildError> {
        let base = self.type_of(pointer)?;
        let module = self.module();
        if !matches!(module.types.get(module.types.scalar(base)), Some(Type::Pointer(..))) {
            return Err(BuildError::NotPointer { what: "the base of getelementptr" });
        }
        let numbers = indices.iter().map(|index| module.integer(*index));
        let ty = element_pointer_type(module, source, base, numbers);
        let ty = ty.ok_or(BuildError::BadIndices { what: "an address" })?;
        let ty = module.types.intern(ty);
        let operands: Vec<_> = std::iter::once(pointer).chain(indices.iter().copied()).collect();
        let operands = self.value_list(&operands);
        let address = self.add(Op::ElementPointer { source, operands }, ty).into();
        self.set_flags(address, if is_in_bounds { Flags::INBOUNDS } else { Flags::NONE });
        Ok(address)
    }

    /// `atomicrmw`, ordered before and after everything else: what was there before.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the value.
    fn atomic(&mut self, op: RmwOp, pointer: Value, value: Value) -> Result<Value, BuildError> {
        let ty = self.type_of(value)?;
        let op = Op::AtomicRmw {
            op,
            operands: [pointer, value],
            is_volatile: false,
            ordering: Ordering::SequentiallyConsistent,
            scope: SyncScope::SYSTEM,
            alignment: Alignment::NATURAL,
        };
        Ok(self.add(op, ty).into())
    }

    /// `cmpxchg`, with sequentially consistent ordering: a structure of the value before the exchange and an `i1` that
    /// is true if the exchange happened.
    ///
    /// # Errors
    ///
    /// The function and the module do not have the value.
    fn compare_exchange(&mut self, pointer: Value, compared: Value, new: Value) -> Result<Value, BuildError> {
        let ty = self.type_of(new)?;
        let types = &mut self.module().types;
        let truth = types.int(1);
        let ty = types.literal(&[ty, truth]);
        let op = Op::CompareExchange {
            operands: [pointer, compared, new],
            is_volatile: false,
            is_weak: false,
            success: Ordering::SequentiallyConsistent,
            failure: Ordering::SequentiallyConsistent,
            scope: SyncScope::SYSTEM,
            alignment: Alignment::NATURAL,
        };
        Ok(self.add(op, ty).into())
    }

    /// `call` of a function of the module. Of one that gives nothing, the value is not to be used.
    ///
    /// # Errors
    ///
    /// Not a function.
    fn call(&mut self, callee: impl Into<Value>, arguments: &[Value]) -> Result<Value, BuildError> {
        self.call_with(callee, arguments, None)
    }

    /// The same, with attributes of the call.
    ///
    /// # Errors
    ///
    /// Not a function.
    fn call_with(
        &mut self,
        callee: impl Into<Value>,
        arguments: &[Value],
        attributes: Option<AttributeListId>,
    ) -> Result<Value, BuildError> {
        let callee = callee.into();
        let error = BuildError::NotFunction { what: "the callee" };
        let ValueKind::Global(id) = callee.kind() else { return Err(error) };
        // An alias has the type of what it is another name for.
        let function_type = self.module().globals.get(id).map(|global| global.value_type).ok_or(error)?;
        self.call_as(function_type, callee, arguments, attributes)
    }

    /// `call` of any value as a function of this type.
    ///
    /// # Errors
    ///
    /// Not a type of functions.
    fn call_as(
        &mut self,
        function_type: TypeId,
        callee: Value,
        arguments: &[Value],
        attributes: Option<AttributeListId>,
    ) -> Result<Value, BuildError> {
        let Some(Type::Function { result, .. }) = self.module().types.get(function_type) else {
            return Err(BuildError::NotFunction { what: "the callee" });
        };
        let result = *result;
        let arguments = self.value_list(arguments);
        let op = Op::Call {
            callee,
            function_type,
            arguments,
            attributes: attributes.into(),
            calling_convention: 0,
            tail: TailCall::No,
        };
        Ok(self.add(op, result).into())
    }
}

/// Building of phis and terminators. Separate from [`Build`] because a [`Rewriter`](crate::edit::Rewriter) keeps all
/// blocks and edges.
pub trait BuildControlFlow: Build {
    /// Adds an incoming value to a phi: `value` on the edge from `block`.
    fn add_incoming(&mut self, phi: InstructionId, value: Value, block: BlockId);

    /// `phi` without incoming values: [`add_incoming`](Self::add_incoming).
    fn phi(&mut self, ty: TypeId) -> InstructionId {
        self.add(Op::Phi(List::new(), List::new()), ty)
    }

    /// `br`.
    fn branch(&mut self, to: BlockId) -> InstructionId {
        self.module().types.label();
        self.add_void(Op::Branch(to))
    }

    /// `br` on a condition.
    fn branch_if(&mut self, condition: Value, if_true: BlockId, if_false: BlockId) -> InstructionId {
        self.module().types.label();
        self.add_void(Op::ConditionalBranch(condition, [if_true, if_false]))
    }

    /// `switch`: cases are constants and blocks.
    fn switch(&mut self, value: Value, default: BlockId, cases: &[(Value, BlockId)]) -> InstructionId {
        self.module().types.label();
        let (values, targets): (Vec<_>, Vec<_>) = cases.iter().copied().unzip();
        let (cases, targets) = (self.value_list(&values), self.block_list(&targets));
        self.add_void(Op::Switch { value, default, cases, targets })
    }

    /// `ret`.
    fn ret(&mut self, value: Option<Value>) -> InstructionId {
        self.add_void(Op::Return(value))
    }

    /// `unreachable`.
    fn unreachable(&mut self) -> InstructionId {
        self.add_void(Op::Unreachable)
    }
}
