//! Command lines of DXC's tools: options with one or two dashes, and values after `=` or as the next argument. Separate
//! because `dxa`, `dxc` and `dxv` parse alike.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use bstr::ByteSlice as _;

/// The kind of an option.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// An option without a value.
    Flag,
    /// An option with a value.
    Value,
    /// An option with a value that can also follow the name directly, as in `-FcFILE`.
    Joined,
    /// An option that is not supported, and the command to use instead.
    Unsupported(&'static str),
}

/// The arguments of a tool.
#[derive(Debug, Default)]
pub struct Arguments {
    /// The input file.
    pub input: Option<PathBuf>,
    flags: Vec<&'static str>,
    values: Vec<(&'static str, OsString)>,
}

impl Arguments {
    /// Parses the arguments of `tool`.
    pub fn parse(
        tool: &str,
        arguments: &[OsString],
        options: &[(&'static str, OptionKind)],
    ) -> Result<Self, String> {
        let mut parsed = Self::default();
        let mut arguments = arguments.iter();
        let mut options_end = false;
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            let bytes = argument.as_encoded_bytes();
            let option = bytes.strip_prefix(b"--").or_else(|| bytes.strip_prefix(b"-"));
            if text == "--" && !options_end {
                options_end = true;
                continue;
            }
            let Some(option) = option.filter(|option| !options_end && !option.is_empty()) else {
                if parsed.input.is_some() {
                    return Err(format!("Too many positional arguments specified: '{text}'"));
                }
                parsed.input = Some(argument.into());
                continue;
            };
            let found = options.iter().find_map(|(name, kind)| {
                let rest = option.strip_prefix(name.as_bytes())?;
                match (rest, kind) {
                    ([], _) => Some((*name, *kind, None)),
                    ([b'=', value @ ..], OptionKind::Value | OptionKind::Joined)
                    | (value, OptionKind::Joined) => Some((*name, *kind, Some(value))),
                    _ => None,
                }
            });
            match found {
                Some((name, OptionKind::Flag, _)) => parsed.flags.push(name),
                Some((name, OptionKind::Value | OptionKind::Joined, value)) => {
                    let value = value.map(|value| value.to_os_str_lossy().into_owned());
                    let value = value.or_else(|| arguments.next().cloned());
                    let value = value.ok_or_else(|| format!("for the -{name} option: requires a value!"))?;
                    parsed.values.push((name, value));
                }
                Some((name, OptionKind::Unsupported(instead), _)) => {
                    return Err(format!("-{name} is not supported: {instead}"));
                }
                None => return Err(format!("Unknown command line argument '{text}'.  Try: '{tool} -help'")),
            }
        }
        Ok(parsed)
    }

    /// Returns true if the flag is given.
    pub fn has(&self, name: &str) -> bool {
        self.flags.contains(&name)
    }

    /// Returns true if the help is requested.
    pub fn has_help(&self) -> bool {
        ["help", "h", "?"].into_iter().any(|name| self.has(name))
    }

    /// The last value of an option.
    pub fn value(&self, name: &str) -> Option<&OsStr> {
        let mut values = self.values.iter().rev();
        values.find(|(known, _)| *known == name).map(|(_, value)| value.as_os_str())
    }
}
