//! Which outputs of a stage depend on which inputs, and on SV_ViewID: `dx.viewIdState`.

use super::form::record;

record! {
    /// Which outputs depend on which inputs, as the words that are stored.
    pub struct ViewIdState {
        /// The words.
        pub words: Vec<u32> as Words,
    }
}
