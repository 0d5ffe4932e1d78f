//! Instructions: that their operands are there, and of types that go together.

use crate::list::List;

use super::Verifier;
use super::body::Here;
use super::rule::Rule;
use super::show;
use super::type_facts::{is_first_class, is_integer, is_integer_of};
use crate::constants::ConstantKind;
use crate::flags;
use crate::function::Local;
use crate::instruction::Index;
use crate::{BlockId, ConstantId, Dialect, Instruction, Op, Type, TypeId, Value, ValueKind};

impl<'m> Verifier<'m> {
    /// Whether what is assumed of an instruction goes with it.
    fn flags(&mut self, instruction: &Instruction) {
        let module = self.module;
        let is_float = match module.dialect {
            Dialect::Dxil37 => module.types.is_float(instruction.ty),
            Dialect::Modern => module.types.consists_of_floats(instruction.ty),
        };
        let allowed = flags::allowed(&instruction.op, is_float, module.dialect);
        let wrong = instruction.flags.without(allowed);
        expect!(
            self,
            wrong.is_empty(),
            Rule::Flags,
            "{} on {} cannot have the flag {wrong}",
            instruction.op.word().name,
            show::ty(module, instruction.ty)
        );
    }

    pub(super) fn instruction(&mut self, here: Here<'_, 'm>, instruction: &'m Instruction) {
        if !self.has_type(instruction.ty, "the type of an instruction") {
            return;
        }
        self.location(here, instruction);
        let ty = instruction.ty;
        self.in_dialect(instruction.op.word());
        if !instruction.flags.is_empty() {
            self.flags(instruction);
        }
        match &instruction.op {
            Op::Binary { op, operands } => {
                if let Some(types) = self.operands(here, operands) {
                    self.binary(*op, types, ty);
                }
            }
            Op::Negate(value) => {
                if let Some(of) = self.operand(here, *value) {
                    self.unary("fneg", of, self.module.types.is_float(of), ty);
                }
            }
            Op::Freeze(value) => {
                if let Some(of) = self.operand(here, *value) {
                    self.unary("freeze", of, is_first_class(&self.module.types, of), ty);
                }
            }
            Op::Cast(op, value) => {
                if let Some(from) = self.operand(here, *value) {
                    self.cast(*op, from, ty);
                }
            }
            Op::Compare { predicate, operands } => {
                if let Some(types) = self.operands(here, operands) {
                    self.compare(*predicate, types, ty);
                }
            }
            Op::Select(operands) => {
                if let Some(types) = self.operands(here, operands) {
                    self.select(types, ty);
                }
            }
            Op::ExtractElement(operands) => {
                if let Some(types) = self.operands(here, operands) {
                    self.extract_element(types, ty);
                }
            }
            Op::InsertElement(operands) => {
                if let Some(types) = self.operands(here, operands) {
                    self.insert_element(types, ty);
                }
            }
            Op::ShuffleVector(operands) => {
                if let Some(types) = self.operands(here, operands) {
                    let [.., mask] = *operands;
                    self.shuffle(types, mask, ty);
                }
            }
            Op::ExtractValue(value, indices) => self.extract_value(here, *value, indices, ty),
            Op::InsertValue(operands, indices) => self.insert_value(here, operands, indices, ty),
            Op::ElementPointer { source, operands, .. } => {
                let operands = operands.as_slice(&here.facts.body.lists.values);
                self.instruction_element_pointer(here, *source, operands, ty);
            }
            Op::Phi(values, blocks) => self.phi(here, values, blocks, ty),
            Op::Call { .. } => self.call(here, instruction),
            Op::VariadicArgument(value) => {
                if let Some(list) = self.operand(here, *value) {
                    self.variadic_argument(list, ty);
                }
            }
            Op::Alloca { element, count, alignment, is_in_alloca: _ } => {
                self.alloca(here, *element, *count, *alignment, ty);
            }
            Op::Load(pointer, access) => self.load(here, *pointer, access, ty),
            Op::Store(operands, access) => self.store(here, operands, access, ty),
            Op::CompareExchange { operands, success, failure, .. } => {
                self.compare_exchange(here, operands, *success, *failure, ty);
            }
            Op::AtomicRmw { op, operands, ordering, .. } => {
                self.atomic_rmw(here, *op, operands, *ordering, ty);
            }
            Op::Fence(ordering, _) => self.fence(*ordering, ty),
            Op::Return(value) => self.returns(here, *value, ty),
            Op::ConditionalBranch(condition, _) => self.conditional_branch(here, *condition, ty),
            Op::Switch { value, cases, targets, .. } => {
                self.gives_nothing(ty);
                let lists = &here.facts.body.lists;
                let count = targets.len(&lists.blocks);
                self.switch(here, *value, cases.as_slice(&lists.values), count);
            }
            Op::Branch(_) | Op::Unreachable => self.gives_nothing(ty),
        }
    }

    fn unary(&mut self, word: &str, of: TypeId, fits: bool, ty: TypeId) {
        expect!(
            self,
            fits,
            Rule::OperandType,
            "{word} does not support operands of type {}",
            show::ty(self.module, of)
        );
        self.gives(word, of, ty);
    }

    fn variadic_argument(&mut self, list: TypeId, ty: TypeId) {
        let types = &self.module.types;
        let is_pointer = matches!(types.get(list), Some(Type::Pointer(..)));
        expect!(
            self,
            is_pointer,
            Rule::OperandType,
            "va_arg requires a va_list, found {}",
            show::ty(self.module, list)
        );
        let fits = is_first_class(types, ty);
        expect!(self, fits, Rule::ResultType, "result type of va_arg is not a first-class type");
    }

    /// The type of a value that an instruction uses; says so if it is not there, or not yet.
    pub(super) fn operand(&mut self, here: Here<'_, '_>, value: Value) -> Option<TypeId> {
        let module = self.module;
        match value.kind() {
            ValueKind::Constant(id) => {
                let Some(constant) = module.constants.get(id) else { return self.missing(value) };
                if matches!(constant.kind, ConstantKind::InlineAssembly { .. }) {
                    self.find(
                        Rule::IntrinsicUse,
                        format_args!("inline assembly is used other than as a callee"),
                    );
                }
                Some(constant.ty).filter(|ty| module.types.get(*ty).is_some())
            }
            ValueKind::Global(id) => {
                let Some(global) = module.globals.get(id) else { return self.missing(value) };
                if self.is_intrinsic(id) {
                    let message = format_args!(
                        "LLVM intrinsic {} is used other than as a callee",
                        show::global(module, id)
                    );
                    self.find(Rule::IntrinsicUse, message);
                }
                Some(global.ty).filter(|ty| module.types.get(*ty).is_some())
            }
            ValueKind::Argument(index) => {
                let ty = usize::try_from(index).ok().and_then(|index| here.facts.parameters.get(index));
                match ty {
                    Some(ty) => Some(*ty),
                    None => self.missing(value),
                }
            }
            ValueKind::Instruction(id) => {
                let (Some(place), Some(used)) = (here.facts.place(id), here.facts.body.instructions.get(id))
                else {
                    return self.missing(value);
                };
                if !here.facts.is_before(place, (here.block, here.index)) {
                    let used = here.facts.shown(module, Local::Value(value));
                    self.find(Rule::Dominance, format_args!("{used} does not dominate this use"));
                }
                match module.types.get(used.ty) {
                    None => None,
                    Some(Type::Void) => {
                        self.find(Rule::NoValue, format_args!("operand {id} has no result"));
                        None
                    }
                    Some(_) => Some(used.ty),
                }
            }
            ValueKind::Metadata(id) => {
                if module.metadata.get(id).is_none() {
                    let message = format_args!("undefined {id}");
                    self.find(Rule::NoSuchMetadata, message);
                    return None;
                }
                self.metadata_type()
            }
            ValueKind::LocalMetadata(index) => {
                let index = index as usize;
                match here.facts.body.local_metadata.get(index) {
                    None => self.missing(value),
                    Some(_) => self.metadata_type(),
                }
            }
            ValueKind::Forward(_) => self.missing(value),
        }
    }

    #[cold]
    fn missing(&mut self, value: Value) -> Option<TypeId> {
        let module = self.module;
        self.find(Rule::NoSuchValue, format_args!("undefined {}", show::value(module, value)));
        None
    }

    /// The type that metadata has as an operand.
    fn metadata_type(&mut self) -> Option<TypeId> {
        if self.metadata_type.is_none() {
            let message = format_args!("operand is metadata, but the type table has no metadata type");
            self.find(Rule::MetadataOperand, message);
        }
        self.metadata_type
    }

    pub(super) fn operands<const N: usize>(
        &mut self,
        here: Here<'_, '_>,
        values: &[Value; N],
    ) -> Option<[TypeId; N]> {
        let types = values.map(|value| self.operand(here, value));
        let mut known = [TypeId::from_u32(0); N];
        for (known, ty) in known.iter_mut().zip(types) {
            *known = ty?;
        }
        Some(known)
    }

    fn instruction_element_pointer(
        &mut self,
        here: Here<'_, '_>,
        source: TypeId,
        operands: &[Value],
        ty: TypeId,
    ) {
        let Some((base, indices)) = operands.split_first() else {
            self.find(Rule::Operands, format_args!("getelementptr has no base pointer"));
            return;
        };
        if !self.has_type(source, "the source element type") {
            return;
        }
        let base = self.operand(here, *base);
        let mut typed = std::mem::take(&mut self.scratch);
        typed.clear();
        for index in indices {
            let ty = self.operand(here, *index);
            typed.extend(ty.map(|ty| (*index, ty)));
        }
        if let Some(base) = base.filter(|_| typed.len() == indices.len()) {
            self.element_pointer(source, base, typed.iter().copied(), ty);
        }
        self.scratch = typed;
    }

    /// The type of the member of an aggregate that indices lead to.
    fn member(&mut self, here: Here<'_, '_>, aggregate: TypeId, indices: &List<Index>) -> Option<TypeId> {
        let module = self.module;
        let types = &module.types;
        let indices = indices.as_slice(&here.facts.body.lists.indices);
        let mut ty = Some(aggregate).filter(|_| !indices.is_empty());
        for Index(index) in indices {
            ty = match ty.and_then(|ty| Some((ty, types.get(ty)?))) {
                Some((_, Type::Array(element, length))) => {
                    Some(*element).filter(|_| u64::from(*index) < *length)
                }
                Some((ty, Type::Literal { .. } | Type::Named(_))) => types.element(ty, u64::from(*index)),
                _ => None,
            };
        }
        expect!(
            self,
            ty.is_some(),
            Rule::Address,
            "indices select a member that does not exist in {}",
            show::ty(module, aggregate)
        );
        ty
    }

    fn extract_value(&mut self, here: Here<'_, '_>, value: Value, indices: &List<Index>, ty: TypeId) {
        let Some(aggregate) = self.operand(here, value) else { return };
        if let Some(member) = self.member(here, aggregate, indices) {
            self.gives("extractvalue", member, ty);
        }
    }

    fn insert_value(&mut self, here: Here<'_, '_>, operands: &[Value; 2], indices: &List<Index>, ty: TypeId) {
        let module = self.module;
        let Some([aggregate, value]) = self.operands(here, operands) else { return };
        let Some(member) = self.member(here, aggregate, indices) else { return };
        expect!(
            self,
            value == member,
            Rule::OperandType,
            "inserted value has type {}, expected {}",
            show::ty(module, value),
            show::ty(module, member)
        );
        self.gives("insertvalue", aggregate, ty);
    }

    fn phi(&mut self, here: Here<'_, '_>, values: &List<Value>, blocks: &List<BlockId>, ty: TypeId) {
        let module = self.module;
        let facts = here.facts;
        let lists = &facts.body.lists;
        let (values, blocks) = (values.as_slice(&lists.values), blocks.as_slice(&lists.blocks));
        if values.len() != blocks.len() {
            let message = format_args!(
                "phi has {} values and {} blocks, expected the same number",
                values.len(),
                blocks.len()
            );
            self.find(Rule::Operands, message);
            return;
        }
        let is_value = is_first_class(&module.types, ty) && module.types.get(ty) != Some(&Type::Metadata);
        expect!(
            self,
            is_value,
            Rule::ResultType,
            "phi has type {}, expected a first-class type other than metadata",
            show::ty(module, ty)
        );
        let mut incoming = std::mem::take(&mut self.incoming);
        incoming.clear();
        for (value, block) in values.iter().zip(blocks) {
            let Some(number) = facts.number(*block) else {
                self.find(Rule::NoSuchBlock, format_args!("undefined {block}"));
                continue;
            };
            incoming.push((number, *value));
            // It is used at the end of the block that one comes from.
            let end = Here { facts, block: number, index: u32::MAX };
            if let Some(found) = self.operand(end, *value) {
                expect!(
                    self,
                    found == ty,
                    Rule::OperandType,
                    "value of a phi has type {}, expected {}",
                    show::ty(module, found),
                    show::ty(module, ty)
                );
            }
        }
        incoming.sort_unstable();
        let predecessors = facts.flow.predecessors(here.block);
        let fits = incoming.iter().map(|(block, _)| block).eq(predecessors);
        expect!(
            self,
            fits,
            Rule::PhiIncoming,
            "phi has {} entries, which do not match the {} predecessors of its block",
            incoming.len(),
            predecessors.len()
        );
        let differs = incoming.windows(2).find_map(|pair| match pair {
            [(first, one), (second, other)] => (first == second && one != other).then_some(*first),
            _ => None,
        });
        if let Some(block) = differs {
            self.find(Rule::PhiValue, format_args!("phi has two values for predecessor block {block}"));
        }
        self.incoming = incoming;
    }

    fn returns(&mut self, here: Here<'_, 'm>, value: Option<Value>, ty: TypeId) {
        let module = self.module;
        self.gives_nothing(ty);
        let expected = here.facts.result;
        let found = match value {
            None => None,
            Some(value) => match self.operand(here, value) {
                None => return,
                found => found,
            },
        };
        let fits = match found {
            None => matches!(module.types.get(expected), Some(Type::Void)),
            Some(found) => found == expected,
        };
        if !fits {
            let shown = found.map(|ty| show::ty(module, ty).to_string());
            let message = format_args!(
                "returned value has type {}, function returns {}",
                shown.as_deref().unwrap_or("nothing"),
                show::ty(module, expected)
            );
            self.find(Rule::Return, message);
        }
    }

    fn conditional_branch(&mut self, here: Here<'_, 'm>, condition: Value, ty: TypeId) {
        let module = self.module;
        self.gives_nothing(ty);
        if let Some(condition) = self.operand(here, condition) {
            expect!(
                self,
                is_integer_of(&module.types, condition, 1),
                Rule::OperandType,
                "condition of br has type {}, expected i1",
                show::ty(module, condition)
            );
        }
    }

    /// What gives no value says so.
    pub(super) fn gives_nothing(&mut self, ty: TypeId) {
        let module = self.module;
        let is_void = matches!(module.types.get(ty), Some(Type::Void));
        expect!(
            self,
            is_void,
            Rule::ResultType,
            "instruction without a result has type {}",
            show::ty(module, ty)
        );
    }

    fn switch(&mut self, here: Here<'_, '_>, value: Value, cases: &[Value], targets: usize) {
        let module = self.module;
        expect!(
            self,
            cases.len() == targets,
            Rule::Operands,
            "switch has {} cases and {targets} targets, expected one target for each case",
            cases.len()
        );
        let Some(ty) = self.operand(here, value) else { return };
        if !expect!(
            self,
            is_integer(&module.types, ty),
            Rule::OperandType,
            "condition of switch has type {}, expected an integer",
            show::ty(module, ty)
        ) {
            return;
        }
        let mut seen = Vec::with_capacity(cases.len());
        for case in cases {
            let Some(found) = self.operand(here, *case) else { continue };
            let bits = match case.kind() {
                ValueKind::Constant(id) => {
                    let constant = module.constants.get(id);
                    constant.and_then(|constant| case_of(id, &constant.kind, self.width(ty)))
                }
                ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => None,
            };
            if expect!(
                self,
                bits.is_some() && found == ty,
                Rule::SwitchCase,
                "switch condition has type {}, but a case has type {}, expected an integer constant of the \
                 condition type",
                show::ty(module, ty),
                show::ty(module, found)
            ) {
                seen.extend(bits);
            }
        }
        seen.sort_unstable();
        let twice = seen.windows(2).filter(|pair| matches!(pair, [one, other] if one == other)).count();
        expect!(self, twice == 0, Rule::SwitchCase, "switch has {twice} duplicate case values");
    }

    fn width(&self, ty: TypeId) -> u32 {
        match self.module.types.get(ty) {
            Some(Type::Integer(width)) => *width,
            _ => 0,
        }
    }
}

/// What tells cases apart: the bits of an integer, whichever way it is stored, or which one it is where it is wider.
fn case_of(id: ConstantId, kind: &ConstantKind, width: u32) -> Option<(bool, u64)> {
    if matches!(kind, ConstantKind::Wide(_)) {
        return Some((true, id.as_u32().into()));
    }
    let bits = kind.integer()?.cast_unsigned();
    Some((false, if width < 64 { bits & ((1 << width) - 1) } else { bits }))
}
