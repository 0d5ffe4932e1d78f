//! DXIL under `Program`.

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;
use dx_container::names::NamedValue as _;
use dx_container::parts::program::{Arrangement, ProgramHeader, ProgramPart as Part, ProgramPartBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::model::Model;
use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;
use crate::yaml::values;

pub(super) struct Program {
    part: ProgramPartBuf,
    /// The size of the part in the program header, where it is given.
    size_in_words: Option<u32>,
}

impl Model for Program {
    const KEY: &'static str = "Program";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let view = Part::parse(payload).ok()?;
        let mut part = view.to_buf();
        part.header.reserved = (0, 0);
        Some(Self { part, size_in_words: Some(view.size_in_words) })
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let arrangement = self.size_in_words.map(|size_in_words| Arrangement { size_in_words });
        self.part.arrange(arrangement.as_ref())
    }

    fn print(&self, out: &mut Out<'_>) {
        let ProgramPartBuf { header, bitcode } = &self.part;
        let printer = &mut *out.printer;
        printer.value("MajorVersion", header.major);
        printer.value("MinorVersion", header.minor);
        printer.value("ShaderKind", header.kind.raw());
        if let Some(size_in_words) = self.size_in_words {
            printer.value("Size", size_in_words);
        }
        printer.value("DXILMajorVersion", header.dxil_major);
        printer.value("DXILMinorVersion", header.dxil_minor);
        printer.value("DXILSize", bitcode.len());
        printer.hex_bytes("DXIL", bitcode); // not a FourCC
    }

    fn read(keys: &mut Keys<'_>, _: &mut Budget) -> Result<Self> {
        let kind = keys.need("ShaderKind")?;
        let kind = values::named(kind, "ShaderKind", ShaderKind::NAMES, u16::MAX.into())?;
        let header = ProgramHeader {
            kind: ShaderKind::from_raw(kind.saturating_as::<u32>()),
            major: keys.need_number("MajorVersion")?,
            minor: keys.need_number("MinorVersion")?,
            dxil_major: keys.need_number("DXILMajorVersion")?,
            dxil_minor: keys.need_number("DXILMinorVersion")?,
            reserved: (0, 0),
        };
        let size_in_words = keys.try_number("Size")?;
        let bitcode = keys.take("DXIL").map_or(Ok(Vec::new()), |node| node.bytes("DXIL"))?; // not a FourCC
        keys.derived("DXILSize", bitcode.len() as u64)?;
        Ok(Self { part: ProgramPartBuf { header, bitcode }, size_in_words })
    }
}
