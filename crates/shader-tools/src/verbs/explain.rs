//! `explain`: the requirement of a rule or the meaning of a code, the next step, and failing and passing code.

use std::fmt::Write as _;

use crate::codes;
use crate::globals::Globals;
use crate::layout::{width, wrapped};
use crate::loading::assembly_language::AssemblyLanguage;
use crate::run::{Format, Run};
use crate::status::Status;
use crate::style::{self, paint};
use crate::suggested;

/// Explain validation rules and message codes.
///
/// Every code in brackets, such as INSTR.BARRIERMODENOMEMORY, container.truncated or race, has an explanation: the
/// requirement or the condition, the usual cause and the next step. For rules about code, `explain` also shows failing
/// and passing code.
///
/// `validate --rules` lists the rules. Exit status: 2 if a code does not exist.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Explain {
    /// Names of rules or codes in upper or lower case, such as CONTAINER.PARTMISSING.
    #[arg(required = true, value_name = "CODE", value_parser = suggested::code(), hide_possible_values = true)]
    codes: Vec<String>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools explain INSTR.BARRIERMODENOMEMORY
  shader-tools explain decl.usedexternalfunction
  shader-tools explain container.truncated race file.io

More: docs/validate.md, docs/rules.md";

impl Explain {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_none(globals, Format::Text);
        let mut pages = Vec::new();
        for code in &self.codes {
            match codes::explanations(code) {
                Ok(texts) => pages.extend(texts.into_iter().enumerate().map(|(index, text)| {
                    let example = if index == 0 { example(code) } else { String::new() };
                    on_page(&(text + &example))
                })),
                Err(error) => run.fail(&error),
            }
        }
        if run.status() == Status::Fine {
            run.print(|out| out.write_all(pages.join("\n").as_bytes()));
        }
        run.status()
    }
}

/// Wraps `text` at the page width. Lines of code, which begin with [`CODE_INDENT`], stay as they are.
fn on_page(text: &str) -> String {
    let wrap = |line: &str| match line.starts_with(CODE_INDENT) {
        true => vec![line.to_owned()],
        false => wrapped(line, width()),
    };
    text.lines().flat_map(wrap).map(|line| line + "\n").collect()
}

/// The indentation of lines of code.
const CODE_INDENT: &str = "    ";

/// Returns the example of a rule: code that breaks the rule, and the corrected code.
fn example(id: &str) -> String {
    if let Some(rule) = dx_bytecode::check::Rule::all().find(|rule| rule.row().id.eq_ignore_ascii_case(id)) {
        return match rule.row().example {
            Some((fails, passes)) => pair(&message(rule, fails), fails, passes),
            None => none("a short assembly program cannot violate this rule"),
        };
    }
    let Some(rule) = dxil_validate::Rule::named(id) else { return String::new() };
    match rule.example() {
        Some(example) => pair(example.message, example.fails, example.passes),
        None if !rule.row().check => none("the rule is not checked"),
        None if ["container", "extensions"].contains(&rule.row().family) => {
            none("the rule applies to the bytes of a container, not to lines of a program")
        }
        None => none("no test case violates this rule by changing a program"),
    }
}

/// Returns the message of `validate` for a token program that breaks `rule`; empty if the program does not parse.
fn message(rule: dx_bytecode::check::Rule, source: &str) -> String {
    let findings = if AssemblyLanguage::is_direct3d9(source.as_bytes()) {
        let Ok(program) = dx_bytecode::d3d9::text::parse(source) else { return String::new() };
        dx_bytecode::d3d9::check::check(&program).findings
    } else {
        let Ok(program) = dx_bytecode::text::parse(source) else { return String::new() };
        dx_bytecode::check::check(&program).findings
    };
    let finding = findings.into_iter().find(|finding| finding.rule == rule);
    finding.map(|finding| finding.message).unwrap_or_default()
}

fn none(why: &str) -> String {
    format!("\nno example: {why}\n")
}

fn pair(message: &str, fails: &str, passes: &str) -> String {
    let mut text = String::new();
    let message = if message.is_empty() { String::new() } else { format!(" {message}") };
    let heading = |word| paint(style::TITLE, word);
    let _ = writeln!(text, "\n{}{message}", heading("fails:"));
    add_lines(&mut text, fails, "the passing program without these lines:", passes);
    let _ = writeln!(text, "\n{}", heading("passes:"));
    add_lines(&mut text, passes, "the failing program without the lines above", "");
    text
}

/// Appends the lines of an excerpt, indented; for an empty excerpt, `without` and the `missing` lines.
fn add_lines(text: &mut String, lines: &str, without: &str, missing: &str) {
    let (words, lines) = if lines.is_empty() { (Some(without), missing) } else { (None, lines) };
    for line in words.into_iter().chain(lines.lines()) {
        let _ = writeln!(text, "{CODE_INDENT}{line}");
    }
}
