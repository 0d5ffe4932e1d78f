//! A session over a random function, and random picks in it. Separate because all steps begin with one.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Changed, EditError, Editor};
use dxil_ir::{BlockId, GlobalId, InstructionId, Module, Type, TypeId, Value};

use crate::random::Random;

/// The result of a step; `None` if the module has nothing to apply it to.
pub(super) type Outcome = Option<Result<(), String>>;

/// A random function with a body.
pub(super) fn function(module: &Module, random: &mut Random) -> Option<GlobalId> {
    let all: Vec<_> = module.bodies().map(|(id, ..)| id).collect();
    pick(&all, random)
}

pub(super) fn pick<T: Copy>(all: &[T], random: &mut Random) -> Option<T> {
    all.get(random.below(all.len())).copied()
}

/// Runs an edit in a session over a random function, then checks the session's lists. A rejected edit changes nothing.
pub(super) fn session(
    module: &mut Module,
    random: &mut Random,
    edit: impl FnOnce(&mut Editor<'_>, &mut Random) -> Option<Result<(), EditError>>,
) -> Outcome {
    let function = function(module, random)?;
    let mut editor = Editor::new(module, function).expect("the module is valid");
    let outcome = edit(&mut editor, random);
    editor.check().expect("the lists are right");
    let changed = editor.finish();
    if !matches!(outcome, Some(Ok(()))) {
        assert_eq!(changed, Changed::Nothing, "{outcome:?}");
    }
    Some(outcome?.map_err(|error| error.to_string()))
}

pub(super) fn any_instruction(editor: &Editor<'_>, random: &mut Random) -> Option<InstructionId> {
    pick(&editor.all_instructions(), random)
}

pub(super) fn any_block(editor: &Editor<'_>, random: &mut Random) -> Option<BlockId> {
    pick(&editor.blocks().collect::<Vec<_>>(), random)
}

pub(super) fn any_phi(editor: &Editor<'_>, random: &mut Random) -> Option<InstructionId> {
    let phis: Vec<_> = editor.blocks().flat_map(|block| editor.phis(block)).collect();
    pick(&phis, random)
}

/// Returns true if the type has a null value.
pub(super) fn is_plain(module: &Module, ty: TypeId) -> bool {
    !matches!(
        module.types.get(ty),
        None | Some(Type::Void | Type::Metadata | Type::Label | Type::Token | Type::Function { .. })
    )
}

/// A value that dominates every use: an argument or a constant.
pub(super) fn value_of(editor: &mut Editor<'_>, ty: TypeId, random: &mut Random) -> Option<Value> {
    if !is_plain(editor.module(), ty) {
        return None;
    }
    let argument = editor.argument(random.below(4) as u32);
    if editor.type_of(argument) == Ok(ty) {
        return Some(argument);
    }
    let is_integer = editor.module().types.get(ty) == Some(&Type::Integer(32));
    Some(match random.below(2) {
        0 if is_integer => editor.int(ty, random.below(100) as i64),
        1 => editor.module().null(ty),
        _ => editor.undef(ty),
    })
}
