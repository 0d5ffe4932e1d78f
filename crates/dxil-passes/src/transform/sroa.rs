//! `sroa`: splits allocas of structures, arrays and vectors into allocas of the parts that are accessed (scalar
//! replacement of aggregates). If all indices are constants, the parts are scalars; otherwise there is one array for
//! each scalar of an element. Like LLVM's `sroa`, but with splitting of arrays with non-constant indices, because DXIL
//! has no vectors and no arrays of arrays.
//!
//! Precondition: calls are inlined ([`Fact::Inlined`]) and constants are folded ([`Fact::Folded`]); otherwise an alloca
//! whose address is passed to a call remains, and constant indices are not recognized.
//!
//! Postcondition: no alloca can be split, and no `llvm.memcpy`, `llvm.memmove` or `llvm.memset` call can be expanded.
//!
//! An alloca can be split if its users are loads and stores of parts, neither volatile nor atomic, whose addresses are
//! computed by GEPs, by bitcasts to the type of a part at the same offset, and in modern LLVM IR by byte offsets.
//!
//! - Calls of `llvm.memcpy`, `llvm.memmove` and `llvm.memset` with zero that cover a whole object are first expanded to
//!   loads and stores.
//! - If both an aggregate and parts of it are accessed, the accesses to the aggregate are split by `extractvalue` and
//!   `insertvalue`.
//! - A part that is only accessed as a whole, such as a handle, stays whole; [`mem2reg`](super::mem2reg) promotes it.
//! - Nested arrays become one array.
//! - If splitting all arrays would create more than [`PARTS`](crate::limits::PARTS) allocas, arrays remain arrays, even
//!   with constant indices.

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

/// Splits allocas. Counts split allocas, and copies that were expanded to loads and stores.
///
/// # Errors
///
/// More loads and stores than the limit ([`SPLIT_FREE`]); earlier changes stay.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    let mut worklist: Vec<InstructionId> =
        all.iter().copied().filter(|id| memory::allocated_type(editor, *id).is_some()).collect();
    if worklist.is_empty() {
        return Ok(done);
    }
    let budget = Budget::of((PASS.name, "loads and stores"), (SPLIT_FREE, SPLIT_FACTOR), done.steps);
    let mut splitter = Splitter::new(editor, budget);
    for id in all {
        done.count += u64::from(copies::rewrite(&mut splitter, id)?);
    }
    // An array of scalars that results from splitting may have only constant indices, so it can be split again.
    worklist.reverse();
    while let Some(memory) = worklist.pop() {
        if let Some(accesses) = Accesses::of(splitter.editor, memory) {
            done.steps += steps(accesses.all.len());
            worklist.extend(splitter.split(memory, &accesses)?);
            done.count += 1;
        }
    }
    done.steps = done.steps.saturating_add(splitter.budget.spent);
    Ok(done)
}

/// Expands `llvm.memcpy`, `llvm.memmove` and `llvm.memset` calls that cover a whole object to loads and stores, and
/// counts the calls.
///
/// # Errors
///
/// More loads and stores than the limit ([`SPLIT_FREE`]); earlier changes stay.
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

/// Describes a copy that can be expanded or an alloca that can be split, if the function has one.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = editor.all_instructions();
    if let Some(copy) = all.iter().find(|id| copies::is_rewritten(editor, **id)) {
        return Some(format!("memory copy {copy} can be expanded into loads and stores"));
    }
    let split = all.into_iter().find(|id| Accesses::of(editor, *id).is_some());
    split.map(|memory| format!("alloca {memory} can be split by members"))
}
