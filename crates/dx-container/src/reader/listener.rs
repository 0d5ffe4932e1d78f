//! The listener of a reader: what it is told, and what it supplies. Separate from the reading of fields, which has no
//! other way to it. What is done for a listener is never inlined, so that parsing pays a comparison for it and no more.

use std::ops::Range;

use super::Reader;
use crate::fields::{Field, Filler, Group, Show, Sink, Value};

/// The listener of a reader. An enum, so that parsing, to which nobody listens, makes no calls.
pub(super) enum Listener<'a, 's> {
    Nobody,
    Sink(&'s mut dyn Sink<'a>),
    Filler(&'s mut dyn Filler<'a>),
}

impl<'a> Reader<'a, '_> {
    #[inline]
    pub(super) fn is_silent(&self) -> bool {
        matches!(self.listener, Listener::Nobody)
    }

    #[inline]
    pub(super) fn report(&mut self, name: &'static str, range: Range<usize>, value: Value<'a>, show: Show) {
        if !self.is_silent() {
            self.report_field(Field { name, range, bits: None, value, show });
        }
    }

    #[inline(never)]
    pub(super) fn report_field(&mut self, field: Field<'a>) {
        if let Some(sink) = self.sink() {
            sink.field(field);
        }
    }

    #[inline]
    pub(super) fn open(&mut self, group: Group) {
        if !self.is_silent() {
            self.report_open(group);
        }
    }

    #[inline(never)]
    fn report_open(&mut self, group: Group) {
        if let Some(sink) = self.sink() {
            sink.open(group);
        }
    }

    #[inline]
    pub(super) fn close(&mut self) {
        if !self.is_silent() {
            self.report_close();
        }
    }

    #[inline(never)]
    fn report_close(&mut self) {
        if let Some(sink) = self.sink() {
            sink.close();
        }
    }

    fn sink(&mut self) -> Option<&mut dyn Sink<'a>> {
        match &mut self.listener {
            Listener::Nobody => None,
            Listener::Sink(sink) => Some(&mut **sink),
            Listener::Filler(filler) => Some(&mut **filler),
        }
    }

    pub(super) fn needs_references(&self) -> bool {
        match &self.listener {
            Listener::Filler(filler) => filler.needs_references(),
            Listener::Nobody | Listener::Sink(_) => true,
        }
    }

    #[inline]
    pub(super) fn supplied(&self) -> Option<u64> {
        match &self.listener {
            Listener::Filler(filler) => filler.supplied(),
            Listener::Nobody | Listener::Sink(_) => None,
        }
    }

    /// The number supplied for the one just reported, or that one.
    #[inline]
    pub(super) fn supplied_or<T: TryFrom<u64>>(&self, number: T) -> T {
        self.supplied().and_then(|supplied| T::try_from(supplied).ok()).unwrap_or(number)
    }
}
