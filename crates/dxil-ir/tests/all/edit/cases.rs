//! Cases of each operation, with bad uses beside good ones.
//!
//! Long because every operation has its cases here.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::edit::{Changed, Copies, EditError, Editor, Position, has_side_effects};
use dxil_ir::function::DebugLocation;
use dxil_ir::{
    Alignment, AttributeKind, BinaryOp, BlockId, CastOp, GlobalId, Instruction, InstructionId, Module, Op,
    Predicate, Type, Value, ValueKind,
};
use testkit::{Test, tests};

use super::valid;
use crate::verify::good::{Good, instruction};

pub(crate) const TESTS: &[Test] = tests![
    nothing_is_changed_by_what_changes_nothing,
    an_edit_of_values_keeps_control_flow,
    the_cursor_keeps_the_order_of_what_is_built,
    what_is_built_has_the_place_of_its_neighbour,
    uses_are_right_at_once,
    erased_instructions_hold_nothing,
    values_as_metadata_are_numbered_by_their_first_uses,
    values_as_metadata_follow_their_values,
    debug_records_follow_instructions_and_values,
    operands_that_say_what_an_instruction_is_stay,
    values_that_come_too_late_are_refused,
    edges_own_the_entries_of_phis,
    a_terminator_that_is_built_takes_the_place_of_the_other,
    several_edges_between_two_blocks_are_told_apart,
    phis_with_one_value_are_folded,
    loops_that_nothing_enters_are_removed,
    only_what_does_nothing_is_dead,
    blocks_are_copied_with_their_edges_out,
    block_addresses_hold_their_blocks,
    the_entry_stays_where_it_is,
    ids_from_elsewhere_are_refused,
    malformed_bodies_are_refused,
    attributes_come_and_go,
    an_unfinished_function_is_given_back,
    orders_are_kept_where_nothing_came_or_went,
];

/// `i32 diamond(i1, i32)`: entry, then, otherwise, and join with a phi of a sum and a product.
struct Diamond {
    module: Module,
    function: GlobalId,
    blocks: [BlockId; 4],
    sum: InstructionId,
    product: InstructionId,
    phi: InstructionId,
}

fn diamond() -> Diamond {
    let mut module = Module::dxil();
    let (i1, i32) = (module.types.int(1), module.types.int(32));
    let ty = module.types.function(i32, &[i1, i32]);
    let function = module.define_function("diamond", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let blocks = [b.block(), b.add_block(), b.add_block(), b.add_block()];
    let [_, then, otherwise, join] = blocks;
    b.branch_if(b.argument(0), then, otherwise);
    b.switch_to(then);
    let sum = b.binary(BinaryOp::Add, b.argument(1), b.argument(1));
    b.branch(join);
    b.switch_to(otherwise);
    let product = b.binary(BinaryOp::Mul, b.argument(1), b.argument(1));
    b.branch(join);
    b.switch_to(join);
    let phi = b.phi(i32);
    b.add_incoming(phi, sum, then);
    b.add_incoming(phi, product, otherwise);
    b.ret(Some(phi.into()));
    drop(b);
    valid(&module);
    Diamond { module, function, blocks, sum: instruction(sum), product: instruction(product), phi }
}

fn nothing_is_changed_by_what_changes_nothing() {
    let Diamond { mut module, function, blocks, sum, phi, .. } = diamond();
    let bytes = dxil_ir::bitcode::write(&module).unwrap();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let i32 = editor.module().types.int(32);
    let unused = editor.int(i32, 99);
    assert_eq!(editor.replace_all_uses(unused, sum.into()), Ok(0));
    assert_eq!(editor.replace_all_uses(sum.into(), sum.into()), Ok(0));
    editor.set_operand(sum, 0, Value::new(ValueKind::Argument(1))).unwrap();
    editor.set_incoming(phi, blocks[1], sum.into()).unwrap();
    editor.retarget(blocks[1], 0, blocks[3]).unwrap();
    editor.redirect(blocks[3], blocks[3]).unwrap();
    editor.move_block(blocks[3], None).unwrap();
    editor.set_location_of(sum, None).unwrap();
    editor.set_attachment(sum, 0, None).unwrap();
    editor.go_to(Position::Start(blocks[1])).unwrap();
    editor.move_here(sum).unwrap();
    assert_eq!(editor.fold_phi(phi), Ok(None));
    assert_eq!((editor.remove_unreachable_blocks(), editor.remove_dead_instructions()), (0, 0));
    editor.copy_blocks(&[], &mut Copies::default(), None).unwrap();
    assert_eq!(editor.finish(), Changed::Nothing);
    assert_eq!(dxil_ir::bitcode::write(&module).unwrap(), bytes);
    assert!(Changed::Nothing.keeps_control_flow());
}

fn an_edit_of_values_keeps_control_flow() {
    let Diamond { mut module, function, blocks, sum, .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let zero = editor.argument(1);
    editor.replace_and_erase(sum, zero).unwrap();
    assert_eq!(editor.changed(), Changed::Values);
    let values = editor.finish();
    assert!(values.keeps_control_flow());
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.split_edge(blocks[0], 0).unwrap();
    let flow = editor.finish();
    assert_eq!((flow, values.and(flow)), (Changed::ControlFlow, Changed::ControlFlow));
    assert!(!flow.keeps_control_flow());
    valid(&module);
}

fn the_cursor_keeps_the_order_of_what_is_built() {
    let Diamond { mut module, function, blocks, phi, .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let ret = editor.terminator(blocks[3]).unwrap();
    // Wherever one asks for a place among the phis, phis go behind the phis and others behind those.
    for position in
        [Position::Before(phi), Position::After(phi), Position::Start(blocks[3]), Position::Before(ret)]
    {
        editor.go_to(position).unwrap();
        let argument = editor.argument(1);
        let one = editor.binary(BinaryOp::Add, argument, argument);
        let i32 = editor.type_of(argument).unwrap();
        let new_phi = editor.phi(i32);
        let other = editor.binary(BinaryOp::Add, one, new_phi.into());
        let order: Vec<_> = editor.instructions(blocks[3]).collect();
        let place = |id: InstructionId| order.iter().position(|known| *known == id).unwrap();
        assert_eq!(place(instruction(one)) + 1, place(instruction(other)), "{position:?}");
        assert_eq!(editor.phis(blocks[3]).last(), Some(new_phi), "{position:?}");
        assert_eq!(order.last(), Some(&ret));
        assert!(editor.is_before(instruction(one), instruction(other)));
        assert!(!editor.is_before(ret, instruction(one)));
    }
    // At the end of a block is before its terminator.
    editor.go_to(Position::End(blocks[1])).unwrap();
    let argument = editor.argument(1);
    let last = editor.binary(BinaryOp::Add, argument, argument);
    assert_eq!(editor.next(instruction(last)), editor.terminator(blocks[1]));
    assert!(matches!(editor.go_to(Position::After(ret)), Err(EditError::Fixed { .. })));
    drop(editor);
    valid(&module);
}

fn what_is_built_has_the_place_of_its_neighbour() {
    let good = Good::new();
    let mut module = good.module;
    let mut editor = Editor::new(&mut module, good.main).unwrap();
    let told = editor.location(good.told).expect("it has one");
    editor.go_to(Position::After(good.told)).unwrap();
    let (int, zero) = (good.i32, editor.int(good.i32, 0));
    let sum = editor.binary(BinaryOp::Add, zero, zero);
    assert_eq!(editor.location(instruction(sum)), Some(told));
    editor.set_location(None);
    let sum = editor.binary(BinaryOp::Add, zero, zero);
    assert_eq!(editor.location(instruction(sum)), None);
    assert_eq!(editor.type_of(sum), Ok(int));
    drop(editor);
    valid(&module);
}

fn uses_are_right_at_once() {
    let Diamond { mut module, function, sum, product, phi, .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let argument = editor.argument(1);
    assert_eq!(editor.uses(argument).count(), 4);
    assert_eq!(editor.replace_and_erase(product, argument), Ok(1));
    assert_eq!(editor.uses(argument).count(), 3);
    assert!(editor.instruction(product).is_none() && editor.type_of(product.into()).is_err());
    let of_sum: Vec<_> = editor.uses(sum.into()).map(|at| (at.instruction, at.operand)).collect();
    assert_eq!(of_sum, [(phi, 0)]);
    assert!(matches!(editor.erase(sum), Err(EditError::Fixed { .. })));
    let i1 = editor.argument(0);
    assert_eq!(
        editor.replace_all_uses(sum.into(), i1),
        Err(EditError::Type { what: "the replacement value" })
    );
    assert_eq!(
        editor.replace_all_uses(sum.into(), product.into()),
        Err(EditError::NoSuchValue { what: "the replacement value" })
    );
    drop(editor);
    valid(&module);
}

fn erased_instructions_hold_nothing() {
    let good = Good::new();
    let mut module = good.module;
    let mut editor = Editor::new(&mut module, good.main).unwrap();
    let callee = editor.operands(good.call).pop().unwrap();
    let before = editor.uses(callee).count();
    let undef = editor.undef(good.i32);
    editor.replace_all_uses(good.call.into(), undef).unwrap();
    // Its argument is used elsewhere.
    assert_eq!(editor.erase_with_operands(good.call), Ok(1));
    assert_eq!(editor.uses(callee).count(), before - 1);
    assert!(editor.attachments(good.call).next().is_none());
    drop(editor);
    let body = module.globals[good.main].body().unwrap();
    let erased = &body.instructions[good.call];
    let mut operands = 0;
    erased.op.each_operand(&body.lists, |_| operands += 1);
    assert_eq!((operands, erased.location.is_none()), (0, true));
    assert!(body.attachments.iter().all(|(id, ..)| *id != good.call));
    // So that what it called can go.
    let count = module.globals.len();
    module.remove_unused_globals(|id| id == good.helper);
    assert_eq!(module.globals.len(), count - 1);
}

/// As assembly numbers them, each value once: what the writer stores is what reading its listing leads to.
fn values_as_metadata_are_numbered_by_their_first_uses() {
    let mut module = Module::dxil();
    let (void, i32) = (module.types.void(), module.types.int(32));
    let metadata = module.types.intern(Type::Metadata);
    let ty = module.types.function(void, &[metadata]);
    let told = module.declare_function("llvm.dbg.thing", ty);
    let ty = module.types.function(void, &[i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let argument = b.argument(0);
    let [one, two, three] = [0, 1, 2].map(|_| b.binary(BinaryOp::Add, argument, argument));
    let calls = [one, two, three, argument].map(|value| {
        let value = b.as_metadata(value);
        instruction(b.call(told, &[value]).unwrap())
    });
    b.ret(None);
    drop(b);

    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.replace_all_uses(three, one).unwrap();
    editor.erase(calls[0]).unwrap();
    drop(editor);
    valid(&module);
    let body = module.globals[function].body().unwrap();
    assert_eq!(body.local_metadata, [two, one, argument]);
    let written = dxil_ir::bitcode::write(&module).unwrap();
    let read = dxil_ir::bitcode::read(&written, 0).unwrap();
    assert_eq!(read.bodies().next().unwrap().2.local_metadata.len(), 3);
}

fn values_as_metadata_follow_their_values() {
    let mut module = Module::dxil();
    let (void, i32) = (module.types.void(), module.types.int(32));
    let metadata = module.types.intern(Type::Metadata);
    let ty = module.types.function(void, &[metadata, metadata]);
    let told = module.declare_function("llvm.dbg.thing", ty);
    let ty = module.types.function(void, &[i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let argument = b.argument(0);
    let [one, two] = [0, 1].map(|_| b.binary(BinaryOp::Add, argument, argument));
    let [of_one, of_two] = [one, two].map(|value| b.as_metadata(value));
    let call = instruction(b.call(told, &[of_one, of_two]).unwrap());
    b.ret(None);
    drop(b);
    valid(&module);

    let mut editor = Editor::new(&mut module, function).unwrap();
    assert!(!editor.is_used(one) && editor.metadata_uses(one).count() == 1);
    // A value by a value, a value by a constant, a value that is gone.
    assert_eq!(editor.replace_all_uses(one, argument), Ok(1));
    assert_eq!(editor.local_value(editor.operands(call)[0]), Some(argument));
    let seven = editor.int(i32, 7);
    assert_eq!(editor.replace_all_uses(argument, seven), Ok(5));
    assert!(matches!(editor.operands(call)[0].kind(), ValueKind::Metadata(_)));
    editor.erase(instruction(two)).unwrap();
    let gone = editor.module().tuple(&[]);
    assert_eq!(editor.operands(call)[1], gone.into());
    drop(editor);
    valid(&module);
    assert!(module.globals[function].body().unwrap().local_metadata.is_empty());
}

/// Records stay where they are when the instruction behind them goes, and say what became of values.
fn debug_records_follow_instructions_and_values() {
    let Diamond { mut module, function, blocks: [_, then, otherwise, join], sum, product, phi } = diamond();
    let node = module.tuple(&[]);
    let mut editor = Editor::new(&mut module, function).unwrap();
    let location = editor.intern_location(DebugLocation::new(1, 1, node));
    let of = |value: Value| DebugRecord {
        location,
        kind: DebugRecordKind::Value(DebugVariable {
            value: DebugValue::Value(value),
            variable: node,
            expression: node,
        }),
    };
    let said = |editor: &Editor<'_>, id| -> Vec<DebugValue> {
        editor.debug_records(id).flat_map(DebugRecord::values).cloned().collect()
    };
    let [ends, others] = [then, otherwise].map(|block| editor.terminator(block).unwrap());
    let argument = editor.argument(1);
    editor.add_debug_record(sum, of(argument)).unwrap();
    editor.add_debug_record(ends, of(sum.into())).unwrap();
    editor.add_debug_record(others, of(product.into())).unwrap();
    editor.add_debug_record(phi, of(argument)).unwrap();
    assert!(editor.add_debug_record(sum, of(Value::new(ValueKind::Argument(9)))).is_err());
    assert!(editor.add_debug_record(InstructionId::from_u32(99), of(argument)).is_err());

    // A copy says it of the copy.
    let mut copies = Copies::default();
    editor.copy_blocks(&[then], &mut copies, None).unwrap();
    let copy = copies.instruction(ends).unwrap();
    assert_eq!(said(&editor, copy), [DebugValue::Value(copies.value(sum.into()))]);
    editor.remove_block(copies.block(then).unwrap()).unwrap();

    // What is inserted goes behind the records, before the instruction that they stand before.
    editor.go_to(Position::Before(ends)).unwrap();
    let other = editor.binary(BinaryOp::Xor, argument, argument);
    assert!(said(&editor, instruction(other)).is_empty());
    editor.move_here(sum).unwrap();
    assert_eq!(said(&editor, instruction(other)), [DebugValue::Value(argument)]);
    editor.replace_and_erase(sum, other).unwrap();
    assert_eq!(said(&editor, ends), [DebugValue::Value(other)]);
    let i32 = editor.type_of(argument).unwrap();
    editor.replace_all_uses(phi.into(), argument).unwrap();
    editor.set_incoming(phi, otherwise, argument).unwrap();
    editor.erase(product).unwrap();
    assert_eq!(said(&editor, others), [DebugValue::Gone(i32)]);

    // The terminator goes, and with it the edge: the records stay at the end.
    let new = editor.set_terminator(then, Op::Unreachable).unwrap();
    assert_eq!(said(&editor, new), [DebugValue::Value(other)]);
    assert_eq!(editor.merge_into_predecessor(join), Ok(otherwise));
    let ret = editor.terminator(otherwise).unwrap();
    assert_eq!(said(&editor, ret), [DebugValue::Gone(i32), DebugValue::Value(argument)]);
    editor.remove_debug_records(new).unwrap();
    drop(editor);
    let records = &module.globals[function].body().unwrap().debug_records;
    assert_eq!((records.iter().count(), records.blocks().count()), (3, 0));
    assert_eq!(records.before(ret).len(), 2);
}

fn operands_that_say_what_an_instruction_is_stay() {
    let mut module = Module::dxil();
    let (void, i32, float) = (module.types.void(), module.types.int(32), module.types.float());
    let pair = module.types.literal(&[i32, float]);
    let vector = module.types.vector(i32, 2);
    let intrinsic = module.types.function(i32, &[i32]);
    let intrinsic = module.declare_function("llvm.bswap.i32", intrinsic);
    let ty = module.types.function(void, &[i32, vector]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (argument, zero, one) = (b.argument(0), b.int(i32, 0), b.int(i32, 1));
    let room = b.alloca(pair, Alignment::bytes(4));
    let member = instruction(b.element_pointer(true, pair, room, &[zero, one]).unwrap());
    let mask = b.module().null(vector);
    let shuffle = Op::ShuffleVector([b.argument(1), b.argument(1), mask]);
    let shuffle = b.add(shuffle, vector);
    let call = instruction(b.call(intrinsic, &[zero]).unwrap());
    let address = b.module().globals[intrinsic].ty;
    let stored = b.alloca(address, Alignment::bytes(4));
    let nowhere = b.undef(address);
    let store = b.store(nowhere, stored, Alignment::bytes(4));
    let end = b.add_block();
    let switch = b.switch(argument, end, &[(one, end)]);
    b.switch_to(end);
    b.ret(None);
    drop(b);
    valid(&module);

    let mut editor = Editor::new(&mut module, function).unwrap();
    let other = editor.argument(1);
    for (id, operand, new) in
        [(member, 2, argument), (shuffle, 2, other), (call, 0, argument), (switch, 1, argument)]
    {
        let error = editor.set_operand(id, operand, new);
        assert_eq!(error, Err(EditError::FixedOperand { instruction: id, operand }));
        let old = editor.operands(id)[operand as usize];
        assert!(editor.replace_all_uses(old, new).is_err());
    }
    let error = editor.set_operand(store, 0, intrinsic.into());
    assert!(matches!(error, Err(EditError::Operand { .. })), "{error:?}");
    editor.set_operand(member, 1, argument).unwrap();
    editor.set_operand(switch, 0, zero).unwrap();
    assert!(matches!(editor.set_operand(call, 9, zero), Err(EditError::NoSuchIndex { .. })));
    drop(editor);
    valid(&module);
}

fn values_that_come_too_late_are_refused() {
    let Diamond { mut module, function, sum, .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.go_to(Position::After(sum)).unwrap();
    let zero = editor.argument(1);
    let wrapped = editor.binary(BinaryOp::Xor, sum.into(), zero);
    // It would use itself.
    let definition = instruction(wrapped);
    let error = editor.replace_all_uses(sum.into(), wrapped);
    assert_eq!(error, Err(EditError::Order { user: definition, definition }));
    let error = editor.set_operand(sum, 0, wrapped);
    assert_eq!(error, Err(EditError::Order { user: sum, definition }));
    drop(editor);
    valid(&module);
}

fn edges_own_the_entries_of_phis() {
    let Diamond { mut module, function, blocks: [entry, then, otherwise, join], sum, product, phi } =
        diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    // Away from the join: its entry goes.
    let nowhere = editor.set_terminator(then, Op::Unreachable).unwrap();
    assert_eq!(editor.incoming(phi), [(otherwise, product.into())]);
    assert_eq!(editor.terminator(then), Some(nowhere));
    // And back: an entry that is yet to be said.
    editor.set_terminator(then, Op::Branch(join)).unwrap();
    let i32 = editor.type_of(phi.into()).unwrap();
    let undef = editor.undef(i32);
    assert_eq!(editor.incoming(phi), [(otherwise, product.into()), (then, undef)]);
    editor.set_incoming(phi, then, sum.into()).unwrap();
    assert!(matches!(editor.set_incoming(phi, entry, sum.into()), Err(EditError::NoSuchBlock { .. })));
    assert!(matches!(
        editor.set_incoming(phi, then, Value::new(ValueKind::Argument(0))),
        Err(EditError::Type { .. })
    ));
    // A block that is split hands its edges on.
    let branch = editor.terminator(then).unwrap();
    let tail = editor.split_before(branch).unwrap();
    assert_eq!(editor.incoming(phi), [(otherwise, product.into()), (tail, sum.into())]);
    let edge = editor.split_edge(otherwise, 0).unwrap();
    assert_eq!(editor.incoming(phi), [(tail, sum.into()), (edge, product.into())]);
    assert_eq!(editor.merge_into_predecessor(tail), Ok(then));
    assert_eq!(editor.incoming(phi), [(then, sum.into()), (edge, product.into())]);
    assert!(matches!(editor.merge_into_predecessor(join), Err(EditError::Predecessors { found: 2, .. })));
    // Everything that led to the join leads past it.
    let end = editor.add_block();
    editor.go_to(Position::End(end)).unwrap();
    editor.ret(Some(undef));
    editor.redirect(join, end).unwrap();
    assert!(editor.incoming(phi).is_empty());
    assert_eq!(editor.predecessors(end), [then, edge]);
    editor.remove_block(join).unwrap();
    drop(editor);
    valid(&module);
}

fn a_terminator_that_is_built_takes_the_place_of_the_other() {
    let Diamond { mut module, function, blocks: [entry, then, _, join], phi, .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.go_to(Position::End(entry)).unwrap();
    editor.branch(then);
    assert_eq!(editor.successors(entry), [then]);
    assert_eq!(editor.remove_unreachable_blocks(), 1);
    assert_eq!(editor.incoming(phi).len(), 1);
    assert_eq!(editor.merge_into_predecessor(join), Ok(then));
    assert_eq!(editor.merge_into_predecessor(then), Ok(entry));
    assert_eq!((editor.blocks().count(), editor.instruction(phi).is_none()), (1, true));
    drop(editor);
    valid(&module);
}

fn several_edges_between_two_blocks_are_told_apart() {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (entry, end) = (b.block(), b.add_block());
    let argument = b.argument(0);
    let cases = [1, 2, 3].map(|number| (b.int(i32, number), end));
    b.switch(argument, end, &cases);
    b.switch_to(end);
    let phi = b.phi(i32);
    (0..4).for_each(|_| b.add_incoming(phi, argument, entry));
    b.ret(Some(phi.into()));
    drop(b);
    valid(&module);
    let mut editor = Editor::new(&mut module, function).unwrap();
    let middle = editor.split_edge(entry, 2).unwrap();
    assert_eq!(editor.incoming(phi).iter().filter(|(from, _)| *from == entry).count(), 3);
    assert_eq!(editor.incoming(phi).last(), Some(&(middle, argument)));
    let seven = editor.int(i32, 7);
    // All edges from one block say the same.
    editor.set_operand(phi, 0, seven).unwrap();
    assert!(editor.incoming(phi).iter().all(|(from, value)| (*from == entry) == (*value == seven)));
    assert!(matches!(editor.merge_into_predecessor(end), Err(EditError::Predecessors { found: 4, .. })));
    assert!(matches!(editor.split_edge(entry, 4), Err(EditError::NoSuchIndex { .. })));
    drop(editor);
    valid(&module);
}

fn phis_with_one_value_are_folded() {
    let Diamond { mut module, function, blocks: [_, then, otherwise, _], phi, .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let argument = editor.argument(1);
    assert_eq!(editor.fold_phi(phi), Ok(None));
    editor.set_incoming(phi, then, argument).unwrap();
    editor.set_incoming(phi, otherwise, argument).unwrap();
    assert_eq!(editor.fold_phi(phi), Ok(Some(argument)));
    assert!(matches!(editor.fold_phi(phi), Err(EditError::NoSuchInstruction { .. })));
    let first = editor.all_instructions()[0];
    assert!(matches!(editor.fold_phi(first), Err(EditError::Kind { .. })));
    drop(editor);
    valid(&module);
}

/// Phis that only use each other are dead, and a block that leads to itself is one that nothing leads to.
fn loops_that_nothing_enters_are_removed() {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let void = module.types.void();
    let ty = module.types.function(void, &[i32]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (entry, repeated) = (b.block(), b.add_block());
    b.branch(repeated);
    b.switch_to(repeated);
    let phi = b.phi(i32);
    let next = b.binary(BinaryOp::Add, phi.into(), b.argument(0));
    b.add_incoming(phi, b.argument(0), entry);
    b.add_incoming(phi, next, repeated);
    b.branch(repeated);
    drop(b);
    valid(&module);
    let mut copy = module.clone();
    let mut editor = Editor::new(&mut copy, function).unwrap();
    assert_eq!(editor.remove_dead_instructions(), 2);
    assert!(matches!(editor.remove_block(repeated), Err(EditError::Predecessors { found: 1, .. })));
    drop(editor);
    valid(&copy);
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.set_terminator(entry, Op::Return(None)).unwrap();
    editor.remove_block(repeated).unwrap();
    assert_eq!(editor.all_instructions().len(), 1);
    drop(editor);
    valid(&module);
}

fn only_what_does_nothing_is_dead() {
    let good = Good::new();
    let mut module = good.module;
    let op = |module: &Module, id| module.globals[good.main].body().unwrap().instructions[id].op.clone();
    let [call, told, loaded] = [good.call, good.told, good.loaded].map(|id| op(&module, id));
    assert!(has_side_effects(&module, &call) && has_side_effects(&module, &told));
    assert!(!has_side_effects(&module, &loaded));
    // Attributes of the function or of the call, both of them.
    let flag = Attribute::Flag;
    module.add_function_attribute(good.helper, Slot::Function, flag(AttributeKind::ReadNone)).unwrap();
    assert!(has_side_effects(&module, &call));
    module.add_function_attribute(good.helper, Slot::Function, flag(AttributeKind::NoUnwind)).unwrap();
    assert!(!has_side_effects(&module, &call));
    for kind in [AttributeKind::ReadNone, AttributeKind::NoUnwind] {
        module.add_function_attribute(good.declare, Slot::Function, flag(kind)).unwrap();
    }
    assert!(has_side_effects(&module, &told));
}

fn blocks_are_copied_with_their_edges_out() {
    let Diamond { mut module, function, blocks: [entry, then, otherwise, join], sum, product, phi } =
        diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let mut copies = Copies::default();
    editor.copy_blocks(&[then], &mut copies, None).unwrap();
    let copy = copies.block(then).unwrap();
    let of_sum = copies.instruction(sum).unwrap();
    assert_eq!((copies.block(join), copies.value(product.into())), (None, product.into()));
    assert_eq!(
        editor.incoming(phi),
        [(then, sum.into()), (otherwise, product.into()), (copy, of_sum.into())]
    );
    assert!(editor.predecessors(copy).is_empty());
    editor.retarget(entry, 1, copy).unwrap();
    assert_eq!(editor.remove_unreachable_blocks(), 1);
    // With a value that is known beforehand.
    let mut copies = Copies::default();
    let i32 = editor.type_of(sum.into()).unwrap();
    let three = editor.int(i32, 3);
    copies.map_value(Value::new(ValueKind::Argument(1)), three);
    editor.copy_blocks(&[then, join], &mut copies, None).unwrap();
    assert_eq!(editor.operands(copies.instruction(sum).unwrap()), [three, three]);
    let of_phi = copies.instruction(phi).unwrap();
    assert_eq!(editor.incoming(of_phi), [(copies.block(then).unwrap(), copies.value(sum.into()))]);
    assert!(matches!(editor.copy_blocks(&[then, then], &mut copies, None), Err(EditError::Malformed { .. })));
    drop(editor);
    valid(&module);
    let copy = module.copy_function(function, "twin".into()).unwrap();
    valid(&module);
    assert_eq!(module.globals[copy].name, "twin");
    assert!(module.copy_function(function, "twin".into()).is_err());
    assert!(module.copy_function(GlobalId::from_u32(99), "other".into()).is_err());
}

fn block_addresses_hold_their_blocks() {
    let Diamond { mut module, function, blocks: [_, then, otherwise, join], .. } = diamond();
    let i8 = module.types.int(8);
    let pointer = module.types.pointer(i8, 0);
    let kind = dxil_ir::constants::ConstantKind::BlockAddress(function.into(), then);
    module.constant(pointer, kind);
    valid(&module);
    let mut editor = Editor::new(&mut module, function).unwrap();
    editor.set_terminator(then, Op::Unreachable).unwrap();
    let entry = editor.entry().unwrap();
    editor.set_terminator(entry, Op::Branch(otherwise)).unwrap();
    assert_eq!(editor.remove_block(then), Err(EditError::AddressTaken { block: then }));
    assert_eq!(editor.remove_unreachable_blocks(), 0);
    assert_eq!(editor.merge_into_predecessor(join), Ok(otherwise));
    drop(editor);
    valid(&module);
    assert!(module.copy_function(function, "twin".into()).is_err());
}

fn the_entry_stays_where_it_is() {
    let Diamond { mut module, function, blocks: [entry, then, _, join], .. } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let error = Err(EditError::Entry { block: entry });
    assert_eq!(editor.remove_block(entry), error);
    assert_eq!(editor.merge_into_predecessor(entry).map(drop), error);
    assert_eq!(editor.move_block(entry, None), error);
    assert_eq!(editor.move_block(then, Some(entry)), error);
    assert_eq!(editor.insert_block(entry).map(drop), error);
    assert_eq!(editor.retarget(then, 0, entry), error);
    assert_eq!(editor.redirect(join, entry), error);
    assert_eq!(editor.set_terminator(then, Op::Branch(entry)).map(drop), error);
    assert_eq!(editor.finish(), Changed::Nothing);
}

/// Whatever is asked of things that are not there, or are there no more, is refused.
fn ids_from_elsewhere_are_refused() {
    let Diamond { mut module, function, blocks, sum, product, phi } = diamond();
    let mut editor = Editor::new(&mut module, function).unwrap();
    let argument = editor.argument(1);
    editor.replace_and_erase(product, argument).unwrap();
    let node = editor.module().tuple(&[]);
    for id in [product, InstructionId::from_u32(1000), InstructionId::from_u32(u32::MAX - 1)] {
        let results = [
            editor.go_to(Position::Before(id)),
            editor.go_to(Position::After(id)),
            editor.move_here(id),
            editor.erase(id),
            editor.erase_with_operands(id).map(drop),
            editor.replace_and_erase(id, argument).map(drop),
            editor.set_operand(id, 0, argument),
            editor.split_before(id).map(drop),
            editor.fold_phi(id).map(drop),
            editor.set_incoming(id, blocks[0], argument),
            editor.inline(id).map(drop),
            editor.set_location_of(id, None),
            editor.set_attachment(id, 0, Some(node)),
            editor.set_call_attributes(id, None),
            editor.add_call_attribute(id, Slot::Function, Attribute::Flag(AttributeKind::NoUnwind)),
        ];
        for (index, result) in results.into_iter().enumerate() {
            assert_eq!(result, Err(EditError::NoSuchInstruction { instruction: id }), "{index}");
        }
        assert!(
            editor.next(id).is_none() && editor.operands(id).is_empty() && editor.incoming(id).is_empty()
        );
        editor.name(Value::new(ValueKind::Instruction(id.min(InstructionId::from_u32(Value::MAX)))), "x");
        editor.attach(id, "x", node);
        editor.add_incoming(id, argument, blocks[0]);
    }
    let nowhere = BlockId::from_u32(u32::MAX - 1);
    let results = [
        editor.go_to(Position::Start(nowhere)),
        editor.go_to(Position::End(nowhere)),
        editor.set_terminator(nowhere, Op::Unreachable).map(drop),
        editor.set_terminator(blocks[1], Op::Branch(nowhere)).map(drop),
        editor.retarget(nowhere, 0, blocks[1]),
        editor.retarget(blocks[1], 0, nowhere),
        editor.redirect(nowhere, blocks[1]),
        editor.redirect(blocks[1], nowhere),
        editor.insert_block(nowhere).map(drop),
        editor.move_block(nowhere, None),
        editor.move_block(blocks[1], Some(nowhere)),
        editor.split_edge(nowhere, 0).map(drop),
        editor.merge_into_predecessor(nowhere).map(drop),
        editor.remove_block(nowhere),
        editor.add_phi(nowhere, node_type(), &[]).map(drop),
        editor.set_incoming(phi, nowhere, argument),
        editor.copy_blocks(&[nowhere], &mut Copies::default(), None),
    ];
    for (index, result) in results.into_iter().enumerate() {
        assert_eq!(result, Err(EditError::NoSuchBlock { block: nowhere }), "{index}");
    }
    let missing = Value::new(ValueKind::Argument(77));
    assert!(editor.replace_all_uses(sum.into(), missing).is_err());
    assert!(editor.replace_all_uses(missing, missing).is_err());
    assert!(editor.set_operand(sum, 0, Value::new(ValueKind::Forward(0))).is_err());
    let bad = Op::Return(Some(missing));
    assert!(matches!(editor.set_terminator(blocks[3], bad), Err(EditError::NoSuchValue { .. })));
    assert!(editor.set_terminator(blocks[3], Op::Cast(CastOp::Bitcast, argument)).is_err());
    editor.check().unwrap();
    drop(editor);
    valid(&module);
    let declared = module.types.void();
    let declared = module.types.function(declared, &[]);
    let declared = module.declare_function("declared", declared);
    for id in [declared, GlobalId::from_u32(1000)] {
        assert_eq!(Editor::new(&mut module, id).err(), Some(EditError::NotDefined { global: id }));
    }
}

fn node_type() -> dxil_ir::TypeId {
    dxil_ir::TypeId::from_u32(0)
}

fn malformed_bodies_are_refused() {
    type Damage = fn(&mut Diamond);
    let damages: [Damage; 6] = [
        |it| it.body().layout.push(BlockId::from_u32(0)),
        |it| it.body().layout.push(BlockId::from_u32(99)),
        |it| {
            let (block, id) = (it.blocks[1], it.sum);
            let body = it.body();
            let list = &mut body.blocks[block].instructions;
            body.lists.instructions.push(list, id);
        },
        |it| {
            let (block, void) = (it.blocks[1], it.module.types.void());
            it.body().add_instruction(block, Instruction::new(Op::Unreachable, void));
        },
        |it| {
            let phi = it.phi;
            if let Op::Phi(values, blocks) = &mut it.body().instructions[phi].op {
                (*values, *blocks) = (dxil_ir::list::List::new(), dxil_ir::list::List::new());
            }
        },
        |it| {
            let sum = it.sum;
            it.body().instructions[sum].op = Op::Cast(CastOp::Bitcast, Value::new(ValueKind::Argument(99)));
        },
    ];
    for (index, damage) in damages.into_iter().enumerate() {
        let mut it = diamond();
        damage(&mut it);
        let before = it.module.clone();
        let error = Editor::new(&mut it.module, it.function).err();
        assert!(matches!(error, Some(EditError::Malformed { .. })), "{index}: {error:?}");
        // The function has its body still.
        assert_eq!(before.difference(&it.module), None, "{index}");
        assert!(it.module.globals[it.function].body().is_some());
    }
}

impl Diamond {
    fn body(&mut self) -> &mut dxil_ir::Body {
        self.module.globals[self.function].body_mut().unwrap()
    }
}

fn attributes_come_and_go() {
    let good = Good::new();
    let mut module = good.module;
    let text = |name: &str| Attribute::Text(name.into(), "".into());
    let before = module.globals[good.helper].function().unwrap().attributes;
    for (slot, name) in [(Slot::Function, "one"), (Slot::Return, "two"), (Slot::Function, "three")] {
        module.add_function_attribute(good.helper, slot, text(name)).unwrap();
    }
    let once = module.globals[good.helper].function().unwrap().attributes;
    module.add_function_attribute(good.helper, Slot::Function, text("one")).unwrap();
    assert_eq!(module.globals[good.helper].function().unwrap().attributes, once);
    valid(&module);
    let all = |known: &Attribute| matches!(known, Attribute::Text(..));
    for slot in [Slot::Function, Slot::Return] {
        module.remove_function_attributes(good.helper, slot, all).unwrap();
    }
    assert_eq!(module.globals[good.helper].function().unwrap().attributes, before);
    let beyond = module.add_function_attribute(good.helper, Slot::Parameter(9), text("one"));
    assert!(matches!(beyond, Err(EditError::NoAttributes { .. })));
    let variable = module.add_function_attribute(good.variable, Slot::Function, text("one"));
    assert!(matches!(variable, Err(EditError::NoAttributes { .. })));

    let mut editor = Editor::new(&mut module, good.main).unwrap();
    editor.add_call_attribute(good.call, Slot::Function, text("one")).unwrap();
    assert_eq!(editor.changed(), Changed::Values);
    editor.remove_call_attributes(good.call, Slot::Function, |known| *known == text("one")).unwrap();
    let beyond = editor.add_call_attribute(good.call, Slot::Parameter(9), text("one"));
    assert!(matches!(beyond, Err(EditError::NoAttributes { .. })));
    let sum = editor.add_call_attribute(good.sum, Slot::Function, text("one"));
    assert!(matches!(sum, Err(EditError::Kind { .. })));
    drop(editor);
    valid(&module);
}

/// A session may begin with a function that has no blocks, and builds it like the builder.
fn an_unfinished_function_is_given_back() {
    let mut module = Module::dxil();
    let (i1, void) = (module.types.int(1), module.types.void());
    let ty = module.types.function(void, &[i1]);
    let function = module.define_function("f", ty);
    let mut editor = Editor::new(&mut module, function).unwrap();
    assert_eq!((editor.entry(), editor.cursor_block()), (None, None));
    let argument = editor.argument(0);
    let truth = editor.compare(Predicate::IntEq, argument, argument);
    let [then, join] = [(); 2].map(|()| editor.add_block());
    editor.branch_if(truth, then, join);
    editor.go_to(Position::End(then)).unwrap();
    editor.branch(join);
    editor.go_to(Position::End(join)).unwrap();
    editor.ret(None);
    assert_eq!(editor.finish(), Changed::ControlFlow);
    valid(&module);
    assert_eq!(module.globals[function].body().unwrap().layout.len(), 3);
}

/// Orders of a function whose operands alone changed are kept; elsewhere they are forgotten.
fn orders_are_kept_where_nothing_came_or_went() {
    let Diamond { module, function, sum, .. } = diamond();
    let read =
        |module: &Module| dxil_ir::bitcode::read(&dxil_ir::bitcode::write(module).unwrap(), 0).unwrap();
    let mut module = read(&module);
    let edited = |module: &Module| module.encoding.as_ref().unwrap().functions[function].clone();
    let before = edited(&module);
    let mut editor = Editor::new(&mut module, function).unwrap();
    let i32 = editor.module().types.int(32);
    let seven = editor.int(i32, 7);
    editor.set_operand(sum, 0, seven).unwrap();
    assert_eq!(editor.finish(), Changed::Values);
    assert_eq!(edited(&module).constants, before.constants);
    let again = read(&module);
    assert_eq!(module.difference(&again), None);
    let mut module = again;
    assert_eq!(edited(&module).constants.len(), 1);
    let mut editor = Editor::new(&mut module, function).unwrap();
    let undef = editor.undef(i32);
    editor.replace_and_erase(sum, undef).unwrap();
    drop(editor);
    assert!(edited(&module).constants.is_empty());
    assert_eq!(module.difference(&read(&module)), None);
}
