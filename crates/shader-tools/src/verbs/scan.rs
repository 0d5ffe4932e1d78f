//! `scan`: the containers inside any file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use dx_container::DigestState;
use dx_container::scan::{Found, Scan as Containers};
use serde::Serialize;

use crate::digest_state::{self, DigestObject};
use crate::error::{Error, ErrorObject};
use crate::globals::Globals;
use crate::json;
use crate::output::{Files, check_names, is_folder, write_file_with};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::input::{Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{DIM, NOTE, TITLE, counted, grouped, paint};

/// Find shaders inside archives, executables and other files.
///
/// `scan` lists each complete container with a valid header and a valid part table of at most 1,024 parts. If the
/// digest of a container is wrong, `scan` also searches inside the container for further containers. If the digest is
/// valid, zero or a sentinel, `scan` continues after the end of the container.
///
/// `scan` does not find compressed or encrypted shaders. Files may be larger than memory.
///
/// Exit status: 1 if a file contains no container.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files of any kind, folders, or - for standard input")))]
pub struct Scan {
    #[command(flatten)]
    inputs: Inputs,

    /// Output folder for the containers (named FILE.OFFSET.dxil or FILE.OFFSET.dxbc).
    #[arg(long, value_name = "DIR")]
    extract: Option<PathBuf>,

    /// Print JSON (schema shader-tools.scan/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools scan game.pak                    offset and size of each container
  shader-tools scan --extract shaders/ game.pak

More: docs/recipes.md";

/// The shaders found in one file.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    found: usize,
    wrong: usize,
}

const SCHEMA: &str = "shader-tools.scan/1";

/// The output for one file.
enum Shown<'s, 'w> {
    Text(&'s mut dyn Write),
    Json(&'s mut json::List<'w>),
}

/// The first member of a file object.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Head {
    #[serde(flatten)]
    file: FileName,
}

/// The last member of a file object.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Tail {
    /// The error that stopped the scan; absent if `scan` read the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorObject>,
}

/// A container.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Container {
    /// The offset of the container in the file.
    offset: u64,
    /// The size of the container in bytes.
    size: u32,
    /// The number of parts.
    parts: u32,
    /// The profile of the program; absent for a container without a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    digest: DigestObject,
}

impl From<&Found> for Container {
    fn from(found: &Found) -> Self {
        Self {
            offset: found.offset,
            size: found.size,
            parts: found.parts,
            profile: found.version.map(|version| version.to_string()),
            digest: DigestObject::new(found.digest, found.state),
        }
    }
}

#[test]
fn schema_is_fresh() {
    /// The containers in a file.
    #[derive(Serialize, schemars::JsonSchema)]
    struct File {
        #[serde(flatten)]
        head: Head,
        /// The containers, sorted by offset.
        found: Vec<Container>,
        #[serde(flatten)]
        tail: Tail,
    }
    json::schema::check::<json::schema::Files<File>>(SCHEMA);
}

impl Scan {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::Anything, globals, Format::json_if(self.json, SCHEMA));
        if let Err(error) = self.check(&run.inputs) {
            return run.refuse(&error);
        }
        let read = Files::reading(run.inputs.iter().filter_map(Input::path));
        let many = run.inputs.len() > 1;
        let (mut all, mut files) = (Count::default(), 0);
        run.each_unread(
            |input, out, outcome: &mut Outcome<Count>| {
                let (mut file, size) = input.open()?;
                let result = if self.json {
                    let mut object = json::Object::begin(out)?;
                    object.members(&Head { file: input.name() })?;
                    let result = object.list("found", |found| {
                        self.list(input, (&mut file, size), &read, many, &mut Shown::Json(found), outcome)
                    })?;
                    object.members(&Tail { error: result.as_ref().err().map(ErrorObject::from) })?;
                    object.end()?;
                    result
                } else {
                    self.list(input, (&mut file, size), &read, many, &mut Shown::Text(out), outcome)
                };
                match result {
                    Err(error) if error.status() == Status::Unreadable => outcome.fail(&error, input),
                    Err(error) => outcome.add(&error, input, None),
                    Ok(()) if outcome.value.found == 0 => outcome.status = Status::Findings,
                    Ok(()) => {}
                }
                Ok(())
            },
            |_, count| {
                all.found += count.found;
                all.wrong += count.wrong;
                files += usize::from(count.found > 0);
            },
        );
        if !self.json {
            let of = counted(run.files(), "file");
            let unreadable = match run.failures() {
                0 => String::new(),
                failures => format!(", {} unreadable", grouped(failures as u64)),
            };
            let wrong = match all.wrong {
                0 => String::new(),
                wrong => format!(", {} with a wrong digest", grouped(wrong as u64)),
            };
            let found = counted(all.found, "container");
            run.print(|out| writeln!(out, "{found} in {} of {of}{wrong}{unreadable}", grouped(files as u64)));
        }
        run.status()
    }

    fn check(&self, inputs: &[Input]) -> Result<(), Error> {
        match &self.extract {
            Some(folder) if folder.exists() && !is_folder(folder) => Err(Error::Usage(format!(
                "{} is not a folder, but --extract requires a folder",
                display(folder)
            ))),
            Some(_) => check_names(inputs),
            None => Ok(()),
        }
    }

    /// Lists the containers in `file` of some size, and extracts them.
    fn list(
        &self,
        input: &Input,
        (file, size): (&mut File, u64),
        read: &Files,
        many: bool,
        shown: &mut Shown<'_, '_>,
        outcome: &mut Outcome<Count>,
    ) -> Result<(), Error> {
        let cannot_read = |cause| Error::Io { doing: "read", cause };
        let mut again = file.try_clone().map_err(cannot_read)?;
        let fetch = |offset: u64, buffer: &mut [u8]| {
            file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(buffer))
        };
        for found in Containers::new(size, fetch) {
            let found = found.map_err(cannot_read)?;
            let count = &mut outcome.value;
            match shown {
                Shown::Json(list) => json::write(list.item()?, &Container::from(&found))?,
                Shown::Text(out) => {
                    if many && count.found == 0 {
                        writeln!(out, "{}", paint(TITLE, input.name()))?;
                    }
                    write_line(*out, &found)?;
                }
            }
            count.found += 1;
            count.wrong += usize::from(matches!(found.state, DigestState::Wrong(_)));
            if let Some(folder) = &self.extract {
                let end = if found.has_dxil { "dxil" } else { "dxbc" };
                let mut to = folder.join(&input.relative).into_os_string();
                to.push(format!(".{:08x}.{end}", found.offset));
                extract(&mut again, &found, Path::new(&to), read)?;
            }
        }
        Ok(())
    }
}

fn write_line(out: &mut dyn Write, found: &Found) -> io::Result<()> {
    let Found { offset, version, state, .. } = *found;
    let what = version.map_or("no program".to_owned(), |version| version.to_string());
    let parts = counted(found.parts as usize, "part");
    let size = grouped(found.size.into());
    let digest = match state {
        DigestState::Valid => String::new(),
        DigestState::Wrong(_) => format!("  {}", paint(NOTE, "wrong digest: changed or overwritten")),
        _ => format!("  {}", paint(DIM, digest_state::name(state))),
    };
    writeln!(out, "  {offset:#012x}  {size:>11} bytes  {what:10}  {parts}{digest}")
}

/// Copies a container to a file of its own.
fn extract(file: &mut File, found: &Found, to: &Path, read: &Files) -> Result<(), Error> {
    read.claim(to)?;
    write_file_with(to, |out| {
        file.seek(SeekFrom::Start(found.offset))?;
        let copied = io::copy(&mut file.take(found.size.into()), out)?;
        if copied == u64::from(found.size) { Ok(true) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    })
}
