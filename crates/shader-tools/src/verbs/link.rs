//! `link`: DXIL libraries to a shader, or to one library.

mod catalogue;
mod dependencies;
mod job;
mod kept_link;
mod names;
mod refusal;
pub mod response_files;
mod saved_inputs;
mod sources;
mod trace;
mod verdict;

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bstr::BString;
use dx_container::{Container, FourCc};
use dxil_link::{Export, Exports, InputId, Options, Profile, Role};

pub use self::job::{Done, Job};
use self::kept_link::KeptLink;
pub use self::refusal::Refusal;
use self::response_files::quoted;
use self::sources::Source;
pub use self::sources::find as find_sources;
use crate::cli::Globals;
use crate::error::Error;
use crate::input::display;
use crate::json;
use crate::output::{Files, write_file, write_stdout};
use crate::signing::DigestOption;
use crate::status::Status;
use crate::streams;
use crate::style::{NOTE, paint};
use crate::validator_version::ValidatorVersion;

/// Link DXIL libraries to a shader, or to one library.
///
/// `link entry.dxil math.dxil -T ps_6_8 -E PSMain -o out.dxil` takes the shader PSMain and all that it calls, and makes
/// a pixel shader of it: signed, with the parts that follow from it. With -T lib_6_x, the result is one library that
/// has what its inputs export.
///
/// A library is read no further than it is needed: its symbol table (SYM0, STR0) says which functions it defines, or
/// else its runtime data (RDAT), and without both its program. Where nothing wanted is among them, no more is read.
/// --trace says so, file by file. Functions are looked for in the inputs first, then in the files of --library-path;
/// --index keeps the names of all of them, so that the next link opens those files alone that it needs.
///
/// An input that is named, or lies in a folder that is, may define nothing that another one defines as well. Files of a
/// --library-path may, as long as nobody wants it.
///
/// What comes out is validated as `validate` does it, unless it is for no validator (lib_6_x, --validator-version 0.0).
///
/// Where SHADER_STORE names a store (see `cache`), what was linked before is had from it.
///
/// Exit status 1: the inputs do not fit each other or the target (link.*); the reason names the function and the files.
/// Or what comes out breaks a rule of DXIL. Nothing is written then, but for --save-inputs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Link {
    /// Libraries: containers, LLVM assembly, bitcode; folders; - for standard input. @FILE stands for the arguments in
    /// a file: separated by blanks or line ends, with "..." or '...' around what has blanks.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The profile of the result: a stage (ps, vs, gs, hs, ds, cs, ms, as, lib) and a shader model, such as ps_6_8.
    #[arg(short = 'T', long, value_name = "PROFILE")]
    profile: Profile,

    /// The function that the shader begins in. Required unless the profile is a library's.
    #[arg(short = 'E', long, value_name = "NAME")]
    entry: Option<String>,

    /// The functions that a library exports: A;B=C;D,E=F exports A, C as B, F as both D and E. All by default. Can be
    /// repeated.
    #[arg(long, value_name = "LIST", conflicts_with = "export_shaders_only")]
    exports: Vec<String>,

    /// Export the shaders of a library alone.
    #[arg(long)]
    export_shaders_only: bool,

    /// Also look in the files of this folder for functions that no input defines. Can be repeated.
    #[arg(long, value_name = "DIR")]
    library_path: Vec<PathBuf>,

    /// Keep the names of what all files define in this file, by their size and time, and read no file for them that it
    /// knows. It is made or brought up to date as needed, and changes nothing in what is linked.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    /// The validator version to link for [default: the newest that an input names, and one that knows the profile].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// Keep the debug information of inputs that have some (ILDB). The default.
    #[arg(long, conflicts_with = "strip_debug")]
    debug: bool,

    /// Leave out debug information.
    #[arg(long)]
    strip_debug: bool,

    /// Link libraries of several compilers or versions (VERS), which is an error otherwise.
    #[arg(long)]
    allow_mixed_compilers: bool,

    /// Add a symbol table (SYM0 and STR0), which the reference validator rejects.
    #[arg(long)]
    symbols: bool,

    /// The digest to write.
    #[arg(long, value_enum, default_value_t)]
    digest: DigestOption,

    /// Print how far each input was opened, and why, on standard error.
    #[arg(long)]
    trace: bool,

    /// Print what came of it as JSON, schema shader-tools.link/1, with the inputs where --trace asks for them.
    #[arg(long)]
    json: bool,

    /// Write a rule for make (- for standard output): the output, and all files that it was made of. Files of a
    /// --library-path are among them where their programs were read.
    #[arg(long, value_name = "FILE")]
    deps: Option<PathBuf>,

    /// Copy the inputs whose programs were read to this folder, with a response file that repeats the link there (`link
    /// @link.rsp`); also where the link fails.
    #[arg(long, value_name = "DIR")]
    save_inputs: Option<PathBuf>,

    /// Write to this file; - for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools link main.dxil util.dxil -T ps_6_8 -E PSMain -o ps.dxil
  shader-tools link main.dxil --library-path libs/ -T lib_6_8 -o all.dxil
  shader-tools link main.dxil util.dxil -T ps_6_8 -E PSMain --trace -o ps.dxil    and why";

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
        let kept = KeptLink::open(self, globals, &sources);
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
            streams::say(format!("{} {note}", paint(NOTE, "note:")));
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
        let status = self.tell(&written, &done);
        if let Some(folder) = &self.save_inputs
            && let Err(error) = saved_inputs::save(folder, &done, written.as_ref().err(), &self.options())
        {
            streams::say(error.render(None, None));
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
            format!("-T {profile} is a library, which has no entry: --exports says what it has")
        } else if !is_library && (self.export_shaders_only || !self.exports.is_empty()) {
            format!(
                "-T {profile} is a shader, which exports nothing but its entry: -T lib_6_x makes a library"
            )
        } else if self.output.as_os_str() == "-" && self.json {
            "--json prints to standard output: use -o FILE".to_owned()
        } else if self.json && self.deps.as_ref().is_some_and(|path| path.as_os_str() == "-") {
            "--json prints to standard output: use --deps FILE".to_owned()
        } else if self.output.as_os_str() == "-" && self.deps.is_some() {
            "--deps needs -o FILE: a rule makes a file".to_owned()
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
            streams::say(format!("{} {}: {text}", paint(NOTE, "note:"), display(&self.output)));
        };
        if self.symbols {
            note(
                "has symbols (SYM0, STR0), which the reference validator (dxv) rejects: `strip --symbols` removes them",
            );
        }
        if self.debug && !is_there(FourCc::ILDB) {
            note("no input that is needed has debug information (ILDB)");
        }
        Ok(())
    }

    /// Says what came of it.
    fn tell(&self, written: &Result<Vec<u8>, Refusal>, done: &Done<'_>) -> Status {
        let status = written.as_ref().err().map_or(Status::Fine, Refusal::status);
        if let Err(refusal) = written {
            refusal.say();
        }
        if self.json
            && let Err(error) = self.print_json(written.as_ref().map(Vec::len), Some(done))
        {
            streams::say(error.render(None, None));
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
            streams::say(error.render(None, None));
        }
        refusal.status()
    }

    /// Prints the document: with the size of what was written, or why nothing was.
    fn print_json(&self, written: Result<usize, &Refusal>, done: Option<&Done<'_>>) -> Result<(), Error> {
        let mut out = std::io::BufWriter::new(streams::raw());
        let entry = self.entry.as_deref().map_or_else(|| "null".to_owned(), json::text);
        write!(
            out,
            "{{\"schema\":\"shader-tools.link/1\",\"profile\":\"{}\",\"entry\":{entry}",
            self.profile
        )?;
        let output = json::text(&display(&self.output));
        match written {
            Ok(size) => write!(out, ",\"output\":{output},\"size\":{size}")?,
            Err(_) => out.write_all(b",\"output\":null")?,
        }
        match written {
            Ok(_) => out.write_all(b",\"errors\":[]")?,
            Err(refusal) => refusal.write_json(&mut out)?,
        }
        if let Some(done) = done.filter(|_| self.trace) {
            out.write_all(b",\"inputs\":")?;
            trace::write_json(done, &mut out)?;
        }
        out.write_all(b"}\n")?;
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
