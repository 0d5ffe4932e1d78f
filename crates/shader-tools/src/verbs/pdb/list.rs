//! `pdb list`: the content of PDBs, as pages or JSON.

use std::io::Write;

use bstr::ByteSlice as _;
use dx_container::fields::Printable;
use dx_container::flags::HashFlags;
use dx_container::parts::debug_name::DebugName;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::{Container, ContainerError, FourCc};
use serde::Serialize;

use crate::digest_state::hex;
use crate::error::{Error, ErrorObject};
use crate::globals::Globals;
use crate::json::{self, Text};
use crate::layout::write_pairs;
use crate::loading::compiler_arguments::Arguments;

use crate::loading::loaded_shader::LoadedShader;
use crate::loading::recorded_sources::{self, Place, Recorded};
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{DIM, NOTE, TITLE, grouped, paint};
use crate::table::table;

/// List the hash, name, sources and compiler arguments of PDBs.
///
/// Input: PDBs, and shaders with embedded debug information. In folders, `pdb list` skips shaders without debug
/// information.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct List {
    #[command(flatten)]
    inputs: Inputs,

    /// Print JSON (schema shader-tools.pdb/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools pdb list examples/triangle_ps_debug.dxil
  shader-tools pdb list --json examples/

More: docs/pdb.md";

const SCHEMA: &str = "shader-tools.pdb/1";

/// The debug information of a PDB or shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The GUID of the PDB; `null` if the file is not a PDB.
    guid: Option<String>,
    /// The digest in HASH or PDBI; `null` if the container has neither part.
    hash: Option<String>,
    /// True if the compiler computed the hash from the program with debug information (`-Zss`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hash_includes_source: bool,
    /// True if the PDB is stored in the private data of a shader.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    in_private_data: bool,
    /// The debug name in ILDN or PDBI; `null` if the container has neither part.
    name: Option<&'a str>,
    /// The size of the container in bytes.
    container_size: usize,
    /// The name of the part that contains the program; `null` without a program.
    program: Option<String>,
    /// The profile of the program; `null` without a program.
    profile: Option<&'a str>,
    /// The name of the part that contains the sources; `null` without sources.
    recorded_in: Option<String>,
    /// The name of the entry function.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    /// The target profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    /// The macros on the compiler's command line, each as `NAME` or `NAME=VALUE`.
    defines: Vec<Text<'a>>,
    /// The arguments on the compiler's command line.
    arguments: Vec<Text<'a>>,
    /// The source files, the main file first.
    sources: Vec<SourceFile<'a>>,
    /// The errors in parts that `pdb list` cannot read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorObject>,
}

/// A source file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SourceFile<'a> {
    /// The file name that was passed to the compiler.
    name: &'a str,
    /// The size of the file in bytes.
    size: usize,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<File<'static>>>(SCHEMA);
}

impl List {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::new(&self.inputs, Wanted::SHADERS, globals, format).without_trailing();
        run.each(
            |input, bytes, out, outcome| {
                let listed = Listed::of(Place::of(bytes))?;
                for error in &listed.errors {
                    outcome.add(error, input, Some(bytes));
                }
                if self.json {
                    return Ok(json::write(out, &listed.object(input.name()))?);
                }
                if listed.is_empty() {
                    return pass_over(input);
                }
                listed.write_page(out, input)
            },
            |_, ()| {},
        );
        run.status()
    }
}

/// Skips a shader without debug information, unless it was named.
fn pass_over(input: &Input) -> Result<(), Error> {
    if input.from_folder {
        return Ok(());
    }
    let text = format!(
        "no debug information: expected a PDB, or a shader with {}, {}, {}, {}, {} or a PDB in {}",
        FourCc::ILDB,
        FourCc::SRCI,
        FourCc::PDBI,
        FourCc::SDBG,
        FourCc::SPDB,
        FourCc::PRIV
    );
    Err(Error::Missing(text))
}

/// The debug information of a file.
struct Listed {
    /// True where all this is in a PDB that a shader carries as private data.
    is_private: bool,
    guid: Option<[u8; 16]>,
    hash: Option<[u8; 16]>,
    includes_source: bool,
    name: Option<String>,
    container_size: usize,
    profile: Option<String>,
    /// The program's part: with debug information where there is one.
    program: Option<FourCc>,
    /// The part that sources and arguments are in.
    recorded_in: Option<FourCc>,
    entry: Option<String>,
    target: Option<String>,
    sources: Vec<(String, usize)>,
    arguments: Arguments,
    /// Parts that cannot be read.
    errors: Vec<Error>,
}

impl Listed {
    fn of(place: Place<'_>) -> Result<Self, Error> {
        let mut listed = LoadedShader::open(place.bytes)
            .and_then(|file| Self::of_file(&file))
            .map_err(|error| place.placed(error))?;
        listed.is_private = place.is_private;
        listed.errors = listed.errors.into_iter().map(|error| place.placed(error)).collect();
        Ok(listed)
    }

    fn of_file(file: &LoadedShader<'_>) -> Result<Self, Error> {
        let container = file.container()?;
        let mut errors = Vec::new();
        let mut keep = |error: ContainerError| errors.push(Error::from(file.placed(error)));
        // Places in a PDB's stream 1 are those of the file already.
        let info = file.pdb.as_ref().map(|pdb| pdb.info()).transpose();
        let (guid, info_error) = match info {
            Ok(info) => (info.map(|info| info.guid), None),
            Err(error) => (None, Some(error)),
        };
        let hash = container.view::<ShaderHash<'_>>(FourCc::HASH).transpose().map_err(&mut keep);
        let name = container.view::<DebugName<'_>>(FourCc::ILDN).transpose().map_err(&mut keep);
        let (hash, name) = (hash.ok().flatten(), name.ok().flatten());
        let (recorded, recorded_error) = match Recorded::in_parts_or_module(file, &container) {
            Ok(recorded) => (recorded, None),
            Err(error) => (None, Some(error)),
        };
        errors.extend(recorded_error);
        let (recorded_hash, recorded_name) =
            recorded.as_ref().map(Recorded::hash_and_name).unwrap_or_default();
        let name = name.map(|part| part.name).or(recorded_name.as_ref().map(|name| name.as_bstr()));
        let mut sources = Vec::new();
        if let Some(recorded) = &recorded {
            recorded.each_source(|name, text| {
                sources.push((json::in_utf8(name).into_owned(), text.len()));
                Ok::<(), Error>(())
            })?;
        }
        let arguments = recorded.as_ref().map(Recorded::arguments).unwrap_or_default();
        let [entry, target] = recorded.as_ref().map(Recorded::entry_and_target).unwrap_or_default();
        errors.extend(info_error.map(Error::from));
        let has = |name: &FourCc| container.part(*name).is_some();
        Ok(Self {
            is_private: false,
            guid,
            hash: hash.map(|part| part.digest).or(recorded_hash),
            includes_source: hash.is_some_and(|part| part.flags.contains(HashFlags::INCLUDES_SOURCE)),
            name: name.map(|name| json::in_utf8(name).into_owned()),
            container_size: size_of_container(&container),
            profile: container.program_version().map(|version| version.to_string()),
            program: [FourCc::ILDB, FourCc::DXIL].into_iter().find(has),
            recorded_in: recorded.as_ref().map(Recorded::part),
            entry: arguments.entry().or(entry),
            target: arguments.target().or(target),
            sources,
            arguments,
            errors,
        })
    }

    /// True for a shader without debug information, readable or not.
    fn is_empty(&self) -> bool {
        self.guid.is_none()
            && self.recorded_in.is_none()
            && self.program != Some(FourCc::ILDB)
            && self.errors.is_empty()
    }

    fn write_page(&self, out: &mut dyn Write, input: &Input) -> Result<(), Error> {
        writeln!(out, "{}", paint(TITLE, input.name()))?;
        let mut lines: Vec<(&str, String)> = Vec::new();
        let mut line = |key: &'static str, value: &str| lines.push((key, value.to_owned()));
        let with_source = if self.includes_source { " (with source)" } else { "" };
        if let Some(hash) = self.hash.or(self.guid) {
            line("hash", &format!("{}{with_source}", hex(hash)));
        }
        if let (Some(guid), Some(hash)) = (self.guid, self.hash)
            && guid != hash
        {
            line("GUID", &format!("{} (differs from the hash)", hex(guid)));
        }
        if let Some(name) = &self.name {
            line("name", &printable(name));
        }
        let program = match self.program {
            Some(FourCc::ILDB) => "program with debug information",
            Some(_) => "program without debug information",
            None => "no program",
        };
        let size = grouped(self.container_size as u64);
        line("container", &format!("{size} bytes, {program}"));
        if self.is_private {
            line("PDB", &format!("in part {} of a shader", FourCc::PRIV));
        }
        let target = self.target.as_ref().or(self.profile.as_ref()).map(|target| printable(target));
        let entry = self.entry.as_ref().map(|entry| printable(entry));
        for (key, value) in [("entry", entry), ("target", target)] {
            if let Some(value) = value {
                line(key, &value);
            }
        }
        let defines: Vec<String> = self.arguments.defines().map(|define| printable(&define)).collect();
        if !defines.is_empty() {
            line("defines", &defines.join(" "));
        }
        match self.recorded_in {
            Some(part) => line("stored in", &part.to_string()),
            None if self.errors.is_empty() => {
                let text = format!("none in {}", recorded_sources::source_parts());
                line("sources", &paint(NOTE, text));
            }
            None => {}
        }
        if self.recorded_in.is_some_and(|part| part != FourCc::SDBG) {
            line("arguments", &printable(&self.arguments.command_line()));
        }
        write_pairs(out, &lines)?;
        if !self.sources.is_empty() {
            let shown = self.sources.iter().take(SHOWN_SOURCES);
            let rows: Vec<Vec<String>> =
                shown.map(|(name, size)| vec![printable(name), grouped(*size as u64)]).collect();
            write!(out, "{}", table(&["source", "size"], &rows))?;
        }
        if let Some(more @ 1..) = self.sources.len().checked_sub(SHOWN_SOURCES) {
            writeln!(out, "  {}", paint(DIM, format!("... and {} more", grouped(more as u64))))?;
        }
        Ok(())
    }

    /// The object of the file called `file`.
    fn object(&self, file: FileName) -> File<'_> {
        let sources = self.sources.iter().map(|(name, size)| SourceFile { name, size: *size });
        File {
            file,
            guid: self.guid.map(hex),
            hash: self.hash.map(hex),
            hash_includes_source: self.includes_source,
            in_private_data: self.is_private,
            name: self.name.as_deref(),
            container_size: self.container_size,
            program: self.program.map(|part| part.to_string()),
            profile: self.profile.as_deref(),
            recorded_in: self.recorded_in.map(|part| part.to_string()),
            entry: self.entry.as_deref(),
            target: self.target.as_deref(),
            defines: self.arguments.defines().map(Text::from).collect(),
            arguments: self.arguments.words().map(Text::from).collect(),
            sources: sources.collect(),
            errors: self.errors.iter().map(ErrorObject::from).collect(),
        }
    }
}

/// Sources that a page shows; JSON has all.
const SHOWN_SOURCES: usize = 200;

/// The container's own bytes, without what the stream has behind them.
fn size_of_container(container: &Container<'_>) -> usize {
    container.bytes().len() - container.trailing().len()
}

fn printable(text: &str) -> String {
    Printable(text.as_bytes().as_bstr()).to_string()
}
