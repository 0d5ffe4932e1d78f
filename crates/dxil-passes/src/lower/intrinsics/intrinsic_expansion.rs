//! `dxil-intrinsic-expansion`: replaces calls of intrinsics without a DXIL operation by other intrinsics and
//! instructions.
//!
//! A worklist expands the new calls, too. Elementwise intrinsics of vectors become elementwise operations on vectors.
//! The fast-math flags of a call are copied to the float arithmetic and the float calls that replace it.
//!
//! Precondition: none.
//!
//! Postcondition: no call remains that this pass expands.
//!
//! `dxil-op-lower` has an operation for the remaining `llvm.dx.*` intrinsics, or for their lanes after
//! `split-intrinsics`, or rejects them.
//!
//! Source: LLVM's DXILIntrinsicExpansion.cpp, 22.1, and the LLVM Language Reference for intrinsics that `opt`
//! introduces.

mod accesses;
mod floats;
mod integers;
mod lanes;
mod matrices;
mod signatures;
mod vectors;

use bstr::ByteSlice as _;
use dxil::half;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BinaryOp, Flags, GlobalId, InstructionId, Op, Predicate, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{PassError, Result, invalid};
use crate::lower::intrinsics::names::without_suffix;
use crate::lower::memory::mem_intrinsics::expand_atomics;
use crate::lower::state::State;
use crate::place::unsupported;
use crate::upgrade::intrinsics::{Intrinsics, results};

pub(in crate::lower) use lanes::split;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    // `dxil-mem-intrinsics` has expanded the calls, unless it did not run.
    expand_atomics(state)?;
    each_intrinsic(state, |expansion, name, arguments| expansion.expanded(name, arguments))
}

/// Replaces each call of an intrinsic by the result of `expanded`, with a worklist that includes the new calls.
fn each_intrinsic(
    state: &mut State,
    mut expanded: impl FnMut(&mut Expansion<'_, '_, '_>, &str, &[Value]) -> Result<Expanded>,
) -> Result<()> {
    let dxil = state.profile.dxil;
    // A cache, because most calls have one of few callees.
    let mut names: HashMap<GlobalId, Option<&'static str>> = HashMap::new();
    state.each_function(|editor, intrinsics| {
        // A replacement may contain calls that are expanded, too.
        let mut worklist = editor.all_instructions();
        while let Some(id) = worklist.pop() {
            let Some((function, arguments)) = editor.called(id) else { continue };
            let name = *names.entry(function).or_insert_with(|| {
                let global = editor.context().globals.get(function)?;
                without_suffix(&global.name)
            });
            let Some(name) = name else { continue };
            let arguments = arguments.to_vec();
            editor.go_to(Position::Before(id)).map_err(invalid)?;
            let result = editor.instruction(id).map(|call| (call.ty, call.flags));
            let Some((ty, flags)) = result else { continue };
            let mut expansion = Expansion { editor, intrinsics, id, ty, flags, dxil, new_calls: Vec::new() };
            let value = expanded(&mut expansion, name, &arguments)?;
            worklist.append(&mut expansion.new_calls);
            match value {
                Expanded::Stays => {}
                Expanded::Value(value) => {
                    editor.replace_and_erase(id, value).map_err(invalid)?;
                }
                Expanded::NamedValue(value) => {
                    let name = editor.name_of(Value::from(id)).map(|name| name.to_str_lossy().into_owned());
                    editor.replace_and_erase(id, value).map_err(invalid)?;
                    if let (Some(name), ValueKind::Instruction(_)) = (name, value.kind()) {
                        editor.name(value, &name);
                    }
                }
                Expanded::Erased => editor.erase(id).map_err(invalid)?,
            }
        }
        Ok(())
    })
}

/// The replacement of a call.
enum Expanded {
    /// The call is not expanded.
    Stays,
    /// The value that replaces the result of the call.
    Value(Value),
    /// Like [`Value`](Self::Value), and the value also gets the name of the result.
    NamedValue(Value),
    /// The call is erased: it has no result or no users any more.
    Erased,
}

/// The expansion of one call, with the cursor before it.
struct Expansion<'e, 'm, 's> {
    editor: &'e mut Editor<'m>,
    intrinsics: &'s mut Intrinsics,
    id: InstructionId,
    /// The result type of the call.
    ty: TypeId,
    /// The fast-math flags of the call.
    flags: Flags,
    /// The DXIL version of the module: major and minor.
    dxil: (u32, u32),
    /// The intrinsic calls that the expansion inserted.
    new_calls: Vec<InstructionId>,
}

impl Expansion<'_, '_, '_> {
    fn refuse(&self, why: impl Into<String>) -> PassError {
        unsupported(self.editor, self.id, why)
    }

    fn type_of(&self, value: Value) -> Result<TypeId> {
        self.editor.type_of(value).map_err(invalid)
    }

    /// Returns the number of lanes of a vector type; `None` for other types.
    fn lanes(&self, ty: TypeId) -> Option<u64> {
        match self.editor.context().types.get(ty) {
            Some(Type::Vector(_, lanes)) => Some(*lanes),
            _ => None,
        }
    }

    /// Returns the number of bits of a scalar type or of a lane; 0 for other types.
    fn bits(&self, ty: TypeId) -> u32 {
        let types = &self.editor.context().types;
        match types.get(types.scalar(ty)) {
            Some(Type::Integer(bits)) => *bits,
            Some(Type::Half) => 16,
            Some(Type::Float) => 32,
            Some(Type::Double) => 64,
            _ => 0,
        }
    }

    fn is_half(&self, ty: TypeId) -> bool {
        let types = &self.editor.context().types;
        types.get(types.scalar(ty)) == Some(&Type::Half)
    }

    /// Returns the type `scalar`, or a vector of `scalar` with as many lanes as `ty`.
    fn like(&mut self, ty: TypeId, scalar: Type) -> TypeId {
        let lanes = self.lanes(ty);
        let types = &mut self.editor.module().types;
        let scalar = types.intern(scalar);
        lanes.map_or(scalar, |lanes| types.vector(scalar, lanes))
    }

    /// Returns the scalar constant `scalar`, or a constant vector of type `ty` with this value in all lanes.
    fn splat(&mut self, ty: TypeId, scalar: Value) -> Value {
        match self.lanes(ty) {
            None => scalar,
            Some(lanes) => {
                let lanes = vec![scalar; usize::try_from(lanes).unwrap_or(0)];
                self.editor.module().constant(ty, ConstantKind::Aggregate(lanes.into()))
            }
        }
    }

    fn int(&mut self, ty: TypeId, number: i64) -> Value {
        let scalar = self.editor.context().types.scalar(ty);
        let scalar = self.editor.int(scalar, number);
        self.splat(ty, scalar)
    }

    /// Returns a constant of the float type `ty`, in all lanes if it is a vector type. For `half` and `float`, rounds
    /// to `f32` first.
    fn float(&mut self, ty: TypeId, number: f64) -> Result<Value> {
        let scalar = self.editor.context().types.scalar(ty);
        #[allow(clippy::cast_possible_truncation, reason = "rounding is what is wanted")]
        let single = number as f32;
        let bits = match self.editor.context().types.get(scalar) {
            Some(Type::Half) => u64::from(half::from_single(single)),
            Some(Type::Float) => u64::from(single.to_bits()),
            Some(Type::Double) => number.to_bits(),
            _ => return Err(self.refuse("operand type is not half, float or double")),
        };
        let scalar = self.editor.module().float_bits(scalar, bits);
        Ok(self.splat(ty, scalar))
    }

    /// Inserts a binary instruction. If the result is a float, the instruction has the flags of the call.
    fn binary(&mut self, op: BinaryOp, first: Value, second: Value) -> Value {
        let value = self.editor.binary(op, first, second);
        if self.editor.type_of(value).is_ok_and(|ty| self.editor.context().types.is_float(ty)) {
            self.editor.set_flags(value, self.flags);
        }
        value
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Add, a, b)
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Sub, a, b)
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Mul, a, b)
    }

    fn and(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::And, a, b)
    }

    fn or(&mut self, a: Value, b: Value) -> Value {
        self.binary(BinaryOp::Or, a, b)
    }

    fn compare(&mut self, predicate: Predicate, a: Value, b: Value) -> Value {
        self.editor.compare(predicate, a, b)
    }

    fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        self.editor.select(condition, a, b)
    }

    /// Inserts a call of an intrinsic whose result has type `ty`.
    fn intrinsic(&mut self, name: &str, arguments: &[Value], ty: TypeId) -> Result<Value> {
        let row =
            self.intrinsics.row(name).ok_or_else(|| self.refuse(format!("unknown intrinsic {name}")))?;
        let types =
            arguments.iter().map(|value| self.type_of(*value).map(Some)).collect::<Result<Vec<_>>>()?;
        let results = results(self.editor.module(), row, &types, &[ty]);
        let results = results.ok_or_else(|| {
            self.refuse(format!(
                "{name} has no overload for these operand \
                                                                 types"
            ))
        })?;
        self.intrinsic_of(name, arguments, &results)
    }

    /// Inserts a call of an intrinsic whose result has type `results[0]`, or is a structure of `results`.
    fn intrinsic_of(&mut self, name: &str, arguments: &[Value], results: &[TypeId]) -> Result<Value> {
        let row =
            self.intrinsics.row(name).ok_or_else(|| self.refuse(format!("unknown intrinsic {name}")))?;
        let call = self.intrinsics.call(self.editor, row, arguments, results)?;
        let call =
            call.ok_or_else(|| self.refuse(format!("{name} has no overload for these operand types")))?;
        if let ValueKind::Instruction(id) = call.kind() {
            self.new_calls.push(id);
        }
        if self.editor.type_of(call).is_ok_and(|ty| self.editor.context().types.is_float(ty)) {
            self.editor.set_flags(call, self.flags);
        }
        Ok(call)
    }

    /// Extracts a lane; returns a scalar unchanged.
    fn lane(&mut self, vector: Value, lane: u64) -> Result<Value> {
        if self.lanes(self.type_of(vector)?).is_none() {
            return Ok(vector);
        }
        let number = self.editor.module().types.int(64);
        let lane = self.editor.int(number, i64::try_from(lane).unwrap_or(0));
        self.editor.extract_element(vector, lane).map_err(invalid)
    }

    fn all_lanes(&mut self, vector: Value) -> Result<Vec<Value>> {
        let count = self.lanes(self.type_of(vector)?).unwrap_or(1);
        (0..count).map(|lane| self.lane(vector, lane)).collect()
    }

    /// Builds a vector of type `ty` from lanes; if `ty` is a scalar type, returns the first lane.
    fn vector(&mut self, ty: TypeId, lanes: &[Value]) -> Result<Value> {
        if self.lanes(ty).is_none() {
            return lanes.first().copied().ok_or_else(|| self.refuse("no lanes"));
        }
        let number = self.editor.module().types.int(64);
        let mut vector = self.editor.module().constant(ty, ConstantKind::Poison);
        for (index, lane) in (0..).zip(lanes) {
            let index = self.editor.int(number, index);
            vector = self.editor.insert_element(vector, *lane, index).map_err(invalid)?;
        }
        Ok(vector)
    }

    /// Builds a structure of two values with the result type of the call.
    fn pair(&mut self, first: Value, second: Value) -> Result<Value> {
        let poison = self.editor.module().constant(self.ty, ConstantKind::Poison);
        let pair = self.editor.insert_value(poison, first, &[0]).map_err(invalid)?;
        self.editor.insert_value(pair, second, &[1]).map_err(invalid)
    }

    /// Returns the expansion of a call of intrinsic `name`.
    fn expanded(&mut self, name: &str, arguments: &[Value]) -> Result<Expanded> {
        let value = match (name, arguments) {
            ("llvm.dx.resource.load.typedbuffer", &[resource, index]) => {
                return self.load_typed(resource, index);
            }
            ("llvm.dx.resource.store.typedbuffer", &[resource, index, value]) => {
                return self.store_typed(resource, index, value);
            }
            ("llvm.dx.resource.load.rawbuffer", &[resource, index, offset]) => {
                return self.load_raw(resource, index, offset);
            }
            ("llvm.dx.resource.store.rawbuffer", &[resource, index, offset, value]) => {
                return self.store_raw(resource, index, offset, value);
            }
            ("llvm.dx.load.input", _) => return self.load_input(arguments),
            ("llvm.dx.store.output", _) => return self.store_output(arguments),
            ("llvm.assume", _) => return Ok(Expanded::Erased),
            _ => match self.float_math(name, arguments)? {
                Some(value) => Some(value),
                None => match self.integer_math(name, arguments)? {
                    Some(value) => Some(value),
                    None => match self.vectors(name, arguments)? {
                        Some(value) => Some(value),
                        None => self.matrices(name, arguments)?,
                    },
                },
            },
        };
        Ok(value.map_or(Expanded::Stays, Expanded::Value))
    }

    /// Broadcasts a scalar value to all lanes of type `ty`, with `insertelement` and `shufflevector` as LLVM does.
    fn splat_value(&mut self, ty: TypeId, scalar: Value) -> Result<Value> {
        let Some(count) = self.lanes(ty) else { return Ok(scalar) };
        let poison = self.editor.module().constant(ty, ConstantKind::Poison);
        let types = &mut self.editor.module().types;
        let (i32, i64) = (types.int(32), types.int(64));
        let mask_type = types.vector(i32, count);
        let first = self.editor.int(i64, 0);
        let vector = self.editor.insert_element(poison, scalar, first).map_err(invalid)?;
        let mask = self.editor.module().constant(mask_type, ConstantKind::Null);
        let splat: Value = self.editor.add(Op::ShuffleVector([vector, poison, mask]), ty).into();
        for (value, name) in [(vector, ".splatinsert"), (splat, ".splat")] {
            if matches!(value.kind(), ValueKind::Instruction(_)) {
                self.editor.name(value, name);
            }
        }
        Ok(splat)
    }
}
