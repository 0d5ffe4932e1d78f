//! Edits that copy: blocks, functions, and the bodies of callees that are inlined.

use std::collections::HashMap;

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Copies, EditError, Editor, Position};
use dxil_ir::instruction::TailCall;
use dxil_ir::{
    AttributeKind, Dialect, InstructionId, MetadataId, Module, Op, Type, Value, ValueKind, verify,
};

use super::own_metadata::{attach_own, shares_nothing};
use super::session::{Outcome, any_block, function, pick, session, value_of};
use crate::random::Random;

pub(super) fn copy_blocks(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let blocks: Vec<_> = editor.blocks().filter(|_| random.below(2) == 0).collect();
        let mut copies = Copies::default();
        editor.copy_blocks(&blocks, &mut copies, None).unwrap();
        for block in &blocks {
            let copy = copies.block(*block).unwrap();
            assert_eq!(editor.instructions(*block).count(), editor.instructions(copy).count());
            for id in editor.instructions(*block) {
                assert_eq!(editor.block_of(copies.instruction(id).unwrap()), Some(copy));
            }
        }
        Some(Ok(())).filter(|_| !blocks.is_empty())
    })
}

pub(super) fn copy_function(module: &mut Module, random: &mut Random) -> Outcome {
    if module.globals.len() > 60 {
        return None;
    }
    let function = function(module, random)?;
    let name = format!("copy{}", random.below(1000));
    let result = module.copy_function(function, name.as_str().into());
    if let Ok(copy) = result {
        let [old, new] =
            [function, copy].map(|id| module.globals[id].body().map(|body| &*body.attachments).unwrap());
        let ids = module.metadata_kinds.iter().position(|name| name == "DIAssignID");
        for ((id, kind, node), (of, other, copy)) in old.iter().zip(new) {
            assert_eq!((id, kind), (of, other));
            assert!(Some(*kind as usize) != ids || node != copy, "a DIAssignID is shared");
        }
    }
    Some(result.map(drop).map_err(|error| error.to_string()))
}

pub(super) fn inline(module: &mut Module, random: &mut Random) -> Outcome {
    for _ in 0..3 {
        attach_own(module, random);
    }
    session(module, random, |editor, random| {
        let all = editor.all_instructions();
        let calls: Vec<_> = all.into_iter().filter(|id| is_known_call(editor, *id)).collect();
        if calls.is_empty() {
            return call_something(editor, random);
        }
        let call = pick(&calls, random)?;
        Some(inline_call(editor, call))
    })
}

/// Inlines a call, and looks at what comes of it.
fn inline_call(editor: &mut Editor<'_>, call: InstructionId) -> Result<(), EditError> {
    let attached = attached_to_callee(editor, call);
    let has_location = editor.location(call).is_some();
    let inlined = editor.inline(call)?;
    let node_of = |id: InstructionId, kind: u32| {
        let copy = inlined.copies.instruction(id)?;
        editor.attachments(copy).find(|(of, _)| *of == kind).map(|(_, node)| node)
    };
    let copied: HashMap<_, _> =
        attached.iter().filter_map(|(id, kind, _)| Some(((*id, *kind), node_of(*id, *kind)?))).collect();
    let copied = |id: InstructionId, kind: u32| copied.get(&(id, kind)).copied();
    shares_nothing(editor.module(), &attached, copied, has_location);
    assert!(editor.instruction(call).is_none());
    assert!(inlined.calls.iter().all(|call| matches!(editor.op(*call), Some(Op::Call { .. }))));
    Ok(())
}

/// The metadata that instructions of a callee have.
fn attached_to_callee(editor: &mut Editor<'_>, call: InstructionId) -> Vec<(InstructionId, u32, MetadataId)> {
    let Some(Op::Call { callee, .. }) = editor.op(call) else { return Vec::new() };
    let ValueKind::Global(callee) = callee.kind() else { return Vec::new() };
    editor.module().globals[callee].body().map(|body| body.attachments.clone()).unwrap_or_default()
}

/// Whether an instruction calls a function that is defined.
pub fn is_known_call(editor: &mut Editor<'_>, id: InstructionId) -> bool {
    let Some(Op::Call { callee, .. }) = editor.op(id) else { return false };
    let ValueKind::Global(callee) = callee.kind() else { return false };
    editor.module().globals[callee].body().is_some()
}

/// Adds a call of some function that is defined, so that there is one to be inlined.
fn call_something(editor: &mut Editor<'_>, random: &mut Random) -> Option<Result<(), EditError>> {
    let own = editor.function();
    let others: Vec<_> = editor.module().bodies().map(|(id, ..)| id).filter(|id| *id != own).collect();
    let callee = pick(&others, random)?;
    // The call is built with the first calling convention.
    if editor.module().globals[callee].function()?.calling_convention != 0 {
        return None;
    }
    let ty = editor.module().globals[callee].value_type;
    let parameters: Vec<_> = (1..).map_while(|index| editor.module().types.part(ty, index)).collect();
    let arguments: Option<Vec<_>> = parameters.into_iter().map(|ty| value_of(editor, ty, random)).collect();
    let block = any_block(editor, random)?;
    editor.go_to(Position::Start(block)).unwrap();
    let arguments = arguments?;
    let call = editor.call(callee, &arguments).unwrap();
    let ValueKind::Instruction(call) = call.kind() else { panic!() };
    let is_pointer = |editor: &mut Editor<'_>, value: Value| {
        let ty = editor.type_of(value).ok();
        ty.is_some_and(|ty| matches!(editor.module().types.get(ty), Some(Type::Pointer(..))))
    };
    let location = editor.all_instructions().into_iter().find_map(|id| editor.location(id));
    editor.set_location_of(call, location).unwrap();
    let pointer = (0..).zip(&arguments).find(|(_, value)| is_pointer(editor, **value));
    if let Some((index, _)) = pointer {
        let i32 = editor.module().types.int(32);
        let by_value = match editor.module().dialect {
            Dialect::Dxil37 => Attribute::Flag(AttributeKind::ByVal),
            Dialect::Modern => Attribute::Type(AttributeKind::ByVal, i32),
        };
        let slot = Slot::Parameter(index);
        editor.add_call_attribute(call, slot, by_value.clone()).unwrap();
        assert!(matches!(editor.inline(call), Err(EditError::Inline { .. } | EditError::Malformed { .. })));
        editor.remove_call_attributes(call, slot, |known| *known == by_value).unwrap();
    }
    // One that cannot be inlined, such as of a function with another calling convention, stays: it was built.
    let _ = inline_call(editor, call);
    Some(Ok(()))
}

/// Lets a function return what it gives when called again, in its own place; not an edit, but something for edits to
/// meet.
pub(super) fn make_must_tail_call(module: &mut Module, random: &mut Random) -> Outcome {
    if random.below(3) > 0 {
        return None;
    }
    let function = function(module, random)?;
    let mut other = module.clone();
    let ty = other.globals[function].value_type;
    let parameters = (1..).map_while(|index| other.types.part(ty, index)).count();
    let attributes = other.globals[function].function()?.attributes;
    let mut editor = Editor::new(&mut other, function).unwrap();
    let returning: Vec<_> = editor.blocks().filter_map(|block| editor.terminator(block)).collect();
    let returning = returning.into_iter().filter(|id| matches!(editor.op(*id), Some(Op::Return(_))));
    let ret = pick(&returning.collect::<Vec<_>>(), random)?;
    editor.go_to(Position::Before(ret)).unwrap();
    let arguments: Vec<_> = (0..parameters).map(|index| editor.argument(index as u32)).collect();
    let given = editor.call(function, &arguments).ok()?;
    let ValueKind::Instruction(call) = given.kind() else { panic!() };
    // It stands behind another such call then.
    if editor.next(call) != Some(ret) {
        return None;
    }
    editor.set_call_attributes(call, attributes).unwrap();
    if !editor.operands(ret).is_empty() {
        editor.set_operand(ret, 0, given).unwrap();
    }
    drop(editor);
    let op = &mut other.globals[function].body_mut()?.instructions[call].op;
    let Op::Call { tail, .. } = op else { panic!() };
    *tail = TailCall::MustTail;
    // Functions that cannot be called so are left alone.
    if !verify(&other).findings.is_empty() {
        return None;
    }
    *module = other;
    Some(Ok(()))
}
