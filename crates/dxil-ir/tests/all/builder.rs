//! Modules that are built and edited in memory.

use dxil_ir::bitcode;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, BuildError, FunctionBuilder};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::edit::{Changed, EditError, Editor, Position};
use dxil_ir::encoding::{Encoding, UseList};
use dxil_ir::metadata::Metadata;
use dxil_ir::unreachable::remove_unreachable;
use dxil_ir::uses::Uses;
use dxil_ir::{
    Alignment, BinaryOp, BlockId, Body, CastOp, ConstantId, GlobalId, Module, Op, Predicate, RmwOp, Type,
    Value, ValueKind, verify,
};
use testkit::generate::compute_shader::compute_shader;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_compute_shader_comes_back,
    all_instructions_come_back,
    what_cannot_be_built_is_an_error,
    uses_are_those_of_the_body,
    what_cannot_take_the_place_of_another_is_refused,
    what_is_replaced_has_no_order_of_uses,
    constants_are_replaced_wherever_they_are,
    bodies_are_edited,
    what_is_equal_has_one_id,
    aggregates_are_as_llvm_keeps_them,
    values_as_metadata_are_replaced,
    what_bitcode_has_no_room_for_is_refused,
    members_are_chosen_by_constants,
    prologues_precede_the_entry_block,
    unreachable_code_is_removed,
    entries_of_phis_are_removed_with_their_edge,
];

/// Writes a module, reads it again, and says what it is then.
fn through_bitcode(module: &Module) -> Module {
    let report = verify(module);
    assert!(report.is_valid(), "{:#?}", report.findings);
    let read = bitcode::read(&bitcode::write(module).unwrap(), 0).unwrap();
    let difference = module.difference(&read);
    assert!(difference.is_none(), "{difference:?}");
    read
}

fn body(module: &Module, function: GlobalId) -> &Body {
    module.globals[function].body().unwrap()
}

/// A function of an integer that gives one: `((x + 1) * x) + 1`.
fn polynomial() -> (Module, GlobalId) {
    let mut module = Module::dxil();
    let int = module.types.int(32);
    let ty = module.types.function(int, &[int]);
    let function = module.define_function("polynomial", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let one = b.int(int, 1);
    let sum = b.binary(BinaryOp::Add, b.argument(0), one);
    let product = b.binary(BinaryOp::Mul, sum, b.argument(0));
    let result = b.binary(BinaryOp::Add, product, one);
    b.ret(Some(result));
    drop(b);
    (module, function)
}

fn a_compute_shader_comes_back() {
    let module = compute_shader(5_000).unwrap();
    let read = through_bitcode(&module);
    assert_eq!(bitcode::write(&read).unwrap(), bitcode::write(&module).unwrap());
}

/// Every kind of instruction that the builder has a method for.
fn all_instructions_come_back() {
    let mut module = Module::dxil();
    let (void, int, float) = (module.types.void(), module.types.int(32), module.types.float());
    let vector = module.types.vector(float, 4);
    let (pair, pointer) = (module.types.literal(&[int, float]), module.types.pointer(int, 0));
    let callee = module.types.function(int, &[int]);
    let callee = module.declare_function("callee", callee);
    let ty = module.types.function(void, &[int, float, vector, pair, pointer]);
    let function = module.define_function("all", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let [number, real, lanes, two, place] = [0, 1, 2, 3, 4].map(|index| b.argument(index));
    let doubled = b.binary(BinaryOp::Add, number, number);
    b.binary_with(BinaryOp::SDiv, dxil_ir::Flags::UNSAFE_ALGEBRA, real, real);
    let cast = b.cast(CastOp::SiToFp, doubled, float);
    let truth = b.compare(Predicate::IntSlt, doubled, number);
    b.compare(Predicate::FloatOlt, cast, real);
    b.compare(Predicate::FloatUno, lanes, lanes);
    b.select(truth, doubled, number);
    let member = b.extract_value(two, &[1]).unwrap();
    b.insert_value(two, member, &[1]).unwrap();
    let third = b.int(int, 2);
    let element = b.extract_element(lanes, third).unwrap();
    b.insert_element(lanes, element, third).unwrap();
    let local = b.alloca(int, Alignment::bytes(4));
    b.store(doubled, local, Alignment::bytes(4));
    b.load(int, local, Alignment::bytes(4));
    b.element_pointer(true, int, place, &[third]).unwrap();
    b.atomic(RmwOp::UMax, place, number).unwrap();
    b.call(callee, &[number]).unwrap();
    let (left, right, join) = (b.add_block(), b.add_block(), b.add_block());
    b.branch_if(truth, left, right);
    b.switch_to(left);
    b.branch(join);
    b.switch_to(right);
    let case = b.int(int, 7);
    let dead = b.add_block();
    b.switch(number, join, &[(case, dead)]);
    b.switch_to(dead);
    b.unreachable();
    b.switch_to(join);
    let phi = b.phi(int);
    b.add_incoming(phi, doubled, left);
    b.add_incoming(phi, number, right);
    b.name(Value::from(phi), "merged");
    b.ret(None);
    drop(b);
    let read = through_bitcode(&module);
    let names: Vec<_> = body(&read, function).names.values().map(ToString::to_string).collect();
    assert_eq!(names, ["merged"]);
}

fn what_cannot_be_built_is_an_error() {
    let (mut module, function) = polynomial();
    let int = module.types.int(32);
    let variable = module.add_variable("shared", int, 3, None);
    assert!(matches!(FunctionBuilder::new(&mut module, variable), Err(BuildError::NotFunction { .. })));
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (argument, one) = (b.argument(0), b.int(int, 1));
    assert!(matches!(b.element_pointer(true, int, argument, &[one]), Err(BuildError::NotPointer { .. })));
    assert!(matches!(b.extract_element(argument, one), Err(BuildError::NotVector { .. })));
    assert!(matches!(b.extract_value(argument, &[0]), Err(BuildError::BadIndices { .. })));
    assert!(matches!(b.call(argument, &[]), Err(BuildError::NotFunction { .. })));
    let missing = Value::new(ValueKind::Argument(9));
    assert!(matches!(b.type_of(missing), Err(BuildError::Missing { .. })));
}

/// The index of uses says what the body says.
fn uses_are_those_of_the_body() {
    let (mut module, function) = polynomial();
    let int = module.types.int(32);
    let (one, two) = (module.int(int, 1), module.int(int, 2));
    let argument = Value::new(ValueKind::Argument(0));
    let uses = Uses::of(body(&module, function));
    assert_eq!((uses.get(one).count(), uses.get(argument).count()), (2, 2));
    assert!(uses.has(one) && !uses.has(two));
    let seen: Vec<_> = uses.get(one).map(|at| (at.instruction.as_u32(), at.operand)).collect();
    assert_eq!(seen, [(0, 1), (2, 1)]);
}

fn what_cannot_take_the_place_of_another_is_refused() {
    let (mut module, function) = polynomial();
    let (int, i64) = (module.types.int(32), module.types.int(64));
    let (one, wide) = (module.int(int, 1), module.int(i64, 1));
    let missing = Value::new(ValueKind::Constant(ConstantId::from_u32(9999)));
    let type_differs = EditError::Type { what: "the replacement value" };
    assert_eq!(module.replace_all_uses(one, wide), Err(type_differs));
    for (old, new) in [(one, missing), (missing, one), (Value::new(ValueKind::Argument(0)), one)] {
        assert!(matches!(module.replace_all_uses(old, new), Err(EditError::NoSuchValue { .. })));
    }
    assert_eq!(module.replace_all_uses(one, one), Ok(0));
    // Another function does not have the block.
    let other = module.globals[function].value_type;
    let other = module.declare_function("other", other);
    let block = module.globals[function].body().unwrap().layout[0];
    let i8 = module.types.int(8);
    let pointer = module.types.pointer(i8, 0);
    module.constant(pointer, ConstantKind::BlockAddress(function.into(), block));
    let refused = module.replace_all_uses(function.into(), other.into());
    assert_eq!(refused, Err(EditError::AddressTaken { block }));
}

/// Orders of uses are those of other uses then.
fn what_is_replaced_has_no_order_of_uses() {
    let (mut module, function) = polynomial();
    let int = module.types.int(32);
    let (one, two) = (module.int(int, 1), module.int(int, 2));
    let list = |of: Value| vec![UseList { of: of.into(), order: [1, 0].into() }];
    let encoding = module.encoding.insert(Encoding::default());
    encoding.use_lists = list(function.into());
    encoding.functions[function].use_lists = list(one);
    let unused = module.int(int, 1234);
    assert_eq!(module.replace_all_uses(unused, two), Ok(0));
    assert_eq!(module.encoding.as_ref().unwrap().use_lists.len(), 1);
    assert!(module.replace_all_uses(one, two).unwrap() > 0);
    let encoding = module.encoding.as_ref().unwrap();
    assert!(encoding.use_lists.is_empty() && encoding.functions[function].use_lists.is_empty());
}

/// What is replaced in the whole module is replaced in constants that consist of it, too.
fn constants_are_replaced_wherever_they_are() {
    let (mut module, function) = polynomial();
    let int = module.types.int(32);
    let (one, two) = (module.int(int, 1), module.int(int, 2));
    let pair = module.types.array(int, 2);
    let of = |module: &mut Module, values: [Value; 2]| {
        module.constant(pair, ConstantKind::Aggregate(values.into()))
    };
    let table = of(&mut module, [one, two]);
    let outer = module.types.literal(&[pair, int]);
    let both = module.constant(outer, ConstantKind::Aggregate([table, one].into()));
    let variable = module.add_variable("table", outer, 0, Some(both));
    let node = module.value_as_metadata(one);
    let list = module.tuple(&[Some(node)]);
    module.add_named_metadata("list", &[list]);
    assert_eq!(module.replace_all_uses(one, two), Ok(4));
    let expected = of(&mut module, [two, two]);
    let expected = module.constant(outer, ConstantKind::Aggregate([expected, two].into()));
    assert_eq!(module.globals[variable].variable().unwrap().initializer, Some(expected));
    assert!(matches!(module.metadata.get(node), Some(Metadata::Value(_, value)) if value == two));
    assert_eq!(Uses::of(body(&module, function)).get(one).count(), 0);
    through_bitcode(&module);
}

/// Instructions can be put between others and taken out again.
fn bodies_are_edited() {
    let (module, function) = polynomial();
    let mut edited = module.clone();
    let int = edited.types.int(32);
    let mut editor = Editor::new(&mut edited, function).unwrap();
    let block = editor.entry().unwrap();
    let second = editor.instructions(block).nth(1).unwrap();
    editor.go_to(Position::Before(second)).unwrap();
    let argument = editor.argument(0);
    let new = editor.add(Op::Binary { op: BinaryOp::Xor, operands: [argument, argument] }, int);
    assert_eq!(editor.finish(), Changed::Values);
    assert_eq!(body(&edited, function).instructions_of(block)[1], new);
    let read = through_bitcode(&edited);
    assert_eq!(self::body(&read, function).instructions_of(block).len(), 5);
    assert!(module.difference(&edited).is_some());
    let mut editor = Editor::new(&mut edited, function).unwrap();
    editor.erase(new).unwrap();
    drop(editor);
    assert_eq!(module.difference(&edited), None);
}

/// Two equal things have one id, so that ids can be compared.
fn what_is_equal_has_one_id() {
    let mut module = Module::dxil();
    let int = module.types.int(32);
    assert_eq!(module.types.int(32), int);
    assert_eq!(module.types.structure("s", &[int]), module.types.structure("s", &[int]));
    let one = Constant { ty: int, kind: ConstantKind::Integer(1) };
    assert_eq!(module.constants.intern(one.clone()), module.constants.intern(one));
    assert_eq!(module.metadata_string("a"), module.metadata_string("a"));
    assert_ne!(module.metadata_string("a"), module.metadata_string("b"));
    let string = module.metadata_string("a");
    assert_eq!(module.tuple(&[Some(string), None]), module.tuple(&[Some(string), None]));
    assert_eq!(module.types.get(int), Some(&Type::Integer(32)));
}

/// What is said of a value holds for the constant that takes its place.
fn values_as_metadata_are_replaced() {
    let mut module = Module::dxil();
    let (void, int, metadata) =
        (module.types.void(), module.types.int(32), module.types.intern(Type::Metadata));
    let ty = module.types.function(void, &[metadata, metadata]);
    let callee = module.declare_function("llvm.dbg.value", ty);
    let ty = module.types.function(void, &[int]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let argument = b.argument(0);
    let (first, second, one) = (b.as_metadata(argument), b.as_metadata(argument), b.int(int, 1));
    assert_eq!(first, second);
    let one = b.as_metadata(one);
    b.call(callee, &[first, one]).unwrap();
    b.ret(None);
    drop(b);
    let mut read = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
    assert_eq!(module.difference(&read), None);
    let function = read.global_named("f".into()).unwrap();
    let int = read.types.int(32);
    let seven = read.int(int, 7);
    let mut editor = Editor::new(&mut read, function).unwrap();
    let argument = editor.argument(0);
    assert_eq!(editor.replace_all_uses(argument, seven), Ok(1));
    drop(editor);
    assert!(module.difference(&read).is_some());
    for _ in 0..2 {
        let again = bitcode::read(&bitcode::write(&read).unwrap(), 0).unwrap();
        assert_eq!(read.difference(&again), None);
        read.forget_encoding();
    }
}

/// What a record has no bits for is an error, not another record.
fn what_bitcode_has_no_room_for_is_refused() {
    type Edit = fn(&mut Op);
    let edits: [Edit; 2] = [
        |op| {
            if let Op::Call { calling_convention, .. } = op {
                *calling_convention = 0x2000;
            }
        },
        |op| {
            if let Op::Alloca { alignment, .. } = op {
                *alignment = Alignment::bytes(1 << 31);
            }
        },
    ];
    for edit in edits {
        let mut module = Module::dxil();
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        let callee = module.declare_function("callee", ty);
        let function = module.define_function("f", ty);
        let mut b = FunctionBuilder::new(&mut module, function).unwrap();
        let int = b.module().types.int(32);
        b.alloca(int, Alignment::bytes(4));
        b.call(callee, &[]).unwrap();
        b.ret(None);
        drop(b);
        assert!(bitcode::write(&module).is_ok());
        let body = module.globals[function].body_mut().unwrap();
        body.instructions.values_mut().for_each(|instruction| edit(&mut instruction.op));
        let error = bitcode::write(&module).unwrap_err();
        assert_eq!(located::Kind::code(error.kind()), "bitcode.value");
    }
}

/// Which member of a structure an address is of, only a constant can say.
fn members_are_chosen_by_constants() {
    let mut module = Module::dxil();
    let (void, int, float) = (module.types.void(), module.types.int(32), module.types.float());
    let pair = module.types.literal(&[int, float]);
    let pointer = module.types.pointer(pair, 0);
    let ty = module.types.function(void, &[pointer, int]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (place, number) = (b.argument(0), b.argument(1));
    assert!(matches!(
        b.element_pointer(true, pair, place, &[number, number]),
        Err(BuildError::BadIndices { .. })
    ));
    let one = b.int(int, 1);
    let address = b.element_pointer(true, pair, place, &[number, one]).unwrap();
    let ty = b.type_of(address).unwrap();
    assert_eq!(b.module().types.pointee(ty), Some(float));
}

fn aggregates_are_as_llvm_keeps_them() {
    let mut module = Module::dxil();
    let (i32, i8, half) = (module.types.int(32), module.types.int(8), module.types.intern(Type::Half));
    let [zero, one] = [0, 1].map(|number| module.int(i32, number));
    let undef = module.undef(i32);
    let numbers = module.types.array(i32, 2);
    let kind = |module: &Module, value: Value| {
        let ValueKind::Constant(id) = value.kind() else { panic!("a constant") };
        module.constants.get(id).unwrap().kind.clone()
    };
    for (values, expected) in [
        ([zero, zero], ConstantKind::Null),
        ([undef, undef], ConstantKind::Undef),
        ([zero, one], ConstantKind::Data([0, 1].into())),
        ([undef, one], ConstantKind::Aggregate([undef, one].into())),
    ] {
        let value = module.aggregate(numbers, values.to_vec());
        assert_eq!(kind(&module, value), expected);
    }
    let bytes = module.types.array(i8, 1);
    let minus_one = module.int(i8, -1);
    let value = module.aggregate(bytes, vec![minus_one]);
    assert_eq!(kind(&module, value), ConstantKind::Bytes([0xff].into()));
    // LLVM 3.7 keeps no halves as numbers.
    let halves = module.types.array(half, 1);
    let number = module.float_bits(half, 0x3c00);
    let value = module.aggregate(halves, vec![number]);
    assert_eq!(kind(&module, value), ConstantKind::Aggregate([number].into()));
}

/// An `alloca` that is built in another block is in the entry block, and a `cmpxchg` comes back.
fn prologues_precede_the_entry_block() {
    let mut module = Module::dxil();
    let int = module.types.int(32);
    let ty = module.types.function(int, &[int]);
    let function = module.define_function("exchange", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let next = b.add_block();
    let sum = b.binary(BinaryOp::Add, b.argument(0), b.argument(0));
    b.branch(next);
    b.switch_to(next);
    assert!(!b.build_prologue(true));
    let memory = b.alloca(int, Alignment::bytes(4));
    assert!(b.build_prologue(false));
    b.store(sum, memory, Alignment::bytes(4));
    let pair = b.compare_exchange(memory, sum, b.argument(0)).unwrap();
    let before = b.extract_value(pair, &[0]).unwrap();
    b.ret(Some(before));
    drop(b);
    let read = through_bitcode(&module);
    let body = body(&read, function);
    let first = body.instructions_of(body.layout[0])[0];
    assert!(matches!(body.instructions[first].op, Op::Alloca { .. }));
    assert_eq!(body.in_order().count(), 7);
}

fn unreachable_code_is_removed() {
    let mut module = Module::dxil();
    let int = module.types.int(32);
    let ty = module.types.function(int, &[int]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let [dead, end]: [BlockId; 2] = [(); 2].map(|()| b.add_block());
    let entry = b.block();
    b.branch(end);
    b.binary(BinaryOp::Add, b.argument(0), b.argument(0));
    b.switch_to(dead);
    let product = b.binary(BinaryOp::Mul, b.argument(0), b.argument(0));
    b.branch(end);
    b.switch_to(end);
    let phi = b.phi(int);
    b.add_incoming(phi, b.argument(0), entry);
    b.add_incoming(phi, product, dead);
    drop(b);
    let changed = module.globals[function].function_mut().unwrap().body.as_mut().unwrap();
    assert_eq!(remove_unreachable(changed), Err(2));
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    b.switch_to(end);
    b.ret(Some(phi.into()));
    drop(b);
    let changed = module.globals[function].function_mut().unwrap().body.as_mut().unwrap();
    assert_eq!(remove_unreachable(changed), Ok(()));
    assert_eq!(changed.layout, [entry, end]);
    let read = through_bitcode(&module);
    assert_eq!(body(&read, function).in_order().count(), 3);
}

/// A reachable block whose branch follows a `ret` is not a predecessor of the target of the branch.
fn entries_of_phis_are_removed_with_their_edge() {
    let mut module = Module::dxil();
    let (int, bit) = (module.types.int(32), module.types.int(1));
    let ty = module.types.function(int, &[int, bit]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let [returns, merge]: [BlockId; 2] = [(); 2].map(|()| b.add_block());
    let entry = b.block();
    b.branch_if(b.argument(1), returns, merge);
    b.switch_to(returns);
    let sum = b.binary(BinaryOp::Add, b.argument(0), b.argument(0));
    b.ret(Some(sum));
    b.branch(merge);
    b.switch_to(merge);
    let phi = b.phi(int);
    b.add_incoming(phi, b.argument(0), entry);
    b.add_incoming(phi, sum, returns);
    b.ret(Some(phi.into()));
    drop(b);
    let changed = module.globals[function].function_mut().unwrap().body.as_mut().unwrap();
    assert_eq!(remove_unreachable(changed), Ok(()));
    assert_eq!(changed.layout, [entry, returns, merge]);
    let Op::Phi(values, blocks) = &changed.instructions[phi].op else { panic!("not a phi") };
    assert_eq!(changed.lists.blocks.get(*blocks), [entry]);
    assert_eq!(changed.lists.values.get(*values).len(), 1);
    through_bitcode(&module);
}
