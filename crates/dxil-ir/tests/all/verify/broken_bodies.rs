//! Rules about bodies and their instructions, each with modules that break it.

use dxil_ir::constants::ConstantKind;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::function::DebugLocation;
use dxil_ir::instruction::{Access, Index, OperandBundle, TailCall};
use dxil_ir::list::List;
use dxil_ir::metadata::NodeRow;
use dxil_ir::{
    Alignment, BinaryOp, BlockId, CastOp, Dialect, Flags, Instruction, InstructionId, MetadataId, Module, Op,
    Ordering, Predicate, SyncScope, Type, Value,
};

use super::good::{Case, Good, access, argument, node, subprogram};

/// `add` of two values.
fn add(good: &mut Good, operands: [Value; 2], flags: Flags) {
    let ty = good.i32;
    let add = good.insert(Op::Binary { op: BinaryOp::Add, operands }, ty);
    good.body().instructions[add].flags = flags;
}

/// A block that nobody leads to, and that goes to another on two ways, of a phi of these.
fn phi_of(good: &mut Good, values: [Value; 2]) {
    let (from, to) = (good.body().add_block(), good.body().add_block());
    let case = good.int(1);
    let lists = &mut good.body().lists;
    let phi = Op::Phi(lists.values.list_of(&values), lists.blocks.list_of(&[from, from]));
    let switch = Op::Switch {
        value: argument(0),
        default: to,
        cases: lists.values.list_of(&[case]),
        targets: lists.blocks.list_of(&[to]),
    };
    good.append(from, switch);
    let ty = good.i32;
    good.insert_at(to, 0, phi, ty);
    good.append(to, Op::Unreachable);
}

fn switch(good: &mut Good, cases: &[Value]) {
    let block = good.body().add_block();
    let join = good.body().add_block();
    let lists = &mut good.body().lists;
    let targets = vec![join; cases.len()];
    let switch = Op::Switch {
        value: argument(0),
        default: join,
        cases: lists.values.list_of(cases),
        targets: lists.blocks.list_of(&targets),
    };
    good.append(block, switch);
    good.append(join, Op::Unreachable);
}

fn edit_call(good: &mut Good, edit: impl FnOnce(&mut List<Value>, &mut TailCall)) {
    let call = good.call;
    match good.op(call) {
        Op::Call { arguments, tail, .. } => edit(arguments, tail),
        other => panic!("{other:?} is no call"),
    }
}

fn atomic(ordering: Ordering) -> Access {
    Access { atomic: Some((ordering, SyncScope::SYSTEM)), ..access() }
}

/// Another module, modern, whose function has one debug record, of what is no variable, before `ret` or behind it.
fn record_of_no_variable(good: &mut Good, is_behind: bool) {
    let mut module = Module { dialect: Dialect::Modern, ..Module::default() };
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let address = module.address_type(ty, 0);
    let row = |name: &[u8]| NodeRow::named(Dialect::Modern, name).unwrap().0;
    let expression = module.metadata.add_node(row(b"DIExpression"), false, &[]);
    let nothing = module.tuple(&[]);
    let function = module.define_function("f", ty);
    module.globals[function].ty = address;
    let body = module.globals[function].body_mut().unwrap();
    let location = body.intern_location(DebugLocation::default());
    let variable = DebugVariable { value: DebugValue::Node(nothing), variable: nothing, expression };
    let record = DebugRecord { kind: DebugRecordKind::Value(variable), location };
    let block = body.add_block();
    let ret = body.add_instruction(block, Instruction::new(Op::Return(None), void));
    if is_behind {
        body.debug_records.add_at_end(block, [record]);
    } else {
        body.debug_records.add(ret, [record]);
    }
    good.module = module;
}

/// Another module, modern, whose function, which takes nothing, calls itself with operands that are 1 and with bundles:
/// a tag each, and how many of the operands are theirs.
pub(super) fn bundles(good: &mut Good, operands: usize, bundles: &[(&str, u32)]) {
    let mut module = Module { dialect: Dialect::Modern, ..Module::default() };
    let (void, i32) = (module.types.void(), module.types.int(32));
    let ty = module.types.function(void, &[]);
    let address = module.address_type(ty, 0);
    let one = module.int(i32, 1);
    let function = module.define_function("f", ty);
    module.globals[function].ty = address;
    let body = module.globals[function].body_mut().unwrap();
    let block = body.add_block();
    let call = Op::Call {
        callee: function.into(),
        function_type: ty,
        arguments: body.lists.values.list_of(&vec![one; operands]),
        attributes: None.into(),
        calling_convention: 0,
        tail: TailCall::No,
    };
    let call = body.add_instruction(block, Instruction::new(call, void));
    let bundle = |(tag, operands): &(&str, u32)| OperandBundle { tag: (*tag).into(), operands: *operands };
    body.bundles.insert(call, bundles.iter().map(bundle).collect());
    body.add_instruction(block, Instruction::new(Op::Return(None), void));
    good.module = module;
}

pub(crate) const BODIES: &[Case] = &[
    ("body.empty", |good| {
        let ty = good.module.types.function(good.void, &[]);
        good.module.define_function("empty", ty);
    }),
    ("block.missing", |good| {
        let block = good.body().add_block();
        good.append(block, Op::Branch(BlockId::from_u32(99)));
    }),
    ("block.twice", |good| {
        let then = good.then;
        good.body().layout.push(then);
    }),
    ("instruction.missing", |good| {
        let then = good.then;
        let body = good.body();
        let list = &mut body.blocks[then].instructions;
        body.lists.instructions.insert(list, 0, InstructionId::from_u32(999));
    }),
    ("instruction.twice", |good| {
        let (then, sum) = (good.then, good.sum);
        let body = good.body();
        body.lists.instructions.insert(&mut body.blocks[then].instructions, 0, sum);
    }),
    ("block.terminator", |good| {
        let ret = good.ret;
        good.body().erase(|id| id == ret);
    }),
    ("block.terminator", |good| {
        let ty = good.void;
        good.insert(Op::Unreachable, ty);
    }),
    ("block.entry", |good| {
        let block = good.body().add_block();
        let entry = good.entry;
        good.append(block, Op::Branch(entry));
    }),
    ("local.name", |good| {
        good.body().names.insert(argument(99).into(), "nothing".into());
    }),
    ("local.name", |good| {
        good.body().names.insert(argument(0).into(), "result".into());
    }),
    ("phi.place", |good| {
        let (join, ty) = (good.join, good.i32);
        let truth = good.module.int(good.i1, 1);
        good.insert_at(join, 0, Op::Select([truth, argument(0), argument(0)]), ty);
    }),
    ("phi.incoming", |good| {
        let phi = good.phi;
        let body = good.body();
        if let Op::Phi(values, blocks) = &mut body.instructions[phi].op {
            body.lists.values.remove(values, 0);
            body.lists.blocks.remove(blocks, 0);
        }
    }),
    ("phi.value", |good| {
        let values = [good.int(1), good.int(2)];
        phi_of(good, values);
    }),
    ("operand.type", |good| {
        let one = good.module.int(good.i8, 1);
        phi_of(good, [one; 2]);
    }),
    ("operand.count", |good| {
        let phi = good.phi;
        let body = good.body();
        if let Op::Phi(_, blocks) = &mut body.instructions[phi].op {
            body.lists.blocks.remove(blocks, 0);
        }
    }),
    ("value.dominance", |good| *good.op(good.ret) = Op::Return(Some(good.sum.into()))),
    ("value.dominance", |good| {
        let sum = good.sum.into();
        let entry = good.entry;
        let ty = good.i32;
        good.insert_at(entry, 0, Op::Binary { op: BinaryOp::Add, operands: [sum; 2] }, ty);
    }),
    ("value.missing", |good| *good.op(good.ret) = Op::Return(Some(argument(99)))),
    ("value.missing", |good| good.body().local_metadata.push(argument(99))),
    ("metadata.value", |good| {
        let one = good.int(1);
        good.body().local_metadata.push(one);
    }),
];

pub(crate) const INSTRUCTIONS: &[Case] = &[
    ("operand.void", |good| {
        let (one, then) = (good.int(1), good.then);
        let ty = good.void;
        let store = good.insert_at(then, 0, Op::Store([one, argument(1)], access()), ty);
        add(good, [store.into(); 2], Flags::NONE);
    }),
    ("operand.type", |good| {
        let operands = [good.int(1), good.module.int(good.i64, 1)];
        add(good, operands, Flags::NONE);
    }),
    ("operand.type", |good| {
        let one = good.module.int(good.i8, 1);
        let ty = good.void;
        good.insert(Op::Store([one, argument(1)], access()), ty);
    }),
    ("operation.flags", |good| {
        let one = good.int(1);
        add(good, [one; 2], Flags::from_bits(0x80));
    }),
    ("result.type", |good| {
        let one = good.int(1);
        let ty = good.float;
        good.insert(Op::Compare { predicate: Predicate::IntEq, operands: [one; 2] }, ty);
    }),
    ("operation.cast", |good| {
        let ty = good.i8;
        good.insert(Op::Cast(CastOp::SExt, argument(0)), ty);
    }),
    ("operation.mask", |good| {
        let ty = good.vector;
        let mask = good.constant(ty, ConstantKind::Data([0, 1, 2, 8].into()));
        good.insert(Op::ShuffleVector([argument(2), argument(2), mask]), ty);
    }),
    ("operation.indices", |good| {
        let value = good.module.undef(good.structure);
        let indices = good.body().lists.indices.list_of(&[Index(2)]);
        let ty = good.i32;
        good.insert(Op::ExtractValue(value, indices), ty);
    }),
    ("operation.indices", |good| {
        let source = good.structure;
        let pointer = good.module.types.pointer(source, 0);
        let operands = [good.module.undef(pointer), good.int(0), argument(0)];
        let operands = good.body().lists.values.list_of(&operands);
        let ty = good.pointer;
        good.insert(Op::ElementPointer { source, operands }, ty);
    }),
    ("memory.type", |good| {
        let opaque = good.module.types.add_named(dxil_ir::types::NamedStruct {
            name: "opaque".into(),
            members: None,
            is_packed: false,
        });
        let pointer = good.module.types.pointer(opaque, 0);
        let count = good.int(1);
        let alignment = Alignment::NATURAL;
        good.insert(Op::Alloca { element: opaque, count, alignment, is_in_alloca: false }, pointer);
    }),
    ("memory.alignment", |good| {
        let ty = good.i32;
        good.insert(Op::Load(argument(1), Access::plain(Alignment::bytes(1 << 40))), ty);
    }),
    ("memory.alignment", |good| {
        let access = Access { alignment: Alignment::NATURAL, ..atomic(Ordering::Monotonic) };
        let ty = good.i32;
        good.insert(Op::Load(argument(1), access), ty);
    }),
    ("memory.atomic", |good| {
        let ty = good.i32;
        good.insert(Op::Load(argument(1), atomic(Ordering::Release)), ty);
    }),
    ("memory.atomic", |good| {
        let ty = good.void;
        good.insert(Op::Fence(Ordering::Monotonic, SyncScope::SYSTEM), ty);
    }),
    ("memory.atomic", |good| {
        let ty = good.module.types.literal(&[good.i32, good.i1]);
        let (success, failure) = (Ordering::Monotonic, Ordering::Acquire);
        let (operands, scope) = ([argument(1), argument(0), argument(0)], SyncScope::SYSTEM);
        let (is_volatile, is_weak) = (false, false);
        let alignment = Alignment::NATURAL;
        good.insert(
            Op::CompareExchange { operands, is_volatile, is_weak, success, failure, scope, alignment },
            ty,
        );
    }),
    ("return.type", |good| *good.op(good.ret) = Op::Return(None)),
    ("switch.case", |good| {
        let case = good.int(1);
        switch(good, &[case; 2]);
    }),
    ("switch.case", |good| {
        let case = good.module.undef(good.i32);
        switch(good, &[case]);
    }),
    ("call.callee", |good| {
        let ty = good.module.types.function(good.i32, &[]);
        let op = good.call_of(good.helper.into(), ty, &[]);
        let result = good.i32;
        good.insert(op, result);
    }),
    ("call.arguments", |good| {
        let mut list = List::new();
        edit_call(good, |arguments, _| std::mem::swap(arguments, &mut list));
    }),
    ("call.arguments", |good| {
        let one = good.module.int(good.i8, 1);
        let list = good.body().lists.values.list_of(&[one]);
        edit_call(good, |arguments, _| *arguments = list);
    }),
    ("call.bundle", |good| bundles(good, 0, &[("of nobody", 1)])),
    ("call.bundle", |good| bundles(good, 1, &[("deopt", 0), ("deopt", 1)])),
    ("call.bundle", |good| bundles(good, 1, &[("convergencectrl", 1)])),
    ("call.musttail", |good| edit_call(good, |_, tail| *tail = TailCall::MustTail)),
    ("intrinsic.use", |good| {
        let ty = good.module.types.pointer(good.module.globals[good.declare].ty, 0);
        let place = good.module.undef(ty);
        let (declare, void) = (good.declare.into(), good.void);
        good.insert(Op::Store([declare, place], access()), void);
    }),
    ("intrinsic.arguments", |good| {
        let ty = good.module.globals[good.declare].value_type;
        let (variable, expression) = (good.local.into(), good.expression.into());
        let op = good.call_of(good.declare.into(), ty, &[expression, variable, expression]);
        let told = good.told;
        *good.op(told) = op;
    }),
    ("intrinsic.arguments", |good| {
        let told = good.told;
        good.body().instructions[told].location = None.into();
    }),
    ("metadata.missing", |good| {
        let told = good.told;
        good.body().attachments.push((told, 0, MetadataId::from_u32(9999)));
    }),
    ("location.form", |good| good.place(good.file, None)),
    ("location.form", |good| good.place(good.subprogram, Some(good.file))),
    ("location.form", |good| {
        let (scope, inlined_at) = (None.into(), None.into());
        let nowhere = DebugLocation { line: 1, column: 1, scope, inlined_at, ..Default::default() };
        let sum = good.sum;
        let nowhere = good.body().intern_location(nowhere);
        good.body().instructions[sum].location = nowhere.into();
    }),
    ("location.subprogram", |good| {
        let ty = node(&mut good.module, "DISubroutineType", &[0, 0]);
        let other = subprogram(&mut good.module, good.file, ty);
        good.place(other, None);
    }),
    ("debug.record", |good| record_of_no_variable(good, false)),
    ("debug.record", |good| record_of_no_variable(good, true)),
    ("attachment.kind", |good| {
        let (sum, node) = (good.sum, good.file);
        good.body().attachments.push((sum, 99, node));
    }),
    ("attachment.kind", |good| {
        let node = good.module.metadata_string("text");
        good.body().metadata.push((1, node));
    }),
    ("attachment.form", |good| {
        let kind = good.module.metadata_kind("range");
        let (low, high) = (good.int(0), good.int(8));
        let (low, high) = (good.module.value_as_metadata(low), good.module.value_as_metadata(high));
        let ranges = good.module.tuple(&[Some(low), Some(high)]);
        let (sum, loaded) = (good.sum, good.loaded);
        // Of a load there may be.
        good.body().attachments.push((loaded, kind, ranges));
        good.body().attachments.push((sum, kind, ranges));
    }),
    ("attachment.form", |good| {
        let kind = good.module.metadata_kind("range");
        let numbers = [0, 8, 8, 9].map(|number| good.int(number));
        let numbers = numbers.map(|number| Some(good.module.value_as_metadata(number)));
        let ranges = good.module.tuple(&numbers);
        let loaded = good.loaded;
        good.body().attachments.push((loaded, kind, ranges));
    }),
    ("attachment.form", |good| {
        let kind = good.module.metadata_kind("nonnull");
        let (loaded, nothing) = (good.loaded, good.module.tuple(&[]));
        good.body().attachments.push((loaded, kind, nothing));
    }),
    ("result.type", |good| {
        let ty = good.metadata;
        let block = good.body().add_block();
        good.insert_at(block, 0, Op::Phi(List::new(), List::new()), ty);
        good.append(block, Op::Unreachable);
    }),
    ("type.missing", |good| {
        let sum = good.sum;
        good.body().instructions[sum].ty = dxil_ir::TypeId::from_u32(999);
    }),
    ("call.callee", |good| {
        let ty = good.i32;
        let op = good.call_of(argument(0), ty, &[]);
        good.insert(op, ty);
    }),
    ("metadata.operand", |good| {
        let ty = good.ty(Type::Function {
            result: good.void,
            parameters: [good.metadata].into(),
            is_variadic: false,
        });
        let pointer = good.module.types.pointer(ty, 0);
        let callee = good.module.undef(pointer);
        let op = good.call_of(callee, ty, &[good.expression.into()]);
        let void = good.void;
        good.insert(op, void);
    }),
];
