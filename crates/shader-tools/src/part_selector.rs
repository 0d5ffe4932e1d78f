//! Names of parts on the command line: `DXIL`, or `STAT#1` for the second of that name; `DXIL=FILE` with content.

use std::path::PathBuf;
use std::str::FromStr;

use dx_container::FourCc;

/// A part by name, and by number where a name occurs more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartSelector {
    /// The name.
    pub name: FourCc,
    /// The index among the parts of that name, from 0; all of them where it is not given.
    pub nth: Option<usize>,
}

impl PartSelector {
    /// The indices, among parts with these names, of those selected.
    pub fn select(self, names: impl Iterator<Item = FourCc>) -> Vec<usize> {
        let same = names.enumerate().filter(|&(_, name)| name == self.name).map(|(index, _)| index);
        match self.nth {
            Some(nth) => same.skip(nth).take(1).collect(),
            None => same.collect(),
        }
    }
}

impl std::fmt::Display for PartSelector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name)?;
        self.nth.map_or(Ok(()), |nth| write!(f, "#{nth}"))
    }
}

impl FromStr for PartSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, nth) = match text.split_at_checked(4) {
            Some((name, "")) => (name, None),
            Some((name, rest)) => match rest.strip_prefix('#').map(str::parse) {
                Some(Ok(nth)) => (name, Some(nth)),
                _ => return Err(format!("expected NAME, NAME#0, NAME#1, …, found {text:?}")),
            },
            None => (text, None),
        };
        Ok(Self { name: name.parse().map_err(|error: dx_container::NotFourCc| error.to_string())?, nth })
    }
}

/// A part and the file that holds its content: `P` is a [`PartSelector`], or a [`FourCc`] for a new part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartFile<P> {
    /// The part.
    pub part: P,
    /// The content.
    pub path: PathBuf,
}

impl<P: FromStr> FromStr for PartFile<P>
where
    P::Err: ToString,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (part, path) =
            text.split_once('=').ok_or_else(|| format!("expected NAME=FILE, found {text:?}"))?;
        Ok(Self { part: part.parse().map_err(|error: P::Err| error.to_string())?, path: path.into() })
    }
}
