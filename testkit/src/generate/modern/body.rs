//! The bodies of random modules of modern LLVM IR. Separate from what stands around functions: most decisions are about
//! instructions.

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::instruction::{Access, OperandBundle, TailCall};
use dxil_ir::{
    Alignment, AttributeListId, BinaryOp, BlockId, CastOp, Flags, GlobalId, InstructionId, MetadataId, Op,
    Ordering, Predicate, RmwOp, SyncScope, Type, TypeId, Value, ValueKind,
};

use crate::generate::module::Choices;

/// A function that bodies may call: its type, result and parameters, and the attributes of a call.
pub(super) type Callee = (GlobalId, TypeId, TypeId, Vec<TypeId>, Option<AttributeListId>);

/// A body that is being made. Values of the first block are used everywhere, those of others in their block.
pub(super) struct BodyMaker<'m> {
    pub(super) choices: &'m mut Choices,
    pub(super) names: &'m mut usize,
    pub(super) build: FunctionBuilder<'m>,
    pub(super) scopes: [SyncScope; 3],
    pub(super) bundles: Vec<(InstructionId, Vec<OperandBundle>)>,
    pub(super) values: Vec<(TypeId, Value)>,
}

impl BodyMaker<'_> {
    pub(super) fn blocks(&mut self, calls: &[Callee], nodes: &[MetadataId]) {
        let mut blocks = vec![self.build.block()];
        blocks.extend((0..self.choices.below(4)).map(|_| self.build.add_block()));
        let known = self.values.len();
        let mut everywhere = known;
        for (index, block) in blocks.iter().enumerate() {
            self.build.switch_to(*block);
            if self.choices.one_in(3) {
                *self.names += 1;
                let name = self.choices.name(*self.names);
                self.build.name(*block, &name);
            }
            self.values.truncate(everywhere);
            // Each block goes on with the next one, and to it only: the phi has one value for each way there.
            let ways = if index == 0 { 0 } else { 1 };
            if ways > 0 && self.choices.one_in(2) {
                let ty = self.build.module().types.float();
                let value = self.value(ty);
                let phi = self.build.phi(ty);
                self.build.add_incoming(phi, value, blocks[index - 1]);
                let flags = self.float_flags();
                self.build.set_flags(phi.into(), flags);
                self.values.push((ty, phi.into()));
            }
            for _ in 0..self.choices.below(8) {
                self.instruction(calls, nodes);
            }
            if index == 0 {
                everywhere = self.values.len();
            }
            self.terminator(&blocks, index);
        }
    }

    fn terminator(&mut self, blocks: &[BlockId], index: usize) {
        let Some(next) = blocks.get(index + 1).copied() else {
            if self.choices.one_in(4) {
                self.build.unreachable()
            } else {
                self.build.ret(None)
            };
            return;
        };
        self.build.branch(next);
    }

    fn int(&mut self, bits: u32) -> TypeId {
        self.build.module().types.int(bits)
    }

    fn float_flags(&mut self) -> Flags {
        let bits = self.choices.next() as u16;
        let some = Flags::from_bits(bits & 0xfe);
        self.choices.of(&[Flags::NONE, some, Flags::FAST_MATH])
    }

    fn flags(&mut self, of: &[Flags]) -> Flags {
        of.iter().filter(|_| self.choices.one_in(2)).fold(Flags::NONE, |all, flag| all | *flag)
    }

    /// A value of a type: one that is there, or a constant.
    fn value(&mut self, ty: TypeId) -> Value {
        let known: Vec<_> = self.values.iter().filter(|known| known.0 == ty).map(|known| known.1).collect();
        if !known.is_empty() && !self.choices.one_in(4) {
            return self.choices.of(&known);
        }
        let bits = self.choices.bits();
        let module = self.build.module();
        match module.types.get(ty) {
            Some(Type::Integer(..=64)) => module.int(ty, bits.cast_signed()),
            Some(Type::Float | Type::Half | Type::BFloat) => module.float_bits(ty, bits & 0x7bff),
            Some(Type::Double) => module.float_bits(ty, bits),
            Some(Type::Target(_)) => module.constant(ty, ConstantKind::Poison),
            _ if bits & 1 == 0 => module.null(ty),
            _ => module.constant(ty, ConstantKind::Poison),
        }
    }

    fn add(&mut self, op: Op, ty: TypeId, flags: Flags) -> Value {
        let value = Value::from(self.build.add(op, ty));
        self.build.set_flags(value, flags);
        value
    }

    /// One instruction, often with a name and metadata.
    fn instruction(&mut self, calls: &[Callee], nodes: &[MetadataId]) {
        let (ty, value) = match self.choices.below(17) {
            0..9 => self.computation(),
            9..16 => self.memory(),
            _ => self.call(calls),
        };
        let void = self.build.module().types.void();
        if ty == void {
            return;
        }
        self.values.push((ty, value));
        if self.choices.one_in(4) {
            *self.names += 1;
            let name = self.choices.name(*self.names);
            self.build.name(value, &name);
        }
        if let ValueKind::Instruction(id) = value.kind()
            && !nodes.is_empty()
            && self.choices.one_in(5)
        {
            let node = self.choices.of(nodes);
            self.build.attach(id, "odd kind", node);
        }
    }

    /// An instruction that computes values from values.
    fn computation(&mut self) -> (TypeId, Value) {
        let [i1, i32, i64] = [1, 32, 64].map(|bits| self.int(bits));
        let types = &mut self.build.module().types;
        let (float, vector) = (types.float(), types.intern(Type::Vector(i32, 4)));
        let [pointer, pointers] = [0, 3].map(|space| types.intern(Type::Pointer(None.into(), space)));
        match self.choices.below(9) {
            0 => {
                let (op, flags) = self.choices.of(&[
                    (BinaryOp::Add, [Flags::NUW, Flags::NSW]),
                    (BinaryOp::Shl, [Flags::NUW, Flags::NSW]),
                    (BinaryOp::UDiv, [Flags::EXACT, Flags::EXACT]),
                    (BinaryOp::AShr, [Flags::EXACT, Flags::EXACT]),
                    (BinaryOp::Or, [Flags::DISJOINT, Flags::DISJOINT]),
                    (BinaryOp::Xor, [Flags::NONE, Flags::NONE]),
                ]);
                let ty = self.choices.of(&[i32, i64, vector]);
                let operands = [self.value(ty), self.value(ty)];
                let flags = self.flags(&flags);
                (ty, self.add(Op::Binary { op, operands }, ty, flags))
            }
            1 => {
                let op = self.choices.of(&[BinaryOp::Add, BinaryOp::Mul, BinaryOp::SDiv, BinaryOp::SRem]);
                let operands = [self.value(float), self.value(float)];
                let flags = self.float_flags();
                (float, self.add(Op::Binary { op, operands }, float, flags))
            }
            2 => {
                let (value, flags) = (self.value(float), self.float_flags());
                (float, self.add(Op::Negate(value), float, flags))
            }
            3 => {
                let ty = self.choices.of(&[i32, float, pointer, vector]);
                let value = self.value(ty);
                (ty, self.add(Op::Freeze(value), ty, Flags::NONE))
            }
            4 => {
                let (op, from, to, flags) = self.choices.of(&[
                    (CastOp::Trunc, i64, i32, Flags::NUW | Flags::NSW),
                    (CastOp::ZExt, i32, i64, Flags::NNEG),
                    (CastOp::UiToFp, i32, float, Flags::NNEG),
                    (CastOp::SExt, i1, i32, Flags::NONE),
                    (CastOp::PtrToInt, pointer, i64, Flags::NONE),
                    (CastOp::IntToPtr, i32, pointers, Flags::NONE),
                    (CastOp::AddrSpaceCast, pointer, pointers, Flags::NONE),
                    (CastOp::Bitcast, i32, float, Flags::NONE),
                ]);
                let flags = if self.choices.one_in(2) { flags } else { Flags::NONE };
                let value = self.value(from);
                (to, self.add(Op::Cast(op, value), to, flags))
            }
            5 => {
                let predicate = self.choices.of(&[Predicate::IntSlt, Predicate::IntEq, Predicate::IntUge]);
                let operands = [self.value(i32), self.value(i32)];
                let flags = self.flags(&[Flags::SAMESIGN]);
                (i1, self.add(Op::Compare { predicate, operands }, i1, flags))
            }
            6 => {
                let predicate = self.choices.of(&[Predicate::FloatTrue, Predicate::FloatUgt]);
                let operands = [self.value(float), self.value(float)];
                let flags = self.float_flags();
                (i1, self.add(Op::Compare { predicate, operands }, i1, flags))
            }
            7 => {
                let operands = [self.value(i1), self.value(float), self.value(float)];
                let flags = self.float_flags();
                (float, self.add(Op::Select(operands), float, flags))
            }
            _ => {
                let operands = [self.value(vector), self.value(vector)];
                let mask = self.mask(i32);
                let shuffled = self.build.module().types.vector(i32, 2);
                let op = Op::ShuffleVector([operands[0], operands[1], mask]);
                (shuffled, self.add(op, shuffled, Flags::NONE))
            }
        }
    }

    /// An instruction that makes an address or goes to memory.
    fn memory(&mut self) -> (TypeId, Value) {
        let [i1, i32] = [1, 32].map(|bits| self.int(bits));
        let types = &mut self.build.module().types;
        let (void, float) = (types.void(), types.float());
        let [pointer, pointers] = [0, 3].map(|space| types.intern(Type::Pointer(None.into(), space)));
        match self.choices.below(7) {
            0 => self.alloca(float),
            1 => {
                let address = self.value(pointer);
                let access = self.access(true);
                (i32, self.add(Op::Load(address, access), i32, Flags::NONE))
            }
            2 => {
                let operands = [self.value(i32), self.value(pointers)];
                let access = self.access(false);
                (void, self.add(Op::Store(operands, access), void, Flags::NONE))
            }
            3 => {
                let (address, index) = (self.value(pointer), self.value(i32));
                let mut flags = self.flags(&[Flags::INBOUNDS, Flags::NUSW, Flags::NUW]);
                if flags.has(Flags::INBOUNDS) {
                    // It says that, too.
                    flags = flags.without(Flags::NUSW);
                }
                let address = self.build.element_pointer(false, float, address, &[index]).unwrap();
                self.build.set_flags(address, flags);
                (pointer, address)
            }
            4 => self.exchange(i32, i1, pointer),
            5 => {
                let op = self.choices.of(&[
                    (RmwOp::Add, i32),
                    (RmwOp::UIncWrap, i32),
                    (RmwOp::USubSat, i32),
                    (RmwOp::FAdd, float),
                    (RmwOp::FMaximum, float),
                    (RmwOp::Exchange, float),
                ]);
                let operands = [self.value(pointer), self.value(op.1)];
                let op_of = Op::AtomicRmw {
                    op: op.0,
                    operands,
                    is_volatile: self.choices.one_in(3),
                    ordering: self.choices.of(&[Ordering::Monotonic, Ordering::SequentiallyConsistent]),
                    scope: self.choices.of(&self.scopes),
                    alignment: Alignment::bytes(self.choices.of(&[4, 8])),
                };
                (op.1, self.add(op_of, op.1, Flags::NONE))
            }
            _ => {
                let op = Op::Fence(Ordering::Acquire, self.choices.of(&self.scopes));
                (void, self.add(op, void, Flags::NONE))
            }
        }
    }

    fn alloca(&mut self, element: TypeId) -> (TypeId, Value) {
        let space = self.choices.of(&[0, 3]);
        let i32 = self.int(32);
        let count = 1 + i64::from(self.choices.one_in(3));
        let count = self.build.int(i32, count);
        let ty = self.build.module().types.intern(Type::Pointer(None.into(), space));
        let alignment = Alignment::bytes(self.choices.of(&[4, 16]));
        (ty, self.add(Op::Alloca { element, count, alignment, is_in_alloca: false }, ty, Flags::NONE))
    }

    fn access(&mut self, is_load: bool) -> Access {
        let orderings = match is_load {
            true => [Ordering::Acquire, Ordering::Monotonic],
            false => [Ordering::Release, Ordering::Unordered],
        };
        let atomic =
            self.choices.one_in(3).then(|| (self.choices.of(&orderings), self.choices.of(&self.scopes)));
        let plain = Access::plain(Alignment::bytes(self.choices.of(&[4, 8])));
        Access { is_volatile: self.choices.one_in(3), atomic, ..plain }
    }

    fn exchange(&mut self, i32: TypeId, i1: TypeId, pointer: TypeId) -> (TypeId, Value) {
        let operands = [self.value(pointer), self.value(i32), self.value(i32)];
        let ty = self.build.module().types.literal(&[i32, i1]);
        let op = Op::CompareExchange {
            operands,
            is_volatile: self.choices.one_in(3),
            is_weak: self.choices.one_in(3),
            success: self.choices.of(&[Ordering::AcquireRelease, Ordering::SequentiallyConsistent]),
            failure: Ordering::Monotonic,
            scope: self.choices.of(&self.scopes),
            alignment: Alignment::bytes(4),
        };
        (ty, self.add(op, ty, Flags::NONE))
    }

    /// Two elements, of which one may be any.
    fn mask(&mut self, i32: TypeId) -> Value {
        let number = i64::from(self.choices.next() % 8);
        let any = self.choices.one_in(2);
        let module = self.build.module();
        let ty = module.types.vector(i32, 2);
        if !any {
            let numbers = [number.cast_unsigned(), 1];
            return module.constant(ty, ConstantKind::Data(numbers.into()));
        }
        let members = [module.int(i32, number), module.constant(i32, ConstantKind::Poison)];
        module.constant(ty, ConstantKind::Aggregate(members.into()))
    }

    fn call(&mut self, calls: &[Callee]) -> (TypeId, Value) {
        let (callee, function_type, result, parameters, attributes) = self.choices.of(calls);
        let mut operands: Vec<_> = parameters.iter().map(|ty| self.value(*ty)).collect();
        let mut bundles = Vec::new();
        if self.choices.one_in(3) {
            let i32 = self.int(32);
            let count = self.choices.below(3) as u32;
            operands.extend((0..count).map(|_| self.value(i32)));
            bundles.push(OperandBundle { tag: "deopt".into(), operands: count });
            bundles.push(OperandBundle { tag: "a \"tag".into(), operands: 0 });
        }
        let is_float = self.build.module().types.is_float(result);
        let flags = if is_float { self.float_flags() } else { Flags::NONE };
        let arguments = self.build.value_list(&operands);
        let op = Op::Call {
            callee: callee.into(),
            function_type,
            arguments,
            attributes: attributes.into(),
            calling_convention: 0,
            tail: self.choices.of(&[TailCall::No, TailCall::Tail, TailCall::NoTail]),
        };
        let value = self.add(op, result, flags);
        if let ValueKind::Instruction(id) = value.kind()
            && !bundles.is_empty()
        {
            self.bundles.push((id, bundles));
        }
        (result, value)
    }
}
