//! PDBI under `PdbInfo`, a key of ours: LLVM does not know the part. Its content, which is RDAT, stands there by its
//! fields and is compressed again when it is read. Bytes of another compressor stand beside the fields and are used as
//! long as they say the same.

use dx_container::FourCc;
use dx_container::enums::PdbInfoCompression;
use dx_container::parts::pdb_info::PdbInfo as Part;
use dx_container::parts::{self, View as _};
use dx_container::reader::Payload;

use super::model::{Model, gives_back};
use super::out::Out;
use crate::error::Result;
use crate::limits;
use crate::yaml::budget::Budget;
use crate::yaml::fill::{decode_part, fill};
use crate::yaml::keys::Keys;
use crate::yaml::print_fields;
use crate::yaml::values;

pub(super) struct PdbInfo {
    version: u16,
    compression: PdbInfoCompression,
    content: Vec<u8>,
    /// The compressed content, where it is not what compressing makes.
    compressed: Vec<u8>,
    /// Bytes after the content that are not just zeros.
    unknown: Vec<u8>,
}

const COMPRESSION: &str = "CompressionType";
const COMPRESSED: &str = "Compressed";
const CONTENT_SIZE: &str = "UncompressedSizeInBytes";

impl Model for PdbInfo {
    const KEY: &'static str = "PdbInfo";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let Part { version, compression, content, stored, unknown } = Part::parse(payload).ok()?;
        // What fills the part up follows from its size.
        let unknown = if unknown.iter().all(|&byte| byte == 0) { &[] } else { unknown };
        let (content, unknown) = (content.into_owned(), unknown.to_vec());
        let mut info = Self { version, compression, content, compressed: Vec::new(), unknown };
        if !gives_back(&info, payload.bytes) {
            info.compressed = stored.to_vec();
        }
        Some(info)
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let Self { version, compression, content, compressed, unknown } = self;
        let content = content.into();
        Part { version: *version, compression: *compression, content, stored: compressed, unknown }.write()
    }

    fn print(&self, out: &mut Out<'_>) {
        let start = out.printer.text.len();
        if self.version != 0 {
            out.printer.value("Version", self.version);
        }
        if self.compression != PdbInfoCompression::ZLIB {
            out.named(COMPRESSION, self.compression);
        }
        if !self.compressed.is_empty() {
            out.printer.block(COMPRESSED, &self.compressed);
        }
        if !self.unknown.is_empty() {
            out.printer.block("Unknown", &self.unknown);
        }
        out.printer.value(CONTENT_SIZE, self.content.len());
        let asked_for = out.part_size.saturating_mul(limits::CONTENT_TEXT_PER_BYTE);
        let most = asked_for.saturating_add(out.printer.spare);
        let content = Payload::new(FourCc::RDAT, &self.content);
        let walked =
            print_fields::print_walk(out.printer, most, |fields| parts::walk(content, fields).map(drop));
        let printed = out.printer.text.len() - start;
        if walked.is_err() || printed > most || !out.printer.ask_for(self.content.len()) {
            out.is_refused = true;
        } else {
            out.printer.spare -= printed.saturating_sub(asked_for);
        }
    }

    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self> {
        let compression = keys.take(COMPRESSION);
        let compression =
            compression.map_or(Ok(PdbInfoCompression::ZLIB), |node| values::known(node, COMPRESSION))?;
        let version = keys.number("Version")?;
        let mut bytes = |key| keys.take(key).map_or(Ok(Vec::new()), |node| node.bytes(key));
        let (compressed, unknown) = (bytes(COMPRESSED)?, bytes("Unknown")?);
        let size = budget.size(keys.need(CONTENT_SIZE)?, CONTENT_SIZE)?;
        let zeros = vec![0; size];
        let content = fill(keys.need("Fields")?, Payload::new(FourCc::RDAT, &zeros), decode_part)?;
        Ok(Self { version, compression, content, compressed, unknown })
    }
}
