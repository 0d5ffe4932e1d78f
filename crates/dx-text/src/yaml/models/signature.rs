//! ISG1, OSG1 and PSG1 under `Signature`.
//!
//! yaml2obj writes each name once, in the order of the list, and the elements sorted by stream, register and
//! name offset. Older compilers write each element's own name, which `Strings` says, and FXC fills up with a byte
//! of its own, `Filler`. DXC writes the names in the order of their declarations, which `Strings` lists then.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::{BString, ByteSlice as _};
use dx_container::parts::signature::{Arrangement, Element, Form, Signature as Part, SignatureBuf, Strings};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::model::{Model, gives_back};
use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;
use crate::yaml::tree::Content;
use crate::yaml::values;

pub(super) struct Signature {
    elements: Vec<Element<BString>>,
    strings: Names,
    /// The byte that fills the part up.
    filler: u8,
}

/// The arrangement of the names after the elements.
enum Names {
    /// That of yaml2obj, which sorts the elements, too.
    Llvm,
    /// Each element's own; elements sorted as well.
    Unshared,
    /// These, and the elements as they are listed: compilers write names in the order of declarations.
    Listed(Vec<BString>),
}

const STRINGS: &str = "Strings";
/// The word that says that names are not shared.
pub(super) const UNSHARED: &str = "Unshared";

impl Model for Signature {
    const KEY: &'static str = "Signature";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let SignatureBuf { mut elements, .. } = Part::parse(payload).ok()?.to_buf();
        for element in &mut elements {
            element.reserved = 0;
        }
        // What fills the part up must not be taken for the NUL that ends the last name.
        let filler = payload.bytes.last().copied().filter(|&last| last != 0).unwrap_or_default();
        let mut signature = Self { elements, strings: Names::Llvm, filler };
        for strings in [Names::Llvm, Names::Unshared, listed(payload)] {
            signature.strings = strings;
            if gives_back(&signature, payload.bytes) {
                return Some(signature);
            }
        }
        Some(Self { strings: Names::Llvm, ..signature })
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let (area, offsets) = self.names();
        let mut placed: Vec<_> = self.elements.iter().cloned().zip(offsets).collect();
        if !matches!(self.strings, Names::Listed(_)) {
            placed.sort_by_key(|(element, name_at)| (element.stream, element.register, *name_at));
        }
        let (elements, offsets) = placed.into_iter().unzip();
        let arrangement = Arrangement { strings: Strings::Table(area, offsets), filler: None };
        SignatureBuf { form: Form::Full, elements }.arrange(Some(&arrangement))
    }

    fn filler(&self) -> u8 {
        self.filler
    }

    fn print(&self, out: &mut Out<'_>) {
        if out.schema.is_full() {
            match &self.strings {
                Names::Llvm => {}
                Names::Unshared => out.printer.value(STRINGS, UNSHARED),
                Names::Listed(names) => out.names(STRINGS, names),
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

    fn read(keys: &mut Keys<'_>, _: &mut Budget) -> Result<Self> {
        Ok(Self {
            strings: read_names(keys)?,
            filler: keys.number("Filler")?,
            elements: keys.list("Parameters", |node| Keys::read(node, "a parameter", read_element))?,
        })
    }

    fn absent() -> Option<Self> {
        Some(Self { elements: Vec::new(), strings: Names::Llvm, filler: 0 })
    }
}

impl Signature {
    /// The names one after the other, and where each element's is.
    fn names<'s>(&'s self) -> (Vec<u8>, Vec<u32>) {
        let (mut area, mut seen) = (Vec::new(), HashMap::new());
        let mut place = |name: &'s BString| {
            let end = area.len().saturating_as::<u32>();
            let known = seen.get(name).copied().filter(|_| !matches!(self.strings, Names::Unshared));
            known.unwrap_or_else(|| {
                seen.insert(name, end);
                area.extend(name.as_bytes());
                area.push(0);
                end
            })
        };
        if let Names::Listed(names) = &self.strings {
            for name in names {
                place(name);
            }
        }
        let offsets = self.elements.iter().map(|element| place(&element.name)).collect();
        (area, offsets)
    }
}

/// The names of a part in the order in which they lie.
fn listed(payload: Payload<'_>) -> Names {
    let Ok(view) = Part::parse(payload) else { return Names::Llvm };
    let part = view.to_buf();
    let mut placed: Vec<(u32, BString)> = match part.arrangements(payload).pop() {
        Some(Arrangement { strings: Strings::Table(_, offsets), .. }) => {
            offsets.into_iter().zip(part.elements.into_iter().map(|element| element.name)).collect()
        }
        _ => return Names::Llvm,
    };
    placed.sort();
    placed.dedup();
    Names::Listed(placed.into_iter().map(|(_, name)| name).collect())
}

fn read_names(keys: &mut Keys<'_>) -> Result<Names> {
    let Some(node) = keys.take(STRINGS) else { return Ok(Names::Llvm) };
    match &node.content {
        Content::Text(text) if text == UNSHARED => Ok(Names::Unshared),
        Content::List(members) => {
            let names = members.iter().map(|member| values::name(member, STRINGS));
            names.collect::<Result<_>>().map(Names::Listed)
        }
        _ => Err(node.expected(STRINGS, "Unshared, or a list of names")),
    }
}

fn read_element(keys: &mut Keys<'_>) -> Result<Element<BString>> {
    Ok(Element {
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
    })
}
