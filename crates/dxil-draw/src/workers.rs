//! Workers: the interface through which a draw runs its independent parts on threads of the caller.

/// What does parts of a draw that are no concern of each other, at the same time if it can.
pub trait Workers {
    /// Does some work for each item.
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync);
}

/// One after the other.
impl Workers for () {
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        items.iter_mut().for_each(work);
    }
}
