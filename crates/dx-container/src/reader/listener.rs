//! The listener of a reader: a sink of fields, or a filler that also supplies values. Separate from the reports, which
//! the reader sends to it.

use crate::fields::{Filler, Sink};

/// The listener of a reader. An enum, so that parsing, to which nobody listens, makes no calls.
pub(super) enum Listener<'a, 's> {
    Nobody,
    Sink(&'s mut dyn Sink<'a>),
    Filler(&'s mut dyn Filler<'a>),
}

impl<'a> Listener<'a, '_> {
    pub(super) fn sink(&mut self) -> Option<&mut dyn Sink<'a>> {
        match self {
            Listener::Nobody => None,
            Listener::Sink(sink) => Some(&mut **sink),
            Listener::Filler(filler) => Some(&mut **filler),
        }
    }

    pub(super) fn needs_references(&self) -> bool {
        match self {
            Listener::Filler(filler) => filler.needs_references(),
            Listener::Nobody | Listener::Sink(_) => true,
        }
    }

    #[inline]
    pub(super) fn supplied(&self) -> Option<u64> {
        match self {
            Listener::Filler(filler) => filler.supplied(),
            Listener::Nobody | Listener::Sink(_) => None,
        }
    }
}
