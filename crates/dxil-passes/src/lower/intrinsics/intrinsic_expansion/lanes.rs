//! `split-intrinsics`: replaces each intrinsic call with a vector result by one call for each lane, because
//! `scalarizer` splits instructions only.
//!
//! The code is part of `intrinsic_expansion`, but the pass runs later: the expansion of a vector is shorter than the
//! expansions of its lanes.
//!
//! Precondition: none.
//!
//! Postcondition: no intrinsic, except for `llvm.dx.resource.*`, has a vector result and an operand with as many lanes,
//! unless the shader model has vector operations, and the intrinsic's operation has overloads for vectors.

use bstr::{BString, ByteSlice as _};
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Position;
use dxil_ir::function::Local;
use dxil_ir::instruction::Index;
use dxil_ir::{Instruction, Op, Type, TypeId, Value};

use super::{Expanded, Expansion, each_intrinsic};
use crate::error::{Result, invalid};
use crate::lower::calls::users;
use crate::lower::intrinsics::table::Rows;
use crate::lower::state::State;

/// The prefix of the names of intrinsics that keep their vectors, because an access is one operation for all lanes.
const RESOURCES: &str = "llvm.dx.resource.";

/// Replaces intrinsic calls with vector results, unless the shader model has the operation for vectors. With
/// `back_end_only`, ignores the shader model, as LLVM does.
pub(in crate::lower) fn split(state: &mut State) -> Result<()> {
    let keeps_vectors = state.profile.has_vectors() && !state.back_end_only;
    // Most modules have no such calls after the expansion: this search is cheaper than editing sessions.
    let has_vectors = |ty: TypeId| {
        let types = &state.module.types;
        let is_vector = |ty: TypeId| matches!(types.get(ty), Some(Type::Vector(..)));
        is_vector(ty)
            || types.members(ty).is_some_and(|members| members.iter().any(|member| is_vector(*member)))
    };
    let is_candidate =
        |instruction: &Instruction| matches!(instruction.op, Op::Call { .. }) && has_vectors(instruction.ty);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_candidate)) {
        return Ok(());
    }
    each_intrinsic(state, |expansion, name, arguments| {
        if name.starts_with(RESOURCES) || keeps_vectors && Rows::get().allows_vectors(name) {
            return Ok(Expanded::Stays);
        }
        expansion.lane_by_lane(name, arguments)
    })
}

impl Expansion<'_, '_, '_> {
    /// Replaces a call by one call for each lane. If the result is a structure, all its members must be vectors with
    /// the same number of lanes.
    fn lane_by_lane(&mut self, name: &str, arguments: &[Value]) -> Result<Expanded> {
        let members = self.editor.context().types.members(self.ty).map(<[TypeId]>::to_vec);
        let types = members.clone().unwrap_or_else(|| vec![self.ty]);
        let Some(count) = types.first().and_then(|ty| self.lanes(*ty)) else { return Ok(Expanded::Stays) };
        let argument_types = arguments.iter().map(|value| self.type_of(*value));
        let argument_types = argument_types.collect::<Result<Vec<_>>>()?;
        if types.iter().any(|ty| self.lanes(*ty) != Some(count))
            || !argument_types.iter().any(|ty| self.lanes(*ty) == Some(count))
        {
            return Ok(Expanded::Stays);
        }
        let scalars: Vec<TypeId> = types.iter().map(|ty| self.editor.context().types.scalar(*ty)).collect();
        let mut calls = Vec::new();
        for lane in 0..count {
            let mut operands = Vec::with_capacity(arguments.len());
            for argument in arguments {
                operands.push(self.named_lane(*argument, lane)?);
            }
            calls.push(self.intrinsic_of(name, &operands, &scalars)?);
        }
        if members.is_none() {
            return self.vector(self.ty, &calls).map(Expanded::NamedValue);
        }
        self.replace_members(&types, &calls)
    }

    /// Replaces each `extractvalue` of the call by a vector that is built from this member of the calls for all lanes.
    /// `types` are the types of the members.
    fn replace_members(&mut self, types: &[TypeId], lanes: &[Value]) -> Result<Expanded> {
        for user in users(self.editor, self.id) {
            let Some(Op::ExtractValue(..)) = self.editor.op(user) else { continue };
            let &[Index(member)] = self.editor.indices(user) else { continue };
            self.editor.go_to(Position::Before(user)).map_err(invalid)?;
            let vector = self.member(types, lanes, member)?;
            self.editor.replace_and_erase(user, vector).map_err(invalid)?;
        }
        if !self.editor.is_used(self.id.into()) {
            return Ok(Expanded::Erased);
        }
        self.editor.go_to(Position::Before(self.id)).map_err(invalid)?;
        let mut whole = self.editor.undef(self.ty);
        for member in (0..).take(types.len()) {
            let vector = self.member(types, lanes, member)?;
            whole = self.editor.insert_value(whole, vector, &[member]).map_err(invalid)?;
        }
        Ok(Expanded::Value(whole))
    }

    /// Returns a vector of member `member` of the calls for all lanes.
    fn member(&mut self, types: &[TypeId], lanes: &[Value], member: u32) -> Result<Value> {
        let scalars = lanes.iter().map(|lane| self.editor.extract_value(*lane, &[member]).map_err(invalid));
        let scalars = scalars.collect::<Result<Vec<_>>>()?;
        let index = member as usize;
        let ty = types.get(index).copied().ok_or_else(|| {
            self.refuse("extractvalue selects a member that does not exist in the result type")
        })?;
        self.vector(ty, &scalars)
    }

    /// Extracts a lane; its name is derived from the name of the vector.
    fn named_lane(&mut self, vector: Value, lane: u64) -> Result<Value> {
        let name = self.editor.name_of(Local::Value(vector)).map(BString::from);
        let scalar = self.lane(vector, lane)?;
        if let Some(name) = name
            && scalar != vector
        {
            let name = format!("{}.i{lane}", name.to_str_lossy());
            self.editor.name(Local::Value(scalar), name.as_str());
        }
        Ok(scalar)
    }
}
