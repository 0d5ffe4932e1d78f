//! A function on its way: the session on it, what is known of the shader, and short ways to the instructions that every
//! family of operations emits. Separate because all of them share it.

use std::collections::BTreeMap;

use dxil::ops::{ArgumentName, Opcode, Operation};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BinaryOp, CastOp, GlobalId, InstructionId, Module, Op, Predicate, Type, TypeId, Value};
use hashbrown::HashMap;

use crate::entry::Inputs;
use crate::error::{CompileError, CompileErrorKind, Result, invalid};
use crate::handle::Handle;
use crate::options::{Processor, WaveSize};
use crate::pixel::{PixelShader, Source};
use crate::places;
use crate::resources::Resources;
use crate::shader::Described;

/// A function on its way.
pub(crate) struct Translation<'e, 'm> {
    pub(crate) editor: &'e mut Editor<'m>,
    pub(crate) processor: Processor,
    pub(crate) wave: WaveSize,
    /// The threads of a group.
    pub(crate) threads: [u32; 3],
    /// The signatures of a pixel shader.
    pub(crate) pixel: Option<&'e PixelShader>,
    /// The calls by which a pixel shader gives scalars.
    pub(crate) outputs: HashMap<Source, InstructionId>,
    /// Whether pixels may be discarded.
    pub(crate) discards: bool,
    pub(crate) resources: &'e Resources,
    pub(crate) inputs: Inputs,
    /// What instructions that made handles made.
    pub(crate) handles: HashMap<Value, Handle>,
    /// Functions by name.
    functions: HashMap<String, GlobalId>,
    /// The functions of the library that are called, with their texts.
    pub(crate) library: BTreeMap<String, String>,
    /// Instructions that are used by nothing once all is translated.
    pub(crate) dead: Vec<InstructionId>,
}

/// A call of an operation.
pub(crate) struct Call<'c> {
    pub(crate) id: InstructionId,
    pub(crate) opcode: Opcode,
    pub(crate) operation: &'static Operation,
    pub(crate) arguments: &'c [Value],
}

impl Call<'_> {
    /// The argument of this name.
    pub(crate) fn argument(&self, name: ArgumentName) -> Result<Value> {
        let index = self.operation.argument_index(name);
        let value = index.and_then(|index| self.arguments.get(index)).copied();
        let text = || format!("{} has no operand {name}", self.operation.name);
        value.ok_or_else(|| CompileErrorKind::Bug(text()).into())
    }

    /// Returns true if the operation has an argument of this name.
    pub(crate) fn has_argument(&self, name: ArgumentName) -> bool {
        self.operation.argument_index(name).is_some()
    }

    /// That it is not supported, and why.
    pub(crate) fn refused(&self, why: impl Into<String>) -> CompileError {
        CompileErrorKind::Operation { name: self.operation.name.into(), why: why.into() }.into()
    }
}

impl<'e, 'm> Translation<'e, 'm> {
    pub(crate) fn new(
        editor: &'e mut Editor<'m>,
        processor: Processor,
        shader: &'e Described,
        inputs: Inputs,
    ) -> Self {
        let named = editor.context().globals.iter().filter(|(_, global)| global.function().is_some());
        let functions = named.map(|(id, global)| (global.name.to_string(), id)).collect();
        let Described { wave, threads, .. } = *shader;
        Self {
            editor,
            processor,
            wave,
            threads,
            pixel: shader.pixel.as_ref(),
            outputs: HashMap::new(),
            discards: false,
            resources: &shader.resources,
            inputs,
            handles: HashMap::new(),
            functions,
            library: BTreeMap::new(),
            dead: Vec::new(),
        }
    }

    pub(crate) fn module(&mut self) -> &mut Module {
        self.editor.module()
    }

    pub(crate) fn context(&self) -> &Module {
        self.editor.context()
    }

    /// What is inserted from now on goes before an instruction.
    pub(crate) fn go_before(&mut self, id: InstructionId) -> Result<()> {
        self.editor.go_to(Position::Before(id)).map_err(invalid)
    }

    pub(crate) fn ty(&self, value: Value) -> Result<TypeId> {
        self.editor.type_of(value).map_err(invalid)
    }

    /// The type that a type is.
    pub(crate) fn kind_of(&self, ty: TypeId) -> Result<Type> {
        let kind = self.context().types.get(ty).cloned();
        kind.ok_or_else(|| CompileErrorKind::Bug("a type does not exist".to_owned()).into())
    }

    /// How many bits a number has.
    pub(crate) fn bits(&self, ty: TypeId) -> Result<u32> {
        match self.kind_of(ty)? {
            Type::Integer(bits) => Ok(bits),
            Type::Half => Ok(16),
            Type::Float => Ok(32),
            Type::Double => Ok(64),
            _ => {
                Err(CompileErrorKind::Instruction("values of this type are not supported".to_owned()).into())
            }
        }
    }

    pub(crate) fn i(&mut self, bits: u32) -> TypeId {
        self.module().types.int(bits)
    }

    pub(crate) fn float(&mut self) -> TypeId {
        self.module().types.float()
    }

    pub(crate) fn vector_of(&mut self, element: TypeId, lanes: u64) -> TypeId {
        if lanes < 2 { element } else { self.module().types.vector(element, lanes) }
    }

    pub(crate) fn int(&mut self, bits: u32, number: i64) -> Value {
        let ty = self.i(bits);
        self.editor.int(ty, number)
    }

    /// An integer of 32 bits.
    pub(crate) fn word(&mut self, number: u32) -> Value {
        self.int(32, number.into())
    }

    pub(crate) fn truth(&mut self, is_true: bool) -> Value {
        self.int(1, is_true.into())
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, first: Value, second: Value) -> Value {
        self.editor.binary(op, first, second)
    }

    /// The sum of two integers; where one is zero, the other.
    pub(crate) fn sum(&mut self, first: Value, second: Value) -> Value {
        match (self.context().integer(first), self.context().integer(second)) {
            (Some(0), _) => second,
            (_, Some(0)) => first,
            _ => self.binary(BinaryOp::Add, first, second),
        }
    }

    /// A multiple of an integer of 32 bits.
    pub(crate) fn times(&mut self, value: Value, factor: u32) -> Value {
        match factor {
            1 => value,
            factor if factor.is_power_of_two() => {
                let shift = self.word(factor.trailing_zeros());
                self.binary(BinaryOp::Shl, value, shift)
            }
            factor => {
                let factor = self.word(factor);
                self.binary(BinaryOp::Mul, value, factor)
            }
        }
    }

    pub(crate) fn compare(&mut self, predicate: Predicate, first: Value, second: Value) -> Value {
        self.editor.compare(predicate, first, second)
    }

    /// A cast.
    pub(crate) fn editor_cast(&mut self, op: CastOp, value: Value, to: TypeId) -> Value {
        self.editor.cast(op, value, to)
    }

    /// A value as one of another type of as many bits.
    pub(crate) fn bitcast(&mut self, value: Value, to: TypeId) -> Result<Value> {
        Ok(if self.ty(value)? == to { value } else { self.editor.cast(CastOp::Bitcast, value, to) })
    }

    /// An integer with zeros above, or without what is above.
    pub(crate) fn resized(&mut self, value: Value, bits: u32) -> Result<Value> {
        let from = self.bits(self.ty(value)?)?;
        let to = self.i(bits);
        Ok(match from.cmp(&bits) {
            std::cmp::Ordering::Less => self.editor.cast(CastOp::ZExt, value, to),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.editor.cast(CastOp::Trunc, value, to),
        })
    }

    /// A lane of a vector; of what is no vector, itself.
    pub(crate) fn lane(&mut self, vector: Value, lane: u32) -> Result<Value> {
        let ty = self.ty(vector)?;
        if !matches!(self.kind_of(ty)?, Type::Vector(..)) {
            return Ok(vector);
        }
        let index = self.word(lane);
        self.editor.extract_element(vector, index).map_err(invalid)
    }

    /// All lanes of a vector.
    pub(crate) fn lanes(&mut self, vector: Value, count: u32) -> Result<Vec<Value>> {
        (0..count).map(|lane| self.lane(vector, lane)).collect()
    }

    /// One value, or a vector of several.
    pub(crate) fn vector(&mut self, values: &[Value]) -> Result<Value> {
        let [first, rest @ ..] = values else {
            return Err(CompileErrorKind::Bug("a vector has no elements".to_owned()).into());
        };
        if rest.is_empty() {
            return Ok(*first);
        }
        let element = self.ty(*first)?;
        let ty = self.vector_of(element, values.len() as u64);
        let mut vector = self.module().constant(ty, ConstantKind::Poison);
        for (lane, value) in (0..).zip(values) {
            let index = self.word(lane);
            vector = self.editor.insert_element(vector, *value, index).map_err(invalid)?;
        }
        Ok(vector)
    }

    /// Calls a function by its name, which is declared if it is new.
    pub(crate) fn call(&mut self, name: &str, result: TypeId, arguments: &[Value]) -> Result<Value> {
        let function = match self.functions.get(name) {
            Some(known) => *known,
            None => {
                let types = arguments.iter().map(|value| self.ty(*value)).collect::<Result<Vec<_>>>()?;
                let ty = self.module().types.function(result, &types);
                let function = self.module().declare_function(name, ty);
                self.functions.insert(name.to_owned(), function);
                function
            }
        };
        self.editor.call(function, arguments).map_err(invalid)
    }

    pub(crate) fn call_void(&mut self, name: &str, arguments: &[Value]) -> Result<()> {
        let void = self.module().types.void();
        self.call(name, void, arguments).map(|_| ())
    }

    /// A value, or zero where it is undefined.
    pub(crate) fn or_zero(&mut self, value: Value) -> Result<Value> {
        if !self.context().is_undefined(value) {
            return Ok(value);
        }
        let ty = self.ty(value)?;
        Ok(self.module().null(ty))
    }

    /// The number that an argument is, which has to be a constant.
    pub(crate) fn constant(&self, call: &Call<'_>, name: ArgumentName) -> Result<i64> {
        let value = call.argument(name)?;
        let number = self.context().signed_integer(value);
        number.ok_or_else(|| call.refused(format!("operand {name} is not a constant integer")))
    }

    /// Puts a value in the place of a call.
    pub(crate) fn give(&mut self, call: &Call<'_>, value: Value) -> Result<()> {
        self.editor.replace_and_erase(call.id, value).map_err(invalid).map(|_| ())
    }

    /// Takes out a call that gives nothing.
    pub(crate) fn done(&mut self, call: &Call<'_>) -> Result<()> {
        self.editor.erase(call.id).map_err(invalid)
    }

    /// How many members of the structure that a call gives are used, up to the last one.
    pub(crate) fn used_members(&self, call: &Call<'_>) -> u32 {
        let mut used = 0;
        for at in self.editor.uses(call.id.into()) {
            match (self.editor.op(at.instruction), self.editor.indices(at.instruction)) {
                (Some(Op::ExtractValue(..)), [index]) => used = used.max(index.0.saturating_add(1)),
                _ => return u32::MAX,
            }
        }
        used
    }

    /// Puts values in the place of the members of the structure that a call gives; members without a value are of no
    /// account.
    pub(crate) fn give_members(&mut self, call: &Call<'_>, members: &[Value]) -> Result<()> {
        let users: Vec<InstructionId> = self.editor.uses(call.id.into()).map(|at| at.instruction).collect();
        let mut is_whole = false;
        for user in users {
            let index = match (self.editor.op(user), self.editor.indices(user)) {
                (Some(Op::ExtractValue(..)), [index]) => index.0 as usize,
                _ => {
                    is_whole = true;
                    continue;
                }
            };
            let value = match members.get(index) {
                Some(value) => *value,
                None => {
                    let ty = self.ty(user.into())?;
                    self.module().constant(ty, ConstantKind::Poison)
                }
            };
            self.editor.replace_and_erase(user, value).map_err(invalid)?;
        }
        if !is_whole {
            return self.editor.erase(call.id).map_err(invalid);
        }
        let ty = self.ty(call.id.into())?;
        let mut structure = self.module().constant(ty, ConstantKind::Poison);
        for (index, member) in (0..).zip(members) {
            structure = self.editor.insert_value(structure, *member, &[index]).map_err(invalid)?;
        }
        self.give(call, structure)
    }

    /// The members of the structure that a call gives.
    pub(crate) fn member_types(&self, call: &Call<'_>) -> Result<Vec<TypeId>> {
        let ty = self.ty(call.id.into())?;
        let members = self.context().types.members(ty).map(<[TypeId]>::to_vec);
        members.ok_or_else(|| call.refused("the result type is not a struct"))
    }

    /// What a type is called in the names of intrinsics.
    pub(crate) fn suffix(&self, ty: TypeId) -> Result<String> {
        Ok(match self.kind_of(ty)? {
            Type::Integer(bits) => format!("i{bits}"),
            Type::Half => "f16".to_owned(),
            Type::Float => "f32".to_owned(),
            Type::Double => "f64".to_owned(),
            Type::Vector(element, lanes) => format!("v{lanes}{}", self.suffix(element)?),
            _ => {
                return Err(
                    CompileErrorKind::Bug("no intrinsic has an overload for this type".to_owned()).into()
                );
            }
        })
    }

    /// The type of masks of lanes.
    pub(crate) fn mask_bits(&self) -> u32 {
        self.wave.lanes()
    }

    /// Takes out what was left for uses that are gone by now.
    pub(crate) fn remove_dead(&mut self) -> Result<()> {
        // What was made last may use what was made first.
        while let Some(id) = self.dead.pop() {
            if self.editor.is_used(id.into()) {
                let text = "a phi, select or store uses a handle or pointer, which is not supported";
                let error = CompileError::from(CompileErrorKind::Instruction(text.to_owned()));
                return Err(error.within(places::of(self.editor, id)));
            }
            self.editor.erase(id).map_err(invalid)?;
        }
        let _ = self.editor.remove_dead_instructions();
        Ok(())
    }
}
