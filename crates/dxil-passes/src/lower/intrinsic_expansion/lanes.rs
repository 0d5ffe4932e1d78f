//! Intrinsics of vectors as one for each lane: what scalarizing is of calls. Separate because it comes later: what is
//! expanded is so as a vector.

use bstr::{BString, ByteSlice as _};
use dxil_ir::builder::Build as _;
use dxil_ir::function::Local;
use dxil_ir::{TypeId, Value};

use super::super::State;
use super::{Expanded, Expansion, each_intrinsic};
use crate::error::{Result, invalid};

/// What begins the names of intrinsics whose vectors are not taken lane by lane.
const OF_RESOURCES: &str = "llvm.dx.resource.";

/// Calls every intrinsic of vectors once a lane.
pub(in crate::lower) fn split(state: &mut State) -> Result<()> {
    each_intrinsic(state, |expansion, name, arguments| {
        Ok(expansion.lane_by_lane(name, arguments)?.map_or(Expanded::Stays, Expanded::Value))
    })
}

impl Expansion<'_, '_, '_> {
    /// An intrinsic of vectors, as one for each lane.
    fn lane_by_lane(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        if name.starts_with(OF_RESOURCES) {
            return Ok(None);
        }
        let members = self.editor.context().types.members(self.ty).map(<[TypeId]>::to_vec);
        let given = members.clone().unwrap_or_else(|| vec![self.ty]);
        let Some(count) = given.first().and_then(|ty| self.lanes(*ty)) else { return Ok(None) };
        let argument_types = arguments.iter().map(|value| self.type_of(*value));
        let argument_types = argument_types.collect::<Result<Vec<_>>>()?;
        if given.iter().any(|ty| self.lanes(*ty) != Some(count))
            || !argument_types.iter().any(|ty| self.lanes(*ty) == Some(count))
        {
            return Ok(None);
        }
        let scalars: Vec<TypeId> = given.iter().map(|ty| self.editor.context().types.scalar(*ty)).collect();
        let mut lanes: Vec<Vec<Value>> = vec![Vec::new(); given.len()];
        for lane in 0..count {
            let mut one = Vec::with_capacity(arguments.len());
            for argument in arguments {
                one.push(self.named_lane(*argument, lane)?);
            }
            let made = self.intrinsic_of(name, &one, &scalars)?;
            for (member, lanes) in (0..).zip(&mut lanes) {
                lanes.push(match members {
                    None => made,
                    Some(_) => self.editor.extract_value(made, &[member]).map_err(invalid)?,
                });
            }
        }
        let vectors = given.iter().zip(&lanes).map(|(ty, lanes)| self.vector(*ty, lanes));
        let vectors = vectors.collect::<Result<Vec<_>>>()?;
        if members.is_none() {
            return Ok(vectors.first().copied());
        }
        let mut whole = self.editor.undef(self.ty);
        for (member, vector) in (0..).zip(vectors) {
            whole = self.editor.insert_value(whole, vector, &[member]).map_err(invalid)?;
        }
        Ok(Some(whole))
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
