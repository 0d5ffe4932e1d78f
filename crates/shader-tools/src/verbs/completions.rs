//! `completions`: a shell's completion script, from the same definition as the help.

use clap_complete::Shell;

use crate::cli;
use crate::status::Status;

/// Print the completion script of a shell.
///
/// For bash: shader-tools completions bash > ~/.local/share/bash-completion/completions/shader-tools
#[derive(Debug, clap::Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Status {
        clap_complete::generate(self.shell, &mut cli::command(), "shader-tools", &mut std::io::stdout());
        Status::Fine
    }
}
