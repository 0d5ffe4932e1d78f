//! The version of the validator that the command line asks for. Separate because more than one verb does.

use std::str::FromStr;

use dxil::assemble::NEWEST_VALIDATOR;
use dxil::shader::Version;

/// A version of the validator, such as `1.8`.
#[derive(Debug, Clone, PartialEq)]
pub struct ValidatorVersion(pub Version);

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
