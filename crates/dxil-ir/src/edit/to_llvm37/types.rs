//! Types: pointers are to bytes until something says more. Separate because all of them are known before anything else.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is the same in both dialects")]

use crate::arena::Id as _;
use crate::{Module, Type, TypeId};

use super::error::{Result, missing};

/// What each type becomes. Structures with names stay what they are, with other members.
pub(super) fn map(module: &mut Module) -> Result<Vec<TypeId>> {
    let byte = module.types.int(8);
    let all: Vec<(TypeId, Type)> = module.types.iter().map(|(id, ty)| (id, ty.clone())).collect();
    let mut made: Vec<TypeId> = Vec::with_capacity(all.len());
    // What a type consists of was there before it, but for structures with names, which stay.
    for (id, ty) in &all {
        let one = |id: TypeId| made.get(id.index()).copied().unwrap_or(id);
        let parts = |ids: &[TypeId]| ids.iter().map(|id| one(*id)).collect::<Box<[TypeId]>>();
        let new = match ty {
            Type::Pointer(_, space) => Type::Pointer(byte.into(), *space),
            Type::Function { result, parameters, is_variadic } => Type::Function {
                result: one(*result),
                parameters: parts(parameters),
                is_variadic: *is_variadic,
            },
            Type::Literal { members, is_packed } => {
                Type::Literal { members: parts(members), is_packed: *is_packed }
            }
            Type::Array(element, length) => Type::Array(one(*element), *length),
            Type::Vector(element, length) => Type::Vector(one(*element), *length),
            _ => {
                made.push(*id);
                continue;
            }
        };
        let new = module.types.intern(new);
        made.push(new);
    }
    for (id, _) in &all {
        let Some(members) = module.types.named(*id).and_then(|structure| structure.members.clone()) else {
            continue;
        };
        let members = members.iter().map(|member| made.get(member.index()).copied());
        let members = members.collect::<Option<Box<[TypeId]>>>().ok_or(missing("a member of a structure"))?;
        module.types.set_members(*id, Some(members));
    }
    Ok(made)
}
