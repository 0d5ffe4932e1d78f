//! A module that breaks no rule, with something of everything that rules are about, and ways to change it. Separate
//! from what is broken in it.

use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::function::DebugLocation;
use dxil_ir::globals::{Alias, GlobalKind};
use dxil_ir::instruction::{Access, TailCall};
use dxil_ir::metadata::NODES;
use dxil_ir::{
    Alignment, AttributeListId, BinaryOp, BlockId, Body, CastOp, GlobalId, Instruction, InstructionId,
    MetadataId, Module, Op, Ordering, Predicate, RmwOp, SyncScope, ThreadLocal, Type, TypeId, Value,
    ValueKind,
};

/// A rule id, and a change that makes a valid module violate the rule.
pub(crate) type Case = (&'static str, fn(&mut Good));

/// A module and what is in it.
pub(crate) struct Good {
    pub(crate) module: Module,
    pub(crate) void: TypeId,
    pub(crate) i1: TypeId,
    pub(crate) i8: TypeId,
    pub(crate) i32: TypeId,
    pub(crate) i64: TypeId,
    pub(crate) float: TypeId,
    pub(crate) vector: TypeId,
    pub(crate) metadata: TypeId,
    pub(crate) pointer: TypeId,
    pub(crate) structure: TypeId,
    /// `i32 (i32, i32*, <4 x i32>)`, with a body of three blocks.
    pub(crate) main: GlobalId,
    pub(crate) entry: BlockId,
    pub(crate) then: BlockId,
    pub(crate) join: BlockId,
    /// `i32 (i32)`, declared.
    pub(crate) helper: GlobalId,
    /// An i32 that is initialized.
    pub(crate) variable: GlobalId,
    pub(crate) declare: GlobalId,
    /// In `entry`, `then` and `join`.
    pub(crate) loaded: InstructionId,
    pub(crate) sum: InstructionId,
    pub(crate) call: InstructionId,
    pub(crate) told: InstructionId,
    pub(crate) phi: InstructionId,
    pub(crate) ret: InstructionId,
    pub(crate) file: MetadataId,
    pub(crate) subprogram: MetadataId,
    pub(crate) local: MetadataId,
    pub(crate) expression: MetadataId,
}

/// The instruction whose result a value is.
pub(crate) fn instruction(value: Value) -> InstructionId {
    match value.kind() {
        ValueKind::Instruction(id) => id,
        other => panic!("{other:?} is no instruction"),
    }
}

/// How a field refers to metadata.
pub(crate) fn number(id: MetadataId) -> u64 {
    u64::from(id.as_u32()) + 1
}

/// A node of debug information by its name.
pub(crate) fn node(module: &mut Module, name: &str, fields: &[u64]) -> MetadataId {
    let row = NODES.iter().position(|row| row.name == name).expect("there is such a node");
    module.metadata.add_node(row as u8, false, fields)
}

struct Debug {
    file: MetadataId,
    subprogram: MetadataId,
    local: MetadataId,
    expression: MetadataId,
}

fn debug(module: &mut Module) -> Debug {
    let name = number(module.metadata_string("main.hlsl"));
    let file = node(module, "DIFile", &[name, 0]);
    let text = number(module.metadata_string("int"));
    let basic = node(module, "DIBasicType", &[0x24, text, 32, 32, 5]);
    let identifier = number(module.metadata_string("type"));
    let kept = [0x13, text, number(file), 1, 0, 0, 32, 32, 0, 0, 0, 0, 0, 0, identifier];
    let kept = node(module, "DICompositeType", &kept);
    // By its name.
    node(module, "DIDerivedType", &[0x16, text, number(file), 1, 0, identifier, 32, 32, 0, 0, 0]);
    let types = module.tuple(&[Some(kept)]);
    let unit =
        node(module, "DICompileUnit", &[4, number(file), 0, 0, 0, 0, 0, 1, 0, number(types), 0, 0, 0, 0]);
    module.add_named_metadata("llvm.dbg.cu", &[unit]);
    let taken = module.tuple(&[None, Some(basic)]);
    let ty = node(module, "DISubroutineType", &[0, number(taken)]);
    let subprogram = self::subprogram(module, file, ty);
    let fields = [0x100, number(subprogram), text, number(file), 3, number(basic), 0, 0];
    let local = node(module, "DILocalVariable", &fields);
    let expression = node(module, "DIExpression", &[0x9d, 0, 32]);
    Debug { file, subprogram, local, expression }
}

/// A subprogram of a file and a type.
pub(crate) fn subprogram(module: &mut Module, file: MetadataId, ty: MetadataId) -> MetadataId {
    let name = number(module.metadata_string("main"));
    let (file, ty) = (number(file), number(ty));
    node(module, "DISubprogram", &[file, name, 0, file, 1, ty, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}

impl Good {
    pub(crate) fn new() -> Self {
        let mut module = Module::dxil();
        let types = &mut module.types;
        let (void, i1, i8, i32, i64) =
            (types.void(), types.int(1), types.int(8), types.int(32), types.int(64));
        let (float, vector) = (types.float(), types.vector(i32, 4));
        let pointer = types.pointer(i32, 0);
        let structure = types.structure("pair", &[i32, float]);
        let metadata = types.intern(Type::Metadata);
        let helper = types.function(i32, &[i32]);
        let main = types.function(i32, &[i32, pointer, vector]);
        let declare = types.function(void, &[metadata, metadata, metadata]);
        let helper = module.declare_function("helper", helper);
        let declare = module.declare_function("llvm.dbg.declare", declare);
        let main = module.define_function("main", main);
        let one = module.int(i32, 1);
        let variable = module.add_variable("variable", i32, 0, Some(one));
        let debug = debug(&mut module);
        let mut build = FunctionBuilder::new(&mut module, main).expect("it is a function");
        let entry = build.block();
        let [then, join] = [(); 2].map(|()| build.add_block());
        let (argument, address, four) = (build.argument(0), build.argument(1), build.argument(2));
        let room = build.alloca(structure, Alignment::bytes(4));
        let (zero, one) = (build.int(i32, 0), build.int(i32, 1));
        let member = build.element_pointer(true, structure, room, &[zero, one]).expect("there is a member");
        let number = build.float(2.5);
        build.store(number, member, Alignment::bytes(4));
        let loaded = build.load(i32, address, Alignment::bytes(4));
        let condition = build.compare(Predicate::IntUlt, loaded, argument);
        build.branch_if(condition, then, join);
        build.switch_to(then);
        let sum = build.binary_with(BinaryOp::Add, dxil_ir::Flags::NUW, loaded, one);
        let call = build.call(helper, &[sum]).expect("it is a function");
        build.add(
            Op::Load(address, Access { atomic: Some((Ordering::Acquire, SyncScope::SYSTEM)), ..access() }),
            i32,
        );
        build.atomic(RmwOp::Add, address, sum).expect("it is a value");
        let element = build.extract_element(four, one).expect("it is a vector");
        let wide = build.cast(CastOp::SExt, element, i64);
        build.cast(CastOp::Trunc, wide, i8);
        let scope = Some(debug.subprogram).into();
        build.set_location(Some(DebugLocation {
            line: 3,
            column: 1,
            scope,
            inlined_at: None.into(),
            ..Default::default()
        }));
        let told = [debug.local, debug.expression].map(Value::from);
        let told = build.call(declare, &[Value::new(ValueKind::LocalMetadata(0)), told[0], told[1]]);
        let told = instruction(told.expect("it is a function"));
        build.branch(join);
        build.set_location(None);
        build.switch_to(join);
        let phi = build.phi(i32);
        build.add_incoming(phi, sum, then);
        build.add_incoming(phi, loaded, entry);
        let ret = build.ret(Some(phi.into()));
        build.name(Value::from(phi), "result");
        drop(build);
        let function = module.globals[main].function_mut().expect("it is a function");
        function.body.as_mut().expect("it has a body").local_metadata.push(room);
        let Debug { file, subprogram, local, expression } = debug;
        let (loaded, sum, call) = (instruction(loaded), instruction(sum), instruction(call));
        Self {
            module,
            void,
            i1,
            i8,
            i32,
            i64,
            float,
            vector,
            metadata,
            pointer,
            structure,
            main,
            entry,
            then,
            join,
            helper,
            variable,
            declare,
            loaded,
            sum,
            call,
            told,
            phi,
            ret,
            file,
            subprogram,
            local,
            expression,
        }
    }

    pub(crate) fn body(&mut self) -> &mut Body {
        let function = self.module.globals[self.main].function_mut().expect("it is a function");
        function.body.as_mut().expect("it has a body")
    }

    pub(crate) fn op(&mut self, id: InstructionId) -> &mut Op {
        &mut self.body().instructions[id].op
    }

    /// Puts an instruction before the last one of `then`.
    pub(crate) fn insert(&mut self, op: Op, ty: TypeId) -> InstructionId {
        let then = self.then;
        let position = self.body().instructions_of(then).len() - 1;
        self.insert_at(then, position, op, ty)
    }

    pub(crate) fn insert_at(&mut self, block: BlockId, position: usize, op: Op, ty: TypeId) -> InstructionId {
        let body = self.body();
        let id = body.instructions.push(Instruction::new(op, ty));
        let list = &mut body.blocks[block].instructions;
        let position = position.min(list.len(&body.lists.instructions));
        body.lists.instructions.insert(list, position, id);
        id
    }

    /// The same behind all others of a block.
    pub(crate) fn append(&mut self, block: BlockId, op: Op) -> InstructionId {
        let ty = self.void;
        self.insert_at(block, usize::MAX, op, ty)
    }

    pub(crate) fn call_of(&mut self, callee: Value, function_type: TypeId, arguments: &[Value]) -> Op {
        let arguments = self.body().lists.values.list_of(arguments);
        Op::Call {
            callee,
            function_type,
            arguments,
            attributes: None.into(),
            calling_convention: 0,
            tail: TailCall::No,
        }
    }

    pub(crate) fn attributes(&mut self, slot: Slot, attributes: &[Attribute]) -> AttributeListId {
        let group = AttributeGroup { slot, attributes: attributes.into() };
        let group = self.module.attributes.intern_group(group);
        self.module.attributes.intern_list([group].into())
    }

    pub(crate) fn ty(&mut self, ty: Type) -> TypeId {
        self.module.types.intern(ty)
    }

    pub(crate) fn constant(&mut self, ty: TypeId, kind: ConstantKind) -> Value {
        self.module.constant(ty, kind)
    }

    /// An array of two i32, whatever is in it.
    pub(crate) fn array(&mut self, members: &[Value]) -> Value {
        let ty = self.module.types.array(self.i32, 2);
        self.constant(ty, ConstantKind::Aggregate(members.into()))
    }

    pub(crate) fn alias(&mut self, name: &str, aliasee: Value, ty: TypeId) -> GlobalId {
        let mut global = self.module.globals[self.variable].clone();
        global.name = name.into();
        global.ty = ty;
        global.kind = GlobalKind::Alias(Alias { aliasee, thread_local: ThreadLocal::Not });
        self.module.globals.push(global)
    }

    pub(crate) fn int(&mut self, number: i64) -> Value {
        let i32 = self.i32;
        self.module.int(i32, number)
    }

    pub(crate) fn node(&mut self, name: &str, fields: &[u64]) -> MetadataId {
        node(&mut self.module, name, fields)
    }

    /// A place in the source for the call that tells of a variable.
    pub(crate) fn place(&mut self, scope: MetadataId, inlined_at: Option<MetadataId>) {
        let location = DebugLocation {
            line: 1,
            column: 1,
            scope: Some(scope).into(),
            inlined_at: inlined_at.into(),
            ..Default::default()
        };
        let told = self.told;
        let location = self.body().intern_location(location);
        self.body().instructions[told].location = location.into();
    }
}

/// A plain access of four bytes.
pub(crate) fn access() -> Access {
    Access::plain(Alignment::bytes(4))
}

pub(crate) fn argument(index: u32) -> Value {
    Value::new(ValueKind::Argument(index))
}
