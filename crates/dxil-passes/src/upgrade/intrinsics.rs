//! Calls of intrinsics: declared as LLVM declares them, with the types of overloads in their names. Separate because
//! handles, accesses and arithmetic all make such calls.

use bstr::BString;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Editor;
use dxil_ir::intrinsics::{IntrinsicRow, Shape, find, find_in_main};
use dxil_ir::{Global, GlobalId, Module, TypeId, Value};
use hashbrown::HashMap;

use super::Llvm;
use crate::error::{Result, invalid};

/// The intrinsics of a module, by name.
pub(crate) struct Intrinsics {
    llvm: Llvm,
    functions: HashMap<BString, GlobalId>,
}

impl Intrinsics {
    pub(crate) fn of(module: &Module, llvm: Llvm) -> Self {
        let named = module.globals.iter().filter(|(_, global)| global.function().is_some());
        let functions = named.map(|(id, global)| (global.name.clone(), id)).collect();
        Self { llvm, functions }
    }

    /// What LLVM declares of an intrinsic.
    pub(crate) fn row(&self, name: &str) -> Option<&'static IntrinsicRow> {
        match self.llvm {
            Llvm::V22 => find(name.as_bytes()).filter(|row| row.name == name),
            Llvm::Main => find_in_main(name),
        }
    }

    /// Calls an intrinsic, where the cursor is. `results` are the types of what it gives, several where it gives a
    /// structure; `None` where it does not take these types.
    pub(crate) fn call(
        &mut self,
        editor: &mut Editor<'_>,
        row: &'static IntrinsicRow,
        arguments: &[Value],
        results: &[TypeId],
    ) -> Result<Option<Value>> {
        let mut parameters = Vec::with_capacity(arguments.len());
        for argument in arguments {
            parameters.push(editor.type_of(*argument).map_err(invalid)?);
        }
        let types = &mut editor.module().types;
        let result = match results {
            [] => types.void(),
            [one] => *one,
            several => types.literal(several),
        };
        let function_type = types.function(result, &parameters);
        let Some(overloads) = row.overloads(types, function_type) else { return Ok(None) };
        let Some(name) = row.mangled_name(types, &overloads) else { return Ok(None) };
        let function = match self.functions.get(&name) {
            Some(known) => *known,
            None => {
                let module = editor.module();
                let id = module.declare_function("", function_type);
                let attributes = row.attribute_list(module, function_type);
                if let Some(global) = module.globals.get_mut(id) {
                    global.name = name.clone();
                }
                if let Some(function) = module.globals.get_mut(id).and_then(Global::function_mut) {
                    function.attributes = attributes;
                }
                self.functions.insert(name, id);
                id
            }
        };
        editor.call(function, arguments).map(Some).map_err(invalid)
    }
}

/// The types of what an intrinsic gives, where its arguments have these types; what does not follow from them is what
/// `expected` says. `None` where neither does.
pub(crate) fn results(
    module: &mut Module,
    row: &IntrinsicRow,
    arguments: &[Option<TypeId>],
    expected: &[TypeId],
) -> Option<Vec<TypeId>> {
    let overloads = overloads(row, arguments, expected);
    let mut slot = 0;
    let mut made = Vec::with_capacity(row.result.len());
    for shape in row.result {
        if shape.is_overload() {
            made.push(overloads.get(slot).copied().flatten()?);
            slot += 1;
        } else {
            made.push(shape.make(&mut module.types, &overloads)?);
        }
    }
    Some(made)
}

/// The overloads as far as they follow from arguments, and from what is expected.
pub(crate) fn overloads(
    row: &IntrinsicRow,
    arguments: &[Option<TypeId>],
    expected: &[TypeId],
) -> Vec<Option<TypeId>> {
    let given = expected.iter().copied().map(Some).chain(std::iter::repeat(None)).take(row.result.len());
    let of_result = row.result.iter().zip(given);
    let of_arguments = row.parameters.iter().zip(arguments.iter().copied());
    let all: Vec<(&Shape, Option<TypeId>)> = of_result.chain(of_arguments).collect();
    let mut overloads: Vec<Option<TypeId>> =
        all.iter().filter(|(shape, _)| shape.is_overload()).map(|(_, ty)| *ty).collect();
    // What an argument has the type of is better known than what is expected.
    for (shape, ty) in &all {
        if let (Shape::Match(slot), Some(ty)) = (shape, ty)
            && let Some(overload) = overloads.get_mut(*slot)
        {
            *overload = Some(*ty);
        }
    }
    overloads
}
