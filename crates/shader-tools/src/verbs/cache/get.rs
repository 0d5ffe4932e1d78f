//! `cache get`: artefacts out of a store.

use std::path::PathBuf;

use shader_store::Key;

use crate::caching::recipe::Recipe;
use crate::caching::store_option::{StoreOption, refuse, say_notices};
use crate::error::Error;
use crate::globals::Globals;
use crate::output::{Output, write_file, write_stdout};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Selection;
use crate::status::Status;

/// Read artefacts by their key, or by input file and recipe.
///
/// `cache get` never computes an artefact.
///
/// Exit status: 1 if an artefact is missing or damaged.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Get {
    /// Input files of the artefacts: files, folders, or - for standard input.
    #[arg(required = true, conflicts_with = "key", requires = "recipe")]
    files: Vec<PathBuf>,

    /// Recipe of an earlier `cache build`: a verb and its options, without files.
    #[arg(long, value_name = "VERB", conflicts_with = "key")]
    recipe: Option<String>,

    /// Key of the artefact, 64 hexadecimal digits.
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,

    #[command(flatten)]
    store: StoreOption,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    selection: Selection,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache build examples/scale.ll --recipe lower --store out/s.redb
  shader-tools cache get examples/scale.ll --recipe lower --store out/s.redb -o out/a.dxil

More: docs/cache.md";

impl Get {
    pub fn run(&self, globals: &Globals) -> Status {
        match (&self.key, &self.recipe) {
            (Some(key), _) => self.one(key),
            (None, Some(recipe)) => self.many(recipe, globals),
            (None, None) => {
                refuse(&Error::Usage("`cache get` requires --key KEY, or files and --recipe VERB".to_owned()))
            }
        }
    }

    fn one(&self, key: &Key) -> Status {
        let store = match self.store.open_existing() {
            Ok(store) => store,
            Err(error) => return refuse(&error),
        };
        let found = store.get(key);
        say_notices(&store);
        let Some(artefact) = found else {
            return refuse(&Error::Missing(format!("the store has no artefact with the key {key}")));
        };
        let written = match self.output.as_deref().filter(|path| path.as_os_str() != "-") {
            Some(path) => write_file(path, &artefact.bytes),
            None => write_stdout(&artefact.bytes),
        };
        written.err().map_or(Status::Fine, |error| refuse(&error))
    }

    fn many(&self, recipe: &str, globals: &Globals) -> Status {
        let opened =
            Recipe::parse(recipe, globals).and_then(|recipe| Ok((recipe, self.store.open_existing()?)));
        let (recipe, store) = match opened {
            Ok(opened) => opened,
            Err(error) => return refuse(&error),
        };
        let mut run = Run::new((&self.files, &self.selection), recipe.wanted(), globals, Format::Text);
        let output = Output::to(self.output.clone());
        for input in &mut run.inputs {
            input.relative = recipe.name_of_artefact(input);
        }
        let writer = match output.open(&run.inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let key = recipe.key(bytes);
                let Some(artefact) = store.get(&key) else {
                    return Err(Error::Missing(format!(
                        "the store has no artefact for this file (key {key})"
                    )));
                };
                artefact.notes.iter().for_each(|note| outcome.note(input, note));
                writer.write(input, &artefact.bytes, "")
            },
            |_, ()| {},
        );
        say_notices(&store);
        run.status()
    }
}
