//! PSV0 beside what follows from the program. Separate because its strings and indices may lie in any order: it is
//! compared by what it says, and all that its tables hold must be used.

use std::fmt;

use bstr::BString;
use dx_container::FourCc;
use dx_container::container::Part;
use dx_container::enums::{ResourceClass, ResourceType};
use dx_container::fields::Printable;
use dx_container::parts::psv::{Arrangement, Element, Psv, PsvBuf, Resource as PsvResource, Version};
use dx_container::parts::{Owned, PartBuf as _, View as _};
use dxil::derive;
use dxil::shader::ResourceRange;

use super::difference::differences;
use super::{Beside, whole};
use crate::names::Semantic;
use crate::reflection::{Reflection, Resource, ranges};
use crate::rule::Rule;

/// An element with its name and its indices.
type OwnedElement = Element<BString, Vec<u32>>;

/// The names of the element lists in findings.
const LISTS: [&str; 3] = ["SigInputElements", "SigOutputElements", "SigPatchOrPrimElements"];
/// Bytes before the runtime-info record: its size.
const RECORD_AT: usize = 4;

impl Beside<'_, '_> {
    pub(super) fn psv(&mut self, part: &Part<'_>) {
        let derived = match derive::psv(&self.program()) {
            Ok(derived) => derived,
            Err(error) => return self.underivable(part.name, &error),
        };
        let bytes = match derived.write() {
            Ok(bytes) => bytes,
            Err(error) => return self.underivable(part.name, &error),
        };
        self.psv_rows(part);
        // Tables that are arranged in no way of their own hold what is used and no more.
        if bytes == part.data && derived.layout.is_none() {
            return;
        }
        self.psv_size(part, &bytes);
        match Psv::parse(self.checker.container.payload(part)) {
            Ok(stored) => self.psv_content(part, &stored, &derived, &bytes),
            Err(error) => {
                self.checker.report.unreadable(Rule::CONTAINER_CONTENT_INVALID, Some(part.name), &error)
            }
        }
    }

    /// An element has an index a row: where the module gives it another number, PSV0 cannot say the same. DXC 1.7 gave
    /// elements of mesh shaders one a vertex.
    fn psv_rows(&mut self, part: &Part<'_>) {
        let entry = self.program().main_entry().ok().and_then(|entry| entry.signatures.as_ref());
        let Some(all) = entry else { return };
        let mut others = Vec::new();
        for (list, elements) in LISTS.into_iter().zip([&all.inputs, &all.outputs, &all.patch_constants]) {
            for (index, element) in elements.iter().flatten().enumerate() {
                let indices = element.semantic_indices.as_ref().map_or(0, Vec::len);
                let rows = element.rows as usize;
                if indices != 0 && indices != rows {
                    others.push((list, index, rows, indices));
                }
            }
        }
        for (list, index, rows, indices) in others {
            let message = format_args!(
                "PSV0: {list} element {index} has {rows} semantic indices, one for each row, but the module has {indices}"
            );
            self.checker.find_part(Rule::CONTAINER_CONTENT_MATCHES, part, message);
        }
    }

    /// The record's size stands for the version of all that follows.
    fn psv_size(&mut self, part: &Part<'_>, derived: &[u8]) {
        let size = |bytes: &[u8]| bytes.first_chunk().map(|word| u32::from_le_bytes(*word));
        let (Some(found), Some(expected)) = (size(part.data), size(derived)) else { return };
        self.psv_equal(part, "RuntimeInfoSize", &found, &expected);
    }

    fn psv_equal<T: PartialEq + fmt::Display>(
        &mut self,
        part: &Part<'_>,
        what: &str,
        found: &T,
        expected: &T,
    ) {
        if found != expected {
            let message = format_args!("PSV0: {what} is {found}, expected {expected}");
            self.checker.find_part(Rule::CONTAINER_CONTENT_MATCHES, part, message);
        }
    }

    fn psv_content(&mut self, part: &Part<'_>, stored: &Psv<'_>, derived: &Owned<PsvBuf>, bytes: &[u8]) {
        if !stored.unknown.is_empty() {
            let message = format_args!("PSV0 has {} unused bytes at its end", stored.unknown.len());
            self.checker.find_part(Rule::CONTAINER_CONTENT_INVALID, part, message);
        }
        let found = stored.to_buf();
        self.psv_fixed(part, &found, derived, bytes);
        if found.info.version < Version::V1 {
            return;
        }
        self.psv_elements(part, &found, derived);
        self.psv_equal_masks(part, &found, derived);
        if found.info.version >= Version::V3 && found.info.entry_name != derived.info.entry_name {
            let name = |psv: &PsvBuf| Printable(psv.info.entry_name.as_ref()).to_string();
            let (found, expected) = (name(&found), name(derived));
            let message = format_args!("PSV0: EntryName is `{found}`, expected `{expected}`");
            self.checker.find_part(Rule::CONTAINER_CONTENT_MATCHES, part, message);
        }
        if let Some(tables) = found.arrangements(self.checker.container.payload(part)).first() {
            self.psv_tables(part, &found, tables);
        }
    }

    /// The runtime-info record and the resources, which come first and are of the same size for everybody, but for
    /// where the entry's name lies.
    fn psv_fixed(&mut self, part: &Part<'_>, found: &PsvBuf, derived: &Owned<PsvBuf>, bytes: &[u8]) {
        self.psv_equal(part, "ResourceCount", &found.resources.len(), &derived.resources.len());
        let name_at = RECORD_AT + Version::V2.size() as usize..RECORD_AT + Version::V3.size() as usize;
        let resources = found.resources.len().min(derived.resources.len());
        let record = RECORD_AT + found.info.version.size().min(derived.info.version.size()) as usize;
        let stride = found.resource_size as usize;
        // Behind the record come the resources' number, and where there are any their size.
        let end = match resources {
            0 => record,
            count => record + 8 + count * stride,
        };
        let counts = |index: usize| index >= RECORD_AT && index < end && !name_at.contains(&index);
        let reflection = Reflection::of(self.checker.container);
        let resource = |index: usize| self.psv_resource(&reflection, derived.resources.get(index)?);
        let found = differences(self.checker.container.payload(part), bytes, counts).into_iter();
        let found: Vec<_> = found.map(|difference| difference.label(resource)).collect();
        for difference in found {
            let place = difference.place(part);
            self.find(Rule::CONTAINER_CONTENT_MATCHES, place, format_args!("PSV0: {difference}"));
        }
    }

    /// A resource as messages name it.
    fn psv_resource(&self, reflection: &Reflection<'_>, resource: &PsvResource) -> Option<String> {
        use ResourceType as T;
        let class = match resource.resource_type {
            T::SAMPLER => ResourceClass::SAMPLER,
            T::CBV => ResourceClass::CBUFFER,
            T::SRV_TYPED | T::SRV_RAW | T::SRV_STRUCTURED => ResourceClass::SRV,
            _ => ResourceClass::UAV,
        };
        let is_it = |range: &&ResourceRange| {
            (range.space, range.lower_bound) == (resource.space, resource.lower_bound)
        };
        let range = ranges(self.shader.resources.as_ref()?, class).find(is_it)?;
        Some(Resource { reflection, class, range }.to_string())
    }

    fn psv_elements(&mut self, part: &Part<'_>, found: &PsvBuf, derived: &PsvBuf) {
        let has_elements = |psv: &PsvBuf| psv.elements.iter().any(|list| !list.is_empty());
        if has_elements(found) && found.element_size != Element::SIZE {
            self.psv_equal(part, "SignatureElementStride", &found.element_size, &Element::SIZE);
        }
        for ((list, found), expected) in LISTS.into_iter().zip(&found.elements).zip(&derived.elements) {
            if found.len() != expected.len() {
                self.psv_equal(part, list, &found.len(), &expected.len());
                continue;
            }
            for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
                // Names of system values are for people: their kind says what they are.
                let mut found = found.clone();
                if expected.name.is_empty() {
                    found.name = Default::default();
                }
                if found != *expected {
                    let name = if expected.name.is_empty() { &found.name } else { &expected.name };
                    let semantic_index = expected.indices.first().copied().unwrap_or(0);
                    let element = match (name.is_empty(), expected.kind) {
                        (true, kind) => kind.to_string(),
                        (false, _) => Semantic { name: name.as_ref(), index: semantic_index }.to_string(),
                    };
                    self.psv_element(part, &format!("{list} > {index} [{element}]"), &found, expected);
                }
            }
        }
    }

    /// The fields of an element that are not what they should be, by their names in the walk over the part.
    fn psv_element(&mut self, part: &Part<'_>, what: &str, found: &OwnedElement, expected: &OwnedElement) {
        let name = |element: &OwnedElement| Printable(element.name.as_ref()).to_string();
        if found.name != expected.name {
            let (found, expected) = (name(found), name(expected));
            let message = format_args!("PSV0: {what} > Name is `{found}`, expected `{expected}`");
            self.checker.find_part(Rule::CONTAINER_CONTENT_MATCHES, part, message);
        }
        let indices = (&found.indices, &expected.indices);
        self.psv_field(part, what, "Rows", &indices.0.len(), &indices.1.len());
        let other =
            indices.0.iter().zip(indices.1).enumerate().find(|(_, (found, expected))| found != expected);
        if let Some((row, (found, expected))) = other {
            self.psv_field(part, what, &format!("Indices > {row}"), found, expected);
        }
        self.psv_field(part, what, "StartRow", &found.start_row, &expected.start_row);
        self.psv_field(part, what, "Cols", &found.cols, &expected.cols);
        self.psv_field(part, what, "StartCol", &found.start_col, &expected.start_col);
        self.psv_field(part, what, "Allocated", &found.allocated, &expected.allocated);
        self.psv_field(part, what, "Kind", &found.kind, &expected.kind);
        self.psv_field(part, what, "ComponentType", &found.component_type, &expected.component_type);
        self.psv_field(part, what, "Interpolation", &found.interpolation, &expected.interpolation);
        self.psv_field(part, what, "DynamicMask", &found.dynamic_mask, &expected.dynamic_mask);
        self.psv_field(part, what, "Stream", &found.stream, &expected.stream);
        let reserved = |element: &OwnedElement| {
            let (shape, mask, last) = element.reserved;
            format!("{shape} {mask} {last}")
        };
        self.psv_field(part, what, "Reserved", &reserved(found), &reserved(expected));
    }

    fn psv_field<T: PartialEq + fmt::Display>(
        &mut self,
        part: &Part<'_>,
        what: &str,
        field: &str,
        found: &T,
        expected: &T,
    ) {
        self.psv_equal(part, &format!("{what} > {field}"), found, expected);
    }

    fn psv_equal_masks(&mut self, part: &Part<'_>, found: &PsvBuf, derived: &PsvBuf) {
        let names = [
            "the mask of stream 0 outputs that depend on SV_ViewID",
            "the mask of stream 1 outputs that depend on SV_ViewID",
            "the mask of stream 2 outputs that depend on SV_ViewID",
            "the mask of stream 3 outputs that depend on SV_ViewID",
            "the mask of patch constants or primitive outputs that depend on SV_ViewID",
            "the masks of stream 0 outputs that depend on inputs",
            "the masks of stream 1 outputs that depend on inputs",
            "the masks of stream 2 outputs that depend on inputs",
            "the masks of stream 3 outputs that depend on inputs",
            "the masks of patch constants or primitive outputs that depend on inputs",
            "the masks of outputs that depend on patch constants",
        ];
        for ((name, found), expected) in names.into_iter().zip(found.masks.iter()).zip(derived.masks.iter()) {
            let mut words = found.iter().zip(expected).enumerate();
            if let Some((index, (found, expected))) = words.find(|(_, (found, expected))| found != expected) {
                let what = format!("word {index} of {name}");
                self.psv_equal(part, &what, &format!("{found:#x}"), &format!("{expected:#x}"));
            } else if found.len() != expected.len() {
                self.psv_equal(
                    part,
                    &format!("the number of dwords in {name}"),
                    &found.len(),
                    &expected.len(),
                );
            }
        }
    }

    /// Strings and indices are there to be used. A NUL that the table begins with and those that fill it up are not
    /// strings.
    fn psv_tables(&mut self, part: &Part<'_>, found: &PsvBuf, tables: &Arrangement) {
        if !tables.strings.len().is_multiple_of(4) || tables.strings.last().is_some_and(|last| *last != 0) {
            let message = format_args!("PSV0 string table does not end with a NUL at a multiple of 4 bytes");
            self.checker.find_part(Rule::CONTAINER_CONTENT_INVALID, part, message);
        }
        let mut names_at = tables.names_at.clone();
        if found.info.version < Version::V3 {
            // The last one is the entry's name, which older versions do not have.
            names_at.pop();
        }
        if let Some(at) = unused_string(&tables.strings, &names_at) {
            let message = format_args!("PSV0 string table has an unused string at offset {at}");
            self.find(Rule::CONTAINER_UNUSED_ITEM_IN_TABLE, whole(part), message);
        }
        let mut used = vec![false; tables.indices.len()];
        let elements = found.elements.iter().flatten();
        for (element, from) in elements.zip(&tables.indices_at) {
            let from = *from as usize;
            let of_element = used.iter_mut().skip(from).take(element.indices.len());
            of_element.for_each(|used| *used = true);
        }
        if let Some(at) = used.iter().position(|used| !used) {
            let message = format_args!("PSV0 semantic index table has an unused entry at index {at}");
            self.find(Rule::CONTAINER_UNUSED_ITEM_IN_TABLE, whole(part), message);
        }
    }

    /// The resources that the program uses, as PSV0 must have them.
    pub(super) fn psv_resources(&mut self) -> Option<Vec<dx_container::parts::psv::Resource>> {
        match derive::psv(&self.program()) {
            Ok(psv) => Some(psv.meaning.resources),
            Err(error) => {
                self.underivable(FourCc::PSV0, &error);
                None
            }
        }
    }
}

/// Where a string begins that nobody refers to. Strings are referred to by their beginning: the end of one is not a
/// use.
fn unused_string(strings: &[u8], names_at: &[u32]) -> Option<usize> {
    let used: std::collections::HashSet<usize> =
        names_at.iter().filter_map(|at| usize::try_from(*at).ok()).collect();
    // Up to three NULs at the end fill the table.
    let filler = strings.iter().rev().take(3).take_while(|byte| **byte == 0).count();
    let filled_from = strings.len() - filler;
    let mut start = 0;
    for (end, byte) in strings.iter().enumerate() {
        if *byte != 0 {
            continue;
        }
        let is_empty = start == end;
        let fills = is_empty && (start == 0 || start >= filled_from);
        if !fills && !used.contains(&start) {
            return Some(start);
        }
        start = end + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::unused_string;

    #[test]
    fn strings_are_used_from_their_beginning() {
        assert_eq!(unused_string(b"\0A\0main\0", &[1, 3]), None);
        assert_eq!(unused_string(b"\0A\0main\0", &[3]), Some(1));
        assert_eq!(unused_string(b"\0A\0main\0", &[1, 4]), Some(3), "the end of a range is not a use of it");
        assert_eq!(unused_string(b"\0main\0\0\0", &[1]), None, "NULs fill the table");
        assert_eq!(unused_string(b"\0main\0\0\0\0\0\0\0", &[1]), Some(6), "too many do not");
        assert_eq!(unused_string(b"", &[]), None);
    }
}
