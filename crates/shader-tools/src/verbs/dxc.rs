//! The command line of DXC for `-dumpbin`: the program lists a container if it is called `dxc`, for build scripts that
//! only disassemble. Separate from `dis`, which has options of its own.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use super::reference_arguments::{Arguments, OptionKind};
use crate::error::Error;
use crate::listings;
use crate::loading::reading;
use crate::output::write_file;
use crate::selection::input::display;
use crate::status::Status;
use crate::streams;

const OPTIONS: [(&str, OptionKind); 8] = [
    ("dumpbin", OptionKind::Flag),
    ("Cc", OptionKind::Flag),
    ("nologo", OptionKind::Flag),
    ("help", OptionKind::Flag),
    ("h", OptionKind::Flag),
    ("?", OptionKind::Flag),
    ("Fc", OptionKind::Joined),
    ("Fo", OptionKind::Unsupported("`shader-tools dis -o FILE` writes a listing")),
];

const USAGE: &str = "usage: dxc -dumpbin [-Fc FILE] FILE
shader-tools lists containers as dxc -dumpbin does. It does not compile HLSL: use DXC itself, or clang and
`shader-tools lower` (docs/lower.md)";

/// Runs `dxc` with these arguments, without its name.
pub fn run(arguments: &[OsString]) -> Status {
    let parsed = match Arguments::parse("dxc", arguments, &OPTIONS) {
        Ok(parsed) => parsed,
        Err(message) => {
            streams::print_message(format!("dxc: {message}\n{USAGE}"));
            return Status::Findings;
        }
    };
    if parsed.has_help() {
        let _ = writeln!(streams::raw(), "{USAGE}");
        return Status::Fine;
    }
    let Some(input) = parsed.input.as_deref().filter(|_| parsed.has("dumpbin")) else {
        streams::print_message(USAGE);
        return Status::Findings;
    };
    match list(input, parsed.value("Fc").map(Path::new)) {
        Ok(()) => Status::Fine,
        Err(error) => {
            streams::print_message(error.render(Some(&display(input)), None));
            Status::Findings
        }
    }
}

fn list(input: &Path, output: Option<&Path>) -> Result<(), Error> {
    let bytes = reading::read_any(input)?;
    let (listing, _) = listings::listing_of(&bytes)?;
    match output {
        Some(output) => write_file(output, listing.as_bytes()),
        None => streams::raw().write_all(listing.as_bytes()).map_err(Error::from),
    }
}
