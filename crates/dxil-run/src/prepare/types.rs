//! Types as lists of scalars.

use az::SaturatingAs as _;
use dx_container::enums::MatrixScope;
use dxil::shader::TargetType;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Module, Type, TypeId};
use hashbrown::HashMap;

use crate::components::{Component, Matrix};
use crate::error::{Result, RunErrorKind};
use crate::instruction::Scalar;
use crate::limits;

/// What a type is, if it is a scalar. Pointers are addresses of 32 bits.
pub(super) fn scalar(module: &Module, ty: TypeId) -> Option<Scalar> {
    Some(match module.types.get(ty)? {
        Type::Integer(1) => Scalar::I1,
        Type::Integer(8) => Scalar::I8,
        Type::Integer(16) => Scalar::I16,
        Type::Integer(32) | Type::Pointer(..) => Scalar::I32,
        Type::Integer(64) => Scalar::I64,
        Type::Half => Scalar::F16,
        Type::Float => Scalar::F32,
        Type::Double => Scalar::F64,
        _ => return None,
    })
}

/// A type as messages name it.
#[cold]
pub(super) fn shown(ty: Option<&Type>) -> String {
    match ty {
        Some(Type::Integer(bits)) => format!("i{bits}"),
        Some(other) => other.word().name.to_owned(),
        None => "undefined".to_owned(),
    }
}

/// The module, and the matrices of threads among its types: structures that stand for their components.
#[derive(Debug)]
pub(super) struct Types<'m> {
    pub(super) module: &'m Module,
    pub(super) matrices: HashMap<TypeId, Matrix>,
    /// The scope of each type that is a matrix.
    pub(super) scopes: HashMap<TypeId, MatrixScope>,
}

impl<'m> Types<'m> {
    /// Returns the types of a module with these target types.
    pub(super) fn new(module: &'m Module, targets: &[TargetType]) -> Self {
        let of_threads = targets.iter().filter(|target| target.scope == MatrixScope::THREAD);
        let matrices = of_threads.filter_map(|target| {
            let component = Component::from_element(target.element_type)?;
            Some((target.ty, Matrix { component, rows: target.rows, columns: target.columns }))
        });
        let scopes = targets.iter().map(|target| (target.ty, target.scope)).collect();
        Self { module, matrices: matrices.collect(), scopes }
    }
}

/// The scalars that a value of a type consists of.
pub(super) fn scalars(types: &Types<'_>, ty: TypeId) -> Result<Vec<Scalar>> {
    let mut scalars = Vec::new();
    add(types, ty, &mut scalars, 0, &mut 0)?;
    Ok(scalars)
}

/// Counts a type that is part of another one: there may be many although they hold no scalar.
fn visit(depth: usize, visited: &mut usize) -> Result<()> {
    *visited += 1;
    if depth > limits::TYPE_DEPTH || *visited > limits::TYPES {
        return Err(RunErrorKind::unsupported("type with more nested types than the limit"));
    }
    Ok(())
}

fn add(types: &Types<'_>, ty: TypeId, to: &mut Vec<Scalar>, depth: usize, visited: &mut usize) -> Result<()> {
    let module = types.module;
    visit(depth, visited)?;
    if let Some(matrix) = types.matrices.get(&ty) {
        let count = matrix.count();
        if count > limits::COMPONENTS {
            return Err(RunErrorKind::too_large("components of a matrix", count, limits::COMPONENTS));
        }
        to.extend(std::iter::repeat_n(matrix.component.scalar(), count));
        if depth == 0 {
            // A matrix that is not a member may have more components than an aggregate has scalars.
            return Ok(());
        }
    } else if let Some(scalar) = scalar(module, ty) {
        to.push(scalar);
    } else if let Some(members) = module.types.members(ty) {
        for member in members {
            add(types, *member, to, depth + 1, visited)?;
        }
    } else {
        match module.types.get(ty) {
            Some(Type::Void) => {}
            Some(Type::Array(element, count) | Type::Vector(element, count)) => {
                for _ in 0..*count {
                    let before = to.len();
                    add(types, *element, to, depth + 1, visited)?;
                    if to.len() > limits::SCALARS || to.len() == before {
                        break;
                    }
                }
            }
            other => return Err(RunErrorKind::unsupported(format!("value whose type is {}", shown(other)))),
        }
    }
    if to.len() > limits::SCALARS {
        return Err(RunErrorKind::too_large("scalars in one value", to.len(), limits::SCALARS));
    }
    Ok(())
}

/// The first scalar and the count of those of a member, among those of the aggregate.
pub(super) fn member(types: &Types<'_>, mut ty: TypeId, indices: &[u32]) -> Result<(u32, TypeId)> {
    let module = types.module;
    // That of the whole is known to be within limits, so that its parts are.
    scalars(types, ty)?;
    let mut first: u32 = 0;
    for index in indices {
        let member = element(module, ty, (*index).into())?;
        let before = match module.types.members(ty) {
            Some(members) => {
                let before = members.iter().zip(0..*index).map(|(member, _)| scalars(types, *member));
                before.map(|scalars| scalars.map(|scalars| registers(&scalars))).sum::<Result<u32>>()?
            }
            None => registers(&scalars(types, member)?).saturating_mul(*index),
        };
        first = first.saturating_add(before);
        ty = member;
    }
    Ok((first, ty))
}

/// How many registers scalars take.
pub(super) fn registers(scalars: &[Scalar]) -> u32 {
    scalars.iter().map(|scalar| scalar.registers()).sum()
}

/// Whether values of two types lie in registers alike: those of numbers of the same widths, in the same order. Numbers
/// of 64 bits are two words.
pub(super) fn are_alike(types: &Types<'_>, one: TypeId, other: TypeId) -> bool {
    let widths = |ty| widths(types, ty).ok();
    one == other || widths(one).is_some_and(|one| widths(other) == Some(one))
}

/// The number of bits in each register of a value of a type.
pub(super) fn widths(types: &Types<'_>, ty: TypeId) -> Result<Vec<u32>> {
    let scalars = scalars(types, ty)?;
    let words = scalars.iter().flat_map(|scalar| {
        let count = scalar.registers() as usize;
        std::iter::repeat_n(scalar.bits().min(32), count)
    });
    Ok(words.collect())
}

/// A member of an aggregate.
pub(super) fn element(module: &Module, ty: TypeId, index: u64) -> Result<TypeId> {
    let element = module.types.element(ty, index);
    element.ok_or_else(|| RunErrorKind::invalid("index exceeds the members of an aggregate type"))
}

/// The scalars of a type in memory, and where each lies.
pub(super) fn places(
    types: &Types<'_>,
    layout: &mut DataLayout<'_>,
    ty: TypeId,
) -> Result<Vec<(Scalar, u32)>> {
    let mut places = Vec::new();
    add_places(types, layout, ty, 0, &mut places, (0, &mut 0))?;
    Ok(places)
}

fn add_places(
    types: &Types<'_>,
    layout: &mut DataLayout<'_>,
    ty: TypeId,
    at: u64,
    to: &mut Vec<(Scalar, u32)>,
    (depth, visited): (usize, &mut usize),
) -> Result<()> {
    let module = types.module;
    visit(depth, visited)?;
    if types.matrices.contains_key(&ty) {
        return Err(RunErrorKind::unsupported("matrix in memory that a pointer refers to"));
    }
    if to.len() > limits::SCALARS {
        return Err(RunErrorKind::unsupported("value in memory with more scalars than the limit"));
    }
    if let Some(scalar) = scalar(module, ty) {
        to.push((scalar, at.saturating_as::<u32>()));
        return Ok(());
    }
    if let Some(members) = module.types.members(ty) {
        let offsets = layout.offsets(ty);
        for (member, offset) in members.iter().zip(offsets) {
            add_places(types, layout, *member, at.saturating_add(offset), to, (depth + 1, visited))?;
        }
        return Ok(());
    }
    let Some(Type::Array(element, count) | Type::Vector(element, count)) = module.types.get(ty) else {
        return Err(RunErrorKind::unsupported(format!(
            "value in memory whose type is {}",
            shown(module.types.get(ty))
        )));
    };
    let size = layout.size(*element);
    for index in 0..*count {
        let (before, at) = (to.len(), at.saturating_add(index.saturating_mul(size)));
        add_places(types, layout, *element, at, to, (depth + 1, visited))?;
        if to.len() == before {
            break;
        }
    }
    Ok(())
}
