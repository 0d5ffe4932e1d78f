//! HASH under `Hash`.

use dx_container::flags::HashFlags;
use dx_container::parts::shader_hash::{ShaderHash, ShaderHashBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::model::Model;
use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;

pub(super) struct Hash {
    includes_source: bool,
    digest: [u8; 16],
}

impl Model for Hash {
    const KEY: &'static str = "Hash";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let part = ShaderHash::parse(payload).ok()?;
        Some(Self { includes_source: part.flags.contains(HashFlags::INCLUDES_SOURCE), digest: part.digest })
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let flags = if self.includes_source { HashFlags::INCLUDES_SOURCE } else { HashFlags::empty() };
        ShaderHashBuf { flags, digest: self.digest, unknown: Vec::new() }.arrange(None)
    }

    fn is_nothing(&self) -> bool {
        !self.includes_source && self.digest == [0; 16]
    }

    fn print(&self, out: &mut Out<'_>) {
        out.printer.value("IncludesSource", self.includes_source);
        out.printer.hex_bytes("Digest", &self.digest);
    }

    fn read(keys: &mut Keys<'_>, _: &mut Budget) -> Result<Self> {
        let includes_source = keys.truth("IncludesSource")?;
        let digest = keys.need("Digest")?;
        let bytes = digest.bytes("Digest")?;
        let digest = bytes.try_into().map_err(|_| digest.expected("Digest", "16 bytes"))?;
        Ok(Self { includes_source, digest })
    }
}
