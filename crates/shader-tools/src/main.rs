//! The program: one file per verb; the crates do the work.

mod assembling;
mod assembly_style;
mod byte_size;
mod caching;
mod change;
mod cli;
mod codes;
mod comparing;
mod csv;
mod digest_state;
mod emitted;
mod error;
mod field_tree;
mod generated;
mod globals;
mod graph;
mod instruction_name;
mod json;
mod judging;
mod layout;
mod line_starts;
mod linking;
mod listings;
mod llc;
mod llvm_option;
mod loading;
mod message_format;
mod name_pattern;
mod operations;
mod output;
mod part_selector;
mod pass_choice;
mod reflecting;
mod response_files;
mod root_signature_file;
mod run;
mod selection;
mod signing;
mod spooled_output;
mod statistics;
mod status;
mod streams;
mod style;
mod suggested;
mod suggestions;
mod table;
mod temporary_files;
mod tree;
mod validator_version;
mod verb_groups;
mod verbs;
mod version;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main().into()
}
