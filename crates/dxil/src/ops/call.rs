//! The view of an instruction as a call of an operation, and whether it is what the operation's row asks.

use bstr::{BStr, ByteSlice as _};

use super::error::allowed;
use super::type_text::TypeText;
use super::{ArgumentName, CallError, FUNCTION_PREFIX, Opcode, Operation, Overloads, Row};
use crate::limits::OPERATION_NAME;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{Body, Global, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};

/// A call of an operation.
#[derive(Debug, Clone, Copy)]
pub struct Call<'m> {
    module: &'m Module,
    caller: (&'m Body, TypeId),
    operation: &'static Operation,
    function: &'m Global,
    function_type: TypeId,
    /// The opcode and the arguments.
    operands: &'m [Value],
    result: TypeId,
}

impl<'m> Call<'m> {
    /// The call that an instruction of `caller`, a body and the type of its function, is; `None` where it calls no
    /// function whose name begins with [`FUNCTION_PREFIX`].
    ///
    /// # Errors
    ///
    /// It calls such a function, which has a body or a name that is too long, or with an opcode that is not there, not
    /// constant, or of no operation.
    pub fn of(
        module: &'m Module,
        caller: (&'m Body, TypeId),
        instruction: &'m Instruction,
    ) -> Result<Option<Self>, CallError> {
        let Op::Call { callee, function_type, arguments, .. } = &instruction.op else { return Ok(None) };
        let ValueKind::Global(callee) = callee.kind() else { return Ok(None) };
        let Some(function) = module.globals.get(callee) else { return Ok(None) };
        if function.function().is_none() || !function.name.starts_with_str(FUNCTION_PREFIX) {
            return Ok(None);
        }
        if function.name.len() > OPERATION_NAME {
            return Err(CallError::LongName { found: function.name.len(), limit: OPERATION_NAME });
        }
        let name = || function.name.clone();
        if function.body().is_some() {
            return Err(CallError::Defined { function: name() });
        }
        let operands = arguments.as_slice(&caller.0.lists.values);
        let opcode =
            opcode(module, operands).map_err(|found| CallError::NoOpcode { function: name(), found })?;
        let operation = match opcode.row() {
            Some(Row::Operation(operation)) => operation,
            Some(Row::Reserved(row)) => {
                return Err(CallError::ReservedOpcode { function: name(), opcode, name: row.name });
            }
            None => return Err(CallError::UnknownOpcode { function: name(), opcode }),
        };
        let (function_type, result) = (*function_type, instruction.ty);
        Ok(Some(Self { module, caller, operation, function, function_type, operands, result }))
    }

    /// Which operation is called.
    pub fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// The name of the function that is called.
    pub fn function_name(&self) -> &'m BStr {
        self.function.name.as_bstr()
    }

    /// The name of its overloads, as that name has it; empty for none.
    pub fn overload_name(&self) -> &'m BStr {
        let name = self.function_name().strip_prefix(FUNCTION_PREFIX.as_bytes()).unwrap_or_default();
        name.split_once_str(".").map_or(BStr::new(""), |(_, overloads)| overloads.as_bstr())
    }

    /// The arguments behind the opcode, in the order of [`Operation::arguments`].
    pub fn arguments(&self) -> &'m [Value] {
        self.operands.get(1..).unwrap_or_default()
    }

    /// The argument of this name; `None` where the operation has no such argument, or the call ends before it.
    pub fn argument(&self, name: ArgumentName) -> Option<Value> {
        self.arguments().get(self.operation.argument_index(name)?).copied()
    }

    /// The type of an argument, as the call has it.
    pub fn argument_type(&self, argument: Value) -> Option<TypeId> {
        self.module.type_of(Some(self.caller), argument)
    }

    /// The type of what the call gives.
    pub fn result_type(&self) -> TypeId {
        self.result
    }

    /// The overloads of the function, by its types; `None` where it has another number of parameters, or types of which
    /// there is no overload.
    pub fn overloads(&self) -> Option<Overloads> {
        let (result, parameters) = self.signature()?;
        (parameters.len() == self.operation.arguments.len()).then_some(())?;
        self.inferred(result, parameters).ok()
    }

    /// Compares the call with what the row of its operation asks: the function's name, its overloads, the number and
    /// types of arguments, the type of what it gives. Gives the overloads.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub fn check(&self) -> Result<Overloads, CallError> {
        let row = self.operation;
        let differs = |what| CallError::CallType { operation: row.name, what };
        let (result, parameters) = self.signature().ok_or_else(|| differs("the callee"))?;
        for found in [parameters.len(), self.arguments().len()] {
            let expected = row.arguments.len();
            if found != expected {
                return Err(CallError::ArgumentCount { operation: row.name, found, expected });
            }
        }
        let overloads = self.inferred(result, parameters)?;
        self.check_types(result, parameters, &overloads)?;
        let name = self.function_name();
        if !row.has_function_name(&self.module.types, overloads.as_slice(), name) {
            let expected = row.shown_function_name(&self.module.types, overloads.as_slice());
            return Err(CallError::Function { operation: row.name, found: name.into(), expected });
        }
        // The function is right; the call has to be one of it.
        if self.function_type != self.function.value_type {
            return Err(differs("the call"));
        }
        if self.result != result {
            return Err(differs("the result"));
        }
        for (argument, parameter) in self.arguments().iter().zip(parameters) {
            if self.argument_type(*argument) != Some(*parameter) {
                return Err(differs("an argument"));
            }
        }
        Ok(overloads)
    }

    /// What the function gives, and its parameters behind the opcode.
    fn signature(&self) -> Option<(TypeId, &'m [TypeId])> {
        match self.module.types.get(self.function.value_type)? {
            Type::Function { result, parameters, is_variadic: false } => {
                let (opcode, parameters) = parameters.split_first()?;
                let is_opcode = self.module.types.get(*opcode) == Some(&Type::Integer(32));
                is_opcode.then_some((*result, parameters))
            }
            _ => None,
        }
    }

    fn inferred(&self, result: TypeId, parameters: &[TypeId]) -> Result<Overloads, CallError> {
        let (row, types) = (self.operation, &self.module.types);
        let mut overloads = Overloads::NONE;
        for (index, set) in row.overloads.iter().enumerate() {
            let of =
                |(argument, parameter): (&super::Argument, &TypeId)| argument.ty.infer(types, *parameter);
            let operands = row.arguments.iter().zip(parameters).filter_map(of);
            let found = row.result.infer(types, result).into_iter().chain(operands);
            let found = found.filter(|(of, _)| *of == index).map(|(_, overload)| overload).next();
            match found.or(set.only()) {
                Some(overload) if set.allows(overload) => overloads.push(overload),
                found => {
                    let name = found.map(|overload| overload.shown_name(types).to_string());
                    return Err(CallError::Overload {
                        operation: row.name,
                        index,
                        found: name.unwrap_or_else(|| "not an overload type".to_owned()),
                        expected: allowed(*set),
                    });
                }
            }
        }
        Ok(overloads)
    }

    fn check_types(
        &self,
        result: TypeId,
        parameters: &[TypeId],
        overloads: &Overloads,
    ) -> Result<(), CallError> {
        let (row, overloads) = (self.operation, overloads.as_slice());
        let text = |id| TypeText(&self.module.types, id).to_string();
        if !row.result.is(self.module, overloads, result) {
            let expected = row.result.text(self.module, overloads);
            return Err(CallError::ResultType { operation: row.name, found: text(result), expected });
        }
        for (argument, parameter) in row.arguments.iter().zip(parameters) {
            if !argument.ty.is(self.module, overloads, *parameter) {
                return Err(CallError::ArgumentType {
                    operation: row.name,
                    name: argument.name.as_str(),
                    found: text(*parameter),
                    expected: argument.ty.text(self.module, overloads),
                });
            }
        }
        Ok(())
    }
}

impl Opcode {
    /// The opcode that the arguments of a call begin with, whatever is called; `None` where there is no constant `i32`.
    pub fn of_call(module: &Module, arguments: &[Value]) -> Option<Self> {
        opcode(module, arguments).ok()
    }

    /// The operation that an instruction of an editing session calls, and the arguments behind its opcode; whether
    /// those are what its row says is not looked at.
    pub fn called<'e>(editor: &'e Editor<'_>, id: InstructionId) -> Option<(Self, &'e [Value])> {
        let (function, arguments) = editor.called(id)?;
        let module = editor.context();
        if !module.globals.get(function)?.name.starts_with(FUNCTION_PREFIX.as_bytes()) {
            return None;
        }
        Some((Self::of_call(module, arguments)?, arguments.get(1..)?))
    }
}

/// The opcode that a call begins with, or what there is in its place.
fn opcode(module: &Module, operands: &[Value]) -> Result<Opcode, &'static str> {
    let first = operands.first().ok_or("missing")?;
    let ValueKind::Constant(id) = first.kind() else { return Err("not constant") };
    let constant = module.constants.get(id).ok_or("missing")?;
    if !matches!(module.types.get(constant.ty), Some(Type::Integer(32))) {
        return Err("a constant of another type");
    }
    match constant.kind {
        ConstantKind::Null => Ok(Opcode(0)),
        // The opcodes of the tables behind the first one are negative as LLVM's integers are.
        ConstantKind::Integer(number) => match u32::try_from(number & i64::from(u32::MAX)) {
            Ok(number) => Ok(Opcode(number)),
            Err(_) => Err("an integer out of range"),
        },
        _ => Err("a constant without a value"),
    }
}
