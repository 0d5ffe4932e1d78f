//! Instruction numbers: the position of an instruction in its function, from 0, without calls of debug intrinsics.
//!
//! Calls of `llvm.dbg.declare` and `llvm.dbg.value` have no number. Therefore, removing debug information from a module
//! does not change the numbers.

use bstr::BStr;

use crate::arena::IdSet;
use crate::{Body, GlobalId, InstructionId, Module, Op, ValueKind};

/// The debug intrinsics of LLVM 3.7, which describe the locations of source variables.
const DEBUG_FUNCTIONS: [&str; 2] = ["llvm.dbg.declare", "llvm.dbg.value"];

/// Returns true if a function of this name is a debug intrinsic.
pub fn is_debug_function(name: &BStr) -> bool {
    DEBUG_FUNCTIONS.iter().any(|known| name == *known)
}

/// Numbers the instructions of a module.
#[derive(Debug, Clone)]
pub struct InstructionNumbers {
    debug_functions: IdSet<GlobalId>,
}

impl InstructionNumbers {
    /// Finds the debug intrinsics of a module.
    pub fn of(module: &Module) -> Self {
        let mut debug_functions = IdSet::new();
        for (id, global) in module.globals.iter() {
            if is_debug_function(global.name.as_ref()) {
                debug_functions.insert(id);
            }
        }
        Self { debug_functions }
    }

    /// Returns true if an instruction has a number.
    pub fn has_number(&self, op: &Op) -> bool {
        let Op::Call { callee, .. } = op else { return true };
        !matches!(callee.kind(), ValueKind::Global(id) if self.debug_functions.contains(id))
    }

    /// The instructions of a function in the order of the listing, with their numbers.
    pub fn number(&self, body: &Body) -> impl Iterator<Item = (InstructionId, Option<u32>)> {
        let mut next = 0;
        body.in_order().map(move |(_, id, instruction)| {
            let number = self.has_number(&instruction.op).then_some(next);
            next += u32::from(number.is_some());
            (id, number)
        })
    }
}
