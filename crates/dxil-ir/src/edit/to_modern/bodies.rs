//! Bodies: copied in new terms, then rid of what has no meaning any more.

use hashbrown::{HashMap, HashSet};

use crate::edit::body_copy;
use crate::flags::{self, Flags};
use crate::generated::bitcode::metadata as code;
use crate::metadata::Metadata;
use crate::{Body, CastOp, Dialect, Instruction, InstructionId, Op, TypeId, Types, Value, ValueKind};

use super::debug_info::DBG;
use super::{Conversion, Result, ToModernErrorKind};

impl Conversion<'_> {
    /// What a body became; `function_type` is the new one.
    pub(super) fn body(&mut self, body: &Body, function_type: TypeId) -> Result<Body> {
        let Some((mut body, _)) = body_copy::copied(body, self) else {
            let missing = ToModernErrorKind::Missing { what: "a value or block of a function" };
            return Err(self.fault.take().unwrap_or(missing));
        };
        // Who copies goes on without metadata that is not there.
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        has_scopes(&body)?;
        self.has_subprogram(&body)?;
        self.expand(&mut body)?;
        for instruction in body.instructions.values_mut() {
            if instruction.flags != Flags::NONE {
                instruction.flags = new_flags(&self.into.types, instruction);
            }
            if let Op::ShuffleVector([.., mask]) = &mut instruction.op {
                *mask = self.mask(*mask);
            }
        }
        self.drop_casts(&mut body, function_type);
        Ok(body)
    }

    /// Refuses what is attached to a function as debug information and is none of it.
    fn has_subprogram(&self, body: &Body) -> Result<()> {
        let is_subprogram = |id| {
            let row = self.into.metadata.get(id).and_then(Metadata::row);
            row.is_some_and(|row| row.code == code::SUBPROGRAM)
        };
        let what = "!dbg attachment of a function is not a DISubprogram";
        match body.metadata.iter().all(|(kind, id)| *kind != DBG || is_subprogram(*id)) {
            true => Ok(()),
            false => Err(ToModernErrorKind::DebugInformation { what }),
        }
    }

    /// Takes out casts of pointers to what they are already.
    fn drop_casts(&mut self, body: &mut Body, function_type: TypeId) {
        let mut replaced = HashMap::new();
        body.each_instruction(|id, instruction| {
            if let Op::Cast(CastOp::Bitcast, operand) = instruction.op
                && self.is_address(instruction.ty)
                && self.into.type_of(Some((body, function_type)), operand) == Some(instruction.ty)
            {
                replaced.insert(id, operand);
            }
        });
        if replaced.is_empty() {
            return;
        }
        let dropped: HashSet<InstructionId> = replaced.keys().copied().collect();
        let undefined = |id| body.instructions.get(id).map(|cast: &Instruction| cast.ty);
        let mut chain = Vec::new();
        for id in &dropped {
            // Casts in a circle are of blocks that nothing leads to.
            let mut value = Value::from(*id);
            while let ValueKind::Instruction(cast) = value.kind()
                && let Some(operand) = replaced.get(&cast)
                && chain.len() <= dropped.len()
            {
                chain.push(cast);
                value = *operand;
            }
            if chain.len() > dropped.len()
                && let Some(ty) = undefined(*id)
            {
                value = self.into.undef(ty);
            }
            for cast in chain.drain(..) {
                replaced.insert(cast, value);
            }
        }
        body.each_value_mut(&mut |value| {
            if let ValueKind::Instruction(id) = value.kind()
                && let Some(operand) = replaced.get(&id)
            {
                *value = *operand;
            }
        });
        body.erase(|id| dropped.contains(&id));
    }
}

/// Refuses places in the source that lie in nothing.
fn has_scopes(body: &Body) -> Result<()> {
    let mut lies_somewhere = true;
    body.each_instruction(|_, instruction| {
        let location = instruction.location.expand().and_then(|id| body.location(id));
        lies_somewhere &= location.is_none_or(|location| location.scope.is_some());
    });
    let what = "a debug location has no scope";
    if lies_somewhere { Ok(()) } else { Err(ToModernErrorKind::DebugInformation { what }) }
}

/// What may be assumed of an instruction: `fast` is everything today.
fn new_flags(types: &Types, instruction: &Instruction) -> Flags {
    let is_float = types.is_float(instruction.ty);
    let known = instruction.flags & flags::allowed(&instruction.op, is_float, Dialect::Dxil37);
    let all = if known.has(Flags::UNSAFE_ALGEBRA) { known | Flags::FAST_MATH } else { known };
    // Integers have other assumptions by the same number.
    all & flags::allowed(&instruction.op, is_float, Dialect::Modern)
}
