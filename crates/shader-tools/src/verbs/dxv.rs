//! `dxv`: the reference validator's command line, exit statuses and first lines, so that compilers that call it can
//! call this.
//!
//! The program does the same where it is called `dxv`. As for the reference, SYM0 and STR0 are unknown parts, and a
//! container without a program is not valid.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use dx_container::{Container, ContainerBuilder, FourCc, Signing, is_container};
use located::Severity;

use super::reference_arguments::{Arguments, OptionKind};
use crate::error::Error;
use crate::judging::{DebugFiles, Finding, Judge, Judgement, SourcePlace};
use crate::loading::reading::{self, Needs, Texts};
use crate::output::write_file;
use crate::selection::input::display;
use crate::status::Status;
use crate::streams;

/// Validate a file as DXC's dxv does, with the same command line.
///
/// `dxv` accepts the arguments of DXC's dxv, returns the same exit statuses, and begins its output
/// with the same lines. `dxv -help` lists the options.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(disable_help_flag = true)]
pub struct Dxv {
    /// File to validate; -o FILE writes the signed container.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FILE")]
    arguments: Vec<OsString>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools dxv examples/scan_cs.dxil
  shader-tools dxv examples/scan_cs.dxil -o signed.dxil

More: docs/validate.md";

const HELP: &str = "OVERVIEW: dxil validator

USAGE: dxv [options] <input dxil file>

OPTIONS:
  -help - Print help
  -o=<filename> - Override output filename for signed container
";

const OPTIONS: [(&str, OptionKind); 4] =
    [("help", OptionKind::Flag), ("h", OptionKind::Flag), ("?", OptionKind::Flag), ("o", OptionKind::Value)];

/// The exit status of the reference where no file is named.
const NO_INPUT: Status = Status::Usage;

impl Dxv {
    pub fn run(&self) -> Status {
        run(&self.arguments)
    }
}

/// Does what `dxv` does with these arguments, its name not among them.
pub fn run(arguments: &[OsString]) -> Status {
    let mut out = streams::coloured();
    let arguments = match Arguments::parse("dxv", arguments, &OPTIONS) {
        Ok(arguments) => arguments,
        Err(message) => {
            streams::print_message(format!("dxv: {message}"));
            return Status::Findings;
        }
    };
    let (text, status) = match arguments.input.as_deref().filter(|_| !arguments.has_help()) {
        Some(input) => validate(input, arguments.value("o").map(Path::new)),
        None => (HELP.to_owned(), NO_INPUT),
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => status,
        Err(_) => Status::Findings,
    }
}

/// The output for a file, and the exit status.
fn validate(input: &Path, output: Option<&Path>) -> (String, Status) {
    let bytes = match reading::read_file(input, Needs { texts: Texts::Assembly, trailing: true }) {
        Ok(bytes) => bytes,
        Err(Error::Io { cause, .. }) => {
            return (format!("{}: cannot read: {cause}\n", display(input)), Status::Findings);
        }
        Err(error) => return (format!("{}: {}\n", display(input), error.message()), Status::Findings),
    };
    let debug_files = DebugFiles::none();
    let judge = Judge {
        validator_version: None,
        root_signature: None,
        symbols: false,
        debug_files: &debug_files,
        is_listed: false,
    };
    let judgement = match judge.judge(&bytes, None) {
        Ok(judgement) => judgement,
        Err(error) => return (format!("error: {}\nValidation failed.\n", error.message()), Status::Findings),
    };
    let has_program = !is_container(&bytes)
        || Container::parse(&bytes).is_ok_and(|container| container.part(FourCc::DXIL).is_some());
    if !judgement.is_valid() || !has_program {
        return (failed(&judgement), Status::Findings);
    }
    let mut text = String::new();
    if let Some(output) = output {
        match write(&bytes, output) {
            Ok(line) => text.push_str(&line),
            Err(error) => return (format!("{}\n", error.message()), Status::Findings),
        }
    }
    text.push_str("Validation succeeded.");
    (text, Status::Fine)
}

fn failed(judgement: &Judgement) -> String {
    let mut text = String::new();
    for Finding { message, function, instruction, block, block_index, source, .. } in
        judgement.findings.iter().filter(|found| found.severity == Severity::Error)
    {
        match (source, function) {
            (Some(source), _) => text.push_str(&source_prefix(source)),
            (None, Some(function)) => text.push_str(&format!("Function: {function}: ")),
            (None, None) => {}
        }
        text.push_str(&format!("error: {message}\n"));
        // Of what is no instruction, the reference notes nothing.
        if let (Some(instruction), Some(block), Some(index)) = (instruction, block, block_index) {
            let block = block_name(block, *index);
            let of_function =
                function.as_ref().map(|function| format!(" of function '{function}'")).unwrap_or_default();
            text.push_str(&format!("note: at '{instruction}' in block '{block}'{of_function}.\n"));
        }
    }
    text.push_str("Validation failed.\n");
    text
}

/// `a.hlsl:12:3: `, as compilers begin their messages.
fn source_prefix(source: &SourcePlace) -> String {
    let SourcePlace { file, line, column, .. } = source;
    let mut prefix = file.as_ref().map_or_else(String::new, |file| format!("{file}:"));
    prefix.push_str(&format!("{line}:"));
    if *column > 0 {
        prefix.push_str(&format!("{column}:"));
    }
    prefix + " "
}

/// A block by its name, or without one by its place in the function.
fn block_name(name: &str, index: u32) -> String {
    let name = name.strip_prefix('%').unwrap_or(name);
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("#{index}") } else { name.trim_matches('"').to_owned() }
}

/// Writes a container signed; says so as the reference does.
fn write(bytes: &[u8], output: &Path) -> Result<String, Error> {
    if !is_container(bytes) {
        return Ok("Source was not a DxilContainer, no output file written.\n".to_owned());
    }
    let container = Container::parse(bytes)?;
    let signed = ContainerBuilder::from(&container).build(Signing::Sign)?;
    write_file(output, &signed)?;
    let name = Path::new(output).display();
    let what = if Container::parse(&signed)?.digest() == container.digest() { "Unchanged" } else { "Signed" };
    Ok(format!("{what} DxilContainer written to \"{name}\"\n"))
}
