//! Functions in `llvm.global_ctors`: the dynamic initializers of global variables, which run before the entry point.
//! Separate because `lower` reads the list of a front end, and `dxil-link` reads and writes the lists of libraries.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::{ConstantId, Global, GlobalId, Linkage, Module, Value, ValueKind};

/// The name of the variable whose initializer is the list.
const LIST: &str = "llvm.global_ctors";

/// The priority of all entries that HLSL compilers write.
const PRIORITY: i64 = 65535;

/// Returns the variable `llvm.global_ctors`, if the module has it.
pub fn list_of(module: &Module) -> Option<GlobalId> {
    module.global_named(LIST.into())
}

/// Returns the functions of `llvm.global_ctors` that have a body, without duplicates, in call order.
pub fn listed(module: &Module) -> Vec<GlobalId> {
    let list = list_of(module).and_then(|id| module.globals.get(id)).and_then(Global::variable);
    let items = list.and_then(|variable| constant(module, variable.initializer?));
    let Some(ConstantKind::Aggregate(items)) = items else { return Vec::new() };
    let mut found = Vec::new();
    for item in items.iter() {
        let Some(ConstantKind::Aggregate(members)) = constant(module, *item) else { continue };
        let &[priority, function, ..] = &members[..] else { continue };
        let priority = module.integer(priority).unwrap_or_default();
        found.extend(function_of(module, function).map(|id| (priority, id)));
    }
    // A function with a lower priority value is called earlier. The sort is stable, so equal priorities keep list
    // order.
    found.sort_by_key(|(priority, _)| *priority);
    let mut functions = Vec::with_capacity(found.len());
    let mut seen = dxil_ir::arena::IdSet::new();
    functions.extend(found.into_iter().map(|(_, id)| id).filter(|id| seen.insert(*id)));
    functions
}

fn constant(module: &Module, value: Value) -> Option<&ConstantKind> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    constant_of(module, id)
}

fn constant_of(module: &Module, id: ConstantId) -> Option<&ConstantKind> {
    module.constants.get(id).map(|constant| &constant.kind)
}

/// Returns the function with a body whose address is `value`, through constant casts.
fn function_of(module: &Module, mut value: Value) -> Option<GlobalId> {
    for _ in 0..crate::limits::CHAIN {
        match value.kind() {
            ValueKind::Global(id) => {
                return module.globals.get(id).is_some_and(|global| global.body().is_some()).then_some(id);
            }
            _ => match constant(module, value)? {
                ConstantKind::Cast(_, inner) => value = *inner,
                _ => return None,
            },
        }
    }
    None
}

/// Inserts calls of functions without parameters at the start of a function, in the order of `callees`.
///
/// # Errors
///
/// [`Editor::new`] rejects the function.
pub fn call_at_start(
    module: &mut Module,
    function: GlobalId,
    callees: &[GlobalId],
) -> std::result::Result<(), EditError> {
    if callees.is_empty() {
        return Ok(());
    }
    let mut editor = Editor::new(module, function)?;
    let Some(first) = editor.entry() else { return Ok(()) };
    editor.go_to(Position::Start(first))?;
    for callee in callees {
        editor.call(*callee, &[])?;
    }
    Ok(())
}

/// Adds `llvm.global_ctors` with these functions to a module in LLVM 3.7 IR, for a later link. Adds nothing if
/// `functions` is empty.
pub fn list(module: &mut Module, functions: &[GlobalId]) {
    if functions.is_empty() {
        return;
    }
    let (void, i32, i8) = (module.types.void(), module.types.int(32), module.types.int(8));
    let function = module.types.function(void, &[]);
    let members = [i32, module.types.pointer(function, 0), module.types.pointer(i8, 0)];
    let item = module.types.literal(&members);
    let [_, _, data] = members;
    let items: Vec<_> = functions
        .iter()
        .map(|id| {
            let priority = module.int(i32, PRIORITY);
            let none = module.null(data);
            module.constant(item, ConstantKind::Aggregate([priority, (*id).into(), none].into()))
        })
        .collect();
    let ty = module.types.array(item, items.len() as u64);
    let list = module.constant(ty, ConstantKind::Aggregate(items.into()));
    let id = module.add_variable(LIST, ty, 0, Some(list));
    if let Some(global) = module.globals.get_mut(id) {
        global.linkage = Linkage::Appending;
    }
}
