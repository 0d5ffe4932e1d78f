//! The state of the lowering of an entry point. Separate from [`lower`](super::lower), which creates the state: methods
//! in the other files emit the body.

use std::rc::Rc;

use dxil::emit::Emitter;
use dxil_ir::Value;
use hashbrown::HashMap;
use naga::{Constant, Handle};

use crate::error::{ErrorKind, Result};
use crate::lower::accesses::Accesses;
use crate::lower::frame::Frame;
use crate::lower::globals::Globals;
use crate::lower::interface::Interface;
pub(super) use crate::lower::numeric::Values;
use crate::lower::places::Memory;
use crate::lower::slots::Slots;
use crate::lower::subject::Subject;
use crate::lower::types::Types;

/// The largest number of scalars that all expressions together may have after functions are inlined. It bounds the time
/// and the memory for programs whose calls or arrays multiply.
pub(super) const SCALARS: usize = 1 << 20;

/// The state of the lowering of the entry point.
pub(super) struct Lower<'n, 'e> {
    pub(super) subject: Subject<'n>,
    pub(super) emit: Emitter<'e>,
    pub(super) types: &'n Types<'n>,
    pub(super) accesses: &'n Accesses,
    pub(super) globals: Globals<'n>,
    pub(super) interface: Interface,
    /// The current values of scalars of variables.
    pub(super) slots: Slots,
    /// The function that is inlined at present.
    pub(super) frame: Frame<'n>,
    /// A pointer to the payload of a task or mesh shader, if the shader uses it.
    pub(super) payload: Option<Value>,
    /// The shader model of the target.
    pub(super) model: (u32, u32),
    /// The values of constants of the module.
    pub(super) constants: HashMap<Handle<Constant>, Values>,
    /// Constant arrays in memory, by their scalars, for accesses with variable indices.
    pub(super) tables: HashMap<Values, Rc<Memory>>,
    /// The number of calls around the function that is inlined at present.
    pub(super) depth: usize,
    /// The number of threads of a group.
    pub(super) threads: u32,
    /// The scalars that further expressions may have.
    pub(super) budget: usize,
}

impl Lower<'_, '_> {
    /// Returns true if the target has at least this shader model.
    pub(super) fn has_model(&self, major: u32, minor: u32) -> bool {
        self.model >= (major, minor)
    }

    /// Returns an error if the program is too large.
    pub(super) fn spend(&mut self, scalars: usize) -> Result<()> {
        let rest = self.budget.checked_sub(scalars);
        self.budget = rest.ok_or_else(|| ErrorKind::TooLarge {
            what: format!("the entry point has more than {SCALARS} scalar values after inlining"),
            remedy: "call fewer functions, or index large arrays in buffers".into(),
        })?;
        Ok(())
    }
}
