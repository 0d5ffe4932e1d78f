//! Dead instructions go: those that give a value which nothing with an effect depends on, phis that only use each other
//! among them. LLVM's `adce`, but that blocks and branches stay.
//!
//! Needs: nothing.
//!
//! Holds then: no instruction is dead.
//!
//! Calls of operations have the effects that the table of operations says, whatever attributes their functions were
//! declared with: what reads at most, as a texture, goes where nothing uses it. Calls that speak of variables of the
//! source stay, and say of what is gone that it is.

use bstr::ByteSlice as _;
use dxil::ops::{FUNCTION_PREFIX, Operation};
use dxil_ir::edit::{Editor, has_side_effects};
use dxil_ir::{AttributeKind, Module, Op, ValueKind};

use crate::error::Result;
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};

/// The pass in a list.
pub const PASS: Pass = pass();

/// The pass as a row of any list.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "dce",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[],
        ensures: &[Ensured { fact: Fact::NoDeadInstructions, check: Check::Function(violation) }],
        // A deleted instruction may have been the only obstacle to a promotion, the last call of a function, or the
        // last instruction of a block.
        invalidates: &[
            Fact::NoStatics,
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Promoted,
            Fact::SimpleFlow,
            Fact::NoDeadGlobals,
        ],
    }
}

/// Takes out dead instructions; counts them.
///
/// # Errors
///
/// None.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let before = editor.all_instructions().len();
    let count = editor.remove_dead_instructions_but(has_effects);
    Ok(Done { count: steps(count), steps: steps(before), ..Done::default() })
}

/// An instruction that is dead.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let dead = editor.dead_instructions(has_effects);
    dead.first().map(|id| format!("{id} is dead"))
}

/// Whether an instruction does more than give a value.
pub fn has_effects(module: &Module, op: &Op) -> bool {
    has_side_effects(module, op) && !is_reading_operation(module, op)
}

/// Whether an instruction calls the function of operations that all read at most.
fn is_reading_operation(module: &Module, op: &Op) -> bool {
    let Op::Call { callee, .. } = op else { return false };
    let ValueKind::Global(callee) = callee.kind() else { return false };
    let global = module.globals.get(callee).filter(|global| global.body().is_none());
    let name = global.map(|global| global.name.as_bstr());
    let Some(name) = name.filter(|name| name.starts_with(FUNCTION_PREFIX.as_bytes())) else { return false };
    let mut operations = Operation::of_function(name).peekable();
    operations.peek().is_some() && operations.all(reads_at_most)
}

fn reads_at_most(operation: &Operation) -> bool {
    let has = |kind| operation.attributes.contains(&kind);
    has(AttributeKind::NoUnwind) && (has(AttributeKind::ReadNone) || has(AttributeKind::ReadOnly))
}
