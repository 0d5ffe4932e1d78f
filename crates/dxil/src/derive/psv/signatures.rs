//! The three signatures that PSV0 describes. Separate because their record, the stage and the tables read them.

use crate::derive::element::Element;

/// The three signatures.
pub(super) struct Signatures<'m> {
    pub(super) input: Vec<Element<'m>>,
    pub(super) output: Vec<Element<'m>>,
    pub(super) patch_or_primitive: Vec<Element<'m>>,
}

impl<'m> Signatures<'m> {
    pub(super) fn each(&self) -> [&[Element<'m>]; 3] {
        [&self.input, &self.output, &self.patch_or_primitive]
    }
}
