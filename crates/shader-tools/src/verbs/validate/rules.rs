//! The rules of both languages, listed and explained.

use std::io::{self, Write};

use dx_container::error::Severity;

use crate::style::{self, paint};

/// A rule of either language.
struct Rule {
    id: &'static str,
    severity: Severity,
    sentence: &'static str,
    hint: &'static str,
    /// What else there is to say of it.
    note: String,
}

/// The rules of token programs, then those of DXIL.
fn all() -> impl Iterator<Item = Rule> {
    let of_tokens = dxbc::check::Rule::all().map(|rule| {
        let row = rule.row();
        Rule {
            id: row.id,
            severity: row.severity,
            sentence: row.sentence,
            hint: row.hint,
            note: String::new(),
        }
    });
    let of_dxil = dxil_validate::Rule::all().map(|rule| {
        let row = rule.row();
        let (major, minor) = row.since;
        let origin = match row.number {
            Some(number) => format!("Rule {number} of the reference validator"),
            None => "A rule that the reference validator does not have".to_owned(),
        };
        let check = if row.check { "" } else { " Nothing looks for it yet." };
        let note = format!("{origin}, in force from version {major}.{minor} on.{check}");
        Rule { id: row.id, severity: row.severity, sentence: row.sentence, hint: row.hint, note }
    });
    of_tokens.chain(of_dxil)
}

pub fn list(out: &mut dyn Write) -> io::Result<()> {
    all().try_for_each(|Rule { id, severity, sentence, .. }| {
        let style = if severity == Severity::Error { style::BAD } else { style::NOTE };
        let severity = paint(style, format!("{:<8}", severity.name()));
        writeln!(out, "{id:<26} {severity} {sentence}")
    })
}

/// What a rule asks, in whatever case its name is.
pub fn explanation(id: &str) -> Option<String> {
    let Rule { id, severity, sentence, hint, note } = all().find(|rule| rule.id.eq_ignore_ascii_case(id))?;
    let mut text = format!("{} ({})\n\n{sentence}\n{hint}\n", paint(style::TITLE, id), severity.name());
    if !note.is_empty() {
        text.push_str(&note);
        text.push('\n');
    }
    Some(text)
}
