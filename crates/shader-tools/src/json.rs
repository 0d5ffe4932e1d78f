//! Writes JSON documents. The values of a document are types that implement `Serialize`.
//!
//! The verb or the layer that owns a document defines its types. In tests, the types also implement
//! `schemars::JsonSchema`, and `schema` keeps the schemas in `docs/schemas/` up to date. Only the files of this module
//! write JSON punctuation: `object` for documents with one file object per line and for objects that are written in
//! pieces, `fields` for the fields of a part.

mod fields;
mod object;
#[cfg(test)]
pub mod schema;
mod values;

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use bstr::{BStr, ByteSlice as _};
use serde::Serialize;

pub use fields::JsonFields;
pub use object::{List, Object, SEPARATORS, SpooledLines, begin_files, end_files};
pub use values::{Each, FileOrError, Flags, Mapped, Named, NumberOr, Text, hex, texts};

/// Writes `value` as JSON, in one line.
pub fn write<T: Serialize + ?Sized>(out: &mut dyn Write, value: &T) -> io::Result<()> {
    write_buffered(out, value, BUFFERED)
}

fn write_buffered<T: Serialize + ?Sized>(out: &mut dyn Write, value: &T, bytes: usize) -> io::Result<()> {
    // One type of writer: serde_json is instantiated once per value type.
    let mut buffered = BufWriter::with_capacity(bytes, out);
    serde_json::to_writer(&mut buffered, value)?;
    buffered.into_inner().map(drop).map_err(io::IntoInnerError::into_error)
}

/// Writes a string as JSON.
fn write_text(out: &mut dyn Write, text: &str) -> io::Result<()> {
    Ok(serde_json::to_writer(out, text)?)
}

/// Bytes that [`write()`] collects before it calls the writer.
const BUFFERED: usize = 8 << 10;

/// Writes `value` as JSON, in one line that ends with a line feed.
pub fn write_line<T: Serialize + ?Sized>(out: &mut dyn Write, value: &T) -> io::Result<()> {
    write(out, value)?;
    out.write_all(b"\n")
}

/// Text of a file as UTF-8: bytes that are not are written `\xNN`.
pub fn in_utf8(bytes: &BStr) -> Cow<'_, str> {
    if let Ok(text) = bytes.to_str() {
        return text.into();
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text.into()
}
