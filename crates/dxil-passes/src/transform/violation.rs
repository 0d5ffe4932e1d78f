//! Checks that a fact holds, by the check of the pass that establishes it. Separate from facts because it names every
//! pass.

use dxil_ir::Module;
use dxil_ir::edit::{Changed, Editor};

use super::{
    Fact, Scope, dce, fold, global_dce, global_opt, inline, matrix_bitcast_lower, mem2reg, scalarizer,
    simplify_cfg, sroa,
};

impl Fact {
    /// Describes a violation of the fact in the module; `None` if the fact holds.
    pub fn violation(self, module: &mut Module, scope: &Scope<'_>) -> Option<String> {
        let of_function: fn(&mut Editor<'_>) -> Option<String> = match self {
            Self::Inlined => return inline::violation(module, scope),
            Self::NoStatics => return global_opt::violation(module, scope),
            Self::Scalar => return scalarizer::violation(module, scope),
            Self::NoDeadGlobals => return global_dce::violation(module, scope),
            Self::NoMatrixCasts => matrix_bitcast_lower::violation,
            Self::Split => sroa::violation,
            Self::Promoted => mem2reg::violation,
            Self::Folded => fold::violation,
            Self::SimpleFlow => simplify_cfg::violation,
            Self::NoDeadInstructions => dce::violation,
        };
        scope.functions(module).into_iter().find_map(|function| {
            let mut editor = match Editor::new(module, function) {
                Ok(editor) => editor,
                Err(error) => return Some(error.to_string()),
            };
            let what = of_function(&mut editor)?;
            debug_assert_eq!(editor.changed(), Changed::Nothing, "who looks changes nothing");
            Some(format!("function {}: {what}", crate::error::name(editor.context(), function)))
        })
    }
}
