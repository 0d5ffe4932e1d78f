//! `link`: DXIL libraries to a shader, or to one library.

mod dependencies;
mod kept_link;
mod saved_inputs;
mod trace;

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bstr::BString;
use dx_container::{Container, FourCc};
use dxil_link::{Export, Exports, InputId, Options, Profile, Role};
use serde::Serialize;

use self::kept_link::KeptLink;
use crate::caching::artefact_cache::Counted;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::linking::job::{Done, Job};
use crate::linking::refusal::Refusal;
use crate::linking::sources::Source;
use crate::linking::sources::find as find_sources;
use crate::linking::{catalogue, sources};
use crate::output::{Files, write_file, write_stdout};
use crate::response_files::quoted;
use crate::selection::input::display;
use crate::signing::DigestOption;
use crate::status::Status;
use crate::streams;
use crate::style::{NOTE, paint};
use crate::validator_version::ValidatorVersion;

/// Link DXIL libraries into one shader or one library.
///
/// With -T ps_6_8 -E PSMain, the result is the shader PSMain with all functions that PSMain calls. With -T lib_6_8, the
/// result is one library.
///
/// `link` searches for a function in the inputs first, then in --library-path. If two inputs define the same function,
/// `link` reports an error.
///
/// `link` reads the function names of each library, and only the programs whose functions the result needs. --trace
/// prints which programs were read.
///
/// `link` validates the result. Exceptions are results with a profile lib_6_x, and links with --validator-version 0.0.
///
/// If the environment variable SHADER_STORE names a store, `link` reads the result of an identical earlier link from
/// the store.
///
/// Exit status: 1 if two inputs conflict, if an input does not match the profile, or if the result is invalid.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Link {
    /// Libraries (containers, .ll files, bitcode), folders, - for standard input, or @FILE (response file).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Profile of the result: a stage or lib, and the shader model, such as ps_6_8 or lib_6_8.
    #[arg(short = 'T', long, value_name = "PROFILE")]
    profile: Profile,

    /// Name of the entry function (required except for library profiles).
    #[arg(short = 'E', long, value_name = "NAME")]
    entry: Option<String>,

    /// Functions to export: 'A;B=C' exports A, and C under the new name B (repeatable) [default: all].
    #[arg(long, value_name = "LIST", conflicts_with = "export_shaders_only")]
    exports: Vec<String>,

    /// Export only the shaders of a library, not its other functions.
    #[arg(long)]
    export_shaders_only: bool,

    /// Search this folder for functions that no input defines (repeatable).
    #[arg(long, value_name = "DIR")]
    library_path: Vec<PathBuf>,

    /// Index file that caches function names, so that later links open fewer libraries.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    /// Target validator version [default: the newest of the inputs that knows the profile].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// Keep the debug information of the inputs in ILDB (default).
    #[arg(long, conflicts_with = "strip_debug")]
    debug: bool,

    /// Omit debug information from the result.
    #[arg(long)]
    strip_debug: bool,

    /// Link libraries even if their parts VERS name different compilers or compiler versions.
    #[arg(long)]
    allow_mixed_compilers: bool,

    /// Add the symbol table parts SYM0 and STR0, which DXC's validator rejects.
    #[arg(long)]
    symbols: bool,

    /// Kind of digest to write.
    #[arg(long, value_enum, default_value_t)]
    digest: DigestOption,

    /// Print for each input whether `link` read the program or only the function names, and the reason.
    #[arg(long)]
    trace: bool,

    /// Print JSON (schema shader-tools.link/1); with --trace, the JSON also lists the inputs.
    #[arg(long)]
    json: bool,

    /// Output file for a make rule with all files on which the result depends (-: standard output).
    #[arg(long, value_name = "FILE")]
    deps: Option<PathBuf>,

    /// Copy the inputs to this folder, and write a response file that reproduces this link.
    #[arg(long, value_name = "DIR")]
    save_inputs: Option<PathBuf>,

    /// Output file (-: standard output).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools link examples/terrain_lib.dxil examples/noise_lib.dxil \\
    -T cs_6_6 -E CSMain -o out/terrain.dxil
  shader-tools link examples/terrain_lib.dxil examples/noise_lib.dxil -T lib_6_6 -o out/all.dxil
  shader-tools link examples/terrain_lib.dxil --library-path examples/ \\
    -T cs_6_6 -E CSMain --trace -o out/terrain.dxil

More: docs/link.md";

/// The response files that the command line was read from; known before it is.
static RESPONSE_FILES: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Remembers the response files that the command line was read from.
pub fn came_from(files: Vec<PathBuf>) {
    // There is one command line.
    let _ = RESPONSE_FILES.set(files);
}

fn response_files() -> &'static [PathBuf] {
    RESPONSE_FILES.get().map_or(&[], Vec::as_slice)
}

const SCHEMA: &str = "shader-tools.link/1";

/// The first members of the document.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Head<'a> {
    /// The profile that the command line requests.
    profile: String,
    /// The entry function that the command line requests; `null` for a library.
    entry: Option<&'a str>,
    /// The path of the file that `link` wrote; `null` if `link` wrote no file.
    output: Option<String>,
    /// The size of the written file in bytes; absent if `link` wrote no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
}

#[test]
fn schema_is_fresh() {
    /// A link.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Document {
        #[serde(flatten)]
        head: Head<'static>,
        #[serde(flatten)]
        refusal: crate::linking::refusal::RefusalObject<'static>,
        /// The input files; only with `--trace`.
        #[serde(skip_serializing_if = "Option::is_none")]
        inputs: Option<Vec<trace::InputObject<'static>>>,
    }
    json::schema::check::<Document>(SCHEMA);
}

impl Link {
    pub fn run(&self, globals: &Globals) -> Status {
        let linked = self.check().and_then(|()| self.exports()).map_err(Refusal::from).and_then(|exports| {
            let sources = match &globals.held {
                Some(held) => vec![Source::held(held)],
                None => find_sources(&self.files, &self.library_path)?,
            };
            self.check_outputs(&sources)?;
            Ok((exports, sources))
        });
        let (exports, sources) = match linked {
            Ok(linked) => linked,
            Err(refusal) => return self.refuse(&refusal),
        };
        let tells_more =
            self.trace || self.json || self.debug || self.deps.is_some() || self.save_inputs.is_some();
        let counted = if self.strip_debug { Counted::Stripped } else { Counted::All };
        let kept = if tells_more { None } else { KeptLink::open(counted, globals, &sources) };
        let job = Job {
            sources: &sources,
            profile: self.profile,
            entry: self.entry.as_deref().map(BString::from),
            exports,
            with_debug_information: !self.strip_debug,
            index: self.index.as_deref(),
            is_validated: true,
            options: Options {
                validator_version: self.validator_version.as_ref().map(|version| version.0.clone()),
                allows_mixed_compilers: self.allow_mixed_compilers,
                symbols: self.symbols,
                signing: self.digest.into(),
            },
        };
        let mut done = match kept.as_ref().and_then(KeptLink::get) {
            Some(linked) => Done::had(linked),
            None => job.run(),
        };
        for note in &done.notes {
            streams::print_message(format!("{} {note}", paint(NOTE, "note:")));
        }
        if self.trace && !self.json {
            trace::say(&done);
        }
        let mut written = std::mem::replace(&mut done.result, Ok(Vec::new()));
        if let Ok(bytes) = &written
            && globals.held.is_none()
            && let Err(error) = self.write(bytes, &done)
        {
            written = Err(error.into());
        }
        if let (Some(held), Ok(bytes)) = (&globals.held, &written) {
            held.take_result(bytes);
        }
        if let (Some(kept), Ok(bytes)) = (&kept, &written) {
            kept.put(bytes, &done, &sources);
        }
        let status = self.report(&written, &done);
        if let Some(folder) = &self.save_inputs
            && let Err(error) = saved_inputs::save(folder, &done, written.as_ref().err(), &self.options())
        {
            streams::print_message(error.render(None, None));
            return status.max(error.status());
        }
        if globals.held.is_none() {
            // The process ends now, which frees all memory at once.
            std::mem::forget(done);
        }
        status
    }

    /// Whether the arguments fit each other.
    fn check(&self) -> Result<(), Error> {
        let is_library = self.profile.is_library();
        let profile = self.profile;
        let wrong = if is_library && self.entry.is_some() {
            format!(
                "-T {profile} is a library profile, which has no entry function: use --exports instead \
                     of -E"
            )
        } else if !is_library && (self.export_shaders_only || !self.exports.is_empty()) {
            format!(
                "-T {profile} is a shader profile, which exports only its entry function: use -T lib_6_x for \
                 a library"
            )
        } else if self.output.as_os_str() == "-" && self.json {
            "--json prints to standard output: use -o FILE".to_owned()
        } else if self.json && self.deps.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            "--json prints to standard output: use --deps FILE".to_owned()
        } else if self.output.as_os_str() == "-" && self.deps.is_some() {
            "--deps requires -o FILE, which is the target of the make rule".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::Usage(wrong))
    }

    fn exports(&self) -> Result<Exports, Error> {
        if self.export_shaders_only {
            return Ok(Exports::Shaders);
        }
        if self.exports.is_empty() {
            return Ok(Exports::All);
        }
        let lists = self.exports.iter().map(|list| Export::parse_list(list));
        let lists: Vec<Vec<Export>> =
            lists.collect::<Result<_, _>>().map_err(|error| Error::Usage(error.to_string()))?;
        Ok(Exports::Listed(lists.concat()))
    }

    /// Fails where an output is an input, or two are one file.
    fn check_outputs(&self, sources: &[Source]) -> Result<(), Error> {
        let outputs = [Some(&self.output), self.deps.as_ref(), self.index.as_ref()];
        let outputs: Vec<&Path> = outputs.into_iter().flatten().map(PathBuf::as_path).collect();
        let files = Files::reading(response_files().iter().map(PathBuf::as_path));
        for path in outputs.into_iter().filter(|path| path.as_os_str() != "-") {
            sources::check_output(path, sources)?;
            files.claim(path)?;
        }
        self.index.as_deref().map_or(Ok(()), catalogue::check_index)
    }

    fn write(&self, bytes: &[u8], done: &Done<'_>) -> Result<(), Error> {
        if self.output.as_os_str() == "-" {
            write_stdout(bytes)?;
        } else {
            write_file(&self.output, bytes)?;
        }
        if let Some(path) = &self.deps {
            let opened: HashSet<InputId> = done.opened.iter().map(|(id, _)| *id).collect();
            let needed = done
                .catalogue
                .ids()
                .filter(|id| done.catalogue.role(*id) == Role::Named || opened.contains(id));
            let inputs = needed.filter_map(|id| done.sources.get(id.index())?.path());
            let inputs: Vec<&Path> = inputs.chain(response_files().iter().map(PathBuf::as_path)).collect();
            let rule = dependencies::rule(&self.output, inputs.iter().copied());
            if path.as_os_str() == "-" {
                streams::coloured().write_all(rule.as_bytes())?;
            } else {
                write_file(path, rule.as_bytes())?;
            }
        }
        let is_there = |name| Container::parse(bytes).is_ok_and(|container| container.part(name).is_some());
        let note = |text: &str| {
            streams::print_message(format!("{} {}: {text}", paint(NOTE, "note:"), display(&self.output)));
        };
        if self.symbols {
            note(
                "has symbols (SYM0, STR0), which the reference validator (dxv) rejects: `strip --symbols` \
                 removes them",
            );
        }
        if self.debug && !is_there(FourCc::ILDB) {
            note("no linked input has debug information (ILDB)");
        }
        Ok(())
    }

    /// Says what came of it.
    fn report(&self, written: &Result<Vec<u8>, Refusal>, done: &Done<'_>) -> Status {
        let status = written.as_ref().err().map_or(Status::Fine, Refusal::status);
        if let Err(refusal) = written {
            refusal.say();
        }
        if self.json
            && let Err(error) = self.print_json(written.as_ref().map(Vec::len), Some(done))
        {
            streams::print_message(error.render(None, None));
            return status.max(error.status());
        }
        status
    }

    /// Says why nothing was linked.
    fn refuse(&self, refusal: &Refusal) -> Status {
        refusal.say();
        if self.json
            && let Err(error) = self.print_json(Err(refusal), None)
        {
            streams::print_message(error.render(None, None));
        }
        refusal.status()
    }

    /// Prints the document: with the size of what was written, or why nothing was.
    fn print_json(&self, written: Result<usize, &Refusal>, done: Option<&Done<'_>>) -> Result<(), Error> {
        let mut out = std::io::BufWriter::new(streams::raw());
        let mut document = json::Object::document(&mut out, SCHEMA)?;
        document.members(&Head {
            profile: self.profile.to_string(),
            entry: self.entry.as_deref(),
            output: written.is_ok().then(|| display(&self.output)),
            size: written.ok(),
        })?;
        match written {
            Ok(_) => document.members(&Refusal::default().object())?,
            Err(refusal) => document.members(&refusal.object())?,
        }
        if let Some(done) = done.filter(|_| self.trace) {
            document.lines("inputs", trace::objects(done))?;
        }
        document.end_document()?;
        Ok(out.flush()?)
    }

    /// The options that decide what comes out, as lines of a response file.
    fn options(&self) -> Vec<String> {
        let mut lines = vec![format!("-T {}", self.profile)];
        lines.extend(self.entry.as_ref().map(|entry| format!("-E {}", quoted(entry))));
        lines.extend(self.exports.iter().map(|list| format!("--exports {}", quoted(list))));
        let version = self.validator_version.as_ref().map(|version| version.0.pair());
        lines.extend(version.map(|(major, minor)| format!("--validator-version {major}.{minor}")));
        let flags = [
            (self.export_shaders_only, "--export-shaders-only"),
            (self.strip_debug, "--strip-debug"),
            (self.allow_mixed_compilers, "--allow-mixed-compilers"),
            (self.symbols, "--symbols"),
        ];
        lines.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| (*flag).to_owned()));
        lines
    }
}
