//! A description of keys that prints a part and reads it. Separate from the models, which list their keys once and call
//! the description for both.
//!
//! Reading takes two passes: the first pass reads the values, and the second pass compares the numbers that follow from
//! the values, such as sizes, with the numbers that the document states. So a size may precede its content.

use std::fmt::Display;

use bstr::{BString, ByteSlice as _};
use dx_container::names::NamedValue;

use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::{self, Keys, Number};
use crate::yaml::values;

/// The use of a description of keys.
pub(super) enum Keyed<'k, 'o, 'y> {
    /// Prints the values. Our own schema omits zeros, and numbers that follow from other values.
    Print(&'k mut Out<'o>),
    /// Reads the values; an absent key is zero.
    Read(&'k mut Keys<'y>),
    /// Compares the stated sizes and counts with the computed ones.
    Check(&'k mut Keys<'y>, &'k mut Budget),
}

impl Keyed<'_, '_, '_> {
    /// Prints what `describe` describes.
    pub(super) fn print(out: &mut Out<'_>, describe: impl FnOnce(&mut Keyed<'_, '_, '_>) -> Result<()>) {
        // Printing does not fail.
        let _ = describe(&mut Keyed::Print(out));
    }

    /// Reads a value, in which every key is absent at first.
    pub(super) fn read<T: Default>(
        keys: &mut Keys<'_>,
        budget: &mut Budget,
        describe: impl Fn(&mut T, &mut Keyed<'_, '_, '_>) -> Result<()>,
    ) -> Result<T> {
        let mut value = T::default();
        describe(&mut value, &mut Keyed::Read(keys))?;
        describe(&mut value, &mut Keyed::Check(keys, budget))?;
        Ok(value)
    }

    /// A number.
    pub(super) fn number<T: Number + Display + PartialEq>(&mut self, key: &str, value: &mut T) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() && *value == T::default() => {}
            Self::Print(out) => out.printer.value(key, &*value),
            Self::Read(keys) => *value = keys.number(key)?,
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// A 32-bit number whose bits matter, under a key of our own.
    pub(super) fn own_bits(&mut self, key: &str, value: &mut u32) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() && *value != 0 => {
                out.printer.value(key, format_args!("{value:#x}"));
            }
            Self::Print(_) => {}
            Self::Read(keys) => *value = keys.number(key)?,
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// Bytes under a key of our own.
    pub(super) fn own_bytes(&mut self, key: &str, value: &mut Vec<u8>) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() && !value.is_empty() => out.printer.block(key, value),
            Self::Print(_) => {}
            Self::Read(keys) => *value = keys.take(key).map_or(Ok(Vec::new()), |node| node.bytes(key))?,
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// A size or a count, which follows from other values; `None` if it depends on a compressor.
    pub(super) fn derived(&mut self, key: &str, value: Option<usize>) -> Result<()> {
        match (self, value) {
            (Self::Print(out), Some(value)) if !out.schema.is_full() => out.printer.value(key, value),
            (Self::Print(_), _) => {}
            (Self::Check(keys, _), Some(value)) => keys.derived(key, value as u64)?,
            (Self::Read(keys) | Self::Check(keys, _), _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// A size that follows from other values, or is larger by `spare` bytes.
    pub(super) fn size(&mut self, key: &str, value: usize, spare: &mut u32) -> Result<()> {
        let size = value as u64 + u64::from(*spare);
        match self {
            Self::Print(out) => {
                if !out.schema.is_full() || *spare != 0 {
                    out.printer.value(key, size);
                }
                out.is_refused |= !out.printer.ask_for(*spare as usize);
            }
            Self::Read(keys) => drop(keys.take(key)),
            Self::Check(keys, budget) => {
                let Some(node) = keys.take(key) else { return Ok(()) };
                let given = node.number(key, u32::MAX.into())?;
                let more = given.checked_sub(value as u64).ok_or_else(|| {
                    keys::contradiction(node, key, &given.to_string(), &format!("at least {value}"))
                })?;
                budget.spend(more, node, key)?;
                *spare = u32::try_from(more).unwrap_or_default();
            }
        }
        Ok(())
    }

    /// True or false.
    pub(super) fn truth(&mut self, key: &str, value: &mut bool) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() && !*value => {}
            Self::Print(out) => out.printer.value(key, *value),
            Self::Read(keys) => *value = keys.truth(key)?,
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// A name of a number. Our own schema omits the `usual` one.
    pub(super) fn named<E: NamedValue + PartialEq>(
        &mut self,
        key: &str,
        value: &mut E,
        usual: E,
    ) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() && *value == usual => {}
            Self::Print(out) => out.printer.value(key, value.name().unwrap_or_default()),
            Self::Read(keys) => *value = keys.take(key).map_or(Ok(usual), |node| values::known(node, key))?,
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// The name of a number that follows from the position.
    pub(super) fn constant<E: NamedValue + PartialEq>(&mut self, key: &str, value: E) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() => {}
            Self::Print(out) => out.printer.value(key, value.name().unwrap_or_default()),
            Self::Read(keys) | Self::Check(keys, _) => {
                if let Some(node) = keys.take(key)
                    && values::known::<E>(node, key)? != value
                {
                    return Err(node.expected(key, value.name().unwrap_or_default()));
                }
            }
        }
        Ok(())
    }

    /// A text without NUL.
    pub(super) fn text(&mut self, key: &str, value: &mut BString) -> Result<()> {
        match self {
            Self::Print(out) => out.text(key, value),
            Self::Read(keys) => *value = keys.name(key)?,
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// A text of several lines, which may contain NUL.
    pub(super) fn lines(&mut self, key: &'static str, value: &mut BString) -> Result<()> {
        match self {
            Self::Print(out) if out.schema.is_full() => match value.to_str() {
                Ok(text) => out.printer.lines(key, text),
                Err(_) => out.printer.hex_bytes(key, value),
            },
            Self::Print(out) => out.text(key, value),
            Self::Read(keys) => {
                let node = keys.need(key)?;
                let text = values::text(node);
                *value = text.ok_or_else(|| node.expected(key, "text, or a list of bytes"))?.into();
            }
            Self::Check(keys, _) => drop(keys.take(key)),
        }
        Ok(())
    }

    /// A mapping, which our own schema omits if it is empty.
    pub(super) fn record(
        &mut self,
        key: &str,
        describe: impl FnOnce(&mut Keyed<'_, '_, '_>) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::Print(out) => {
                let mark = out.printer.mark();
                out.printer.key(key);
                out.printer.deeper();
                let start = out.printer.text.len();
                describe(&mut Keyed::Print(out))?;
                let is_empty = out.printer.text.len() == start;
                out.printer.higher();
                if is_empty {
                    out.printer.back_to(mark);
                }
            }
            Self::Read(keys) => {
                if let Some(node) = keys.take(key) {
                    Keys::read(node, key, |keys| describe(&mut Keyed::Read(keys)))?;
                }
            }
            Self::Check(keys, budget) => {
                if let Some(node) = keys.take(key) {
                    Keys::read(node, key, |keys| describe(&mut Keyed::Check(keys, budget)))?;
                }
            }
        }
        Ok(())
    }

    /// A list of mappings, each of which is `what`. `describe` is called with the index of each.
    pub(super) fn list<T: Default>(
        &mut self,
        key: &str,
        what: &str,
        members: &mut Vec<T>,
        describe: impl Fn(&mut Keyed<'_, '_, '_>, usize, &mut T) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::Print(out) => {
                out.list(key, members.iter_mut().enumerate(), |out, (index, member)| {
                    // Printing does not fail.
                    let _ = describe(&mut Keyed::Print(out), index, member);
                });
            }
            Self::Read(keys) => {
                let node = keys.take(key);
                let nodes = node.map_or(Ok(&[][..]), |node| node.list(key))?;
                for (index, node) in nodes.iter().enumerate() {
                    let mut member = T::default();
                    Keys::read(node, what, |keys| describe(&mut Keyed::Read(keys), index, &mut member))?;
                    members.push(member);
                }
            }
            Self::Check(keys, budget) => {
                let node = keys.take(key);
                let nodes = node.map_or(Ok(&[][..]), |node| node.list(key))?;
                for (index, (node, member)) in nodes.iter().zip(members).enumerate() {
                    Keys::read(node, what, |keys| describe(&mut Keyed::Check(keys, budget), index, member))?;
                }
            }
        }
        Ok(())
    }
}
