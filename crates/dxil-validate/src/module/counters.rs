//! Counters of buffers, which go one way in a program.

use dx_container::enums::ResourceClass;
use hashbrown::HashMap;

use super::bound_resource::BoundResource;
use super::context::Context;

/// Of the counter of a buffer, whether it goes up: it does so everywhere in a program or nowhere. Of a library, the
/// reference does not ask.
#[derive(Debug, Default)]
pub(super) struct Counters {
    goes_up: HashMap<usize, bool>,
}

impl Counters {
    /// Takes note of a call; says whether another one goes the other way.
    pub(super) fn is_mixed(&mut self, context: &Context<'_>, bound: &BoundResource, goes_up: bool) -> bool {
        match bound.uav.filter(|_| bound.class == ResourceClass::UAV && !context.is_library) {
            Some(uav) => *self.goes_up.entry(uav).or_insert(goes_up) != goes_up,
            None => false,
        }
    }
}
