//! Findings in one line each, for editors and CI systems.

use std::io::{self, Write};

use super::finding::{Finding, Judgement, SourcePlace, TextPlace};
use crate::message_format::{Location, one_line, shown};

/// Writes the findings of the file called `name`.
pub fn write(out: &mut dyn Write, name: &str, judgement: &Judgement) -> io::Result<()> {
    for finding in &judgement.findings {
        writeln!(out, "{}", line(name, finding))?;
    }
    let file = Location::of_file(Some(name));
    if let more @ 1.. = judgement.left_out() {
        let text = format!("{more} more findings exceed the limit for stored findings");
        writeln!(out, "{}", one_line(file, "note", &text, None))?;
    }
    match judgement.unchecked {
        Some(unchecked) => writeln!(out, "{}", one_line(file, "note", unchecked, None)),
        None => Ok(()),
    }
}

/// A finding in the file called `name`. The line begins with the location in the file if the file is a text, else with
/// the location in HLSL source if that is known.
pub fn line(name: &str, finding: &Finding) -> String {
    // Mangled names begin with an invisible character.
    let mut message = finding.message.replace('\u{1}', "");
    let (location, details) = match (&finding.line, &finding.source) {
        (Some(TextPlace { line, start, .. }), _) => {
            let at = Location { file: Some(name), line: Some(*line), column: Some(*start) };
            (at, Vec::new())
        }
        (None, Some(SourcePlace { file: Some(file), line, column, .. })) => {
            let [line, column] = [*line, *column].map(|number| usize::try_from(number).ok());
            let at = Location { file: Some(file), line, column: column.filter(|column| *column > 0) };
            (at, vec![shown(name).to_owned(), finding.location()])
        }
        _ => (Location::of_file(Some(name)), vec![finding.location()]),
    };
    let details: Vec<String> = details.into_iter().filter(|detail| !detail.is_empty()).collect();
    if !details.is_empty() {
        message = format!("{message}, in {}", details.join(", "));
    }
    one_line(location, finding.severity.name(), &message, Some(finding.rule))
}
