//! A PDB file as a document: its streams, the container in one of them as it stands in a document of its own. Separate
//! because the file around the streams is a form that containers know nothing of.
//!
//! Files of DXC follow from their streams. Of others the layout is given too: what SPDB's decoder reports of the file,
//! without what lies in the streams.

use dx_container::fields::{Field, Group, Show, Sink, Value};
use dx_container::pdb::{CONTAINER_STREAM, INFO_STREAM, Info, Msf, MsfBuilder, NO_STREAM, Pdb};
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, parts};
use located::Frame;

use super::budget::Budget;
use super::document::{print_container, read_container};
use super::fill::{decode_part, fill};
use super::keys::{self, Keys};
use super::models::Schema;
use super::print_fields::{self, PrintFields};
use super::printer::Printer;
use super::tree::Node;
use super::values;
use crate::error::{Result, TextErrorKind, error};

const STREAMS: &str = "Streams";
const BLOCK_SIZE: &str = "BlockSize";
const CONTAINER: &str = "Container";
const DELETED: &str = "Deleted";
const LAYOUT: &str = "Layout";

/// Prints a PDB as YAML; reading it returns the same bytes.
pub fn print_pdb(pdb: &Pdb<'_>) -> String {
    let mut printer = Printer::default();
    printer.text.push_str("--- !pdb\n");
    let msf = pdb.msf();
    let builder = MsfBuilder::from(msf);
    let mut follows = builder.build().is_ok_and(|bytes| bytes == msf.bytes());
    let start = printer.text.len();
    if builder.streams.is_empty() {
        printer.value(STREAMS, "[]");
    } else {
        printer.key(STREAMS);
    }
    printer.deeper();
    printer.deeper();
    for (index, stream) in builder.streams.iter().enumerate() {
        printer.member();
        match stream {
            Some(stream) => print_stream(&mut printer, index, stream),
            None => printer.value(DELETED, true),
        }
        let size = stream.as_ref().map_or(0, |stream| stream.len());
        follows &= printer.ask_for(size.next_multiple_of(builder.block_size));
    }
    printer.higher();
    printer.higher();
    if follows {
        let streams = printer.text.split_off(start);
        printer.value(BLOCK_SIZE, builder.block_size);
        printer.text.push_str(&streams);
    } else {
        print_layout(&mut printer, msf);
    }
    printer.text.push_str("...\n");
    printer.text
}

fn print_stream(printer: &mut Printer, index: usize, stream: &[u8]) {
    if index == CONTAINER_STREAM
        && let Ok(container) = Container::parse(stream)
    {
        printer.key(CONTAINER);
        printer.deeper();
        print_container(printer, &container, Schema::Full);
        return printer.higher();
    }
    printer.value("Size", stream.len());
    let walk = |fields: &mut PrintFields<'_>| Info::walk(stream, fields).map(drop);
    let is_walked = index == INFO_STREAM && print_fields::print_walk(printer, usize::MAX, walk).is_ok();
    if !is_walked && !stream.is_empty() {
        printer.block("Bytes", stream);
    }
}

fn print_layout(printer: &mut Printer, msf: &Msf<'_>) {
    let start = printer.text.len();
    for with_zeros in [false, true] {
        printer.text.truncate(start);
        printer.key(LAYOUT);
        printer.deeper();
        printer.value("Size", msf.bytes().len());
        // What was opened as an MSF file can be walked as one.
        let _ = print_fields::print_walk(printer, usize::MAX, |fields| {
            parts::walk(Payload::new(FourCc::SPDB, msf.bytes()), &mut Layout { fields, with_zeros }).map(drop)
        });
        printer.higher();
        if printer.ask_for(msf.bytes().len()) {
            break;
        }
    }
}

/// A filter of the fields of SPDB: without the content of streams, which is printed elsewhere.
struct Layout<'f, 'p> {
    fields: &'f mut PrintFields<'p>,
    /// Whether blocks of zeros are written out.
    with_zeros: bool,
}

impl<'a> Sink<'a> for Layout<'_, '_> {
    fn field(&mut self, field: Field<'a>) {
        match field.value {
            Value::Bytes(_) if field.name == "Data" => {}
            Value::Bytes(bytes) if !self.with_zeros && bytes.iter().all(|&byte| byte == 0) => {
                self.fields.field(Field { show: Show::Filler, ..field });
            }
            _ => self.fields.field(field),
        }
    }

    fn open(&mut self, group: Group) {
        self.fields.open(group);
    }

    fn close(&mut self) {
        self.fields.close();
    }
}

/// True for a document that describes a PDB rather than a container.
pub(super) fn is_pdb(document: &Node) -> bool {
    keys::member(document, "the document", STREAMS).is_ok()
}

/// The bytes of the PDB that `document` describes.
pub(super) fn read(document: &Node, budget: &mut Budget) -> Result<Vec<u8>> {
    Keys::read(document, "the document", |keys| {
        let node = keys.need(STREAMS)?;
        let mut streams = Vec::new();
        for (index, node) in node.list(STREAMS)?.iter().enumerate() {
            let stream = Keys::read(node, "a stream", |keys| read_stream(keys, index, budget));
            streams.push(
                stream
                    .map_err(|error| error.within(Frame::Item(index as u64)).within(Frame::Node(STREAMS)))?,
            );
        }
        match keys.take(LAYOUT) {
            Some(layout) => Keys::read(layout, LAYOUT, |keys| laid_out(keys, layout, &streams, budget)),
            None => {
                let block_size = keys.take(BLOCK_SIZE).map_or(Ok(512), block_size)?;
                let sizes = streams.iter().flatten().map(Vec::len);
                let filler = sizes.map(|size| size.next_multiple_of(block_size) - size);
                budget.spend(filler.sum::<usize>() as u64, node, STREAMS)?;
                let streams = streams.into_iter().map(|stream| stream.map(Into::into)).collect();
                let built = MsfBuilder { block_size, streams }.build();
                built.map_err(|cause| error(TextErrorKind::Container(cause.kind().clone()), node.place))
            }
        }
    })
}

fn block_size(node: &Node) -> Result<usize> {
    let expected = || node.expected(BLOCK_SIZE, "a power of two from 512 to 32768");
    let size = node.number(BLOCK_SIZE, u32::MAX.into()).map_err(|_| expected())?;
    let size = usize::try_from(size).ok().filter(|size| size.is_power_of_two());
    size.filter(|size| (512..=32_768).contains(size)).ok_or_else(expected)
}

/// A stream: its fields, its bytes, a container, or nothing, which is zeros; `None` where it was deleted.
fn read_stream(keys: &mut Keys<'_>, index: usize, budget: &mut Budget) -> Result<Option<Vec<u8>>> {
    if let Some(node) = keys.take(DELETED)
        && values::truth(node, DELETED)?
    {
        return Ok(None);
    }
    let size = keys.take("Size");
    let len = size.map(|size| budget.size(size, "Size")).transpose()?;
    let described: Vec<(&str, &Node)> =
        ["Fields", "Bytes", CONTAINER].into_iter().filter_map(|key| Some((key, keys.take(key)?))).collect();
    let (key, node) = match *described {
        [] => return Ok(Some(vec![0; len.unwrap_or(0)])),
        [described] => described,
        [_, (_, second), ..] => {
            let text =
                "stream has more than one of the keys Fields, Bytes and Container, expected one".to_owned();
            return Err(error(TextErrorKind::Contradiction(text), second.place));
        }
    };
    let stream = match key {
        CONTAINER => read_container(node, CONTAINER, budget)?,
        "Fields" if index == INFO_STREAM => {
            let len = len.ok_or_else(|| error(TextErrorKind::MissingSize, node.place))?;
            fill(node, Info::payload(&vec![0; len]), |r| Info::decode(r).map(drop))?
        }
        "Fields" => {
            let text =
                format!("Fields is valid in stream {INFO_STREAM} only: describe stream {index} by Bytes");
            return Err(error(TextErrorKind::Contradiction(text), node.place));
        }
        _ => node.bytes(key)?,
    };
    match size.zip(len) {
        Some((size, len)) if len != stream.len() => {
            Err(keys::contradiction(size, "Size", &len.to_string(), &stream.len().to_string()))
        }
        _ => Ok(Some(stream)),
    }
}

/// A file laid out as `keys` say, with these streams in it. `node` is where they stand.
fn laid_out(
    keys: &mut Keys<'_>,
    node: &Node,
    streams: &[Option<Vec<u8>>],
    budget: &mut Budget,
) -> Result<Vec<u8>> {
    let size = budget.size(keys.need("Size")?, "Size")?;
    let zeros = vec![0; size];
    let mut file = fill(keys.need("Fields")?, Payload::new(FourCc::SPDB, &zeros), decode_part)?;
    let msf = Msf::parse(&file)
        .map_err(|cause| error(TextErrorKind::Container(cause.kind().clone()), node.place))?;
    check_sizes(&msf, node, streams)?;
    let places: Vec<_> = (0..msf.len()).map(|index| msf.stream_ranges(index)).collect();
    for (stream, ranges) in streams.iter().zip(places) {
        let mut bytes = stream.iter().flatten();
        for range in ranges {
            let places = file.get_mut(range).unwrap_or_default();
            places.iter_mut().zip(&mut bytes).for_each(|(place, byte)| *place = *byte);
        }
    }
    Ok(file)
}

/// Fails where the layout in `node` is not one for streams of these sizes.
fn check_sizes(msf: &Msf<'_>, node: &Node, streams: &[Option<Vec<u8>>]) -> Result<()> {
    let differs = |what: &str, layout: String, here: String| {
        let text = format!("{what} {layout} in Layout, but {here} in Streams: correct or remove Layout");
        Err(error(TextErrorKind::Contradiction(text), node.place))
    };
    if msf.len() != streams.len() {
        return differs("number of streams is", msf.len().to_string(), streams.len().to_string());
    }
    let said = |size: Option<u64>| match size {
        Some(1) => "has 1 byte".to_owned(),
        Some(size) => format!("has {size} bytes"),
        None => "is deleted".to_owned(),
    };
    for (index, stream) in streams.iter().enumerate() {
        let here = stream.as_ref().map(|stream| stream.len() as u64);
        let layout = msf.stream_size(index).filter(|&size| size != NO_STREAM).map(u64::from);
        if layout != here {
            return differs(&format!("stream {index}"), said(layout), said(here));
        }
    }
    Ok(())
}
