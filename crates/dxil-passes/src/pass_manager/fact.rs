//! Properties that passes establish. Separate because passes name the properties that other passes establish.

use dxil_ir::Module;
use dxil_ir::edit::{Changed, Editor};

use super::scope::Scope;

/// A property of every function of a [`Scope`], or of the module, that a pass establishes. The check of a fact is in
/// the file of the pass that ensures it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// No function calls a defined function, except for calls that the scope keeps.
    Inlined,
    /// No variable could be an alloca of the only entry point that uses it.
    NoStatics,
    /// No memory is accessed as another type with the same scalars.
    NoMatrixCasts,
    /// No alloca can be split.
    Split,
    /// No alloca can be promoted to a value.
    Promoted,
    /// No vector can be scalarized, and no memory of vectors can become memory of arrays.
    Scalar,
    /// No instruction can be constant-folded.
    Folded,
    /// Every block is reachable, every conditional branch has two targets, and no block can be merged into its
    /// predecessor.
    SimpleFlow,
    /// No instruction is dead.
    NoDeadInstructions,
    /// No global is unused by the roots.
    NoDeadGlobals,
    /// `!hlsl.cbs` does not exist, so no code uses a member of a constant buffer by its global variable.
    NoCbufferMembers,
    /// No handle is loaded from a variable as an integer.
    NoHandleCopies,
    /// No handle is loaded from memory.
    NoStoredHandles,
    /// `llvm.memcpy`, `llvm.memmove` and `llvm.memset` are not called.
    NoMemIntrinsics,
    /// No phi or select has a handle as its result.
    NoHandlePhis,
    /// `llvm.dx.resource.getpointer` is not called.
    NoResourcePointers,
    /// No phi or select has a structure or array as its result, unless it has too many members.
    NoAggregatePhis,
    /// `llvm.dx.resource.handlefromimplicitbinding` is not called.
    NoImplicitBindings,
    /// No intrinsic of the target is called: `llvm.dx.*`.
    NoTargetIntrinsics,
    /// No binary operation, comparison, select, phi or switch has an integer of fewer than 64 bits whose width is not
    /// 1, 16 or 32. Casts, loads, stores and calls may have such integers.
    IntegerWidths,
    /// `insertvalue` does not exist.
    NoInsertValue,
    /// `fneg` and `freeze` do not exist.
    NoModernInstructions,
    /// The triple is the triple of LLVM's DirectX target.
    ModernTriple,
    /// The module is LLVM 3.7 IR.
    Llvm37,
}

impl Fact {
    /// The facts of the passes of `transform` that a changed instruction may violate.
    pub const SIMPLIFICATIONS: &'static [Self] = &[
        Self::NoStatics,
        Self::NoMatrixCasts,
        Self::Split,
        Self::Promoted,
        Self::Scalar,
        Self::Folded,
        Self::SimpleFlow,
        Self::NoDeadInstructions,
        Self::NoDeadGlobals,
    ];
}

/// A fact that a pass ensures, with the function that checks it.
#[derive(Debug, Clone, Copy)]
pub struct Ensured {
    /// The fact.
    pub fact: Fact,
    /// The check.
    pub check: Check,
}

/// The function that checks a fact. It describes a violation, and returns `None` if the fact holds.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Checks one function. The check does not change the function.
    Function(fn(&mut Editor<'_>) -> Option<String>),
    /// Checks the module.
    Module(fn(&Module, &Scope<'_>) -> Option<String>),
    /// Checks the module and may use editors, but does not change the module.
    Editable(fn(&mut Module, &Scope<'_>) -> Option<String>),
}

impl Check {
    /// Describes a violation of the fact in the module; `None` if the fact holds.
    pub fn violation(self, module: &mut Module, scope: &Scope<'_>) -> Option<String> {
        let of_function = match self {
            Self::Module(check) => return check(module, scope),
            Self::Editable(check) => return check(module, scope),
            Self::Function(check) => check,
        };
        scope.functions(module).into_iter().find_map(|function| {
            let mut editor = match Editor::new(module, function) {
                Ok(editor) => editor,
                Err(error) => return Some(error.to_string()),
            };
            let what = of_function(&mut editor)?;
            debug_assert_eq!(editor.changed(), Changed::Nothing, "a check changes nothing");
            Some(format!("function {}: {what}", crate::error::name(editor.context(), function)))
        })
    }
}
