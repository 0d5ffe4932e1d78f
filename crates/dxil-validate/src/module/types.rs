//! Which types memory and values may have. Separate because variables, instructions and functions ask.

use bstr::ByteSlice as _;
use dx_container::enums::AddressSpace;
use dxil::ops::STRUCTS;
use dxil_ir::{Type, TypeId};
use hashbrown::HashSet;

use super::context::Context;
use crate::report::{Place, Report};
use crate::rule::Rule;

/// What the names of types begin with that are DXIL's own.
const OWN_TYPES: &[u8] = b"dx.";
const MATRIX: &[u8] = b"dx.types.LinAlgMatrix";
/// Results of operations whose members differ by overload.
const RESULTS: [&[u8]; 3] = [b"dx.types.ResRet.", b"dx.types.CBufRet.", b"dx.types.fouri"];
/// Structures of operations whose members nobody takes out.
const NO_RESULTS: [&str; 7] = [
    "dx.types.ResBind",
    "dx.types.ResourceProperties",
    "dx.types.NodeHandle",
    "dx.types.NodeRecordHandle",
    "dx.types.NodeInfo",
    "dx.types.NodeRecordInfo",
    "dx.types.HitObject",
];
/// DXIL's own types that values may have.
const OPAQUE: [&str; 2] = ["dx.types.Handle", "dx.types.HitObject"];

impl<'m> Context<'m> {
    /// The name of a structure; empty for none.
    pub(super) fn structure_name(&self, ty: TypeId) -> &'m [u8] {
        self.module.types.named(ty).map_or(&[][..], |named| named.name.as_bytes())
    }

    /// Whether it is what an operation gives: its members are taken out, nothing else is done with it.
    pub(super) fn is_result_structure(&self, ty: TypeId) -> bool {
        self.results.contains(&ty)
    }

    pub(super) fn gather_results(&mut self) {
        let types = self.module.types.iter().map(|(id, _)| id);
        self.results = types.filter(|id| self.is_named_result(*id)).collect();
    }

    fn is_named_result(&self, ty: TypeId) -> bool {
        let name = self.structure_name(ty);
        let is_fixed = STRUCTS.iter().any(|row| row.name.as_bytes() == name)
            && !NO_RESULTS.iter().any(|other| other.as_bytes() == name);
        is_fixed || RESULTS.iter().any(|prefix| name.starts_with(prefix))
    }

    pub(super) fn is_matrix(&self, ty: TypeId) -> bool {
        self.structure_name(ty).starts_with(MATRIX)
    }

    /// The address space of a pointer.
    pub(super) fn address_space(&self, ty: TypeId) -> Option<AddressSpace> {
        match self.ty(ty)? {
            Type::Pointer(_, space) => Some(AddressSpace(*space)),
            _ => None,
        }
    }

    /// The type that arrays of arrays are of in the end.
    pub(super) fn innermost(&self, ty: TypeId) -> TypeId {
        match self.ty(ty) {
            Some(Type::Array(..)) => self.facts.array(ty).1,
            _ => ty,
        }
    }

    /// Whether an integer is as wide as numbers of HLSL are.
    pub(super) fn is_integer_width(bits: u32) -> bool {
        matches!(bits, 1 | 8 | 16 | 32 | 64)
    }

    /// Looks at a type that memory has: a number, or structures and arrays of such. An array of arrays is so
    /// only within a structure; a pointer may stand in front. What is wrong is told once a type, at `place`.
    pub(super) fn check_type(&self, ty: TypeId, known: &mut Known, place: Place, report: &mut Report) {
        if known.seen.contains(&(ty, false)) {
            return;
        }
        // What is yet to be looked at, and whether it is a member of a structure.
        let mut left = vec![(ty, false)];
        while let Some((ty, is_member)) = left.pop() {
            if known.seen.insert((ty, is_member)) {
                self.check_one(ty, is_member, &mut left, place, report);
            }
        }
    }

    fn check_one(
        &self,
        ty: TypeId,
        is_member: bool,
        left: &mut Vec<(TypeId, bool)>,
        place: Place,
        report: &mut Report,
    ) {
        let mut ty = ty;
        let mut wrong = |rule, message: &str| report.add(rule, place, format_args!("{message}"));
        if let Some(Type::Pointer(pointee, _)) = self.ty(ty) {
            let Some(pointee) = pointee.expand() else { return };
            if is_member || matches!(self.ty(pointee), Some(Type::Pointer(..))) {
                return wrong(
                    Rule::TYPES_NO_PTR_TO_PTR,
                    "pointers to pointers and pointers in structs are not allowed",
                );
            }
            ty = pointee;
        }
        if let Some(Type::Array(element, _)) = self.ty(ty) {
            if !is_member && matches!(self.ty(*element), Some(Type::Array(..))) {
                return wrong(
                    Rule::TYPES_NO_MULTI_DIM,
                    "array type has more than one dimension, which DXIL does not allow",
                );
            }
            ty = self.innermost(*element);
        }
        match self.ty(ty) {
            Some(Type::Named(_) | Type::Literal { .. }) => {
                let name = self.structure_name(ty);
                if OPAQUE.iter().any(|own| own.as_bytes() == name) || self.is_matrix(ty) {
                    return;
                }
                left.extend(
                    self.module.types.members(ty).unwrap_or_default().iter().map(|member| (*member, true)),
                );
                let name = name.as_bstr();
                if self.is_result_structure(ty) {
                    wrong(
                        Rule::INSTR_DXIL_STRUCT_USER,
                        &format!(
                            "result type %{name} of a DXIL operation is used other than by extractvalue"
                        ),
                    );
                }
                if name.starts_with(OWN_TYPES) {
                    wrong(
                        Rule::DECL_DXIL_NS_RESERVED,
                        &format!("type name %{name} uses the reserved prefix dx."),
                    );
                }
            }
            Some(Type::Half | Type::Float | Type::Double) => {}
            Some(Type::Integer(bits)) => {
                if !Self::is_integer_width(*bits) {
                    wrong(
                        Rule::TYPES_INT_WIDTH,
                        &format!("integer type i{bits}, expected i1, i8, i16, i32 or i64"),
                    );
                }
            }
            _ if self.is_library => {}
            Some(Type::Vector(_, 2..)) if self.has_model(6, 9) => {}
            Some(Type::Vector(..)) => wrong(
                Rule::TYPES_NO_VECTOR,
                "vector types require shader model 6.9 and at least two elements",
            ),
            _ => wrong(Rule::TYPES_DEFINED, "type contains a primitive type that DXIL does not have"),
        }
    }

    /// Whether the integers that instructions take and give are of a width that there is; those of 8 bits are for
    /// memory.
    pub(super) fn check_integer(&self, bits: u32, place: Place, report: &mut Report) {
        if !Self::is_integer_width(bits) {
            let message = format_args!("integer type i{bits}, expected i1, i8, i16, i32 or i64");
            report.add(Rule::TYPES_INT_WIDTH, place, message);
        }
    }
}

/// Types that were looked at: each is looked at once.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// With whether it was a member of a structure.
    seen: HashSet<(TypeId, bool)>,
}
