//! The component count of a UAV's elements. Separate from the handles, because it is read from the HLSL type.

use crate::Result;
use crate::derive::{DeriveErrorKind, error};
use crate::limits::ELEMENT_PARTS;
use crate::shader::Uav;
use dxil_ir::{Module, Type};

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
