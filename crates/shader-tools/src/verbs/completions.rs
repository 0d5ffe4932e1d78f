//! `completions`: the completion script of a shell, from the same definition as the help.

use std::io::Write as _;

use clap_complete::Shell;

use crate::error::Error;
use crate::status::Status;
use crate::streams;

/// Print the completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// Name of the shell.
    shell: Shell,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools completions bash > ~/.local/share/bash-completion/completions/shader-tools
  shader-tools completions zsh > ~/.zfunc/_shader-tools
  shader-tools completions fish > ~/.config/fish/completions/shader-tools.fish

More: README.md";

impl Completions {
    pub fn run(&self, mut program: clap::Command) -> Status {
        // Into memory first: the generator panics where writing fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "shader-tools", &mut script);
        match streams::raw().write_all(&script) {
            Ok(()) => Status::Fine,
            Err(cause) => {
                let error = Error::from(cause);
                streams::print_message(error.render(None, None));
                error.status()
            }
        }
    }
}
