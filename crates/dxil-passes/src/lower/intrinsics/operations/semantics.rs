//! Whose inputs and outputs have semantics. Separate from the operations that read and write them because the module
//! says it, and of a library for each entry by itself.

use bstr::BString;
use dxil_ir::edit::Editor;
use hashbrown::HashSet;

use crate::lower::state::State;

/// What reads inputs and writes outputs by the elements of signatures.
pub(super) const INPUTS_AND_OUTPUTS: [&str; 2] = ["llvm.dx.load.input", "llvm.dx.store.output"];

/// Which functions it is known of what their inputs and outputs mean.
pub(super) enum WithSemantics {
    All,
    /// All but these entries of a library: what is no entry may be a part of one that has semantics.
    AllBut(Vec<BString>),
    None,
}

impl WithSemantics {
    pub(super) fn of(state: &State) -> Self {
        let said = state.preserved_shader.entry_points.iter().filter(|entry| entry.signatures.is_some());
        let known: HashSet<&BString> = state.signatures.keys().chain(said.map(|entry| &entry.name)).collect();
        if state.profile.is_library() {
            let names = state.entries.iter().map(|entry| &entry.name);
            return Self::AllBut(names.filter(|name| !known.contains(name)).cloned().collect());
        }
        if known.is_empty() { Self::None } else { Self::All }
    }

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
