//! Value analysis of register indices: a set of a few constants, or an interval. Separate from the accesses because it
//! knows nothing of buffers.
//!
//! The analysis walks the operands of an index once (memoized, at most 64 deep; the cost is linear in the operands that
//! it visits). A cycle of phis has any value. Sums and products that leave 32 bits have any value as an interval; a set
//! of constants wraps exactly.

use std::collections::HashMap;

use dxil::ops::{Call, Opcode};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, Body, CastOp, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};

/// Constants of a set; a larger set becomes the interval around it.
const FEW: usize = 16;

/// Operands of operands that are followed.
const DEPTH: usize = 64;

/// The last thread of a dispatch in one dimension: 65,535 groups of 1,024 threads.
const LAST_THREAD: i64 = 65_535 * 1024 - 1;

/// The values that an integer can have, sign-extended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Values {
    /// These constants, in ascending order.
    Few(Vec<i64>),
    /// All from the first up to the last.
    Interval(i64, i64),
}

/// The values of instructions in one function.
pub(super) struct Evaluator<'m> {
    module: &'m Module,
    function: (&'m Body, TypeId),
    known: HashMap<InstructionId, Values>,
}

impl Values {
    /// All integers of so many bits.
    fn any(bits: u32) -> Self {
        let half = 1_i64 << (bits.clamp(1, 62) - 1);
        Self::Interval(-half, half - 1)
    }

    fn bounds(&self) -> (i64, i64) {
        match self {
            Self::Few(values) => (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0)),
            Self::Interval(first, last) => (*first, *last),
        }
    }

    fn constant(&self) -> Option<i64> {
        let (first, last) = self.bounds();
        (first == last).then_some(first)
    }

    fn few(values: impl IntoIterator<Item = i64>) -> Self {
        let mut values: Vec<i64> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        match (values.first(), values.last()) {
            (Some(first), Some(last)) if values.len() > FEW => Self::Interval(*first, *last),
            _ => Self::Few(values),
        }
    }

    fn or(self, other: Self) -> Self {
        if let (Self::Few(a), Self::Few(b)) = (&self, &other) {
            return Self::few(a.iter().chain(b).copied());
        }
        let ((a, b), (c, d)) = (self.bounds(), other.bounds());
        Self::Interval(a.min(c), b.max(d))
    }

    /// The interval, if integers of so many bits hold it.
    fn interval(first: i64, last: i64, bits: u32) -> Self {
        let any = Self::any(bits);
        let (least, most) = any.bounds();
        if first < least || last > most { any } else { Self::Interval(first, last) }
    }
}

impl<'m> Evaluator<'m> {
    /// An evaluator for a function with this body and type.
    pub(super) fn new(module: &'m Module, function: (&'m Body, TypeId)) -> Self {
        Self { module, function, known: HashMap::new() }
    }

    /// The values of an index.
    pub(super) fn values(&mut self, value: Value) -> Values {
        self.of_value(value, DEPTH)
    }

    /// The bits of an integer; `None` for other types and for more than 32 bits.
    fn bits(&self, value: Value) -> Option<u32> {
        let ty = self.module.type_of(Some(self.function), value)?;
        self.bits_of(ty)
    }

    fn bits_of(&self, ty: TypeId) -> Option<u32> {
        match self.module.types.get(ty)? {
            Type::Integer(bits @ 1..=32) => Some(*bits),
            _ => None,
        }
    }

    fn of_value(&mut self, value: Value, depth: usize) -> Values {
        let Some(bits) = self.bits(value) else { return Values::any(32) };
        let constant = |id| match &self.module.constants.get(id)?.kind {
            ConstantKind::Null => Some(0),
            ConstantKind::Integer(number) => Some(wrapped(*number, bits)),
            _ => None,
        };
        match value.kind() {
            ValueKind::Constant(id) => {
                constant(id).map_or_else(|| Values::any(bits), |number| Values::Few(vec![number]))
            }
            ValueKind::Instruction(id) => {
                if let Some(known) = self.known.get(&id) {
                    return known.clone();
                }
                if depth == 0 {
                    return Values::any(bits);
                }
                // A phi that depends on itself has any value.
                self.known.insert(id, Values::any(bits));
                let values = self.of_instruction(id, bits, depth - 1).unwrap_or_else(|| Values::any(bits));
                self.known.insert(id, values.clone());
                values
            }
            _ => Values::any(bits),
        }
    }

    fn of_instruction(&mut self, id: InstructionId, bits: u32, depth: usize) -> Option<Values> {
        let body = self.function.0;
        let instruction = body.instructions.get(id)?;
        match &instruction.op {
            Op::Binary { op, operands: [a, b] } => {
                let (a, b) = (self.of_value(*a, depth), self.of_value(*b, depth));
                Some(binary(*op, &a, &b, bits))
            }
            Op::Freeze(value) => Some(self.of_value(*value, depth)),
            Op::Cast(op, value) => {
                let from = self.bits(*value)?;
                let values = self.of_value(*value, depth);
                cast(*op, &values, from, bits)
            }
            Op::Select([_, a, b]) => {
                let a = self.of_value(*a, depth);
                Some(a.or(self.of_value(*b, depth)))
            }
            Op::Phi(values, _) => {
                let values = values.as_slice(&body.lists.values);
                let all = values.iter().map(|value| self.of_value(*value, depth));
                all.reduce(Values::or)
            }
            Op::Call { .. } => {
                let call = Call::of(self.module, self.function, instruction).ok()??;
                self.of_call(&call, depth)
            }
            _ => None,
        }
    }

    fn of_call(&mut self, call: &Call<'m>, depth: usize) -> Option<Values> {
        let opcode = call.operation().opcode;
        match opcode {
            Opcode::THREAD_ID => Some(Values::Interval(0, LAST_THREAD)),
            Opcode::GROUP_ID => Some(Values::Interval(0, 65_534)),
            Opcode::THREAD_ID_IN_GROUP | Opcode::FLATTENED_THREAD_ID_IN_GROUP => {
                Some(Values::Interval(0, 1023))
            }
            Opcode::WAVE_GET_LANE_INDEX => Some(Values::Interval(0, 127)),
            Opcode::IMIN | Opcode::IMAX | Opcode::UMIN | Opcode::UMAX => {
                let [a, b] = call.arguments() else { return None };
                let (a, b) = (self.of_value(*a, depth), self.of_value(*b, depth));
                extreme(opcode, &a, &b)
            }
            _ => None,
        }
    }
}

/// The lower bits of a number, sign-extended.
fn wrapped(number: i64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (number << unused) >> unused
}

/// The lower bits of a number, zero-extended.
fn unsigned(number: i64, bits: u32) -> i64 {
    let bits = bits.clamp(1, 62);
    number & ((1_i64 << bits) - 1)
}

fn cast(op: CastOp, values: &Values, from: u32, bits: u32) -> Option<Values> {
    let (first, last) = values.bounds();
    match (op, values) {
        (CastOp::SExt, values) => Some(values.clone()),
        (CastOp::ZExt, Values::Few(values)) => {
            Some(Values::few(values.iter().map(|value| unsigned(*value, from))))
        }
        (CastOp::ZExt, _) if first >= 0 => Some(values.clone()),
        (CastOp::ZExt, _) => Some(Values::Interval(0, unsigned(-1, from))),
        (CastOp::Trunc, Values::Few(values)) => {
            Some(Values::few(values.iter().map(|value| wrapped(*value, bits))))
        }
        (CastOp::Trunc, _) => Some(Values::interval(first, last, bits)),
        _ => None,
    }
}

fn binary(op: BinaryOp, a: &Values, b: &Values, bits: u32) -> Values {
    if let (Values::Few(left), Values::Few(right)) = (a, b) {
        let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b)));
        let results: Option<Vec<i64>> = pairs.map(|(a, b)| of_constants(op, a, b, bits)).collect();
        return results.map_or_else(|| Values::any(bits), Values::few);
    }
    let ((a_first, a_last), (b_first, b_last)) = (a.bounds(), b.bounds());
    let is_positive = a_first >= 0;
    let all = unsigned(-1, bits);
    let bounds = match (op, b.constant()) {
        (BinaryOp::Add, _) => Some((a_first + b_first, a_last + b_last)),
        (BinaryOp::Sub, _) => Some((a_first - b_last, a_last - b_first)),
        (BinaryOp::Mul, _) => products((a_first, a_last), (b_first, b_last)),
        (BinaryOp::Shl, Some(shift @ 0..32)) => products((a_first, a_last), (1 << shift, 1 << shift)),
        (BinaryOp::And, _) => match (a_first >= 0, b_first >= 0) {
            (true, true) => Some((0, a_last.min(b_last))),
            (true, false) => Some((0, a_last)),
            (false, true) => Some((0, b_last)),
            (false, false) => None,
        },
        (BinaryOp::Or | BinaryOp::Xor, _) if is_positive && b_first >= 0 => {
            let most = (a_last | b_last).checked_add(1).and_then(|end| u64::try_from(end).ok());
            let end = most.and_then(u64::checked_next_power_of_two).and_then(|end| i64::try_from(end).ok());
            end.map(|end| (0, end - 1))
        }
        (BinaryOp::URem, Some(divisor @ 1..)) => {
            Some((0, if is_positive { a_last.min(divisor - 1) } else { divisor - 1 }))
        }
        (BinaryOp::SRem, Some(divisor @ 1..)) => {
            Some((if is_positive { 0 } else { 1 - divisor }, a_last.max(0).min(divisor - 1)))
        }
        (BinaryOp::UDiv, Some(divisor @ 2..)) if !is_positive => Some((0, all / divisor)),
        (BinaryOp::UDiv | BinaryOp::SDiv, Some(divisor @ 1..)) => Some((a_first / divisor, a_last / divisor)),
        (BinaryOp::LShr, Some(shift @ 1..32)) if !is_positive => Some((0, all >> shift)),
        (BinaryOp::LShr | BinaryOp::AShr, Some(shift @ 0..32)) => Some((a_first >> shift, a_last >> shift)),
        _ => None,
    };
    bounds.map_or_else(|| Values::any(bits), |(first, last)| Values::interval(first, last, bits))
}

/// The interval of all products.
fn products(a: (i64, i64), b: (i64, i64)) -> Option<(i64, i64)> {
    let all = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| a.saturating_mul(b));
    Some((*all.iter().min()?, *all.iter().max()?))
}

/// The result for constants; `None` where it is undefined.
fn of_constants(op: BinaryOp, a: i64, b: i64, bits: u32) -> Option<i64> {
    let (ua, ub) = (unsigned(a, bits), unsigned(b, bits));
    let shift = u32::try_from(ub).ok().filter(|shift| *shift < bits);
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => ua.checked_div(ub)?,
        BinaryOp::SDiv => a.checked_div(b)?,
        BinaryOp::URem => ua.checked_rem(ub)?,
        BinaryOp::SRem => a.checked_rem(b)?,
        BinaryOp::Shl => a.wrapping_shl(shift?),
        BinaryOp::LShr => ua >> shift?,
        BinaryOp::AShr => a >> shift?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    };
    Some(wrapped(result, bits))
}

fn extreme(opcode: Opcode, a: &Values, b: &Values) -> Option<Values> {
    let ((a_first, a_last), (b_first, b_last)) = (a.bounds(), b.bounds());
    let are_positive = a_first >= 0 && b_first >= 0;
    let (first, last) = match opcode {
        Opcode::IMIN => (a_first.min(b_first), a_last.min(b_last)),
        Opcode::IMAX => (a_first.max(b_first), a_last.max(b_last)),
        // A negative integer is a large unsigned one.
        Opcode::UMIN if are_positive => (a_first.min(b_first), a_last.min(b_last)),
        Opcode::UMIN if b_first >= 0 => (0, b_last),
        Opcode::UMIN if a_first >= 0 => (0, a_last),
        Opcode::UMAX if are_positive => (a_first.max(b_first), a_last.max(b_last)),
        _ => return None,
    };
    Some(Values::Interval(first, last))
}
