//! `dxl`: the reference linker's command line, exit statuses and first lines, so that builds that call it can call
//! this.
//!
//! The program does the same where it is called `dxl`. As the reference, it takes one argument for all libraries, with
//! `;` between them, prints the listing where no output is named, and prints why it does not link on standard output.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;

use bstr::{BStr, BString};
use dx_container::names::NamedValue as _;
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use dxil_link::{Export, Exports, LinkErrorKind, Options, Profile};
use located::Severity;

use crate::error::Error;
use crate::linking::job::Job;
use crate::linking::refusal::Refusal;
use crate::linking::sources::find as find_sources;
use crate::listings::listing;
use crate::output::write_file;
use crate::status::Status;
use crate::streams;
use crate::validator_version::ValidatorVersion;

/// Link libraries as DXC's dxl does, with the same command line.
///
/// `dxl` accepts the arguments of DXC's dxl, returns the same exit statuses, and begins its output
/// with the same lines.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(disable_help_flag = true)]
pub struct Dxl {
    /// LIB1;LIB2 -E ENTRY -T PROFILE -Fo OUTPUT; `dxl -help` lists all options.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools dxl 'examples/terrain_lib.dxil;examples/noise_lib.dxil' -E CSMain -T cs_6_6 -Fo a.dxil

More: docs/link.md";

const HELP: &str = "OVERVIEW: dxil linker

USAGE: dxl [options] <library;library;...>

OPTIONS:
  -E <name>                   Entry point name (main by default)
  -T <profile>                Target profile, such as ps_6_8 or lib_6_8
  -exports <list>             Exports of a library: export1[[,export1_clone,...]=internal_name][;...]
  -export-shaders-only        Export only the shaders of a library
  -validator-version <x.y>    Target validator version
  -Vd                         Disable validation
  -Fo <file>                  Write the result to this file
  -Fc <file>                  Write the listing to this file
  -Qstrip_debug               Omit debug information
  -Qstrip_reflect             Omit reflection data
  -Qstrip_rootsignature       Omit the root signature
  -help                       Print help
";

/// Options of the reference with a value, and whether that may follow without a blank.
const WITH_VALUE: [(&str, bool); 7] = [
    ("exports", false),
    ("validator-version", false),
    ("default-linkage", false),
    ("Fo", true),
    ("Fc", true),
    ("E", true),
    ("T", true),
];

/// Options of the reference that change nothing in what this program links.
const WITHOUT_EFFECT: [&str; 13] = [
    "link",
    "nologo",
    "Zi",
    "Zs",
    "WX",
    "Od",
    "O0",
    "O1",
    "O2",
    "O3",
    "no-warnings",
    "Qembed_debug",
    "Qunused-arguments",
];

/// The request of the arguments.
#[derive(Debug, Default)]
struct Arguments {
    input: Option<String>,
    entry: Option<String>,
    profile: Option<String>,
    exports: Vec<String>,
    shaders_only: bool,
    validator_version: Option<String>,
    object: Option<PathBuf>,
    listing: Option<PathBuf>,
    strips_debug_information: bool,
    stripped: Vec<FourCc>,
    is_not_validated: bool,
    help: bool,
}

impl Dxl {
    pub fn run(&self) -> Status {
        run(&self.arguments)
    }
}

/// Does what `dxl` does with these arguments, its name not among them.
pub fn run(arguments: &[OsString]) -> Status {
    let result = Arguments::parse(arguments)
        .and_then(|arguments| if arguments.help { Ok(HELP.to_owned()) } else { arguments.link() });
    let (text, status) = match result {
        Ok(text) => (text, Status::Fine),
        Err(Failure::Link(text)) => (format!("Link failed:\n{text}"), Status::Findings),
        Err(Failure::Other(text)) => {
            streams::print_message(format!("dxc failed : {text}"));
            return Status::Findings;
        }
    };
    let mut out = streams::raw();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => status,
        Err(_) => Status::Findings,
    }
}

/// Why there is no result.
enum Failure {
    /// The libraries do not fit: the reference prints that on standard output.
    Link(String),
    /// Anything else, which it prints on standard error.
    Other(String),
}

impl Failure {
    fn other(text: impl Into<String>) -> Self {
        Self::Other(text.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Other(error.message())
    }
}

impl Arguments {
    fn parse(arguments: &[OsString]) -> Result<Self, Failure> {
        let mut parsed = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            let dashed = text.strip_prefix('-').filter(|option| !option.is_empty());
            let Some(option) = dashed.or_else(|| of_windows(&text)) else {
                parsed.input = Some(text.into_owned());
                continue;
            };
            let exact = WITH_VALUE.iter().find(|(name, _)| *name == option);
            let joined = || {
                let with = |(name, is_joined): &&(&str, bool)| *is_joined && option.starts_with(name);
                let (name, _) = WITH_VALUE.iter().find(with)?;
                Some((*name, option.strip_prefix(name)?.to_owned()))
            };
            if parsed.flag(option) {
                continue;
            }
            let (name, value) = match exact {
                Some((name, _)) => {
                    let value = arguments.next();
                    let missing = || Failure::Other(format!("Argument to '{text}' is missing."));
                    (*name, value.ok_or_else(missing)?.to_string_lossy().into_owned())
                }
                None => joined().ok_or_else(|| Failure::Other(format!("Unknown argument: '{text}'")))?,
            };
            parsed.set(name, value);
        }
        Ok(parsed)
    }

    fn flag(&mut self, option: &str) -> bool {
        match option {
            "help" | "-help" | "h" | "?" => self.help = true,
            "Vd" => self.is_not_validated = true,
            "export-shaders-only" => self.shaders_only = true,
            "Qstrip_debug" => self.strips_debug_information = true,
            "Qstrip_reflect" => self.stripped.push(FourCc::STAT),
            "Qstrip_rootsignature" => self.stripped.push(FourCc::RTS0),
            _ => return WITHOUT_EFFECT.contains(&option),
        }
        true
    }

    fn set(&mut self, name: &str, value: String) {
        match name {
            "E" => self.entry = Some(value),
            "T" => self.profile = Some(value),
            "Fo" => self.object = Some(value.into()),
            "Fc" => self.listing = Some(value.into()),
            "exports" => self.exports.push(value),
            "validator-version" => self.validator_version = Some(value),
            // Functions that are not exported are internal, whatever the default.
            _ => {}
        }
    }

    /// Links, and writes what is to be written; what is to be printed is the result.
    fn link(&self) -> Result<String, Failure> {
        let missing = "Required input file argument is missing. use -help to get more information.";
        let input = self.input.as_deref().ok_or_else(|| Failure::other(missing))?;
        let missing = "Target profile argument is missing";
        let profile = self.profile.as_deref().ok_or_else(|| Failure::other(missing))?;
        let profile: Profile = profile.parse().map_err(Failure::Other)?;
        let files: Vec<PathBuf> = input.split(';').map(PathBuf::from).collect();
        let sources = find_sources(&files, &[]).map_err(|refusal| failure(&refusal))?;
        let version = self.validator_version.as_deref().map(str::parse::<ValidatorVersion>);
        let version = version.transpose().map_err(Failure::Other)?;
        let job = Job {
            sources: &sources,
            profile,
            entry: Some(self.entry.as_deref().unwrap_or("main").into()),
            exports: self.exports()?,
            with_debug_information: !self.strips_debug_information,
            index: None,
            is_validated: !self.is_not_validated,
            options: Options { validator_version: version.map(|version| version.0), ..Options::default() },
        };
        let linked = self.without_stripped(job.run().result.map_err(|refusal| failure(&refusal))?)?;
        if let Some(path) = &self.object {
            write_file(path, &linked)?;
        }
        match (&self.listing, &self.object) {
            (Some(path), _) => {
                write_file(path, listing(&linked)?.as_bytes())?;
                Ok(String::new())
            }
            (None, Some(_)) => Ok(String::new()),
            (None, None) => Ok(listing(&linked)?),
        }
    }

    fn exports(&self) -> Result<Exports, Failure> {
        if self.shaders_only {
            return Ok(Exports::Shaders);
        }
        let lists: Vec<Vec<Export>> =
            self.exports.iter().map(|list| Export::parse_list(list)).collect::<Result<_, _>>().map_err(
                |error| {
                    let syntax = "Syntax is: export1[[,export2,...]=internal][;...]";
                    Failure::Link(format!("Invalid syntax for -exports: '{}'.  {syntax}\n", error.entry))
                },
            )?;
        Ok(if lists.is_empty() { Exports::All } else { Exports::Listed(lists.concat()) })
    }

    /// The container without parts that are not wanted.
    fn without_stripped(&self, linked: Vec<u8>) -> Result<Vec<u8>, Error> {
        if self.stripped.is_empty() {
            return Ok(linked);
        }
        let container = Container::parse(&linked)?;
        let mut builder = ContainerBuilder::from(&container);
        builder.parts.retain(|part| !self.stripped.contains(&part.name));
        Ok(builder.build(Signing::Sign)?)
    }
}

/// An option as Windows writes it: whole ones alone, because paths begin so elsewhere.
fn of_windows(text: &str) -> Option<&str> {
    let option = text.strip_prefix('/')?;
    let is_known = WITH_VALUE.iter().any(|(name, _)| *name == option) || Arguments::default().flag(option);
    is_known.then_some(option)
}

/// Why libraries were not linked, in the words of the reference where it has some.
fn failure(refusal: &Refusal) -> Failure {
    if let Some(findings) = refusal.findings() {
        let errors = findings.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let lines: String = errors.map(|finding| format!("error: {}\n", finding.message)).collect();
        return Failure::Link(format!("error: validation errors\n{lines}Validation failed.\n"));
    }
    let is_link = |error: &Error| matches!(error, Error::Link(_)) && error.status() == Status::Findings;
    if !refusal.errors().any(is_link) {
        let texts: Vec<String> = refusal.messages().collect();
        return Failure::Other(texts.join("\n"));
    }
    let line = |error: &Error| match error {
        Error::Link(link) => format!("error: {}\n", words(link.kind()).unwrap_or_else(|| error.message())),
        other => format!("error: {}\n", other.message()),
    };
    Failure::Link(refusal.errors().map(line).collect())
}

/// What the reference says.
fn words(kind: &LinkErrorKind) -> Option<String> {
    let named = |text: &str, name: &BString| {
        let name: &BStr = name.as_ref();
        format!("{text}{}", name.to_string().replace('\u{1}', ""))
    };
    Some(match kind {
        LinkErrorKind::Undefined { function: name, .. } | LinkErrorKind::NoEntry { entry: name, .. } => {
            named("Cannot find definition of function ", name)
        }
        LinkErrorKind::DefinedTwice { name, .. } => named("Definition already exists for function ", name),
        LinkErrorKind::NotAnEntry { entry, .. } => {
            named("Cannot find function property for entry function ", entry)
        }
        LinkErrorKind::Stage { found, profile, .. } => {
            let wanted = profile.split_once('_').map_or(profile.as_str(), |(stage, _)| stage);
            let kinds = dx_container::enums::ShaderKind::NAMES;
            let found =
                kinds.iter().find(|row| row.name == *found).and_then(|row| u32::try_from(row.value).ok())?;
            let found = dx_container::enums::ShaderProfile(found).name()?;
            format!("Profile mismatch between entry function and target profile:{wanted} and {found}")
        }
        LinkErrorKind::NoExport { function } => named("Could not find target for export: ", function),
        LinkErrorKind::ExportedTwice { name, .. } => {
            named("Export name collides with another export: ", name)
        }
        LinkErrorKind::NothingToExport { .. } => "Library has no functions to export".to_owned(),
        LinkErrorKind::Validator { target, .. } => {
            format!("Validator version does not support target profile {target}")
        }
        LinkErrorKind::Compilers { first, first_version, second, second_version } => format!(
            "Cannot link libraries with conflicting compiler versions.\nnote: library \"{first}\" version: \
             {first_version}\nnote: library \"{second}\" version: {second_version}"
        ),
        _ => return None,
    })
}
