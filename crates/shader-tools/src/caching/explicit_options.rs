//! The options of a verb that the user gave, and the part of a key that follows from them. Separate from the store,
//! because the options of every verb hold them.

use std::path::Path;
use std::sync::OnceLock;

use clap::ArgMatches;
use clap::parser::ValueSource;
use shader_store::key::{Choice, Content, Record};

use crate::error::Error;
use crate::loading::reading;
use crate::selection::input::display;

/// The options of a verb that were given, as words.
#[derive(Debug, Clone, Default)]
pub struct ExplicitOptions {
    choices: Vec<Choice>,
    /// The names of those that name files or folders.
    of_paths: Vec<String>,
}

impl ExplicitOptions {
    /// The options of the verb, and not of the program.
    pub fn of(program: &clap::Command, matches: &ArgMatches) -> Self {
        let (mut command, mut verb) = (program, matches);
        // Some verbs are of two words.
        while let Some((name, inner)) = verb.subcommand() {
            let Some(found) = command.find_subcommand(name) else { return Self::default() };
            (command, verb) = (found, inner);
        }
        // Not all that the matches know: groups of options repeat their members.
        let ids = command.get_arguments().map(|argument| argument.get_id().as_str());
        let names_path = |argument: &&clap::Arg| argument.get_value_hint() == clap::ValueHint::AnyPath;
        let of_paths = command.get_arguments().filter(names_path);
        let of_paths = of_paths.map(|argument| argument.get_id().to_string()).collect();
        let given = ids.filter(|id| {
            let is_known = verb.try_contains_id(id).is_ok();
            is_known
                && verb.value_source(id) == Some(ValueSource::CommandLine)
                && !OF_THE_PROGRAM.contains(id)
        });
        let choice = |id: &str| {
            let values = verb.get_raw(id).into_iter().flatten();
            let values = values.map(|value| value.as_encoded_bytes().to_vec()).collect();
            Choice { name: id.to_owned(), values }
        };
        Self { choices: given.map(choice).collect(), of_paths }
    }

    /// True if an option was given.
    pub fn has(&self, id: &str) -> bool {
        self.choices.iter().any(|choice| choice.name == id)
    }

    /// True if the value of an option is a path.
    pub fn is_path(&self, id: &str) -> bool {
        self.of_paths.iter().any(|name| name == id)
    }

    /// The values of an option.
    pub fn values(&self, id: &str) -> impl Iterator<Item = &[u8]> {
        let choices = self.choices.iter().filter(move |choice| choice.name == id);
        choices.flat_map(|choice| choice.values.iter().map(Vec::as_slice))
    }

    /// The names of the options.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.choices.iter().map(|choice| choice.name.as_str())
    }

    /// The record of an artefact that `verb` makes: all options count but those `without`, and of those that name a
    /// file what is in it.
    pub fn record(&self, verb: &str, without: &[&str], files: &[&str]) -> Result<Record, Error> {
        let mut record = Record { recipe: verb.to_owned(), tool: tool().to_owned(), ..Record::default() };
        let counts = |choice: &&Choice| {
            let name = choice.name.as_str();
            !without.contains(&name) && !OF_FILES.contains(&name)
        };
        for choice in self.choices.iter().filter(counts) {
            match (choice.name.as_str(), choice.values.as_slice()) {
                ("profile" | "target", [value]) => record.target = Some(value.clone()),
                ("entry", [value]) => record.entry = Some(value.clone()),
                (name, values) if files.contains(&name) => {
                    for value in values {
                        record.options.push(Choice::file(name, file_content(value)?));
                    }
                }
                _ => record.options.push(choice.clone()),
            }
        }
        Ok(record)
    }
}

/// Options of the program, which change no artefact.
const OF_THE_PROGRAM: [&str; 3] = ["color", "jobs", "message_format"];

/// Options that choose files, of which each has a key of its own.
pub const OF_FILES: [&str; 4] = ["files_from", "null", "include", "exclude"];

fn file_content(name: &[u8]) -> Result<Content, Error> {
    let text = String::from_utf8_lossy(name);
    let path = Path::new(text.as_ref());
    if path.as_os_str() == "-" {
        return Err(Error::Usage(
            "options whose result is stored in a store cannot read standard input: use a file".to_owned(),
        ));
    }
    let named = |error: Error| Error::Usage(format!("{}: {}", display(path), error.message()));
    let bytes = reading::read_any(path).map_err(named)?;
    Ok(Content::of(&bytes))
}

/// This program, as keys have it. A release is its version, which all systems share; of any other build the executable
/// itself is a part, since two builds of one version need not do the same.
fn tool() -> &'static str {
    static TOOL: OnceLock<String> = OnceLock::new();
    TOOL.get_or_init(|| {
        let version = concat!("shader-tools ", env!("CARGO_PKG_VERSION"));
        if option_env!("SHADER_TOOLS_RELEASE").is_some() {
            return version.to_owned();
        }
        let executable = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let build = Record::default().prepare().key(&[Content::of(&executable)]).to_string();
        format!("{version} build {}", build.get(..16).unwrap_or_default())
    })
}
