//! VERS under `CompilerVersion`.

use az::SaturatingAs as _;
use dx_container::flags::VersionFlags;
use dx_container::parts::compiler_version::{Arrangement, CompilerVersion as Part, CompilerVersionBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;

use super::flags::UNKNOWN_FLAGS;
use super::keyed::Keyed;
use super::model::Model;
use super::out::Out;
use crate::error::Result;
use crate::yaml::budget::Budget;
use crate::yaml::keys::Keys;

#[derive(Clone, Default)]
pub(super) struct CompilerVersion {
    part: CompilerVersionBuf,
    /// Zero bytes after the strings that count as strings.
    spare: u32,
}

/// LLVM's keys of the flags. `IsValidated` is the flag that DXC's headers call an internal build.
const FLAGS: [(&str, VersionFlags); 2] =
    [("IsDebugBuild", VersionFlags::DEBUG_BUILD), ("IsValidated", VersionFlags::INTERNAL_BUILD)];

impl CompilerVersion {
    fn describe(&mut self, keyed: &mut Keyed<'_, '_, '_>) -> Result<()> {
        let strings_size = self.strings_size();
        let CompilerVersionBuf { major, minor, flags, commit_count, commit, custom } = &mut self.part;
        keyed.number("Major", major)?;
        keyed.number("Minor", minor)?;
        for (key, flag) in FLAGS {
            let mut is_set = flags.contains(flag);
            keyed.truth(key, &mut is_set)?;
            flags.set(flag, is_set);
        }
        let known = FLAGS.iter().fold(VersionFlags::empty(), |known, &(_, flag)| known | flag);
        let mut unknown = (*flags - known).bits();
        keyed.own_bits(UNKNOWN_FLAGS, &mut unknown)?;
        *flags |= VersionFlags::from_bits_retain(unknown);
        keyed.number("CommitCount", commit_count)?;
        keyed.size("ContentSizeInBytes", strings_size, &mut self.spare)?;
        keyed.text("CommitSha", commit)?;
        keyed.text("CustomVersionString", custom)
    }

    /// Bytes of both strings with their NULs.
    fn strings_size(&self) -> usize {
        self.part.commit.len() + self.part.custom.len() + 2
    }
}

impl Model for CompilerVersion {
    const KEY: &'static str = "CompilerVersion";

    fn of(payload: Payload<'_>) -> Option<Self> {
        let view = Part::parse(payload).ok()?;
        let mut version = Self { part: view.to_buf(), spare: 0 };
        let strings_size = u32::try_from(version.strings_size()).ok()?;
        version.spare = view.strings_size.saturating_sub(strings_size);
        Some(version)
    }

    fn bytes(&self) -> dx_container::Result<Vec<u8>> {
        let strings_size = self.strings_size().saturating_as::<u32>().saturating_add(self.spare);
        self.part.arrange(Some(&Arrangement { strings_size }))
    }

    fn print(&self, out: &mut Out<'_>) {
        Keyed::print(out, |keyed| self.clone().describe(keyed));
    }

    fn read(keys: &mut Keys<'_>, budget: &mut Budget) -> Result<Self> {
        Keyed::read(keys, budget, Self::describe)
    }
}
