//! `handle-phis`: replaces phis and selects of handles, which DXIL does not have.
//!
//! Unoptimized code stores handles in variables, and promotion of these variables creates phis. Optimizers also create
//! phis and selects of handles that are operands of calls.
//!
//! If all handles of a phi web belong to one resource range, the pass builds a web of indices and creates the handle
//! from the index. Otherwise `resource_select_dispatch` branches to a copy of each access for each source.
//!
//! Precondition: calls are inlined, and no handle is stored in memory.
//!
//! Postcondition: no phi or select has a handle type.

use dxil::ops::is_handle_type;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Instruction, InstructionId, Module};
use hashbrown::HashSet;

use crate::error::{Result, invalid};
use crate::lower::checks;
use crate::lower::control_flow::expand_by_index::GrowthBudget;
use crate::lower::control_flow::phi_web::{PhiWeb, is_phi};
use crate::lower::handles::handle_sources::{Range, Source, build_indices, collect, is_join};
use crate::lower::handles::resource_select_dispatch;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_joined = |instruction: &Instruction| is_join(&state.module, instruction);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_joined)) {
        return Ok(());
    }
    state.each_function(|editor, intrinsics| {
        let mut budget = GrowthBudget::of(editor);
        while replace_webs(editor, intrinsics, &mut budget)? {}
        Ok(())
    })
}

/// Replaces each phi web of handles. Returns true if this created webs of the handles from which the joined handles
/// were created.
fn replace_webs(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    budget: &mut GrowthBudget,
) -> Result<bool> {
    let is_joined = |id: &InstructionId| {
        editor.instruction(*id).is_some_and(|instruction| is_join(editor.context(), instruction))
    };
    let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_joined).collect();
    let mut known: HashSet<InstructionId> = HashSet::new();
    let mut representatives = Vec::new();
    for join in joins {
        if !known.contains(&join) {
            known.extend(collect(editor, join)?.joins);
            representatives.push(join);
        }
    }
    let mut has_created_webs = false;
    // A web may join handles that are created from a handle of an earlier web, and must be replaced before that web.
    for join in representatives.into_iter().rev() {
        let web = collect(editor, join)?;
        match &web.sources[..] {
            // All operands are undef or poison.
            [] => continue,
            [Source::Range(range)] => replace_by_index(editor, intrinsics, &web, range)?,
            _ => resource_select_dispatch::replace(editor, intrinsics, budget, &web)?,
        }
        has_created_webs |= web.sources.iter().any(
            |source| matches!(source, Source::Range(range) if is_handle_type(editor.context(), range.index_type)),
        );
    }
    Ok(has_created_webs)
}

/// Replaces a web of handles of one range by a web of indices, and creates a handle from the index of each join.
fn replace_by_index(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    web: &PhiWeb<Source>,
    range: &Range,
) -> Result<()> {
    let indices = build_indices(editor, web, 0, range)?;
    for id in web.joins.iter().copied() {
        let Some([index]) = indices.get(&id).copied() else { continue };
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        let after_phis = editor.instructions(block).find(|other| !is_phi(editor, *other));
        let position = if is_phi(editor, id) { after_phis.unwrap_or(id) } else { id };
        editor.go_to(Position::Before(position)).map_err(invalid)?;
        let handle = range.create_handle(editor, intrinsics, index, id)?;
        editor.replace_and_erase(id, handle).map_err(invalid)?;
    }
    Ok(())
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "a phi or select of handles", |module, _, instruction| is_join(module, instruction))
}
