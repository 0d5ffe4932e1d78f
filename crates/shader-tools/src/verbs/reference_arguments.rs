//! Command lines of DXC's tools: options with one or two dashes, and values after `=` or as the next argument. Separate
//! because `dxa`, `dxc` and `dxv` parse alike.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The kind of an option.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// An option without a value.
    Flag,
    /// An option with a value.
    Value,
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
            let option = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
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
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(OsString::from(value))),
                None => (option, None),
            };
            match options.iter().find(|(known, _)| *known == name) {
                Some((name, OptionKind::Flag)) if value.is_none() => parsed.flags.push(name),
                Some((name, OptionKind::Value)) => {
                    let value = value.or_else(|| arguments.next().cloned());
                    let value = value.ok_or_else(|| format!("for the -{name} option: requires a value!"))?;
                    parsed.values.push((name, value));
                }
                Some((name, OptionKind::Unsupported(instead))) => {
                    return Err(format!("-{name} is not supported: {instead}"));
                }
                Some((_, OptionKind::Flag)) | None => {
                    return Err(format!("Unknown command line argument '{text}'.  Try: '{tool} -help'"));
                }
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
