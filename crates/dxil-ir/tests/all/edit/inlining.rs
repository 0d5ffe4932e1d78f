//! Inlining: single cases, and all of a library's functions into their callers.

use std::collections::{HashMap, HashSet};

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::edit::{Changed, EditError, Editor, Importer, Position};
use dxil_ir::function::DebugLocation;
use dxil_ir::instruction::TailCall;
use dxil_ir::list::List;
use dxil_ir::metadata::{Metadata, NODES, node_of, number_of};
use dxil_ir::{
    Alignment, AttributeKind, BinaryOp, Body, GlobalId, Instruction, InstructionId, MetadataId, Module, Op,
    Predicate, Value, ValueKind, bitcode, verify,
};
use testkit::corpus::{assert_at_least, assert_if_known, inputs};
use testkit::generate::compute_shader::compute_shader;
use testkit::{Completion, Test, modules, note, skipped, tests};

use testkit::edits::{is_known_call, told};

use crate::verify::good::instruction;

pub(crate) const TESTS: &[Test] = tests![
    values_come_back_by_a_phi,
    what_never_returns_leaves_nothing_behind,
    stack_memory_moves_to_the_entry,
    places_in_the_source_are_chained,
    what_cannot_be_inlined_is_refused,
    copies_of_arguments_are_refused,
    what_belongs_to_the_beginning_of_a_function_is_refused,
    malformed_callees_are_refused,
    calls_that_must_stay_calls_do,
    copies_of_functions_are_described_and_named,
    all_functions_of_real_modules_are_inlined,
    libraries_are_brought_together_and_inlined,
];

fn valid(module: &Module, what: &str) {
    let report = verify(module);
    if let Some(finding) = report.findings.first() {
        let place = finding.place.show(module);
        panic!("{what}: {}: {place}: {}\n{}", finding.rule.row().id, finding.message, told(module));
    }
}

/// `larger(a, b)`, with two returns, and `main(x)` that returns `larger(x, 7) + 1`.
fn two_returns() -> (Module, GlobalId, GlobalId) {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32, i32]);
    let larger = module.define_function("larger", ty);
    let mut b = FunctionBuilder::new(&mut module, larger).unwrap();
    let (one, other) = (b.argument(0), b.argument(1));
    b.name(one, "one");
    let is_larger = b.compare(Predicate::IntSgt, one, other);
    b.name(is_larger, "test");
    let (then, otherwise) = (b.add_block(), b.add_block());
    b.name(then, "then");
    b.branch_if(is_larger, then, otherwise);
    b.switch_to(then);
    b.ret(Some(one));
    b.switch_to(otherwise);
    b.ret(Some(other));
    drop(b);
    let ty = module.types.function(i32, &[i32]);
    let main = module.define_function("main", ty);
    let mut b = FunctionBuilder::new(&mut module, main).unwrap();
    let (seven, one) = (b.int(i32, 7), b.int(i32, 1));
    let called = b.call(larger, &[b.argument(0), seven]).unwrap();
    b.name(called, "test");
    let sum = b.binary(BinaryOp::Add, called, one);
    b.ret(Some(sum));
    drop(b);
    (module, larger, main)
}

fn first_call(editor: &Editor<'_>) -> InstructionId {
    let all = editor.all_instructions();
    all.into_iter().find(|id| matches!(editor.op(*id), Some(Op::Call { .. }))).expect("there is a call")
}

fn values_come_back_by_a_phi() {
    let (mut module, larger, main) = two_returns();
    let before = module.globals[larger].body().unwrap().instructions.len();
    let mut editor = Editor::new(&mut module, main).unwrap();
    let call = first_call(&editor);
    let inlined = editor.inline(call).unwrap();
    let phi = instruction(inlined.value.unwrap());
    assert_eq!(editor.incoming(phi).len(), 2);
    assert_eq!(editor.blocks().count(), 4);
    assert!(inlined.calls.is_empty());
    assert_eq!(editor.finish(), Changed::ControlFlow);
    valid(&module, "two returns");
    // The callee is as it was, and a name that is taken gets a number.
    assert_eq!(module.globals[larger].body().unwrap().instructions.len(), before);
    let names = &module.globals[main].body().unwrap().names;
    let mut names: Vec<_> = names.values().map(ToString::to_string).collect();
    names.sort();
    assert_eq!(names.len(), 2);
    assert!(names[0].starts_with("test") && names[1] == "then", "{names:?}");
}

fn what_never_returns_leaves_nothing_behind() {
    let (mut module, larger, main) = two_returns();
    let mut editor = Editor::new(&mut module, larger).unwrap();
    for block in editor.blocks().skip(1).collect::<Vec<_>>() {
        editor.set_terminator(block, Op::Unreachable).unwrap();
    }
    assert_eq!(editor.finish(), Changed::ControlFlow);
    let mut editor = Editor::new(&mut module, main).unwrap();
    let call = first_call(&editor);
    let inlined = editor.inline(call).unwrap();
    assert!(matches!(inlined.value.map(Value::kind), Some(ValueKind::Constant(_))));
    assert_eq!(editor.remove_unreachable_blocks(), 1);
    assert!(editor.all_instructions().iter().all(|id| !matches!(editor.op(*id), Some(Op::Return(_)))));
    drop(editor);
    valid(&module, "never returns");
}

fn stack_memory_moves_to_the_entry() {
    let mut module = Module::dxil();
    let (void, i1, i32) = (module.types.void(), module.types.int(1), module.types.int(32));
    let ty = module.types.function(void, &[i1]);
    let callee = module.define_function("callee", ty);
    let mut b = FunctionBuilder::new(&mut module, callee).unwrap();
    let room = b.alloca(i32, Alignment::bytes(4));
    let zero = b.int(i32, 0);
    b.store(zero, room, Alignment::bytes(4));
    b.ret(None);
    drop(b);
    let main = module.define_function("main", ty);
    let mut b = FunctionBuilder::new(&mut module, main).unwrap();
    let (repeated, end) = (b.add_block(), b.add_block());
    b.branch(repeated);
    b.switch_to(repeated);
    b.call(callee, &[b.argument(0)]).unwrap();
    b.branch_if(b.argument(0), repeated, end);
    b.switch_to(end);
    b.ret(None);
    drop(b);
    let mut editor = Editor::new(&mut module, main).unwrap();
    let call = first_call(&editor);
    assert!(editor.inline(call).unwrap().value.is_none());
    let alloca = |id: &InstructionId| matches!(editor.op(*id), Some(Op::Alloca { .. }));
    let found: Vec<_> = editor.all_instructions().into_iter().filter(alloca).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(editor.block_of(found[0]), editor.entry());
    // One block returned and one was entered, so that no block is new.
    assert_eq!(editor.blocks().count(), 3);
    drop(editor);
    valid(&module, "stack memory");
}

/// A place in the source of the callee lies in the call's, and so on outwards.
fn places_in_the_source_are_chained() {
    let good = crate::verify::good::Good::new();
    let mut module = good.module.clone();
    let i32 = good.i32;
    let ty = module.types.function(i32, &[i32]);
    let place = |line, inlined_at| DebugLocation {
        line,
        column: 1,
        scope: good.subprogram.into(),
        inlined_at,
        ..DebugLocation::default()
    };
    let functions = ["inner", "middle", "outer"].map(|name| module.define_function(name, ty));
    for (line, pair) in (1..).zip([
        (functions[0], None),
        (functions[1], Some(functions[0])),
        (functions[2], Some(functions[1])),
    ]) {
        let mut b = FunctionBuilder::new(&mut module, pair.0).unwrap();
        b.set_location(Some(place(line, None.into())));
        let argument = b.argument(0);
        let value = match pair.1 {
            None => b.binary(BinaryOp::Add, argument, argument),
            Some(callee) => b.call(callee, &[argument]).unwrap(),
        };
        b.ret(Some(value));
    }
    for function in [functions[1], functions[2]] {
        let mut editor = Editor::new(&mut module, function).unwrap();
        let call = first_call(&editor);
        editor.inline(call).unwrap();
        drop(editor);
        valid(&module, "places");
    }
    let editor = Editor::new(&mut module, functions[2]).unwrap();
    let sum = editor.all_instructions()[0];
    let location = editor.location(sum).unwrap();
    drop(editor);
    assert_eq!(location.line, 1);
    let mut lines = Vec::new();
    let mut next = location.inlined_at.expand();
    while let Some(id) = next {
        let Some(Metadata::Node { fields, is_distinct: true, .. }) = module.metadata.get(id) else {
            panic!()
        };
        lines.push(module.metadata.numbers(fields)[0]);
        next = module.metadata.operand(id, 1).flatten();
    }
    assert_eq!(lines, [2, 3]);
}

fn what_cannot_be_inlined_is_refused() {
    let (mut module, larger, main) = two_returns();
    let i32 = module.types.int(32);
    let declared = module.types.function(i32, &[i32]);
    let declared = module.declare_function("declared", declared);
    let mut editor = Editor::new(&mut module, main).unwrap();
    let refused = |result: Result<dxil_ir::edit::Inlined, EditError>| match result {
        Err(EditError::Inline { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    let call = first_call(&editor);
    let sum = editor.next(call).unwrap();
    assert!(matches!(editor.inline(sum), Err(EditError::Kind { .. })));
    let nowhere = InstructionId::from_u32(77);
    assert!(matches!(editor.inline(nowhere), Err(EditError::NoSuchInstruction { .. })));
    editor.go_to(Position::Before(sum)).unwrap();
    let argument = editor.argument(0);
    let to_declared = instruction(editor.call(declared, &[argument]).unwrap());
    assert_eq!(refused(editor.inline(to_declared)), "the callee is only declared");
    let to_itself = instruction(editor.call(main, &[argument]).unwrap());
    assert_eq!(refused(editor.inline(to_itself)), "the call is recursive");
    let short = instruction(editor.call(larger, &[argument]).unwrap());
    assert_eq!(
        refused(editor.inline(short)),
        "the arguments of the call do not match the callee's parameters"
    );
    for id in [to_declared, to_itself, short] {
        editor.erase(id).unwrap();
    }
    drop(editor);
    valid(&module, "refused");
}

/// The attributes by which an argument is memory of the callee's own, of the function or of the call.
fn copies_of_arguments_are_refused() {
    for (kind, of_call) in
        [(AttributeKind::ByVal, false), (AttributeKind::ByVal, true), (AttributeKind::InAlloca, false)]
    {
        let mut module = Module::dxil();
        let (void, i32) = (module.types.void(), module.types.int(32));
        let pointer = module.types.pointer(i32, 0);
        let ty = module.types.function(void, &[pointer]);
        let callee = module.define_function("callee", ty);
        let mut b = FunctionBuilder::new(&mut module, callee).unwrap();
        let seven = b.int(i32, 7);
        b.store(seven, b.argument(0), Alignment::bytes(4));
        b.ret(None);
        drop(b);
        let main = module.define_function("main", ty);
        let mut b = FunctionBuilder::new(&mut module, main).unwrap();
        b.call(callee, &[b.argument(0)]).unwrap();
        b.ret(None);
        drop(b);
        let (slot, attribute) = (Slot::Parameter(0), Attribute::Flag(kind));
        if !of_call {
            module.add_function_attribute(callee, slot, attribute.clone()).unwrap();
        }
        let mut editor = Editor::new(&mut module, main).unwrap();
        let call = first_call(&editor);
        if of_call {
            editor.add_call_attribute(call, slot, attribute.clone()).unwrap();
        }
        let result = editor.inline(call).map(drop);
        let what = "an argument is passed by value (byval or inalloca)";
        assert_eq!(result, Err(EditError::Inline { call, what }), "{kind:?}");
        editor.remove_call_attributes(call, slot, |known| *known == attribute).unwrap();
        drop(editor);
        valid(&module, "refused");
        module.remove_function_attributes(callee, slot, |known| *known == attribute).unwrap();
        let mut editor = Editor::new(&mut module, main).unwrap();
        editor.inline(call).unwrap();
        drop(editor);
        valid(&module, "inlined");
    }
}

fn what_belongs_to_the_beginning_of_a_function_is_refused() {
    for (name, is_refused) in
        [("llvm.experimental.convergence.entry", true), ("llvm.experimental.convergence.anchor", false)]
    {
        let (mut module, larger, main) = two_returns();
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        let called = module.declare_function(name, ty);
        let mut editor = Editor::new(&mut module, larger).unwrap();
        editor.go_to(Position::Start(editor.entry().unwrap())).unwrap();
        editor.call(called, &[]).unwrap();
        drop(editor);
        let mut editor = Editor::new(&mut module, main).unwrap();
        let call = first_call(&editor);
        let what = "the callee uses convergence control tokens of its caller";
        match editor.inline(call) {
            Err(error) => assert!(is_refused && error == EditError::Inline { call, what }, "{error}"),
            Ok(inlined) => assert!(!is_refused && inlined.calls.len() == 1),
        }
    }
}

/// A callee that no session would begin with changes nothing in its caller.
fn malformed_callees_are_refused() {
    type Change = fn(&mut Body);
    let break_it: [(&str, Change); 6] = [
        ("an operand does not exist", |body| {
            // An instruction that is in no block, whose id the caller has for one of its own.
            let block = body.layout[1];
            let nowhere = Instruction::new(Op::Unreachable, body.instructions.values().next().unwrap().ty);
            let nowhere = body.instructions.push(nowhere);
            let ret = *body.instructions_of(block).last().unwrap();
            body.instructions[ret].op = Op::Return(Some(nowhere.into()));
        }),
        ("an operand does not exist", |body| {
            let ret = *body.instructions_of(body.layout[1]).last().unwrap();
            body.instructions[ret].op = Op::Return(Some(Value::new(ValueKind::Argument(2))));
        }),
        ("entries of a phi do not match the predecessors of its block", |body| {
            let ret = *body.instructions_of(body.layout[1]).last().unwrap();
            let ty = body.instructions[ret].ty;
            let phi = Instruction::new(Op::Phi(List::new(), List::new()), ty);
            let phi = body.instructions.push(phi);
            let list = body.lists.instructions.list_of(&[phi, ret]);
            let block = body.layout[1];
            body.blocks[block].instructions = list;
        }),
        ("a block or an instruction of the callee is missing or occurs twice", |body| {
            body.layout.push(body.layout[1]);
        }),
        ("a referenced block does not exist", |body| {
            body.layout.pop();
        }),
        ("the callee has a block without a terminator", |body| {
            let block = body.layout[1];
            body.blocks[block].instructions = List::new();
        }),
    ];
    for (what, change) in break_it {
        let (mut module, larger, main) = two_returns();
        let good = module.globals[larger].body().unwrap().clone();
        change(module.globals[larger].body_mut().unwrap());
        let mut editor = Editor::new(&mut module, main).unwrap();
        let call = first_call(&editor);
        let found = match editor.inline(call) {
            Err(EditError::Malformed { what } | EditError::Inline { what, .. }) => what,
            other => panic!("{what}: {other:?}"),
        };
        assert_eq!((found, editor.finish()), (what, Changed::Nothing));
        *module.globals[larger].body_mut().unwrap() = good;
        valid(&module, what);
        let mut editor = Editor::new(&mut module, main).unwrap();
        editor.inline(call).unwrap();
    }
}

/// What a call says of the caller's frame is as true in the copy as the call that was inlined allows.
fn calls_that_must_stay_calls_do() {
    use TailCall::{No, NoTail, Tail};
    for (outer, expected) in [(No, [No, No, NoTail]), (Tail, [No, Tail, NoTail]), (NoTail, [No, No, NoTail])]
    {
        let (mut module, larger, main) = two_returns();
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        let declared = module.declare_function("declared", ty);
        let mut editor = Editor::new(&mut module, larger).unwrap();
        let mut calls = Vec::new();
        for _ in 0..3 {
            calls.push(instruction(editor.call(declared, &[]).unwrap()));
        }
        drop(editor);
        let set = |module: &mut Module, function: GlobalId, id: InstructionId, kind| {
            let body = module.globals[function].body_mut().unwrap();
            let Op::Call { tail, .. } = &mut body.instructions[id].op else { panic!() };
            *tail = kind;
        };
        for (id, kind) in calls.iter().zip([No, Tail, NoTail]) {
            set(&mut module, larger, *id, kind);
        }
        let call = first_call(&Editor::new(&mut module, main).unwrap());
        set(&mut module, main, call, outer);
        let mut editor = Editor::new(&mut module, main).unwrap();
        let inlined = editor.inline(call).unwrap();
        let kinds = calls.iter().map(|id| {
            let copy = inlined.copies.instruction(*id).unwrap();
            let Some(Op::Call { tail, .. }) = editor.op(copy) else { panic!() };
            *tail
        });
        assert_eq!(kinds.collect::<Vec<_>>(), expected, "{outer:?}");
    }
}

/// In LLVM 3.7 a subprogram names its function, and a compile unit lists it.
fn copies_of_functions_are_described_and_named() {
    let good = crate::verify::good::Good::new();
    let mut module = good.module.clone();
    let set = |module: &mut Module, id: MetadataId, field: &str, value: MetadataId| {
        let Some(Metadata::Node { row, fields, .. }) = module.metadata.get(id) else { panic!() };
        let mut fields = module.metadata.numbers(fields).to_vec();
        fields[NODES[usize::from(row)].field(field).unwrap()] = number_of(Some(value));
        module.metadata.define_node(id, row, true, &fields);
    };
    let get = |module: &Module, id: MetadataId, field: &str| {
        let Some(Metadata::Node { row, fields, .. }) = module.metadata.get(id) else { panic!() };
        node_of(module.metadata.numbers(fields)[NODES[usize::from(row)].field(field).unwrap()]).unwrap()
    };
    let unit = module.named_metadata.iter().find(|named| named.name == "llvm.dbg.cu").unwrap().operands[0];
    let described = module.value_as_metadata(good.main.into());
    set(&mut module, good.subprogram, "function", described);
    let listed = module.tuple(&[Some(good.subprogram)]);
    set(&mut module, unit, "subprograms", listed);
    valid(&module, "described");
    let copy = module.copy_function(good.main, "copy".into()).unwrap();
    valid(&module, "copied");
    let list = get(&module, unit, "subprograms");
    let new = module.metadata.operand(list, 1).flatten().unwrap();
    assert_eq!(module.metadata.operand(list, 0), Some(Some(good.subprogram)));
    assert_ne!(new, good.subprogram);
    let function = get(&module, new, "function");
    let Some(Metadata::Value(_, value)) = module.metadata.get(function) else { panic!() };
    assert_eq!((value, get(&module, good.subprogram, "function")), (copy.into(), described));
    for (function, subprogram) in [(good.main, good.subprogram), (copy, new)] {
        let body = module.globals[function].body().unwrap();
        let places = body.in_order().filter_map(|(.., data)| body.location(data.location.expand()?));
        let scopes: Vec<_> = places.map(|place| place.scope.expand().unwrap()).collect();
        assert!(!scopes.is_empty() && scopes.iter().all(|scope| *scope == subprogram), "{scopes:?}");
    }
    let read = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
    assert_eq!(module.difference(&read), None);
    // What cannot be copied.
    let taken = module.copy_function(good.main, "copy".into());
    assert_eq!(taken, Err(EditError::NameTaken { name: "copy".into() }));
    let no_function = module.copy_function(good.variable, "other".into());
    assert_eq!(no_function, Err(EditError::NotDefined { global: good.variable }));
    let i8 = module.types.int(8);
    let kind = ConstantKind::BlockAddress(good.main.into(), good.then);
    let ty = module.types.pointer(i8, 0);
    module.constants.intern(Constant { ty, kind });
    let addressed = module.copy_function(good.main, "other".into());
    assert_eq!(addressed, Err(EditError::AddressTaken { block: good.then }));
    assert!(module.copy_function(copy, "other".into()).is_ok());
}

/// The functions that call themselves, directly or by way of others.
fn recursive(module: &Module) -> HashSet<GlobalId> {
    let called = |id: GlobalId| {
        let mut called = Vec::new();
        for (.., instruction) in module.globals[id].body().into_iter().flat_map(|body| body.in_order()) {
            if let Op::Call { callee, .. } = instruction.op
                && let ValueKind::Global(callee) = callee.kind()
            {
                called.push(callee);
            }
        }
        called
    };
    let calls: HashMap<_, _> = module.bodies().map(|(id, ..)| (id, called(id))).collect();
    let reaches_itself = |id: &GlobalId| {
        let (mut waiting, mut known) = (calls[id].clone(), HashSet::new());
        while let Some(next) = waiting.pop() {
            if next == *id {
                return true;
            }
            if known.insert(next) {
                waiting.extend(calls.get(&next).into_iter().flatten());
            }
        }
        false
    };
    calls.keys().copied().filter(reaches_itself).collect()
}

/// Inlines every call of a function that is defined, until there is none but those of functions that call themselves.
/// Says how many there were.
fn inline_all(module: &mut Module) -> usize {
    let mut count = 0;
    let recursive = recursive(module);
    for function in module.bodies().map(|(id, ..)| id).collect::<Vec<_>>() {
        let mut editor = Editor::new(module, function).unwrap();
        let mut waiting = editor.all_instructions();
        while let Some(call) = waiting.pop() {
            if !is_known_call(&mut editor, call) {
                continue;
            }
            let Some(Op::Call { callee, .. }) = editor.op(call) else { panic!() };
            let ValueKind::Global(callee) = callee.kind() else { panic!() };
            if !recursive.contains(&callee) {
                waiting.extend(editor.inline(call).unwrap().calls);
                count += 1;
            }
        }
        editor.remove_unreachable_blocks();
    }
    for (_, global, body) in module.bodies() {
        for (.., instruction) in body.in_order() {
            if let Op::Call { callee, .. } = instruction.op
                && let ValueKind::Global(callee) = callee.kind()
            {
                let is_left = module.globals[callee].body().is_some() && !recursive.contains(&callee);
                assert!(!is_left, "{} still calls {}", global.name, module.globals[callee].name);
            }
        }
    }
    count
}

fn all_functions_of_real_modules_are_inlined() -> Completion {
    let (mut libraries, mut files, mut count) = (0, 0, 0);
    let walked = modules::each_module(|stored| {
        let mut module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        libraries += usize::from(module.bodies().count() > 1);
        let what = stored.path.display().to_string();
        let inlined = inline_all(&mut module);
        if inlined > 0 {
            valid(&module, &what);
            let read = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
            assert_eq!(module.difference(&read), None, "{what}");
            files += 1;
            count += inlined;
        }
    });
    note!("{count} calls in {files} of {libraries} modules with several functions");
    walked.without_filter();
    assert_if_known("modules with calls", files, 13);
    assert_if_known("calls that are inlined", count, 50);
    // There is something to be inlined even without a corpus.
    let mut module = compute_shader(500).unwrap();
    assert_eq!(inline_all(&mut module), 0);
    if files == 0 { skipped("modules with calls of their own functions") } else { Completion::Completed }
}

/// Everything that a library calls is brought from the others, as a linker does, and then inlined.
fn libraries_are_brought_together_and_inlined() -> Completion {
    let paths = inputs("link", "dxil").unwrap_or_default();
    let mut libraries = Vec::new();
    for path in paths {
        let Some(name) =
            path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".lib.dxil"))
        else {
            continue;
        };
        let bytes = std::fs::read(&path).unwrap();
        let container = dx_container(&bytes);
        libraries.push((name.to_owned(), bitcode::read(container, 0).unwrap()));
    }
    if libraries.is_empty() {
        return skipped("libraries that were linked (link/*.lib.dxil)");
    }
    let (mut brought, mut inlined) = (0, 0);
    for (name, library) in &libraries {
        let mut module = library.clone();
        for (other, from) in libraries.iter().filter(|(other, _)| other != name) {
            let mut importer = Importer::new(from);
            for (id, global, _) in from.bodies() {
                let known = module.global_named(global.name.as_ref());
                let is_wanted = known.is_some_and(|id| {
                    module.globals[id].function().is_some_and(|function| function.body.is_none())
                });
                if is_wanted {
                    importer
                        .define(&mut module, id)
                        .unwrap_or_else(|error| panic!("{name} {other}: {error}"));
                    brought += 1;
                    valid(&module, &format!("{name} with {} of {other}", global.name));
                }
            }
        }
        inlined += inline_all(&mut module);
        valid(&module, name);
        let read = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
        assert_eq!(module.difference(&read), None, "{name}");
    }
    note!("{brought} functions brought to {} libraries, {inlined} calls inlined", libraries.len());
    assert_at_least("functions that are imported", brought, [1, 12]);
    assert_at_least("calls that are inlined", inlined, [1, 6]);
    Completion::Completed
}

/// The bitcode of a container.
fn dx_container(bytes: &[u8]) -> &[u8] {
    let start =
        bytes.windows(4).position(|word| word == dxil_ir::bitstream::MAGIC).expect("there is bitcode");
    &bytes[start..]
}
