//! Runs function passes in an editing session. Separate from the runner because a module pass runs function passes,
//! too.

use dxil_ir::edit::{Changed, Editor};
use dxil_ir::{GlobalId, Module};

use super::{Done, FunctionPass};
use crate::error::{Result, frame, invalid};

/// Runs a pass over one function.
///
/// # Errors
///
/// The errors of the pass; `function` is not a function with a well-formed body.
pub fn run_on(module: &mut Module, function: GlobalId, pass: FunctionPass) -> Result<Done> {
    in_session(module, function, |editor| run_in(editor, pass))
}

/// Runs a pass in an open session.
pub(super) fn run_in(editor: &mut Editor<'_>, pass: FunctionPass) -> Result<Done> {
    let before = editor.changed();
    let done = pass(editor)?;
    debug_assert!(done.count > 0 || editor.changed() == before, "a pass counts what it changes");
    Ok(Done { changed: if done.count > 0 { editor.changed() } else { Changed::Nothing }, ..done })
}

/// Runs `work` in a session over a function. Errors name the function.
pub(super) fn in_session<T>(
    module: &mut Module,
    function: GlobalId,
    work: impl FnOnce(&mut Editor<'_>) -> Result<T>,
) -> Result<T> {
    let place = frame(module, function);
    let mut editor = Editor::new(module, function).map_err(|error| invalid(error).within(place.clone()))?;
    let result = work(&mut editor);
    drop(editor);
    result.map_err(|error| error.within(place))
}
