//! The functions of operations, as DXC declares them, and calls of them.

use bstr::{BStr, ByteSlice as _};

use super::{DeclareError, Opcode, Operation, Overload};
use crate::limits::OPERATION_NAME;
use dxil_ir::attributes::{Access, Attribute, AttributeGroup, MemoryEffects, Slot};
use dxil_ir::builder::Build;
use dxil_ir::{AttributeKind, AttributeListId, Dialect, Global, GlobalId, Module, TypeId, Value};

/// The function of an operation for these overloads, declared if it is not there: its name, its type with the
/// structures of `dx.types` in it, and the attributes of the row, in the words of the module's dialect. Looks at the
/// names of all globals: who adds many calls keeps the id.
///
/// # Errors
///
/// Overloads that the operation does not have, a name that is too long, or something else that has it.
pub fn declare(
    module: &mut Module,
    operation: &Operation,
    overloads: &[Overload],
) -> Result<GlobalId, DeclareError> {
    let ty = function_type(module, operation, overloads)?;
    let name = operation.function_name(&module.types, overloads);
    if name.len() > OPERATION_NAME {
        return Err(DeclareError::LongName { found: name.len(), limit: OPERATION_NAME });
    }
    if let Some(id) = module.global_named(name.as_bstr()) {
        let is_function = |global: &Global| global.value_type == ty && global.function().is_some();
        let is_it = module.globals.get(id).is_some_and(is_function);
        return if is_it { Ok(id) } else { Err(DeclareError::NameTaken { name }) };
    }
    let id = add(module, name.as_bstr(), ty);
    let attributes = attributes(module, operation);
    if let Some(function) = module.globals.get_mut(id).and_then(Global::function_mut) {
        function.attributes = Some(attributes);
    }
    Ok(id)
}

/// The type of the function of an operation.
fn function_type(
    module: &mut Module,
    operation: &Operation,
    overloads: &[Overload],
) -> Result<TypeId, DeclareError> {
    let (found, expected) = (overloads.len(), operation.overloads.len());
    if found != expected {
        return Err(DeclareError::OverloadCount { operation: operation.name, found, expected });
    }
    let refused = |refused: (usize, String, String)| {
        let (index, found, expected) = refused;
        DeclareError::Overload { operation: operation.name, index, found, expected }
    };
    if let Some(which) = operation.refused(&module.types, overloads) {
        return Err(refused(which));
    }
    // Legal overloads have a type.
    let none = || refused((0, "not known".to_owned(), String::new()));
    let mut parameters = vec![module.types.int(32)];
    for argument in operation.arguments {
        parameters.push(argument.ty.make(module, overloads).ok_or_else(none)?);
    }
    let result = operation.result.make(module, overloads).ok_or_else(none)?;
    Ok(module.types.function(result, &parameters))
}

/// A function whose name need not be text: structures are named by whoever wrote the program.
fn add(module: &mut Module, name: &BStr, ty: TypeId) -> GlobalId {
    let id = module.declare_function("", ty);
    if let Some(global) = module.globals.get_mut(id) {
        global.name = name.into();
    }
    id
}

fn attributes(module: &mut Module, operation: &Operation) -> AttributeListId {
    let is_modern = module.dialect == Dialect::Modern;
    let of = |kind: &AttributeKind| match kind {
        AttributeKind::ReadNone if is_modern => Attribute::Memory(MemoryEffects::all(Access::None)),
        AttributeKind::ReadOnly if is_modern => Attribute::Memory(MemoryEffects::all(Access::Read)),
        kind => Attribute::Flag(*kind),
    };
    let attributes = operation.attributes.iter().map(of).collect();
    let group = module.attributes.intern_group(AttributeGroup { slot: Slot::Function, attributes });
    module.attributes.intern_list(Box::from([group]))
}

/// Calls of operations, for whoever builds or edits a function.
pub trait BuildOperation {
    /// A call of an operation, whose function is declared if need be; the arguments are those behind the opcode. Of an
    /// operation that gives nothing, the value is not to be used.
    ///
    /// # Errors
    ///
    /// Those of [`declare`], and an opcode that no operation has.
    fn operation(
        &mut self,
        opcode: Opcode,
        overloads: &[Overload],
        arguments: &[Value],
    ) -> Result<Value, DeclareError>;
}

impl<B: Build> BuildOperation for B {
    fn operation(
        &mut self,
        opcode: Opcode,
        overloads: &[Overload],
        arguments: &[Value],
    ) -> Result<Value, DeclareError> {
        let operation = Operation::get(opcode).ok_or(DeclareError::UnknownOpcode { opcode })?;
        let function = declare(self.module(), operation, overloads)?;
        let i32 = self.module().types.int(32);
        let mut operands = vec![self.int(i32, opcode.0.into())];
        operands.extend(arguments);
        Ok(self.call(function, &operands)?)
    }
}
