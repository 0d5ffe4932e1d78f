//! The emitter of a function body: operations of DXIL with checked arguments. Separate from the builder because it
//! borrows the module; the files beside it add methods for resources, signatures and control flow.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use dx_container::enums::ShaderKind;
use dxil_ir::builder::{Build as _, FunctionBuilder};
use dxil_ir::{Alignment, GlobalId, Module, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::emit::error::{EmitError, Result};
use crate::emit::operand::{Handle, Operand};
use crate::emit::resource::Resource;
use crate::emit::state::State;
use crate::emit::target::Target;
use crate::emit::variables::variable_methods;
use crate::half;
use crate::ops::{
    Argument, DeclareError, Flag, Opcode, Operation, Overload, OverloadKind, OverloadSet, Overloads,
    TypeText, Values, allowed, declare,
};

/// Emits the body of a function. Dereferences to [`FunctionBuilder`], so all methods of
/// [`Build`](dxil_ir::builder::Build) and [`BuildControlFlow`](dxil_ir::builder::BuildControlFlow) are available.
///
/// Code after a terminator, and blocks that the entry does not reach, are dropped by
/// [`ShaderBuilder::finish`](super::ShaderBuilder::finish).
#[derive(Debug)]
pub struct Emitter<'s> {
    build: FunctionBuilder<'s>,
    pub(super) state: &'s mut State,
    pub(super) stage: ShaderKind,
    /// The declared functions of operations, by function name and overloads, with the types of their parameters.
    declarations: HashMap<(&'static str, Overloads), Declaration>,
    /// The scalar types that were used, by kind.
    scalars: [Option<TypeId>; OverloadKind::ALL.len()],
    /// Handles in the prologue, by resource and index.
    pub(super) handles: HashMap<(Resource, i64), Handle>,
}

/// A declared function and the types of its parameters.
type Declaration = (GlobalId, Rc<[TypeId]>);

impl<'s> Deref for Emitter<'s> {
    type Target = FunctionBuilder<'s>;

    fn deref(&self) -> &Self::Target {
        &self.build
    }
}

impl DerefMut for Emitter<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.build
    }
}

impl Drop for Emitter<'_> {
    fn drop(&mut self) {
        let function = self.build.function();
        self.state.current_blocks.insert(function, self.build.block());
        self.state.open = self.state.open.or(self.build.open_construct());
    }
}

impl Emitter<'_> {
    variable_methods!();
}

impl<'s> Emitter<'s> {
    pub(super) fn new(module: &'s mut Module, function: GlobalId, state: &'s mut State) -> Result<Self> {
        let stage = state.stage_of(function);
        let mut build = FunctionBuilder::new(module, function)?;
        // An editing session may have removed the block.
        let current = state.current_blocks.get(&function).filter(|block| build.body().layout.contains(block));
        if let Some(block) = current {
            build.switch_to(*block);
        }
        Ok(Self {
            build,
            state,
            stage,
            declarations: HashMap::new(),
            scalars: [None; _],
            handles: HashMap::new(),
        })
    }

    /// The target of the shader.
    pub fn target(&self) -> Target {
        self.state.target
    }

    /// Calls an operation. The arguments follow the opcode; numbers and `Undef` get the types of the parameters. If
    /// `overload` is `None`, it is inferred from the arguments or is the only one of the operation.
    ///
    /// The value of an operation without a result is not to be used.
    pub fn op<A: Into<Operand>>(
        &mut self,
        opcode: Opcode,
        overload: impl Into<Option<Overload>>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Value> {
        let arguments: Vec<Operand> = arguments.into_iter().map(Into::into).collect();
        let operation = self.operation(opcode)?;
        self.check_count(operation, &arguments)?;
        let overloads = match overload.into() {
            Some(overload) => overload.into(),
            None => self.inferred(operation, &arguments)?,
        };
        self.call_operation(operation, overloads, &arguments)
    }

    /// Like [`op`](Self::op), for operations with several overload types.
    pub fn op_with(
        &mut self,
        opcode: Opcode,
        overloads: &[Overload],
        arguments: &[Operand],
    ) -> Result<Value> {
        let operation = self.operation(opcode)?;
        self.check_count(operation, arguments)?;
        let count = |found| DeclareError::OverloadCount {
            operation: operation.name,
            found,
            expected: operation.overloads.len(),
        };
        self.call_operation(operation, overloads.try_into().map_err(count)?, arguments)
    }

    /// The row of an operation that the target has.
    pub(super) fn operation(&self, opcode: Opcode) -> Result<&'static Operation> {
        let operation = Operation::get(opcode).ok_or(DeclareError::UnknownOpcode { opcode })?;
        if !operation.stages.contains(self.stage) {
            let kinds = (0..=ShaderKind::NODE.0).map(ShaderKind);
            let available = kinds.filter(|kind| operation.stages.contains(*kind));
            let available: Vec<_> = available.map(|kind| kind.to_string()).collect();
            let stage = self.stage.to_string();
            return Err(EmitError::Stage {
                operation: operation.name,
                stage,
                available: available.join(", "),
            });
        }
        let (major, minor) = operation.model;
        self.needs(operation.name, (major.into(), minor.into()))?;
        Ok(operation)
    }

    /// Returns an error if the shader model of the target is older.
    pub(super) fn needs(&self, what: &str, required: (u32, u32)) -> Result<()> {
        self.state.target.needs(what, required)
    }

    fn check_count(&self, operation: &'static Operation, arguments: &[Operand]) -> Result<()> {
        if arguments.len() == operation.arguments.len() {
            return Ok(());
        }
        let names: Vec<_> = operation.arguments.iter().map(|argument| argument.name.as_str()).collect();
        Err(EmitError::ArgumentCount {
            operation: operation.name,
            found: arguments.len(),
            expected: names.len(),
            names: names.join(", "),
        })
    }

    fn inferred(&mut self, operation: &'static Operation, arguments: &[Operand]) -> Result<Overloads> {
        let ty = |operand: &Operand| match operand {
            Operand::Value(value) => self.build.type_of(*value).map(Some),
            _ => Ok(None),
        };
        let types = arguments.iter().map(ty).collect::<std::result::Result<Vec<_>, _>>()?;
        let overloads = operation.overloads_for(&self.build.module().types, &types, None);
        let Some(overloads) = overloads else {
            if let Some(only) = only_overload(operation) {
                return Ok(only.into());
            }
            let sets: Vec<_> = operation.overloads.iter().map(|set| allowed(*set)).collect();
            let what = format!("the arguments of {} do not determine its overload", operation.name);
            return Err(EmitError::usage(what, format!("pass a permitted overload: {}", sets.join("; "))));
        };
        Ok(overloads)
    }

    fn call_operation(
        &mut self,
        operation: &'static Operation,
        overloads: Overloads,
        arguments: &[Operand],
    ) -> Result<Value> {
        let key = (operation.function, overloads);
        let (function, parameters) = match self.declarations.get(&key) {
            Some(known) => known.clone(),
            None => {
                let function = declare(self.build.module(), operation, overloads.as_slice())?;
                let module = self.build.module();
                let ty = module.globals.get(function).and_then(|global| module.types.get(global.value_type));
                let parameters: Rc<[TypeId]> = match ty {
                    Some(Type::Function { parameters, .. }) => parameters[..].into(),
                    _ => Rc::default(),
                };
                self.declarations.insert(key, (function, parameters.clone()));
                (function, parameters)
            }
        };
        let mut values = Vec::with_capacity(parameters.len());
        let opcode = i64::from(operation.opcode.0);
        values.extend(parameters.first().map(|ty| self.build.int(*ty, opcode)));
        let rows = operation.arguments.iter().zip(parameters.iter().skip(1));
        for ((row, ty), operand) in rows.zip(arguments) {
            values.push(self.argument(operation, row, *ty, *operand)?);
        }
        Ok(self.build.call(function, &values)?)
    }

    /// The value of an argument, of the type of its parameter.
    fn argument(
        &mut self,
        operation: &'static Operation,
        row: &'static Argument,
        ty: TypeId,
        operand: Operand,
    ) -> Result<Value> {
        let name = row.name.as_str();
        let error = |problem| EmitError::Argument { operation: operation.name, name, problem };
        let value = self.constant_of(ty, operand);
        let found = value.map(|value| self.build.type_of(value)).transpose()?;
        let types = &self.build.module().types;
        let Some(value) = value.filter(|_| found == Some(ty)) else {
            let found = match (found, operand) {
                (Some(found), _) => format!("has type {}", TypeText(types, found)),
                (None, Operand::Float(number)) => format!("is the float {number}"),
                (None, operand) => format!("is the integer {}", integer(operand)),
            };
            let expected = TypeText(types, ty);
            let remedy = "convert the value or pass another overload";
            return Err(error(format!("{found}, expected type {expected}; {remedy}")));
        };
        let is_constant = matches!(value.kind(), ValueKind::Constant(_));
        if row.is_constant && (!is_constant || operand == Operand::Undef) {
            return Err(error("must be a constant; pass a number or a value of `int`".into()));
        }
        let is_offset = name.starts_with("offset") && operation.has(Flag::ConstantOffsets);
        if is_offset && !is_constant && !self.state.target.has(6, 7) {
            return Err(error("must be a constant; variable offsets need shader model 6.7".into()));
        }
        let number = self.build.module().signed_integer(value);
        let expected = match row.values {
            Values::UpTo(last) if number.is_some_and(|n| !(0..=last.into()).contains(&n)) => {
                format!("0 to {last}")
            }
            Values::Names(_, names) if number.is_some_and(|n| !(0..).zip(names).any(|(at, _)| at == n)) => {
                let listed = names.iter().enumerate().map(|(value, name)| format!("{value} ({name})"));
                listed.collect::<Vec<_>>().join(", ")
            }
            _ => return Ok(value),
        };
        Err(error(format!("is {}, expected {expected}", number.unwrap_or_default())))
    }

    /// The value of an operand as this type; `None` for a number that the type does not have.
    fn constant_of(&mut self, ty: TypeId, operand: Operand) -> Option<Value> {
        let module = self.build.module();
        match (operand, module.types.get(ty)?) {
            (Operand::Value(value), _) => Some(value),
            (Operand::Undef, _) => Some(module.undef(ty)),
            (Operand::Int(number), Type::Integer(bits)) => {
                let fits = match bits {
                    0..=62 => (-(1_i64 << bits.saturating_sub(1))..1 << bits).contains(&number),
                    _ => true,
                };
                fits.then(|| module.int(ty, number))
            }
            // All integers of this range are exact as `half`.
            (Operand::Int(number @ -2048..=2048), Type::Float | Type::Half | Type::Double) => {
                let number = i16::try_from(number).ok()?;
                self.constant_of(ty, Operand::Float(number.into()))
            }
            (Operand::Float(number), Type::Float) => Some(module.float(number)),
            (Operand::Float(number), Type::Double) => Some(module.double(number.into())),
            (Operand::Float(number), Type::Half) => {
                Some(module.float_bits(ty, half::from_single(number).into()))
            }
            _ => None,
        }
    }

    /// A number as a value: an `i32` for integers, a `float` for floats. `Undef` is an undefined `i32`.
    pub fn value(&mut self, operand: impl Into<Operand>) -> Value {
        let operand = operand.into();
        let ty = match operand {
            Operand::Float(_) => self.scalar(OverloadKind::F32),
            _ => self.scalar(OverloadKind::I32),
        };
        self.constant_of(ty, operand).unwrap_or_else(|| self.build.int(ty, integer(operand)))
    }

    /// A scalar type.
    pub fn scalar(&mut self, kind: OverloadKind) -> TypeId {
        let types = &mut self.build.module().types;
        match self.scalars.get_mut(kind as usize) {
            Some(known) => *known.get_or_insert_with(|| types.intern(kind.ty())),
            None => types.intern(kind.ty()),
        }
    }

    /// The first `count` members of a structure that an operation returned.
    pub fn members(&mut self, structure: Value, count: u32) -> Result<Vec<Value>> {
        (0..count).map(|index| Ok(self.build.extract_value(structure, &[index])?)).collect()
    }

    /// Emits instructions at the start of the function, so that their values dominate all uses. The operands must be
    /// constants, arguments, or values that were emitted in the same way.
    pub fn in_prologue<R>(&mut self, emit: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.build.build_prologue(true);
        let result = emit(self);
        self.build.build_prologue(before);
        result
    }

    /// Memory of a thread for a value of this type: an `alloca` at the start of the function. The contents are
    /// undefined until the first store.
    pub fn local(&mut self, ty: TypeId) -> Value {
        self.in_prologue(|emitter| emitter.build.alloca(ty, Alignment::bytes(4)))
    }
}

/// The overload of an operation that permits one.
fn only_overload(operation: &Operation) -> Option<Overload> {
    let [OverloadSet::Numbers { scalars, vectors }] = operation.overloads else { return None };
    let mut all = scalars.iter();
    let only = all.next()?;
    (all.next().is_none() && vectors.iter().next().is_none()).then_some(only.into())
}

fn integer(operand: Operand) -> i64 {
    match operand {
        Operand::Int(number) => number,
        _ => 0,
    }
}
