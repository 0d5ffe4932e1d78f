//! The UAVs of a program as code names them: by variable, by binding, by number.

use crate::Result;
use crate::derive::{DeriveErrorKind, error};
use crate::limits::ELEMENT_PARTS;
use crate::shader::{ResourceRange, Resources, Uav};
use dxil_ir::{GlobalId, Module, Type};
use hashbrown::HashMap;

/// The UAVs of a program, and where each is. Of several with one variable or binding, the first one counts.
pub(super) struct UavIndex<'m> {
    pub(super) all: &'m [Uav],
    variables: HashMap<GlobalId, usize>,
    bindings: HashMap<(u32, [u32; 2]), usize>,
}

impl<'m> UavIndex<'m> {
    pub(super) fn of(module: &Module, resources: Option<&'m Resources>) -> Self {
        let all = resources.and_then(|all| all.uavs.as_deref()).unwrap_or_default();
        let (mut variables, mut bindings) = (HashMap::new(), HashMap::new());
        for (index, Uav { range, .. }) in all.iter().enumerate() {
            if let Some(variable) = range.global(module) {
                variables.entry(variable).or_insert(index);
            }
            bindings.entry((range.space, [range.lower_bound, last_register(range)])).or_insert(index);
        }
        Self { all, variables, bindings }
    }

    pub(super) fn of_variable(&self, variable: GlobalId) -> Option<usize> {
        self.variables.get(&variable).copied()
    }

    pub(super) fn bound_at(&self, space: u32, registers: [u32; 2]) -> Option<usize> {
        self.bindings.get(&(space, registers)).copied()
    }
}

/// The last register as parts and bindings have it: all ones for a range without end. A range that has no place yet, as
/// those of libraries, begins at all ones and goes round.
pub(in crate::derive) fn last_register(range: &ResourceRange) -> u32 {
    match range.size {
        ResourceRange::UNBOUNDED => u32::MAX,
        size => range.lower_bound.wrapping_add(size).wrapping_sub(1),
    }
}

/// How many components an element of a texture or typed buffer has, by its type in HLSL: a structure whose first member
/// is the element.
pub(super) fn components_of(module: &Module, uav: &Uav) -> Result<u32> {
    let types = &module.types;
    let unknown = || error(DeriveErrorKind::NoComponents { name: uav.range.name.clone() });
    let mut ty = uav.range.hlsl_type(module).ok_or_else(unknown)?;
    // Of an array of resources, it is the element of that.
    for _ in 0..ELEMENT_PARTS {
        let Some(Type::Array(element, _)) = types.get(ty) else { break };
        ty = *element;
    }
    let element = types.members(ty).and_then(|members| members.first()).ok_or_else(unknown)?;
    let (mut count, mut parts) = (0_u64, 0);
    let mut left = vec![(*element, 1_u64)];
    while let Some((ty, times)) = left.pop() {
        parts += 1;
        if parts > ELEMENT_PARTS {
            return Err(unknown());
        }
        match types.get(ty) {
            Some(Type::Array(element, length)) => left.push((*element, times.saturating_mul(*length))),
            Some(Type::Vector(_, length)) => count = count.saturating_add(times.saturating_mul(*length)),
            Some(Type::Literal { .. } | Type::Named(_)) => {
                let members = types.members(ty).unwrap_or_default();
                if members.len() > ELEMENT_PARTS {
                    return Err(unknown());
                }
                left.extend(members.iter().map(|member| (*member, times)));
            }
            _ => count = count.saturating_add(times),
        }
    }
    u32::try_from(count).map_err(|_| unknown())
}
