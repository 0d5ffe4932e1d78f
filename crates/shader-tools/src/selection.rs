//! The inputs of a verb: files, folders, lists and patterns, and filters over their contents. A layer below the verbs,
//! because all verbs select their inputs in the same way.

pub mod chosen;
pub mod file_name;
pub mod filter;
pub mod input;
pub mod walk;
pub mod wanted;
