//! How types lie in memory: as LLVM's `dxil` target has it. DXC gives numbers of 8 and 16 bits the room of 32 where
//! they are of minimum precision, which LLVM refuses; what was aligned by that is aligned by the new layout. Separate
//! because it is done while pointers still say what they point to: what says nothing of its alignment is aligned by
//! the layout.

use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Alignment, Global, Module, Op, TypeId, Value, ValueKind};
use hashbrown::HashMap;

/// The data layout of LLVM 22's `dxil` target.
const DATA_LAYOUT: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64";

/// Gives a module the data layout, and what it reads and writes no larger alignment than that has, where the old one
/// said so.
pub(super) fn replace(module: &mut Module) {
    let mut changed = HashMap::new();
    for (id, (old, new)) in alignments(module) {
        if new < old {
            changed.insert(id, (old, new));
        }
    }
    if !changed.is_empty() {
        tighten(module, &changed);
    }
    module.data_layout = DATA_LAYOUT.into();
}

/// How values of each type are aligned, by the layout that there is and by the new one.
fn alignments(module: &Module) -> Vec<(TypeId, (u64, u64))> {
    let of = |module: &Module| -> Vec<(TypeId, u64)> {
        let mut layout = DataLayout::of(module);
        let is_value = |id: TypeId| module.types.is_integer(id) || module.types.is_float(id);
        let values = module.types.iter().map(|(id, _)| id).filter(|id| is_value(*id));
        values.map(|id| (id, layout.alignment_of(id))).collect()
    };
    let old = of(module);
    let empty = Module { types: module.types.clone(), data_layout: DATA_LAYOUT.into(), ..Module::default() };
    old.into_iter().zip(of(&empty)).map(|((id, old), (_, new))| (id, (old, new))).collect()
}

fn tighten(module: &mut Module, changed: &HashMap<TypeId, (u64, u64)>) {
    let constants = module.constants.clone();
    for body in module.globals.values_mut().filter_map(Global::body_mut) {
        let types: Vec<(dxil_ir::InstructionId, TypeId)> =
            body.instructions.iter().map(|(id, it)| (id, it.ty)).collect();
        let types: HashMap<_, _> = types.into_iter().collect();
        // An argument is never of a type that is not read or written by itself elsewhere: those keep what they say.
        let of_value = |value: Value| match value.kind() {
            ValueKind::Constant(id) => constants.get(id).map(|constant| constant.ty),
            ValueKind::Instruction(id) => types.get(&id).copied(),
            _ => None,
        };
        for instruction in body.instructions.values_mut() {
            let (ty, access) = match &mut instruction.op {
                Op::Load(_, access) => (Some(instruction.ty), access),
                Op::Store([value, _], access) => (of_value(*value), access),
                _ => continue,
            };
            let Some((old, new)) = ty.and_then(|ty| changed.get(&ty)) else { continue };
            if access.alignment.in_bytes().is_some_and(|said| said == *old) {
                access.alignment = Alignment::bytes(*new);
            }
        }
    }
}
