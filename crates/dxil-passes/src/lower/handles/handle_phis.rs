//! `dxil-joined-handles`: of resources of one range, the index is chosen and not the handle, which can be no operand of
//! a `phi` or a `select` in DXIL. Unoptimized code keeps handles in variables, which makes such choices, and optimizers
//! make them of handles that operations take, too. Of resources of different ranges it is chosen which one is accessed:
//! [`several_ranges`].
//!
//! Needs: calls are inlined, and memory that could be values is.
//!
//! Holds then: no `phi` and no `select` gives a handle.

use dxil::ops::is_handle_type;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Instruction, InstructionId, Module};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::lower::checks;
use crate::lower::control_flow::expand_by_index::GrowthBudget;
use crate::lower::handles::handle_webs::{Source, Web, choose, is_handle_join, is_join, is_phi};
use crate::lower::handles::ranges::{Range, index_of};
use crate::lower::handles::resource_select_dispatch;
use crate::lower::intrinsics::table::Rows;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_joined = |instruction: &Instruction| is_join(&state.module, instruction);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_joined)) {
        return Ok(());
    }
    let rows = Rows::new();
    state.each_function(|editor, intrinsics| {
        // Of handles that are made of others, those are chosen next.
        let mut room = GrowthBudget::of(editor);
        while replace_all(editor, intrinsics, &rows, &mut room)? {}
        Ok(())
    })
}

/// Replaces all choices that there are; says whether other handles are chosen now.
fn replace_all(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    rows: &Rows,
    room: &mut GrowthBudget,
) -> Result<bool> {
    let is_joined = |id: &InstructionId| is_handle_join(editor, *id);
    let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_joined).collect();
    let mut known: HashSet<InstructionId> = HashSet::new();
    let mut firsts = Vec::new();
    for join in joins {
        if !known.contains(&join) {
            known.extend(Web::of(editor, join)?.joins);
            firsts.push(join);
        }
    }
    let mut is_any_left = false;
    // What is made of one that is chosen may be chosen again, which comes later mostly, and has to be gone before.
    for first in firsts.into_iter().rev() {
        let web = Web::of(editor, first)?;
        match &web.sources[..] {
            // Nothing says which one it is.
            [] => continue,
            [Source::Range(range)] => replace(editor, intrinsics, &web.joins, range)?,
            _ => resource_select_dispatch::replace(editor, intrinsics, (rows, room), &web)?,
        }
        is_any_left |= web.sources.iter().any(
            |source| matches!(source, Source::Range(range) if is_handle_type(editor.context(), range.index_type)),
        );
    }
    Ok(is_any_left)
}

/// Chooses indices in the place of handles, and makes handles of them.
fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    joins: &[InstructionId],
    range: &Range,
) -> Result<()> {
    let indices = choose(editor, joins, range.index_type, |editor, handle| index_of(editor, handle))?;
    for id in joins.iter().copied() {
        let Some(index) = indices.get(&id).copied() else { continue };
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        let behind = editor.instructions(block).find(|other| !is_phi(editor, *other));
        let place = if is_phi(editor, id) { behind.unwrap_or(id) } else { id };
        editor.go_to(Position::Before(place)).map_err(invalid)?;
        let handle = range.handle(editor, intrinsics, index, id)?;
        editor.replace_and_erase(id, handle).map_err(invalid)?;
    }
    Ok(())
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "a phi or select of handles", |module, _, instruction| is_join(module, instruction))
}
