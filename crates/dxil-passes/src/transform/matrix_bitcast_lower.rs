//! `matrix_bitcast_lower`: replaces an alloca that is accessed through bitcasts as several aggregates of the same
//! scalars by an array of these scalars. DXC's pass of this name does the same for matrices: libraries pass a matrix as
//! a structure of rows, `{ [3 x <3 x float>] }`, access it as one vector, `<9 x float>`, or several matrices as one
//! array, `[18 x float]`, and bitcast pointers between these types. Bitcasts of this kind are not valid in a shader.
//!
//! Precondition: calls are inlined ([`Fact::Inlined`]), so that one function contains all accesses to a matrix.
//!
//! Postcondition: no pointer to an alloca, or to a part of an alloca, is bitcast to a pointer to another aggregate of
//! the same scalars, except for allocas that the pass cannot replace ([`Obstacle`]).
//!
//! The pass cannot replace an alloca if the part has users other than loads and stores (a call, a phi, a select), if a
//! load or store is volatile or atomic, or if it exceeds the alloca or accesses more than
//! [`PARTS`](crate::limits::PARTS) scalars. Modern LLVM IR has opaque pointers and therefore no such bitcasts.
//!
//! - Only the smallest aggregate that covers all accesses through a bitcast becomes an array (`regions`). Other members
//!   of the same alloca keep their types, and their addresses may have any users.
//! - A load of a vector, matrix or structure becomes loads of scalars from which the pass builds the value; a store is
//!   scalarized. Afterwards `sroa` and [`mem2reg`](super::mem2reg) promote the array.
//! - `llvm.memcpy`, `llvm.memmove` and `llvm.memset` calls of whole objects are first expanded to loads and stores, as
//!   in `sroa`.

mod regions;
mod rewrite;
mod scalars;
mod values;
mod views;

use dxil_ir::TypeId;
use dxil_ir::edit::Editor;

use super::{memory, sroa};
use crate::budget::Budget;
use crate::error::Result;
use crate::limits::{SPLIT_FACTOR, SPLIT_FREE};
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};
use scalars::Scalars;
use views::Views;

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

/// Replaces allocas that are accessed as several types by allocas with arrays of scalars. Counts replaced allocas, and
/// copies that were expanded to loads and stores.
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

/// An alloca that is accessed as several types but that the pass cannot replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Obstacle {
    /// The allocated type.
    pub ty: TypeId,
    /// The reason: a clause without a full stop.
    pub why: &'static str,
}

/// Returns the first alloca of a function that is accessed as several types but that the pass cannot replace.
pub fn obstacle(editor: &Editor<'_>) -> Option<Obstacle> {
    let mut scalars = Scalars::default();
    editor.all_instructions().into_iter().find_map(|id| {
        let why = Views::find(editor, &mut scalars, id)?.err()?;
        Some(Obstacle { ty: memory::allocated_type(editor, id)?, why })
    })
}

/// Describes an alloca that the pass can replace, if the function has one.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let mut scalars = Scalars::default();
    let all = editor.all_instructions();
    let found = all.into_iter().find(|id| Views::of(editor, &mut scalars, *id).is_some());
    found.map(|id| format!("memory {id} is accessed with different types"))
}
