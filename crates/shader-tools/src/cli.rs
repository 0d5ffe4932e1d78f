//! The command line: the verbs, what they share, and the way from arguments to an exit status.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::caching::explicit_options::ExplicitOptions;
use crate::globals::{Globals, ParsedVerb};
use crate::response_files;
use crate::selection::input::display;
use crate::status::Status;
use crate::streams;
use crate::verb_groups;
use crate::verbs::{
    amd, assemble, cache, cfg, check_interface, completions, convert, derive, diff, disassemble, dxa, dxc,
    dxl, dxv, edit, explain, find, inspect, link, lower, ls, parts, pdb, reflect, report, roundtrip, run,
    scan, sign, size, stat, strip, upgrade, validate, verify, yaml,
};
use crate::version;

/// The binutils for compiled DirectX shaders (DXBC and DXIL).
///
/// shader-tools reads, checks, edits, signs, links, compiles and runs shader containers on Linux, macOS and Windows.
/// The program needs neither DXC nor Windows; only `amd compile` needs an LLVM program (llc).
#[derive(Debug, Parser)]
#[command(
    name = "shader-tools",
    bin_name = "shader-tools",
    version,
    long_version = version::LONG.as_str(),
    subcommand_value_name = "VERB",
    arg_required_else_help = true,
    after_help = AFTER_HELP
)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    verb: Verb,
}

const AFTER_HELP: &str = "\
INPUT
  Verbs read files, folders, and - for standard input; --files-from reads a list
  of paths. Most verbs read containers (DXBC, DXIL), PDBs, LLVM assembly and
  bitcode. `as`, `lower` and `yaml --from` read text; `amd inspect` and `amd link`
  read ELF files. From a folder, a verb reads the files whose first bytes identify
  a shader, or text files by their extension. Symbolic links are followed. A file
  that only has the extension of a shader is an error (see --ignore-unreadable).

EXIT STATUS (of several files, the highest)
  0  success
  1  findings, such as an invalid shader
  2  usage error
  3  unreadable or unsupported input, or I/O error
  4  bug in shader-tools

DOCUMENTATION
  `shader-tools VERB --help` prints options and examples; its last line names a
  page in docs/. README.md lists all pages.";

#[derive(Debug, Subcommand)]
enum Verb {
    Inspect(inspect::Inspect),
    Ls(ls::Ls),
    Find(find::Find),
    Parts(parts::Parts),
    Pdb(pdb::Pdb),
    Strip(strip::Strip),
    Size(size::Size),
    Stat(stat::Stat),
    Report(report::Report),
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
    Edit(edit::Edit),
    Derive(derive::Derive),
    Link(link::Link),
    Dxl(dxl::Dxl),
    Upgrade(upgrade::Upgrade),
    Lower(lower::Lower),
    Convert(convert::Convert),
    #[cfg(feature = "compile")]
    Compile(crate::verbs::compile::Compile),
    Run(run::RunShaders),
    Amd(amd::Amd),
    Cache(cache::Cache),
    Roundtrip(roundtrip::Roundtrip),
    Completions(completions::Completions),
    #[cfg(feature = "man")]
    Man(crate::verbs::man::Man),
}

/// The command line's definition, for completions and man pages.
pub fn command() -> clap::Command {
    verb_groups::grouped(Cli::command())
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
    let cli = match parse(arguments) {
        Ok(cli) => cli,
        // Help and the version count as errors, too.
        Err(error) => {
            // Where nobody reads it there is nothing to report to.
            let _ = error.print();
            return if error.use_stderr() { Status::Usage } else { Status::Fine };
        }
    };
    cli.globals.set_style();
    // Panics are reported where they are caught, with the file's name.
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(jobs) = cli.globals.jobs {
        let threads = jobs.get().min(MAX_THREADS);
        // Where threads cannot be had, one does the work.
        if rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().is_err() {
            let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
        }
    }
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run_verb(&cli.verb, &cli.globals)))
        .unwrap_or_else(|_| {
            use std::io::Write as _;
            let _ =
                writeln!(std::io::stderr(), "error[bug]: this is a bug in shader-tools: please report it");
            Status::Bug
        })
}

/// A tool of the reference, by its arguments.
type Twin = fn(&[OsString]) -> Status;

/// What the program does where it is called like a tool of the reference.
fn twin(name: &OsStr) -> Option<Twin> {
    let stem = Path::new(name).file_stem()?;
    let twins: [(&str, Twin); 4] =
        [("dxa", dxa::run), ("dxc", dxc::run), ("dxl", dxl::run), ("dxv", dxv::run)];
    twins.into_iter().find(|(name, _)| stem.eq_ignore_ascii_case(name)).map(|(_, run)| run)
}

/// The arguments, those of `link` with what its response files hold; where these cannot be read, that has been said.
fn with_response_files(arguments: Vec<OsString>) -> Result<Vec<OsString>, Status> {
    // Options of all verbs may stand before the verb, with a value.
    let mut before = arguments.iter().skip(1);
    while let Some(argument) = before.next() {
        match argument.to_str() {
            Some("-j" | "--jobs" | "--color" | "--message-format") => drop(before.next()),
            Some(option) if option.starts_with('-') => {}
            Some("link") => {
                return match response_files::expand(arguments) {
                    Ok(expanded) => {
                        link::came_from(expanded.files);
                        Ok(expanded.all)
                    }
                    Err((path, error)) => {
                        streams::print_message(error.render(Some(&display(&path)), None));
                        Err(error.status())
                    }
                };
            }
            _ => break,
        }
    }
    Ok(arguments)
}

/// A verb as a recipe runs it.
struct RecipeVerb {
    verb: Verb,
    given: ExplicitOptions,
}

impl ParsedVerb for RecipeVerb {
    fn given(&self) -> &ExplicitOptions {
        &self.given
    }

    fn run(&self, globals: &Globals) -> Status {
        run_verb(&self.verb, globals)
    }
}

/// Parses the verb of a recipe.
fn parse_verb(words: &[String]) -> Result<Box<dyn ParsedVerb>, clap::Error> {
    let program = "shader-tools".to_owned();
    let cli = parse([&program].into_iter().chain(words).map(OsString::from).collect())?;
    Ok(Box::new(RecipeVerb { verb: cli.verb, given: cli.globals.given }))
}

fn parse(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = command();
    if arguments.iter().take_while(|word| *word != "--").any(names_list) {
        command = command.mut_subcommands(with_optional_files);
    }
    let matches = command.try_get_matches_from_mut(arguments).map_err(with_verb)?;
    let mut cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    cli.globals.given = ExplicitOptions::of(&command, &matches);
    cli.globals.parse_verb = parse_verb;
    Ok(cli)
}

/// Names of verbs in other tools, and the verb to use instead.
const OTHER_NAMES: [(&str, &str); 11] = [
    ("asm", "as"),
    ("assemble", "as"),
    ("disasm", "dis"),
    ("disassemble", "dis"),
    ("dump", "inspect"),
    ("dumpbin", "dis"),
    ("grep", "find"),
    ("objdump", "dis"),
    ("print", "inspect"),
    ("readobj", "inspect"),
    ("strings", "find --string TEXT"),
];

/// Adds the verb to use to the error about a verb of another tool.
fn with_verb(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    if let Some((_, verb)) = OTHER_NAMES.iter().find(|(other, _)| other == name) {
        let tip = format!("use `shader-tools {verb}`");
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// True for the option --files-from.
fn names_list(argument: &OsString) -> bool {
    argument.to_str().is_some_and(|text| text == "--files-from" || text.starts_with("--files-from="))
}

/// The verb, without required files if the verb has --files-from: a list of files replaces them. In the definition, the
/// files are required, so that help and error messages show `<FILES>...`.
fn with_optional_files(verb: clap::Command) -> clap::Command {
    let has_list = verb.get_arguments().any(|argument| argument.get_id() == "files_from");
    let verb = verb.mut_subcommands(with_optional_files);
    if !has_list {
        return verb;
    }
    verb.mut_args(|argument| if argument.is_positional() { argument.required(false) } else { argument })
}

/// More threads than this gain nothing on any machine, and a typo must not ask for a million.
const MAX_THREADS: usize = 256;

fn run_verb(verb: &Verb, globals: &Globals) -> Status {
    match verb {
        Verb::Inspect(verb) => verb.run(globals),
        Verb::Ls(verb) => verb.run(globals),
        Verb::Find(verb) => verb.run(globals),
        Verb::Parts(verb) => verb.run(globals),
        Verb::Pdb(verb) => verb.run(globals),
        Verb::Strip(verb) => verb.run(globals),
        Verb::Size(verb) => verb.run(globals),
        Verb::Stat(verb) => verb.run(globals),
        Verb::Report(verb) => verb.run(globals),
        Verb::Scan(verb) => verb.run(globals),
        Verb::Sign(verb) => verb.run(globals),
        Verb::Verify(verb) => verb.run(globals),
        Verb::Validate(verb) => verb.run(globals),
        Verb::Explain(verb) => verb.run(globals),
        Verb::Dxv(verb) => verb.run(),
        Verb::Diff(verb) => verb.run(globals),
        Verb::Reflect(verb) => verb.run(globals),
        Verb::CheckInterface(verb) => verb.run(globals),
        Verb::Yaml(verb) => verb.run(globals),
        Verb::Dis(verb) => verb.run(globals),
        Verb::Cfg(verb) => verb.run(globals),
        Verb::As(verb) => verb.run(globals),
        Verb::Edit(verb) => verb.run(globals),
        Verb::Derive(verb) => verb.run(globals),
        Verb::Link(verb) => verb.run(globals),
        Verb::Dxl(verb) => verb.run(),
        Verb::Upgrade(verb) => verb.run(globals),
        Verb::Lower(verb) => verb.run(globals),
        Verb::Convert(verb) => verb.run(globals),
        #[cfg(feature = "compile")]
        Verb::Compile(verb) => verb.run(globals),
        Verb::Run(verb) => verb.run(globals),
        Verb::Amd(verb) => verb.run(globals),
        Verb::Cache(verb) => verb.run(globals),
        Verb::Roundtrip(verb) => verb.run(globals),
        Verb::Completions(verb) => verb.run(command()),
        #[cfg(feature = "man")]
        Verb::Man(verb) => verb.run(command()),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::command;
    use crate::response_files;

    /// The verbs that do something, with the words that call them.
    fn leaves(command: &clap::Command, words: &str, found: &mut Vec<(String, clap::Command)>) {
        for verb in command.get_subcommands() {
            let words = format!("{words} {}", verb.get_name());
            if verb.has_subcommands() {
                leaves(verb, &words, found)
            } else {
                found.push((words, verb.clone()))
            }
        }
    }

    /// The commands of this program in a line of examples, whose explanation stands behind two blanks.
    fn commands(line: &str) -> Vec<Vec<String>> {
        let line = line.trim_start().split("  ").next().unwrap_or_default();
        let words = response_files::split(line).unwrap_or_default();
        let of_shells = |word: &String| ["|", "&&", "||", ">"].contains(&word.as_str());
        let commands = words.split(of_shells).map(<[String]>::to_vec);
        commands.filter(|words| words.first().is_some_and(|word| word == "shader-tools")).collect()
    }

    #[test]
    fn verbs_have_examples_that_their_arguments_allow() {
        let mut verbs = Vec::new();
        leaves(&command(), "shader-tools", &mut verbs);
        let (mut count, mut program) = (0, command());
        program.build();
        for (words, verb) in verbs.iter().filter(|(_, verb)| !verb.is_hide_set()) {
            let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.lines().last().is_some_and(|line| line.starts_with("More: ")), "{words}");
            let examples = help.strip_prefix("EXAMPLES\n");
            assert!(examples.is_some(), "{words} has no EXAMPLES");
            let text = examples.unwrap_or_default().replace("\\\n    ", "").replace("|\n    ", "| ");
            let of_this = text.lines().flat_map(commands);
            let mut calls = 0;
            for command in of_this {
                calls += usize::from(command.join(" ").starts_with(words));
                let parsed = program.clone().try_get_matches_from(command.iter().map(OsString::from));
                assert!(
                    parsed.is_ok(),
                    "{command:?}: {}",
                    parsed.err().map_or(String::new(), |error| error.to_string())
                );
                count += 1;
            }
            assert!(calls > 0, "{words}: no example calls it");
        }
        assert!(verbs.len() >= 45 && count >= 90, "{} verbs, {count} commands in examples", verbs.len());
    }

    #[test]
    fn options_have_one_line_of_help() {
        let mut verbs = Vec::new();
        leaves(&command(), "shader-tools", &mut verbs);
        let (mut count, mut wrong) = (0, Vec::new());
        for (words, verb) in verbs.iter().filter(|(_, verb)| !verb.is_hide_set()) {
            for argument in verb.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                let is_line = (1..=100).contains(&help.chars().count()) && argument.get_long_help().is_none();
                if !is_line {
                    wrong.push(format!("{words}, {}: {help}", argument.get_id()));
                }
                count += 1;
            }
        }
        assert!(wrong.is_empty() && count > 250, "{count} options; {}", wrong.join("\n"));
    }
}
