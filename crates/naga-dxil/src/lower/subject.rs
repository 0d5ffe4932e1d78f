//! The entry point that is lowered. Separate because the declarations and the body refer to the entry point.

use naga::valid::ModuleInfo;
use naga::{EntryPoint, Module};

use crate::lower::types::Types;
use crate::options::Options;

/// The entry point that is lowered, and its module.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'n> {
    pub(crate) module: &'n Module,
    pub(crate) types: &'n Types<'n>,
    pub(crate) info: &'n ModuleInfo,
    pub(crate) entry: &'n EntryPoint,
    /// The index of the entry point in the module.
    pub(crate) index: usize,
    pub(crate) options: &'n Options,
}
