//! What passes promise. Separate because a list of passes is checked by these, and each is looked at in the file of the
//! pass that gives it.

use dxil_ir::Module;
use dxil_ir::edit::{Changed, Editor};

use super::{
    Scope, dce, fold, global_dce, global_opt, inline, matrix_bitcast_lower, mem2reg, scalarizer,
    simplify_cfg, sroa,
};

/// What holds of everything in a [`Scope`], once a pass has seen to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// No function calls one that is defined, unless the call is kept.
    Inlined,
    /// No variable is there that an entry alone uses and that could be on its stack.
    NoStatics,
    /// No memory is read or written as another type of the same scalars.
    NoMatrixCasts,
    /// No memory on the stack could be split.
    Split,
    /// No memory on the stack could be a value.
    Promoted,
    /// No vector could be scalars, and no memory of vectors could be one of arrays.
    Scalar,
    /// No instruction with known operands could be computed.
    Folded,
    /// Every block is reached, by a branch that decides something, and none could be part of the one before it.
    SimpleFlow,
    /// No instruction is dead.
    NoDeadInstructions,
    /// No global is there that the roots do not need.
    NoDeadGlobals,
}

impl Fact {
    /// What of the module says otherwise; `None` where it holds.
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
