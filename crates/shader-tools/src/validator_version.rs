//! The version of the validator that the command line asks for. Separate because more than one verb does.

use std::str::FromStr;

use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc, ProgramVersion};
use dxil::assemble::NEWEST_VALIDATOR;
use dxil::shader::Version;

use crate::error::Error;

/// A version of the validator, such as `1.8`.
#[derive(Debug, Clone, PartialEq)]
pub struct ValidatorVersion(pub Version);

impl ValidatorVersion {
    /// Checks that this version supports the shader model of the DXIL program in `container`. Validator 1.N was
    /// released with shader model 6.N.
    pub fn check_supports(&self, container: &Container<'_>) -> Result<(), Error> {
        let Some(Ok(program)) = container.view::<ProgramPart<'_>>(FourCc::DXIL) else { return Ok(()) };
        let minor = u32::from(program.header.minor);
        let is_offline = minor == ProgramVersion::OFFLINE;
        if self.0.pair() == (0, 0) || is_offline || self.0.pair() >= (1, minor) {
            return Ok(());
        }
        let model = format!("{}.{minor}", program.header.major);
        Err(Error::Usage(format!(
            "--validator-version {}: the validator does not support shader model {model}, expected at least 1.{minor}",
            self.0
        )))
    }
}

impl FromStr for ValidatorVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let (newest_major, newest_minor) = NEWEST_VALIDATOR;
        // 0.0 stands for none.
        let is_known =
            |version: &(u32, u32)| *version == (0, 0) || (1, 0) <= *version && *version <= NEWEST_VALIDATOR;
        match numbers.filter(is_known) {
            Some((major, minor)) => Ok(Self(Version::new(major, minor))),
            None => {
                Err(format!("expected a version from 1.0 to {newest_major}.{newest_minor}, or 0.0 for none"))
            }
        }
    }
}
