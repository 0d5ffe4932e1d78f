//! ISG1, OSG1 and PSG1 under `Signature`.
//!
//! yaml2obj writes each name once, in the order of the list, and the elements sorted by stream, register and
//! name offset. Older compilers write each element's own name, which `Strings` says, and FXC fills up with a byte
//! of its own, `Filler`.

use std::collections::HashMap;

use bstr::{BString, ByteSlice as _};
use dx_container::parts::signature::{Arrangement, Element, Form, Signature as Part, SignatureBuf, Strings};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::{Model, Out, Schema};
use crate::error::Result;
use crate::yaml::keys::Keys;
use crate::yaml::tree::{Content, Node};

pub(super) struct Signature {
    elements: Vec<Element<BString>>,
    /// Each element has its own copy of its name.
    is_unshared: bool,
    /// The byte that fills the part up.
    filler: u8,
}

/// The key and the word that say that names are not shared.
pub(super) const UNSHARED: (&str, &str) = ("Strings", "Unshared");

impl Model for Signature {
    const KEY: &'static str = "Signature";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let SignatureBuf { mut elements, .. } = Part::parse(payload).ok()?.to_buf();
        for element in &mut elements {
            element.reserved = 0;
        }
        // What fills the part up must not be taken for the NUL that ends the last name.
        let filler = payload.bytes.last().copied().filter(|&last| last != 0).unwrap_or_default();
        let mut signature = Self { elements, is_unshared: false, filler };
        signature.is_unshared = !super::gives_back(&signature, payload.bytes);
        Some(signature)
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let (area, offsets) = self.names();
        let mut sorted: Vec<_> = self.elements.iter().cloned().zip(offsets).collect();
        sorted.sort_by_key(|(element, name_at)| (element.stream, element.register, *name_at));
        let (elements, offsets) = sorted.into_iter().unzip();
        let arrangement = Arrangement { strings: Strings::Table(area, offsets), filler: None };
        SignatureBuf { form: Form::Full, elements }.arrange(Some(&arrangement))
    }

    fn filler(&self) -> u8 {
        self.filler
    }

    fn print(&self, out: &mut Out<'_>) {
        if out.schema == Schema::Full {
            if self.is_unshared {
                out.printer.value(UNSHARED.0, UNSHARED.1);
            }
            if self.filler != 0 {
                out.printer.value("Filler", format!("{:#x}", self.filler));
            }
        }
        out.list("Parameters", &self.elements, |out, element| {
            out.printer.value("Stream", element.stream);
            out.text("Name", &element.name);
            out.printer.value("Index", element.index);
            out.named("SystemValue", element.system_value);
            out.named("CompType", element.component_type);
            out.printer.value("Register", element.register);
            out.printer.value("Mask", element.mask);
            out.printer.value("ExclusiveMask", element.exclusive_mask);
            out.named("MinPrecision", element.min_precision);
        });
    }

    fn read(keys: &mut Keys<'_>) -> Result<Self> {
        Ok(Self {
            is_unshared: word(keys, UNSHARED)?,
            filler: keys.number("Filler")?,
            elements: keys.list("Parameters", read_element)?,
        })
    }

    fn absent() -> Option<Self> {
        Some(Self { elements: Vec::new(), is_unshared: false, filler: 0 })
    }
}

impl Signature {
    /// The names in the order of the list, and where each element's is.
    fn names(&self) -> (Vec<u8>, Vec<u32>) {
        let (mut area, mut offsets, mut seen) = (Vec::new(), Vec::new(), HashMap::new());
        for element in &self.elements {
            let end = u32::try_from(area.len()).unwrap_or(u32::MAX);
            let known = seen.get(&element.name).copied().filter(|_| !self.is_unshared);
            if known.is_none() {
                seen.insert(&element.name, end);
                area.extend(element.name.as_bytes());
                area.push(0);
            }
            offsets.push(known.unwrap_or(end));
        }
        (area, offsets)
    }
}

fn read_element(node: &Node) -> Result<Element<BString>> {
    let mut keys = Keys::of(node, "a parameter")?;
    let element = Element {
        stream: keys.number("Stream")?,
        name: keys.name("Name")?,
        index: keys.number("Index")?,
        system_value: keys.named("SystemValue")?,
        component_type: keys.named("CompType")?,
        register: keys.number("Register")?,
        mask: keys.number("Mask")?,
        exclusive_mask: keys.number("ExclusiveMask")?,
        reserved: 0,
        min_precision: keys.named("MinPrecision")?,
    };
    keys.finish()?;
    Ok(element)
}

/// True where `key` stands there, with the only word that it may have.
pub(super) fn word(keys: &mut Keys<'_>, (key, word): (&str, &str)) -> Result<bool> {
    match keys.take(key) {
        None => Ok(false),
        Some(node) if matches!(&node.content, Content::Text(text) if text == word) => Ok(true),
        Some(node) => Err(node.expected(key, &format!("{word}, or no {key} at all"))),
    }
}
