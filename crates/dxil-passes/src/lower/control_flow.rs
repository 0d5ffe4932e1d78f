//! Passes that change the control flow graph or depend on it: loops, `dx.break`, calls of global constructors.

pub(super) mod constructors;
pub(super) mod copy_loops;
pub(super) mod expand_by_index;
pub(super) mod global_ctors;
pub(super) mod insert_dx_break;
pub(super) mod phi_web;
pub(super) mod unreachable_defaults;
