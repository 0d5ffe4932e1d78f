//! What edits make of calls: those that must be returned at once, attributes, which of them are dead; and edits of many
//! things, which take time that grows with them. Separate from the cases of each operation because calls meet most of
//! them.

use std::time::{Duration, Instant};

use dxil_ir::attributes::{Access, Attribute, MemoryEffects, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::instruction::{OperandBundle, TailCall};
use dxil_ir::{AttributeKind, BinaryOp, BlockId, CastOp, Dialect, GlobalId, InstructionId, Module, Op};
use testkit::{Test, tests};

use super::valid;
use crate::verify::good::instruction;

pub(crate) const TESTS: &[Test] = tests![
    what_must_be_returned_at_once_stays_before_its_return,
    a_cast_may_stand_before_the_return,
    an_attribute_takes_the_place_of_its_like,
    bundles_are_no_arguments,
    calls_that_only_read_and_return_are_dead,
    many_entries_and_attachments_take_no_more_time_each,
];

fn tail(module: &mut Module, function: GlobalId, call: InstructionId) -> &mut TailCall {
    match &mut module.globals[function].body_mut().unwrap().instructions[call].op {
        Op::Call { tail, .. } => tail,
        other => panic!("{other:?} is no call"),
    }
}

fn is_fixed<T>(result: &Result<T, EditError>) -> bool {
    matches!(result, Err(EditError::Fixed { .. } | EditError::FixedOperand { .. }))
}

fn what_must_be_returned_at_once_stays_before_its_return() {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (block, argument) = (b.block(), b.argument(0));
    let first = b.binary(BinaryOp::Add, argument, argument);
    let given = b.call(function, &[argument]).unwrap();
    let ret = b.ret(Some(given));
    drop(b);
    let call = instruction(given);
    *tail(&mut module, function, call) = TailCall::MustTail;
    valid(&module);

    let mut editor = Editor::new(&mut module, function).unwrap();
    for position in [Position::End(block), Position::Before(ret), Position::Before(call)] {
        editor.go_to(position).unwrap();
        let one = editor.binary(BinaryOp::Add, argument, argument);
        let other = editor.binary(BinaryOp::Add, one, one);
        assert_eq!(editor.next(instruction(one)), Some(instruction(other)), "{position:?}");
        assert_eq!(editor.next(instruction(other)), Some(call), "{position:?}");
        editor.move_here(instruction(first)).unwrap();
        assert_eq!(editor.next(instruction(first)), Some(call), "{position:?}");
    }
    assert!(is_fixed(&editor.go_to(Position::After(call))));
    assert!(is_fixed(&editor.split_before(ret)));
    assert!(is_fixed(&editor.set_terminator(block, Op::Unreachable)));
    assert!(is_fixed(&editor.set_operand(ret, 0, argument)));
    assert!(is_fixed(&editor.replace_all_uses(given, argument)));
    editor.go_to(Position::Start(block)).unwrap();
    assert!(is_fixed(&editor.move_here(call)));
    assert_eq!(editor.next(call), Some(ret));
    // Both go together.
    let block = editor.split_before(call).unwrap();
    drop(editor);
    valid(&module);
    // One that is not returned any more is a call like others.
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.go_to(Position::End(block)).unwrap();
    editor.ret(Some(given));
    drop(editor);
    assert_eq!(*tail(&mut module, function, call), TailCall::MustTail);
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.go_to(Position::End(block)).unwrap();
    editor.unreachable();
    drop(editor);
    assert_eq!(*tail(&mut module, function, call), TailCall::Tail);
    valid(&module);
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.go_to(Position::After(call)).unwrap();
}

fn a_cast_may_stand_before_the_return() {
    let mut module = Module::dxil();
    let (i8, i32) = (module.types.int(8), module.types.int(32));
    let [bytes, words] = [i8, i32].map(|ty| module.types.pointer(ty, 0));
    let (of_bytes, of_words) =
        (module.types.function(bytes, &[bytes]), module.types.function(words, &[bytes]));
    let callee = module.declare_function("callee", of_bytes);
    let function = module.define_function("f", of_words);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (block, argument) = (b.block(), b.argument(0));
    let given = b.call(callee, &[argument]).unwrap();
    let cast = b.cast(CastOp::Bitcast, given, words);
    let ret = b.ret(Some(cast));
    drop(b);
    let (call, cast) = (instruction(given), instruction(cast));
    *tail(&mut module, function, call) = TailCall::MustTail;
    valid(&module);
    let mut editor = Editor::new(&mut module, function).unwrap();
    for position in [Position::End(block), Position::Before(ret), Position::Before(cast)] {
        editor.go_to(position).unwrap();
        let other = editor.cast(CastOp::Bitcast, argument, words);
        assert_eq!(editor.next(instruction(other)), Some(call), "{position:?}");
    }
    for id in [call, cast] {
        assert!(is_fixed(&editor.go_to(Position::After(id))));
    }
    for id in [cast, ret] {
        assert!(is_fixed(&editor.split_before(id)));
    }
    assert!(is_fixed(&editor.set_operand(cast, 0, argument)));
    editor.go_to(Position::Start(block)).unwrap();
    assert!(is_fixed(&editor.move_here(cast)));
    drop(editor);
    valid(&module);
}

fn an_attribute_takes_the_place_of_its_like() {
    let mut module = Module::dxil();
    let text = |name: &str, value: &str| Attribute::Text(name.into(), value.into());
    let align = |bytes| Attribute::Number(AttributeKind::Alignment, bytes);
    let flag = Attribute::Flag;
    let mut list = None;
    for attribute in [
        align(4),
        flag(AttributeKind::NonNull),
        text("one", "1"),
        text("other", "1"),
        align(16),
        text("one", "2"),
        flag(AttributeKind::NonNull),
    ] {
        list = Some(module.with_attribute(list, Slot::Parameter(0), attribute));
    }
    let [group] = module.attributes.list(list.unwrap()).unwrap() else { panic!("there is one group") };
    let attributes = &module.attributes.group(*group).unwrap().attributes;
    // LLVM 3.7 has flags before numbers.
    let expected = [flag(AttributeKind::NonNull), align(16), text("one", "2"), text("other", "1")];
    assert_eq!(attributes[..], expected);
}

/// `void @f()`, modern, which calls the function `i32 @g(i32)` with 1, and with a bundle of another operand.
fn with_bundle() -> (Module, [GlobalId; 2], InstructionId) {
    let mut module = Module { dialect: Dialect::Modern, ..Module::default() };
    let (i32, void) = (module.types.int(32), module.types.void());
    let types = [module.types.function(void, &[]), module.types.function(i32, &[i32])];
    let function = module.define_function("f", types[0]);
    let callee = module.declare_function("g", types[1]);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let one = b.int(i32, 1);
    let call = instruction(b.call(callee, &[one]).unwrap());
    b.ret(None);
    drop(b);
    let body = module.globals[function].body_mut().unwrap();
    let both = body.lists.values.list_of(&[one, one]);
    if let Op::Call { arguments, .. } = &mut body.instructions[call].op {
        *arguments = both;
    }
    body.bundles.insert(call, vec![OperandBundle { tag: "deopt".into(), operands: 1 }]);
    valid(&module);
    (module, [function, callee], call)
}

fn bundles_are_no_arguments() {
    let (mut module, [function, _], call) = with_bundle();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let attribute = Attribute::Flag(AttributeKind::NoUndef);
    editor.add_call_attribute(call, Slot::Parameter(0), attribute.clone()).unwrap();
    let refused = editor.add_call_attribute(call, Slot::Parameter(1), attribute);
    assert!(matches!(refused, Err(EditError::NoAttributes { .. })), "{refused:?}");
    drop(editor);
    valid(&module);
}

fn calls_that_only_read_and_return_are_dead() {
    let [reads, writes] =
        [Access::Read, Access::Write].map(|access| Attribute::Memory(MemoryEffects::all(access)));
    let (returns, throws_not) =
        (Attribute::Flag(AttributeKind::WillReturn), Attribute::Flag(AttributeKind::NoUnwind));
    let dead = |attributes: &[&Attribute], has_bundle: bool| {
        let (mut module, [function, callee], call) = with_bundle();
        let body = module.globals[function].body_mut().unwrap();
        if !has_bundle {
            body.bundles.clear();
            if let Op::Call { arguments, .. } = &mut body.instructions[call].op {
                let one = arguments.as_slice(&body.lists.values)[0];
                *arguments = body.lists.values.list_of(&[one]);
            }
        }
        for attribute in attributes {
            module.add_function_attribute(callee, Slot::Function, (*attribute).clone()).unwrap();
        }
        valid(&module);
        Editor::new(&mut module, function).unwrap().remove_dead_instructions()
    };
    assert_eq!(dead(&[&reads, &returns, &throws_not], false), 1);
    assert_eq!(dead(&[&reads, &returns, &throws_not], true), 0);
    for attributes in
        [[&writes, &returns, &throws_not], [&reads, &reads, &throws_not], [&reads, &returns, &reads]]
    {
        assert_eq!(dead(&attributes, false), 0);
    }
}

/// A phi with an entry for each of many blocks, and metadata attached to each of many instructions.
fn many_entries_and_attachments_take_no_more_time_each() {
    const COUNT: usize = 50_000;
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let argument = b.argument(0);
    b.ret(Some(argument));
    let join = b.add_block();
    let from: Vec<BlockId> = (0..COUNT).map(|_| b.add_block()).collect();
    for block in &from {
        b.switch_to(*block);
        b.branch(join);
    }
    b.switch_to(join);
    b.ret(Some(argument));
    drop(b);
    let node = module.tuple(&[]);
    let other = module.tuple(&[Some(node)]);
    let mut editor = Editor::new(&mut module, function).unwrap();
    let start = Instant::now();
    let incoming: Vec<_> = from.iter().map(|block| (*block, argument)).collect();
    let phi = editor.add_phi(join, i32, &incoming).unwrap();
    let all = editor.all_instructions();
    for node in [node, other] {
        for id in &all {
            editor.attach(*id, "some.kind", node);
        }
    }
    let kind = editor.module().metadata_kind("some.kind");
    for id in all.iter().skip(1) {
        editor.set_attachment(*id, kind, None).unwrap();
    }
    let took = start.elapsed();
    assert_eq!(editor.attachments(all[0]).collect::<Vec<_>>(), [(kind, other)]);
    assert_eq!(editor.incoming(phi), incoming);
    drop(editor);
    assert_eq!(module.globals[function].body().unwrap().attachments, [(all[0], kind, other)]);
    assert!(took < Duration::from_secs(3), "{took:?}");
}
