//! Groups of verbs in `shader-tools --help`: clap has no headings for subcommands, so the program's help template
//! contains the list.

use std::fmt::Write as _;

use clap::Command;

/// A heading and its verbs.
type Group = (&'static str, &'static [&'static str]);

/// All verbs, in the order of the help.
const GROUPS: [Group; 10] = [
    ("Look", &["inspect", "ls", "stat", "size", "reflect", "cfg", "report", "scan", "pdb"]),
    ("Find", &["find"]),
    ("Check", &["validate", "verify", "explain", "diff", "check-interface", "dxv", "roundtrip"]),
    ("Change", &["edit", "parts", "strip", "derive", "sign"]),
    ("Text", &["dis", "as", "yaml"]),
    ("Compile", &["compile", "convert", "lower", "upgrade", "link", "dxl"]),
    ("Run", &["run"]),
    ("AMD", &["amd"]),
    ("Store", &["cache"]),
    ("Shell", &["completions", "man"]),
];

/// The command with the groups of its verbs in the help.
pub fn grouped(command: Command) -> Command {
    let list = list(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\n{}\n{{options}}{{after-help}}",
        heading_of(&Command::new(""), "Options")
    ))
}

/// The headings with a line for each verb.
fn list(command: &Command) -> String {
    let find = |name: &str| command.find_subcommand(name).filter(|verb| !verb.is_hide_set());
    let width = GROUPS.iter().flat_map(|(_, verbs)| *verbs).map(|verb| verb.len()).max().unwrap_or(0);
    let mut list = String::new();
    for (heading, verbs) in GROUPS {
        let _ = writeln!(list, "\n{}", heading_of(command, heading));
        for verb in verbs.iter().filter_map(|name| find(name)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(list, "  {:width$}  {about}", verb.get_name());
        }
    }
    list
}

fn heading_of(command: &Command, heading: &str) -> String {
    let style = command.get_styles().get_header();
    format!("{style}{heading}:{style:#}")
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, list};
    use crate::cli;

    #[test]
    fn every_verb_is_in_one_group() {
        let command = cli::command();
        for verb in command.get_subcommands() {
            let name = verb.get_name();
            let groups = GROUPS.iter().filter(|(_, verbs)| verbs.contains(&name)).count();
            assert_eq!(groups, 1, "the verb `{name}` is in {groups} groups of GROUPS, expected one");
        }
        for verb in GROUPS.iter().flat_map(|(_, verbs)| *verbs) {
            // `man` is a feature.
            assert!(*verb == "man" || command.find_subcommand(verb).is_some(), "{verb}");
        }
    }

    #[test]
    fn a_verb_is_one_line() {
        let command = cli::command();
        let list = list(&command);
        for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
            let begin = format!("  {} ", verb.get_name());
            assert_eq!(list.lines().filter(|line| line.starts_with(&begin)).count(), 1, "{begin}");
        }
        for line in list.lines() {
            let line = anstream::adapter::strip_str(line).to_string();
            assert!(line.len() <= 80, "{line}");
        }
    }
}
