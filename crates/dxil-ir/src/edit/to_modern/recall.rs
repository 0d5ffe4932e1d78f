//! Rewrites of the calls of old intrinsics. Separate because `intrinsics` decides it and `calls` does it.

use hashbrown::HashMap;

use crate::{GlobalId, TypeId};

/// The rewrite of the calls of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Calls {
    /// The calls get another callee.
    Kept,
    /// The first argument, a size, is removed; a call whose second argument is not based on an alloca is removed.
    WithoutSize,
    /// The alignment argument becomes an attribute of this many pointer arguments.
    WithoutAlignment(u32),
    /// This many `i1 false` arguments are appended.
    WithFlags(usize),
    /// A `dbg_value` record replaces the call.
    Value,
    /// A `dbg_declare` record replaces the call.
    Declare,
}

impl Calls {
    pub(super) fn of_debug_information(name: &[u8]) -> Option<Self> {
        match name {
            b"llvm.dbg.value" => Some(Self::Value),
            b"llvm.dbg.declare" => Some(Self::Declare),
            _ => None,
        }
    }

    pub(super) fn is_of_debug_information(self) -> bool {
        matches!(self, Self::Value | Self::Declare)
    }
}

/// The rewrites of calls, by old intrinsic.
pub(super) type Recalls = HashMap<GlobalId, Recall>;

/// The rewrite of the calls of an old intrinsic.
#[derive(Clone, Copy)]
pub(super) struct Recall {
    /// The new callee.
    pub(super) callee: GlobalId,
    /// The function type of the calls before the rewrite.
    pub(super) old_type: TypeId,
    pub(super) calls: Calls,
}
