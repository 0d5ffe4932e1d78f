//! Operations on the lanes of a wave and of a quad. What the processor has no instruction for is a loop over the lanes
//! that are active, which [`library`](crate::library) has: its order is that of the lanes.

use dxil::ops::{ArgumentName, Opcode};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Predicate, Type, TypeId, Value};

use crate::error::Result;
use crate::library;
use crate::translation::{Call, Translation};

/// What lanes' values are put together by.
struct Fold {
    name: &'static str,
    /// The operator with its operands, in assembly.
    operation: String,
    /// What changes nothing.
    identity: String,
    /// What it needs declared.
    declared: String,
}

/// Controls of data that goes between the lanes of a quad: which lane each of them reads, two bits each.
const ACROSS_X: u32 = 0b10_11_00_01;
const ACROSS_Y: u32 = 0b01_00_11_10;
const ACROSS_BOTH: u32 = 0b00_01_10_11;

impl Translation<'_, '_> {
    fn mask_type(&mut self) -> TypeId {
        let bits = self.mask_bits();
        self.i(bits)
    }

    /// The active lanes for which a condition holds.
    fn ballot(&mut self, condition: Value) -> Result<Value> {
        let mask = self.mask_type();
        let name = format!("llvm.amdgcn.ballot.i{}", self.mask_bits());
        self.call(&name, mask, &[condition])
    }

    fn active(&mut self) -> Result<Value> {
        let yes = self.truth(true);
        self.ballot(yes)
    }

    /// How many bits a mask has below the bit of this lane.
    fn bits_below(&mut self, mask: Value) -> Result<Value> {
        let (word, zero) = (self.i(32), self.word(0));
        let low = self.resized(mask, 32)?;
        let count = self.call("llvm.amdgcn.mbcnt.lo", word, &[low, zero])?;
        if self.mask_bits() == 32 {
            return Ok(count);
        }
        let half = self.int(64, 32);
        let high = self.binary(BinaryOp::LShr, mask, half);
        let high = self.resized(high, 32)?;
        self.call("llvm.amdgcn.mbcnt.hi", word, &[high, count])
    }

    fn lane_index(&mut self) -> Result<Value> {
        let bits = self.mask_bits();
        let all = self.int(bits, -1);
        self.bits_below(all)
    }

    /// The bits below that of this lane.
    fn lanes_below(&mut self) -> Result<Value> {
        let bits = self.mask_bits();
        let lane = self.lane_index()?;
        let lane = self.resized(lane, bits)?;
        let all = self.int(bits, -1);
        let from_here = self.binary(BinaryOp::Shl, all, lane);
        Ok(self.binary(BinaryOp::Xor, from_here, all))
    }

    /// `waveGetLaneIndex`.
    pub(crate) fn wave_lane_index(&mut self, call: &Call<'_>) -> Result<()> {
        let value = self.lane_index()?;
        self.give(call, value)
    }

    /// `waveGetLaneCount`.
    pub(crate) fn wave_lane_count(&mut self, call: &Call<'_>) -> Result<()> {
        let value = self.word(self.wave.lanes());
        self.give(call, value)
    }

    /// `waveIsFirstLane`.
    pub(crate) fn wave_is_first(&mut self, call: &Call<'_>) -> Result<()> {
        let active = self.active()?;
        let below = self.bits_below(active)?;
        let zero = self.word(0);
        let value = self.compare(Predicate::IntEq, below, zero);
        self.give(call, value)
    }

    /// `waveAnyTrue`, `waveAllTrue`.
    pub(crate) fn wave_vote(&mut self, call: &Call<'_>) -> Result<()> {
        let condition = call.argument(ArgumentName::cond)?;
        let votes = self.ballot(condition)?;
        let value = if call.opcode == Opcode::WAVE_ANY_TRUE {
            let bits = self.mask_bits();
            let none = self.int(bits, 0);
            self.compare(Predicate::IntNe, votes, none)
        } else {
            let active = self.active()?;
            self.compare(Predicate::IntEq, votes, active)
        };
        self.give(call, value)
    }

    /// `waveActiveBallot`.
    pub(crate) fn wave_ballot(&mut self, call: &Call<'_>) -> Result<()> {
        let votes = self.ballot(call.argument(ArgumentName::cond)?)?;
        self.give_mask(call, votes)
    }

    /// Gives a mask as four words.
    fn give_mask(&mut self, call: &Call<'_>, mask: Value) -> Result<()> {
        let zero = self.word(0);
        let low = self.resized(mask, 32)?;
        let high = if self.mask_bits() == 32 {
            zero
        } else {
            let half = self.int(64, 32);
            let high = self.binary(BinaryOp::LShr, mask, half);
            self.resized(high, 32)?
        };
        self.give_members(call, &[low, high, zero, zero])
    }

    /// `waveAllBitCount`, `wavePrefixBitCount`, `waveMultiPrefixBitCount`.
    pub(crate) fn wave_bit_count(&mut self, call: &Call<'_>) -> Result<()> {
        let votes = self.ballot(call.argument(ArgumentName::value)?)?;
        let value = match call.opcode {
            Opcode::WAVE_ALL_BIT_COUNT => {
                let mask = self.mask_type();
                let count = self.call(&format!("llvm.ctpop.i{}", self.mask_bits()), mask, &[votes])?;
                self.resized(count, 32)?
            }
            Opcode::WAVE_PREFIX_BIT_COUNT => self.bits_below(votes)?,
            _ => {
                let group = self.mask_argument(call)?;
                let votes = self.binary(BinaryOp::And, votes, group);
                self.own_bits_below(votes)?
            }
        };
        self.give(call, value)
    }

    /// How many bits a mask has below the bit of this lane, where each lane has a mask of its own.
    fn own_bits_below(&mut self, mask: Value) -> Result<Value> {
        let below = self.lanes_below()?;
        let seen = self.binary(BinaryOp::And, mask, below);
        let ty = self.mask_type();
        let count = self.call(&format!("llvm.ctpop.i{}", self.mask_bits()), ty, &[seen])?;
        self.resized(count, 32)
    }

    /// The mask that four words are.
    fn mask_argument(&mut self, call: &Call<'_>) -> Result<Value> {
        let low = call.argument(ArgumentName::mask0)?;
        if self.mask_bits() == 32 {
            return Ok(low);
        }
        let high = call.argument(ArgumentName::mask1)?;
        let pair = self.vector(&[low, high])?;
        let mask = self.mask_type();
        self.bitcast(pair, mask)
    }

    /// A value as one that goes between lanes: what is true or false, as a word.
    fn portable(&mut self, value: Value) -> Result<Value> {
        match self.bits(self.ty(value)?)? {
            1 => self.resized(value, 32),
            _ => Ok(value),
        }
    }

    /// The reverse.
    fn unportable(&mut self, value: Value, to: TypeId) -> Result<Value> {
        match self.bits(to)? {
            1 => self.resized(value, 1),
            _ => Ok(value),
        }
    }

    /// `waveReadLaneFirst`.
    pub(crate) fn wave_read_first(&mut self, call: &Call<'_>) -> Result<()> {
        let value = call.argument(ArgumentName::value)?;
        let to = self.ty(value)?;
        let value = self.portable(value)?;
        let ty = self.ty(value)?;
        let name = format!("llvm.amdgcn.readfirstlane.{}", self.suffix(ty)?);
        let first = self.call(&name, ty, &[value])?;
        let first = self.unportable(first, to)?;
        self.give(call, first)
    }

    /// `waveReadLaneAt`.
    pub(crate) fn wave_read_lane(&mut self, call: &Call<'_>) -> Result<()> {
        let (value, lane) = (call.argument(ArgumentName::value)?, call.argument(ArgumentName::lane)?);
        let to = self.ty(value)?;
        let value = self.portable(value)?;
        let ty = self.ty(value)?;
        let suffix = self.suffix(ty)?;
        let read = if self.context().integer(lane).is_some() {
            self.call(&format!("llvm.amdgcn.readlane.{suffix}"), ty, &[value, lane])?
        } else {
            let name = format!("{}wave.read.lane.{suffix}", library::PREFIX);
            // Declared already where that is the type.
            let declared = match suffix.as_str() {
                "i32" => String::new(),
                _ => format!("declare {0} @llvm.amdgcn.readlane.{suffix}({0}, i32)", self.spelled(ty)?),
            };
            let asking = self.lane_number("%asking");
            let words = [("$ASKING", asking.as_str()), ("$DECLARE", declared.as_str())];
            self.of_library(&name, library::READ_LANE, &words, ty, ty, &[value, lane])?
        };
        let read = self.unportable(read, to)?;
        self.give(call, read)
    }

    /// The number of a lane as a word, in assembly.
    fn lane_number(&self, name: &str) -> String {
        match self.mask_bits() {
            32 => format!("add i32 {name}, 0"),
            bits => format!("trunc i{bits} {name} to i32"),
        }
    }

    /// What a type is called in assembly.
    fn spelled(&self, ty: TypeId) -> Result<String> {
        Ok(match self.kind_of(ty)? {
            Type::Half => "half".to_owned(),
            Type::Float => "float".to_owned(),
            Type::Double => "double".to_owned(),
            _ => self.suffix(ty)?,
        })
    }

    /// Calls a function of the library for values of a type.
    pub(crate) fn of_library(
        &mut self,
        name: &str,
        text: &'static str,
        words: &[(&str, &str)],
        ty: TypeId,
        result: TypeId,
        arguments: &[Value],
    ) -> Result<Value> {
        if !self.library.contains_key(name) {
            let (spelled, suffix) = (self.spelled(ty)?, self.suffix(ty)?);
            let mask = format!("i{}", self.mask_bits());
            // Words of the caller may have these in them.
            let text = library::with_words(text, words);
            let of_all =
                [("$NAME", name), ("$T", spelled.as_str()), ("$S", suffix.as_str()), ("$M", mask.as_str())];
            self.library.insert(name.to_owned(), library::with_words(&text, &of_all));
        }
        self.call(name, result, arguments)
    }

    /// `waveActiveAllEqual`.
    pub(crate) fn wave_all_equal(&mut self, call: &Call<'_>) -> Result<()> {
        let value = self.portable(call.argument(ArgumentName::value)?)?;
        let ty = self.ty(value)?;
        let name = format!("llvm.amdgcn.readfirstlane.{}", self.suffix(ty)?);
        let first = self.call(&name, ty, &[value])?;
        let is_float = self.context().types.is_float(ty);
        let predicate = if is_float { Predicate::FloatOeq } else { Predicate::IntEq };
        let is_equal = self.compare(predicate, value, first);
        let (votes, active) = (self.ballot(is_equal)?, self.active()?);
        let all = self.compare(Predicate::IntEq, votes, active);
        self.give(call, all)
    }

    /// `waveMatch`.
    pub(crate) fn wave_match(&mut self, call: &Call<'_>) -> Result<()> {
        let value = self.portable(call.argument(ArgumentName::value)?)?;
        let ty = self.ty(value)?;
        let word = if self.context().types.is_float(ty) { "fcmp oeq" } else { "icmp eq" };
        let compare = format!("{word} $T %value, %other");
        let lane = self.lane_number("%lane");
        let name = format!("{}wave.match.{}", library::PREFIX, self.suffix(ty)?);
        let mask = self.mask_type();
        let words = [("$COMPARE", compare.as_str()), ("$LANE", lane.as_str())];
        let lanes = self.of_library(&name, library::MATCH, &words, ty, mask, &[value])?;
        self.give_mask(call, lanes)
    }

    /// `waveActiveOp`, `waveActiveBit`, `wavePrefixOp`, `waveMultiPrefixOp`.
    pub(crate) fn wave_fold(&mut self, call: &Call<'_>) -> Result<()> {
        let value = call.argument(ArgumentName::value)?;
        let ty = self.ty(value)?;
        let fold = self.fold(call, ty)?;
        let taken = match call.opcode {
            Opcode::WAVE_ACTIVE_OP | Opcode::WAVE_ACTIVE_BIT => {
                let bits = self.mask_bits();
                self.int(bits, -1)
            }
            Opcode::WAVE_PREFIX_OP => self.lanes_below()?,
            _ => {
                let group = self.mask_argument(call)?;
                let below = self.lanes_below()?;
                self.binary(BinaryOp::And, group, below)
            }
        };
        let name = format!("{}wave.{}.{}", library::PREFIX, fold.name, self.suffix(ty)?);
        let lane = self.lane_number("%lane");
        let words = [
            ("$OPERATION", fold.operation.as_str()),
            ("$IDENTITY", fold.identity.as_str()),
            ("$DECLARE", fold.declared.as_str()),
            ("$LANE", lane.as_str()),
        ];
        let result = self.of_library(&name, library::SCAN, &words, ty, ty, &[value, taken])?;
        self.give(call, result)
    }

    fn fold(&self, call: &Call<'_>, ty: TypeId) -> Result<Fold> {
        let op = self.constant(call, ArgumentName::op)?;
        let is_float = self.context().types.is_float(ty);
        let bits = self.bits(ty)?;
        let binary = |name: &'static str, word: &str, identity: &str| Fold {
            name,
            operation: format!("{word} $T %sum, %other"),
            identity: identity.to_owned(),
            declared: String::new(),
        };
        let called = |name: &'static str, identity: String| Fold {
            name,
            operation: format!("call $T @llvm.{name}.$S($T %sum, $T %other)"),
            identity,
            declared: format!("declare $T @llvm.{name}.$S($T, $T)"),
        };
        // The least and the greatest number with a sign.
        let (least, greatest) = (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1);
        let infinity = |sign: &str| match bits {
            16 => if sign.is_empty() { "0xH7C00" } else { "0xHFC00" }.to_owned(),
            _ => if sign.is_empty() { "0x7FF0000000000000" } else { "0xFFF0000000000000" }.to_owned(),
        };
        if call.opcode == Opcode::WAVE_ACTIVE_BIT {
            return match op {
                0 => Ok(binary("and", "and", "-1")),
                1 => Ok(binary("or", "or", "0")),
                2 => Ok(binary("xor", "xor", "0")),
                _ => Err(call.refused(format!("operand op is {op}, which is unknown"))),
            };
        }
        let is_unsigned = self.constant(call, ArgumentName::sop)? != 0;
        // What a prefix of several groups may do has numbers of its own.
        let kind = match (call.opcode, op) {
            (Opcode::WAVE_MULTI_PREFIX_OP, 0) => "sum",
            (Opcode::WAVE_MULTI_PREFIX_OP, 1) => "and",
            (Opcode::WAVE_MULTI_PREFIX_OP, 2) => "or",
            (Opcode::WAVE_MULTI_PREFIX_OP, 3) => "xor",
            (Opcode::WAVE_MULTI_PREFIX_OP, 4) => "product",
            (Opcode::WAVE_MULTI_PREFIX_OP, _) => "",
            (_, 0) => "sum",
            (_, 1) => "product",
            (_, 2) => "min",
            (_, 3) => "max",
            _ => "",
        };
        Ok(match (kind, is_float, is_unsigned) {
            ("sum", true, _) => binary("fadd", "fadd", "0.0"),
            ("sum", false, _) => binary("add", "add", "0"),
            ("product", true, _) => binary("fmul", "fmul", "1.0"),
            ("product", false, _) => binary("mul", "mul", "1"),
            ("min", true, _) => called("minnum", infinity("")),
            ("max", true, _) => called("maxnum", infinity("-")),
            ("min", false, false) => called("smin", greatest.to_string()),
            ("max", false, false) => called("smax", least.to_string()),
            ("min", false, true) => called("umin", "-1".to_owned()),
            ("max", false, true) => called("umax", "0".to_owned()),
            ("and", false, _) => binary("and", "and", "-1"),
            ("or", false, _) => binary("or", "or", "0"),
            ("xor", false, _) => binary("xor", "xor", "0"),
            _ => return Err(call.refused(format!("operand op ({op}) is not supported for this type"))),
        })
    }

    /// A value as the lane of the quad has it that the control says.
    fn of_quad(&mut self, value: Value, control: u32) -> Result<Value> {
        let ty = self.ty(value)?;
        let word = self.i(32);
        let bits = self.bits(ty)?;
        let words = match bits {
            64 => {
                let pair = self.vector_of(word, 2);
                let pair = self.bitcast(value, pair)?;
                self.lanes(pair, 2)?
            }
            32 => vec![self.bitcast(value, word)?],
            _ => {
                let integer = self.i(bits);
                let integer = self.bitcast(value, integer)?;
                vec![self.resized(integer, 32)?]
            }
        };
        let (control, all, no) = (self.word(control), self.word(15), self.truth(false));
        let mut moved = Vec::new();
        for word_of in words {
            let arguments = [word_of, word_of, control, all, all, no];
            let value = self.call("llvm.amdgcn.update.dpp.i32", word, &arguments)?;
            // Pixels that only complete a quad have to compute what is read of them.
            moved.push(match self.pixel {
                Some(_) => self.call("llvm.amdgcn.wqm.i32", word, &[value])?,
                None => value,
            });
        }
        let whole = self.vector(&moved)?;
        if bits < 32 {
            let narrow = self.resized(whole, bits)?;
            return self.bitcast(narrow, ty);
        }
        self.bitcast(whole, ty)
    }

    /// `quadOp`.
    pub(crate) fn quad_op(&mut self, call: &Call<'_>) -> Result<()> {
        let op = self.constant(call, ArgumentName::op)?;
        let control = match op {
            0 => ACROSS_X,
            1 => ACROSS_Y,
            2 => ACROSS_BOTH,
            _ => return Err(call.refused(format!("operand op is {op}, which is unknown"))),
        };
        let value = self.of_quad(call.argument(ArgumentName::value)?, control)?;
        self.give(call, value)
    }

    /// `quadReadLaneAt`.
    pub(crate) fn quad_read_lane(&mut self, call: &Call<'_>) -> Result<()> {
        let (value, lane) = (call.argument(ArgumentName::value)?, call.argument(ArgumentName::quadLane)?);
        let all = |lane: u32| lane | lane << 2 | lane << 4 | lane << 6;
        if let Some(lane) = self.context().integer(lane).and_then(|lane| u32::try_from(lane).ok()) {
            let read = self.of_quad(value, all(lane & 3))?;
            return self.give(call, read);
        }
        let mut read = self.of_quad(value, all(0))?;
        for number in 1..4 {
            let other = self.of_quad(value, all(number))?;
            let number = self.word(number);
            let is_it = self.compare(Predicate::IntEq, lane, number);
            read = self.editor.select(is_it, other, read);
        }
        self.give(call, read)
    }

    /// `quadVote`.
    pub(crate) fn quad_vote(&mut self, call: &Call<'_>) -> Result<()> {
        let own = call.argument(ArgumentName::cond)?;
        let op = match self.constant(call, ArgumentName::op)? {
            0 => BinaryOp::Or,
            1 => BinaryOp::And,
            other => return Err(call.refused(format!("operand op is {other}, which is unknown"))),
        };
        let mut vote = own;
        for control in [ACROSS_X, ACROSS_Y, ACROSS_BOTH] {
            let other = self.of_quad(own, control)?;
            vote = self.binary(op, vote, other);
        }
        self.give(call, vote)
    }

    /// `derivCoarseX` and its like, where quads are four threads in a row.
    pub(crate) fn derivative(&mut self, call: &Call<'_>) -> Result<()> {
        if !self.has_linear_quads() {
            return Err(call.refused("derivatives require numthreads(X, 1, 1) with X a multiple of 4"));
        }
        // The lanes whose difference each lane takes: (to, from), two bits a lane.
        const FIRST: u32 = 0;
        const RIGHT: u32 = 0b01_01_01_01;
        const BELOW: u32 = 0b10_10_10_10;
        let (to, from) = match call.opcode {
            Opcode::DERIV_COARSE_X => (RIGHT, FIRST),
            Opcode::DERIV_COARSE_Y => (BELOW, FIRST),
            Opcode::DERIV_FINE_X => (0b11_11_01_01, 0b10_10_00_00),
            _ => (0b11_10_11_10, 0b01_00_01_00),
        };
        let value = call.argument(ArgumentName::value)?;
        let (to, from) = (self.of_quad(value, to)?, self.of_quad(value, from)?);
        let difference = self.binary(BinaryOp::Sub, to, from);
        self.give(call, difference)
    }

    /// `getGroupWaveIndex`, `getGroupWaveCount`.
    pub(crate) fn group_wave(&mut self, call: &Call<'_>) -> Result<()> {
        let lanes = self.wave.lanes();
        let value = if call.opcode == Opcode::GET_GROUP_WAVE_COUNT {
            let count = self.threads.iter().product::<u32>().div_ceil(lanes);
            self.word(count)
        } else {
            let thread = self.flat_thread()?;
            let shift = self.word(lanes.trailing_zeros());
            self.binary(BinaryOp::LShr, thread, shift)
        };
        self.give(call, value)
    }
}
