//! Bodies: each name once, and instructions whose operands have the types that their text derives.

use bstr::BStr;
use dxil_ir::arena::IdSet;
use dxil_ir::debug_records::DebugValue;
use dxil_ir::flags;
use dxil_ir::function::Local;
use dxil_ir::instruction::{Access, MAX_CALL_CONVENTION};
use dxil_ir::metadata::Metadata;
use dxil_ir::{
    Alignment, Body, Dialect, Global, Instruction, InstructionId, Op, Ordering, Type, TypeId, Value,
    ValueKind,
};

use super::super::error::{PrintError, Result};
use super::{Checked, Checker};

/// A body, and the types of its function's parameters.
#[derive(Clone, Copy)]
struct Scope<'m> {
    body: &'m Body,
    parameters: &'m [TypeId],
}

fn is_argument(local: &Local) -> bool {
    matches!(local, Local::Value(value) if matches!(value.kind(), ValueKind::Argument(_)))
}

impl<'m> Checker<'m> {
    pub(super) fn body(&mut self, global: &'m Global, body: &'m Body) -> Result {
        let parameters = match self.module.types.get(global.value_type) {
            Some(Type::Function { parameters, .. }) => parameters,
            _ => &[][..],
        };
        let scope = Scope { body, parameters };
        self.names(scope)?;
        for (_, node) in &body.metadata {
            // The braces of a value would be those of the body.
            let metadata = self.module.metadata.get(*node);
            let is_node = matches!(metadata, Some(Metadata::Tuple { .. } | Metadata::Node { .. }));
            self.expect(is_node, || "metadata of a function that is not a node".to_owned())?;
            self.metadata(*node)?;
        }
        for (_, kind, node) in &body.attachments {
            let name = usize::try_from(*kind).ok().and_then(|kind| self.module.metadata_kinds.get(kind));
            self.expect(name.is_none_or(|name| name != "dbg"), || {
                "`dbg` metadata that is not a debug location".to_owned()
            })?;
            self.metadata(*node)?;
        }
        self.debug_records(scope)?;
        let mut last = None;
        for id in body.layout.iter().flat_map(|block| body.instructions_of(*block)) {
            let Some(instruction) = body.instructions.get(*id) else { continue };
            self.instruction(scope, *id, instruction)?;
            let id = instruction.location.expand().filter(|id| last.replace(*id) != Some(*id));
            if let Some(location) = id.and_then(|id| body.location(id)) {
                self.location(location)?;
            }
        }
        Ok(())
    }

    /// Debug records: before instructions that are printed, about values that are there.
    fn debug_records(&mut self, scope: Scope<'m>) -> Result {
        let records = &scope.body.debug_records;
        if records.is_empty() {
            return Ok(());
        }
        self.expect(self.module.dialect == Dialect::Modern, || "debug records".to_owned())?;
        self.expect(records.blocks().next().is_none(), || "debug records after a terminator".to_owned())?;
        let placed: hashbrown::HashSet<_> = scope.body.in_order().map(|(_, id, _)| id).collect();
        let is_placed = records.instructions().all(|id| placed.contains(&id));
        self.expect(is_placed, || "debug records of an instruction in no basic block".to_owned())?;
        for record in records.iter() {
            for value in record.values() {
                let values = match value {
                    DebugValue::Value(value) => std::slice::from_ref(value),
                    DebugValue::List(values) => values,
                    DebugValue::Gone(ty) => {
                        self.value_type(*ty)?;
                        &[]
                    }
                    DebugValue::Node(_) => &[],
                };
                for value in values {
                    self.operand(scope, *value)?;
                }
            }
            record.metadata().try_for_each(|node| self.metadata(node))?;
            match scope.body.location(record.location) {
                Some(location) => self.location(location)?,
                None => return Err(PrintError::Dangling { what: "debug location" }),
            }
        }
        Ok(())
    }

    /// The names of a body: each is that of one thing, which can have one.
    fn names(&self, scope: Scope<'_>) -> Result {
        let names = &scope.body.names;
        if names.is_empty() {
            return Ok(());
        }
        self.unique("values or blocks", names.values().map(|name| -> &BStr { name.as_ref() }))?;
        let types = &self.module.types;
        // Compilers name arguments and little else: instructions are only looked at where one has a name.
        let (mut blocks, mut results) = (IdSet::new(), IdSet::new());
        if !names.keys().all(is_argument) {
            scope.body.layout.iter().for_each(|block| _ = blocks.insert(*block));
            for (_, id, instruction) in scope.body.in_order() {
                if !matches!(types.get(instruction.ty), Some(Type::Void)) {
                    results.insert(id);
                }
            }
        }
        for (local, name) in names {
            let has_result = match local {
                Local::Block(id) => blocks.contains(*id),
                Local::Value(value) => match value.kind() {
                    ValueKind::Argument(index) => {
                        usize::try_from(index).is_ok_and(|index| index < scope.parameters.len())
                    }
                    ValueKind::Instruction(id) => results.contains(id),
                    ValueKind::Constant(_)
                    | ValueKind::Global(_)
                    | ValueKind::Metadata(_)
                    | ValueKind::LocalMetadata(_)
                    | ValueKind::Forward(_) => false,
                },
            };
            self.expect(has_result, || {
                let name = super::super::names::spelled(name.as_ref());
                format!("the name \"{name}\", which is not the name of an argument, a block or a result")
            })?;
        }
        Ok(())
    }

    /// The type of an operand.
    #[inline]
    fn operand(&mut self, scope: Scope<'_>, value: Value) -> Checked<TypeId> {
        match self.known_operand(scope, value) {
            Some(ty) => Ok(ty),
            None => self.new_operand(scope, value),
        }
    }

    /// The type of an operand if values had it before, or if the operand is a constant that was one before: nearly all
    /// are.
    #[inline]
    fn known_operand(&self, scope: Scope<'_>, value: Value) -> Option<TypeId> {
        if let ValueKind::Constant(id) = value.kind() {
            return self.operands[id].expand();
        }
        self.type_of_operand(scope, value).filter(|ty| self.value_types[*ty])
    }

    /// The type of an operand that is no constant; metadata has none here.
    #[inline]
    fn type_of_operand(&self, scope: Scope<'_>, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Instruction(id) => scope.body.instructions.get(id).map(|instruction| instruction.ty),
            ValueKind::Global(id) => self.module.globals.get(id).map(|global| global.ty),
            ValueKind::Argument(index) => scope.parameters.get(usize::try_from(index).ok()?).copied(),
            ValueKind::Constant(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        }
    }

    #[inline(never)]
    fn new_operand(&mut self, scope: Scope<'_>, value: Value) -> Checked<TypeId> {
        match value.kind() {
            ValueKind::Constant(id) => {
                let is_assembly = self.is_assembly(value);
                self.expect(!is_assembly, || "assembly that is not called".to_owned())?;
                let ty = self.value(value)?;
                self.operands[id] = ty.into();
                return Ok(ty);
            }
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) => {
                return Err(self.error("a metadata operand of an instruction other than a call".to_owned()));
            }
            ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Forward(_) => {}
        }
        let ty = self.type_of_operand(scope, value).ok_or(PrintError::Dangling { what: "value" })?;
        if !self.value_types[ty] {
            self.value_type(ty)?;
            self.value_types[ty] = true;
        }
        Ok(ty)
    }

    #[inline]
    fn operands<const N: usize>(&mut self, scope: Scope<'_>, values: &[Value; N]) -> Checked<[TypeId; N]> {
        let mut types = [self.operand(scope, values[0])?; N];
        for (ty, value) in types.iter_mut().zip(values).skip(1) {
            *ty = self.operand(scope, *value)?;
        }
        Ok(types)
    }

    /// That two types, which the text says once, are the same.
    #[inline]
    fn same(&self, found: TypeId, expected: TypeId, what: &str) -> Result {
        if found == expected { Ok(()) } else { Err(self.differs(found, expected, what)) }
    }

    #[cold]
    fn differs(&self, found: TypeId, expected: TypeId, what: &str) -> PrintError {
        self.error(format!("{what} of type {}, expected {}", self.shown(found), self.shown(expected)))
    }

    fn instruction(&mut self, scope: Scope<'_>, id: InstructionId, instruction: &Instruction) -> Result {
        let ty = instruction.ty;
        self.ty(ty)?;
        let module = self.module;
        self.in_dialect(instruction.op.word())?;
        if !instruction.flags.is_empty() {
            self.flags(instruction)?;
        }
        match &instruction.op {
            Op::Binary { operands, .. } => {
                let [first, second] = self.operands(scope, operands)?;
                self.same(second, first, "a second operand")?;
                self.same(ty, first, "a result")
            }
            Op::Negate(value) | Op::Freeze(value) => {
                let of = self.operand(scope, *value)?;
                self.same(ty, of, "a result")
            }
            Op::Compare { operands, .. } => {
                let [first, second] = self.operands(scope, operands)?;
                self.same(second, first, "a second operand")?;
                self.result(ty, self.truth_like(first))
            }
            Op::Cast(_, value) => {
                self.operand(scope, *value)?;
                self.value_type(ty).map(drop)
            }
            Op::Select(operands) => {
                let [_, first, _] = self.operands(scope, operands)?;
                self.same(ty, first, "a result")
            }
            Op::ExtractElement(operands) => {
                let [vector, _] = self.operands(scope, operands)?;
                self.result(ty, Some(module.types.scalar(vector)).filter(|scalar| *scalar != vector))
            }
            Op::InsertElement(operands) => {
                let [vector, ..] = self.operands(scope, operands)?;
                self.same(ty, vector, "a result")
            }
            Op::ShuffleVector(operands) => {
                let [first, _, mask] = self.operands(scope, operands)?;
                self.result(ty, self.shuffled(first, mask))
            }
            Op::ExtractValue(aggregate, indices) => {
                let from = self.operand(scope, *aggregate)?;
                let indices = indices.as_slice(&scope.body.lists.indices);
                self.result(ty, self.member(from, indices))
            }
            Op::InsertValue(operands, indices) => {
                let [into, _] = self.operands(scope, operands)?;
                let indices = indices.as_slice(&scope.body.lists.indices);
                self.expect(self.member(into, indices).is_some(), || {
                    format!("member indices that do not exist in type {}", self.shown(into))
                })?;
                self.same(ty, into, "a result")
            }
            Op::Phi(values, _) => self.phi(scope, ty, values.as_slice(&scope.body.lists.values)),
            Op::Call { .. } => self.call(scope, id, instruction),
            Op::VariadicArgument(list) => {
                self.operand(scope, *list)?;
                self.value_type(ty).map(drop)
            }
            Op::Return(Some(value)) | Op::ConditionalBranch(value, _) => {
                self.operand(scope, *value).map(drop)
            }
            Op::Switch { value, cases, .. } => {
                self.switch(scope, *value, cases.as_slice(&scope.body.lists.values))
            }
            Op::Return(None) | Op::Branch(_) | Op::Unreachable => Ok(()),
            Op::Alloca { element, count, alignment, .. } => {
                self.alloca(scope, ty, *element, *count, *alignment)
            }
            Op::Load(pointer, access) => self.load(scope, ty, *pointer, access),
            Op::Store(operands, access) => self.store(scope, operands, access),
            Op::ElementPointer { source, operands, .. } => {
                self.element_pointer(scope, ty, *source, operands.as_slice(&scope.body.lists.values))
            }
            Op::CompareExchange { operands, success, failure, .. } => {
                self.compare_exchange(scope, ty, operands, [*success, *failure])
            }
            Op::AtomicRmw { operands, ordering, .. } => {
                let [_, value] = self.operands(scope, operands)?;
                self.ordering(*ordering)?;
                self.same(ty, value, "a result")
            }
            Op::Fence(ordering, _) => self.ordering(*ordering),
        }
    }

    /// That what is assumed of an instruction has words, and is read back.
    fn flags(&self, instruction: &Instruction) -> Result {
        let module = self.module;
        let is_float = match module.dialect {
            Dialect::Dxil37 => module.types.is_float(instruction.ty),
            Dialect::Modern => module.types.consists_of_floats(instruction.ty),
        };
        let allowed = flags::allowed(&instruction.op, is_float, module.dialect);
        let wrong = instruction.flags.without(allowed);
        self.expect(wrong.is_empty(), || format!("the flag `{wrong}` on `{}`", instruction.op.word().name))
    }

    fn result(&self, found: TypeId, expected: Option<TypeId>) -> Result {
        self.expect(expected == Some(found), || {
            format!("a result of type {} that does not match the operand types", self.shown(found))
        })
    }

    /// The type of the member that indices lead to.
    fn member(&self, aggregate: TypeId, indices: &[dxil_ir::instruction::Index]) -> Option<TypeId> {
        let types = &self.module.types;
        let (_, member) = indices.iter().try_fold((false, aggregate), |(_, ty), index| {
            let index = u64::from(index.0);
            let found = types.get(ty)?;
            let is_behind = matches!(found, Type::Array(_, length) if index >= *length);
            if is_behind || matches!(found, Type::Vector(..)) {
                return None;
            }
            Some((true, types.element(ty, index)?))
        })?;
        Some(member).filter(|_| !indices.is_empty())
    }

    fn phi(&mut self, scope: Scope<'_>, ty: TypeId, values: &[Value]) -> Result {
        self.expect(!values.is_empty(), || "a phi without values".to_owned())?;
        self.value_type(ty)?;
        for value in values {
            let found = self.operand(scope, *value)?;
            self.same(found, ty, "a value of a phi")?;
        }
        Ok(())
    }

    fn switch(&mut self, scope: Scope<'_>, value: Value, cases: &[Value]) -> Result {
        self.operand(scope, value)?;
        for case in cases {
            let is_constant = matches!(case.kind(), ValueKind::Constant(_) | ValueKind::Global(_));
            self.expect(is_constant, || "a switch case that is not a constant".to_owned())?;
            self.operand(scope, *case)?;
        }
        Ok(())
    }

    fn alloca(
        &mut self,
        scope: Scope<'_>,
        ty: TypeId,
        element: TypeId,
        count: Value,
        alignment: Alignment,
    ) -> Result {
        let module = self.module;
        self.value_type(element)?;
        let of_count = self.operand(scope, count)?;
        let is_integer = matches!(module.types.get(of_count), Some(Type::Integer(_)));
        self.expect(is_integer, || {
            format!("an alloca with an element count of type {}", self.shown(of_count))
        })?;
        self.alignment(alignment)?;
        self.expect(module.may_point_to(ty, element), || {
            format!("an alloca with result type {}", self.shown(ty))
        })?;
        let space = module.types.address_space(ty).unwrap_or(0);
        self.expect(space == 0 || module.dialect == Dialect::Modern, || {
            format!("an alloca in address space {space}")
        })
    }

    fn load(&mut self, scope: Scope<'_>, ty: TypeId, pointer: Value, access: &Access) -> Result {
        let pointer = self.operand(scope, pointer)?;
        self.value_type(ty)?;
        self.expect(self.module.may_point_to(pointer, ty), || {
            format!("a load of {} through {}", self.shown(ty), self.shown(pointer))
        })?;
        self.access(access)
    }

    fn store(&mut self, scope: Scope<'_>, operands: &[Value; 2], access: &Access) -> Result {
        let [value, pointer] = self.operands(scope, operands)?;
        self.expect(self.module.may_point_to(pointer, value), || {
            format!("a store of {} through {}", self.shown(value), self.shown(pointer))
        })?;
        self.access(access)
    }

    fn element_pointer(
        &mut self,
        scope: Scope<'_>,
        ty: TypeId,
        source: TypeId,
        operands: &[Value],
    ) -> Result {
        self.ty(source)?;
        let mut types = Vec::with_capacity(operands.len());
        for operand in operands {
            types.push(self.operand(scope, *operand)?);
        }
        let address = self.address(source, &types, operands);
        self.result(ty, Some(ty).filter(|ty| self.module.types.get(*ty) == address.as_ref()))
    }

    fn compare_exchange(
        &mut self,
        scope: Scope<'_>,
        ty: TypeId,
        operands: &[Value; 3],
        [success, failure]: [Ordering; 2],
    ) -> Result {
        let types = &self.module.types;
        let [_, expected, _] = self.operands(scope, operands)?;
        self.ordering(success)?;
        self.ordering(failure)?;
        let result = self.truth.and_then(|truth| {
            let members = [expected, truth].into();
            types.find(&Type::Literal { members, is_packed: false })
        });
        self.result(ty, result)
    }

    fn access(&self, access: &Access) -> Result {
        self.alignment(access.alignment)?;
        access.atomic.map_or(Ok(()), |(ordering, _)| self.ordering(ordering))
    }

    fn ordering(&self, ordering: Ordering) -> Result {
        self.expect(ordering != Ordering::NotAtomic, || "an atomic access without an ordering".to_owned())
    }

    fn call(&mut self, scope: Scope<'_>, id: InstructionId, instruction: &Instruction) -> Result {
        let Op::Call { callee, function_type, arguments, attributes, calling_convention, .. } =
            &instruction.op
        else {
            return Ok(());
        };
        let module = self.module;
        let fits = *calling_convention <= MAX_CALL_CONVENTION;
        self.expect(fits, || format!("a call with calling convention {calling_convention}"))?;
        self.ty(*function_type)?;
        let Some(Type::Function { result, parameters, is_variadic }) = module.types.get(*function_type)
        else {
            return Err(
                self.error(format!("a call with the non-function type {}", self.shown(*function_type)))
            );
        };
        let callee_type = match self.is_assembly(*callee) {
            true => self.value(*callee)?,
            false => self.operand(scope, *callee)?,
        };
        let fits = match module.dialect {
            Dialect::Dxil37 => matches!(
                module.types.get(callee_type),
                Some(Type::Pointer(pointee, 0)) if pointee.expand() == Some(*function_type)
            ),
            Dialect::Modern => module.may_point_to(callee_type, *function_type),
        };
        self.expect(fits, || {
            format!(
                "a call through a callee of type {} with the function type {}",
                self.shown(callee_type),
                self.shown(*function_type)
            )
        })?;
        let operands = arguments.as_slice(&scope.body.lists.values);
        let (arguments, bundled) = scope.body.split_bundles(id, operands);
        self.bundles(scope, id, bundled)?;
        let fits = arguments.len() == parameters.len() || *is_variadic && arguments.len() > parameters.len();
        self.expect(fits, || {
            format!("a call with {} arguments, expected {}", arguments.len(), parameters.len())
        })?;
        for (index, argument) in arguments.iter().enumerate() {
            let found = self.argument(scope, *argument)?;
            self.same(found, parameters.get(index).copied().unwrap_or(found), "an argument")?;
        }
        self.attributes(attributes.expand(), arguments.len())?;
        self.same(instruction.ty, *result, "a result")
    }

    /// The bundles of a call: that the dialect has them, and that they have all of these operands.
    fn bundles(&mut self, scope: Scope<'_>, call: InstructionId, operands: &[Value]) -> Result {
        let Some(bundles) = scope.body.bundles.get(&call) else { return Ok(()) };
        self.expect(self.module.dialect == Dialect::Modern, || {
            "operand bundles, which LLVM 3.7 does not have".to_owned()
        })?;
        self.expect(!bundles.is_empty(), || "a call with a list of no operand bundles".to_owned())?;
        let expected = bundles.iter().fold(0_u64, |count, bundle| count + u64::from(bundle.operands));
        let is_all = u64::try_from(operands.len()).is_ok_and(|count| count == expected);
        self.expect(is_all, || "operand bundles with more operands than their call has".to_owned())?;
        for operand in operands {
            self.argument(scope, *operand)?;
        }
        Ok(())
    }

    /// An argument of a call, which may be metadata.
    #[inline]
    fn argument(&mut self, scope: Scope<'_>, value: Value) -> Checked<TypeId> {
        let module = self.module;
        match value.kind() {
            ValueKind::Metadata(id) => {
                self.metadata(id)?;
                self.metadata_type.ok_or(PrintError::Dangling { what: "type" })
            }
            ValueKind::LocalMetadata(index) => {
                let local = usize::try_from(index).ok();
                let local = local.and_then(|index| scope.body.local_metadata.get(index));
                let Some(local) = local else { return Err(PrintError::Dangling { what: "value" }) };
                let ty = self.operand(scope, *local)?;
                let is_value = !matches!(module.types.get(ty), Some(Type::Metadata | Type::Label));
                self.expect(is_value, || format!("a value of type {} as metadata", self.shown(ty)))?;
                self.metadata_type.ok_or(PrintError::Dangling { what: "type" })
            }
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Forward(_) => {
                let ty = self.operand(scope, value)?;
                // Behind that type, the text has metadata.
                let is_metadata = Some(ty) == self.metadata_type;
                self.expect(!is_metadata, || "a constant of type `metadata` as an argument".to_owned())?;
                Ok(ty)
            }
        }
    }
}
