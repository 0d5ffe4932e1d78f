//! `link --trace`: how far each input was opened, and why. Separate because people and programs are told the same.

use bstr::BString;
use dx_container::mangled_name::Shown;
use dxil_link::{Opened, Reason, Role};
use serde::Serialize;

use crate::json::{Text, in_utf8};
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
                paint(DIM, format!("{file}: {role}not needed according to the {}", names.name()))
            }
        };
        streams::print_message(line);
    }
}

fn why(done: &Done<'_>, reason: &Reason) -> String {
    let shown = |name: &BString| Shown(name.as_ref()).to_string();
    match reason {
        Reason::Function { function, caller: Some((caller, input)) } => {
            let (function, caller) = (shown(function), shown(caller));
            format!("defines {function}, which {caller} of {} calls", done.catalogue.name(*input))
        }
        Reason::Function { function, caller: None } => {
            format!("defines {}, which is an exported function or the entry function", shown(function))
        }
        Reason::Shaders => "the entry functions are exported".to_owned(),
        Reason::Everything => "all functions are exported, but the file has no list of functions".to_owned(),
        Reason::Doubt { function } => {
            format!("another file also lists {}", shown(function))
        }
    }
}

/// An input file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Input"))]
pub struct InputObject<'a> {
    /// The path of the input file.
    file: &'a str,
    /// `named` for a file or folder on the command line, `candidate` for a file from a `--library-path`.
    #[cfg_attr(test, schemars(extend("enum" = ["named", "candidate"])))]
    role: &'static str,
    /// The source from which `link` reads the function names of the input.
    names: &'static str,
    /// The reason for which `link` read the program; `null` if `link` read only the function names.
    program: Option<ReasonObject<'a>>,
}

/// The reason for which `link` read a program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[serde(rename_all = "camelCase")]
struct ReasonObject<'a> {
    /// The kind of the reason.
    #[cfg_attr(test, schemars(extend("enum" = ["asked-for", "called", "shaders", "everything", "doubt"])))]
    why: &'static str,
    /// The mangled name of the function that the input defines or lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<Text<'a>>,
    /// The mangled name of the calling function.
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<Text<'a>>,
    /// The path of the file of the calling function.
    #[serde(skip_serializing_if = "Option::is_none")]
    caller_file: Option<&'a str>,
}

/// The inputs in JSON.
pub fn objects<'a>(done: &'a Done<'_>) -> impl Iterator<Item = InputObject<'a>> {
    done.trace().map(|Opened { input, names, program }| InputObject {
        file: done.catalogue.name(input),
        role: if done.catalogue.role(input) == Role::Named { "named" } else { "candidate" },
        names: names.name(),
        program: program.map(|reason| reason_object(done, reason)),
    })
}

fn reason_object<'a>(done: &'a Done<'_>, reason: Reason) -> ReasonObject<'a> {
    let text = |name: BString| Text::from(in_utf8(name.as_ref()).into_owned());
    let (why, function, caller) = match reason {
        Reason::Function { function, caller: None } => ("asked-for", Some(function), None),
        Reason::Function { function, caller } => ("called", Some(function), caller),
        Reason::Doubt { function } => ("doubt", Some(function), None),
        Reason::Shaders => ("shaders", None, None),
        Reason::Everything => ("everything", None, None),
    };
    let (caller, input) = caller.unzip();
    ReasonObject {
        why,
        function: function.map(text),
        caller: caller.map(text),
        caller_file: input.map(|input| done.catalogue.name(input)),
    }
}
