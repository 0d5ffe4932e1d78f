//! Recipes: which verbs make one artefact of one file, and what is asked of their arguments. Separate because the table
//! is the one place that a verb enters to become a recipe; it is run as it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use shader_store::key::{Choice, Prepared};
use shader_store::{Artefact, Key};

use crate::assembling::name_of_assembled;
use crate::caching::artefact_cache::{Counted, content};
use crate::caching::explicit_options::{ExplicitOptions, OF_FILES};
use crate::error::Error;
use crate::globals::{Globals, ParsedVerb};
use crate::llc;
use crate::loading::in_memory_input::{HeldInput, Made};
use crate::output::{DXIL, name_of_lowered};
use crate::response_files;
use crate::selection::input::{Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use ArtefactName::{Append, OfVerb};

/// What decides a result besides the options that were given, as one more of them.
type OfPrograms = fn(&ExplicitOptions) -> Result<Choice, Error>;

/// A verb that makes one artefact of one file.
struct Row {
    verb: &'static str,
    /// What is looked for in folders.
    wanted: Wanted,
    /// The name of an artefact.
    name: ArtefactName,
    /// Arguments that make the verb give its result as bytes.
    with: &'static [&'static str],
    /// One of these has to be given: reports are kept as JSON, pages depend on the terminal.
    needs: &'static [&'static str],
    /// Options that name files whose content is a part of the key.
    files: &'static [&'static str],
    /// Options that are no part of the key, beside those that say where results go.
    without: &'static [&'static str],
    /// What else decides the result: programs that the verb runs.
    programs: Option<OfPrograms>,
    counted: Counted,
}

/// The name of the artefact of an input, below an output folder.
enum ArtefactName {
    /// The name of the input, with an extension after it.
    Append(&'static str),
    /// The name of the result in the output folder of the verb.
    OfVerb(fn(&Input) -> PathBuf),
}

const TO_STDOUT: &[&str] = &["--output", "-"];
const REPORT: &[&str] = &["json"];

impl Row {
    const fn new(verb: &'static str, wanted: Wanted, name: ArtefactName) -> Self {
        Self {
            verb,
            wanted,
            name,
            with: TO_STDOUT,
            needs: &[],
            files: &[],
            without: &[],
            programs: None,
            counted: Counted::All,
        }
    }

    /// A verb whose report is the artefact.
    const fn report(verb: &'static str, wanted: Wanted) -> Self {
        Self { with: &[], needs: REPORT, ..Self::new(verb, wanted, Append(".json")) }
    }
}

/// The recipes.
const ROWS: [Row; 16] = [
    Row {
        files: &["binding_map"],
        without: llc::NOT_IN_KEYS,
        programs: Some(llc::program),
        ..Row::new("amd compile", Wanted::COMPILED, Append(".o"))
    },
    Row {
        files: &["into", "root_signature", "private"],
        ..Row::new("as", Wanted::Assembly, OfVerb(|input| name_of_assembled(input, false)))
    },
    Row {
        files: &["bind_map"],
        ..Row::new("compile", Wanted::Sources, OfVerb(|input| name_of_lowered(&input.relative, DXIL)))
    },
    Row::new("convert", Wanted::CONTAINERS, OfVerb(|input| name_of_lowered(&input.relative, DXIL))),
    Row::new("derive", Wanted::CONTAINERS, Append(".dxil")),
    Row::new("dis", Wanted::PROGRAMS, Append(".ll")),
    Row::report("inspect", Wanted::EVERY_PROGRAM),
    Row::new("link", Wanted::CONTAINERS, Append(".dxil")),
    Row {
        counted: Counted::Lowered,
        files: &["root_signature"],
        ..Row::new("lower", Wanted::ModernIr, OfVerb(|input| name_of_lowered(&input.relative, DXIL)))
    },
    Row::report("reflect", Wanted::ALL_PROGRAMS_OR_ASSEMBLY),
    Row::new("sign", Wanted::CONTAINERS, Append(".dxil")),
    Row::report("size", Wanted::PROGRAMS),
    Row::new("strip", Wanted::CONTAINERS, Append(".dxil")),
    Row::new("upgrade", Wanted::UPGRADED, Append(".ll")),
    Row {
        needs: &["json", "sarif"],
        files: &["root_signature"],
        ..Row::report("validate", Wanted::VALIDATED)
    },
    Row::new("yaml", Wanted::SHADERS, Append(".yaml")),
];

/// Options that a recipe cannot have: where results go is the store's business, and what is printed beside or on the
/// way is not kept. Nor can it have those that name files or folders, but for the files of its row.
const REFUSED: [&str; 10] =
    ["output", "in_place", "emit", "passes", "stop_after", "print_after", "trace", "sign", "rules", "cached"];

/// A verb with its arguments, ready to be run on one file after the other.
pub struct Recipe {
    verb: Box<dyn ParsedVerb>,
    row: &'static Row,
    prepared: Prepared,
}

/// What a recipe came to for a file.
pub enum RecipeOutcome {
    /// An artefact, and how long it took.
    Artefact(Artefact, Duration),
    /// None, for these reasons as they are printed.
    Failed(Vec<String>, Status),
}

impl Recipe {
    /// Reads a recipe: a verb and its options, as on a command line, without files.
    pub fn parse(text: &str, globals: &Globals) -> Result<Self, Error> {
        let usage = |text: String| Error::Usage(text);
        let words = response_files::split(text).map_err(|error| usage(format!("the recipe: {error}")))?;
        let Some(first) = words.first() else {
            return Err(usage(
                "the recipe is empty, expected a verb such \
                                                                 as `lower`"
                    .to_owned(),
            ));
        };
        let begins = |row: &&Row| {
            let verb: Vec<&str> = row.verb.split(' ').collect();
            words.len() >= verb.len() && words.iter().zip(&verb).all(|(word, of_verb)| word == of_verb)
        };
        let Some(row) = ROWS.iter().find(begins) else {
            let known: Vec<&str> = ROWS.iter().map(|row| row.verb).collect();
            let text = format!("`{first}` cannot be used as a recipe; recipes are {}", known.join(", "));
            return Err(usage(text));
        };
        let verb =
            Self::read(globals, words.into_iter().chain(row.with.iter().map(|word| (*word).to_owned())))?;
        // Where the recipe had one as well, there were two.
        let is_fine = |name: &str| {
            let is_added = name == "output" && !row.with.is_empty();
            let is_listed = row.files.contains(&name) || row.without.contains(&name);
            let is_known = name == "files" || is_added || is_listed;
            is_known || !(REFUSED.contains(&name) || OF_FILES.contains(&name) || verb.given().is_path(name))
        };
        if let Some(refused) = verb.given().names().find(|name| !is_fine(name)) {
            return Err(usage(format!("a recipe cannot have --{}", refused.replace('_', "-"))));
        }
        if !row.needs.is_empty() && !row.needs.iter().any(|need| verb.given().has(need)) {
            let needs: Vec<String> = row.needs.iter().map(|need| format!("--{need}")).collect();
            return Err(usage(format!("recipe `{}` requires {}", row.verb, needs.join(" or "))));
        }
        if row.needs.is_empty() && verb.given().has("json") {
            return Err(usage(format!(
                "recipe `{}` cannot have --json, which produces a second result",
                row.verb
            )));
        }
        if verb.given().values("files").count() != 1 {
            return Err(usage(
                "a recipe cannot contain files: pass the files as arguments of `cache`".to_owned(),
            ));
        }
        let without: Vec<&str> = ["files", "output"].iter().chain(row.without).copied().collect();
        let mut record = verb.given().record(row.verb, &without, row.files)?;
        if let Some(programs) = row.programs {
            record.options.push(programs(verb.given())?);
        }
        Ok(Self { verb, row, prepared: record.prepare() })
    }

    /// Reads the words of a verb that works on one file.
    fn read(globals: &Globals, words: impl Iterator<Item = String>) -> Result<Box<dyn ParsedVerb>, Error> {
        let words: Vec<String> = words.chain(["-".to_owned()]).collect();
        (globals.parse_verb)(&words).map_err(|error| {
            // A row adds --output: a second one is the recipe's own.
            let is_output = |value: &ContextValue| value.to_string().starts_with("--output");
            if error.kind() == ErrorKind::ArgumentConflict
                && error.get(ContextKind::InvalidArg).is_some_and(is_output)
            {
                return Error::Usage("a recipe cannot have -o or --output".to_owned());
            }
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            Error::Usage(format!("the recipe: {}", first.strip_prefix("error: ").unwrap_or(first)))
        })
    }

    /// What is looked for in folders.
    pub fn wanted(&self) -> Wanted {
        self.row.wanted
    }

    /// The name of the artefact of an input, below the output folder.
    pub fn name_of_artefact(&self, input: &Input) -> PathBuf {
        match self.row.name {
            OfVerb(name) => name(input),
            Append(extension) => {
                let mut name = input.relative.clone();
                name.as_mut_os_string().push(extension);
                name
            }
        }
    }

    /// The key of what is made of these bytes.
    pub fn key(&self, bytes: &[u8]) -> Key {
        self.prepared.key(&[content(bytes, self.row.counted)])
    }

    /// Runs the verb.
    pub fn run(&self, input: &Input, bytes: Vec<u8>) -> RecipeOutcome {
        let held = Arc::new(HeldInput::new(input.name().to_string(), bytes));
        let start = Instant::now();
        let status = self.verb.run(&Globals::of_recipe(Arc::clone(&held)));
        let took = start.elapsed();
        let made = held.take();
        let results = made.results();
        let Made { bytes, notes, mut messages, .. } = made;
        if status == Status::Fine && results == 1 {
            return RecipeOutcome::Artefact(Artefact { bytes, notes }, took);
        }
        if messages.is_empty() {
            let name = input.path().map_or_else(|| "-".to_owned(), |path: &Path| display(path));
            let text = match (status, results) {
                (Status::Fine, 0) => "the recipe produced no result for this file".to_owned(),
                (Status::Fine, _) => format!(
                    "the recipe produced {results} results for this file, but a \
                                              store entry has only one"
                ),
                _ => format!("`{}` reported findings, so no artefact is stored", self.row.verb),
            };
            messages.push(Error::Invalid(text).render(Some(&name), None));
        }
        RecipeOutcome::Failed(messages, status.max(Status::Findings))
    }
}
