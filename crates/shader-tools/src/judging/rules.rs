//! The rules of both languages, listed, and one of them explained.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use dxil_validate::RuleRow;
use located::Severity;

use crate::layout::write_row;
use crate::style::{self, paint};

/// A rule of either language.
struct Rule {
    id: &'static str,
    severity: Severity,
    sentence: &'static str,
    hint: &'static str,
    family: &'static str,
    /// The row, of those of DXIL.
    of_dxil: Option<&'static RuleRow>,
}

/// The rules of token programs, then those of DXIL.
fn all() -> impl Iterator<Item = Rule> {
    let of_tokens = dx_bytecode::check::Rule::all().map(|rule| {
        let row = rule.row();
        let family = row.id.split_once('.').map_or("", |(family, _)| family);
        let (severity, sentence, hint) = (row.severity, row.sentence, row.hint);
        Rule { id: row.id, severity, sentence, hint, family, of_dxil: None }
    });
    let of_dxil = dxil_validate::Rule::all().map(|rule| {
        let row = rule.row();
        let RuleRow { id, severity, sentence, hint, family, .. } = *row;
        Rule { id, severity, sentence, hint, family, of_dxil: Some(row) }
    });
    of_tokens.chain(of_dxil)
}

/// The names of the rules.
pub fn ids() -> impl Iterator<Item = &'static str> {
    all().map(|rule| rule.id)
}

pub fn list(out: &mut dyn Write) -> io::Result<()> {
    all().try_for_each(|Rule { id, severity, sentence, .. }| {
        let style = if severity == Severity::Error { style::BAD } else { style::NOTE };
        let severity = paint(style, format!("{:<8}", severity.name()));
        write_row(out, &format!("{id:<26} {severity} {sentence}"))
    })
}

/// The name, sentence and hint of a rule; none of the code of an error, which is no rule.
pub fn sentences(id: &str) -> Option<(&'static str, &'static str, &'static str)> {
    all().find(|rule| rule.id == id).map(|Rule { id, sentence, hint, .. }| (id, sentence, hint))
}

/// The rule of this name in any case.
pub fn explanation(id: &str) -> Option<String> {
    let rule = all().find(|rule| rule.id.eq_ignore_ascii_case(id))?;
    let Rule { id, severity, sentence, hint, family, of_dxil } = rule;
    let mut text = format!("{} ({})\n\n{sentence}\n{hint}\n\n", paint(style::TITLE, id), severity.name());
    let family = family.replace('_', " ");
    let Some(row) = of_dxil else {
        let programs =
            if family == "d3d9" { "Direct3D 9 programs" } else { "programs of shader models 4 and 5" };
        add(&mut text, "family", format_args!("{family}, of {programs}"));
        add(&mut text, "checked", format_args!("yes"));
        return Some(text);
    };
    add(&mut text, "family", format_args!("{family}, of DXIL"));
    match row.number {
        Some(number) => add(&mut text, "number", format_args!("{number} of the reference validator")),
        None => add(
            &mut text,
            "number",
            format_args!(
                "none: this rule does not exist in the reference \
                                                       validator"
            ),
        ),
    }
    let (major, minor) = row.since;
    add(&mut text, "in force", format_args!("from validator {major}.{minor} on"));
    if row.check {
        add(&mut text, "checked", format_args!("yes"));
    } else {
        add(&mut text, "checked", format_args!("no: {}", row.why));
    }
    Some(text)
}

fn add(text: &mut String, key: &str, value: fmt::Arguments<'_>) {
    let _ = writeln!(text, "  {} {value}", paint(style::KEY, format_args!("{key:<8}")));
}

/// Rules that may be meant by a name that none has, the likeliest first.
pub fn near(id: &str) -> Vec<&'static str> {
    let id = id.to_ascii_uppercase();
    let of = |rule: Rule| {
        let name = rule.id.to_ascii_uppercase();
        let last = name.split_once('.').map_or("", |(_, last)| last);
        let wrong = if id.len() >= SHORTEST && name.contains(&id) {
            0
        } else {
            distance(&id, &name).min(distance(&id, last))
        };
        (wrong <= id.len() / 3).then_some((wrong, rule.id))
    };
    let mut near: Vec<_> = if id.len() <= LONGEST { all().filter_map(of).collect() } else { Vec::new() };
    near.sort_by_key(|(wrong, _)| *wrong);
    near.into_iter().map(|(_, id)| id).take(NEAR).collect()
}

/// Names that are suggested at most.
const NEAR: usize = 5;
/// Fewer letters than this are within too many names.
const SHORTEST: usize = 3;
/// No rule's name is nearly as long.
const LONGEST: usize = 100;

/// The number of letters to insert, remove or change to make one text the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, from) in (1..).zip(a.bytes()) {
        let mut before = index;
        let mut next = vec![index];
        for (to, pair) in b.bytes().zip(row.windows(2)) {
            let [diagonal, above] = *pair else { continue };
            before = (diagonal + usize::from(from != to)).min(above + 1).min(before + 1);
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
