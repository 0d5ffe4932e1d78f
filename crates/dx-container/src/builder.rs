//! Writes containers: the parts in order, and the offsets, sizes and digest that follow from them.

use std::borrow::Cow;

use az::SaturatingAs as _;
use zerocopy::IntoBytes as _;
use zerocopy::little_endian::{U16, U32};

use crate::container::{Container, HEADER_SIZE, Header, PART_HEADER_SIZE, PartHeader};
use crate::digest::{DIGEST_COVERS_FROM, Digest, DigestVariant};
use crate::error::Result;
use crate::field_values::narrow;
use crate::fourcc::FourCc;
use crate::parts::{self, StripGroup};
use crate::pdb::is_msf;
use crate::program_version::ProgramVersion;
use crate::symbols;

/// The value to write into the digest field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Signing {
    /// The digest that the reference validator writes: the retail digest, or [`Digest::PREVIEW_BYPASS`] for a
    /// pre-release shader model ([`ProgramVersion::is_preview`]).
    #[default]
    Sign,
    /// The digest that the container was read with (zero for a new one).
    Keep,
    /// All zero: not validated.
    Zero,
    /// [`Digest::BYPASS`].
    Bypass,
    /// [`Digest::PREVIEW_BYPASS`].
    PreviewBypass,
}

/// A part to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartEntry<'a> {
    /// The name of the part.
    pub name: FourCc,
    /// The payload.
    pub data: Cow<'a, [u8]>,
    /// Unused bytes in front of the part header; nearly always none.
    pub gap: Cow<'a, [u8]>,
}

/// A builder of containers, new ones or edited copies of a [`Container`].
///
/// ```
/// use dx_container::{Container, ContainerBuilder, FourCc, Signing};
///
/// let mut builder = ContainerBuilder::new();
/// builder.push(FourCc::PRIV, b"mine".as_slice());
/// let bytes = builder.build(Signing::Sign)?;
/// assert_eq!(Container::parse(&bytes)?.part(FourCc::PRIV).unwrap().data, b"mine");
/// # Ok::<(), dx_container::ContainerError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerBuilder<'a> {
    /// The version of the container format; 1.0 in all known files.
    pub version: (u16, u16),
    /// The digest that [`Signing::Keep`] writes.
    pub digest: Digest,
    /// The parts in order.
    pub parts: Vec<PartEntry<'a>>,
    /// Unused bytes after the last part, within the container; nearly always none.
    pub gap_at_end: Cow<'a, [u8]>,
    /// Bytes after the container.
    pub trailing: Cow<'a, [u8]>,
}

impl Default for ContainerBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> From<&Container<'a>> for ContainerBuilder<'a> {
    /// Copies everything from a container; building it with [`Signing::Keep`] gives the same bytes.
    fn from(container: &Container<'a>) -> Self {
        let parts = container.parts().iter().enumerate().map(|(index, part)| PartEntry {
            name: part.name,
            data: part.data.into(),
            gap: container.gap(index).into(),
        });
        let header = container.header();
        Self {
            version: (header.major.get(), header.minor.get()),
            digest: header.digest,
            parts: parts.collect(),
            gap_at_end: container.gap(container.parts().len()).into(),
            trailing: container.trailing().into(),
        }
    }
}

impl<'a> ContainerBuilder<'a> {
    /// Creates a container of version 1.0 without parts.
    pub fn new() -> Self {
        let (gap_at_end, trailing) = (Cow::default(), Cow::default());
        Self { version: (1, 0), digest: Digest::ABSENT, parts: Vec::new(), gap_at_end, trailing }
    }

    /// Adds a part where compilers do: at the end, but in front of a final PRIV, which must stay last.
    ///
    /// The payload is padded with zeros to a multiple of 4 bytes, which validators from 1.7 on require of every part
    /// but PRIV.
    pub fn push(&mut self, name: FourCc, data: impl Into<Cow<'a, [u8]>>) {
        let before_private =
            self.parts.last().is_some_and(|last| last.name == FourCc::PRIV) && name != FourCc::PRIV;
        self.insert(self.parts.len() - usize::from(before_private), name, data);
    }

    /// Inserts a part at `index`, or at the end; padded like in [`push`](Self::push).
    ///
    /// Like all methods that change the order of parts, this updates the section indices of SYM0, which a change of
    /// [`parts`](Self::parts) itself does not. The section indices of an inserted SYM0 are those before the insertion.
    pub fn insert(&mut self, index: usize, name: FourCc, data: impl Into<Cow<'a, [u8]>>) {
        let index = index.min(self.parts.len());
        let entry = PartEntry { name, data: padded(name, data.into()), gap: Cow::default() };
        self.parts.insert(index, entry);
        self.move_sections(|old| Some(old + usize::from(old >= index)));
    }

    /// Replaces the payload of every part called `name`, without padding; returns the number of parts.
    pub fn replace(&mut self, name: FourCc, data: &'a [u8]) -> usize {
        let found = self.parts.iter_mut().filter(|part| part.name == name);
        found.map(|part| part.data = data.into()).count()
    }

    /// Removes every part called `name`; returns the number of removed parts.
    pub fn remove(&mut self, name: FourCc) -> usize {
        let before = self.parts.len();
        self.retain(|_, part| part.name != name);
        before - self.parts.len()
    }

    /// Removes the parts of `groups`; returns how many there were. A PDB as private data, where DXC can put it, is
    /// debug information too.
    pub fn strip(&mut self, groups: &[StripGroup]) -> usize {
        let before = self.parts.len();
        let strips_pdb = groups.contains(&StripGroup::Debug);
        let strips = |part: &PartEntry<'_>| {
            let group = parts::row(part.name).and_then(|row| row.strip);
            let is_pdb = part.name == FourCc::PRIV && is_msf(&part.data);
            group.is_some_and(|group| groups.contains(&group)) || strips_pdb && is_pdb
        };
        self.retain(|_, part| !strips(part));
        before - self.parts.len()
    }

    /// Keeps the parts of which `keep` says so, given their index and themselves. Symbols that a part defined go
    /// with it.
    pub fn retain(&mut self, mut keep: impl FnMut(usize, &PartEntry<'a>) -> bool) {
        let mut new_index = Vec::with_capacity(self.parts.len());
        let mut kept = 0;
        for (index, part) in self.parts.iter().enumerate() {
            let keeps = keep(index, part);
            new_index.push(keeps.then_some(kept));
            kept += usize::from(keeps);
        }
        let mut keeps = new_index.iter();
        self.parts.retain(|_| keeps.next().is_some_and(Option::is_some));
        // An index that lay outside before still does.
        self.move_sections(|old| new_index.get(old).copied().unwrap_or(Some(old)));
    }

    /// Moves part `from` so that it becomes number `to`, or the last.
    pub fn move_part(&mut self, from: usize, to: usize) {
        if from >= self.parts.len() {
            return;
        }
        let part = self.parts.remove(from);
        let to = to.min(self.parts.len());
        self.parts.insert(to, part);
        self.move_sections(|old| {
            let without = old - usize::from(old > from);
            Some(if old == from { to } else { without + usize::from(without >= to) })
        });
    }

    /// Adjusts the section indices of SYM0 to parts that have moved from an index to another.
    fn move_sections(&mut self, moved: impl Fn(usize) -> Option<usize>) {
        let moved = |index: u32| {
            let index = (index as usize).min(usize::MAX - 1);
            moved(index).map(|index| index.saturating_as::<u32>())
        };
        for part in self.parts.iter_mut().filter(|part| part.name == FourCc::SYM0) {
            part.data = symbols::move_sections(&part.data, moved).into();
        }
    }

    /// The container's bytes.
    ///
    /// Fails where a part, their number or the whole exceeds what 32 bits can say.
    pub fn build(&self, signing: Signing) -> Result<Vec<u8>> {
        let mut offset = HEADER_SIZE + 4 * self.parts.len();
        let mut offsets = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            offset += part.gap.len();
            offsets.push(U32::new(narrow("part offset", offset).map_err(|e| e.within(part.name))?));
            offset += PART_HEADER_SIZE + part.data.len();
        }
        let total = offset + self.gap_at_end.len();
        let header = Header {
            magic: FourCc::DXBC.0,
            digest: self.digest,
            major: U16::new(self.version.0),
            minor: U16::new(self.version.1),
            total_size: U32::new(narrow("total size", total)?),
            part_count: U32::new(narrow("part count", self.parts.len())?),
        };

        let mut bytes = Vec::with_capacity(total + self.trailing.len());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(offsets.as_bytes());
        for part in &self.parts {
            bytes.extend_from_slice(&part.gap);
            let size = U32::new(narrow("part size", part.data.len())?);
            bytes.extend_from_slice(PartHeader { name: part.name.0, size }.as_bytes());
            bytes.extend_from_slice(&part.data);
        }
        bytes.extend_from_slice(&self.gap_at_end);
        sign(&mut bytes, signing);
        bytes.extend_from_slice(&self.trailing);
        Ok(bytes)
    }
}

/// Writes the digest field of a container of which `container` are all the bytes.
///
/// [`Signing::Keep`] changes nothing; so does a slice too short to hold the field.
pub fn sign(container: &mut [u8], signing: Signing) {
    let digest = match signing {
        Signing::Keep => return,
        Signing::Zero => Digest::ABSENT,
        Signing::Bypass => Digest::BYPASS,
        Signing::PreviewBypass => Digest::PREVIEW_BYPASS,
        Signing::Sign if is_preview(container) => Digest::PREVIEW_BYPASS,
        Signing::Sign => {
            let covered = container.get(DIGEST_COVERS_FROM..).unwrap_or_default();
            Digest::compute(covered, DigestVariant::Retail)
        }
    };
    if let Some(field) = container.get_mut(DIGEST_COVERS_FROM - size_of::<Digest>()..DIGEST_COVERS_FROM) {
        field.copy_from_slice(&digest.0);
    }
}

fn is_preview(container: &[u8]) -> bool {
    let version = Container::parse(container).ok().and_then(|container| container.program_version());
    version.is_some_and(ProgramVersion::is_preview)
}

fn padded(name: FourCc, data: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if name == FourCc::PRIV || data.len().is_multiple_of(4) {
        return data;
    }
    let mut data = data.into_owned();
    data.resize(data.len().next_multiple_of(4), 0);
    Cow::Owned(data)
}
