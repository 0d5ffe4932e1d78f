//! `cache build`: the artefacts of many files, made where they are not kept yet.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use shader_store::{Artefact, Key, Made, Store};

use crate::caching::recipe::{Recipe, RecipeOutcome};
use crate::caching::store_option::{StoreOption, refuse, say_notices};
use crate::globals::Globals;
use crate::json;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::status::Status;
use crate::streams;
use crate::style::{counted, grouped};

/// Compute and store the artefacts that are missing in a store.
///
/// `cache build` runs the recipe for each file that does not have an artefact.
///
/// `cache build` stores each artefact as soon as the artefact is complete. After an interruption, the next run computes
/// only the missing artefacts. If the recipe fails for a file, `cache build` reports the error and continues with the
/// next file.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Build {
    #[command(flatten)]
    inputs: Inputs,

    /// Recipe: a verb and its options without files, such as 'lower --validator-version 1.8'.
    #[arg(long, value_name = "VERB")]
    recipe: String,

    #[command(flatten)]
    store: StoreOption,

    /// Print one line per file: `hit` or `made`, the key of the artefact, and the path of the file.
    #[arg(long, conflicts_with = "json")]
    list: bool,

    /// Print a summary as JSON (schema shader-tools.cache-build/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools cache build examples/ir/ --recipe lower --store out/s.redb
  shader-tools cache build examples/*.dxil --recipe 'reflect --json' --store out/s.redb

RECIPES
  amd compile, as, derive, dis, link, lower, sign, strip, upgrade, yaml,
  with --json: inspect, reflect, size, validate (or validate --sarif)

More: docs/cache.md";

/// Artefacts are written when there are so many of them, or so many bytes.
const BATCH: usize = 64;
const BATCH_BYTES: usize = 16 << 20;

/// What came of a file.
#[derive(Default)]
enum Came {
    #[default]
    ToNothing,
    Hit(Key),
    Made(Key, Artefact, Duration),
}

/// What came of all.
#[derive(Default)]
struct Total {
    hits: u64,
    made: Made,
    not_kept: u64,
}

const SCHEMA: &str = "shader-tools.cache-build/1";

/// A run of `cache build`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Document {
    /// The number of input files for which the recipe failed.
    failed: usize,
    /// The number of input files.
    files: usize,
    /// The number of artefacts that were in the store.
    hits: u64,
    /// The number of artefacts that were computed.
    made: u64,
    /// The number of computed artefacts that could not be written to the store.
    not_kept: u64,
    schema: &'static str,
    /// The elapsed time in seconds.
    seconds: f64,
    /// The time spent on computing artefacts in seconds, summed over all threads.
    seconds_making: f64,
    /// An estimate of the time that the hits saved, in seconds; `null` if the mean time for computing an artefact is
    /// unknown.
    seconds_saved: Option<f64>,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<Document>(SCHEMA);
}

impl Build {
    pub fn run(&self, globals: &Globals) -> Status {
        let start = Instant::now();
        let recipe = match Recipe::parse(&self.recipe, globals) {
            Ok(recipe) => recipe,
            Err(error) => return refuse(&error),
        };
        let mut run = Run::new(&self.inputs, recipe.wanted(), globals, Format::Text);
        // A mistyped path does not create a store.
        let has_input = run.inputs.iter().any(|input| input.path().is_none_or(Path::exists));
        let opened = if has_input { self.store.open() } else { Ok(Store::default()) };
        let store = match opened {
            Ok(store) => store,
            Err(error) => return refuse(&error),
        };
        let mut waiting = Waiting { is_listed: self.list, ..Waiting::new(&store) };
        run.each(
            |input, bytes, _, outcome: &mut Outcome<(Came, String)>| {
                let key = recipe.key(bytes);
                let came = if store.has(&[key]) == [true] {
                    Came::Hit(key)
                } else {
                    match recipe.run(input, bytes.to_vec()) {
                        RecipeOutcome::Artefact(artefact, took) => {
                            artefact.notes.iter().for_each(|note| outcome.note(input, note));
                            Came::Made(key, artefact, took)
                        }
                        RecipeOutcome::Failed(messages, status) => {
                            messages.into_iter().for_each(|message| outcome.fail_with(message, status));
                            Came::ToNothing
                        }
                    }
                };
                outcome.value = (came, input.name().to_string());
                Ok(())
            },
            |_, (came, name)| waiting.add(came, name),
        );
        waiting.keep();
        let total = waiting.total;
        if total.not_kept > 0 {
            run.add(Status::Unreadable);
        }
        say_notices(&store);
        let files = (run.files(), run.failures());
        self.report(&total, files, &store, start.elapsed(), &mut run);
        run.status()
    }

    fn report(&self, total: &Total, files: (usize, usize), store: &Store, took: Duration, run: &mut Run<'_>) {
        let (count, failed) = files;
        let per_artefact = store.made().mean().or_else(|| total.made.mean());
        let saved = per_artefact.map(|mean| mean.as_secs_f64() * total.hits as f64);
        if self.json {
            let document = Document {
                failed,
                files: count,
                hits: total.hits,
                made: total.made.count,
                not_kept: total.not_kept,
                schema: SCHEMA,
                seconds: took.as_secs_f64(),
                seconds_making: total.made.time.as_secs_f64(),
                seconds_saved: saved,
            };
            return run.print(|out| json::write_line(out, &document));
        }
        let mut text = format!(
            "{}: {} {}, {} made",
            counted(count, "file"),
            grouped(total.hits),
            if total.hits == 1 { "hit" } else { "hits" },
            grouped(total.made.count)
        );
        if failed > 0 {
            text += &format!(", {} failed", grouped(failed as u64));
        }
        if total.not_kept > 0 {
            text += &format!(", {} of them not stored", grouped(total.not_kept));
        }
        text += &format!("; {:.1} s", took.as_secs_f64());
        if let Some(saved) = saved.filter(|_| total.hits > 0) {
            text += &format!(", about {saved:.1} s of work saved");
        }
        streams::print_message(text);
    }
}

/// Artefacts that wait to be written.
struct Waiting<'s> {
    store: &'s Store,
    is_listed: bool,
    artefacts: Vec<(Key, Artefact)>,
    names: Vec<String>,
    bytes: usize,
    time: Duration,
    total: Total,
}

impl<'s> Waiting<'s> {
    fn new(store: &'s Store) -> Self {
        Self {
            store,
            is_listed: false,
            artefacts: Vec::new(),
            names: Vec::new(),
            bytes: 0,
            time: Duration::ZERO,
            total: Total::default(),
        }
    }

    fn add(&mut self, came: Came, name: String) {
        match came {
            Came::ToNothing => {}
            Came::Hit(key) => {
                self.total.hits += 1;
                self.list("hit", &key, &name);
            }
            Came::Made(key, artefact, took) => {
                self.bytes += artefact.bytes.len();
                self.time += took;
                self.artefacts.push((key, artefact));
                self.names.push(name);
                if self.artefacts.len() >= BATCH || self.bytes >= BATCH_BYTES {
                    self.keep();
                }
            }
        }
    }

    /// Writes what waits; only then it is finished.
    fn keep(&mut self) {
        if self.artefacts.is_empty() {
            return;
        }
        let made = Made { count: self.artefacts.len() as u64, time: self.time };
        if self.store.put(&self.artefacts) {
            self.store.record_made(made);
            for ((key, _), name) in self.artefacts.iter().zip(&self.names) {
                self.list("made", key, name);
            }
        } else {
            self.total.not_kept += made.count;
        }
        self.total.made.add(made);
        (self.bytes, self.time) = (0, Duration::ZERO);
        self.artefacts.clear();
        self.names.clear();
    }

    fn list(&self, what: &str, key: &Key, name: &str) {
        if self.is_listed {
            let mut out = streams::raw();
            // Where nobody reads it there is nothing to report to.
            let _ = writeln!(out, "{what} {key} {name}").and_then(|()| out.flush());
        }
    }
}
