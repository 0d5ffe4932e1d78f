//! `dxil-resource-implicit-binding`: allocates registers for resources without an explicit binding. Each gets the first
//! free register range of its class and space, in the order of the order IDs that the front end assigned.
//!
//! Precondition: none; a resource that earlier passes removed gets no register.
//!
//! Postcondition: `llvm.dx.resource.handlefromimplicitbinding` is not called.
//!
//! Source: LLVM's DXILResourceImplicitBinding.cpp, 22.1.

use dx_container::enums::ResourceClass;
use dxil::shader::ResourceRange;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{InstructionId, Module, Value};
use hashbrown::HashMap;

use crate::error::{PassError, PassErrorKind, Result, invalid};
use crate::lower::calls::call;
use crate::lower::checks;
use crate::lower::handles::resources::Binding;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::target_types::description;

const EXPLICIT: &str = "llvm.dx.resource.handlefrombinding";
const IMPLICIT: &str = "llvm.dx.resource.handlefromimplicitbinding";

/// A resource without an explicit binding: the operands and the resource class of a call of [`IMPLICIT`].
#[derive(Debug, Clone, Copy)]
struct ImplicitBinding {
    order: u32,
    class: ResourceClass,
    space: u32,
    size: u32,
}

/// The used register ranges, by resource class and space: the first and the last register of each.
type Taken = HashMap<(u32, u32), Vec<(u32, u32)>>;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.has_function(|name| name.starts_with(IMPLICIT.as_bytes())) {
        return Ok(());
    }
    let mut unbound: Vec<ImplicitBinding> = Vec::new();
    let mut taken = Taken::new();
    if let Some(resources) = &state.preserved_shader.resources {
        resources.each_range(|class, range| {
            let last = range.upper_bound().unwrap_or(u32::MAX);
            taken.entry((class.0, range.space)).or_default().push((range.lower_bound, last));
        });
    }
    state.each_function(|editor, _| {
        for id in editor.all_instructions() {
            let Some((name, arguments)) = call(editor, id) else { continue };
            if name.starts_with(IMPLICIT.as_bytes()) {
                unbound.push(implicit_binding(editor, id, &arguments)?);
            } else if name.starts_with(EXPLICIT.as_bytes())
                && let Some(ty) = editor.instruction(id).map(|call| call.ty)
                && let Some(binding) = Binding::of(editor.context(), ty, &arguments)
            {
                let registers = taken.entry((binding.class.0, binding.space)).or_default();
                registers.push((binding.lower_bound, binding.upper_bound()));
            }
        }
        Ok(())
    })?;
    let allocated = allocate(unbound, &mut taken)?;
    state.each_function(|editor, intrinsics| {
        for id in editor.all_instructions() {
            let Some((name, arguments)) = call(editor, id) else { continue };
            if !name.starts_with(IMPLICIT.as_bytes()) {
                continue;
            }
            let &[_, space, size, index, name] = &arguments[..] else { continue };
            let register =
                allocated.get(&implicit_binding(editor, id, &arguments)?.order).copied().unwrap_or(0);
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let i32 = editor.module().types.int(32);
            let register = editor.int(i32, register.into());
            let ty = editor.type_of(id.into()).map_err(invalid)?;
            let row = intrinsics.row(EXPLICIT);
            let handle = match row {
                Some(row) => intrinsics.call(editor, row, &[space, register, size, index, name], &[ty])?,
                None => None,
            };
            let handle = handle.ok_or_else(|| {
                unsupported(
                    editor,
                    id,
                    "no overload of \
                                                                   llvm.dx.resource.handlefrombinding has \
                                                                   this result type",
                )
            })?;
            editor.replace_and_erase(id, handle).map_err(invalid)?;
        }
        Ok(())
    })
}

/// Reads the operands of a call of [`IMPLICIT`].
fn implicit_binding(editor: &Editor<'_>, id: InstructionId, arguments: &[Value]) -> Result<ImplicitBinding> {
    let module = editor.context();
    let word = |index: usize| {
        let number = module.signed_integer(*arguments.get(index)?)?;
        let [a, b, c, d, ..] = number.to_le_bytes();
        Some(u32::from_le_bytes([a, b, c, d]))
    };
    let ty = editor.instruction(id).map(|call| call.ty);
    let class = ty.and_then(|ty| description(module, ty)).map(|description| description.class());
    let binding =
        || Some(ImplicitBinding { order: word(0)?, class: class?, space: word(1)?, size: word(2)? });
    binding().ok_or_else(|| {
        let why = "order ID, space and range size must be constants, and the result must have a target type \
                   of a resource";
        unsupported(editor, id, why)
    })
}

/// Returns the first register of each resource, by its order ID, and adds the allocated ranges to `taken`.
fn allocate(mut unbound: Vec<ImplicitBinding>, taken: &mut Taken) -> Result<HashMap<u32, u32>> {
    unbound.sort_by_key(|unbound| unbound.order);
    let mut allocated = HashMap::new();
    for ImplicitBinding { order, class, space, size } in unbound {
        if allocated.contains_key(&order) {
            continue;
        }
        let registers = taken.entry((class.0, space)).or_default();
        registers.sort_unstable();
        let register = free(registers, size);
        let register = register
            .ok_or_else(|| PassError::from(PassErrorKind::Unsupported(no_registers(class, space, size))))?;
        let last = if is_unbounded(size) { u32::MAX } else { register.saturating_add(size - 1) };
        registers.push((register, last));
        allocated.insert(order, register);
    }
    Ok(allocated)
}

#[cold]
fn no_registers(class: ResourceClass, space: u32, size: u32) -> String {
    let letter = match class {
        ResourceClass::SRV => 't',
        ResourceClass::UAV => 'u',
        ResourceClass::CBUFFER => 'b',
        _ => 's',
    };
    let missing = match size {
        size if is_unbounded(size) => {
            format!("no free {letter} registers after all other ranges for an unbounded array")
        }
        1 => format!("no free {letter} register"),
        size => format!("no {size} consecutive free {letter} registers"),
    };
    // The message begins as LLVM's diagnostic does.
    format!(
        "resource cannot be allocated: space {space} has {missing}: bind the resource explicitly with \
         register({letter}N, spaceM)"
    )
}

fn is_unbounded(size: u32) -> bool {
    size == ResourceRange::UNBOUNDED || size == 0
}

/// Returns the first register of the first gap of `size` registers between the used ranges, which are sorted. An
/// unbounded range starts after all used ranges.
fn free(taken: &[(u32, u32)], size: u32) -> Option<u32> {
    if is_unbounded(size) {
        let last = taken.iter().map(|(_, last)| *last).max();
        return last.map_or(Some(0), |last| last.checked_add(1));
    }
    let mut next = 0_u32;
    for (first, last) in taken {
        if *first > next && *first - next >= size {
            return Some(next);
        }
        next = next.max(last.checked_add(1)?);
    }
    (u32::MAX - next >= size - 1).then_some(next)
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find_call(module, |name| name.starts_with(IMPLICIT.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_returns_the_first_gap_that_fits() {
        assert_eq!(free(&[], 3), Some(0));
        assert_eq!(free(&[(0, 0), (2, 2)], 1), Some(1));
        assert_eq!(free(&[(0, 0), (2, 2)], 2), Some(3));
        assert_eq!(free(&[(1, 1)], ResourceRange::UNBOUNDED), Some(2));
        assert_eq!(free(&[(1, u32::MAX)], 1), Some(0));
        assert_eq!(free(&[(1, u32::MAX)], 2), None);
        assert_eq!(free(&[(1, u32::MAX)], ResourceRange::UNBOUNDED), None);
    }
}
