//! The functions whose signature elements have known semantics. Separate from the operations that access inputs and
//! outputs, because the signatures are metadata of the module, and of each entry point in a library.

use bstr::BString;
use dxil_ir::edit::Editor;
use hashbrown::HashSet;

use crate::lower::state::State;

/// The intrinsics that load and store signature elements.
pub(super) const INPUTS_AND_OUTPUTS: [&str; 2] = ["llvm.dx.load.input", "llvm.dx.store.output"];

/// The functions whose inputs and outputs have known semantics.
pub(super) enum WithSemantics {
    All,
    /// All except these entry points of a library. A function that is not an entry point may be part of one with
    /// semantics.
    AllBut(Vec<BString>),
    None,
}

impl WithSemantics {
    /// Collects the entry points whose signatures a front end declares or an upgrade preserved.
    pub(super) fn of(state: &State) -> Self {
        let preserved = state.preserved_shader.entry_points.iter().filter(|entry| entry.signatures.is_some());
        let known: HashSet<&BString> =
            state.signatures.keys().chain(preserved.map(|entry| &entry.name)).collect();
        if state.profile.is_library() {
            let names = state.entries.iter().map(|entry| &entry.name);
            return Self::AllBut(names.filter(|name| !known.contains(name)).cloned().collect());
        }
        if known.is_empty() { Self::None } else { Self::All }
    }

    /// Returns true if the semantics of the function that is edited are known.
    pub(super) fn has(&self, editor: &Editor<'_>) -> bool {
        match self {
            Self::All => true,
            Self::AllBut(names) => {
                let global = editor.context().globals.get(editor.function());
                global.is_some_and(|global| !names.contains(&global.name))
            }
            Self::None => false,
        }
    }
}
