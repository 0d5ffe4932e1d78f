//! `link --trace`: how far each input was opened, and why. Separate because people and programs are told the same.

use std::io::{self, Write};

use bstr::BString;
use dx_container::mangled_name::Shown;
use dxil_link::{Opened, Reason, Role};

use super::job::Done;
use crate::json;
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
    let function = Shown(reason.function.as_ref());
    match &reason.caller {
        Some((caller, input)) => {
            let caller = Shown(caller.as_ref());
            format!("it defines {function}, which {caller} of {} calls", done.catalogue.name(*input))
        }
        None if reason.function.is_empty() => "its shaders are asked for".to_owned(),
        None => format!("it defines {function}, which is asked for"),
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
        if let Some(Reason { function, caller }) = program {
            let text = |name: &BString| json::text(&json::in_utf8(name.as_ref()));
            write!(out, ",\"program\":{{\"function\":{}", text(&function))?;
            if let Some((caller, input)) = caller {
                let file = json::text(done.catalogue.name(input));
                write!(out, ",\"caller\":{},\"callerFile\":{file}", text(&caller))?;
            }
            out.write_all(b"}")?;
        } else {
            out.write_all(b",\"program\":null")?;
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"\n]")
}
