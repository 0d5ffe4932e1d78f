//! Operations by the names that people know them by: their own (`WaveActiveOp`), those of their functions
//! (`dx.op.waveActiveOp`, `dx.op.sample.f32`) and HLSL's (`WaveActiveSum`). Separate from the rows because one name may
//! mean several operations, or an operation with some arguments only.

mod intrinsic;

use bstr::BStr;
use dxil_ir::{Module, Type, Value, ValueKind};

use super::correspondence::Condition;
use super::{Call, FUNCTION_PREFIX, Opcode, Operation};
use crate::generated::hlsl::INTRINSICS;
pub(crate) use intrinsic::Intrinsic;

/// The calls that a name means, or some of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallPattern {
    /// The operation's number.
    opcode: Opcode,
    when: &'static [(usize, u32)],
    /// The function's name with its overloads, where the name was one.
    function: Option<String>,
}

impl CallPattern {
    /// The patterns that a name means, in whatever case; none for a name that means no operation.
    pub fn of(name: &str) -> Vec<Self> {
        let pattern = |operation: &Operation| Self { opcode: operation.opcode, when: &[], function: None };
        if let Some(function) = name.strip_prefix(FUNCTION_PREFIX) {
            let all = Operation::of_function(BStr::new(name)).map(pattern);
            let function = function.contains('.').then(|| name.to_owned());
            return all.map(|pattern| Self { function: function.clone(), ..pattern }).collect();
        }
        let named =
            Operation::all().filter(|operation| operation.name.eq_ignore_ascii_case(name)).map(pattern);
        let rows = INTRINSICS.iter().filter(|row| row.name.eq_ignore_ascii_case(name));
        let spoken = rows.flat_map(|row| {
            row.opcodes.iter().map(|opcode| Self { opcode: *opcode, when: row.when, function: None })
        });
        named.chain(spoken).collect()
    }

    /// All names that mean some operation, but for those of functions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Operation::all().map(|operation| operation.name).chain(INTRINSICS.iter().map(|row| row.name))
    }

    /// The operation.
    pub fn operation(&self) -> Option<&'static Operation> {
        Operation::get(self.opcode)
    }

    /// Whether calls that it means may call the function of this name.
    pub fn may_call(&self, function: &BStr) -> bool {
        match &self.function {
            Some(name) => function == name.as_str(),
            None => {
                let name = function.strip_prefix(FUNCTION_PREFIX.as_bytes());
                let operation = self.operation().map(|operation| operation.function.as_bytes());
                name.zip(operation).is_some_and(|(name, wanted)| {
                    name.strip_prefix(wanted).is_some_and(|rest| matches!(rest, [] | [b'.', ..]))
                })
            }
        }
    }

    /// Returns true if the pattern matches all calls of an operation whose arguments satisfy `conditions`.
    pub fn matches_all(&self, operation: &Operation, conditions: &[Condition]) -> bool {
        let is_implied = |(index, wanted): &(usize, u32)| {
            conditions.contains(&Condition::Equals(*index, i64::from(*wanted)))
        };
        operation.opcode == self.opcode && self.function.is_none() && self.when.iter().all(is_implied)
    }

    /// Whether it means `call`, which lies in `module`.
    pub fn matches(&self, module: &Module, call: &Call<'_>) -> bool {
        let is = |(index, wanted): &(usize, u32)| {
            call.arguments().get(*index).and_then(|value| number(module, *value)) == Some(u64::from(*wanted))
        };
        call.operation().opcode == self.opcode
            && self.function.as_ref().is_none_or(|name| call.function_name() == name.as_str())
            && self.when.iter().all(is)
    }
}

/// The integer that a value is, without the sign that its width gives it.
fn number(module: &Module, value: Value) -> Option<u64> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    let constant = module.constants.get(id)?;
    let Type::Integer(width) = module.types.get(constant.ty)? else { return None };
    let bits = u64::MAX.checked_shr(64_u32.saturating_sub(*width)).unwrap_or(0);
    Some(constant.kind.integer()?.cast_unsigned() & bits)
}
