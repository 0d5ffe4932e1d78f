//! Sets of attribute kinds, by position of a function type. Separate because the verifier caches a set for each
//! attribute list.

use std::collections::BTreeMap;

use crate::AttributeKind;
use crate::attribute_kinds::Slot;

/// A set of attribute kinds, as a bit set in the order of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds(pub(super) u128);

const _: () = assert!(AttributeKind::ALL.len() <= 128, "a set has a bit for each kind");

impl Kinds {
    pub(super) const fn of(kinds: &[AttributeKind]) -> Self {
        let (mut bits, mut left) = (0, kinds);
        while let [kind, rest @ ..] = left {
            bits |= 1 << *kind as u32;
            left = rest;
        }
        Self(bits)
    }

    pub(super) fn has(self, kind: AttributeKind) -> bool {
        self.0 & Self::of(&[kind]).0 != 0
    }

    pub(super) fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn all(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// They, in order.
    pub(super) fn each(self) -> impl Iterator<Item = AttributeKind> {
        AttributeKind::ALL.iter().copied().filter(move |kind| self.has(*kind))
    }

    /// The word of one of them.
    pub(super) fn word(self) -> &'static str {
        self.each().next().map_or("none", AttributeKind::word)
    }
}

/// The attribute kinds of a list, by position.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    pub(super) result: Kinds,
    pub(super) function: Kinds,
    /// In order, each parameter once.
    pub(super) parameters: Vec<(u32, Kinds)>,
    /// The smallest and the largest bit width of the ranges.
    pub(super) ranges: BTreeMap<Slot, (u32, u32)>,
}
