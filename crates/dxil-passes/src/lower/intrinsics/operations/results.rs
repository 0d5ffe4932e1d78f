//! Conversion of the result of a DXIL operation to the result of the intrinsic that it replaces. Separate because it
//! runs last and does not depend on the arguments.

use dxil::ops::correspondence::Form;
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Position;
use dxil_ir::function::Local;
use dxil_ir::instruction::Index;
use dxil_ir::{CastOp, InstructionId, Op, Type, TypeId, Value};
use hashbrown::HashMap;

use super::lowering::Lowering;
use crate::error::{Result, invalid};
use crate::limits::CHAIN;
use crate::lower::calls::users;

impl Lowering<'_, '_, '_> {
    /// Zero-extends or truncates an integer, or each lane of a vector, to the type `to`.
    pub(super) fn resized(&mut self, value: Value, to: TypeId) -> Result<Value> {
        let from = self.ty(value)?;
        Ok(match self.bits(from).cmp(&self.bits(to)) {
            std::cmp::Ordering::Less => self.editor.cast(CastOp::ZExt, value, to),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.editor.cast(CastOp::Trunc, value, to),
        })
    }

    /// Returns the width of an integer or of a lane in bits; 0 for other types.
    fn bits(&self, ty: TypeId) -> u32 {
        let types = &self.editor.context().types;
        match types.get(types.scalar(ty)) {
            Some(Type::Integer(bits)) => *bits,
            _ => 0,
        }
    }

    /// Replaces the uses of an intrinsic whose result has another width than the operation's `result`. A user that
    /// casts the intrinsic's result to the width of the operation is replaced by `result` itself.
    pub(super) fn replace_uses_resized(
        &mut self,
        id: InstructionId,
        result: Value,
        opcode: Opcode,
    ) -> Result<()> {
        let (from, to) = (self.ty(result)?, self.ty(id.into())?);
        let is_wider = self.bits(from) < self.bits(to);
        for user in users(self.editor, id) {
            let Some(Op::Cast(cast, _)) = self.editor.op(user) else { continue };
            let is_same = match cast {
                CastOp::Trunc => is_wider,
                // A bit count is never negative in either width, so a sign extension is a zero extension.
                CastOp::ZExt | CastOp::SExt => opcode == Opcode::COUNTBITS,
                _ => false,
            };
            if is_same && self.ty(user.into())? == from {
                self.editor.replace_and_erase(user, result).map_err(invalid)?;
            }
        }
        if self.editor.is_used(id.into()) {
            let value = self.resized(result, to)?;
            self.editor.replace_all_uses(id.into(), value).map_err(invalid)?;
        }
        Ok(())
    }

    /// Replaces the uses of an intrinsic by the operation's `result`, converted by the inverse of `form`.
    pub(super) fn replace_uses(&mut self, id: InstructionId, form: Form, result: Value) -> Result<()> {
        let to = self.ty(id.into())?;
        match form {
            Form::Whole => {
                self.editor.replace_all_uses(id.into(), result).map_err(invalid)?;
            }
            Form::Members => {
                return Err(self.refuse(
                    id,
                    "members of the result cannot be replaced by a \
                                                         single value",
                ));
            }
            Form::First => {
                let value = self.editor.extract_value(result, &[0]).map_err(invalid)?;
                self.editor.replace_all_uses(id.into(), value).map_err(invalid)?;
            }
            Form::Lanes | Form::Texel(_) => {
                self.replace_lanes(id, id, result)?;
                if self.editor.is_used(id.into()) {
                    let value = self.members_as(result, to)?;
                    self.editor.replace_all_uses(id.into(), value).map_err(invalid)?;
                }
            }
            Form::Fields => {
                self.replace_insertions(id, result)?;
                self.replace_fields(id, result)?;
                self.replace_members(id, to, |lowering, member| {
                    lowering.editor.extract_value(result, &[member]).map_err(invalid)
                })?;
            }
            Form::LoadedTyped(_) | Form::LoadedUsed | Form::LoadedMasked(_) | Form::LoadedVector => {
                let element = self.member(to, 0).ok_or_else(|| self.refuse(id, "no element"))?;
                if form != Form::LoadedVector {
                    self.replace_lanes_of_element(id, result)?;
                }
                self.replace_members(id, to, |lowering, member| match (member, form) {
                    (0, Form::LoadedVector) => lowering.editor.extract_value(result, &[0]).map_err(invalid),
                    (0, _) => lowering.members_as(result, element),
                    _ => {
                        let status = if form == Form::LoadedVector { 1 } else { 4 };
                        let status = lowering.editor.extract_value(result, &[status]).map_err(invalid)?;
                        lowering.operation(
                            id,
                            Opcode::CHECK_ACCESS_FULLY_MAPPED,
                            &[OverloadKind::I32.into()],
                            &[status],
                        )
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Replaces each `extractelement` from member 0 of a structure by the member of `result` for this lane.
    fn replace_lanes_of_element(&mut self, id: InstructionId, result: Value) -> Result<()> {
        for user in users(self.editor, id) {
            let is_element = matches!(self.editor.op(user), Some(Op::ExtractValue(..)))
                && self.editor.indices(user) == [Index(0)];
            if is_element {
                self.replace_lanes(id, user, result)?;
                if !self.editor.is_used(user.into()) {
                    self.editor.erase(user).map_err(invalid)?;
                }
            }
        }
        Ok(())
    }

    /// Replaces each `extractelement` of `vector` with a constant index by an `extractvalue` of `result` before `id`.
    fn replace_lanes(&mut self, id: InstructionId, vector: InstructionId, result: Value) -> Result<()> {
        let count = self.lanes(self.ty(vector.into())?);
        let mut known: HashMap<u32, Value> = HashMap::new();
        for user in users(self.editor, vector) {
            let Some(Op::ExtractElement([_, lane])) = self.editor.op(user) else { continue };
            let lane = self.editor.context().integer(*lane).filter(|lane| *lane < count);
            let Some(lane) = lane.and_then(|lane| u32::try_from(lane).ok()) else { continue };
            let value = match known.get(&lane) {
                Some(value) => *value,
                None => {
                    self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                    let value = self.editor.extract_value(result, &[lane]).map_err(invalid)?;
                    known.insert(lane, value);
                    value
                }
            };
            self.editor.replace_and_erase(user, value).map_err(invalid)?;
        }
        self.editor.go_to(Position::Before(id)).map_err(invalid)
    }

    /// Returns the first members of `result` as a vector of type `to`; if `to` is a scalar type, returns member 0.
    pub(super) fn members_as(&mut self, result: Value, to: TypeId) -> Result<Value> {
        let count = u32::try_from(self.lanes(to)).unwrap_or(0);
        let lanes = (0..count).map(|member| self.editor.extract_value(result, &[member]).map_err(invalid));
        let lanes = lanes.collect::<Result<Vec<_>>>()?;
        self.vector(to, &lanes)
    }

    /// Replaces each `extractvalue` of `id` by an `extractvalue` of `result` at the same position.
    fn replace_fields(&mut self, id: InstructionId, result: Value) -> Result<()> {
        for user in users(self.editor, id) {
            let Some(Op::ExtractValue(..)) = self.editor.op(user) else { continue };
            let &[Index(index)] = self.editor.indices(user) else { continue };
            self.editor.go_to(Position::Before(user)).map_err(invalid)?;
            let field = self.editor.extract_value(result, &[index]).map_err(invalid)?;
            let name = self.editor.name_of(Local::Value(user.into())).map(ToString::to_string);
            self.editor.replace_and_erase(user, field).map_err(invalid)?;
            if let Some(name) = name {
                self.editor.name(field, &name);
            }
        }
        Ok(())
    }

    /// Replaces each `insertvalue` into the structure `id` by an `insertvalue` into `result`, and each `extractvalue`
    /// of such an `insertvalue` by the inserted value or by the member of `result`, if all transitive users are
    /// `insertvalue` and `extractvalue`.
    fn replace_insertions(&mut self, id: InstructionId, result: Value) -> Result<()> {
        let mut worklist = vec![(id, result, HashMap::<u32, Value>::new())];
        let mut replaced = Vec::new();
        while let Some((old, new, inserted)) = worklist.pop() {
            for user in users(self.editor, old) {
                let &[Index(index)] = self.editor.indices(user) else { continue };
                match self.editor.op(user) {
                    Some(Op::InsertValue([aggregate, member], _))
                        if *aggregate == old.into() && (old != id || self.has_only_members(user)) =>
                    {
                        let member = *member;
                        self.editor.go_to(Position::Before(user)).map_err(invalid)?;
                        let new = self.editor.insert_value(new, member, &[index]).map_err(invalid)?;
                        let mut inserted = inserted.clone();
                        inserted.insert(index, member);
                        worklist.push((user, new, inserted));
                        replaced.push(user);
                    }
                    Some(Op::ExtractValue(..)) if old != id => {
                        let member = match inserted.get(&index) {
                            Some(member) => *member,
                            None => {
                                self.editor.go_to(Position::Before(user)).map_err(invalid)?;
                                self.editor.extract_value(result, &[index]).map_err(invalid)?
                            }
                        };
                        self.editor.replace_and_erase(user, member).map_err(invalid)?;
                    }
                    _ => {}
                }
            }
        }
        // An `insertvalue` is after the one that it uses.
        while let Some(user) = replaced.pop() {
            self.editor.erase(user).map_err(invalid)?;
        }
        Ok(())
    }

    /// Returns true if all transitive users of an aggregate are `extractvalue`, and `insertvalue` into it, each with
    /// one index.
    fn has_only_members(&self, aggregate: InstructionId) -> bool {
        let mut worklist = vec![aggregate];
        for _ in 0..CHAIN {
            let Some(aggregate) = worklist.pop() else { return true };
            for user in users(self.editor, aggregate) {
                if self.editor.indices(user).len() != 1 {
                    return false;
                }
                match self.editor.op(user) {
                    Some(Op::ExtractValue(..)) => {}
                    Some(Op::InsertValue([into, member], _))
                        if *into == aggregate.into() && *member != aggregate.into() =>
                    {
                        worklist.push(user);
                    }
                    _ => return false,
                }
            }
        }
        false
    }

    /// Replaces each `extractvalue` of `id` by the value that `member` builds, and other uses by an aggregate of all
    /// members of type `to`.
    fn replace_members(
        &mut self,
        id: InstructionId,
        to: TypeId,
        mut member: impl FnMut(&mut Self, u32) -> Result<Value>,
    ) -> Result<()> {
        let mut known: HashMap<u32, Value> = HashMap::new();
        for user in users(self.editor, id) {
            let Some(Op::ExtractValue(..)) = self.editor.op(user) else { continue };
            let &[Index(index)] = self.editor.indices(user) else { continue };
            let value = match known.get(&index) {
                Some(value) => *value,
                None => {
                    self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                    let value = member(self, index)?;
                    known.insert(index, value);
                    value
                }
            };
            self.editor.replace_and_erase(user, value).map_err(invalid)?;
        }
        if !self.editor.is_used(id.into()) {
            return Ok(());
        }
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let mut whole = self.editor.undef(to);
        let count = self.editor.context().types.members(to).map_or(0, <[_]>::len);
        for index in 0..u32::try_from(count).unwrap_or(0) {
            let value = match known.get(&index) {
                Some(value) => *value,
                None => member(self, index)?,
            };
            whole = self.editor.insert_value(whole, value, &[index]).map_err(invalid)?;
        }
        self.editor.replace_all_uses(id.into(), whole).map_err(invalid)?;
        Ok(())
    }
}
