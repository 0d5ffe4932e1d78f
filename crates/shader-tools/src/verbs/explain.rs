//! `explain`: what a rule of `validate` asks, and what to look at when it is broken.

use crate::cli::Globals;
use crate::error::Error;
use crate::run::{Format, Run};
use crate::status::Status;
use crate::verbs::validate::rules;

/// Say what a rule asks, and what to look at when it is broken.
///
/// Rules are those of validate: validate --rules lists them. Exit status 2 where there is none of this name.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// Its name, in whatever case: CONTAINER.PARTMISSING.
    rule: String,
}

impl Explain {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&[], globals, Format::Text);
        let Some(text) = rules::explanation(&self.rule) else {
            let near = rules::near(&self.rule);
            let hint = if near.is_empty() {
                "`validate --rules` lists them".to_owned()
            } else {
                format!("is it {}?", near.join(", "))
            };
            return run.refuse(&Error::Usage(format!("there is no rule `{}`: {hint}", self.rule)));
        };
        run.print(|out| out.write_all(text.as_bytes()));
        run.status()
    }
}
