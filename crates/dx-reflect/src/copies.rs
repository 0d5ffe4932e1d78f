//! Limits how much is copied out of a file, so that a small file with many references to the same data stays cheap.
//! Separate because names come from every part.

use bstr::{BStr, BString};
use dx_container::{ContainerError, ContainerErrorKind, FourCc, Result};
use located::{Error, Place};

use crate::limits;

/// What may still be copied.
pub(crate) struct Copies {
    text: Allowance,
    node_records: Allowance,
    members: Allowance,
}

struct Allowance {
    left: usize,
    limit: usize,
}

impl Copies {
    /// For a container of `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        let text = len.saturating_mul(limits::TEXT_BYTES_PER_BYTE).saturating_add(limits::TEXT_BYTES_FREE);
        let node_records = len / limits::BYTES_PER_NODE_RECORD + limits::NODE_RECORDS_FREE;
        let allowance = |limit| Allowance { left: limit, limit };
        let members = len / limits::BYTES_PER_MEMBER + limits::MEMBERS_FREE;
        Self { text: allowance(text), node_records: allowance(node_records), members: allowance(members) }
    }

    /// A name that the file can keep or lose.
    pub(crate) fn text(&mut self, part: FourCc, text: &BStr) -> Result<BString> {
        self.text.take(part, "names", text.len())?;
        Ok(text.to_owned())
    }

    /// The same where no text is no name.
    pub(crate) fn name(&mut self, part: FourCc, text: &BStr) -> Result<Option<BString>> {
        if text.is_empty() { Ok(None) } else { self.text(part, text).map(Some) }
    }

    /// One more input or output of a node, or attribute of one.
    pub(crate) fn node_record(&mut self) -> Result<()> {
        self.node_records.take(FourCc::RDAT, "node records", 1)
    }

    /// More buffers, types, and members of them, by a program.
    pub(crate) fn members(&mut self, count: usize) -> Result<()> {
        self.members.take(FourCc::DXIL, "type members", count)
    }
}

impl Allowance {
    fn take(&mut self, part: FourCc, what: &'static str, count: usize) -> Result<()> {
        self.left = self.left.checked_sub(count).ok_or_else(|| refused(part, what, self.limit))?;
        Ok(())
    }
}

#[cold]
fn refused(part: FourCc, what: &'static str, limit: usize) -> ContainerError {
    let kind = ContainerErrorKind::Sharing { what, limit: limit as u64 };
    Error::new(kind, Place::default()).within(part)
}
