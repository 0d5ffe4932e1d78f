//! Making a function of a region: the region gets one block before it and one behind it, all three become the body of a
//! new function, and the first of them calls that.

use std::collections::{HashMap, HashSet};

use dx_container::enums::ParameterQualifier;
use dxil::ops::{BuildOperation as _, Opcode, Overload};
use dxil_ir::builder::{Build, BuildControlFlow, FunctionBuilder};
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::list::List;
use dxil_ir::{
    Alignment, BlockId, Body, Flags, GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId, Value,
    ValueKind,
};

use super::counts::Counts;
use super::library::operation;
use super::passing::{Form, Group, group_inputs, group_outputs, mangled};
use super::region::Region;
use crate::random::Random;

/// The most values that a function takes, and that it gives.
const MOST_VALUES: [usize; 2] = [24, 10];

/// The operation that makes handles of handles, from shader model 6.6 on.
const HANDLE_OF_HANDLE: &str = "dx.op.createHandleForLib.dx.types.Handle";

/// A function that was a region.
pub(super) struct Outlined {
    pub(super) function: GlobalId,
    /// What each parameter is for.
    pub(super) parameters: Vec<ParameterQualifier>,
}

/// A region with one block before it, from which alone it is entered, and one behind it, through which alone it is
/// left.
struct Framed {
    before: BlockId,
    blocks: Vec<BlockId>,
    behind: BlockId,
    exit: BlockId,
    /// What goes in, and what comes out.
    ins: Vec<(Value, TypeId)>,
    outs: Vec<(Value, TypeId)>,
    /// Handles that the function makes itself.
    own_handles: Vec<OwnHandle>,
    /// Whether it only computes.
    is_pure: bool,
}

/// A handle that a function makes itself, as callers did: of a resource that it loads from the variable or is given in
/// memory.
struct OwnHandle {
    handle: Value,
    /// The load, and what is called with it and then with what that gives.
    chain: Vec<InstructionId>,
    /// What is loaded, where that is given.
    given: Option<(Value, TypeId)>,
}

/// How values go in and out.
struct Passing {
    function: GlobalId,
    inputs: Vec<Group>,
    returned: Option<Group>,
    outputs: Vec<Group>,
    /// For each output, the input whose memory it takes; others have memory of their own.
    shared: Vec<Option<usize>>,
    is_called_twice: bool,
}

impl Passing {
    /// The parameter through which each output goes.
    fn output_parameters(&self) -> Vec<usize> {
        let mut next = self.inputs.len();
        let mut own = || {
            next += 1;
            next - 1
        };
        self.shared.iter().map(|shared| shared.unwrap_or_else(&mut own)).collect()
    }

    /// The parameters.
    fn parameters(&self) -> impl Iterator<Item = &Group> {
        let own = self.outputs.iter().zip(&self.shared).filter(|(_, shared)| shared.is_none());
        self.inputs.iter().chain(own.map(|(group, _)| group))
    }
}

/// Makes a function of a region; `None` where it cannot be one, and the code does what it did.
pub(super) fn outline(
    module: &mut Module,
    region: Region,
    number: usize,
    random: &mut Random,
    counts: &mut Counts,
) -> Option<Outlined> {
    let mut editor = Editor::new(module, region.function).unwrap();
    let hoisted = addresses_to_hoist(&mut editor, &region.blocks)?;
    let framed = frame(&mut editor, &region, hoisted, random).unwrap();
    drop(editor);
    let [most_ins, most_outs] = MOST_VALUES;
    if framed.ins.len() > most_ins || framed.outs.len() > most_outs {
        return None;
    }
    let mut passed = framed.ins.iter().chain(&framed.outs);
    if has_wide_atomics(module) && passed.any(|(_, ty)| is_handle(module, *ty)) {
        return None;
    }
    let passing = declare(module, &framed, number, random);
    count(module, &passing, &framed, counts);
    fill(module, &region, &framed, &passing);
    call(module, &region, &framed, &passing).unwrap();
    let outs = passing.output_parameters();
    let parameters = passing.parameters().enumerate().map(|(index, _)| {
        match (index < passing.inputs.len(), outs.contains(&index)) {
            (true, true) => ParameterQualifier::INOUT,
            (true, false) => ParameterQualifier::IN,
            (false, _) => ParameterQualifier::OUT,
        }
    });
    Some(Outlined { function: passing.function, parameters: parameters.collect() })
}

/// The addresses that are computed in blocks and used outside, which have to be computed before: no function gives one.
/// `None` where one depends on what the blocks compute.
fn addresses_to_hoist(editor: &mut Editor<'_>, blocks: &[BlockId]) -> Option<Vec<InstructionId>> {
    let all: Vec<InstructionId> = blocks.iter().flat_map(|block| editor.instructions(*block)).collect();
    let inner: HashSet<InstructionId> = all.iter().copied().collect();
    let mut needed = HashSet::new();
    for id in all.iter().rev() {
        let ty = editor.instruction(*id)?.ty;
        if !matches!(editor.context().types.get(ty), Some(Type::Pointer(..))) {
            continue;
        }
        let escapes = editor.uses((*id).into()).any(|at| !inner.contains(&at.instruction));
        if !escapes && !needed.contains(id) {
            continue;
        }
        if !matches!(editor.op(*id), Some(Op::ElementPointer { .. } | Op::Cast(..))) {
            return None;
        }
        needed.insert(*id);
        for operand in editor.operands(*id) {
            let ValueKind::Instruction(operand) = operand.kind() else { continue };
            if inner.contains(&operand) {
                let ty = editor.instruction(operand)?.ty;
                if !matches!(editor.context().types.get(ty), Some(Type::Pointer(..))) {
                    return None;
                }
                needed.insert(operand);
            }
        }
    }
    // Blocks need not be in an order in which operands come first.
    let is_in_order = all.iter().rev().all(|id| {
        !needed.contains(id) || matches!(editor.op(*id), Some(Op::ElementPointer { .. } | Op::Cast(..)))
    });
    is_in_order.then(|| all.into_iter().filter(|id| needed.contains(id)).collect())
}

/// Puts the blocks around a region.
fn frame(
    editor: &mut Editor<'_>,
    region: &Region,
    hoisted: Vec<InstructionId>,
    random: &mut Random,
) -> Result<Framed, EditError> {
    let Region { head, blocks, exit, .. } = region;
    let before = editor.insert_block(*head)?;
    enter_through(editor, before, *head, blocks)?;
    let behind = editor.insert_block(*exit)?;
    leave_through(editor, behind, *exit, blocks)?;
    for id in hoisted {
        editor.go_to(Position::End(before))?;
        editor.move_here(id)?;
    }
    let inner: Vec<InstructionId> = blocks
        .iter()
        .chain([&behind])
        .flat_map(|block| editor.instructions(*block))
        .filter(|id| Some(*id) != editor.terminator(behind))
        .collect();
    let is_inner: HashSet<InstructionId> = inner.iter().copied().collect();
    let is_pure = inner.iter().all(|id| editor.op(*id).is_some_and(only_computes));
    let (mut ins, mut outs, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for id in inner {
        for operand in editor.operands(id) {
            let is_outer = match operand.kind() {
                ValueKind::Argument(_) => true,
                ValueKind::Instruction(id) => !is_inner.contains(&id),
                _ => false,
            };
            if is_outer && seen.insert(operand) {
                ins.push((operand, editor.type_of(operand).unwrap()));
            }
        }
        if editor.uses(id.into()).any(|at| !is_inner.contains(&at.instruction)) {
            outs.push((id.into(), editor.type_of(id.into()).unwrap()));
        }
    }
    let own_handles = take_handles(editor, &mut ins, random);
    Ok(Framed { before, blocks: blocks.clone(), behind, exit: *exit, ins, outs, own_handles, is_pure })
}

/// Whether an instruction reads and writes no memory, and asks nobody else.
fn only_computes(op: &Op) -> bool {
    !matches!(
        op,
        Op::Call { .. }
            | Op::Load(..)
            | Op::Store(..)
            | Op::AtomicRmw { .. }
            | Op::CompareExchange { .. }
            | Op::Fence(..)
    )
}

/// Takes handles out of what goes into a region that its function can make itself, not all of them where it need not.
fn take_handles(
    editor: &mut Editor<'_>,
    ins: &mut Vec<(Value, TypeId)>,
    random: &mut Random,
) -> Vec<OwnHandle> {
    let must_be_made = has_wide_atomics(editor.context());
    let mut own_handles = Vec::new();
    ins.retain(|(value, _)| {
        let choice = random.below(3);
        let chain = chain_of(editor, *value).filter(|_| choice > 0 || must_be_made);
        let Some(chain) = chain else { return true };
        let Some(Op::Load(pointer, _)) = editor.op(chain[0]).cloned() else { return true };
        let is_static = matches!(pointer.kind(), ValueKind::Global(_) | ValueKind::Constant(_));
        let loaded = Value::from(chain[0]);
        let given = (choice == 1 || !is_static).then(|| (loaded, editor.type_of(loaded).unwrap()));
        own_handles.push(OwnHandle { handle: *value, chain, given });
        false
    });
    own_handles
}

/// Whether atomic operations on 64 bits are used: flags say of which kind of resource, which only the function that
/// makes the handle knows.
fn has_wide_atomics(module: &Module) -> bool {
    module
        .globals
        .iter()
        .any(|(_, global)| global.name.starts_with(b"dx.op.atomic") && global.name.ends_with(b".i64"))
}

/// Makes all edges into a region lead through a block.
fn enter_through(
    editor: &mut Editor<'_>,
    before: BlockId,
    head: BlockId,
    blocks: &[BlockId],
) -> Result<(), EditError> {
    let is_outer = |block: &BlockId| !blocks.contains(block) && *block != before;
    let from: Vec<BlockId> = distinct(editor.predecessors(head)).into_iter().filter(is_outer).collect();
    let phis: Vec<_> = editor.phis(head).map(|phi| (phi, editor.incoming(phi))).collect();
    editor.set_terminator(before, Op::Branch(head))?;
    redirect_edges(editor, &from, head, before)?;
    merge_incoming(editor, phis, &from, before)
}

/// Makes all edges out of a region lead through a block.
fn leave_through(
    editor: &mut Editor<'_>,
    behind: BlockId,
    exit: BlockId,
    blocks: &[BlockId],
) -> Result<(), EditError> {
    let from: Vec<BlockId> =
        blocks.iter().copied().filter(|block| editor.successors(*block).contains(&exit)).collect();
    let phis: Vec<_> = editor.phis(exit).map(|phi| (phi, editor.incoming(phi))).collect();
    editor.set_terminator(behind, Op::Branch(exit))?;
    redirect_edges(editor, &from, exit, behind)?;
    merge_incoming(editor, phis, &from, behind)
}

fn redirect_edges(
    editor: &mut Editor<'_>,
    from: &[BlockId],
    old: BlockId,
    new: BlockId,
) -> Result<(), EditError> {
    for block in from {
        for (index, to) in editor.successors(*block).into_iter().enumerate() {
            if to == old {
                editor.retarget(*block, index, new)?;
            }
        }
    }
    Ok(())
}

/// What phis were where one came from `from`, they are where one comes from `through`, which all of those lead to.
fn merge_incoming(
    editor: &mut Editor<'_>,
    phis: Vec<(InstructionId, Vec<(BlockId, Value)>)>,
    from: &[BlockId],
    through: BlockId,
) -> Result<(), EditError> {
    for (phi, incoming) in phis {
        let mut entries: Vec<(BlockId, Value)> =
            incoming.into_iter().filter(|(block, _)| from.contains(block)).collect();
        entries.dedup_by_key(|(block, _)| *block);
        let first = entries[0].1;
        let merged = if entries.iter().all(|(_, value)| *value == first) {
            first
        } else {
            let ty = editor.type_of(first)?;
            editor.add_phi(through, ty, &entries)?.into()
        };
        editor.set_incoming(phi, through, merged)?;
    }
    Ok(())
}

fn distinct(mut blocks: Vec<BlockId>) -> Vec<BlockId> {
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}

/// How a handle is made: the load, the call that makes it, and the one that says what it is.
fn chain_of(editor: &mut Editor<'_>, handle: Value) -> Option<Vec<InstructionId>> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (opcode, operands) = operation(editor, id)?;
    match opcode {
        Opcode::ANNOTATE_HANDLE => {
            let mut chain = chain_of(editor, operands[1])?;
            chain.push(id);
            Some(chain)
        }
        Opcode::CREATE_HANDLE_FOR_LIB => {
            let ValueKind::Instruction(load) = operands[1].kind() else { return None };
            matches!(editor.op(load), Some(Op::Load(..))).then(|| vec![load, id])
        }
        _ => None,
    }
}

/// Decides how values are passed, and adds the function, which has no body yet.
fn declare(module: &mut Module, framed: &Framed, number: usize, random: &mut Random) -> Passing {
    let name = format!("part{number}");
    let mut inputs = group_inputs(module, &framed.ins, &name, random);
    for (value, ty) in framed.own_handles.iter().filter_map(|own| own.given) {
        inputs.push(Group { form: Form::Pointer(ty), values: vec![(value, ty)] });
    }
    let (mut outs, mut handles) = (framed.outs.clone(), Vec::new());
    if module.global_named(HANDLE_OF_HANDLE.into()).is_some() {
        let is_in_memory = |it: &mut (Value, TypeId)| is_handle(module, it.1) && random.below(2) == 0;
        handles = outs.extract_if(.., is_in_memory).collect();
    }
    let (returned, mut outputs) = group_outputs(module, &outs, &name, random);
    for (value, ty) in handles {
        outputs.push(Group { form: Form::Pointer(ty), values: vec![(value, ty)] });
    }
    let result = match &returned {
        Some(group) => group.ty(module),
        None => module.types.void(),
    };
    let shared = share(module, &mut inputs, &outputs, random);
    let is_called_twice = framed.is_pure && shared.iter().all(Option::is_none) && random.below(2) == 0;
    let own = outputs.iter().zip(&shared).filter(|(_, shared)| shared.is_none());
    let parameters: Vec<&Group> = inputs.iter().chain(own.map(|(group, _)| group)).collect();
    let parameters: Vec<TypeId> = parameters.into_iter().map(|group| group.ty(module)).collect();
    let ty = module.types.function(result, &parameters);
    let mangled = mangled(module, &name, result, &parameters);
    let function = module.declare_function("", ty);
    module.globals[function].name = mangled;
    Passing { function, inputs, returned, outputs, shared, is_called_twice }
}

/// Gives outputs the memory of inputs of their types, as parameters that go in and out have it.
fn share(
    module: &Module,
    inputs: &mut [Group],
    outputs: &[Group],
    random: &mut Random,
) -> Vec<Option<usize>> {
    let mut taken = HashSet::new();
    let mut shared = Vec::new();
    for output in outputs {
        let memory = output.memory().filter(|ty| !is_handle(module, *ty) && random.below(2) == 0);
        let fits = |(index, input): &(usize, &Group)| {
            let is_value = input.form == Form::Direct && Some(input.values[0].1) == memory;
            memory.is_some() && (input.memory() == memory || is_value) && !taken.contains(index)
        };
        let found = inputs.iter().enumerate().find(fits).map(|(index, _)| index);
        if let (Some(index), Some(ty)) = (found, memory) {
            taken.insert(index);
            if inputs[index].form == Form::Direct {
                inputs[index].form = Form::Pointer(ty);
            }
        }
        shared.push(found);
    }
    shared
}

fn count(module: &Module, passing: &Passing, framed: &Framed, counts: &mut Counts) {
    for group in &passing.inputs {
        match group.form {
            Form::Direct => match module.types.get(group.values[0].1) {
                Some(Type::Pointer(..)) => counts.pointers += 1,
                Some(Type::Named(_)) if is_handle(module, group.values[0].1) => counts.handles += 1,
                _ => {}
            },
            Form::Struct(_) => counts.structs += 1,
            Form::Vector(_) => counts.vectors += 1,
            Form::StructPointer(_) | Form::VectorPointer(_) => counts.struct_pointers += 1,
            Form::ArrayPointer(_) => counts.arrays += 1,
            Form::Pointer(_) => {}
        }
    }
    let is_handle = |group: &&Group| is_handle(module, group.values[0].1);
    counts.given_handles += passing.outputs.iter().filter(is_handle).count();
    counts.outs += passing.outputs.len();
    counts.called_twice += usize::from(passing.is_called_twice);
    counts.inouts += passing.shared.iter().flatten().count();
    counts.given_resources += framed.own_handles.iter().filter(|own| own.given.is_some()).count();
    counts.own_handles += framed.own_handles.iter().filter(|own| own.given.is_none()).count();
    counts.aggregates +=
        usize::from(passing.returned.as_ref().is_some_and(|group| group.form != Form::Direct));
}

fn is_handle(module: &Module, ty: TypeId) -> bool {
    module.types.named(ty).is_some_and(|named| named.name == "dx.types.Handle")
}

/// Gives the function its body: the region, with what takes its values apart before it and what puts its results
/// together behind it.
fn fill(module: &mut Module, region: &Region, framed: &Framed, passing: &Passing) {
    let source = module.globals[region.function].body().unwrap().clone();
    let chains: Vec<Vec<Instruction>> = framed
        .own_handles
        .iter()
        .map(|own| own.chain.iter().map(|id| source.instructions[*id].clone()).collect())
        .collect();
    let callees: Vec<Vec<(Value, Vec<Value>)>> = chains
        .iter()
        .map(|chain| chain.iter().filter_map(|instruction| callee_of(&source, instruction)).collect())
        .collect();
    let inner = framed.blocks.iter().chain([&framed.behind]);
    let mut moved: Vec<InstructionId> =
        inner.flat_map(|block| source.instructions_of(*block).iter().copied()).collect();
    // The last one leads on to the exit.
    moved.pop();
    let body = excerpt(source, framed, &moved);
    module.globals[passing.function].function_mut().unwrap().body = Some(body);

    let mut values = HashMap::new();
    let mut build = FunctionBuilder::new(module, passing.function).unwrap();
    build.switch_to(framed.before);
    for (index, group) in (0..).zip(&passing.inputs) {
        let argument = build.argument(index);
        let parts = match group.memory() {
            Some(_) => group.load(&mut build, argument),
            None => group.unpack(&mut build, argument),
        };
        values.extend(group.values.iter().map(|(value, _)| *value).zip(parts));
    }
    for ((own, chain), callees) in framed.own_handles.iter().zip(&chains).zip(&callees) {
        let Op::Load(pointer, _) = chain[0].op else { unreachable!() };
        let mut value = match own.given {
            Some((given, _)) => values[&given],
            None => build.load(chain[0].ty, pointer, Alignment::bytes(4)),
        };
        for (callee, arguments) in callees {
            let mut arguments = arguments.clone();
            arguments[1] = value;
            value = build.call(*callee, &arguments).unwrap();
        }
        values.insert(own.handle, value);
    }
    build.branch(region.head);
    build.switch_to(framed.behind);
    for (index, group) in passing.output_parameters().into_iter().zip(&passing.outputs) {
        let memory = build.argument(index as u32);
        let results: Vec<Value> = group.values.iter().map(|(value, _)| *value).collect();
        group.store(&mut build, memory, &results);
    }
    let returned = passing.returned.as_ref().map(|group| {
        let results: Vec<Value> = group.values.iter().map(|(value, _)| *value).collect();
        group.pack(&mut build, &results)
    });
    build.ret(returned);
    drop(build);
    // What was moved uses what came in.
    let body = module.globals[passing.function].body_mut().unwrap();
    let Body { instructions, lists, .. } = body;
    for id in moved {
        instructions[id].op.map_operands(lists, |value| values.get(&value).copied().unwrap_or(value));
    }
}

fn callee_of(body: &Body, instruction: &Instruction) -> Option<(Value, Vec<Value>)> {
    let Op::Call { callee, arguments, .. } = &instruction.op else { return None };
    Some((*callee, arguments.as_slice(&body.lists.values).to_vec()))
}

/// Of a body, the region with empty blocks before and behind it; all else is gone.
fn excerpt(mut body: Body, framed: &Framed, moved: &[InstructionId]) -> Body {
    assert!(body.local_metadata.is_empty() && body.bundles.is_empty());
    let is_moved: HashSet<InstructionId> = moved.iter().copied().collect();
    for (id, block) in body.blocks.iter_mut() {
        let pool = &mut body.lists.instructions;
        let kept: Vec<_> =
            block.instructions.as_slice(pool).iter().copied().filter(|id| is_moved.contains(id)).collect();
        let is_of_region = framed.blocks.contains(&id) || id == framed.behind;
        block.instructions = if is_of_region { pool.list_of(&kept) } else { List::new() };
    }
    for (id, instruction) in body.instructions.iter_mut() {
        if !is_moved.contains(&id) {
            *instruction =
                Instruction { flags: Flags::NONE, ..Instruction::new(Op::Unreachable, instruction.ty) };
        }
    }
    body.layout =
        [framed.before].into_iter().chain(framed.blocks.iter().copied()).chain([framed.behind]).collect();
    body.attachments.retain(|(id, ..)| is_moved.contains(id));
    body.names.clear();
    body.metadata.clear();
    body
}

/// A handle of what a function gave, which is one already: compilers make one of whatever a function gives them.
fn made_again(editor: &mut Editor<'_>, (old, ty): (Value, TypeId), given: Value) -> Value {
    let object = Overload::Object(ty);
    let handle = editor.operation(Opcode::CREATE_HANDLE_FOR_LIB, &[object], &[given]).unwrap();
    let ValueKind::Instruction(old) = old.kind() else { return handle };
    match operation(editor, old) {
        Some((Opcode::ANNOTATE_HANDLE, operands)) => {
            editor.operation(Opcode::ANNOTATE_HANDLE, &[], &[handle, operands[2]]).unwrap()
        }
        _ => handle,
    }
}

/// Calls the function in the place of the region, which is gone.
fn call(module: &mut Module, region: &Region, framed: &Framed, passing: &Passing) -> Result<(), EditError> {
    let mut editor = Editor::new(module, region.function)?;
    let entry = editor.entry().unwrap();
    let mut arguments = Vec::new();
    for group in passing.parameters() {
        let Some(ty) = group.memory() else {
            editor.go_to(Position::End(framed.before))?;
            let values: Vec<Value> = group.values.iter().map(|(value, _)| *value).collect();
            arguments.push(group.pack(&mut editor, &values));
            continue;
        };
        editor.go_to(Position::Start(entry))?;
        arguments.push(editor.alloca(ty, Alignment::bytes(8)));
    }
    editor.go_to(Position::End(framed.before))?;
    for (group, argument) in passing.inputs.iter().zip(&arguments) {
        if group.memory().is_some() {
            let values: Vec<Value> = group.values.iter().map(|(value, _)| *value).collect();
            group.store(&mut editor, *argument, &values);
        }
    }
    let mut result = editor.call(passing.function, &arguments).unwrap();
    if passing.is_called_twice {
        // Both calls give the same.
        result = editor.call(passing.function, &arguments).unwrap();
    }
    let mut results: Vec<(Value, Value)> = Vec::new();
    if let Some(group) = &passing.returned {
        let parts = group.unpack(&mut editor, result);
        results.extend(group.values.iter().map(|(value, _)| *value).zip(parts));
    }
    for (group, index) in passing.outputs.iter().zip(passing.output_parameters()) {
        let mut parts = group.load(&mut editor, arguments[index]);
        if let Form::Pointer(ty) = group.form
            && is_handle(editor.context(), ty)
        {
            parts[0] = made_again(&mut editor, group.values[0], parts[0]);
        }
        results.extend(group.values.iter().map(|(value, _)| *value).zip(parts));
    }
    for (old, new) in results {
        editor.replace_all_uses(old, new)?;
    }
    let phis: Vec<_> = editor.phis(framed.exit).map(|phi| (phi, editor.incoming(phi))).collect();
    editor.set_terminator(framed.before, Op::Branch(framed.exit))?;
    merge_incoming(&mut editor, phis, &[framed.behind], framed.before)?;
    editor.remove_unreachable_blocks();
    // What is a straight line again is one block, where it was one.
    let _ = editor.merge_into_predecessor(framed.before);
    if region.is_run {
        let _ = editor.merge_into_predecessor(framed.exit);
    }
    let _ = editor.finish();
    Ok(())
}
