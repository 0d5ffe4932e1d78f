//! Matching of intrinsic calls with rows of `tables/ops/modern.toml`: the arguments and overloads of the operation.
//! Separate because matching selects an operation before the function is changed.

use dx_container::enums::ResourceKind;
use dxil::ops::correspondence::{Condition, Form, Term};
use dxil::ops::{ArgumentName, OperandType, Operation, Overload, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{InstructionId, Module, Type, TypeId, Value, ValueKind};

use super::lowering::{Bound, Lowering};
use crate::error::Result;
use crate::lower::intrinsics::table::{ResultConversion, Row};
use crate::upgrade::target_types::{Resource, description};

impl Lowering<'_, '_, '_> {
    /// Computes the arguments and the overloads of the operation of `row` for a call of an intrinsic with `arguments`.
    /// Returns `None` if the row does not match the call.
    pub(super) fn bind(
        &self,
        id: InstructionId,
        row: Row,
        arguments: &[Value],
    ) -> Result<Option<(Vec<Bound>, Vec<Overload>)>> {
        let mut bound: Vec<Option<Bound>> = vec![None; row.operation.arguments.len()];
        if row.terms.len() != arguments.len() {
            return Ok(None);
        }
        for (term, argument) in row.terms.iter().zip(arguments) {
            if !self.bind_term(id, term, *argument, &mut bound)? {
                return Ok(None);
            }
        }
        let result = self.editor.instruction(id).map(|call| call.ty);
        let result = result.ok_or_else(|| self.refuse(id, "no result"))?;
        let lane = self.lane_of_result(row, result);
        if let ResultConversion::Form(Form::LoadedVector) = row.result
            && !self.is_vector(self.member(result, 0))
        {
            return Ok(None);
        }
        // An intrinsic that returns a vector in LLVM 22 may return a structure in LLVM main.
        let is_structure = self.member(result, 0).is_some();
        if matches!(row.result, ResultConversion::Form(Form::Lanes)) && is_structure
            || matches!(row.result, ResultConversion::Form(Form::Fields)) && !is_structure
        {
            return Ok(None);
        }
        if let ResultConversion::Form(Form::LoadedMasked(mask)) = row.result {
            let lanes = self.member(result, 0).map_or(0, |ty| self.lanes(ty));
            set(&mut bound, mask, Bound::Number(mask_of(lanes)));
        }
        // A condition on an argument without a term defines the argument. Other conditions must hold.
        for condition in row.correspondence.when {
            match *condition {
                Condition::Equals(index, number) => match bound.get(index).copied().flatten() {
                    None => set(&mut bound, index, Bound::Number(number)),
                    Some(Bound::Number(known)) if known == number => {}
                    Some(Bound::Value(value)) => {
                        let known = self.editor.context().signed_integer(value);
                        if known != Some(number) && !(known == Some(-1) && number == 1 && self.is_bit(value))
                        {
                            return Ok(None);
                        }
                    }
                    Some(_) => return Ok(None),
                },
                Condition::Undef(index) => match bound.get(index).copied().flatten() {
                    None => set(&mut bound, index, Bound::Undef),
                    Some(Bound::Undef) => {}
                    Some(_) => return Ok(None),
                },
                Condition::Bits(bits) => {
                    let kind = lane
                        .and_then(|lane| self.editor.context().types.get(lane))
                        .and_then(OverloadKind::of);
                    if kind.is_none_or(|kind| kind.bits() != bits) {
                        return Ok(None);
                    }
                }
                Condition::Members(count) => {
                    let members = self.editor.context().types.members(result).map_or(0, <[_]>::len);
                    if members != count {
                        return Ok(None);
                    }
                }
                Condition::Resource(family, index) => {
                    let resource = self.resource_of(row, index, arguments);
                    if resource.is_none_or(|resource| !resource.is(family)) {
                        return Ok(None);
                    }
                }
            }
        }
        let Some(overloads) = self.overloads(row.operation, &bound, lane) else { return Ok(None) };
        let mut all = Vec::with_capacity(bound.len());
        for (argument, bound) in row.operation.arguments.iter().zip(&bound) {
            let default = if argument.name == ArgumentName::alignment {
                Bound::Number(
                    overloads
                        .first()
                        .and_then(|overload| overload.element())
                        .map_or(4, |kind| i64::from(kind.bits() / 8)),
                )
            } else {
                Bound::Undef
            };
            all.push(bound.unwrap_or(default));
        }
        if !self.fits(row.operation, &all) {
            return Ok(None);
        }
        Ok(Some((all, overloads)))
    }

    /// Returns true if arguments whose parameter type does not depend on the overload have this type.
    fn fits(&self, operation: &Operation, bound: &[Bound]) -> bool {
        operation.arguments.iter().zip(bound).all(|(argument, bound)| match (argument.ty, bound) {
            (OperandType::Number(kind), Bound::Value(value)) => {
                let ty = self.editor.type_of(*value).ok();
                ty.and_then(|ty| self.editor.context().types.get(ty)) == Some(&kind.ty())
            }
            _ => true,
        })
    }

    /// Returns the resource type of the intrinsic argument that becomes handle argument `index` of the operation.
    fn resource_of(&self, row: Row, index: usize, arguments: &[Value]) -> Option<Resource> {
        let is_handle = |term: &Term| matches!(term, Term::Handle(of) if *of == index);
        let position = row.terms.iter().position(is_handle)?;
        let ty = self.editor.type_of(*arguments.get(position)?).ok()?;
        Resource::of(self.editor.context(), ty)
    }

    /// Returns the overload type of a result: the type of its scalars, or its vector type if the operation returns a
    /// whole vector. For a structure, this is the type of member 0; for void, `None`.
    fn lane_of_result(&self, row: Row, result: TypeId) -> Option<TypeId> {
        let types = &self.editor.context().types;
        let first = match types.get(result)? {
            Type::Void => return None,
            Type::Literal { members, .. } => *members.first()?,
            _ => result,
        };
        match row.result {
            ResultConversion::Form(Form::LoadedVector) => Some(first),
            ResultConversion::Form(Form::Whole) if matches!(types.get(first), Some(Type::Vector(..))) => {
                Some(first)
            }
            _ => Some(types.scalar(first)),
        }
    }

    /// Records the operation arguments that `term` derives from an argument of the intrinsic. Returns false if the
    /// argument does not match the term.
    fn bind_term(
        &self,
        id: InstructionId,
        term: &Term,
        argument: Value,
        bound: &mut [Option<Bound>],
    ) -> Result<bool> {
        let module = self.editor.context();
        let lanes = self.lanes(self.ty(argument)?);
        let lane = |component: u64| {
            if self.is_vector(self.ty(argument).ok()) {
                Bound::Lane(argument, component)
            } else {
                Bound::Value(argument)
            }
        };
        match term {
            Term::Argument(index) => set(bound, *index, Bound::Value(argument)),
            Term::Integer(number) => return Ok(module.signed_integer(argument) == Some(*number)),
            Term::Undef => {}
            Term::Handle(index) => set(bound, *index, Bound::Value(self.handle(id, argument)?)),
            Term::Offset(index) => {
                let offset =
                    if module.is_undefined(argument) { Bound::Undef } else { Bound::Value(argument) };
                set(bound, *index, offset);
            }
            Term::Coordinates(_, indices) | Term::Gradients(_, indices) => {
                for (component, index) in (0..).zip(*indices) {
                    set(bound, *index, if component < lanes { lane(component) } else { Bound::Undef });
                }
            }
            Term::Offsets(resource, indices) => {
                // The intrinsic has an operand for texel offsets even if the source code has none. Cube textures have
                // no offsets.
                let kind = self.kind_of(bound.get(*resource).copied().flatten());
                let is_cube =
                    matches!(kind, Some(ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY));
                let has_offsets = !is_cube && !is_null(module, argument);
                for (component, index) in (0..).zip(*indices) {
                    set(
                        bound,
                        *index,
                        if component < lanes && has_offsets { lane(component) } else { Bound::Undef },
                    );
                }
            }
            Term::Element(_, indices) => {
                // Components that the element does not have repeat component 0.
                for (component, index) in (0..).zip(*indices) {
                    set(bound, *index, lane(if component < lanes { component } else { 0 }));
                }
            }
            Term::Masked(mask, indices) => {
                if lanes > (indices.len() as u64) {
                    return Ok(false);
                }
                for (component, index) in (0..).zip(*indices) {
                    set(bound, *index, if component < lanes { lane(component) } else { Bound::Undef });
                }
                set(bound, *mask, Bound::Number(mask_of(lanes)));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the resource kind of a `dx.types.Handle` that this pass created.
    fn kind_of(&self, handle: Option<Bound>) -> Option<ResourceKind> {
        let Some(Bound::Value(handle)) = handle else { return None };
        let (resource, _) = self.handles.iter().find(|(_, known)| **known == handle)?;
        let ty = self.editor.type_of(*resource).ok()?;
        description(self.editor.context(), ty).map(|description| description.kind)
    }

    /// Returns the overload types of an operation; `None` if it has no overload for these arguments.
    fn overloads(
        &self,
        operation: &Operation,
        bound: &[Option<Bound>],
        lane: Option<TypeId>,
    ) -> Option<Vec<Overload>> {
        let types = &self.editor.context().types;
        let arguments: Vec<Option<TypeId>> = bound
            .iter()
            .map(|bound| match bound {
                Some(Bound::Value(value)) => self.editor.type_of(*value).ok(),
                Some(Bound::Lane(value, _)) => self.editor.type_of(*value).ok().map(|ty| types.scalar(ty)),
                _ => None,
            })
            .collect();
        operation.overloads_for(types, &arguments, lane).map(|overloads| overloads.as_slice().to_vec())
    }
}

fn set(bound: &mut [Option<Bound>], index: usize, value: Bound) {
    if let Some(argument) = bound.get_mut(index) {
        *argument = Some(value);
    }
}

/// Returns the write mask of the first `lanes` components, at most four.
fn mask_of(lanes: u64) -> i64 {
    (1 << lanes.min(4)) - 1
}

fn is_null(module: &Module, value: Value) -> bool {
    let ValueKind::Constant(id) = value.kind() else { return false };
    module.constants.get(id).is_some_and(|constant| constant.kind == ConstantKind::Null)
}
