//! `scalarizer`: replaces vector operations by scalar operations for each lane (arithmetic, comparisons, casts,
//! selects, phis, GEPs, loads, stores), and vectors in memory by arrays. It combines LLVM's `scalarizer` with DXC's
//! replacement of vectors in variables. Shader models up to 6.8 allow vectors only as parameters of library functions.
//!
//! Precondition: calls are inlined ([`Fact::Inlined`]) and allocas are promoted ([`Fact::Promoted`]); otherwise vectors
//! remain as arguments of calls and in memory.
//!
//! Postcondition: only calls, `ret`, aggregates that contain vectors, atomic accesses, accesses of bit vectors,
//! bitcasts that divide lanes unevenly, and the `insertelement` and `extractelement` instructions for these operate on
//! vectors; no alloca, internal variable or group-shared variable with vectors can be retyped.
//!
//! The pass builds vector operands that remain by `insertelement`, and extracts lanes of vector results and parameters
//! by `extractelement`.
//!
//! A variable or alloca can be retyped if its users are loads, stores and GEPs. In LLVM 3.7 IR, a vector has
//! the memory layout of an array. In modern LLVM IR, the array has as many elements as the vector with its padding, and
//! structures that contain vectors keep their type.
//!
//! - `extractelement` and `insertelement` with a non-constant index become selects, so the result for an index out of
//!   bounds is undefined, without other consequences. In memory, the index is an index into the array. All dimensions
//!   and lanes become one array, as in DXC: `[64 x <4 x float>]` becomes `[256 x float]`.
//! - A scalar operation gets the flags, the metadata and the debug location of the vector operation. A source variable
//!   that was a vector is described by a fragment for each lane.
//! - Undefined lanes (`undef`, in modern LLVM IR also `poison`) remain undefined.
//! - In unreachable blocks, results of vector operations become `undef`.
//! - A retyped variable is a new variable; the old one is left to [`global_dce`](super::global_dce).
//!
//! The number of added instructions is proportional to the number of vector lanes, and limited by
//! [`LANES_FREE`](crate::limits::LANES_FREE).

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

mod accesses;
mod addresses;
mod bits;
mod initializers;
mod lanes;
mod pieces;
mod plan;
mod role;
mod shapes;
mod stack;
mod variables;
mod vectors;

use dxil_ir::arena::IdMap;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, Module, Op, Type, TypeId, Types, ValueKind};

use crate::error::Result;
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run, Scope, run_on};
use vectors::NAME;

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: NAME,
        origin: Origin::Ours,
        run: Run::Module(run),
        requires: &[Fact::Inlined, Fact::Promoted],
        ensures: &[Ensured { fact: Fact::Scalar, check: Check::Editable(violation) }],
        invalidates: &[
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Folded,
            Fact::SimpleFlow,
            Fact::NoDeadInstructions,
            Fact::NoDeadGlobals,
        ],
    }
}

/// Scalarizes vectors. Counts scalarized instructions, and retyped allocas and variables.
///
/// # Errors
///
/// More lanes than the limit ([`LANES_FREE`](crate::limits::LANES_FREE)); earlier changes stay.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let mut done = Done::default();
    if !has_vectors(&module.types, |_| true) {
        return Ok(done);
    }
    let mut functions = scope.functions(module);
    functions.retain(|function| has_vectors_in_code(module, *function));
    // The analysis of addresses cannot follow pointers in vectors, so these are scalarized first.
    if has_vectors(&module.types, |element| matches!(module.types.get(element), Some(Type::Pointer(..)))) {
        for function in &functions {
            done = done.and(run_on(module, *function, lanes::run)?);
        }
    }
    done = done.and(variables::run(module)?);
    for function in &functions {
        done = done.and(run_on(module, *function, |editor| {
            Ok(stack::run(editor)?.and(accesses::run(editor)?).and(lanes::run(editor)?))
        })?);
    }
    Ok(done)
}

/// Describes a vector operation that can be scalarized, or memory that can be retyped.
pub fn violation(module: &mut Module, scope: &Scope<'_>) -> Option<String> {
    if let Some(what) = variables::violation(module) {
        return Some(what);
    }
    scope.functions(module).into_iter().find_map(|function| {
        let mut editor = Editor::new(module, function).ok()?;
        let checks = [stack::violation, accesses::violation, lanes::violation];
        let what = checks.iter().find_map(|check| check(&mut editor))?;
        Some(format!("function {}: {what}", crate::error::name(editor.context(), function)))
    })
}

/// Returns true if a module has a vector type whose element type satisfies `is_meant`.
fn has_vectors(types: &Types, is_meant: impl Fn(TypeId) -> bool) -> bool {
    types.iter().any(|(_, ty)| matches!(ty, Type::Vector(element, _) if is_meant(*element)))
}

/// Returns true if a result, operand, alloca or GEP of a function may have a type that contains vectors.
fn has_vectors_in_code(module: &Module, function: GlobalId) -> bool {
    let Some(global) = module.globals.get(function) else { return false };
    let Some(body) = global.body() else { return false };
    let mut known = IdMap::<TypeId, Option<bool>>::new();
    let mut is_candidate = |ty: TypeId| *known[ty].get_or_insert_with(|| may_have_vectors(&module.types, ty));
    let mut is_any = false;
    body.each_instruction(|_, instruction| {
        is_any |= is_candidate(instruction.ty);
        if let Op::Alloca { element: ty, .. } | Op::ElementPointer { source: ty, .. } = &instruction.op {
            is_any |= is_candidate(*ty);
        }
        instruction.op.each_operand(&body.lists, |value| {
            if !matches!(value.kind(), ValueKind::Instruction(_))
                && let Some(ty) = module.type_of(Some((body, global.value_type)), value)
            {
                is_any |= is_candidate(ty);
            }
        });
    });
    is_any
}

/// Returns true if a type is a vector or contains vectors. Aggregates that contain aggregates are not inspected further
/// and also return true.
fn may_have_vectors(types: &Types, ty: TypeId) -> bool {
    let is_scalar = |ty: TypeId| match types.get(ty) {
        Some(Type::Vector(..) | Type::Array(..)) => false,
        _ => types.members(ty).is_none(),
    };
    match types.get(ty) {
        Some(Type::Vector(..)) => true,
        Some(Type::Array(element, _)) => !is_scalar(*element),
        _ => types.members(ty).is_some_and(|members| !members.iter().all(|member| is_scalar(*member))),
    }
}
