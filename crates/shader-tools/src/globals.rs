//! The options of every verb. Separate from the command line, which knows all verbs.

use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::ValueEnum;

use crate::caching::explicit_options::ExplicitOptions;
use crate::loading::in_memory_input::HeldInput;
use crate::message_format::MessageFormat;
use crate::status::Status;

/// The display order of options that every verb has: after the verb's own options.
const LAST: usize = 900;

/// Options of every verb.
#[derive(Debug, clap::Args)]
pub struct Globals {
    /// Colour the output; auto: on terminals, unless NO_COLOR is set.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, display_order = LAST)]
    color: Color,

    /// Process up to N files in parallel [default: the number of processors].
    #[arg(short = 'j', long, global = true, value_name = "N", display_order = LAST)]
    pub jobs: Option<NonZeroUsize>,

    /// Format of errors and findings; short: one line each, as FILE:LINE:COLUMN: error: MESSAGE.
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value_t = MessageFormat::Human, display_order = LAST)]
    message_format: MessageFormat,

    /// The input to work on instead of files, where a recipe is run.
    #[arg(skip)]
    pub held: Option<Arc<HeldInput>>,

    /// The options of the verb that were given.
    #[arg(skip)]
    pub given: ExplicitOptions,

    /// Parses the verbs of recipes.
    #[arg(skip = no_verb as ParseVerb)]
    pub parse_verb: ParseVerb,
}

/// A verb with its arguments, as a recipe runs it.
pub trait ParsedVerb: Sync + Send {
    /// The options that were given.
    fn given(&self) -> &ExplicitOptions;

    /// Runs the verb.
    fn run(&self, globals: &Globals) -> Status;
}

/// Parses the words of a command, without the name of the program. The command line knows all verbs, and verbs run
/// recipes: it passes them this function.
pub type ParseVerb = fn(&[String]) -> Result<Box<dyn ParsedVerb>, clap::Error>;

/// Recipes inside recipes do not exist.
fn no_verb(_: &[String]) -> Result<Box<dyn ParsedVerb>, clap::Error> {
    Err(clap::Error::new(clap::error::ErrorKind::InvalidSubcommand))
}

impl Globals {
    /// How many files are processed in parallel.
    pub fn threads(&self) -> usize {
        rayon::current_num_threads()
    }

    /// Applies the options about all output: colours, and the format of messages.
    pub fn set_style(&self) {
        self.message_format.write_global();
        anstream::ColorChoice::write_global(match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        });
    }

    /// For a recipe that works on `held`.
    pub fn of_recipe(held: Arc<HeldInput>) -> Self {
        Self {
            color: Color::Never,
            message_format: MessageFormat::Human,
            jobs: None,
            held: Some(held),
            given: ExplicitOptions::default(),
            parse_verb: no_verb,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}
