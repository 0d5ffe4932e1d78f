//! The model of a part: its content in terms of keys. Separate from the choice of a model, which calls it.

use dx_container::reader::Payload;

use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;

/// A part as its keys describe it.
pub(super) trait Model: Sized {
    /// The key under which it stands.
    const KEY: &'static str;

    /// The content of a part that the keys can express; `None` where it cannot be read.
    fn of(payload: Payload<'_>) -> Option<Self>;

    /// The part's bytes without what fills it up.
    fn bytes(&self) -> dx_container::Result<Vec<u8>>;

    /// The bytes that fill the part up to its size.
    fn filler(&self) -> u8 {
        0
    }

    /// True for a part of which obj2yaml prints nothing.
    fn is_nothing(&self) -> bool {
        false
    }

    /// Prints the members of [`KEY`](Self::KEY)'s mapping.
    fn print(&self, out: &mut Out<'_>);

    /// Reads what [`print`](Self::print) prints. A size that the keys give is taken from the budget.
    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self>;

    /// The content of a part that has none of these keys; `None` where it is zeros.
    fn absent() -> Option<Self> {
        None
    }
}

/// True where the keys alone give back all `bytes`.
pub(super) fn gives_back<M: Model>(model: &M, bytes: &[u8]) -> bool {
    model.bytes().is_ok_and(|made| {
        bytes
            .strip_prefix(made.as_slice())
            .is_some_and(|rest| rest.iter().all(|&byte| byte == model.filler()))
    })
}
