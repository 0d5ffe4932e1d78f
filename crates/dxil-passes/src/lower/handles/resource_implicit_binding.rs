//! `dxil-resource-implicit-binding`: resources that the source gave no registers get the first that are free, in the
//! order of the numbers that the front end gave them.
//!
//! Needs: handles are values.
//!
//! Holds then: there is no `llvm.dx.resource.handlefromimplicitbinding`.
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

/// A resource without registers.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    order: u32,
    class: ResourceClass,
    space: u32,
    size: u32,
}

/// The registers of a class in a space that are taken: first and last.
type Taken = HashMap<(u32, u32), Vec<(u32, u32)>>;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.has_function(|name| name.starts_with(IMPLICIT.as_bytes())) {
        return Ok(());
    }
    let mut wanted: Vec<Wanted> = Vec::new();
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
                wanted.push(of(editor, id, &arguments)?);
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
    let chosen = choose(wanted, &mut taken)?;
    state.each_function(|editor, intrinsics| {
        for id in editor.all_instructions() {
            let Some((name, arguments)) = call(editor, id) else { continue };
            if !name.starts_with(IMPLICIT.as_bytes()) {
                continue;
            }
            let &[_, space, size, index, name] = &arguments[..] else { continue };
            let register = chosen.get(&of(editor, id, &arguments)?.order).copied().unwrap_or(0);
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let i32 = editor.module().types.int(32);
            let register = editor.int(i32, register.into());
            let ty = editor.type_of(id.into()).map_err(invalid)?;
            let row = intrinsics.row(EXPLICIT);
            let made = match row {
                Some(row) => intrinsics.call(editor, row, &[space, register, size, index, name], &[ty])?,
                None => None,
            };
            let made = made.ok_or_else(|| {
                unsupported(
                    editor,
                    id,
                    "no overload of \
                                                                   llvm.dx.resource.handlefrombinding has \
                                                                   this result type",
                )
            })?;
            editor.replace_and_erase(id, made).map_err(invalid)?;
        }
        Ok(())
    })
}

fn of(editor: &Editor<'_>, id: InstructionId, arguments: &[Value]) -> Result<Wanted> {
    let module = editor.context();
    let word = |index: usize| {
        let number = module.signed_integer(*arguments.get(index)?)?;
        let [a, b, c, d, ..] = number.to_le_bytes();
        Some(u32::from_le_bytes([a, b, c, d]))
    };
    let ty = editor.instruction(id).map(|call| call.ty);
    let class = ty.and_then(|ty| description(module, ty)).map(|said| said.class());
    let read = || Some(Wanted { order: word(0)?, class: class?, space: word(1)?, size: word(2)? });
    read().ok_or_else(|| {
        let why = "order ID, space and range size must be constants, and the result must have a target type \
                   of a resource";
        unsupported(editor, id, why)
    })
}

/// The first register of each, by the number that says when it is its turn.
fn choose(mut wanted: Vec<Wanted>, taken: &mut Taken) -> Result<HashMap<u32, u32>> {
    wanted.sort_by_key(|wanted| wanted.order);
    let mut chosen = HashMap::new();
    for Wanted { order, class, space, size } in wanted {
        if chosen.contains_key(&order) {
            continue;
        }
        let registers = taken.entry((class.0, space)).or_default();
        registers.sort_unstable();
        let register = free(registers, size);
        let register = register
            .ok_or_else(|| PassError::from(PassErrorKind::Unsupported(no_registers(class, space, size))))?;
        let last = if is_unbounded(size) { u32::MAX } else { register.saturating_add(size - 1) };
        registers.push((register, last));
        chosen.insert(order, register);
    }
    Ok(chosen)
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
    format!("space {space} has {missing}: bind the resource explicitly with register({letter}N, spaceM)")
}

fn is_unbounded(size: u32) -> bool {
    size == ResourceRange::UNBOUNDED || size == 0
}

/// The first of so many free registers, of ranges that are taken, in order.
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
    fn the_first_room_that_fits_is_taken() {
        assert_eq!(free(&[], 3), Some(0));
        assert_eq!(free(&[(0, 0), (2, 2)], 1), Some(1));
        assert_eq!(free(&[(0, 0), (2, 2)], 2), Some(3));
        assert_eq!(free(&[(1, 1)], ResourceRange::UNBOUNDED), Some(2));
        assert_eq!(free(&[(1, u32::MAX)], 1), Some(0));
        assert_eq!(free(&[(1, u32::MAX)], 2), None);
        assert_eq!(free(&[(1, u32::MAX)], ResourceRange::UNBOUNDED), None);
    }
}
