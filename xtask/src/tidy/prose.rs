//! The prose lint: patterns that CONTRIBUTING.md ("Writing") forbids, in comments, messages, TOML sentences and
//! Markdown. Separate from the other tidy rules because old text may still match: a ratchet holds its counts.

mod found;
mod lines;
mod ratchet;
mod rules;

pub use found::{Found, list};
pub use ratchet::check;
pub use rules::Rules;

#[cfg(test)]
mod tests;
