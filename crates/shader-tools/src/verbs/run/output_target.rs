//! An output of the command line: a register, and the file for its data. Separate from the data, which exist only after
//! the run.

use std::path::PathBuf;
use std::str::FromStr;

use dxil_run::Format;

use super::binding::Register;
use super::data;
use super::images::refuse_other_pictures;

/// Where a register's data go.
#[derive(Debug, Clone)]
pub struct OutputTarget {
    pub register: Register,
    pub path: PathBuf,
    /// As text in this format.
    pub format: Option<Format>,
}

impl FromStr for OutputTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (register, target) = text.split_once('=').ok_or("expected REGISTER=FILE, such as u0=out.bin")?;
        let (path, format) = match target.rsplit_once(':').map(|(path, format)| (path, data::format(format)))
        {
            Some((path, Some(format))) => (path, Some(format)),
            Some(("-", None)) => {
                return Err(format!("unknown format in {target:?}, expected {}", data::FORMATS));
            }
            _ => (target, None),
        };
        if path.is_empty() {
            return Err("expected a file after `=`".to_owned());
        }
        if format.is_none() {
            refuse_other_pictures(path.as_ref())?;
        }
        Ok(Self { register: register.parse()?, path: path.into(), format })
    }
}
