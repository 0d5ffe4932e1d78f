//! ILDN: the file name of the shader's PDB.

use bstr::{BStr, BString};

use crate::error::Result;
use crate::field_values::{narrow_len16, push_text};
use crate::fields::Show;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::Reader;

/// The view of part ILDN, which borrows the file.
#[derive(Debug, Clone, Copy)]
pub struct DebugName<'a> {
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The name, by default the shader hash in hexadecimal and `.pdb`.
    pub name: &'a BStr,
}

impl<'a> View<'a> for DebugName<'a> {
    type Buf = DebugNameBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        let flags = r.u16("Flags", Show::Reserved)?;
        let len = r.u16("NameLength", Show::Size)?;
        let name = r.text("Name", len.into())?;
        // The NUL and the padding.
        r.rest("Filler", Show::Filler);
        Ok(Self { flags, name })
    }

    fn to_buf(&self) -> DebugNameBuf {
        DebugNameBuf { flags: self.flags, name: self.name.to_owned() }
    }
}

/// The owned form of part ILDN.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DebugNameBuf {
    /// Reserved; 0 in all known files.
    pub flags: u16,
    /// The name, at most 65,535 bytes.
    pub name: BString,
}

impl PartBuf for DebugNameBuf {
    type View<'a> = DebugName<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        let len = narrow_len16("debug name length", self.name.len())?;
        let mut bytes = [self.flags.to_le_bytes(), len.to_le_bytes()].concat();
        push_text(&mut bytes, "debug name", &self.name)?;
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        Ok(bytes)
    }
}
