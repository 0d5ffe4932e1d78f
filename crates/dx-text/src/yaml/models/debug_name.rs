//! ILDN under `DebugName`.

use bstr::ByteSlice as _;
use dx_container::parts::debug_name::{DebugName as Part, DebugNameBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::keyed::Keyed;
use super::model::Model;
use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;

#[derive(Clone, Default)]
pub(super) struct DebugName(DebugNameBuf);

impl DebugName {
    fn describe(&mut self, keyed: &mut Keyed<'_, '_, '_>) -> Result<()> {
        let DebugNameBuf { flags, name } = &mut self.0;
        keyed.number("Flags", flags)?;
        keyed.derived("NameLength", Some(name.as_bytes().len()))?;
        keyed.text(Self::KEY, name)
    }
}

impl Model for DebugName {
    const KEY: &'static str = "DebugName";

    fn of(payload: Payload<'_>) -> Option<Self> {
        Part::parse(payload).ok().map(|part| Self(part.to_buf()))
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        self.0.arrange(None)
    }

    fn print(&self, out: &mut Out<'_>) {
        Keyed::print(out, |keyed| self.clone().describe(keyed));
    }

    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self> {
        Keyed::read(keys, budget, Self::describe)
    }
}
