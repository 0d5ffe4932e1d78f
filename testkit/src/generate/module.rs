//! Small valid modules, each made of a list of decisions. Separate because several tests make modules at random.

use bstr::BString;
use dxil_ir::Flags;
use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::function::DebugLocation;
use dxil_ir::{
    Alignment, AttributeKind, AttributeListId, BinaryOp, BlockId, CastOp, GlobalId, Linkage, MetadataId,
    Module, Predicate, RmwOp, TypeId, Value,
};

/// Decisions, one after the other; once they are used up, the first of everything.
pub(super) struct Choices(pub(super) std::vec::IntoIter<u32>);

impl Choices {
    pub(super) fn next(&mut self) -> u32 {
        self.0.next().unwrap_or(0)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit.max(1)
    }

    pub(super) fn one_in(&mut self, n: u32) -> bool {
        self.next() % n == n - 1
    }

    pub(super) fn of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub(super) fn bits(&mut self) -> u64 {
        match self.below(6) {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => u64::from(self.next()) << 32,
            4 => u64::from(self.next() & 0xff),
            _ => u64::from(self.next()) << 32 | u64::from(self.next()),
        }
    }

    /// A name that nothing else has, spelled in one of many ways.
    pub(super) fn name(&mut self, number: usize) -> String {
        let start =
            self.of(&["x", "a.b", "with space", "1", "\u{1}?f@@YAXXZ", "q\"uote", "back\\slash", "é", "$d"]);
        format!("{start}{number}")
    }
}

/// A module that is being made.
struct Maker {
    choices: Choices,
    module: Module,
    names: usize,
    nodes: Vec<MetadataId>,
    functions: Vec<GlobalId>,
    scope: Option<MetadataId>,
}

/// The module that decisions lead to.
pub fn module(choices: Vec<u32>) -> Module {
    let mut maker = Maker {
        choices: Choices(choices.into_iter()),
        module: Module::dxil(),
        names: 0,
        nodes: Vec::new(),
        functions: Vec::new(),
        scope: None,
    };
    for _ in 0..maker.choices.below(4) {
        maker.variable();
    }
    for _ in 0..maker.choices.below(6) {
        maker.node();
    }
    maker.debug_scope();
    for _ in 0..=maker.choices.below(3) {
        maker.declaration();
    }
    for _ in 0..=maker.choices.below(2) {
        maker.function();
    }
    if !maker.nodes.is_empty() {
        let nodes = maker.nodes.clone();
        maker.module.add_named_metadata("some.na-me", &nodes);
    }
    maker.module
}

impl Maker {
    fn name(&mut self) -> String {
        self.names += 1;
        self.choices.name(self.names)
    }

    /// A type of things that are added, compared and stored.
    fn scalar(&mut self) -> TypeId {
        match self.choices.below(8) {
            0..4 => self.module.types.int(32),
            4 => self.module.types.float(),
            5 => self.module.types.half(),
            6 => self.module.types.double(),
            _ => {
                let bits = self.choices.of(&[1, 8, 16, 64, 7, 33]);
                self.module.types.int(bits)
            }
        }
    }

    fn ty(&mut self, depth: u32) -> TypeId {
        if depth == 0 {
            return self.scalar();
        }
        match self.choices.below(6) {
            0 => {
                let (element, length) = (self.ty(depth - 1), self.choices.below(4) as u64);
                self.module.types.array(element, length)
            }
            1 => {
                let (element, length) = (self.scalar(), 1 + self.choices.below(4) as u64);
                self.module.types.vector(element, length)
            }
            2 => {
                let members: Vec<_> = (0..self.choices.below(3)).map(|_| self.ty(depth - 1)).collect();
                self.module.types.literal(&members)
            }
            3 => {
                let members: Vec<_> = (0..self.choices.below(3)).map(|_| self.ty(depth - 1)).collect();
                let name = self.name();
                self.module.types.structure(&name, &members)
            }
            _ => self.scalar(),
        }
    }

    fn constant(&mut self, ty: TypeId) -> Value {
        let module = &mut self.module;
        match self.choices.below(5) {
            0 => return module.null(ty),
            1 => return module.undef(ty),
            _ => {}
        }
        if module.types.is_integer(ty) && module.types.scalar(ty) == ty {
            let number = self.choices.bits().cast_signed();
            return module.int(ty, number);
        }
        if module.types.is_float(ty) && module.types.scalar(ty) == ty {
            let bits = self.choices.bits();
            let (half, float) = (module.types.half(), module.types.float());
            let bits = match ty {
                ty if ty == half => bits & 0xffff,
                ty if ty == float => bits & 0xffff_ffff,
                _ => bits,
            };
            return module.float_bits(ty, bits);
        }
        module.null(ty)
    }

    fn variable(&mut self) {
        let name = self.name();
        let bytes: Vec<u8> = (0..self.choices.below(6)).map(|_| self.choices.next() as u8).collect();
        let module = &mut self.module;
        let (ty, initializer) = match self.choices.below(4) {
            0 if bytes.iter().any(|byte| *byte != 0) => {
                let i8 = module.types.int(8);
                let ty = module.types.array(i8, bytes.len() as u64);
                (ty, Some(module.constant(ty, ConstantKind::Bytes(bytes.into()))))
            }
            1 => {
                let float = module.types.float();
                let ty = module.types.vector(float, 2);
                let bits = u64::from(self.choices.next());
                (ty, Some(module.constant(ty, ConstantKind::Data(Box::new([bits, 1])))))
            }
            2 => {
                let (i32, i64) = (module.types.int(32), module.types.int(64));
                let members = [module.int(i32, 7), module.undef(i64)];
                let ty = module.types.literal(&[i32, i64]);
                (ty, Some(module.constant(ty, ConstantKind::Aggregate(members.into()))))
            }
            _ => {
                let ty = self.ty(2);
                let has_initializer = self.choices.one_in(2);
                (ty, has_initializer.then(|| self.constant(ty)))
            }
        };
        let space = self.choices.of(&[0, 3]);
        let id = self.module.add_variable(&name, ty, space, initializer);
        let global = self.module.globals.get_mut(id).unwrap();
        if initializer.is_some() {
            global.linkage = self.choices.of(&[Linkage::External, Linkage::Internal, Linkage::WeakOdr]);
        }
        if self.choices.one_in(3) {
            global.unnamed_address = dxil_ir::UnnamedAddress::Insignificant;
        }
        global.alignment = Alignment::bytes(self.choices.of(&[0, 1, 4, 16]));
        if self.choices.one_in(4) {
            global.section = BString::from("sec \"tion");
        }
    }

    fn node(&mut self) {
        let mut operands = Vec::new();
        for _ in 0..self.choices.below(4) {
            operands.push(match self.choices.below(5) {
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
        let is_distinct = self.choices.one_in(3);
        let id = match is_distinct {
            true => self.module.metadata.add_tuple(true, operands),
            false => self.module.tuple(&operands),
        };
        if !self.nodes.contains(&id) {
            self.nodes.push(id);
        }
    }

    /// A scope for places in the source.
    fn debug_scope(&mut self) {
        if self.choices.one_in(2) {
            return;
        }
        let row =
            |name: &str| dxil_ir::metadata::NODES.iter().position(|row| row.name == name).unwrap() as u8;
        let number = |id: MetadataId| dxil_ir::metadata::number_of(Some(id));
        let name = self.name();
        let name = self.module.metadata_string(&name);
        let metadata = &mut self.module.metadata;
        let file = metadata.intern_node(row("DIFile"), &[number(name), 0]);
        let types = metadata.intern_tuple(&[None]);
        let ty = metadata.intern_node(row("DISubroutineType"), &[0, number(types)]);
        let function = [number(file), number(name), 0, number(file), 3, number(ty)];
        let mut fields: Vec<u64> = function.into();
        fields.resize(dxil_ir::metadata::NODES[usize::from(row("DISubprogram"))].fields.len(), 0);
        self.scope = Some(metadata.add_node(row("DISubprogram"), true, &fields));
    }

    fn attributes(&mut self) -> Option<AttributeListId> {
        let flags = [AttributeKind::NoUnwind, AttributeKind::ReadNone];
        let mut attributes: Vec<_> =
            flags.into_iter().filter(|_| self.choices.one_in(2)).map(Attribute::Flag).collect();
        if self.choices.one_in(3) {
            attributes.push(Attribute::Text("some \"key".into(), "value\\".into()));
        }
        if attributes.is_empty() {
            return None;
        }
        let group = AttributeGroup { slot: Slot::Function, attributes: attributes.into() };
        let group = self.module.attributes.intern_group(group);
        Some(self.module.attributes.intern_list([group].into()))
    }

    fn declaration(&mut self) {
        let void = self.module.types.void();
        let parameters: Vec<_> = (0..self.choices.below(4)).map(|_| self.scalar()).collect();
        let result = if self.choices.one_in(3) { void } else { self.scalar() };
        let ty = self.module.types.function(result, &parameters);
        let name = self.name();
        let id = self.module.declare_function(&name, ty);
        let attributes = self.attributes();
        let alignment = Alignment::bytes(self.choices.of(&[0, 16]));
        let global = self.module.globals.get_mut(id).unwrap();
        global.function_mut().unwrap().attributes = attributes;
        global.alignment = alignment;
        self.functions.push(id);
    }

    fn function(&mut self) {
        let parameters: Vec<_> = (0..self.choices.below(4)).map(|_| self.scalar()).collect();
        let void = self.module.types.void();
        let ty = self.module.types.function(void, &parameters);
        let name = self.name();
        let id = self.module.define_function(&name, ty);
        let attributes = self.attributes();
        self.module.globals.get_mut(id).unwrap().function_mut().unwrap().attributes = attributes;
        Bodies::make(self, id, &parameters);
    }
}

/// The body of a function that is being made. What is used anywhere is an argument or stands in the first block; what
/// stands in another block is used there, and by phis that come from it.
struct Bodies<'m> {
    build: FunctionBuilder<'m>,
    choices: &'m mut Choices,
    names: &'m mut usize,
    everywhere: Vec<(TypeId, Value)>,
    here: Vec<(TypeId, Value)>,
}

impl<'m> Bodies<'m> {
    fn make(maker: &'m mut Maker, function: GlobalId, parameters: &[TypeId]) {
        let callees: Vec<_> =
            maker.functions.iter().map(|id| (*id, maker.module.globals[*id].value_type)).collect();
        let (scope, nodes) = (maker.scope, maker.nodes.clone());
        let build = FunctionBuilder::new(&mut maker.module, function).unwrap();
        let mut bodies = Bodies {
            everywhere: parameters.iter().copied().zip((0..).map(|index| build.argument(index))).collect(),
            build,
            choices: &mut maker.choices,
            names: &mut maker.names,
            here: Vec::new(),
        };
        bodies.blocks(&callees, scope, &nodes);
    }

    fn name(&mut self) -> String {
        *self.names += 1;
        self.choices.name(*self.names)
    }

    fn blocks(&mut self, callees: &[(GlobalId, TypeId)], scope: Option<MetadataId>, nodes: &[MetadataId]) {
        for index in 0..self.everywhere.len() as u32 {
            if self.choices.one_in(3) {
                let (argument, name) = (self.build.argument(index), self.name());
                self.build.name(argument, &name);
            }
        }
        let more = self.choices.below(4);
        let blocks: Vec<BlockId> =
            std::iter::once(self.build.block()).chain((0..more).map(|_| self.build.add_block())).collect();
        // Where each goes is known first, because phis have to say where they come from.
        let targets: Vec<Vec<usize>> = blocks
            .iter()
            .map(|_| (0..self.choices.below(3)).map(|_| 1 + self.choices.below(blocks.len() - 1)).collect())
            .map(|targets: Vec<usize>| if blocks.len() == 1 { Vec::new() } else { targets })
            .collect();
        let mut values = Vec::new();
        let mut phis = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            self.build.switch_to(*block);
            if self.choices.one_in(3) {
                let name = self.name();
                self.build.name(*block, &name);
            }
            self.here.clear();
            let comes_from: Vec<usize> = (0..blocks.len())
                .flat_map(|from| targets[from].iter().filter(move |to| **to == index).map(move |_| from))
                .collect();
            if !comes_from.is_empty() && self.choices.one_in(2) {
                let ty = self.build.module().types.int(32);
                let phi = self.build.phi(ty);
                self.here.push((ty, phi.into()));
                phis.push((phi, ty, comes_from));
            }
            for _ in 0..self.choices.below(6) {
                self.instruction(callees, scope, nodes);
            }
            self.terminator(&targets[index], &blocks);
            if index == 0 {
                self.everywhere.append(&mut self.here.clone());
            }
            values.push(self.here.clone());
        }
        for (phi, ty, comes_from) in phis {
            let mut known = std::collections::HashMap::new();
            for from in comes_from {
                let fits = values[from].iter().find(|(found, _)| *found == ty).map(|(_, value)| *value);
                let zero = self.build.int(ty, 0);
                let value = *known.entry(from).or_insert(fits.unwrap_or(zero));
                self.build.add_incoming(phi, value, blocks[from]);
            }
        }
    }

    /// A value of a type.
    fn value(&mut self, ty: TypeId) -> Value {
        let all: Vec<_> = self.everywhere.iter().chain(&self.here).filter(|known| known.0 == ty).collect();
        if !all.is_empty() && !self.choices.one_in(3) {
            return all[self.choices.below(all.len())].1;
        }
        let module = self.build.module();
        if module.types.is_float(ty) {
            return module.float_bits(ty, self.choices.bits() & 0xffff);
        }
        let number = self.choices.bits().cast_signed();
        module.int(ty, number)
    }

    fn instruction(
        &mut self,
        callees: &[(GlobalId, TypeId)],
        scope: Option<MetadataId>,
        nodes: &[MetadataId],
    ) {
        let types = &mut self.build.module().types;
        let (i32, i1, float) = (types.int(32), types.int(1), types.float());
        let location = scope.filter(|_| self.choices.one_in(2)).map(|scope| DebugLocation {
            line: self.choices.next() & 0xffff,
            column: self.choices.next() & 0xff,
            scope: Some(scope).into(),
            inlined_at: None.into(),
            ..Default::default()
        });
        self.build.set_location(location);
        let (ty, value) = match self.choices.below(9) {
            0 => {
                let (a, b) = (self.value(i32), self.value(i32));
                let op = self.choices.of(&[BinaryOp::Add, BinaryOp::Shl, BinaryOp::Mul]);
                let flags = self.choices.of(&[Flags::NONE, Flags::NUW, Flags::NSW, Flags::NUW | Flags::NSW]);
                (i32, self.build.binary_with(op, flags, a, b))
            }
            1 => {
                let (a, b) = (self.value(float), self.value(float));
                let op = self.choices.of(&[BinaryOp::Add, BinaryOp::SDiv, BinaryOp::SRem]);
                let no_specials = Flags::NNAN | Flags::NINF;
                let flags = self.choices.of(&[
                    Flags::NONE,
                    Flags::FAST_MATH_37,
                    Flags::NNAN,
                    no_specials,
                    Flags::FAST_MATH_37.without(Flags::UNSAFE_ALGEBRA),
                ]);
                (float, self.build.binary_with(op, flags, a, b))
            }
            2 => {
                let (a, b) = (self.value(i32), self.value(i32));
                (i1, self.build.compare(self.choices.of(&[Predicate::IntSlt, Predicate::IntEq]), a, b))
            }
            3 => {
                let (a, b) = (self.value(float), self.value(float));
                (i1, self.build.compare(self.choices.of(&[Predicate::FloatTrue, Predicate::FloatUgt]), a, b))
            }
            4 => {
                let (c, a, b) = (self.value(i1), self.value(float), self.value(float));
                (float, self.build.select(c, a, b))
            }
            5 => {
                let value = self.value(i32);
                (float, self.build.cast(CastOp::SiToFp, value, float))
            }
            6 => {
                let address = self.build.alloca(i32, Alignment::bytes(self.choices.of(&[0, 4])));
                let value = self.value(i32);
                self.build.store(value, address, Alignment::bytes(self.choices.of(&[0, 4])));
                if self.choices.one_in(2) {
                    (i32, self.build.atomic(RmwOp::UMax, address, value).unwrap())
                } else {
                    (i32, self.build.load(i32, address, Alignment::bytes(4)))
                }
            }
            7 => {
                let array = self.build.module().types.array(float, 4);
                let address = self.build.alloca(array, Alignment::bytes(4));
                let indices = [self.build.int(i32, 0), self.value(i32)];
                let address =
                    self.build.element_pointer(self.choices.one_in(2), array, address, &indices).unwrap();
                (float, self.build.load(float, address, Alignment::NATURAL))
            }
            _ => {
                let (callee, ty) = self.choices.of(callees);
                let Some(dxil_ir::Type::Function { result, parameters, .. }) =
                    self.build.module().types.get(ty).cloned()
                else {
                    return;
                };
                let arguments: Vec<_> = parameters.iter().map(|ty| self.value(*ty)).collect();
                (result, self.build.call(callee, &arguments).unwrap())
            }
        };
        self.build.set_location(None);
        let void = self.build.module().types.void();
        if ty == void {
            return;
        }
        self.here.push((ty, value));
        if self.choices.one_in(4) {
            let name = self.name();
            self.build.name(value, &name);
        }
        if let dxil_ir::ValueKind::Instruction(id) = value.kind()
            && !nodes.is_empty()
            && self.choices.one_in(4)
        {
            let node = self.choices.of(nodes);
            self.build.attach(id, self.choices.of(&["dx.precise", "odd kind"]), node);
        }
    }

    fn terminator(&mut self, targets: &[usize], blocks: &[BlockId]) {
        let types = &mut self.build.module().types;
        let (i32, i1) = (types.int(32), types.int(1));
        match targets {
            [] if self.choices.one_in(4) => {
                self.build.unreachable();
            }
            [] => {
                self.build.ret(None);
            }
            [only] => {
                self.build.branch(blocks[*only]);
            }
            [first, second, ..] if self.choices.one_in(2) => {
                let value = self.value(i32);
                let case = self.build.int(i32, -3);
                self.build.switch(value, blocks[*first], &[(case, blocks[*second])]);
            }
            [first, second, ..] => {
                let condition = self.value(i1);
                self.build.branch_if(condition, blocks[*first], blocks[*second]);
            }
        }
    }
}
