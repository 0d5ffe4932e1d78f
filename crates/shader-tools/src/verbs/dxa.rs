//! The command line of DXC's assembler, `dxa`: the program behaves like it if it is called `dxa`, so that build scripts
//! can call this program instead. Separate from `as` and `parts`, which have options of their own.
//!
//! Options and first output lines match DXC's `dxa`, which also writes an unsigned container.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use bstr::ByteSlice as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc, Signing};
use dxil::assemble::{self, assemble};

use super::reference_arguments::{Arguments, OptionKind};
use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::read_module::ReadModule;
use crate::loading::reading;
use crate::loading::recorded_sources::Recorded;
use crate::output::write_file;
use crate::selection::input::display;
use crate::status::Status;
use crate::streams;

const HELP: &str = "OVERVIEW: dxil assembly

USAGE: dxa [options] <input .ll file>

OPTIONS:
  -extractfile=<string> - Extract file from debug information (use '*' for all files)
  -extractpart=<string> - Extract one part from input container (use 'module' or 'dbgmodule' for a .ll file)
  -help                 - Print help
  -listfiles            - List files in input container
  -listparts            - List parts in input container
  -o=<filename>         - Override output filename
";

const OPTIONS: [(&str, OptionKind); 11] = [
    ("help", OptionKind::Flag),
    ("h", OptionKind::Flag),
    ("?", OptionKind::Flag),
    ("listparts", OptionKind::Flag),
    ("listfiles", OptionKind::Flag),
    ("dumprs", OptionKind::Unsupported("`shader-tools inspect` shows the root signature")),
    ("dumprdat", OptionKind::Unsupported("`shader-tools inspect --json` shows RDAT")),
    ("dumpreflection", OptionKind::Unsupported("`shader-tools reflect` shows the reflection")),
    ("extractpart", OptionKind::Value),
    ("extractfile", OptionKind::Value),
    ("o", OptionKind::Value),
];

/// Runs `dxa` with these arguments, without its name.
pub fn run(arguments: &[OsString]) -> Status {
    let arguments = match Arguments::parse("dxa", arguments, &OPTIONS) {
        Ok(arguments) => arguments,
        Err(message) => {
            streams::print_message(format!("dxa: {message}"));
            return Status::Findings;
        }
    };
    let Some(input) = arguments.input.as_deref().filter(|_| !arguments.has_help()) else {
        streams::print_message(HELP.trim_end());
        return Status::Usage;
    };
    let done = read(input).and_then(|bytes| {
        let output = arguments.value("o").map(PathBuf::from);
        if arguments.has("listparts") {
            list_parts(&bytes)
        } else if arguments.has("listfiles") {
            sources(&bytes, None)
        } else if let Some(name) = arguments.value("extractpart") {
            extract_part(&bytes, &name.to_string_lossy(), input, output)
        } else if let Some(name) = arguments.value("extractfile") {
            sources(&bytes, Some(&name.to_string_lossy()))
        } else {
            assemble_file(&bytes, input, output)
        }
    });
    match done.and_then(|text| streams::raw().write_all(&text).map_err(Error::from)) {
        Ok(()) => Status::Fine,
        Err(error) => {
            streams::print_message(error.render(Some(&display(input)), None));
            Status::Findings
        }
    }
}

fn read(input: &Path) -> Result<Vec<u8>, Error> {
    if input.as_os_str() == "-" { reading::read_any_stdin() } else { reading::read_any(input) }
}

/// Assembles LLVM assembly or bitcode to a container.
fn assemble_file(bytes: &[u8], input: &Path, output: Option<PathBuf>) -> Result<Vec<u8>, Error> {
    let module = match ReadModule::of(bytes) {
        Ok(read) => read.module,
        Err(faults) => {
            let unknown = || Error::Invalid("the module is not valid".to_owned());
            return Err(faults.into_first().unwrap_or_else(unknown));
        }
    };
    let options = assemble::Options { signing: Signing::Zero, ..assemble::Options::default() };
    let container = assemble(module, &options)?;
    let is_text = input.extension().is_some_and(|extension| extension == "ll" || extension == "bc");
    let name = || match is_text {
        true => input.with_extension("dxbc"),
        false => appended(input, ".dxbc"),
    };
    write_result(&container, input, output.unwrap_or_else(name), |name, _| {
        format!("Assembly succeeded.\nOutput written to \"{name}\"\n")
    })
}

/// Extracts a part; `module` and `dbgmodule` are the bitcode in DXIL and ILDB.
fn extract_part(bytes: &[u8], name: &str, input: &Path, output: Option<PathBuf>) -> Result<Vec<u8>, Error> {
    let file = LoadedShader::open(bytes)?;
    let container = file.container()?;
    let (name, is_module) = match name {
        "module" => ("DXIL", true),    // not a FourCC
        "dbgmodule" => ("ILDB", true), // not a FourCC
        name => (name, false),
    };
    let wanted = name.as_bytes().first_chunk().filter(|_| name.len() == 4).map(|name| FourCc(*name));
    let wanted = wanted
        .ok_or_else(|| Error::Usage(format!("found the part name {name:?}, expected four characters")))?;
    let part = container
        .part(wanted)
        .ok_or_else(|| Error::Missing(format!("the container has no part {wanted}")))?;
    let program = container.view::<ProgramPart<'_>>(wanted).filter(|_| is_module).transpose();
    let data = program.map_err(|error| file.placed(error))?.map_or(part.data, |program| program.bitcode);
    let extension = if is_module { "ll" } else { name };
    let output = output.unwrap_or_else(|| appended(input, &format!(".{extension}")));
    write_result(data, input, output, |name, bytes| format!("{bytes} bytes written to {name}\n"))
}

/// Writes a result to a file, and returns the line about it; the result itself for standard output.
fn write_result(
    data: &[u8],
    input: &Path,
    output: PathBuf,
    line: impl Fn(&str, usize) -> String,
) -> Result<Vec<u8>, Error> {
    if output.as_os_str() == "-"
        || input.as_os_str() == "-" && output.as_os_str().to_string_lossy().starts_with("-.")
    {
        return Ok(data.to_vec());
    }
    write_file(&output, data)?;
    Ok(line(&output.to_string_lossy(), data.len()).into_bytes())
}

fn appended(input: &Path, extension: &str) -> PathBuf {
    let mut name = input.to_owned();
    name.as_mut_os_string().push(extension);
    name
}

fn list_parts(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let file = LoadedShader::open(bytes)?;
    let container = file.container()?;
    let mut text = format!("Part count: {}\n", container.parts().len());
    for (index, part) in container.parts().iter().enumerate() {
        text.push_str(&format!("#{index} - {} ({} bytes)\n", part.name, part.data.len()));
    }
    Ok(text.into_bytes())
}

/// The names of the HLSL files, or the content of the file called `wanted` (`*`: of all files).
fn sources(bytes: &[u8], wanted: Option<&str>) -> Result<Vec<u8>, Error> {
    let file = LoadedShader::open(bytes)?;
    let container: Container<'_> = file.container()?;
    let recorded = Recorded::in_parts_or_module(&file, &container)?;
    let recorded =
        recorded.ok_or_else(|| Error::Missing("no HLSL source in the debug information".to_owned()))?;
    let (mut text, mut has_found) = (Vec::new(), wanted.is_none());
    recorded.each_source::<Error>(|name, source| {
        match wanted {
            None => text.extend([name.as_bytes(), b"\r\n"].concat()),
            Some(wanted) if wanted == "*" || name.as_bytes() == wanted.as_bytes() => {
                has_found = true;
                text.extend_from_slice(source.as_bytes());
            }
            Some(_) => {}
        }
        Ok(())
    })?;
    let missing =
        || Error::Missing(format!("no HLSL file {:?}: -listfiles lists them", wanted.unwrap_or_default()));
    if has_found { Ok(text) } else { Err(missing()) }
}
