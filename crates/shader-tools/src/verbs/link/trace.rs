//! `link --trace`: how far each input was opened, and why. Separate because people and programs are told the same.

use std::io::{self, Write};

use bstr::BString;
use dx_container::mangled_name::Shown;
use dxil_link::{Opened, Reason, Role};

use crate::json;
use crate::linking::job::Done;
use crate::streams;
use crate::style::{DIM, KEY, paint};

/// Prints a line for each input on standard error.
pub fn say(done: &Done<'_>) {
    for Opened { input, names, program } in done.trace() {
        let file = done.catalogue.name(input);
        let line = match &program {
            Some(reason) => format!("{}: program read: {}", paint(KEY, file), why(done, reason)),
            None => {
                let role = if done.catalogue.role(input) == Role::Named { "" } else { "candidate, " };
                paint(DIM, format!("{file}: {role}not needed, by its {}", names.name()))
            }
        };
        streams::say(line);
    }
}

fn why(done: &Done<'_>, reason: &Reason) -> String {
    let shown = |name: &BString| Shown(name.as_ref()).to_string();
    match reason {
        Reason::Function { function, caller: Some((caller, input)) } => {
            let (function, caller) = (shown(function), shown(caller));
            format!("it defines {function}, which {caller} of {} calls", done.catalogue.name(*input))
        }
        Reason::Function { function, caller: None } => {
            format!("it defines {}, which is asked for", shown(function))
        }
        Reason::Shaders => "its shaders are asked for".to_owned(),
        Reason::Everything => "all that it has is asked for, and it lists no function".to_owned(),
        Reason::Doubt { function } => {
            format!("it is one of several that list {}", shown(function))
        }
    }
}

/// Writes the inputs as a list of JSON.
pub fn write_json(done: &Done<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"[")?;
    for (index, Opened { input, names, program }) in done.trace().enumerate() {
        let separator = if index > 0 { ",\n" } else { "\n" };
        let file = json::text(done.catalogue.name(input));
        let role = if done.catalogue.role(input) == Role::Named { "named" } else { "candidate" };
        write!(out, "{separator}{{\"file\":{file},\"role\":\"{role}\",\"names\":\"{}\"", names.name())?;
        match &program {
            Some(reason) => write_reason(done, reason, out)?,
            None => out.write_all(b",\"program\":null")?,
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"\n]")
}

fn write_reason(done: &Done<'_>, reason: &Reason, out: &mut dyn Write) -> io::Result<()> {
    let text = |name: &BString| json::text(&json::in_utf8(name.as_ref()));
    let (why, function) = match reason {
        Reason::Function { function, caller: None } => ("asked-for", Some(function)),
        Reason::Function { function, .. } => ("called", Some(function)),
        Reason::Shaders => ("shaders", None),
        Reason::Everything => ("everything", None),
        Reason::Doubt { function } => ("doubt", Some(function)),
    };
    write!(out, ",\"program\":{{\"why\":\"{why}\"")?;
    if let Some(function) = function {
        write!(out, ",\"function\":{}", text(function))?;
    }
    if let Reason::Function { caller: Some((caller, input)), .. } = reason {
        let file = json::text(done.catalogue.name(*input));
        write!(out, ",\"caller\":{},\"callerFile\":{file}", text(caller))?;
    }
    out.write_all(b"}")
}
