//! The change of dialect of modules that no text can say: with ids of nothing, circles, and more than there may be.
//! What becomes of each word is tested with texts, where the texts are read.

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{ToModernErrorKind, modernized};
use dxil_ir::{
    BinaryOp, BlockId, CastOp, ConstantId, Dialect, Flags, GlobalId, MetadataId, Module, Op, TypeId, Value,
    ValueKind, limits,
};
use testkit::{Test, tests};

use super::valid;

pub(crate) const TESTS: &[Test] = tests![
    globals_keep_their_order,
    ids_of_nothing_are_refused,
    names_stay,
    expressions_become_no_more_than_there_may_be,
    addresses_of_blocks_are_those_of_the_new_blocks,
];

/// A module with a function without arguments, whose body these instructions are.
fn with_function(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> (Module, GlobalId) {
    let mut module = Module::dxil();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    build(&mut b);
    b.ret(None);
    drop(b);
    (module, function)
}

fn why(module: &Module) -> (String, ToModernErrorKind) {
    let error = modernized(module).unwrap_err();
    (error.at.to_string(), error.kind)
}

fn globals_keep_their_order() {
    let (mut module, function) = with_function(|_| ());
    let void = module.types.void();
    let i32 = module.types.int(32);
    let ty = module.types.function(void, &[i32]);
    module.declare_function("dx.op.barrier", ty);
    module.declare_function("llvm.unknown.to.all", ty);
    valid(&module);
    let new = modernized(&module).unwrap();
    valid(&new);
    assert_eq!(new.dialect, Dialect::Modern);
    let names =
        |module: &Module| module.globals.values().map(|global| global.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&new), names(&module));
    assert!(new.globals[function].body().is_some());
}

fn ids_of_nothing_are_refused() {
    let missing = |what| ToModernErrorKind::Missing { what };
    let constant = Value::from(ConstantId::from_u32(77));
    let (module, _) = with_function(|b| _ = b.binary(BinaryOp::Add, constant, constant));
    assert_eq!(why(&module), ("@f".into(), missing("a constant")));

    let (mut module, function) = with_function(|_| ());
    module.globals[function].value_type = TypeId::from_u32(77);
    assert_eq!(why(&module), ("@f".into(), missing("a type")));

    let (mut module, _) = with_function(|_| ());
    module.add_named_metadata("named", &[MetadataId::from_u32(77)]);
    assert_eq!(why(&module), ("!named".into(), missing("metadata")));

    // What a constant consists of comes before it; here it is the constant itself.
    let (mut module, function) = with_function(|_| ());
    let i32 = module.types.int(32);
    let next = Value::from(ConstantId::from_u32(u32::try_from(module.constants.iter().count()).unwrap()));
    let circle = module.constant(i32, ConstantKind::Cast(CastOp::Bitcast, next));
    assert_eq!(circle, next);
    let body = module.globals[function].body_mut().unwrap();
    let block = body.layout[0];
    let id = body.instructions_of(block)[0];
    body.instructions[id].op = Op::Return(Some(circle));
    assert_eq!(why(&module), ("@f".into(), missing("a constant")));

    let (mut module, function) = with_function(|_| ());
    let body = module.globals[function].body_mut().unwrap();
    body.instructions[id].op = Op::Branch(BlockId::from_u32(9));
    assert!(matches!(why(&module), (_, ToModernErrorKind::Missing { .. })));
    let body = module.globals[function].body_mut().unwrap();
    body.instructions[id].op = Op::Return(Some(Value::new(ValueKind::Forward(0))));
    assert!(matches!(why(&module), (_, ToModernErrorKind::Missing { .. })));
}

fn names_stay() {
    let (module, function) = with_function(|b| {
        let i32 = b.module().types.int(32);
        let one = b.module().int(i32, 1);
        let sum = b.binary(BinaryOp::Add, one, one);
        b.name(sum, "sum");
    });
    let new = modernized(&module).unwrap();
    let body = new.globals[function].body().unwrap();
    assert!(body.names.values().any(|name| name == "sum"));
}

/// Each use has its own instructions, of which a few uses of a long expression would make many.
fn expressions_become_no_more_than_there_may_be() {
    const LENGTH: usize = 2_000;
    let (module, _) = with_function(|b| {
        let module = b.module();
        let i32 = module.types.int(32);
        let mut value = module.int(i32, 3);
        for _ in 0..LENGTH {
            let (op, flags, operands) = (BinaryOp::Mul, Flags::default(), [value, value]);
            value = module.constant(i32, ConstantKind::Binary { op, flags, operands });
        }
        for _ in 0..=limits::EXPANDED / LENGTH {
            let next = b.add_block();
            b.binary(BinaryOp::Add, value, value);
            b.branch(next);
            b.switch_to(next);
        }
    });
    assert_eq!(why(&module), ("@f".into(), ToModernErrorKind::Expanded));
}

fn addresses_of_blocks_are_those_of_the_new_blocks() {
    let (mut module, function) = with_function(|b| {
        let next = b.add_block();
        b.branch(next);
        b.switch_to(next);
    });
    let second = module.globals[function].body().unwrap().layout[1];
    let i8 = module.types.int(8);
    let pointer = module.types.pointer(i8, 0);
    let address = module.constant(pointer, ConstantKind::BlockAddress(function.into(), second));
    let node = module.value_as_metadata(address);
    let list = module.tuple(&[Some(node)]);
    module.add_named_metadata("addresses", &[list]);
    valid(&module);
    valid(&modernized(&module).unwrap());
    let wrong = module.constant(pointer, ConstantKind::BlockAddress(function.into(), BlockId::from_u32(9)));
    let node = module.value_as_metadata(wrong);
    let list = module.tuple(&[Some(node)]);
    module.add_named_metadata("addresses", &[list]);
    assert_eq!(why(&module).0, "!addresses");
}
