//! Instructions as text.

use bstr::BStr;
use dxil_ir::attributes::Slot;
use dxil_ir::function::Local;
use dxil_ir::instruction::TailCall;
use dxil_ir::{
    BlockId, Body, Dialect, Flags, Global, GlobalId, Instruction, InstructionId, MetadataId, Op, Type,
    TypeId, Value, ValueKind,
};

use super::comments::At;
use super::error::{PrintError, Result};
use super::opcode_keywords::{binary_word, compare_word};
use super::printer::{Numbers, Printer};
use super::{names, numbers};

/// The function that an instruction stands in.
pub(super) struct Scope<'m> {
    pub(super) id: GlobalId,
    pub(super) global: &'m Global,
    pub(super) body: &'m Body,
}

impl Printer<'_, '_> {
    /// Prints an instruction, with what is attached to it.
    pub(super) fn instruction(
        &mut self,
        scope: &Scope<'_>,
        id: InstructionId,
        mut attached: Vec<(u32, MetadataId)>,
    ) -> Result {
        let body = scope.body;
        let Some(instruction) = body.instructions.get(id) else {
            return Err(PrintError::Dangling { what: "instruction" });
        };
        if self.numbers != Numbers::Shown {
            // It gives what it gives, whatever that is called.
            self.out.text.push_str("  ");
        } else if let Some(number) = self.slots.instruction(id) {
            self.out.text.push_str("  %");
            numbers::unsigned(&mut self.out.text, number.into());
            self.out.text.push_str(" = ");
        } else if let Some(name) = self.result_name(body, id, instruction.ty) {
            self.out.text.push_str("  %");
            names::name(&mut self.out.text, name, self.module.dialect);
            self.out.text.push_str(" = ");
        } else {
            self.out.text.push_str("  ");
        }
        self.operation(scope, id, instruction)?;
        if let Some(location) = instruction.location.expand().filter(|_| self.numbers == Numbers::Shown) {
            self.location(location)?;
        }
        if !attached.is_empty() {
            attached.sort_by_key(|(kind, _)| *kind);
            self.attached(&attached, ", ")?;
        }
        let at = At { module: self.module, function: scope.id, body, id, instruction };
        if let Some(comments) = &mut self.comments {
            comments.instruction(at, &mut self.out.text);
        }
        Ok(())
    }

    /// The name of a result.
    fn result_name<'b>(&self, body: &'b Body, id: InstructionId, ty: TypeId) -> Option<&'b BStr> {
        let is_void = matches!(self.module.types.get(ty), Some(Type::Void));
        if is_void { None } else { body.name(Local::Value(id.into())) }
    }

    fn operation(&mut self, scope: &Scope<'_>, id: InstructionId, instruction: &Instruction) -> Result {
        let (body, lists) = (scope.body, &scope.body.lists);
        match &instruction.op {
            Op::Binary { op, operands } => {
                let is_float = self.module.types.is_float(instruction.ty);
                self.out.text.push_str(binary_word(*op, is_float));
                self.flags(instruction.flags);
                self.pair(scope, operands)
            }
            Op::Negate(value) | Op::Freeze(value) => {
                self.out.text.push_str(instruction.op.word().name);
                self.flags(instruction.flags);
                self.out.text.push(' ');
                self.typed_in(scope, *value)
            }
            Op::Cast(op, value) => {
                self.out.text.push_str(op.word());
                self.flags(instruction.flags);
                self.out.text.push(' ');
                self.typed_in(scope, *value)?;
                self.out.text.push_str(" to ");
                self.ty(instruction.ty)
            }
            Op::Compare { predicate, operands } => {
                self.out.text.push_str(compare_word(*predicate));
                self.flags(instruction.flags);
                self.out.text.push(' ');
                self.out.text.push_str(predicate.word());
                self.pair(scope, operands)
            }
            Op::Select(operands) => {
                self.out.text.push_str("select");
                self.flags(instruction.flags);
                self.operands(scope, operands)
            }
            Op::ExtractElement(operands) => self.simple("extractelement", scope, operands),
            Op::InsertElement(operands) => self.simple("insertelement", scope, operands),
            Op::ShuffleVector(operands) => self.shuffle_vector(scope, operands),
            Op::ExtractValue(aggregate, indices) => {
                self.out.text.push_str("extractvalue ");
                self.typed_in(scope, *aggregate)?;
                self.indices(indices.as_slice(&lists.indices))
            }
            Op::InsertValue([aggregate, value], indices) => {
                self.out.text.push_str("insertvalue ");
                self.typed_in(scope, *aggregate)?;
                self.out.text.push_str(", ");
                self.typed_in(scope, *value)?;
                self.indices(indices.as_slice(&lists.indices))
            }
            Op::Call { .. } => self.call(scope, id, instruction),
            Op::Phi(values, blocks) => {
                self.out.text.push_str("phi");
                self.flags(instruction.flags);
                self.out.text.push(' ');
                self.ty(instruction.ty)?;
                self.incoming(scope, values.as_slice(&lists.values), blocks.as_slice(&lists.blocks))
            }
            Op::VariadicArgument(list) => {
                self.out.text.push_str("va_arg ");
                self.typed_in(scope, *list)?;
                self.out.text.push_str(", ");
                self.ty(instruction.ty)
            }
            Op::Return(None) => self.simple("ret void", scope, &[]),
            Op::Return(Some(value)) => {
                self.out.text.push_str("ret ");
                self.typed_in(scope, *value)
            }
            Op::Branch(block) => {
                self.out.text.push_str("br ");
                self.labelled(body, *block)
            }
            Op::ConditionalBranch(condition, blocks) => self.conditional_branch(scope, *condition, *blocks),
            Op::Switch { value, default, cases, targets } => {
                let targets = targets.as_slice(&lists.blocks);
                self.switch(scope, *value, *default, cases.as_slice(&lists.values), targets)
            }
            Op::Unreachable => self.simple("unreachable", scope, &[]),
            Op::Alloca { .. } => self.alloca(scope, instruction),
            Op::Load(pointer, access) => self.load(scope, instruction.ty, *pointer, access),
            Op::Store(operands, access) => self.store(scope, operands, access),
            Op::ElementPointer { source, operands } => {
                self.element_pointer(scope, instruction.flags, *source, operands.as_slice(&lists.values))
            }
            Op::CompareExchange { .. } => self.compare_exchange(scope, instruction),
            Op::AtomicRmw { .. } => self.atomic_rmw(scope, instruction),
            Op::Fence(ordering, threads) => self.fence(*ordering, *threads),
        }
    }

    fn simple(&mut self, word: &str, scope: &Scope<'_>, operands: &[Value]) -> Result {
        self.out.text.push_str(word);
        self.operands(scope, operands)
    }

    fn shuffle_vector(&mut self, scope: &Scope<'_>, [first, second, mask]: &[Value; 3]) -> Result {
        self.simple("shufflevector", scope, &[*first, *second])?;
        self.out.text.push_str(", ");
        self.ty(self.type_in(scope, *mask)?)?;
        self.out.text.push(' ');
        if let ValueKind::Constant(id) = mask.kind() {
            return self.mask(id);
        }
        self.value(scope, *mask)
    }

    /// Prints the values of a phi, each with the block that it comes from.
    fn incoming(&mut self, scope: &Scope<'_>, values: &[Value], blocks: &[BlockId]) -> Result {
        for (index, (value, block)) in values.iter().zip(blocks).enumerate() {
            if index > 0 {
                self.out.text.push(',');
            }
            self.out.text.push_str(" [ ");
            self.value(scope, *value)?;
            self.out.text.push_str(", ");
            self.block_name(scope.body, *block)?;
            self.out.text.push_str(" ]");
            self.out.spill()?;
        }
        Ok(())
    }

    fn conditional_branch(&mut self, scope: &Scope<'_>, condition: Value, blocks: [BlockId; 2]) -> Result {
        self.out.text.push_str("br ");
        self.typed_in(scope, condition)?;
        for block in blocks {
            self.out.text.push_str(", ");
            self.labelled(scope.body, block)?;
        }
        Ok(())
    }

    fn switch(
        &mut self,
        scope: &Scope<'_>,
        value: Value,
        default: BlockId,
        cases: &[Value],
        targets: &[BlockId],
    ) -> Result {
        self.out.text.push_str("switch ");
        self.typed_in(scope, value)?;
        self.out.text.push_str(", ");
        self.labelled(scope.body, default)?;
        self.out.text.push_str(" [");
        for (case, target) in cases.iter().zip(targets) {
            self.out.text.push_str("\n    ");
            self.typed_in(scope, *case)?;
            self.out.text.push_str(", ");
            self.labelled(scope.body, *target)?;
            self.out.spill()?;
        }
        self.out.text.push_str("\n  ]");
        Ok(())
    }

    fn call(&mut self, scope: &Scope<'_>, id: InstructionId, instruction: &Instruction) -> Result {
        let Op::Call { callee, function_type, arguments, attributes, calling_convention, tail } =
            &instruction.op
        else {
            return Ok(());
        };
        self.out.text.push_str(match tail {
            TailCall::No => "call",
            TailCall::Tail => "tail call",
            TailCall::MustTail => "musttail call",
            TailCall::NoTail => "notail call",
        });
        self.flags(instruction.flags);
        if *calling_convention != 0 {
            self.out.text.push(' ');
            self.calling_convention((*calling_convention).into());
        }
        let attributes = attributes.expand();
        let has_parts = attributes.is_some_and(|list| self.has_attributes_of_parts(list));
        if has_parts {
            self.attributes(attributes, Slot::Return)?;
        }
        self.out.text.push(' ');
        if self.module.dialect == Dialect::Modern
            && let Some(Type::Pointer(_, space)) = self.module.types.get(self.type_in(scope, *callee)?)
            && (*space != 0 || self.program_space != 0)
        {
            self.out.text.push_str("addrspace(");
            numbers::unsigned(&mut self.out.text, (*space).into());
            self.out.text.push_str(") ");
        }
        self.callee(scope, *callee, *function_type)?;
        let operands = arguments.as_slice(&scope.body.lists.values);
        let (arguments, bundled) = scope.body.split_bundles(id, operands);
        for (index, argument) in (0..).zip(arguments) {
            if index > 0 {
                self.out.text.push_str(", ");
            }
            if has_parts {
                self.ty(self.type_in(scope, *argument)?)?;
                self.attributes(attributes, Slot::Parameter(index))?;
                self.out.text.push(' ');
                self.value(scope, *argument)?;
            } else {
                self.typed_in(scope, *argument)?;
            }
            self.out.spill()?;
        }
        let is_variadic =
            |ty| matches!(self.module.types.get(ty), Some(Type::Function { is_variadic: true, .. }));
        if *tail == TailCall::MustTail && is_variadic(scope.global.value_type) {
            self.out.text.push_str(if arguments.is_empty() { "..." } else { ", ..." });
        }
        self.out.text.push(')');
        self.group_of(attributes)?;
        match scope.body.bundles.is_empty() {
            true => Ok(()),
            false => self.bundles(scope, id, bundled),
        }
    }

    /// Prints what a call gives, or the type of what it calls, and what it calls, up to the arguments.
    fn callee(&mut self, scope: &Scope<'_>, callee: Value, function_type: TypeId) -> Result {
        let types = &self.module.types;
        let global = if let ValueKind::Global(id) = callee.kind() {
            self.module.globals.get(id).filter(|global| global.value_type == function_type).map(|_| id)
        } else {
            None
        };
        if let Some(text) = global.and_then(|id| self.callees.get(id)) {
            self.out.text.push_str(text);
            return Ok(());
        }
        let start = self.out.mark();
        match types.get(function_type) {
            // A result that is a function would be read as all of it.
            Some(Type::Function { result, is_variadic: false, .. })
                if !matches!(types.get(*result), Some(Type::Function { .. })) =>
            {
                self.ty(*result)?
            }
            _ => self.ty(function_type)?,
        }
        self.out.text.push(' ');
        self.value(scope, callee)?;
        self.out.text.push('(');
        if let Some(id) = global {
            self.callees.keep(id, self.out.since(&start));
        }
        Ok(())
    }

    /// Prints the bundles of a call.
    fn bundles(&mut self, scope: &Scope<'_>, call: InstructionId, mut operands: &[Value]) -> Result {
        let Some(bundles) = scope.body.bundles.get(&call).filter(|bundles| !bundles.is_empty()) else {
            return Ok(());
        };
        self.out.text.push_str(" [ ");
        let mut separator = "";
        for bundle in bundles {
            self.out.text.push_str(std::mem::replace(&mut separator, ", "));
            self.out.text.push('"');
            names::escape(&mut self.out.text, &bundle.tag, self.module.dialect);
            self.out.text.push_str("\"(");
            let count = bundle.operands as usize;
            let Some((its, behind)) = operands.split_at_checked(count) else {
                return Err(PrintError::Dangling { what: "operand of a bundle" });
            };
            operands = behind;
            let mut separator = "";
            for operand in its {
                self.out.text.push_str(std::mem::replace(&mut separator, ", "));
                self.typed_in(scope, *operand)?;
                self.out.spill()?;
            }
            self.out.text.push(')');
        }
        self.out.text.push_str(" ]");
        Ok(())
    }

    /// Prints operands, each with its type.
    pub(super) fn operands(&mut self, scope: &Scope<'_>, operands: &[Value]) -> Result {
        let [first, rest @ ..] = operands else { return Ok(()) };
        self.out.text.push(' ');
        self.typed_in(scope, *first)?;
        for operand in rest {
            self.out.spill()?;
            self.out.text.push_str(", ");
            self.typed_in(scope, *operand)?;
        }
        Ok(())
    }

    /// Prints two operands, with one type unless theirs differ.
    fn pair(&mut self, scope: &Scope<'_>, operands: &[Value; 2]) -> Result {
        let [first, second] = *operands;
        let ty = self.type_in(scope, first)?;
        if self.type_in(scope, second)? != ty {
            return self.operands(scope, operands);
        }
        self.out.text.push(' ');
        self.ty(ty)?;
        self.out.text.push(' ');
        self.value(scope, first)?;
        self.out.text.push_str(", ");
        self.value(scope, second)
    }

    #[inline]
    fn type_in(&self, scope: &Scope<'_>, value: Value) -> std::result::Result<TypeId, PrintError> {
        let ty = match value.kind() {
            // Most operands are results, whose types are at hand.
            ValueKind::Instruction(id) => scope.body.instructions.get(id).map(|instruction| instruction.ty),
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) => self.metadata_type,
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Forward(_) => {
                self.module.type_of(Some((scope.body, scope.global.value_type)), value)
            }
        };
        ty.ok_or(PrintError::Dangling { what: "value" })
    }

    /// Prints a value with its type.
    pub(super) fn typed_in(&mut self, scope: &Scope<'_>, value: Value) -> Result {
        if let ValueKind::Constant(id) = value.kind() {
            return self.typed_constant(id);
        }
        let ty = self.type_in(scope, value)?;
        self.ty(ty)?;
        self.out.text.push(' ');
        self.value(scope, value)
    }

    /// Prints a value.
    #[inline]
    fn value(&mut self, scope: &Scope<'_>, value: Value) -> Result {
        if let ValueKind::Instruction(id) = value.kind()
            && let Some(number) = self.slots.instruction(id)
            && self.numbers == Numbers::Shown
        {
            self.out.text.push('%');
            numbers::unsigned(&mut self.out.text, number.into());
            return Ok(());
        }
        if let ValueKind::Constant(id) = value.kind() {
            return self.constant(id);
        }
        self.any_value(scope, value)
    }

    fn any_value(&mut self, scope: &Scope<'_>, value: Value) -> Result {
        let number = match value.kind() {
            ValueKind::Instruction(id) => self.slots.instruction(id),
            ValueKind::Constant(id) => return self.constant(id),
            ValueKind::Global(id) => return self.global_name(id),
            ValueKind::Argument(index) => self.slots.argument(index),
            ValueKind::Metadata(id) => return self.metadata_operand(id),
            ValueKind::LocalMetadata(index) => {
                let local =
                    usize::try_from(index).ok().and_then(|index| scope.body.local_metadata.get(index));
                return match local {
                    Some(local) if !matches!(local.kind(), ValueKind::LocalMetadata(_)) => {
                        self.typed_in(scope, *local)
                    }
                    _ => Err(PrintError::Dangling { what: "value" }),
                };
            }
            ValueKind::Forward(_) => None,
        };
        self.out.text.push('%');
        match number {
            _ if self.numbers != Numbers::Shown => {
                self.holes.push((self.out.text.len(), Local::Value(value)))
            }
            Some(number) => numbers::unsigned(&mut self.out.text, number.into()),
            None => match scope.body.name(Local::Value(value)) {
                Some(name) => names::name(&mut self.out.text, name, self.module.dialect),
                None => return Err(PrintError::Dangling { what: "value" }),
            },
        }
        Ok(())
    }

    /// Prints a constant or a global with its type.
    pub(super) fn typed(&mut self, value: Value) -> Result {
        let Some(ty) = self.module.type_of(None, value) else {
            return Err(PrintError::Dangling { what: "value" });
        };
        self.ty(ty)?;
        self.out.text.push(' ');
        self.constant_value(value)
    }

    /// Prints a constant or a global.
    pub(super) fn constant_value(&mut self, value: Value) -> Result {
        match value.kind() {
            ValueKind::Constant(id) => self.constant(id),
            ValueKind::Global(id) => self.global_name(id),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => Err(PrintError::Dangling { what: "value" }),
        }
    }

    fn labelled(&mut self, body: &Body, block: BlockId) -> Result {
        self.out.text.push_str("label ");
        self.block_name(body, block)
    }

    fn indices(&mut self, indices: &[dxil_ir::instruction::Index]) -> Result {
        for index in indices {
            self.out.text.push_str(", ");
            numbers::unsigned(&mut self.out.text, index.0.into());
            self.out.spill()?;
        }
        Ok(())
    }

    /// Prints what may be assumed, each word behind a blank.
    #[inline]
    pub(super) fn flags(&mut self, flags: Flags) {
        if !flags.is_empty() {
            self.flag_words(flags);
        }
    }

    fn flag_words(&mut self, flags: Flags) {
        let is_fast = match self.module.dialect {
            // `words` says the same, but nearly all operations of shaders are just that.
            Dialect::Dxil37 => {
                flags.without(Flags::FAST_MATH_37).is_empty() && flags.has(Flags::UNSAFE_ALGEBRA)
            }
            Dialect::Modern => flags.has(Flags::FAST_MATH),
        };
        let mut flags = flags;
        if is_fast {
            self.out.text.push_str(" fast");
            // A conversion of an integer may be `nneg`, too.
            flags = match self.module.dialect {
                Dialect::Dxil37 => return,
                Dialect::Modern => flags.without(Flags::FAST_MATH),
            };
        }
        for word in flags.words() {
            self.out.text.push(' ');
            self.out.text.push_str(word);
        }
    }

    /// Prints what may be assumed of an address: `inbounds` says `nusw`, too.
    pub(super) fn address_flags(&mut self, flags: Flags) {
        let is_in_bounds = flags.has(Flags::INBOUNDS);
        self.flags(if is_in_bounds { flags.without(Flags::NUSW) } else { flags });
    }
}
