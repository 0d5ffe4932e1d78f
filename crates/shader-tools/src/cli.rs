//! The command line: the verbs, what they share, and the way from arguments to an exit status.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::Path;

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};
use dx_container::Signing;

use crate::input::display;
use crate::status::Status;
use crate::streams;
use crate::verbs::link::response_files;
use crate::verbs::{
    amd, assemble, cfg, check_interface, completions, derive, diff, disassemble, dxl, dxv, explain, inspect,
    link, lower, parts, pdb, reflect, roundtrip, run, scan, sign, size, strip, upgrade, validate, verify,
    yaml,
};

/// The binutils for compiled GPU shaders.
///
/// Reads, prints, edits, validates and signs DirectX shader containers (DXBC, DXIL) on any system, without DXC, LLVM or
/// Windows. Parts that are not edited keep their bytes.
#[derive(Debug, Parser)]
#[command(name = "shader-tools", bin_name = "shader-tools", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    verb: Verb,
}

const AFTER_HELP: &str = "\
Verbs that read shaders take files, folders and - for standard input; diff and check-interface compare two. A folder \
stands for the files below it that begin like a shader, or for texts by their extension; symbolic links are followed. \
Pages are as wide as the terminal; in a pipe 80 columns, or COLUMNS.

Exit status, for several files the highest:
  0 success   1 findings   2 usage error   3 unreadable input or I/O error   4 bug in this program";

/// Options of every verb.
#[derive(Debug, clap::Args)]
pub struct Globals {
    /// When to use colour.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,

    /// Process N files in parallel [default: one per processor].
    #[arg(short = 'j', long, global = true, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Globals {
    /// How many files are processed in parallel.
    pub fn threads(&self) -> usize {
        rayon::current_num_threads()
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    /// On terminals, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

/// The digest to write into a changed container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub enum DigestOption {
    /// The digest of the new bytes.
    #[default]
    Sign,
    /// The digest of the input.
    Keep,
    /// Zeros: not validated.
    Zero,
    /// The sentinel with which the runtime skips validation.
    Bypass,
    /// The sentinel of pre-release shader models.
    Preview,
}

impl From<DigestOption> for Signing {
    fn from(option: DigestOption) -> Self {
        match option {
            DigestOption::Sign => Self::Sign,
            DigestOption::Keep => Self::Keep,
            DigestOption::Zero => Self::Zero,
            DigestOption::Bypass => Self::Bypass,
            DigestOption::Preview => Self::PreviewBypass,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Verb {
    Inspect(inspect::Inspect),
    Parts(parts::Parts),
    Pdb(pdb::Pdb),
    Strip(strip::Strip),
    Size(size::Size),
    Scan(scan::Scan),
    Sign(sign::Sign),
    Verify(verify::Verify),
    Validate(validate::Validate),
    Explain(explain::Explain),
    Dxv(dxv::Dxv),
    Diff(diff::Diff),
    Reflect(reflect::Reflect),
    CheckInterface(check_interface::CheckInterface),
    Yaml(yaml::Yaml),
    Dis(disassemble::Disassemble),
    Cfg(cfg::Cfg),
    As(assemble::Assemble),
    Derive(derive::Derive),
    Link(link::Link),
    Dxl(dxl::Dxl),
    Upgrade(upgrade::Upgrade),
    Lower(lower::Lower),
    Run(run::RunShaders),
    Amd(amd::Amd),
    Roundtrip(roundtrip::Roundtrip),
    Completions(completions::Completions),
    #[cfg(feature = "man")]
    Man(crate::verbs::man::Man),
}

/// The command line's definition, for completions and man pages.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program.
pub fn main() -> Status {
    let mut arguments = std::env::args_os();
    if let Some(twin) = arguments.next().and_then(|name| twin(&name)) {
        std::panic::set_hook(Box::new(|_| {}));
        let arguments: Vec<_> = arguments.collect();
        // A crash of the reference counts as not valid, too.
        return std::panic::catch_unwind(|| twin(&arguments)).unwrap_or(Status::Findings);
    }
    let arguments = match with_response_files(std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(status) => return status,
    };
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        // Help and the version count as errors, too.
        Err(error) => {
            // Where nobody reads it there is nothing to report to.
            let _ = error.print();
            return if error.use_stderr() { Status::Usage } else { Status::Fine };
        }
    };
    anstream::ColorChoice::write_global(match cli.globals.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    });
    // Panics are reported where they are caught, with the file's name.
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(jobs) = cli.globals.jobs {
        let threads = jobs.get().min(MAX_THREADS);
        // Where threads cannot be had, one does the work.
        if rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().is_err() {
            let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
        }
    }
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run_verb(&cli))).unwrap_or_else(|_| {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "error[bug]: this is a bug in shader-tools: please report it");
        Status::Bug
    })
}

/// A tool of the reference, by its arguments.
type Twin = fn(&[OsString]) -> Status;

/// What the program does where it is called like a tool of the reference.
fn twin(name: &OsStr) -> Option<Twin> {
    let stem = Path::new(name).file_stem()?;
    let twins: [(&str, Twin); 2] = [("dxv", dxv::run), ("dxl", dxl::run)];
    twins.into_iter().find(|(name, _)| stem.eq_ignore_ascii_case(name)).map(|(_, run)| run)
}

/// The arguments, those of `link` with what its response files hold; where these cannot be read, that has been said.
fn with_response_files(arguments: Vec<OsString>) -> Result<Vec<OsString>, Status> {
    // Options of all verbs may stand before the verb, with a value.
    let mut before = arguments.iter().skip(1);
    while let Some(argument) = before.next() {
        match argument.to_str() {
            Some("-j" | "--jobs" | "--color") => drop(before.next()),
            Some(option) if option.starts_with('-') => {}
            Some("link") => {
                return match response_files::expand(arguments) {
                    Ok(expanded) => {
                        link::came_from(expanded.files);
                        Ok(expanded.all)
                    }
                    Err((path, error)) => {
                        streams::say(error.render(Some(&display(&path)), None));
                        Err(error.status())
                    }
                };
            }
            _ => break,
        }
    }
    Ok(arguments)
}

/// More threads than this gain nothing on any machine, and a typo must not ask for a million.
const MAX_THREADS: usize = 256;

fn run_verb(cli: &Cli) -> Status {
    match &cli.verb {
        Verb::Inspect(verb) => verb.run(&cli.globals),
        Verb::Parts(verb) => verb.run(&cli.globals),
        Verb::Pdb(verb) => verb.run(&cli.globals),
        Verb::Strip(verb) => verb.run(&cli.globals),
        Verb::Size(verb) => verb.run(&cli.globals),
        Verb::Scan(verb) => verb.run(&cli.globals),
        Verb::Sign(verb) => verb.run(&cli.globals),
        Verb::Verify(verb) => verb.run(&cli.globals),
        Verb::Validate(verb) => verb.run(&cli.globals),
        Verb::Explain(verb) => verb.run(&cli.globals),
        Verb::Dxv(verb) => verb.run(),
        Verb::Diff(verb) => verb.run(&cli.globals),
        Verb::Reflect(verb) => verb.run(&cli.globals),
        Verb::CheckInterface(verb) => verb.run(&cli.globals),
        Verb::Yaml(verb) => verb.run(&cli.globals),
        Verb::Dis(verb) => verb.run(&cli.globals),
        Verb::Cfg(verb) => verb.run(&cli.globals),
        Verb::As(verb) => verb.run(&cli.globals),
        Verb::Derive(verb) => verb.run(&cli.globals),
        Verb::Link(verb) => verb.run(&cli.globals),
        Verb::Dxl(verb) => verb.run(),
        Verb::Upgrade(verb) => verb.run(&cli.globals),
        Verb::Lower(verb) => verb.run(&cli.globals),
        Verb::Run(verb) => verb.run(&cli.globals),
        Verb::Amd(verb) => verb.run(&cli.globals),
        Verb::Roundtrip(verb) => verb.run(&cli.globals),
        Verb::Completions(verb) => verb.run(),
        #[cfg(feature = "man")]
        Verb::Man(verb) => verb.run(),
    }
}
