//! Intrinsics of vectors as one for each lane: what scalarizing is of calls. Separate because it comes later: what is
//! expanded is so as a vector.

use bstr::{BString, ByteSlice as _};
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Position;
use dxil_ir::function::Local;
use dxil_ir::instruction::Index;
use dxil_ir::{Instruction, Op, Type, TypeId, Value};

use super::{Expanded, Expansion, each_intrinsic};
use crate::error::{Result, invalid};
use crate::lower::calls::users;
use crate::lower::state::State;

/// What begins the names of intrinsics whose vectors are not taken lane by lane.
const OF_RESOURCES: &str = "llvm.dx.resource.";

/// Calls every intrinsic of vectors once for each lane, unless the shader model has vectors. LLVM's back end always
/// does so.
pub(in crate::lower) fn split(state: &mut State) -> Result<()> {
    if state.profile.has_vectors() && !state.back_end_only {
        return Ok(());
    }
    // Most shaders have none behind the expansion of others.
    let has_vectors = |ty: TypeId| {
        let types = &state.module.types;
        let is_one = |ty: TypeId| matches!(types.get(ty), Some(Type::Vector(..)));
        is_one(ty) || types.members(ty).is_some_and(|members| members.iter().any(|member| is_one(*member)))
    };
    let is_one =
        |instruction: &Instruction| matches!(instruction.op, Op::Call { .. }) && has_vectors(instruction.ty);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_one)) {
        return Ok(());
    }
    each_intrinsic(state, |expansion, name, arguments| expansion.lane_by_lane(name, arguments))
}

impl Expansion<'_, '_, '_> {
    /// An intrinsic of vectors, as one for each lane.
    fn lane_by_lane(&mut self, name: &str, arguments: &[Value]) -> Result<Expanded> {
        if name.starts_with(OF_RESOURCES) {
            return Ok(Expanded::Stays);
        }
        let members = self.editor.context().types.members(self.ty).map(<[TypeId]>::to_vec);
        let given = members.clone().unwrap_or_else(|| vec![self.ty]);
        let Some(count) = given.first().and_then(|ty| self.lanes(*ty)) else { return Ok(Expanded::Stays) };
        let argument_types = arguments.iter().map(|value| self.type_of(*value));
        let argument_types = argument_types.collect::<Result<Vec<_>>>()?;
        if given.iter().any(|ty| self.lanes(*ty) != Some(count))
            || !argument_types.iter().any(|ty| self.lanes(*ty) == Some(count))
        {
            return Ok(Expanded::Stays);
        }
        let scalars: Vec<TypeId> = given.iter().map(|ty| self.editor.context().types.scalar(*ty)).collect();
        let mut made = Vec::new();
        for lane in 0..count {
            let mut one = Vec::with_capacity(arguments.len());
            for argument in arguments {
                one.push(self.named_lane(*argument, lane)?);
            }
            made.push(self.intrinsic_of(name, &one, &scalars)?);
        }
        if members.is_none() {
            return self.vector(self.ty, &made).map(Expanded::Value);
        }
        self.give_members(&given, &made)
    }

    /// Gives those that take a member of what a call gave a vector of that member of all `lanes`.
    fn give_members(&mut self, given: &[TypeId], lanes: &[Value]) -> Result<Expanded> {
        for user in users(self.editor, self.id) {
            let Some(Op::ExtractValue(..)) = self.editor.op(user) else { continue };
            let &[Index(member)] = self.editor.indices(user) else { continue };
            self.editor.go_to(Position::Before(user)).map_err(invalid)?;
            let vector = self.member(given, lanes, member)?;
            self.editor.replace_and_erase(user, vector).map_err(invalid)?;
        }
        if !self.editor.is_used(self.id.into()) {
            return Ok(Expanded::Nothing);
        }
        self.editor.go_to(Position::Before(self.id)).map_err(invalid)?;
        let mut whole = self.editor.undef(self.ty);
        for member in (0..).take(given.len()) {
            let vector = self.member(given, lanes, member)?;
            whole = self.editor.insert_value(whole, vector, &[member]).map_err(invalid)?;
        }
        Ok(Expanded::Value(whole))
    }

    /// A member of what was given for each lane, as a vector.
    fn member(&mut self, given: &[TypeId], lanes: &[Value], member: u32) -> Result<Value> {
        let taken = lanes.iter().map(|lane| self.editor.extract_value(*lane, &[member]).map_err(invalid));
        let taken = taken.collect::<Result<Vec<_>>>()?;
        let place = member as usize;
        let ty = given.get(place).copied().ok_or_else(|| {
            self.refuse("extractvalue selects a member that does not exist in the result type")
        })?;
        self.vector(ty, &taken)
    }

    /// A lane, which has the name of its vector where that has one.
    fn named_lane(&mut self, vector: Value, lane: u64) -> Result<Value> {
        let name = self.editor.name_of(Local::Value(vector)).map(BString::from);
        let taken = self.lane(vector, lane)?;
        if let Some(name) = name
            && taken != vector
        {
            let name = format!("{}.i{lane}", name.to_str_lossy());
            self.editor.name(Local::Value(taken), name.as_str());
        }
        Ok(taken)
    }
}
