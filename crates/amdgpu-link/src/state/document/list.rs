//! Lists whose members are checked while they are read, so that an error is placed at the member. Separate because each
//! list of the state has a check of its own.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Checks that a list has fewer than `limit` members.
pub(in crate::state) fn at_most<T>(list: &[T], limit: usize, what: &str) -> Result<(), String> {
    if list.len() < limit { Ok(()) } else { Err(format!("at most {limit} {what} are supported")) }
}

/// Reads a list. `check` receives the preceding members, and the new one.
pub(in crate::state) fn list<'de, D, T, C>(deserializer: D, check: C) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
    C: FnMut(&[T], &T) -> Result<(), String>,
{
    deserializer.deserialize_seq(List { check, members: PhantomData })
}

struct List<T, C> {
    check: C,
    members: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, C: FnMut(&[T], &T) -> Result<(), String>> Visitor<'de> for List<T, C> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut members = Vec::new();
        while list.next_element_seed(Member { before: &mut members, check: &mut self.check })?.is_some() {}
        Ok(members)
    }
}

/// Reads and checks one member, within the reader's member: its errors are placed there.
struct Member<'m, T, C> {
    before: &'m mut Vec<T>,
    check: &'m mut C,
}

impl<'de, T: Deserialize<'de>, C: FnMut(&[T], &T) -> Result<(), String>> DeserializeSeed<'de>
    for Member<'_, T, C>
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let member = T::deserialize(deserializer)?;
        (self.check)(self.before, &member).map_err(D::Error::custom)?;
        self.before.push(member);
        Ok(())
    }
}
