//! Values with their locations in the document.

use located::Place;
use serde::{Deserialize, Deserializer};
use serde_saphyr::{Location, Spanned};

/// A value and its location in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// The bytes of the value, from the start of the document.
    pub place: Place,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<T>::deserialize(deserializer)?;
        Ok(Self { value: spanned.value, place: place(&spanned.referenced) })
    }
}

/// The bytes at a location of the parser.
pub(crate) fn place(location: &Location) -> Place {
    let span = location.span();
    let (offset, len) = (span.byte_offset(), span.byte_len());
    Place { offset: offset.unwrap_or(span.offset()), len: len.unwrap_or(span.len()), bit: 0 }
}
