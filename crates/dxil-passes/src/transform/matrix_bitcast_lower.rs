//! Memory that is accessed as several types of the same scalars becomes an array of these. DXC's pass of this name
//! does the same for matrices: libraries pass them as structures of rows, `{ [3 x <3 x float>] }`, access them as
//! one vector, `<9 x float>`, or several as one array, `[18 x float]`, and cast pointers between these, which no
//! shader may.
//!
//! Needs: calls are inlined ([`Fact::Inlined`]), so that caller and callee of a matrix are in one function.
//!
//! Holds then: no pointer to memory on the stack, or to a member of it, is cast to a pointer to another type of the
//! same scalars, if loads and stores that are neither volatile nor atomic are the only users of that member. Modern IR
//! has no such casts.
//!
//! - Only the smallest aggregate that covers all accesses through a cast becomes an array (`regions`); other members
//!   of the same `alloca` keep their types, and their addresses may have any users.
//! - Vectors, matrices and structures that a load or store names are built and scalarized; `sroa` and
//!   [`mem2reg`](super::mem2reg) promote the array.
//! - `llvm.memcpy` and the like of whole objects are loads and stores first, as in `sroa`.
//! - A load or store of more than [`PARTS`](crate::limits::PARTS) scalars keeps its memory as it is.

mod places;
mod regions;
mod rewrite;
mod scalars;
mod values;

use dxil_ir::TypeId;
use dxil_ir::edit::Editor;

use super::{memory, sroa};
use crate::budget::Budget;
use crate::error::Result;
use crate::limits::{SPLIT_FACTOR, SPLIT_FREE};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};
use places::Views;
use scalars::Scalars;

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "matrix_bitcast_lower",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[Fact::Inlined],
        ensures: &[Ensured { fact: Fact::NoMatrixCasts, check: Check::Function(violation) }],
        invalidates: &[Fact::Split, Fact::Promoted, Fact::Folded, Fact::SimpleFlow, Fact::NoDeadInstructions],
    }
}

/// Replaces memory that is accessed as several types by memory with arrays of scalars; counts `alloca`s, and copies
/// that became loads and stores.
///
/// # Errors
///
/// More loads and stores than the limit ([`SPLIT_FREE`]); earlier changes stay.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    if !all.iter().any(|id| memory::allocated_type(editor, *id).is_some()) {
        return Ok(done);
    }
    done = done.and(sroa::rewrite_copies(editor, &all)?);
    let mut budget =
        Budget::of((PASS.name, "loads and stores"), (SPLIT_FREE, SPLIT_FACTOR), steps(all.len()));
    let mut scalars = Scalars::default();
    for id in all {
        if let Some(views) = Views::of(editor, &mut scalars, id) {
            done.steps = done.steps.saturating_add(views.steps());
            views.replace(editor, &mut scalars, &mut budget)?;
            done.count += 1;
        }
    }
    done.steps = done.steps.saturating_add(budget.spent);
    Ok(done)
}

/// Memory that is accessed as several types and has to stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Obstacle {
    /// The type of the memory.
    pub ty: TypeId,
    /// The reason: a clause without a full stop.
    pub why: &'static str,
}

/// The first memory of a function that the pass has to leave as it is although it is accessed as several types.
pub fn obstacle(editor: &Editor<'_>) -> Option<Obstacle> {
    let mut scalars = Scalars::default();
    editor.all_instructions().into_iter().find_map(|id| {
        let why = Views::find(editor, &mut scalars, id)?.err()?;
        Some(Obstacle { ty: memory::allocated_type(editor, id)?, why })
    })
}

/// Memory that is accessed through casts to other types of the same scalars.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let mut scalars = Scalars::default();
    let all = editor.all_instructions();
    let found = all.into_iter().find(|id| Views::of(editor, &mut scalars, *id).is_some());
    found.map(|id| format!("memory {id} is accessed with different types"))
}
