//! An input whose program is needed, and the reason why it was read. Separate from the search, which produces these
//! from loaded programs.

use bstr::BString;
use dxil_ir::GlobalId;
use dxil_ir::arena::IdSet;

use super::references::References;
use crate::catalogue::InputId;
use crate::library::Library;

/// Why a program was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It defines a function.
    Function {
        /// The function.
        function: BString,
        /// The function that calls this one, with its input; `None` for what is asked for by name.
        caller: Option<(BString, InputId)>,
    },
    /// All shaders are requested, and only the program of this input lists its shaders.
    Shaders,
    /// All that it has is asked for, and it has no functions.
    Everything,
    /// Several inputs list a function, and only programs tell which of them keep it to themselves.
    Doubt {
        /// The function.
        function: BString,
    },
}

/// An input whose program is needed, with what is needed of it.
#[derive(Debug)]
pub(crate) struct Needed {
    pub(crate) input: InputId,
    pub(crate) library: Library,
    pub(crate) references: References,
    /// The functions and variables.
    pub(crate) globals: IdSet<GlobalId>,
    /// Functions that set variables up before an entry runs, and are needed because the variables are.
    pub(crate) initializers: Vec<GlobalId>,
    /// The functions that are wanted by name.
    pub(crate) roots: Vec<GlobalId>,
    pub(crate) reason: Reason,
}
