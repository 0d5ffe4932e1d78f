//! The functions that a list of passes runs over. Separate because passes over modules read and change it.

use std::fmt;

use dxil_ir::arena::IdSet;
use dxil_ir::{GlobalId, Module, Op, ValueKind};

/// The functions that a list of passes runs over.
#[derive(Clone)]
pub struct Scope<'s> {
    /// The functions that external code calls: entry points with their patch constant functions, exports.
    pub roots: Vec<GlobalId>,
    keeps: &'s dyn Fn(&Module, GlobalId) -> bool,
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("roots", &self.roots).finish_non_exhaustive()
    }
}

impl<'s> Scope<'s> {
    /// A scope of root functions and their callees; every call is to be inlined.
    pub fn new(roots: Vec<GlobalId>) -> Self {
        Self { roots, keeps: &|_, _| false }
    }

    /// Like [`new`](Self::new), but calls stay if `keeps` returns true for the callee, such as an export of a library.
    pub fn keeping(roots: Vec<GlobalId>, keeps: &'s dyn Fn(&Module, GlobalId) -> bool) -> Self {
        Self { roots, keeps }
    }

    /// Returns true if calls of a defined function stay calls.
    pub fn keeps(&self, module: &Module, callee: GlobalId) -> bool {
        (self.keeps)(module, callee)
    }

    /// The functions of the scope: the roots and, transitively, their callees.
    pub fn functions(&self, module: &Module) -> Vec<GlobalId> {
        let body = |id: GlobalId| module.globals.get(id).and_then(|global| global.body());
        let mut met = IdSet::new();
        let mut found: Vec<GlobalId> = self.roots.clone();
        found.retain(|id| body(*id).is_some() && met.insert(*id));
        let mut next = 0;
        while let Some(function) = found.get(next).copied() {
            next += 1;
            let Some(body_of_it) = body(function) else { continue };
            body_of_it.each_instruction(|_, instruction| {
                if let Op::Call { callee, .. } = &instruction.op
                    && let ValueKind::Global(callee) = callee.kind()
                    && !met.contains(callee)
                    && body(callee).is_some()
                {
                    met.insert(callee);
                    found.push(callee);
                }
            });
        }
        found
    }
}
