//! Walks that put instructions into other words: where what is built goes, what becomes of values, and that a session
//! that does the same leaves the same program.

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::edit::{EditError, Editor, Position, Rewriter};
use dxil_ir::function::DebugLocation;
use dxil_ir::metadata::Metadata;
use dxil_ir::{
    BinaryOp, Global, GlobalId, InstructionId, Module, Op, Predicate, Type, Value, ValueKind, bitcode,
};
use testkit::corpus::assert_at_least;
use testkit::generate;
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Test, tests, times};

use super::valid;
use crate::verify::good::instruction;

pub(crate) const TESTS: &[Test] = tests![
    what_is_made_for_an_instruction_becomes_it,
    what_is_shared_is_replaced_everywhere,
    nothing_is_replaced_by_itself_or_another_type,
    what_nothing_depends_on_goes,
    debug_records_follow_instructions_and_values,
    values_as_metadata_follow_their_values,
    users_are_told_once_and_in_order,
    a_walk_that_fails_gives_the_body_back,
    sessions_and_walks_come_to_the_same,
    only_functions_with_bodies_are_walked,
];

/// `i32 f(i32, i32)`: the two are multiplied, the product is added to itself, and a block behind a branch uses both.
fn sample() -> (Module, GlobalId, [Value; 4]) {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32, i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (first, second) = (b.argument(0), b.argument(1));
    let product = b.binary(BinaryOp::Mul, first, second);
    let sum = b.binary(BinaryOp::Add, product, product);
    let (then, join) = (b.add_block(), b.add_block());
    let before = b.block();
    let condition = b.compare(Predicate::IntEq, sum, first);
    b.branch_if(condition, then, join);
    b.switch_to(then);
    let difference = b.binary(BinaryOp::Sub, sum, product);
    b.branch(join);
    b.switch_to(join);
    let phi = b.phi(i32);
    b.add_incoming(phi, product, before);
    b.add_incoming(phi, difference, then);
    b.ret(Some(phi.into()));
    drop(b);
    valid(&module);
    (module, function, [product, sum, difference, phi.into()])
}

/// What the instructions of a function do, in order.
fn words(module: &Module, function: GlobalId) -> Vec<String> {
    let body = module.globals[function].body().unwrap();
    body.in_order().map(|(_, _, instruction)| instruction.op.word().name.to_owned()).collect()
}

fn is(rewriter: &Rewriter<'_>, id: InstructionId, wanted: BinaryOp) -> bool {
    matches!(rewriter.op(id), Some(Op::Binary { op, .. }) if *op == wanted)
}

fn what_is_made_for_an_instruction_becomes_it() {
    let (mut module, function, [product, ..]) = sample();
    let kind = module.metadata_kind("kept");
    let node = module.tuple(&[]);
    let body = module.globals[function].body_mut().unwrap();
    body.attachments.push((instruction(product), kind, node));
    body.names.insert(product.into(), "product".into());
    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    let walked = rewriter.walk(|rewriter, id| {
        if is(rewriter, id, BinaryOp::Mul) {
            let operands = rewriter.operands(id);
            let one = rewriter.binary(BinaryOp::Xor, operands[0], operands[1]);
            let other = rewriter.binary(BinaryOp::Shl, one, operands[1]);
            rewriter.become_made(id, other)?;
            // What was built last is that instruction now: there is nothing of it besides.
            assert_eq!(rewriter.next_id(), InstructionId::from_u32(instruction(one).as_u32() + 1));
        }
        Ok::<_, EditError>(())
    });
    walked.unwrap();
    rewriter.finish();
    valid(&module);
    assert_eq!(words(&module, function), ["xor", "shl", "add", "icmp", "br", "sub", "br", "phi", "ret"]);
    let body = module.globals[function].body().unwrap();
    assert_eq!(body.attachments, [(instruction(product), kind, node)]);
    assert_eq!(body.name(product.into()), Some("product".into()));
}

fn what_is_shared_is_replaced_everywhere() {
    let (mut module, function, [product, sum, ..]) = sample();
    let first = Value::new(ValueKind::Argument(0));
    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    let walked = rewriter.walk(|rewriter, id| {
        // The sum is the product, and that is the argument: one leads to the other, whichever was first.
        if Value::from(id) == sum {
            rewriter.replace(id, product)?;
            assert_eq!(rewriter.resolved(sum), product);
        } else if is(rewriter, id, BinaryOp::Sub) {
            rewriter.replace(instruction(product), first)?;
            assert_eq!(rewriter.resolved(sum), first);
        }
        Ok::<_, EditError>(())
    });
    walked.unwrap();
    rewriter.finish();
    valid(&module);
    assert_eq!(words(&module, function), ["icmp", "br", "sub", "br", "phi", "ret"]);
    let body = module.globals[function].body().unwrap();
    let (_, _, difference) = body.in_order().find(|(.., one)| matches!(one.op, Op::Binary { .. })).unwrap();
    assert!(matches!(&difference.op, Op::Binary { operands, .. } if *operands == [first, first]));
}

fn nothing_is_replaced_by_itself_or_another_type() {
    let (mut module, function, [product, sum, ..]) = sample();
    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    let [of_product, of_sum] = [product, sum].map(instruction);
    let fixed = |result| matches!(result, Err(EditError::Fixed { .. }));
    assert!(fixed(rewriter.replace(of_product, product)));
    rewriter.replace(of_sum, product).unwrap();
    assert!(fixed(rewriter.replace(of_product, sum)), "it leads back");
    let truth = rewriter.module().types.int(1);
    let other = rewriter.undef(truth);
    assert!(matches!(rewriter.replace(of_product, other), Err(EditError::Type { .. })));
    assert!(matches!(rewriter.become_made(of_product, other), Err(EditError::Type { .. })));
    rewriter.finish();
    valid(&module);
}

fn what_nothing_depends_on_goes() {
    let (mut module, function, [.., phi]) = sample();
    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    let zero = {
        let i32 = rewriter.module().types.int(32);
        rewriter.int(i32, 0)
    };
    let walked = rewriter.walk(|rewriter, id| {
        if Value::from(id) == phi {
            rewriter.replace(id, zero)?;
        }
        Ok::<_, EditError>(())
    });
    walked.unwrap();
    rewriter.finish();
    valid(&module);
    // The difference is gone with the phi; the sum decides where to go.
    assert_eq!(words(&module, function), ["mul", "add", "icmp", "br", "br", "ret"]);
}

fn debug_records_follow_instructions_and_values() {
    let (mut module, function, [product, sum, difference, phi]) = sample();
    let node = module.tuple(&[]);
    let body = module.globals[function].body_mut().unwrap();
    let location = body.intern_location(DebugLocation::new(1, 1, node));
    for (before, of) in [(sum, product), (difference, sum), (phi, difference)] {
        let variable = DebugVariable { value: DebugValue::Value(of), variable: node, expression: node };
        let record = DebugRecord { location, kind: DebugRecordKind::Value(variable) };
        body.debug_records.add(instruction(before), [record]);
    }
    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    for _ in 0..2 {
        let walked = rewriter.walk(|rewriter, id| {
            if Value::from(id) == sum {
                rewriter.replace(id, product)?;
            } else if Value::from(id) == difference {
                let made = rewriter.binary(BinaryOp::Xor, product, product);
                rewriter.become_made(id, made)?;
            }
            Ok::<_, EditError>(())
        });
        walked.unwrap();
    }
    rewriter.finish();
    let body = module.globals[function].body().unwrap();
    let said = |id: InstructionId| -> Vec<DebugValue> {
        body.debug_records.before(id).iter().flat_map(DebugRecord::values).cloned().collect()
    };
    let compared = body.in_order().find(|(.., one)| matches!(one.op, Op::Compare { .. })).unwrap().1;
    assert_eq!(said(compared), [DebugValue::Value(product)], "what stood before the sum");
    assert_eq!(said(instruction(difference)), [DebugValue::Value(product)], "what was said of the sum");
    assert_eq!(said(instruction(phi)), [DebugValue::Value(difference)]);
}

fn values_as_metadata_follow_their_values() {
    let (mut module, function, [product, sum, difference, _]) = sample();
    let metadata = module.types.intern(Type::Metadata);
    let void = module.types.void();
    let ty = module.types.function(void, &[metadata]);
    let callee = module.declare_function("llvm.told", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let calls = [product, sum, difference].map(|value| {
        let value = b.as_metadata(value);
        instruction(b.call(callee, &[value]).unwrap())
    });
    drop(b);
    // Behind the terminator, where they were built, they would stand in no valid body.
    let body = module.globals[function].body_mut().unwrap();
    let last = *body.layout.last().unwrap();
    let mut ids = body.instructions_of(last).to_vec();
    ids[1..].rotate_left(1);
    body.blocks[last].instructions = body.lists.instructions.list_of(&ids);
    let i32 = module.types.int(32);
    let zero = module.int(i32, 0);

    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    assert!(rewriter.is_used_as_metadata(instruction(sum)));
    let walked = rewriter.walk(|rewriter, id| {
        if Value::from(id) == product {
            let made = rewriter.binary(BinaryOp::Xor, zero, zero);
            rewriter.become_made(id, made)
        } else if Value::from(id) == sum {
            rewriter.replace(id, zero)
        } else if Value::from(id) == difference {
            rewriter.replace(id, product)
        } else {
            Ok(())
        }
    });
    walked.unwrap();
    rewriter.finish();
    let body = module.globals[function].body().unwrap();
    let told = calls.map(|call| {
        let Op::Call { arguments, .. } = &body.instructions[call].op else { panic!("it is no call") };
        arguments.as_slice(&body.lists.values)[0]
    });
    assert_eq!(told[0], told[2], "both are the product");
    assert!(matches!(told[0].kind(), ValueKind::LocalMetadata(0)));
    assert_eq!(body.local_metadata, [product]);
    let ValueKind::Metadata(of_zero) = told[1].kind() else { panic!("the sum is a constant") };
    assert!(matches!(module.metadata.get(of_zero), Some(Metadata::Value(_, value)) if value == zero));
}

fn users_are_told_once_and_in_order() {
    let (mut module, function, [product, sum, difference, phi]) = sample();
    let rewriter = Rewriter::new(&mut module, function).unwrap();
    let users: Vec<Value> = rewriter.users(instruction(product)).map(Value::from).collect();
    assert_eq!(users, [sum, difference, phi]);
    assert_eq!(rewriter.users(InstructionId::from_u32(1000)).count(), 0);
}

fn a_walk_that_fails_gives_the_body_back() {
    let (mut module, function, [product, ..]) = sample();
    let before = words(&module, function);
    let mut rewriter = Rewriter::new(&mut module, function).unwrap();
    let failed = rewriter.walk(|rewriter, id| {
        let operands = rewriter.operands(id);
        rewriter.binary(BinaryOp::Or, operands[0], operands[0]);
        if Value::from(id) == product { Ok(()) } else { Err("enough") }
    });
    assert_eq!(failed, Err("enough"));
    drop(rewriter);
    valid(&module);
    let mut expected = before;
    expected.splice(0..2, ["or", "mul", "or", "add"].map(str::to_owned));
    assert_eq!(words(&module, function), expected);
}

/// Sums as differences, and nothing in the place of what multiplies, in real and random modules.
fn sessions_and_walks_come_to_the_same() {
    let mut rewritten = 0;
    some_modules(60, 40_000, |stored| {
        let module = bitcode::read(stored.bitcode, stored.offset).expect("it was read before");
        rewritten += compare(&module, &stored.path.display().to_string());
    })
    .without_filter();
    assert_at_least("instructions of real modules", rewritten, [1, 50]);
    for seed in 1..=times(60) as u64 {
        let mut random = Random(seed);
        let choices = (0..random.below(400)).map(|_| random.word()).collect();
        rewritten += compare(&generate::module::module(choices), &format!("seed {seed}"));
    }
    assert!(rewritten > 100, "{rewritten}");
}

/// What is put in the place of an instruction.
#[derive(Clone, Copy)]
enum Instead {
    Difference(Value, Value),
    Factor(Value),
}

fn instead(op: Option<&Op>) -> Option<Instead> {
    match op {
        Some(Op::Binary { op: BinaryOp::Add, operands: [one, other] }) => {
            Some(Instead::Difference(*other, *one))
        }
        // A value that comes from itself is of a block that nothing leads to.
        Some(Op::Binary { op: BinaryOp::Mul, operands: [one, _] })
            if !matches!(one.kind(), ValueKind::Instruction(_)) =>
        {
            Some(Instead::Factor(*one))
        }
        _ => None,
    }
}

/// How many instructions both rewrote.
fn compare(module: &Module, what: &str) -> usize {
    let mut rewritten = 0;
    let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let (mut by_session, mut by_walk) = (module.clone(), module.clone());
    by_session.forget_encoding();
    for function in functions {
        let mut editor = Editor::new(&mut by_session, function).unwrap();
        for id in editor.all_instructions() {
            let Some(instead) = instead(editor.op(id)) else { continue };
            editor.go_to(Position::Before(id)).unwrap();
            let made = match instead {
                Instead::Difference(one, other) => editor.binary(BinaryOp::Sub, one, other),
                Instead::Factor(factor) => factor,
            };
            editor.replace_and_erase(id, made).unwrap();
            rewritten += 1;
        }
        let _ = editor.remove_dead_instructions();
        let _ = editor.finish();
        let mut rewriter = Rewriter::new(&mut by_walk, function).unwrap();
        let walked = rewriter.walk(|rewriter, id| match instead(rewriter.op(id)) {
            Some(Instead::Difference(one, other)) => {
                let made = rewriter.binary(BinaryOp::Sub, one, other);
                rewriter.become_made(id, made)
            }
            Some(Instead::Factor(factor)) => rewriter.replace(id, factor),
            None => Ok(()),
        });
        walked.unwrap();
        rewriter.finish();
    }
    // Names and metadata of what became something else stay with it in a walk alone.
    for module in [&mut by_session, &mut by_walk] {
        for body in module.globals.values_mut().filter_map(Global::body_mut) {
            body.names.clear();
            body.attachments.clear();
        }
    }
    let difference = by_session.difference(&by_walk);
    assert!(difference.is_none(), "{what}: {difference:?}");
    rewritten
}

fn only_functions_with_bodies_are_walked() {
    let (mut module, function, _) = sample();
    let ty = module.globals[function].value_type;
    let declared = module.declare_function("g", ty);
    assert!(matches!(Rewriter::new(&mut module, declared), Err(EditError::NotDefined { .. })));
    let missing = GlobalId::from_u32(99);
    assert!(matches!(Rewriter::new(&mut module, missing), Err(EditError::NotDefined { .. })));
}
