//! The condition by which DXC keeps operations on waves in a loop: a lane that leaves the loop behind one seems to be
//! able to go on with it, by what a variable holds that is always zero. Separate because whoever optimizes, compiles
//! or makes programs has to know that nothing is to know what it holds.
//!
//! Source: DirectXShaderCompiler, lib/HLSL/DxilPreparePasses.cpp, which makes it of calls of `dx.break`.

use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::{GlobalKind, Variable};
use dxil_ir::{Global, GlobalId, Linkage, Module};

/// The name of the variable, an array of one `i32`.
pub const BREAK_CONDITION: &str = "dx.break.cond";

/// Whether a global is such a variable: where modules were linked, there may be several, with numbers.
pub fn is_break_condition(global: &Global) -> bool {
    let rest = global.name.strip_prefix(BREAK_CONDITION.as_bytes());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b".")) && global.variable().is_some()
}

/// The variable of a module, which is added where there is none.
pub fn break_condition(module: &mut Module) -> GlobalId {
    let known = module.globals.iter().find(|(_, global)| is_break_condition(global)).map(|(id, _)| id);
    known.unwrap_or_else(|| {
        let word = module.types.int(32);
        let array = module.types.array(word, 1);
        let zero = module.constant(array, ConstantKind::Null);
        let id = module.add_variable(BREAK_CONDITION, array, 0, Some(zero));
        if let Some(global) = module.globals.get_mut(id) {
            global.linkage = Linkage::Internal;
            let initializer = Some(zero);
            global.kind =
                GlobalKind::Variable(Variable { is_constant: true, initializer, ..Variable::default() });
        }
        id
    })
}

/// Says of the variables of a module whether something else than their initializer sets them: only then LLVM does not
/// know what they hold. In DXIL nothing does.
pub fn set_unknown(module: &mut Module, is_unknown: bool) {
    for global in module.globals.values_mut().filter(|global| is_break_condition(global)) {
        if let GlobalKind::Variable(variable) = &mut global.kind {
            variable.is_externally_initialized = is_unknown;
        }
    }
}
