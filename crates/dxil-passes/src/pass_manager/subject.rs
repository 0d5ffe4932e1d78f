//! The object that a list of passes transforms. Separate because each list has its own state.

use dxil_ir::Module;
use dxil_ir::edit::Changed;

use super::scope::Scope;

/// The object that a list of passes transforms: a module, and the state of the list.
pub trait Subject<'s> {
    /// The state that passes of [`Run::State`](super::Run::State) transform.
    type State: 'static;

    /// The state.
    fn state(&mut self) -> &mut Self::State;

    /// The changes since the last call.
    fn take_changed(&mut self) -> Changed;

    /// The module.
    fn module(&mut self) -> &mut Module;

    /// The functions that function passes and module passes transform.
    fn scope(&self) -> Scope<'s>;

    /// Updates the state after function passes and module passes: ids of globals may have changed, as the scope states.
    fn leave(&mut self, scope: Scope<'s>);
}
