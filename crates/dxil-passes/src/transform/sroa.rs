//! Memory on the stack of structures, arrays and vectors is split into memory of what is read and written of them:
//! scalars where all indices are known, else one array for each scalar of an element. LLVM's `sroa` with HLSL's twist:
//! DXIL has no vectors and no arrays of arrays.
//!
//! Needs: calls are inlined ([`Fact::Inlined`]), for memory whose address is passed on stays as it is; constants are
//! folded.
//!
//! Holds then: no memory could be split. That is memory of which only parts are read and written, by loads and stores
//! that are neither volatile nor atomic, at addresses that are computed from its own by `getelementptr`, by casts to
//! what lies there, and in modern IR by offsets in bytes.
//!
//! - Copies and fillings of whole objects (`llvm.memcpy`, `llvm.memmove`, `llvm.memset` with zero) are loads and stores
//!   first.
//! - What is read or written whole although parts of it are too, is taken apart and put together.
//! - What is only read and written whole stays so, handles and resources among it; [`mem2reg`](super::mem2reg) makes
//!   values of it.
//! - Arrays in arrays become one array.
//! - An array whose length would give too much memory ([`PARTS`](crate::limits::PARTS)) is kept although all indices
//!   are known.

mod accesses;
mod copies;
mod shape;
mod split;

use dxil_ir::InstructionId;
use dxil_ir::edit::Editor;

use super::memory;
use crate::budget::Budget;
use crate::error::Result;
use crate::limits::{SPLIT_FACTOR, SPLIT_FREE};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};
use accesses::Accesses;
use split::Splitter;

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "sroa",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[Fact::Inlined, Fact::Folded],
        ensures: &[Ensured { fact: Fact::Split, check: Check::Function(violation) }],
        invalidates: &[Fact::Promoted, Fact::Folded, Fact::SimpleFlow, Fact::NoDeadInstructions],
    }
}

/// Splits memory; counts `alloca`s that were split and copies that became loads and stores.
///
/// # Errors
///
/// More instructions than there may be ([`SPLIT_FREE`]); what was split before is.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    let mut memories: Vec<InstructionId> =
        all.iter().copied().filter(|id| memory::allocated_type(editor, *id).is_some()).collect();
    if memories.is_empty() {
        return Ok(done);
    }
    let budget = Budget::of((PASS.name, "loads and stores"), (SPLIT_FREE, SPLIT_FACTOR), done.steps);
    let mut splitter = Splitter::new(editor, budget);
    for id in all {
        done.count += u64::from(copies::rewrite(&mut splitter, id)?);
    }
    // What an array was split into may be one of which all indices are known.
    memories.reverse();
    while let Some(memory) = memories.pop() {
        if let Some(accesses) = Accesses::of(splitter.editor, memory) {
            done.steps += steps(accesses.all.len());
            memories.extend(splitter.split(memory, &accesses)?);
            done.count += 1;
        }
    }
    done.steps = done.steps.saturating_add(splitter.budget.spent);
    Ok(done)
}

/// Replaces copies and fillings of whole objects by loads and stores; counts them.
///
/// # Errors
///
/// More instructions than the limit ([`SPLIT_FREE`]); earlier changes stay.
pub(super) fn rewrite_copies(editor: &mut Editor<'_>, all: &[InstructionId]) -> Result<Done> {
    let budget = Budget::of((PASS.name, "loads and stores"), (SPLIT_FREE, SPLIT_FACTOR), steps(all.len()));
    let mut splitter = Splitter::new(editor, budget);
    let mut done = Done::default();
    for id in all {
        done.count += u64::from(copies::rewrite(&mut splitter, *id)?);
    }
    done.steps = splitter.budget.spent;
    Ok(done)
}

/// Memory that could be split.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    if let Some(copy) = all.iter().find(|id| copies::is_rewritten(editor, **id)) {
        return Some(format!("memory copy {copy} can be expanded into loads and stores"));
    }
    let split = all.into_iter().find(|id| Accesses::of(editor, *id).is_some());
    split.map(|memory| format!("alloca {memory} can be split by members"))
}
