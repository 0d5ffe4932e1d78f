//! Modules without debug information, without code, and counted: small ones, made here.

use dxil::assemble::{counters, has_debug_information, reflection, strip_debug_information};
use dxil::ops::BuildOperation as _;
use dxil::ops::{Opcode, Overload, OverloadKind};
use dxil_ir::bitcode;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::function::DebugLocation;
use dxil_ir::metadata::NODES;
use dxil_ir::{
    Alignment, BinaryOp, CastOp, GlobalId, Linkage, Module, Op, Ordering, Predicate, RmwOp, SyncScope, Type,
    Value, verify,
};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    instructions_are_counted_by_kind,
    arrays_are_counted_wherever_they_are,
    what_means_nothing_is_not_counted,
    nothing_of_debug_information_is_left,
    functions_that_are_used_stay,
    reflection_has_no_code
];

fn main_of(module: &mut Module, build: impl FnOnce(&mut FunctionBuilder<'_>)) -> GlobalId {
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.define_function("main", ty);
    build(&mut FunctionBuilder::new(module, main).unwrap());
    main
}

/// What is counted, as `name number` words.
fn counted(module: &Module) -> String {
    let counters = counters(module);
    let words: Vec<_> = counters.items.iter().map(|item| format!("{} {}", item.name, item.value)).collect();
    words.join(", ")
}

fn instructions_are_counted_by_kind() {
    let mut module = Module::dxil();
    main_of(&mut module, |b| {
        let (int, long, float) =
            (b.module().types.int(32), b.module().types.int(64), b.module().types.float());
        let (one, two, real) = (b.int(int, 1), b.int(int, 2), b.float(1.5));
        b.binary(BinaryOp::Add, one, two);
        b.binary(BinaryOp::Add, real, real);
        b.binary(BinaryOp::UDiv, one, two);
        b.cast(CastOp::ZExt, one, long);
        b.cast(CastOp::SExt, one, long);
        b.cast(CastOp::UiToFp, one, float);
        b.cast(CastOp::Bitcast, one, float);
        let less = b.compare(Predicate::IntUlt, one, two);
        b.compare(Predicate::FloatOlt, real, real);
        b.operation(Opcode::SIN, &[Overload::Scalar(OverloadKind::F32)], &[real]).unwrap();
        b.operation(Opcode::FMAX, &[Overload::Scalar(OverloadKind::F32)], &[real, real]).unwrap();
        let (first, second) = (b.add_block(), b.add_block());
        b.branch_if(less, first, second);
        b.switch_to(first);
        b.branch(second);
        b.switch_to(second);
        b.ret(None);
    });
    assert_eq!(counted(&module), "branches 1, floats 5, insts 14, ints 3, uints 2");
}

fn arrays_are_counted_wherever_they_are() {
    let mut module = Module::dxil();
    let int = module.types.int(32);
    let array = module.types.array(int, 6);
    let zero = module.null(array);
    let shared = module.add_variable("shared", array, 3, None);
    let own = module.add_variable("own", array, 0, Some(zero));
    module.globals[own].linkage = Linkage::Internal;
    // Neither of these is memory of the program's own.
    module.add_variable("constant", array, 2, None);
    module.add_variable("scalar", int, 3, None);
    main_of(&mut module, |b| {
        let local = b.alloca(array, Alignment::bytes(4));
        let scalar = b.alloca(int, Alignment::bytes(4));
        let (zero, one) = (b.int(int, 0), b.int(int, 1));
        for base in [local, shared.into(), own.into()] {
            let address = b.element_pointer(true, array, base, &[zero, one]).unwrap();
            let value = b.load(int, address, Alignment::bytes(4));
            b.store(value, address, Alignment::bytes(4));
        }
        b.store(one, scalar, Alignment::bytes(4));
        let address = b.element_pointer(true, array, shared.into(), &[zero, one]).unwrap();
        b.atomic(RmwOp::Add, address, one).unwrap();
        let void = b.module().types.void();
        b.add(Op::Fence(Ordering::SequentiallyConsistent, SyncScope::SYSTEM), void);
        b.ret(None);
    });
    assert_eq!(
        counted(&module),
        "array_local_bytes 24, array_local_ldst 2, array_static_bytes 24, array_static_ldst 2, \
         array_tgsm_bytes 24, array_tgsm_ldst 2, atomic 1, fence 1, insts 16"
    );
}

/// Addresses in circles, which only code has that is never reached, and calls of what is no operation.
fn what_means_nothing_is_not_counted() {
    let mut module = Module::dxil();
    main_of(&mut module, |b| {
        let int = b.module().types.int(32);
        let one = b.int(int, 1);
        let local = b.alloca(int, Alignment::bytes(4));
        let address = b.element_pointer(true, int, local, &[one]).unwrap();
        b.store(one, address, Alignment::bytes(4));
        b.ret(None);
    });
    let address = |op: &Op| matches!(op, Op::ElementPointer { .. });
    for global in module.globals.values_mut() {
        let Some(body) = global.body_mut() else { continue };
        let circle = body.in_order().find(|(_, _, inst)| address(&inst.op)).unwrap().1;
        let lists = &mut body.lists;
        body.instructions[circle].op.map_operands(lists, |_| circle.into());
    }
    assert_eq!(counted(&module), "insts 4");
}

/// A module with a function `main` that adds, and says where its variable is if it is `debug`.
fn debugged(debug: bool) -> Module {
    let mut module = Module::dxil();
    let metadata = module.types.intern(Type::Metadata);
    let (void, long) = (module.types.void(), module.types.int(64));
    let ty = module.types.function(void, &[metadata, long, metadata, metadata]);
    let value = debug.then(|| module.declare_function("llvm.dbg.value", ty));
    let row = |name: &str| u8::try_from(NODES.iter().position(|row| row.name == name).unwrap()).unwrap();
    let expression = module.metadata.add_node(row("DIExpression"), false, &[]);
    let main = main_of(&mut module, |b| {
        let int = b.module().types.int(32);
        let (one, seven) = (b.int(int, 1), b.int(int, 7));
        if debug {
            let location = DebugLocation {
                line: 3,
                column: 4,
                scope: Some(expression).into(),
                inlined_at: None.into(),
                ..Default::default()
            };
            b.set_location(Some(location));
        }
        let sum = b.binary(BinaryOp::Add, one, one);
        if let Some(value) = value {
            let zero = b.int(long, 0);
            for of in [sum, seven] {
                let of = b.as_metadata(of);
                b.call(value, &[of, zero, Value::from(expression), Value::from(expression)]).unwrap();
            }
        }
        b.ret(None);
    });
    let node = module.value_as_metadata(main.into());
    let entry = module.tuple(&[Some(node)]);
    let text = module.metadata_string("x");
    let int = module.types.int(32);
    let number = |module: &mut Module, number| {
        let value = module.int(int, number);
        Some(module.value_as_metadata(value))
    };
    let (behaviour, version) = (number(&mut module, 2), number(&mut module, 3));
    let name = module.metadata_string("Debug Info Version");
    let flag = module.tuple(&[behaviour, Some(name), version]);
    let kept = module.tuple(&[behaviour, Some(text), version]);
    if debug {
        module.add_named_metadata("llvm.dbg.cu", &[expression]);
        module.add_named_metadata("llvm.module.flags", &[flag, kept]);
        let source = module.tuple(&[Some(text), Some(text)]);
        module.add_named_metadata("dx.source.contents", &[source]);
    }
    module.add_named_metadata("dx.entryPoints", &[entry]);
    if !debug {
        // What is left of them is written anew.
        module.add_named_metadata("llvm.module.flags", &[kept]);
    }
    module
}

fn nothing_of_debug_information_is_left() {
    let mut module = debugged(true);
    assert!(has_debug_information(&module));
    strip_debug_information(&mut module);
    assert!(!has_debug_information(&module));
    assert!(verify(&module).is_valid());
    assert_eq!(bitcode::write(&module).unwrap(), bitcode::write(&debugged(false)).unwrap());
}

/// A function that something else refers to than calls, which is no debug information, stays.
fn functions_that_are_used_stay() {
    let mut module = debugged(true);
    let value = module.global_named("llvm.dbg.value".into()).unwrap();
    let node = module.value_as_metadata(value.into());
    let list = module.tuple(&[Some(node)]);
    module.add_named_metadata("mine", &[list]);
    strip_debug_information(&mut module);
    assert!(module.global_named("llvm.dbg.value".into()).is_some());
    assert!(bitcode::write(&module).is_ok());
}

fn reflection_has_no_code() {
    let mut module = debugged(false);
    module.named_metadata.retain(|named| named.name == "llvm.module.flags");
    let main = module.global_named("main".into()).unwrap();
    module.globals[main].linkage = Linkage::Internal;
    let reflection = reflection(&module).unwrap();
    assert_eq!(reflection.bodies().count(), 0);
    assert_eq!(reflection.globals[main].linkage, Linkage::External);
    let names: Vec<_> = reflection.named_metadata.iter().map(|named| named.name.to_string()).collect();
    assert_eq!(names, ["llvm.module.flags", "dx.valver", "dx.counters"]);
    assert!(bitcode::write(&reflection).is_ok());
}
