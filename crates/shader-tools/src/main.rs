//! The program: one file a verb, the crates do the work.

mod assembly_language;
mod assembly_style;
mod cli;
mod error;
mod input;
mod json;
mod layout;
mod line_starts;
mod output;
mod part_selector;
mod program;
mod root_signature_file;
mod run;
mod shader_file;
mod status;
mod style;
mod table;
mod tree;
mod validator_version;
mod verbs;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main().into()
}
