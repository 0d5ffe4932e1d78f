//! Vectors become scalars, lane by lane: arithmetic, comparisons, casts, selects, phis, addresses, loads and stores.
//! Memory of vectors becomes memory of arrays. LLVM's `scalarizer`, with what DXC does to vectors of variables: a
//! shader of models up to 6.8 may have no vectors at all, and libraries pass them to functions.
//!
//! Needs: calls are inlined and memory is values ([`Fact::Inlined`], [`Fact::Promoted`]), or vectors
//! that are passed on or live in memory stay what they are there.
//!
//! Holds then: no instruction gives or takes a vector that could be scalars. Calls stay as they are, and so do
//! arguments, `ret`, and aggregates that have vectors in them: what they need is put together by `insertelement`, what
//! they give is taken apart by `extractelement`. No memory could be of arrays that is of vectors: an `alloca`, an
//! internal variable or one that a group shares, which is only read, written and pointed into. In LLVM 3.7 vectors lie
//! in memory as arrays do, in modern IR an array is as long as the vector with its padding; structures with vectors in
//! them are retyped in the former alone.
//!
//! - An index that is not known becomes selects, so that one out of bounds is still undefined and nothing worse. In
//!   memory, it is one into the array, which is one array for all dimensions and lanes, as in what DXC makes: `[64 x <4
//!   x float>]` is `[256 x float]`.
//! - A lane has the flags, the metadata and the place in the source of what it is a lane of; a variable of the source
//!   that was a vector is described by pieces.
//! - Lanes that are not there (`undef`, in modern IR `poison` too) stay so.
//! - What is not reached has undefined lanes.
//! - Variables that were retyped are left for [`global_dce`](super::global_dce).
//!
//! What it adds is in proportion to the lanes of what there is ([`LANES_FREE`](crate::limits::LANES_FREE)).

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

/// Makes scalars of vectors; counts instructions that were taken apart and memory that was retyped.
///
/// # Errors
///
/// More lanes than there may be ([`LANES_FREE`](crate::limits::LANES_FREE)); what was changed before is.
pub fn run(module: &mut Module, scope: &mut Scope<'_>) -> Result<Done> {
    let mut done = Done::default();
    if !has_vectors(&module.types, |_| true) {
        return Ok(done);
    }
    let mut functions = scope.functions(module);
    functions.retain(|function| has_vectors_in_code(module, *function));
    // An address in a vector is one that nobody can follow.
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

/// A vector that could be scalars.
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

/// Whether there is a vector of such elements.
fn has_vectors(types: &Types, is_meant: impl Fn(TypeId) -> bool) -> bool {
    types.iter().any(|(_, ty)| matches!(ty, Type::Vector(element, _) if is_meant(*element)))
}

/// Whether an instruction of a function may be about vectors.
fn has_vectors_in_code(module: &Module, function: GlobalId) -> bool {
    let Some(global) = module.globals.get(function) else { return false };
    let Some(body) = global.body() else { return false };
    let mut known = IdMap::<TypeId, Option<bool>>::new();
    let mut is_one = |ty: TypeId| *known[ty].get_or_insert_with(|| may_have_vectors(&module.types, ty));
    let mut is_any = false;
    body.each_instruction(|_, instruction| {
        is_any |= is_one(instruction.ty);
        if let Op::Alloca { element: ty, .. } | Op::ElementPointer { source: ty, .. } = &instruction.op {
            is_any |= is_one(*ty);
        }
        instruction.op.each_operand(&body.lists, |value| {
            if !matches!(value.kind(), ValueKind::Instruction(_))
                && let Some(ty) = module.type_of(Some((body, global.value_type)), value)
            {
                is_any |= is_one(ty);
            }
        });
    });
    is_any
}

/// Whether a type is a vector, or consists of some; what nests deeper is not looked into.
fn may_have_vectors(types: &Types, ty: TypeId) -> bool {
    let is_none = |ty: TypeId| match types.get(ty) {
        Some(Type::Vector(..) | Type::Array(..)) => false,
        _ => types.members(ty).is_none(),
    };
    match types.get(ty) {
        Some(Type::Vector(..)) => true,
        Some(Type::Array(element, _)) => !is_none(*element),
        _ => types.members(ty).is_some_and(|members| !members.iter().all(|member| is_none(*member))),
    }
}
