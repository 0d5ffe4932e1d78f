//! From a view to the owned form, and from that to bytes.

use std::collections::HashMap;

use bstr::{BString, ByteSlice as _};

use super::owned::{Arrangement, PsvBuf};
use super::{Element, MaskSizes, Psv, Resource, Version};
use crate::error::{ContainerErrorKind, Result};
use crate::field_values::{narrow, push_text, too_large};
use crate::part::{PartBuf, View as _};
use crate::reader::Payload;
use located::{Error, Place};

impl PartBuf for PsvBuf {
    type View<'a> = Psv<'a>;
    type Arrangement = Arrangement;

    fn arrange(&self, arrangement: Option<&Arrangement>) -> Result<Vec<u8>> {
        let tables = Tables::place(self, arrangement)?;
        let mut bytes = Vec::new();
        self.write_info(&mut bytes, &tables)?;
        self.write_resources(&mut bytes)?;
        if self.info.version >= Version::V1 {
            tables.write(&mut bytes)?;
            self.write_elements(&mut bytes, &tables)?;
            self.write_masks(&mut bytes)?;
        }
        bytes.extend(&self.unknown);
        Ok(bytes)
    }

    fn holds_tables(_: &Arrangement) -> bool {
        true
    }

    fn arrangements(&self, payload: Payload<'_>) -> Vec<Arrangement> {
        Psv::parse(payload).map(|psv| psv.arrangement()).into_iter().collect()
    }
}

impl PsvBuf {
    fn all_elements(&self) -> impl Iterator<Item = &Element<BString, Vec<u32>>> {
        self.elements.iter().flatten()
    }

    fn write_info(&self, bytes: &mut Vec<u8>, tables: &Tables) -> Result<()> {
        let size = self.info.version.size() as usize + self.info_unknown.len();
        bytes.extend(narrow("runtime info size", size)?.to_le_bytes());
        let mut counts = [0; 3];
        for (count, list) in counts.iter_mut().zip(&self.elements) {
            *count = u8::try_from(list.len())
                .map_err(|_| too_large("signature element count", list.len() as u64, u8::MAX.into()))?;
        }
        self.info.write(bytes, counts, tables.entry_name_at)?;
        bytes.extend(&self.info_unknown);
        Ok(())
    }

    fn write_resources(&self, bytes: &mut Vec<u8>) -> Result<()> {
        bytes.extend(narrow("resource count", self.resources.len())?.to_le_bytes());
        if self.resources.is_empty() {
            return Ok(());
        }
        let size = match self.resource_size {
            0 if self.info.version >= Version::V2 => Resource::SIZE_V1,
            size => size.max(Resource::SIZE_V0),
        };
        bytes.extend(size.to_le_bytes());
        let mut unknown = Unknown::new(&self.resources_unknown, size - Resource::known_size(size));
        for resource in &self.resources {
            resource.write(bytes, size);
            unknown.write(bytes);
        }
        Ok(())
    }

    fn write_elements(&self, bytes: &mut Vec<u8>, tables: &Tables) -> Result<()> {
        if self.all_elements().next().is_none() {
            return Ok(());
        }
        let size = self.element_size.max(Element::SIZE);
        bytes.extend(size.to_le_bytes());
        let mut unknown = Unknown::new(&self.elements_unknown, size - Element::SIZE);
        for (element, &(name_at, indices_at)) in self.all_elements().zip(&tables.places) {
            element.write(bytes, name_at, indices_at)?;
            unknown.write(bytes);
        }
        Ok(())
    }

    fn write_masks(&self, bytes: &mut Vec<u8>) -> Result<()> {
        for (mask, &size) in self.masks.iter().zip(MaskSizes::of(&self.info).iter()) {
            if mask.len() != size {
                let (found, expected) = (mask.len() as u64, size as u64);
                let what = "number of dwords in a dependency mask";
                let kind = ContainerErrorKind::Mismatch { what, found, expected };
                return Err(Error::new(kind, Place::default()));
            }
            mask.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        Ok(())
    }
}

/// The unknown bytes at the ends of records, record by record; zeros where there are no more.
struct Unknown<'a> {
    left: &'a [u8],
    size: usize,
}

impl<'a> Unknown<'a> {
    fn new(left: &'a [u8], size: u32) -> Self {
        Self { left, size: size as usize }
    }

    fn write(&mut self, bytes: &mut Vec<u8>) {
        let (now, later) = self.left.split_at(self.size.min(self.left.len()));
        self.left = later;
        bytes.extend(now);
        bytes.extend(std::iter::repeat_n(0, self.size - now.len()));
    }
}

/// The two tables to be written, and where each element finds its own in them.
struct Tables {
    strings: Vec<u8>,
    indices: Vec<u32>,
    places: Vec<(u32, u32)>,
    entry_name_at: u32,
}

impl Tables {
    fn place(psv: &PsvBuf, arrangement: Option<&Arrangement>) -> Result<Self> {
        let was = arrangement.cloned().unwrap_or(Arrangement {
            strings: vec![0],
            names_at: Vec::new(),
            indices: Vec::new(),
            indices_at: Vec::new(),
        });
        let Arrangement { mut strings, names_at, mut indices, indices_at } = was;
        let canonical = arrangement.is_none();
        let was_len = strings.len();
        let mut places = Vec::new();
        let mut runs = HashMap::new();
        let mut index_places: HashMap<u32, Vec<usize>> = HashMap::new();
        indices.iter().zip(0..).for_each(|(&index, at)| index_places.entry(index).or_default().push(at));
        for (at, element) in psv.all_elements().enumerate() {
            let name_at = place_name(&mut strings, names_at.get(at), canonical, &element.name)?;
            let indices_at = place_indices(
                &mut indices,
                indices_at.get(at),
                &mut runs,
                &mut index_places,
                &element.indices,
            )?;
            places.push((name_at, indices_at));
        }
        let mut entry_name_at = 0;
        if psv.info.version >= Version::V3 {
            entry_name_at =
                place_name(&mut strings, names_at.get(places.len()), canonical, &psv.info.entry_name)?;
        }
        // A table that was padded is padded again where an edit made it longer.
        if canonical || was_len.is_multiple_of(4) {
            strings.resize(strings.len().next_multiple_of(4), 0);
        }
        Ok(Self { strings, indices, places, entry_name_at })
    }

    fn write(&self, bytes: &mut Vec<u8>) -> Result<()> {
        bytes.extend(narrow("string table size", self.strings.len())?.to_le_bytes());
        bytes.extend(&self.strings);
        bytes.extend(narrow("semantic index count", self.indices.len())?.to_le_bytes());
        self.indices.iter().for_each(|index| bytes.extend(index.to_le_bytes()));
        Ok(())
    }
}

/// The offset of `name`: where it was if it is still there, else 0 for an empty one, else appended.
fn place_name(strings: &mut Vec<u8>, was_at: Option<&u32>, canonical: bool, name: &BString) -> Result<u32> {
    let name = name.as_bytes();
    let stands_at = |at: u32| {
        let from = strings.get(at as usize..);
        from.is_some_and(|from| from.starts_with(name) && from.get(name.len()) == Some(&0))
    };
    match was_at {
        Some(&at) if stands_at(at) => return Ok(at),
        _ if name.is_empty() && (canonical || stands_at(0)) => return Ok(0),
        _ => {}
    }
    let at = narrow("name offset", strings.len())?;
    push_text(strings, "semantic or entry name", name)?;
    Ok(at)
}

/// The place of `run`: where it was if it is still there, else the first place that reads the same, else
/// appended.
fn place_indices<'a>(
    indices: &mut Vec<u32>,
    was_at: Option<&u32>,
    runs: &mut HashMap<&'a [u32], u32>,
    places: &mut HashMap<u32, Vec<usize>>,
    run: &'a [u32],
) -> Result<u32> {
    let stands_at = |at: u32| indices.get(at as usize..).is_some_and(|from| from.starts_with(run));
    if let Some(&at) = was_at
        && stands_at(at)
    {
        return Ok(at);
    }
    if let Some(&at) = runs.get(run) {
        return Ok(at);
    }
    let found =
        if run.is_empty() { Some(0) } else { indices.windows(run.len()).position(|window| window == run) };
    let at = match found {
        Some(at) => at,
        None => {
            let at = indices.len();
            indices.extend(run);
            run.iter().zip(at..).for_each(|(&index, at)| places.entry(index).or_default().push(at));
            at
        }
    };
    let at = narrow("semantic index offset", at)?;
    runs.insert(run, at);
    Ok(at)
}
