//! Structures of numbers of several sizes become an array for each number, as DXC has them: structures may be packed,
//! so that a number stands where nothing could read it whole. Separate because one variable becomes several.

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

/// A number in a structure, once for each element of the arrays that it is in.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// The first byte of the first one.
    offset: i64,
    scalar: TypeId,
    /// The arrays that it is in, the outermost first: how many bytes an element has, and how many there are.
    arrays: Vec<(i64, u64)>,
    /// What it becomes.
    variable: Option<(GlobalId, TypeId)>,
}

/// The members that a variable becomes, if each access is of one.
pub(super) fn split(module: &mut Module, id: GlobalId, memory: &Memory) -> Option<Vec<Member>> {
    let old = module.globals.get(id)?.clone();
    let GlobalKind::Variable(variable) = &old.kind else { return None };
    let mut members = Vec::new();
    collect(module, (old.value_type, 0), 0, &mut Vec::new(), &mut members)?;
    let is_one = |access: &Access| {
        // What is added to an address that names no member may lead to any that it can come to.
        let is_open = !access.is_named && !access.bytes.terms.is_empty();
        let reached = members.iter().filter(|member| member.is_reached(access)).count();
        members.iter().any(|member| member.index(access).is_some()) && (!is_open || reached == 1)
    };
    if members.len() < 2 || memory.is_other || !memory.accesses.iter().all(is_one) {
        return None;
    }
    let counts: Vec<u64> = members.iter().map(Member::count).collect::<Option<_>>()?;
    let all = counts.iter().try_fold(0_u64, |all, count| all.checked_add(*count))?;
    if all > PARTS * 64 {
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

/// Gives accesses addresses in the arrays of members.
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
    /// Which element of its array an access reads or writes; `None` where it is of another member.
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

    /// How many of it there are.
    fn count(&self) -> Option<u64> {
        self.arrays.iter().try_fold(1_u64, |product, (_, count)| product.checked_mul(*count))
    }

    /// Whether an access of a computed address can be of it, by what all computed numbers of bytes are a multiple of.
    fn is_reached(&self, access: &Access) -> bool {
        let common =
            access.bytes.terms.iter().fold(0, |common, (_, factor)| greatest_common(common, *factor));
        let behind = access.bytes.constant.wrapping_sub(self.offset);
        access.ty == self.scalar && behind.checked_rem(common).is_none_or(|rest| rest == 0)
    }

    /// How many of it are in an element of one of its arrays.
    fn elements_below(&self, level: usize) -> Option<i64> {
        let inner = self.arrays.get(level + 1..)?;
        inner.iter().try_fold(1_i64, |product, (_, count)| product.checked_mul(i64::try_from(*count).ok()?))
    }
}

fn greatest_common(mut one: i64, mut other: i64) -> i64 {
    while let Some(rest) = one.checked_rem(other) {
        (one, other) = (other, rest);
    }
    one
}

/// Finds the numbers of a type that lies so deep in others, in order.
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
            for (member, at) in members.iter().zip(layout.offsets(ty)) {
                let at = offset.checked_add(i64::try_from(at).ok()?)?;
                collect(module, (*member, depth), at, arrays, found)?;
            }
        }
    }
    Some(())
}

/// For each number of a value of a type, in order, which member it is.
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
