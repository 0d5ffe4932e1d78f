//! A whole container as a document, and back.

use dx_container::error::{Frame, Place};
use dx_container::parts::PartKind;
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, Digest, FourCc, Part, PartEntry, ProgramVersion, Signing};

use super::fill::fill;
use super::print_fields::PrintFields;
use super::printer::{Printer, scalar};
use super::tree::{self, Content, Node};
use crate::error::{Result, TextErrorKind, error};
use crate::limits;

/// The container as YAML. Reading it gives back the same bytes.
pub fn print(container: &Container<'_>) -> String {
    let mut printer = Printer::default();
    printer.text.push_str("--- !dxcontainer\n");
    print_header(&mut printer, container);
    printer.key("Parts");
    printer.deeper();
    printer.deeper();
    for (index, part) in container.parts().iter().enumerate() {
        printer.member();
        print_part(&mut printer, container, part, container.gap(index));
    }
    printer.higher();
    printer.higher();
    for (key, bytes) in
        [("GapAtEnd", container.gap(container.parts().len())), ("Trailing", container.trailing())]
    {
        if !bytes.is_empty() {
            printer.block(key, bytes);
        }
    }
    printer.text.push_str("...\n");
    printer.text
}

fn print_header(printer: &mut Printer, container: &Container<'_>) {
    let header = container.header();
    printer.key("Header");
    printer.deeper();
    printer.numbers("Hash", header.digest.0.iter().map(|byte| format!("0x{byte:X}")));
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

fn print_part(printer: &mut Printer, container: &Container<'_>, part: &Part<'_>, gap: &[u8]) {
    printer.value("Name", scalar(&name_text(part.name)));
    printer.value("Size", part.data.len());
    if !gap.is_empty() {
        printer.block("Gap", gap);
    }
    let is_readable = part.kind() != PartKind::Opaque && container.walk(part, ()).is_ok();
    if is_readable {
        let start = printer.text.len();
        printer.key("Fields");
        let mut fields = PrintFields::new(printer);
        // It was read a moment ago.
        let _ = container.walk(part, &mut fields);
        fields.finish();
        let text = printer.text.get(start..).unwrap_or_default();
        if text.lines().count() == 1 {
            printer.text.truncate(start);
            printer.value("Fields", "{}");
        }
    } else if !part.data.is_empty() {
        printer.block("Bytes", part.data);
    }
}

/// A part's name as text: each byte a character.
fn name_text(name: FourCc) -> String {
    name.0.iter().map(|&byte| char::from(byte)).collect()
}

/// The container that `text` describes, with the digest that it gives.
///
/// Left out may be: `FileSize`, `PartCount`, `PartOffsets` (where parts follow one another), `Hash` (zero), and
/// of a part every field that is zero.
///
/// # Errors
/// Places are bytes of `text`.
pub fn read(text: &str) -> Result<Vec<u8>> {
    let document = tree::parse(text)?;
    check_keys(&document, &["Header", "Parts", "GapAtEnd", "Trailing"])?;
    let header = document.need("Header")?;
    check_keys(header, &["Hash", "Version", "FileSize", "PartCount", "PartOffsets"])?;
    let mut builder = ContainerBuilder::new();
    if let Some(hash) = header.get("Hash") {
        let bytes = hash.bytes("Hash")?;
        let bytes = bytes.try_into().map_err(|_| hash.expected("Hash", "16 bytes"))?;
        builder.digest = Digest(bytes);
    }
    if let Some(version) = header.get("Version") {
        check_keys(version, &["Major", "Minor"])?;
        let half = |key| -> Result<u16> {
            let number = version.need(key)?.number(key, u16::MAX.into())?;
            Ok(u16::try_from(number).unwrap_or_default())
        };
        builder.version = (half("Major")?, half("Minor")?);
    }
    builder.parts = read_parts(document.need("Parts")?.list("Parts")?, text.len())?;
    for (key, place) in [("GapAtEnd", &mut builder.gap_at_end), ("Trailing", &mut builder.trailing)] {
        if let Some(node) = document.get(key) {
            *place = node.bytes(key)?.into();
        }
    }
    check_arrangement(header, &builder)?;
    let built = builder.build(Signing::Keep);
    built.map_err(|cause| error(TextErrorKind::Container(cause.kind().clone()), document.place))
}

/// Reads the parts; the program first, for its stage tells how a PSV0 of version 0 is to be read.
fn read_parts(nodes: &[Node], text_len: usize) -> Result<Vec<PartEntry<'static>>> {
    let mut entries = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        check_keys(node, &["Name", "Size", "Gap", "Fields", "Bytes"])?;
        let name = read_name(node.need("Name")?)?;
        let gap = node.get("Gap").map_or(Ok(Vec::new()), |gap| gap.bytes("Gap"))?;
        entries.push((index, PartEntry { name, data: Vec::new().into(), gap: gap.into() }, node));
    }
    let rank =
        |name: FourCc| ProgramVersion::PARTS.iter().position(|&other| other == name).unwrap_or(usize::MAX);
    entries.sort_by_key(|(index, entry, _)| (rank(entry.name), *index));

    let mut stage = None;
    for (_, entry, node) in &mut entries {
        let payload = Payload { stage, ..Payload::new(entry.name, &[]) };
        let data =
            read_part(node, payload, text_len).map_err(|error| error.within(Frame::Part(entry.name)))?;
        if stage.is_none()
            && rank(entry.name) != usize::MAX
            && let Some(word) = data.first_chunk()
        {
            stage = Some(ProgramVersion(u32::from_le_bytes(*word)).kind());
        }
        entry.data = data.into();
    }
    entries.sort_by_key(|(index, ..)| *index);
    Ok(entries.into_iter().map(|(_, entry, _)| entry).collect())
}

fn read_name(node: &Node) -> Result<FourCc> {
    let expected = || node.expected("Name", "four characters");
    let Content::Text(text) = &node.content else { return Err(expected()) };
    let bytes: std::result::Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    let bytes = bytes.ok().and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    bytes.map(FourCc).ok_or_else(expected)
}

fn read_part(node: &Node, payload: Payload<'_>, text_len: usize) -> Result<Vec<u8>> {
    let max = text_len.saturating_mul(limits::PART_BYTES_PER_CHARACTER) as u64;
    let size = node.need("Size")?;
    let len = usize::try_from(size.number("Size", max)?).unwrap_or(usize::MAX);
    match (node.get("Fields"), node.get("Bytes")) {
        (Some(fields), None) => fill(fields, Payload { bytes: &vec![0; len], ..payload }),
        (None, bytes) => {
            let data = bytes.map_or(Ok(Vec::new()), |bytes| bytes.bytes("Bytes"))?;
            if data.len() == len {
                return Ok(data);
            }
            let text = format!("Size is {len}, but there are {} bytes", data.len());
            Err(error(TextErrorKind::Contradiction(text), size.place))
        }
        (Some(_), Some(bytes)) => {
            let text = "a part has either Fields or Bytes".to_owned();
            Err(error(TextErrorKind::Contradiction(text), bytes.place))
        }
    }
}

/// What the header says of sizes and offsets must follow from the parts.
fn check_arrangement(header: &Node, builder: &ContainerBuilder<'_>) -> Result<()> {
    let mut offset = 32 + 4 * builder.parts.len();
    let mut offsets = Vec::new();
    for part in &builder.parts {
        offset += part.gap.len();
        offsets.push(offset as u64);
        offset += 8 + part.data.len();
    }
    let size = offset + builder.gap_at_end.len();
    let contradiction = |what: &str, expected: String, place: Place| {
        let text = format!(
            "{what} does not agree with the parts, from which follows {expected}: correct it, or leave it out"
        );
        Err(error(TextErrorKind::Contradiction(text), place))
    };
    for (key, expected) in [("FileSize", size), ("PartCount", builder.parts.len())] {
        if let Some(node) = header.get(key)
            && node.number(key, u32::MAX.into())? != expected as u64
        {
            return contradiction(key, expected.to_string(), node.place);
        }
    }
    match header.get("PartOffsets") {
        Some(node) if !matches!(&node.content, Content::Numbers(numbers) if *numbers == offsets) => {
            contradiction("PartOffsets", format!("{offsets:?}"), node.place)
        }
        _ => Ok(()),
    }
}

/// Fails for a key that nothing reads.
fn check_keys(node: &Node, known: &[&str]) -> Result<()> {
    let Content::Map(members) = &node.content else {
        return Err(node.expected("this", &format!("a mapping with {}", known.join(", "))));
    };
    match members.iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
        Some((key, _)) => Err(error(TextErrorKind::UnusedKey(key.name.clone()), key.place)),
        None => Ok(()),
    }
}
