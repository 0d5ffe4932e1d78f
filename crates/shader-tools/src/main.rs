//! The program: one file per verb; the crates do the work.

mod assembly_language;
mod assembly_style;
mod cli;
mod direct3d9;
mod error;
mod field_tree;
mod filter;
mod graph;
mod held_input;
mod held_text;
mod input;
mod json;
mod kept;
mod layout;
mod line_starts;
mod operations;
mod output;
mod part_selector;
mod pass_choice;
mod program;
mod read_module;
mod reading;
mod root_signature_file;
mod run;
mod selection;
mod shader_file;
mod signing;
mod source_lines;
mod status;
mod streams;
mod style;
mod suggested;
mod table;
mod temporary_files;
mod tree;
mod validator_version;
mod verb_groups;
mod verbs;
mod version;
mod walk;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main().into()
}
