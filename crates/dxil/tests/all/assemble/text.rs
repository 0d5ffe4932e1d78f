//! A module as it is once it went through its text, which does not carry everything that bitcode does.

use dxil_ir::{Module, Op};

/// The first kinds of metadata have their numbers in every module.
const FIXED_KINDS: usize = 14;

/// A module without what its text does not say: orders, kinds of metadata that nothing has, flags that others include.
pub(crate) fn as_text_has_it(mut module: Module) -> Module {
    module.forget_encoding();
    number_kinds(&mut module);
    let Module { globals, types, .. } = &mut module;
    for body in globals.values_mut().filter_map(dxil_ir::Global::body_mut) {
        for instruction in body.instructions.values_mut() {
            let is_float = match &instruction.op {
                Op::Compare { predicate, .. } => predicate.is_float(),
                _ => types.is_float(instruction.ty),
            };
            if is_float {
                instruction.flags = instruction.flags.implied();
            }
        }
    }
    module
}

/// Kinds of metadata get their numbers where the text first has them.
fn number_kinds(module: &mut Module) {
    let old = module.metadata_kinds.clone();
    let mut new = old[..FIXED_KINDS].to_vec();
    for global in module.globals.values_mut() {
        let Some(body) = global.body_mut() else { continue };
        let attached = body.attachments_by_instruction();
        let mut used: Vec<u32> = Vec::new();
        for (_, id, _) in body.in_order() {
            let mut kinds: Vec<u32> = attached.of(id).into_iter().map(|(kind, _)| kind).collect();
            kinds.sort_unstable();
            used.extend(kinds);
        }
        for kind in used {
            let name = &old[kind as usize];
            if !new.contains(name) {
                new.push(name.clone());
            }
        }
        for (_, kind, _) in &mut body.attachments {
            let name = &old[*kind as usize];
            *kind = u32::try_from(new.iter().position(|known| known == name).unwrap()).unwrap();
        }
    }
    module.metadata_kinds = new;
}
