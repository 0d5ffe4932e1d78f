//! Random edits: one use of each operation of `edit` at random, and sequences of them after each of which the module
//! must verify.
//!
//! Long because every operation has its step here.

mod copies;
mod own_metadata;
mod session;

use std::collections::{BTreeMap, HashMap};

use crate::random::Random;
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::edit::{Changed, EditError, Editor, Importer, Position, compaction};
use dxil_ir::function::DebugLocation;
use dxil_ir::{
    AttributeKind, BinaryOp, BlockId, ControlFlow, GlobalId, InstructionId, Module, Op, Type, Value,
    ValueKind, verify,
};

pub use copies::is_known_call;
use copies::{copy_blocks, copy_function, inline, make_must_tail_call};
use own_metadata::attach_own;
use session::{Outcome, any_block, any_instruction, any_phi, function, pick, session, value_of};

type Step = fn(&mut Module, &mut Random) -> Outcome;

/// Every operation.
const STEPS: &[(&str, Step)] = &[
    ("build", build),
    ("build a phi", build_phi),
    ("build a terminator", build_terminator),
    ("name", name),
    ("attach", attach),
    ("attach what is not shared", attach_own),
    ("replace_all_uses", replace_all_uses),
    ("set_operand", set_operand),
    ("erase", erase),
    ("replace_and_erase", replace_and_erase),
    ("erase_with_operands", erase_with_operands),
    ("remove_dead_instructions", remove_dead_instructions),
    ("move_here", move_here),
    ("set_location_of", set_location_of),
    ("set_terminator", set_terminator),
    ("retarget", retarget),
    ("redirect", redirect),
    ("insert_block", insert_block),
    ("move_block", move_block),
    ("split_before", split_before),
    ("split_edge", split_edge),
    ("merge_into_predecessor", merge_into_predecessor),
    ("remove_block", remove_block),
    ("remove_unreachable_blocks", remove_unreachable_blocks),
    ("skip_blocks", skip_blocks),
    ("add_phi", add_phi),
    ("add_phis", add_phis),
    ("set_incoming", set_incoming),
    ("fold_phi", fold_phi),
    ("copy_blocks", copy_blocks),
    ("copy_function", copy_function),
    ("inline", inline),
    ("make a musttail call", make_must_tail_call),
    ("attributes", attributes),
    ("call attributes", call_attributes),
    ("replace_all_uses of a module", replace_in_module),
    ("remove_unused_globals", remove_unused_globals),
    ("import", import),
    ("compacted", compacted),
];

/// How often each operation was done, and how often it was refused.
#[derive(Default)]
pub struct Counts(BTreeMap<&'static str, [usize; 2]>);

impl Counts {
    /// Fails where an operation was never done. Says how often each was.
    pub fn are_all_done(&self) {
        crate::note!("{:?}", self.0);
        for (name, _) in STEPS {
            let edits = self.0.get(name).map_or(0, |[edits, _]| *edits);
            assert!(edits > 0, "{name} was never done");
        }
    }
}

/// Edits a module by so many random steps, and looks at it after each. Says what was done.
pub fn edit(
    module: &mut Module,
    random: &mut Random,
    steps: usize,
    counts: &mut Counts,
    what: &str,
) -> Vec<&'static str> {
    let mut done = Vec::new();
    for _ in 0..steps {
        let (name, step) = STEPS[random.below(STEPS.len())];
        let before = module.clone();
        let Some(outcome) = step(module, random) else { continue };
        let [edits, refusals] = counts.0.entry(name).or_default();
        match outcome {
            Ok(()) => *edits += 1,
            Err(_) => *refusals += 1,
        }
        done.push(name);
        if let Some(finding) = verify(module).findings.first() {
            panic!(
                "{what}: after {done:?} ({outcome:?}): {}: {}: {}\n{}",
                finding.rule.row().id,
                finding.place.show(module),
                finding.message,
                told(&before)
            );
        }
    }
    done
}

/// A module in words, for whoever looks for what went wrong.
pub fn told(module: &Module) -> String {
    let mut words = String::new();
    for (_, global, body) in module.bodies() {
        words += &format!("{}:\n", global.name);
        for (block, id, instruction) in body.in_order() {
            let mut operands = Vec::new();
            instruction.op.each_operand(&body.lists, |value| operands.push(value));
            let (first, others) = instruction.op.blocks(&body.lists);
            let op = format!("{:?}", instruction.op);
            let op = op.split(['(', ' ']).next().unwrap_or_default().to_owned();
            words += &format!("  {block} {id} = {op} {operands:?} {first:?}{others:?}\n");
        }
    }
    words
}

fn position(editor: &Editor<'_>, random: &mut Random) -> Option<Position> {
    Some(match random.below(4) {
        0 => Position::Before(any_instruction(editor, random)?),
        1 => Position::After(any_instruction(editor, random)?),
        2 => Position::Start(any_block(editor, random)?),
        _ => Position::End(any_block(editor, random)?),
    })
}

fn build(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let position = position(editor, random)?;
        if let Err(error) = editor.go_to(position) {
            return Some(Err(error));
        }
        let i32 = editor.module().types.int(32);
        let (one, other) = (value_of(editor, i32, random)?, value_of(editor, i32, random)?);
        let sum = editor.binary(BinaryOp::Add, one, other);
        let again = editor.binary(BinaryOp::Mul, sum, sum);
        let ValueKind::Instruction(id) = sum.kind() else { panic!() };
        assert_eq!(editor.uses(sum).count(), 2);
        assert_eq!(editor.next(id).map(Value::from), Some(again));
        Some(Ok(()))
    })
}

fn build_phi(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let position = position(editor, random)?;
        if let Err(error) = editor.go_to(position) {
            return Some(Err(error));
        }
        let block = editor.cursor_block()?;
        if editor.entry() == Some(block) {
            return None;
        }
        let i32 = editor.module().types.int(32);
        let phi = editor.phi(i32);
        let value = value_of(editor, i32, random)?;
        for from in editor.predecessors(block) {
            editor.add_incoming(phi, value, from);
        }
        assert!(editor.incoming(phi).iter().all(|(_, of)| *of == value));
        Some(Ok(()))
    })
}

fn build_terminator(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let block = any_block(editor, random)?;
        editor.go_to(Position::End(block)).unwrap();
        editor.unreachable();
        assert!(editor.successors(block).is_empty());
        Some(Ok(()))
    })
}

fn name(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let name = ["x", "y", "loop"][random.below(3)];
        match random.below(2) {
            0 => editor.name(any_block(editor, random)?, name),
            _ => editor.name(Value::from(any_instruction(editor, random)?), name),
        }
        Some(Ok(())).filter(|_| editor.changed() > Changed::Nothing)
    })
}

fn attach(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let node = editor.module().tuple(&[]);
        editor.attach(id, "some.kind", node);
        let kind = editor.module().metadata_kind("some.kind");
        assert!(editor.attachments(id).any(|attached| attached == (kind, node)));
        if random.below(2) == 0 {
            editor.set_attachment(id, kind, None).unwrap();
            assert!(!editor.attachments(id).any(|attached| attached.0 == kind));
        }
        Some(Ok(()))
    })
}

fn replace_all_uses(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let ty = editor.instruction(id)?.ty;
        // Of its operands, those of its type are there wherever it is; a phi's are not.
        let operands = editor.operands(id);
        let is_phi = matches!(editor.op(id), Some(Op::Phi(..)));
        let fits = operands.iter().find(|value| editor.type_of(**value) == Ok(ty) && **value != id.into());
        let new = match fits.filter(|_| !is_phi && random.below(2) == 0) {
            Some(value) => *value,
            None => value_of(editor, ty, random)?,
        };
        let expected = editor.uses(id.into()).count() + editor.metadata_uses(id.into()).count();
        let result = editor.replace_all_uses(id.into(), new);
        if let Ok(count) = result {
            assert_eq!(count, expected);
            assert!(!editor.is_used(id.into()) && editor.metadata_uses(id.into()).next().is_none());
            if count == 0 {
                assert_eq!(editor.changed(), Changed::Nothing);
                return None;
            }
        }
        Some(result.map(drop))
    })
}

fn set_operand(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let operands = editor.operands(id);
        let operand = random.below(operands.len());
        let ty = editor.type_of(*operands.get(operand)?).ok()?;
        let new = value_of(editor, ty, random)?;
        Some(editor.set_operand(id, operand as u32, new))
    })
}

fn erase(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let result = editor.erase(id);
        if result.is_ok() {
            assert!(editor.instruction(id).is_none() && editor.block_of(id).is_none());
        }
        Some(result)
    })
}

fn replace_and_erase(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let ty = editor.instruction(id)?.ty;
        let new = value_of(editor, ty, random)?;
        Some(editor.replace_and_erase(id, new).map(drop))
    })
}

fn erase_with_operands(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let unused: Vec<_> =
            editor.all_instructions().into_iter().filter(|id| !editor.is_used((*id).into())).collect();
        let id = pick(&unused, random)?;
        let before = editor.all_instructions().len();
        let result = editor.erase_with_operands(id);
        if let Ok(count) = result {
            assert_eq!(before - count, editor.all_instructions().len());
        }
        Some(result.map(drop))
    })
}

fn remove_dead_instructions(module: &mut Module, random: &mut Random) -> Outcome {
    if random.below(4) > 0 {
        return None;
    }
    session(module, random, |editor, _| {
        let count = editor.remove_dead_instructions();
        let after = editor.changed();
        assert_eq!(editor.remove_dead_instructions(), 0);
        assert_eq!((count == 0, after), (after == Changed::Nothing, editor.changed()));
        Some(Ok(())).filter(|_| count > 0)
    })
}

fn move_here(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let is_free = |value: &Value| !matches!(value.kind(), ValueKind::Instruction(_));
        if !editor.operands(id).iter().all(is_free) {
            return None;
        }
        let block = editor.block_of(id)?;
        editor.go_to(Position::Start(block)).unwrap();
        let result = editor.move_here(id);
        Some(result).filter(|_| editor.changed() > Changed::Nothing || result_is_refused(editor, id))
    })
}

fn result_is_refused(editor: &Editor<'_>, id: InstructionId) -> bool {
    editor.op(id).is_some_and(|op| op.is_terminator() || matches!(op, Op::Phi(..)))
}

fn set_location_of(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let ids = editor.all_instructions();
        let id = pick(&ids, random)?;
        // Its own, where it has one: calls of debug intrinsics stay in their variable's subprogram.
        let known = editor.location(id).or_else(|| ids.iter().find_map(|id| editor.location(*id)))?;
        let location = DebugLocation { line: random.word() & 0xffff, ..known };
        editor.set_location_of(id, Some(location)).unwrap();
        assert_eq!(editor.location(id), Some(location));
        Some(Ok(())).filter(|_| editor.changed() > Changed::Nothing)
    })
}

/// Blocks to which an edge from `from` may lead without a definition that no longer dominates its uses: what dominates
/// the target dominates `from` too, or nothing leads to `from`.
fn targets(module: &Module, function: GlobalId, from: BlockId) -> Vec<BlockId> {
    let body = module.globals[function].body().unwrap();
    let flow = ControlFlow::of(body);
    let dominators = flow.dominators();
    let number = flow.number(from).unwrap();
    let is_safe = |block: &BlockId| {
        let to = flow.number(*block).unwrap();
        let Some(from) = dominators.place(number) else { return true };
        let Some(to) = dominators.place(to) else { return false };
        dominators.is_above(dominators.parent(to), from)
    };
    body.layout.iter().copied().skip(1).filter(is_safe).collect()
}

/// The same as [`session`], with a block of the function and where it may lead.
fn flow_session(
    module: &mut Module,
    random: &mut Random,
    edit: impl FnOnce(&mut Editor<'_>, &mut Random, BlockId, &[BlockId]) -> Option<Result<(), EditError>>,
) -> Outcome {
    let function = function(module, random)?;
    let from = pick(&module.globals[function].body().unwrap().layout, random)?;
    let targets = targets(module, function, from);
    let mut editor = Editor::new(module, function).expect("the module is valid");
    let outcome = edit(&mut editor, random, from, &targets);
    editor.check().expect("the lists are right");
    let _ = editor.finish();
    Some(outcome?.map_err(|error| error.to_string()))
}

fn set_terminator(module: &mut Module, random: &mut Random) -> Outcome {
    flow_session(module, random, |editor, random, from, targets| {
        let i1 = editor.module().types.int(1);
        let i32 = editor.module().types.int(32);
        let condition = value_of(editor, i1, random)?;
        let op = match (random.below(4), pick(targets, random), pick(targets, random)) {
            (0, Some(to), _) => Op::Branch(to),
            (1, Some(one), Some(other)) => Op::ConditionalBranch(condition, [one, other]),
            (2, Some(one), Some(other)) => {
                let (value, case) = (value_of(editor, i32, random)?, editor.int(i32, 7));
                let (cases, targets) = (editor.value_list(&[case]), editor.block_list(&[other]));
                Op::Switch { value, default: one, cases, targets }
            }
            _ => Op::Unreachable,
        };
        let result = editor.set_terminator(from, op);
        if let Ok(id) = result {
            assert_eq!(editor.terminator(from), Some(id));
        }
        Some(result.map(drop))
    })
}

fn retarget(module: &mut Module, random: &mut Random) -> Outcome {
    flow_session(module, random, |editor, random, from, targets| {
        let to = pick(targets, random)?;
        let edge = random.below(editor.successors(from).len());
        let result = editor.retarget(from, edge, to);
        if result.is_ok() {
            assert_eq!(editor.successors(from)[edge], to);
        }
        Some(result)
    })
}

fn redirect(module: &mut Module, random: &mut Random) -> Outcome {
    let function = function(module, random)?;
    let layout = module.globals[function].body().unwrap().layout.clone();
    let old = pick(&layout, random)?;
    let flow = module.predecessors(function);
    let mut safe: Vec<_> = layout.clone();
    for from in flow.of(old) {
        let targets = targets(module, function, *from);
        safe.retain(|block| targets.contains(block));
    }
    // Two edges may break together what neither does alone.
    if flow.of(old).iter().any(|from| *from != flow.of(old)[0]) {
        return None;
    }
    let new = pick(&safe, random)?;
    let mut editor = Editor::new(module, function).unwrap();
    let result = editor.redirect(old, new);
    if result.is_ok() && old != new {
        assert!(editor.predecessors(old).is_empty());
    }
    editor.check().unwrap();
    let changed = editor.finish();
    Some(result.map_err(|error| error.to_string())).filter(|_| changed > Changed::Nothing)
}

fn insert_block(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let block = match random.below(2) {
            0 => Ok(editor.add_block()),
            _ => editor.insert_block(any_block(editor, random)?),
        };
        Some(block.map(|block| {
            editor.go_to(Position::End(block)).unwrap();
            editor.unreachable();
        }))
    })
}

fn move_block(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let (block, before) = (any_block(editor, random)?, any_block(editor, random)?);
        let before = Some(before).filter(|_| random.below(4) > 0);
        let result = editor.move_block(block, before);
        match result {
            Ok(()) if editor.changed() == Changed::Nothing => None,
            result => Some(result),
        }
    })
}

fn split_before(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let id = any_instruction(editor, random)?;
        let old = editor.block_of(id)?;
        let successors = editor.successors(old);
        let result = editor.split_before(id);
        if let Ok(new) = result {
            assert_eq!((editor.block_of(id), editor.successors(old)), (Some(new), vec![new]));
            assert_eq!(editor.successors(new), successors);
        }
        Some(result.map(drop))
    })
}

fn split_edge(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let block = any_block(editor, random)?;
        let successors = editor.successors(block);
        let edge = random.below(successors.len());
        let result = editor.split_edge(block, edge);
        if let Ok(new) = result {
            assert_eq!(
                (editor.successors(block)[edge], editor.successors(new)),
                (new, vec![successors[edge]])
            );
        }
        Some(result.map(drop))
    })
}

fn merge_into_predecessor(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let fits = |block: &BlockId| match editor.predecessors(*block)[..] {
            [from] => editor.successors(from).len() == 1,
            _ => false,
        };
        let fitting: Vec<_> = editor.blocks().filter(fits).collect();
        let block = pick(&fitting, random)?;
        let successors = editor.successors(block);
        let result = editor.merge_into_predecessor(block);
        if let Ok(into) = result {
            let expected: Vec<_> =
                successors.into_iter().map(|to| if to == block { into } else { to }).collect();
            assert_eq!(editor.successors(into), expected);
        }
        Some(result.map(drop))
    })
}

fn remove_block(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let loose: Vec<_> =
            editor.blocks().skip(1).filter(|block| editor.predecessors(*block).is_empty()).collect();
        let block = match random.below(4) {
            0 => any_block(editor, random)?,
            _ => pick(&loose, random)?,
        };
        Some(editor.remove_block(block))
    })
}

fn remove_unreachable_blocks(module: &mut Module, random: &mut Random) -> Outcome {
    if random.below(3) > 0 {
        return None;
    }
    session(module, random, |editor, _| {
        let (before, count) = (editor.blocks().count(), editor.remove_unreachable_blocks());
        assert_eq!(editor.blocks().count() + count, before);
        Some(Ok(())).filter(|_| count > 0)
    })
}

fn add_phi(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let block = any_block(editor, random)?;
        if editor.entry() == Some(block) {
            return None;
        }
        let i32 = editor.module().types.int(32);
        let value = value_of(editor, i32, random)?;
        let incoming: Vec<_> = editor.predecessors(block).into_iter().map(|from| (from, value)).collect();
        let result = editor.add_phi(block, i32, &incoming);
        if let Ok(phi) = result {
            assert_eq!(editor.incoming(phi).len(), incoming.len());
        }
        Some(result.map(drop))
    })
}

fn add_phis(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let block = any_block(editor, random)?;
        let i32 = editor.module().types.int(32);
        let value = value_of(editor, i32, random)?;
        let incoming: HashMap<_, _> =
            editor.predecessors(block).into_iter().map(|from| (from, value)).collect();
        if editor.entry() == Some(block) || incoming.is_empty() {
            return None;
        }
        let phis = editor.add_phis(block, &[i32; 3]).unwrap();
        assert!(phis.iter().eq(editor.phis(block).collect::<Vec<_>>().iter().rev().take(3).rev()));
        for phi in &phis[1..] {
            editor.fill_phi(*phi, &incoming).unwrap();
            assert!(editor.incoming(*phi).iter().all(|(_, incoming)| *incoming == value));
        }
        Some(Ok(()))
    })
}

/// Puts a block on an edge, and takes out what only leads on.
fn skip_blocks(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let from = any_block(editor, random)?;
        let edges = editor.successors(from).len();
        if edges == 0 {
            return None;
        }
        let new = editor.split_edge(from, random.below(edges)).unwrap();
        let target = editor.successors(new)[0];
        let only_leads_on = |block: &BlockId| editor.successors(*block) == [target];
        let blocks: Vec<_> = editor.blocks().filter(only_leads_on).collect();
        let phis: Vec<_> = editor.phis(target).collect();
        let skipped = editor.skip_blocks(target, &blocks).unwrap();
        for phi in phis {
            let mut entries: Vec<_> = editor.incoming(phi).into_iter().map(|(from, _)| from).collect();
            let mut edges = editor.predecessors(target);
            entries.sort();
            edges.sort();
            assert_eq!(entries, edges);
        }
        assert!(editor.blocks().all(|block| !skipped.contains(&block)));
        (!skipped.is_empty()).then_some(Ok(()))
    })
}

fn set_incoming(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let phi = any_phi(editor, random)?;
        let (from, _) = pick(&editor.incoming(phi), random)?;
        let ty = editor.instruction(phi)?.ty;
        let value = value_of(editor, ty, random)?;
        Some(editor.set_incoming(phi, from, value))
    })
}

fn fold_phi(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let phi = any_phi(editor, random)?;
        editor.fold_phi(phi).unwrap().map(|_| Ok(()))
    })
}

fn attributes(module: &mut Module, random: &mut Random) -> Outcome {
    let all: Vec<_> =
        module.globals.iter().filter(|(_, global)| global.function().is_some()).map(|(id, _)| id).collect();
    let function = pick(&all, random)?;
    let attribute = Attribute::Text("some".into(), "thing".into());
    let count = |module: &Module| {
        let list = module.globals[function].function().unwrap().attributes;
        let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
        let all = groups.iter().flat_map(|group| module.attributes.group(*group).unwrap().attributes.iter());
        all.filter(|known| **known == attribute).count()
    };
    module.add_function_attribute(function, Slot::Function, attribute.clone()).unwrap();
    assert_eq!(count(module), 1);
    if random.below(2) == 0 {
        module.remove_function_attributes(function, Slot::Function, |known| *known == attribute).unwrap();
        assert_eq!(count(module), 0);
    }
    Some(Ok(()))
}

fn call_attributes(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let all = editor.all_instructions();
        let calls: Vec<_> =
            all.into_iter().filter(|id| matches!(editor.op(*id), Some(Op::Call { .. }))).collect();
        let call = pick(&calls, random)?;
        let attribute = Attribute::Flag(AttributeKind::NoUnwind);
        editor.add_call_attribute(call, Slot::Function, attribute.clone()).unwrap();
        if random.below(2) == 0 {
            editor.remove_call_attributes(call, Slot::Function, |known| *known == attribute).unwrap();
        }
        Some(Ok(())).filter(|_| editor.changed() > Changed::Nothing)
    })
}

/// Only of floats, which no constant has to be for what it says.
fn replace_in_module(module: &mut Module, random: &mut Random) -> Outcome {
    let floats = |module: &Module, ty| matches!(module.types.get(ty), Some(Type::Float));
    let constants = module.constants.iter().filter(|(_, constant)| floats(module, constant.ty));
    let old = pick(&constants.map(|(id, _)| id).collect::<Vec<_>>(), random)?;
    let new = module.float(random.below(100) as f32);
    if Value::from(old) == new {
        return None;
    }
    let result = module.replace_all_uses(old.into(), new);
    Some(result.map(drop).map_err(|error| error.to_string()))
}

fn remove_unused_globals(module: &mut Module, random: &mut Random) -> Outcome {
    if random.below(4) > 0 {
        return None;
    }
    let main = function(module, random)?;
    let names =
        |module: &Module| module.globals.values().map(|global| global.name.clone()).collect::<Vec<_>>();
    let kept = module.globals[main].name.clone();
    let before = names(module);
    let count = module.remove_unused_globals(|id| id != main);
    assert_eq!(before.len() - count, module.globals.len());
    assert!(names(module).contains(&kept));
    Some(Ok(())).filter(|_| count > 0)
}

/// Brings a function from a copy of the module under another name, and everything else as it comes.
fn import(module: &mut Module, random: &mut Random) -> Outcome {
    if module.globals.len() > 60 {
        return None;
    }
    let mut other = module.clone();
    let function = function(&other, random)?;
    let number = random.below(1000);
    other.globals[function].name = format!("imported{number}").into();
    let mut importer = Importer::new(&other);
    let result = importer.define(module, function);
    if let Ok(partner) = result {
        assert!(module.globals[partner].body().is_some());
    }
    Some(result.map(drop).map_err(|error| error.to_string()))
}

fn compacted(module: &mut Module, random: &mut Random) -> Outcome {
    if random.below(4) > 0 {
        return None;
    }
    let compacted = compaction::compacted(module).unwrap().module;
    let difference = module.difference(&compacted);
    assert!(difference.is_none(), "{difference:?}");
    *module = compacted;
    Some(Ok(()))
}
