//! A whole container as a document, and back.

use std::borrow::Cow;

use az::SaturatingAs as _;
use dx_container::container::{HEADER_SIZE, PART_HEADER_SIZE};
use dx_container::parts::{self, PartKind};
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, Digest, FourCc, PartEntry, ProgramVersion, Signing};

use super::budget::Budget;
use super::fill::{decode_part, fill};
use super::keys::{self, Keys};
use super::models::{self, LlvmVersion, Printed, Schema};
use super::print_fields;
use super::printer::{Printer, scalar};
use super::tree::{Content, Node};
use super::values;
use crate::error::{Result, TextErrorKind, error};

/// Prints a container as YAML; reading it returns the same bytes.
pub fn print(container: &Container<'_>) -> String {
    print_in(container, Schema::Full)
}

/// Prints a container in the schema of a version of LLVM, for its `yaml2obj`. A comment replaces the content that the
/// schema cannot express.
pub fn print_llvm(container: &Container<'_>, version: LlvmVersion) -> String {
    print_in(container, Schema::Llvm(version))
}

fn print_in(container: &Container<'_>, schema: Schema) -> String {
    let mut printer = Printer::default();
    printer.text.push_str("--- !dxcontainer\n");
    print_container(&mut printer, container, schema);
    printer.text.push_str("...\n");
    printer.text
}

/// Prints the members of a container's mapping.
pub(super) fn print_container(printer: &mut Printer, container: &Container<'_>, schema: Schema) {
    print_header(printer, container);
    printer.key("Parts");
    printer.deeper();
    printer.deeper();
    for (index, part) in container.parts().iter().enumerate() {
        print_part(printer, container.payload(part), container.gap(index), schema);
    }
    printer.higher();
    printer.higher();
    let gap = container.gap(container.parts().len());
    if schema.is_full() && !printer.ask_for(gap.len()) {
        printer.block("GapAtEnd", gap);
    } else {
        print_gap(printer, "GapAtEnd", gap, schema);
    }
    if !container.trailing().is_empty() {
        match schema {
            Schema::Full => printer.block("Trailing", container.trailing()),
            Schema::Llvm(_) => printer.left_out(container.trailing().len(), "after the container"),
        }
    }
}

fn print_header(printer: &mut Printer, container: &Container<'_>) {
    let header = container.header();
    printer.key("Header");
    printer.deeper();
    printer.hex_bytes("Hash", &header.digest.0);
    printer.key("Version");
    printer.deeper();
    printer.value("Major", header.major);
    printer.value("Minor", header.minor);
    printer.higher();
    printer.value("FileSize", header.total_size);
    printer.value("PartCount", header.part_count);
    printer.numbers("PartOffsets", container.parts().iter().map(|part| part.offset));
    printer.higher();
}

/// Prints the bytes before a part or at the end. Their size follows from the header, so zeros are left out.
fn print_gap(printer: &mut Printer, key: &str, gap: &[u8], schema: Schema) {
    if gap.iter().all(|&byte| byte == 0) {
        return;
    }
    match schema {
        Schema::Full => printer.block(key, gap),
        Schema::Llvm(_) => printer.left_out(gap.len(), "between the parts"),
    }
}

fn print_part(printer: &mut Printer, payload: Payload<'_>, gap: &[u8], schema: Schema) {
    let start = printer.text.len();
    printer.member();
    print_what_it_says(printer, payload, gap, schema);
    let asks_for = payload.bytes.len() + gap.len();
    if schema.is_full() && !printer.ask_for(asks_for) {
        // Megabytes of zeros, which have to be written out.
        printer.text.truncate(start);
        printer.member();
        printer.value("Name", scalar(&name_text(payload.name)));
        printer.value("Size", payload.bytes.len());
        if !gap.is_empty() {
            printer.block("Gap", gap);
        }
        printer.block("Bytes", payload.bytes);
        printer.ask_for(asks_for);
    }
}

fn print_what_it_says(printer: &mut Printer, payload: Payload<'_>, gap: &[u8], schema: Schema) {
    printer.value("Name", scalar(&name_text(payload.name)));
    printer.value("Size", payload.bytes.len());
    print_gap(printer, "Gap", gap, schema);
    if models::print(printer, payload, schema) != Printed::No || payload.bytes.is_empty() {
        return;
    }
    match schema {
        Schema::Full if parts::kind(payload.name) == PartKind::Opaque => {
            printer.block("Bytes", payload.bytes)
        }
        Schema::Full => print_walk(printer, payload),
        Schema::Llvm(_) => printer.left_out(payload.bytes.len(), "in this part"),
    }
}

/// The fields of a part, or its bytes where the decoder cannot read it.
fn print_walk(printer: &mut Printer, payload: Payload<'_>) {
    if print_fields::print_walk(printer, usize::MAX, |fields| parts::walk(payload, fields).map(drop)).is_err()
    {
        printer.block("Bytes", payload.bytes);
    }
}

/// A part's name as text: each byte a character.
fn name_text(name: FourCc) -> String {
    name.0.iter().map(|&byte| char::from(byte)).collect()
}

/// The bytes of the container that `node`, the value of `what`, describes.
pub(super) fn read_container(node: &Node, what: &str, budget: &mut Budget) -> Result<Vec<u8>> {
    let mut builder = ContainerBuilder::new();
    Keys::read(node, what, |keys| {
        Keys::read(keys.need("Header")?, "Header", |header| {
            read_digest_and_version(header, &mut builder)?;
            builder.parts = read_parts(keys.need("Parts")?.list("Parts")?, budget)?;
            for (key, bytes) in [("GapAtEnd", &mut builder.gap_at_end), ("Trailing", &mut builder.trailing)] {
                if let Some(node) = keys.take(key) {
                    *bytes = node.bytes(key)?.into();
                }
            }
            header.derived("PartCount", builder.parts.len() as u64)?;
            place_parts(header, &mut builder, budget)
        })
    })?;
    let built = builder.build(Signing::Keep);
    built.map_err(|cause| error(TextErrorKind::Container(cause.kind().clone()), node.place))
}

fn read_digest_and_version(header: &mut Keys<'_>, builder: &mut ContainerBuilder<'_>) -> Result<()> {
    if let Some(hash) = header.take("Hash") {
        let bytes = hash.bytes("Hash")?;
        let bytes = bytes.try_into().map_err(|_| hash.expected("Hash", "16 bytes"))?;
        builder.digest = Digest(bytes);
    }
    if let Some(version) = header.take("Version") {
        builder.version = Keys::read(version, "Version", |version| {
            Ok((version.need_number("Major")?, version.need_number("Minor")?))
        })?;
    }
    Ok(())
}

/// Reads the parts; the program first, for its stage tells how a PSV0 of version 0 is to be read.
fn read_parts(nodes: &[Node], budget: &mut Budget) -> Result<Vec<PartEntry<'static>>> {
    let mut names = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        names.push((index, node, read_name(keys::member(node, "a part", "Name")?)?));
    }
    let rank =
        |name: FourCc| ProgramVersion::PARTS.iter().position(|&other| other == name).unwrap_or(usize::MAX);
    names.sort_by_key(|&(index, _, name)| (rank(name), index));

    let mut stage = None;
    let mut parts = Vec::with_capacity(names.len());
    for (index, node, name) in names {
        let payload = Payload { stage, ..Payload::new(name, &[]) };
        let entry = Keys::read(node, "a part", |keys| read_part(keys, payload, budget))
            .map_err(|error| error.within(name))?;
        if stage.is_none()
            && rank(name) != usize::MAX
            && let Some(word) = entry.data.first_chunk()
        {
            stage = Some(ProgramVersion(u32::from_le_bytes(*word)).kind());
        }
        parts.push((index, entry));
    }
    parts.sort_by_key(|(index, _)| *index);
    Ok(parts.into_iter().map(|(_, entry)| entry).collect())
}

fn read_name(node: &Node) -> Result<FourCc> {
    let expected = || node.expected("Name", "four characters");
    let Content::Text(text) = &node.content else { return Err(expected()) };
    let bytes: std::result::Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    let bytes = bytes.ok().and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    bytes.map(FourCc).ok_or_else(expected)
}

/// The part that `keys` describe: its fields, its bytes, what stands under its own key, or nothing, which is
/// zeros.
fn read_part(keys: &mut Keys<'_>, payload: Payload<'_>, budget: &mut Budget) -> Result<PartEntry<'static>> {
    // Read before, to know which parts come first.
    keys.take("Name");
    let gap = keys.take("Gap").map_or(Ok(Vec::new()), |gap| gap.bytes("Gap"))?;
    let size = keys.take("Size");
    let len = size.map(|size| budget.size(size, "Size")).transpose()?;
    let (fields, bytes) = (keys.take("Fields"), keys.take("Bytes"));
    let described = models::key(payload.name).and_then(|key| keys.take(key));
    if let [Some(_), Some(second), ..] | [Some(_), None, Some(second)] | [None, Some(_), Some(second)] =
        [fields, bytes, described]
    {
        let text =
            "part has more than one of the keys Fields, Bytes and the key named after the part, expected one"
                .to_owned();
        return Err(error(TextErrorKind::Contradiction(text), second.place));
    }
    let data = if let Some(bytes) = bytes {
        let data = bytes.bytes("Bytes")?;
        if let (Some(size), Some(len)) = (size, len)
            && len != data.len()
        {
            let text = format!("Size is {len}, but Bytes has {} bytes", data.len());
            return Err(error(TextErrorKind::Contradiction(text), size.place));
        }
        data
    } else if let Some(fields) = fields {
        let len = len.ok_or_else(|| error(TextErrorKind::MissingSize, fields.place))?;
        fill(fields, Payload { bytes: &vec![0; len], ..payload }, decode_part)?
    } else {
        models::read(payload.name, described, size.zip(len), budget)?
    };
    Ok(PartEntry { name: payload.name, data: data.into(), gap: gap.into() })
}

/// Gives the parts the offsets that the header asks for, zeros before those that then do not follow one another,
/// and the file the size that it asks for.
fn place_parts(header: &mut Keys<'_>, builder: &mut ContainerBuilder<'_>, budget: &mut Budget) -> Result<()> {
    let offsets = header.take("PartOffsets");
    if let Some(node) = offsets {
        let offsets = values::words(node, "PartOffsets")?;
        let count = builder.parts.len();
        if offsets.len() != count {
            let (found, expected) = (
                format!("a list of {} offsets", offsets.len()),
                format!("an offset for each of {count} parts"),
            );
            return Err(keys::contradiction(node, "PartOffsets", &found, &expected));
        }
        let mut end = (HEADER_SIZE + 4 * count) as u64;
        for (part, &offset) in builder.parts.iter_mut().zip(&offsets) {
            let at = u64::from(offset);
            check_gap(&part.gap, end, at, node, "PartOffsets")?;
            grow(&mut part.gap, at - end, budget, node, "PartOffsets")?;
            end = at + (PART_HEADER_SIZE + part.data.len()) as u64;
        }
    }
    let Some(node) = header.take("FileSize") else { return Ok(()) };
    let parts = builder.parts.iter().map(|part| 4 + part.gap.len() + PART_HEADER_SIZE + part.data.len());
    let end = (HEADER_SIZE + parts.sum::<usize>()) as u64;
    let size = node.number("FileSize", u32::MAX.into())?;
    check_gap(&builder.gap_at_end, end, size, node, "FileSize")?;
    grow(&mut builder.gap_at_end, size - end, budget, node, "FileSize")
}

/// Fails where what lies between `end` and `at`, if anything is said of that, does not have that size.
fn check_gap(gap: &[u8], end: u64, at: u64, node: &Node, key: &str) -> Result<()> {
    let follows = end + gap.len() as u64;
    let fits = if gap.is_empty() { at >= end } else { at == follows };
    if fits { Ok(()) } else { Err(keys::contradiction(node, key, &at.to_string(), &follows.to_string())) }
}

/// Makes a gap as large as it must be, with zeros.
fn grow(gap: &mut Cow<'_, [u8]>, len: u64, budget: &mut Budget, node: &Node, key: &str) -> Result<()> {
    budget.spend(len - gap.len() as u64, node, key)?;
    gap.to_mut().resize(len.saturating_as::<usize>(), 0);
    Ok(())
}
