//! `pdb extract`: writes sources, compiler arguments and container of a PDB to files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice as _};
use dx_container::fields::Printable;

use super::safe_names::SafeNames;
use crate::error::Error;
use crate::globals::Globals;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::recorded_sources::{self, Place, Recorded};
use crate::output::{Files, Output, write_file, write_stdout};
use crate::run::{Format, Run};
use crate::selection::input::{Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::streams;
use crate::style::{NOTE, paint};

/// Write the sources, compiler arguments and container of a PDB.
///
/// Sources are written below the folder that -o names, under the names that the compiler received. Absolute names,
/// names with `..`, reserved names and duplicate names are changed, and a note reports each change. No file is written
/// outside the folder.
///
/// Exit status: 1 if the file has no sources.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true)))]
pub struct Extract {
    /// PDB, shader with embedded sources, or - for standard input.
    file: PathBuf,

    /// Output folder for the sources.
    #[arg(short, long, value_name = "DIR", group = "what")]
    output: Option<PathBuf>,

    /// Output file for the compiler arguments, as one command line [default: standard output].
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        group = "what"
    )]
    arguments: Option<PathBuf>,

    /// Output file for the container.
    #[arg(long, value_name = "FILE", group = "what")]
    container: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools pdb extract examples/triangle_ps_debug.dxil -o out/sources/
  shader-tools pdb extract --arguments examples/triangle_ps_debug.dxil

More: docs/pdb.md";

impl Extract {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(std::slice::from_ref(&self.file), Wanted::SHADERS, globals, Format::Text)
            .without_trailing();
        if run.inputs.iter().any(|input| input.from_folder) {
            run.fail(&Error::Usage(format!("{} is a folder: expected one file", display(&self.file))));
            return run.status();
        }
        run.each(
            |input, bytes, out, _| {
                let place = Place::of(bytes);
                self.extract(input, place.bytes, out).map_err(|error| place.placed(error))
            },
            |_, ()| {},
        );
        run.status()
    }

    fn extract(&self, input: &Input, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
        let file = LoadedShader::open(bytes)?;
        let container = file.container()?;
        // All that can be wrong with the file comes before anything is written.
        let wants_recorded = self.output.is_some() || self.arguments.is_some();
        let recorded = if wants_recorded {
            let text = || {
                format!(
                    "no sources and no compiler arguments: the file has no {}",
                    recorded_sources::source_parts()
                )
            };
            Some(Recorded::in_parts_or_module(&file, &container)?.ok_or_else(|| Error::Missing(text()))?)
        } else {
            None
        };
        if let (Some(_), Some(recorded @ (Recorded::DebugInformation(_) | Recorded::ProgramDatabase(..)))) =
            (&self.arguments, &recorded)
        {
            let text = format!(
                "compiler arguments are not available: only the sources of part {} can be read",
                recorded.part()
            );
            return Err(Error::Missing(text));
        }
        let planned = match (&self.output, &recorded) {
            (Some(folder), Some(recorded)) => Some((recorded, plan(folder, recorded)?)),
            _ => None,
        };
        let [container_to, arguments_to] = [&self.container, &self.arguments].map(|path| {
            let path = path.as_deref()?;
            let below = Output::to(Some(path.to_owned())).target(input, "");
            Some(below.unwrap_or_else(|| path.to_owned()))
        });
        let files = Files::reading(input.path().into_iter());
        [&container_to, &arguments_to].into_iter().flatten().try_for_each(|path| files.claim(path))?;
        planned.iter().try_for_each(|(_, planned)| planned.claim(&files))?;

        if let Some(path) = &container_to {
            let end = container.bytes().len() - container.trailing().len();
            let bytes = container.bytes().get(..end).unwrap_or_default();
            if path.as_os_str() == "-" { write_stdout(bytes) } else { write_file(path, bytes) }?;
        }
        if let (Some(path), Some(recorded)) = (&arguments_to, &recorded) {
            let line = recorded.arguments().command_line() + "\n";
            if path.as_os_str() == "-" {
                out.write_all(line.as_bytes())?;
            } else {
                write_file(path, line.as_bytes())?;
            }
        }
        planned.map_or(Ok(()), |(recorded, planned)| planned.write(recorded))
    }
}

/// Where the sources go, in their order.
struct Planned {
    folder: PathBuf,
    /// The name a source has and its path below the folder.
    paths: Vec<(BString, PathBuf)>,
}

/// Finds a path for each source, and checks that it can be written without leaving the folder.
fn plan(folder: &Path, recorded: &Recorded<'_>) -> Result<Planned, Error> {
    let mut names = SafeNames::default();
    let mut planned = Planned { folder: folder.to_owned(), paths: Vec::new() };
    recorded.each_source(|name, _| {
        let path = names.path_for(name);
        check_stays_inside(folder, &path)?;
        let is_folder = fs::metadata(folder.join(&path)).is_ok_and(|found| found.is_dir());
        if is_folder {
            let cause = format!("{} is a folder, expected a file name", display(&folder.join(&path)));
            return Err(Error::Io { doing: "write", cause: io::Error::other(cause) });
        }
        planned.paths.push((name.to_owned(), path));
        Ok(())
    })?;
    Ok(planned)
}

/// Fails where a link below `folder`, which was there before, would lead `path` elsewhere.
fn check_stays_inside(folder: &Path, path: &Path) -> Result<(), Error> {
    let mut at = folder.to_owned();
    for component in path.components() {
        at.push(component);
        if fs::symlink_metadata(&at).is_ok_and(|found| found.is_symlink()) {
            let cause =
                format!("{} is a symbolic link, which can point outside of the output folder", display(&at));
            return Err(Error::Io { doing: "write", cause: io::Error::other(cause) });
        }
    }
    Ok(())
}

impl Planned {
    /// Fails where a source would take the place of something else that is read or written.
    fn claim(&self, files: &Files) -> Result<(), Error> {
        self.paths.iter().try_for_each(|(_, path)| files.claim(&self.folder.join(path)))
    }

    fn write(self, recorded: &Recorded<'_>) -> Result<(), Error> {
        let mut paths = self.paths.into_iter();
        recorded.each_source(|_, text| {
            let Some((name, path)) = paths.next() else { return Ok(()) };
            write_file(&self.folder.join(&path), text)?;
            if *name != *path.to_string_lossy().as_bytes() {
                let (name, path) = (Printable(name.as_bstr()), display(&path));
                streams::print_message(format!(
                    "{}: source {name} is written as {path}",
                    paint(NOTE, "note")
                ));
            }
            Ok(())
        })
    }
}
