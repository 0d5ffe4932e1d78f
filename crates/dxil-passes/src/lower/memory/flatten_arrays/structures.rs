//! Replaces a structure variable by one array for each of its scalar members (array of structures to structure of
//! arrays), as DXC does, for pass `dxil-flatten-arrays`.
//!
//! A member of a packed structure may cross a dword boundary, so no access to an array of dwords could load it whole.
//! Separate because one variable becomes several.

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Alignment, Global, GlobalId, Module, Type, TypeId};

use super::memory::{Access, Memory, is_scalar};
use super::parts::parts;
use crate::error::{Result, invalid};
use crate::limits::{PARTS, TYPE_DEPTH};
use crate::lower::memory::addresses::Bytes;

/// A scalar member of a structure. It occurs once for each element of the arrays that contain it.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// Byte offset of the first occurrence.
    offset: i64,
    scalar: TypeId,
    /// The arrays and vectors that contain the member, the outermost first: element size in bytes, and element count.
    arrays: Vec<(i64, u64)>,
    /// The variable that replaces the member, and its array type.
    variable: Option<(GlobalId, TypeId)>,
}

/// Adds a variable for each scalar member of a variable. Returns `None` if an access cannot be assigned to one member,
/// if the variable has fewer than two scalar members or too many scalars, or if the initializer cannot be split.
pub(super) fn split(module: &mut Module, id: GlobalId, memory: &Memory) -> Option<Vec<Member>> {
    let old = module.globals.get(id)?.clone();
    let GlobalKind::Variable(variable) = &old.kind else { return None };
    let mut members = Vec::new();
    collect(module, (old.value_type, 0), 0, &mut Vec::new(), &mut members)?;
    let selects_one_member = |access: &Access| {
        // If the GEPs do not select a member by indices, a variable byte offset may reach several members.
        let is_open = !access.is_named && !access.bytes.terms.is_empty();
        let reachable = members.iter().filter(|member| member.may_be_reached(access)).count();
        members.iter().any(|member| member.index(access).is_some()) && (!is_open || reachable == 1)
    };
    if members.len() < 2 || memory.is_other || !memory.accesses.iter().all(selects_one_member) {
        return None;
    }
    let counts: Vec<u64> = members.iter().map(Member::count).collect::<Option<_>>()?;
    let total = counts.iter().try_fold(0_u64, |total, count| total.checked_add(*count))?;
    if total > PARTS * 64 {
        return None;
    }
    let mut values = vec![Vec::new(); members.len()];
    if let Some(initializer) = variable.initializer {
        let (mut scalars, mut left) = (Vec::new(), PARTS * 64);
        parts(module, initializer, &is_scalar, &mut scalars, &mut left)?;
        let (mut order, mut next) = (Vec::new(), 0);
        in_order(module, old.value_type, &mut next, &mut order);
        if order.len() != scalars.len() {
            return None;
        }
        for (member, scalar) in order.iter().zip(scalars) {
            values.get_mut(*member)?.push(scalar);
        }
    }
    let has_values = variable.initializer.is_some();
    for (number, ((member, values), count)) in members.iter_mut().zip(values).zip(counts).enumerate() {
        let ty = module.types.array(member.scalar, count);
        let initializer = has_values.then(|| module.aggregate(ty, values));
        let alignment = Alignment::bytes(DataLayout::of(module).size(member.scalar));
        let mut new = Global { value_type: ty, alignment, ..old.clone() };
        new.name = format!("{}.{number}", old.name).into();
        if let GlobalKind::Variable(variable) = &mut new.kind {
            variable.initializer = initializer;
        }
        member.variable = Some((module.globals.push(new), ty));
    }
    Some(members)
}

/// Changes the pointer operands of the accesses to GEPs into the variables of the members.
pub(super) fn rewrite(editor: &mut Editor<'_>, memory: &Memory, members: &[Member]) -> Result<()> {
    let i32 = editor.module().types.int(32);
    for access in &memory.accesses {
        let found = members.iter().find_map(|member| Some((member.variable?, member.index(access)?)));
        let Some(((variable, ty), index)) = found else { continue };
        editor.go_to(Position::Before(access.id)).map_err(invalid)?;
        let zero = editor.int(i32, 0);
        let index = index.value(editor, 1)?;
        let address = editor.element_pointer(true, ty, variable.into(), &[zero, index]).map_err(invalid)?;
        editor.set_operand(access.id, access.operand, address).map_err(invalid)?;
    }
    Ok(())
}

impl Member {
    /// Returns the index of the accessed element in the array of this member, as a sum of a constant and of products
    /// `value * factor`. Returns `None` if the access is to another member.
    fn index(&self, access: &Access) -> Option<Bytes> {
        if access.ty != self.scalar {
            return None;
        }
        let mut rest = access.bytes.constant.checked_sub(self.offset)?;
        let mut constant = 0_i64;
        for (level, (size, count)) in self.arrays.iter().enumerate() {
            let count = i64::try_from(*count).ok()?;
            let index = rest.checked_div_euclid(*size)?;
            if !(0..count).contains(&index) {
                return None;
            }
            rest = rest.checked_rem_euclid(*size)?;
            constant = constant.checked_add(index.checked_mul(self.elements_below(level)?)?)?;
        }
        let terms = access.bytes.terms.iter().map(|(value, factor)| {
            let fits = |(_, (size, _)): &(usize, &(i64, u64))| factor.checked_rem(*size) == Some(0);
            let (level, (size, _)) = self.arrays.iter().enumerate().find(fits)?;
            Some((*value, factor.checked_div(*size)?.checked_mul(self.elements_below(level)?)?))
        });
        let terms: Vec<_> = terms.collect::<Option<_>>()?;
        (rest == 0).then(|| Bytes::of_terms(&terms, constant))
    }

    /// Returns the number of occurrences of the member. `None` on overflow.
    fn count(&self) -> Option<u64> {
        self.arrays.iter().try_fold(1_u64, |product, (_, count)| product.checked_mul(*count))
    }

    /// Returns true if the access has the type of the member, and its constant offset differs from the offset of the
    /// member by a multiple of the greatest common divisor of the factors in its variable offset.
    fn may_be_reached(&self, access: &Access) -> bool {
        let divisor = access
            .bytes
            .terms
            .iter()
            .fold(0, |divisor, (_, factor)| greatest_common_divisor(divisor, *factor));
        let distance = access.bytes.constant.wrapping_sub(self.offset);
        access.ty == self.scalar && distance.checked_rem(divisor).is_none_or(|rest| rest == 0)
    }

    /// Returns the number of occurrences of the member in one element of the array `level`.
    fn elements_below(&self, level: usize) -> Option<i64> {
        let inner = self.arrays.get(level + 1..)?;
        inner.iter().try_fold(1_i64, |product, (_, count)| product.checked_mul(i64::try_from(*count).ok()?))
    }
}

/// Euclid's algorithm; the result may be negative.
fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

/// Appends the scalar members of the type `ty`, which is at byte offset `offset` in `arrays`, in memory order. Returns
/// `None` if the type contains other than scalars, or if the nesting depth or the number of members exceeds its limit.
fn collect(
    module: &Module,
    (ty, depth): (TypeId, usize),
    offset: i64,
    arrays: &mut Vec<(i64, u64)>,
    found: &mut Vec<Member>,
) -> Option<()> {
    if is_scalar(module, ty) {
        found.push(Member { offset, scalar: ty, arrays: arrays.clone(), variable: None });
        return (u64::try_from(found.len()).ok()? <= PARTS).then_some(());
    }
    let mut layout = DataLayout::of(module);
    let depth = Some(depth + 1).filter(|depth| *depth < TYPE_DEPTH)?;
    match module.types.get(ty)? {
        Type::Array(element, count) | Type::Vector(element, count) => {
            let size = i64::try_from(layout.size(*element)).ok().filter(|size| *size > 0)?;
            arrays.push((size, *count));
            collect(module, (*element, depth), offset, arrays, found)?;
            arrays.pop();
        }
        _ => {
            let members = module.types.members(ty)?;
            for (member, member_offset) in members.iter().zip(layout.offsets(ty)) {
                let member_offset = offset.checked_add(i64::try_from(member_offset).ok()?)?;
                collect(module, (*member, depth), member_offset, arrays, found)?;
            }
        }
    }
    Some(())
}

/// Appends the index of the [`Member`] for each scalar of a value of type `ty`, in memory order. `next` is the index of
/// the first member of `ty`.
fn in_order(module: &Module, ty: TypeId, next: &mut usize, order: &mut Vec<usize>) {
    match module.types.get(ty) {
        Some(Type::Array(element, count) | Type::Vector(element, count)) => {
            let first = *next;
            for _ in 0..*count {
                *next = first;
                in_order(module, *element, next, order);
            }
        }
        _ if is_scalar(module, ty) => {
            order.push(*next);
            *next += 1;
        }
        _ => {
            for member in module.types.members(ty).unwrap_or_default() {
                in_order(module, *member, next, order);
            }
        }
    }
}
