//! Small valid modules of modern LLVM IR, each made of a list of decisions: what LLVM 3.7 does not have, besides what
//! both have. Separate because few of its types, flags and constants are those of the older dialect.

mod body;

use dxil_ir::attributes::{
    Access as MemoryAccess, Attribute, AttributeGroup, Captures, FloatClasses, IntegerRange, MemoryEffects,
    Slot,
};
use dxil_ir::builder::{Build as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::{Alias, GlobalKind};
use dxil_ir::types::TargetType;
use dxil_ir::{
    Alignment, AttributeKind, AttributeListId, BinaryOp, CastOp, Dialect, Flags, GlobalId, Linkage,
    MetadataId, Module, SyncScope, Type, TypeId, UnnamedAddress, Value, Visibility,
};

use super::module::Choices;
use body::BodyMaker;

/// The address spaces of pointers.
const SPACES: [u32; 3] = [0, 1, 3];

/// A module that is being made.
struct Maker {
    choices: Choices,
    module: Module,
    names: usize,
    variables: Vec<(GlobalId, TypeId)>,
    functions: Vec<GlobalId>,
    nodes: Vec<MetadataId>,
}

/// The module that decisions lead to.
pub fn module(choices: Vec<u32>) -> Module {
    let mut module = Module { dialect: Dialect::Modern, ..Module::dxil() };
    module.triple = "dxilv1.6-unknown-shadermodel6.6-compute".into();
    module.data_layout =
        "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64".into();
    let mut maker = Maker {
        choices: Choices(choices.into_iter()),
        module,
        names: 0,
        variables: Vec::new(),
        functions: Vec::new(),
        nodes: Vec::new(),
    };
    if maker.choices.one_in(2) {
        maker.module.source_filename = maker.name().into();
    }
    for _ in 0..maker.choices.below(5) {
        maker.variable();
    }
    for _ in 0..maker.choices.below(4) {
        maker.node();
    }
    for _ in 0..=maker.choices.below(3) {
        maker.declaration();
    }
    for _ in 0..maker.choices.below(3) {
        maker.alias();
    }
    for _ in 0..=maker.choices.below(2) {
        maker.function();
    }
    maker.module
}

impl Maker {
    fn name(&mut self) -> String {
        self.names += 1;
        self.choices.name(self.names)
    }

    fn pointer(&mut self, space: u32) -> TypeId {
        self.module.types.intern(Type::Pointer(None.into(), space))
    }

    fn scalar(&mut self) -> TypeId {
        let ty = match self.choices.below(10) {
            0..3 => Type::Integer(32),
            3 => Type::Float,
            4 => Type::Half,
            5 => Type::BFloat,
            6 => Type::Double,
            7 => Type::Pointer(None.into(), self.choices.of(&SPACES)),
            _ => Type::Integer(self.choices.of(&[1, 8, 16, 64, 7, 33, 128])),
        };
        self.module.types.intern(ty)
    }

    fn ty(&mut self, depth: u32) -> TypeId {
        if depth == 0 {
            return self.scalar();
        }
        match self.choices.below(7) {
            0 => {
                let (element, length) = (self.ty(depth - 1), self.choices.below(4) as u64);
                self.module.types.array(element, length)
            }
            1 => {
                let (element, length) = (self.scalar(), 1 + self.choices.below(4) as u64);
                self.module.types.vector(element, length)
            }
            2 | 3 => {
                let members: Vec<_> = (0..self.choices.below(3)).map(|_| self.ty(depth - 1)).collect();
                if self.choices.one_in(2) {
                    let name = self.name();
                    return self.module.types.structure(&name, &members);
                }
                let is_packed = self.choices.one_in(2);
                self.module.types.intern(Type::Literal { members: members.into(), is_packed })
            }
            _ => self.scalar(),
        }
    }

    /// A target type of a parameter. Those that LLVM knows are given to intrinsics only.
    fn target_type(&mut self) -> TypeId {
        let (float, numbers) = (self.module.types.float(), [self.choices.below(2) as u32, 0]);
        let vector = self.module.types.vector(float, 4);
        let name = self.choices.of(&["some.type", "odd \"name"]);
        let target = TargetType { name: name.into(), types: [vector].into(), numbers: numbers.into() };
        let ty = Type::Target(Box::new(target));
        self.module.types.intern(ty)
    }

    /// A constant; expressions only where it is not part of another.
    fn constant(&mut self, ty: TypeId) -> Value {
        let found = self.module.types.get(ty).cloned();
        match self.choices.below(8) {
            0 => return self.module.null(ty),
            1 => return self.module.undef(ty),
            2 => return self.module.constant(ty, ConstantKind::Poison),
            _ => {}
        }
        match found {
            Some(Type::Integer(bits @ ..=64)) => {
                let number = self.choices.bits().cast_signed();
                let _ = bits;
                self.module.int(ty, number)
            }
            Some(Type::Half | Type::BFloat) => self.module.float_bits(ty, self.choices.bits() & 0x7bff),
            Some(Type::Float) => self.module.float_bits(ty, self.choices.bits() & 0x7f7f_ffff),
            Some(Type::Double) => self.module.float_bits(ty, self.choices.bits()),
            Some(Type::Pointer(_, space)) => self.address(ty, space),
            Some(Type::Vector(element, length))
                if self.module.types.get(element) == Some(&Type::Integer(32)) =>
            {
                // A splat, where all are the same.
                let first = u64::from(self.choices.next() | 1);
                let step = self.choices.below(2) as u64;
                let numbers = (0..length).map(|index| (first + step * index) & 0xffff_ffff).collect();
                self.module.constant(ty, ConstantKind::Data(numbers))
            }
            _ => self.module.null(ty),
        }
    }

    /// An address that a variable has, or that is computed from it.
    fn address(&mut self, ty: TypeId, space: u32) -> Value {
        let known: Vec<_> =
            self.variables.iter().filter(|(id, _)| self.module.globals[*id].ty == ty).collect();
        if known.is_empty() {
            return self.module.null(ty);
        }
        let base = Value::from(self.choices.of(&known).0);
        let (i8, i32) = (self.module.types.int(8), self.module.types.int(32));
        match self.choices.below(4) {
            0 => {
                let offset = self.module.int(i32, i64::from(self.choices.next() & 0xff) + 1);
                let flags = self.choices.of(&[
                    Flags::NONE,
                    Flags::INBOUNDS,
                    Flags::NUSW,
                    Flags::NUW,
                    Flags::INBOUNDS | Flags::NUW,
                ]);
                let in_range = self.choices.one_in(3).then_some((-8, 16));
                let operands = [base, offset].into();
                self.module
                    .constant(ty, ConstantKind::ElementPointer { flags, in_range, source: i8, operands })
            }
            1 => {
                let other =
                    self.pointer(SPACES[(SPACES.iter().position(|known| *known == space).unwrap() + 1) % 3]);
                let away = self.module.constant(other, ConstantKind::Cast(CastOp::AddrSpaceCast, base));
                let i64 = self.module.types.int(64);
                let number = self.module.constant(i64, ConstantKind::Cast(CastOp::PtrToInt, away));
                let one = self.module.int(i64, 1 + i64::from(self.choices.next() & 0xff));
                let operands = [number, one];
                let sum = ConstantKind::Binary { op: BinaryOp::Add, flags: Flags::NONE, operands };
                let sum = self.module.constant(i64, sum);
                self.module.constant(ty, ConstantKind::Cast(CastOp::IntToPtr, sum))
            }
            _ => base,
        }
    }

    fn variable(&mut self) {
        let ty = self.ty(2);
        let space = self.choices.of(&SPACES);
        let initializer = self.choices.one_in(2).then(|| self.constant(ty));
        let name = self.name();
        let id = self.module.add_variable(&name, ty, space, initializer);
        self.variables.push((id, ty));
        let attached = match self.nodes.as_slice() {
            [node, ..] if self.choices.one_in(3) => Some((self.module.metadata_kind("odd kind"), *node)),
            _ => None,
        };
        let choices = &mut self.choices;
        let global = &mut self.module.globals[id];
        if initializer.is_some() {
            global.linkage = choices.of(&[
                Linkage::External,
                Linkage::Internal,
                Linkage::Private,
                Linkage::WeakOdr,
                Linkage::WeakAny,
                Linkage::LinkOnceOdr,
                Linkage::LinkOnceAny,
                Linkage::AvailableExternally,
            ]);
        }
        if !matches!(global.linkage, Linkage::Internal | Linkage::Private) {
            global.is_dso_local = choices.one_in(3);
            if choices.one_in(4) {
                global.visibility = choices.of(&[Visibility::Hidden, Visibility::Protected]);
                global.is_dso_local = false;
            }
        }
        global.unnamed_address = choices.of(&[
            UnnamedAddress::Significant,
            UnnamedAddress::Insignificant,
            UnnamedAddress::LocallyInsignificant,
        ]);
        global.alignment = Alignment::bytes(choices.of(&[0, 1, 4, 16]));
        global.metadata.extend(attached);
    }

    fn alias(&mut self) {
        let defined = |(id, _): &&(GlobalId, TypeId)| {
            let global = &self.module.globals[*id];
            let has_value = global.variable().is_some_and(|variable| variable.initializer.is_some());
            has_value && global.linkage != Linkage::AvailableExternally
        };
        let known: Vec<_> = self.variables.iter().filter(defined).copied().collect();
        if known.is_empty() {
            return;
        }
        let (of, ty) = self.choices.of(&known);
        let name = self.name();
        let mut global = self.module.globals[of].clone();
        global.name = name.into();
        global.value_type = ty;
        global.linkage = self.choices.of(&[Linkage::External, Linkage::Internal, Linkage::WeakOdr]);
        global.visibility = Visibility::Default;
        global.is_dso_local = false;
        global.alignment = Alignment::NATURAL;
        global.metadata.clear();
        let thread_local = dxil_ir::ThreadLocal::Not;
        global.kind = GlobalKind::Alias(Alias { aliasee: of.into(), thread_local });
        self.module.globals.push(global);
    }

    fn node(&mut self) {
        let mut operands = Vec::new();
        for _ in 0..self.choices.below(4) {
            operands.push(match self.choices.below(4) {
                0 => None,
                1 => {
                    let name = self.name();
                    Some(self.module.metadata_string(&name))
                }
                2 if !self.nodes.is_empty() => Some(self.choices.of(&self.nodes)),
                _ => {
                    let ty = self.scalar();
                    let value = self.constant(ty);
                    Some(self.module.value_as_metadata(value))
                }
            });
        }
        let id = match self.choices.one_in(3) {
            true => self.module.metadata.add_tuple(true, operands),
            false => self.module.tuple(&operands),
        };
        if !self.nodes.contains(&id) {
            self.nodes.push(id);
        }
    }

    /// Attributes of all kinds for a function that takes and gives values of these types.
    fn attributes(&mut self, result: TypeId, parameters: &[TypeId]) -> Option<AttributeListId> {
        let mut groups = Vec::new();
        let all = std::iter::once((Slot::Return, result));
        let all = all.chain((0..).zip(parameters).map(|(index, ty)| (Slot::Parameter(index), *ty)));
        for (slot, ty) in all {
            let types = &self.module.types;
            let mut of = Vec::new();
            match types.get(ty) {
                Some(Type::Void) => continue,
                Some(Type::Integer(bits @ ..=64)) => {
                    let range =
                        IntegerRange { bits: *bits, lower: 0, upper: if *bits == 1 { -1 } else { 1 } };
                    of.push(Attribute::Range(range));
                    of.push(Attribute::Flag(AttributeKind::ZExt));
                }
                Some(Type::Float | Type::Half | Type::Double | Type::BFloat) => {
                    of.push(Attribute::NoFpClass(FloatClasses::NAMES[1].1));
                }
                Some(Type::Pointer(..)) => {
                    of.push(Attribute::Flag(AttributeKind::NonNull));
                    of.push(Attribute::Number(AttributeKind::Dereferenceable, 16));
                    of.push(Attribute::Number(AttributeKind::Alignment, 8));
                    if slot != Slot::Return {
                        of.push(Attribute::Captures(Captures::NONE));
                        of.push(Attribute::Flag(AttributeKind::ReadOnly));
                    }
                }
                _ => {}
            }
            of.push(Attribute::Flag(AttributeKind::NoUndef));
            of.push(Attribute::Text("some key".into(), "value\\".into()));
            of.retain(|_| self.choices.one_in(3));
            if !of.is_empty() {
                groups.push(AttributeGroup { slot, attributes: of.into() });
            }
        }
        let memory = MemoryEffects::all(self.choices.of(&[MemoryAccess::None, MemoryAccess::Read]));
        let mut of = vec![
            Attribute::Flag(AttributeKind::Convergent),
            Attribute::Flag(AttributeKind::NoUnwind),
            Attribute::Flag(AttributeKind::WillReturn),
            Attribute::Memory(memory),
            Attribute::Text("hlsl.numthreads".into(), "8,1,1".into()),
        ];
        of.retain(|_| self.choices.one_in(2));
        if !of.is_empty() {
            groups.push(AttributeGroup { slot: Slot::Function, attributes: of.into() });
        }
        if groups.is_empty() {
            return None;
        }
        let table = &mut self.module.attributes;
        let mut groups: Vec<_> =
            groups.into_iter().map(canonical).map(|group| table.intern_group(group)).collect();
        groups.dedup();
        Some(table.intern_list(groups.into()))
    }

    fn declaration(&mut self) {
        let void = self.module.types.void();
        let mut parameters: Vec<_> = (0..self.choices.below(4)).map(|_| self.scalar()).collect();
        if self.choices.one_in(4) {
            parameters.push(self.target_type());
        }
        let result = if self.choices.one_in(3) { void } else { self.scalar() };
        let ty = self.module.types.function(result, &parameters);
        let name = self.name();
        let id = self.module.declare_function(&name, ty);
        let attributes = self.attributes(result, &parameters);
        let global = &mut self.module.globals[id];
        global.function_mut().unwrap().attributes = attributes;
        global.unnamed_address =
            self.choices.of(&[UnnamedAddress::Significant, UnnamedAddress::LocallyInsignificant]);
        self.functions.push(id);
    }

    fn function(&mut self) {
        let parameters: Vec<_> = (0..self.choices.below(5)).map(|_| self.scalar()).collect();
        let void = self.module.types.void();
        let ty = self.module.types.function(void, &parameters);
        let name = self.name();
        let id = self.module.define_function(&name, ty);
        let attributes = self.attributes(void, &parameters);
        let calls: Vec<_> = self.functions.clone();
        let calls: Vec<_> = calls
            .into_iter()
            .filter_map(|id| {
                let ty = self.module.globals[id].value_type;
                let Some(Type::Function { result, parameters, .. }) = self.module.types.get(ty).cloned()
                else {
                    return None;
                };
                Some((id, ty, result, parameters.to_vec(), self.attributes(result, &parameters)))
            })
            .collect();
        let global = &mut self.module.globals[id];
        global.function_mut().unwrap().attributes = attributes;
        global.linkage = self.choices.of(&[Linkage::External, Linkage::Internal, Linkage::LinkOnceOdr]);
        let scope = self.module.sync_scope("some \"scope".into()).unwrap();
        let scopes = [SyncScope::SYSTEM, SyncScope::SINGLE_THREAD, scope];
        let build = FunctionBuilder::new(&mut self.module, id).unwrap();
        let mut body = BodyMaker {
            choices: &mut self.choices,
            names: &mut self.names,
            build,
            scopes,
            bundles: Vec::new(),
            values: Vec::new(),
        };
        body.values = (0..).zip(&parameters).map(|(index, ty)| (*ty, body.build.argument(index))).collect();
        body.blocks(&calls, &self.nodes);
        let bundles = std::mem::take(&mut body.bundles);
        drop(body);
        let function = self.module.globals[id].function_mut().unwrap();
        function.body.as_mut().unwrap().bundles.extend(bundles);
    }
}

/// Attributes in the order in which LLVM keeps them.
fn canonical(mut group: AttributeGroup) -> AttributeGroup {
    let key = |attribute: &Attribute| (attribute.kind().is_none(), attribute.kind());
    group.attributes.sort_by_key(key);
    group
}
