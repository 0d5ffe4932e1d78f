//! The data layout of LLVM's `dxil` target, and the adjustment of the alignments of loads and stores to it.
//!
//! In DXC's data layout for minimum precision, 8-bit and 16-bit types have a 32-bit alignment, which LLVM rejects.
//! Separate because only this step of the upgrade visits the alignments of all accesses.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use bstr::BStr;
use dxil_ir::arena::IdMap;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Alignment, Global, GlobalId, Module, Op, TypeId};

/// The data layout of LLVM 22's `dxil` target.
pub(super) const DATA_LAYOUT: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64";

/// Reduces the alignment of each load and store of integers and floats to the alignment in the data layout of the
/// module, if it is the larger alignment of the same type in the data layout `old`.
pub(super) fn align(module: &mut Module, old: &BStr) {
    let layout = std::mem::replace(&mut module.data_layout, old.into());
    let old = alignments(module);
    module.data_layout = layout;
    let mut changed = IdMap::<TypeId, Option<(u64, u64)>>::new();
    let mut has_changes = false;
    for ((id, old), (_, new)) in old.into_iter().zip(alignments(module)) {
        if new < old {
            changed[id] = Some((old, new));
            has_changes = true;
        }
    }
    if has_changes {
        tighten(module, &changed);
    }
}

/// Returns the alignment of each integer and float type in the data layout of the module, in bytes.
fn alignments(module: &Module) -> Vec<(TypeId, u64)> {
    let mut layout = DataLayout::of(module);
    let is_value = |id: TypeId| module.types.is_integer(id) || module.types.is_float(id);
    let values = module.types.iter().map(|(id, _)| id).filter(|id| is_value(*id));
    values.map(|id| (id, layout.alignment_of(id))).collect()
}

/// Replaces alignments of loads and stores. `changed` maps a value type to its old and new alignment in bytes.
fn tighten(module: &mut Module, changed: &IdMap<TypeId, Option<(u64, u64)>>) {
    let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut found = Vec::new();
    for id in functions {
        let Some(global) = module.globals.get(id) else { continue };
        let Some(body) = global.body() else { continue };
        let function = Some((body, global.value_type));
        body.each_instruction(|id, instruction| {
            let (ty, access) = match &instruction.op {
                Op::Load(_, access) => (Some(instruction.ty), access),
                Op::Store([value, _], access) => (module.type_of(function, *value), access),
                _ => return,
            };
            let Some((old, new)) = ty.and_then(|ty| changed[ty]) else { return };
            if access.alignment.in_bytes().is_some_and(|declared| declared == old) {
                found.push((id, Alignment::bytes(new)));
            }
        });
        let Some(body) = module.globals.get_mut(id).and_then(Global::body_mut) else { continue };
        for (id, alignment) in found.drain(..) {
            let op = body.instructions.get_mut(id).map(|instruction| &mut instruction.op);
            if let Some(Op::Load(_, access) | Op::Store(_, access)) = op {
                access.alignment = alignment;
            }
        }
    }
}
