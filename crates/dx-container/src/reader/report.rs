//! Reports to the listener of a reader. Separate from the reading of fields. The calls of a listener are never inlined,
//! so that parsing without a listener only pays for a comparison.

use std::ops::Range;

use super::Reader;
use super::listener::Listener;
use crate::fields::{Field, Group, Show, Sink, Value};

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
        self.listener.sink()
    }

    pub(super) fn needs_references(&self) -> bool {
        self.listener.needs_references()
    }

    #[inline]
    pub(super) fn supplied(&self) -> Option<u64> {
        self.listener.supplied()
    }

    /// The number supplied for the one just reported, or that one.
    #[inline]
    pub(super) fn supplied_or<T: TryFrom<u64>>(&self, number: T) -> T {
        self.supplied().and_then(|supplied| T::try_from(supplied).ok()).unwrap_or(number)
    }
}
