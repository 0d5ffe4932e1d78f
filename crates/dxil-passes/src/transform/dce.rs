//! `dce`: removes dead instructions: instructions on which no instruction with side effects depends. Like LLVM's
//! `adce`, the pass removes cycles of phis that only use each other, but it keeps all blocks and branches.
//!
//! Precondition: none.
//!
//! Postcondition: no instruction is dead.
//!
//! Calls of DXIL operations (`dx.op.*`) have the side effects that the operation table specifies, independent of the
//! attributes of their declaration: the pass removes an unused texture load. Calls of `llvm.dbg.*` remain; their
//! operands that refer to deleted instructions become `!{}`, which marks a location as unavailable in LLVM 3.7 IR.

use bstr::ByteSlice as _;
use dxil::ops::{FUNCTION_PREFIX, Operation};
use dxil_ir::edit::{Editor, has_side_effects};
use dxil_ir::{AttributeKind, Module, Op, ValueKind};

use crate::error::Result;
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, steps};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
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

/// Removes dead instructions and counts them.
///
/// # Errors
///
/// None; the signature is the signature of all function passes.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let before = editor.all_instructions().len();
    let count = editor.remove_dead_instructions_but(has_effects);
    Ok(Done { count: steps(count), steps: steps(before), ..Done::default() })
}

/// Describes a dead instruction, if the function has one.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let dead = editor.dead_instructions(has_effects);
    dead.first().map(|id| format!("{id} is dead"))
}

/// Returns true if an instruction has side effects. A DXIL operation that only reads memory or resources has none.
pub fn has_effects(module: &Module, op: &Op) -> bool {
    has_side_effects(module, op) && !is_reading_operation(module, op)
}

/// Returns true if an instruction calls a `dx.op.*` function and all operations of this function are read-only.
fn is_reading_operation(module: &Module, op: &Op) -> bool {
    let Op::Call { callee, .. } = op else { return false };
    let ValueKind::Global(callee) = callee.kind() else { return false };
    let global = module.globals.get(callee).filter(|global| global.body().is_none());
    let name = global.map(|global| global.name.as_bstr());
    let Some(name) = name.filter(|name| name.starts_with(FUNCTION_PREFIX.as_bytes())) else { return false };
    let mut operations = Operation::of_function(name).peekable();
    operations.peek().is_some() && operations.all(is_read_only)
}

fn is_read_only(operation: &Operation) -> bool {
    let has = |kind| operation.attributes.contains(&kind);
    has(AttributeKind::NoUnwind) && (has(AttributeKind::ReadNone) || has(AttributeKind::ReadOnly))
}
