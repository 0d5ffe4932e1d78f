//! The rules of both languages, listed, and one of them explained.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use dxil_validate::RuleRow;
use located::Severity;

use crate::error::Error;
use crate::layout::write_row;
use crate::style::{self, paint};
use crate::suggestions::nearest;

/// A rule of either language.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The name.
    pub id: &'static str,
    /// The severity of a finding.
    pub severity: Severity,
    /// The requirement.
    pub sentence: &'static str,
    /// The way to fix a shader that breaks the rule.
    pub hint: &'static str,
    /// The rules about one subject have the same family.
    pub family: &'static str,
    /// The row of a rule of DXIL.
    pub of_dxil: Option<&'static RuleRow>,
}

impl Rule {
    /// The language of the programs that the rule is about, as JSON has it.
    pub fn language(&self) -> &'static str {
        match (self.of_dxil, self.family) {
            (Some(_), _) => "dxil",
            (None, "d3d9") => "d3d9",
            (None, _) => "dxbc",
        }
    }

    /// The URI of the specification that contains the requirements of the language.
    pub fn specification(&self) -> &'static str {
        match self.language() {
            "dxil" => {
                "https://github.com/microsoft/DirectXShaderCompiler/blob/main/docs/DXIL.rst#validation-rules"
            }
            "d3d9" => "https://learn.microsoft.com/windows/win32/direct3dhlsl/dx9-graphics-reference-asm",
            _ => "https://microsoft.github.io/DirectX-Specs/d3d/archive/D3D11_3_FunctionalSpec.htm",
        }
    }
}

/// The rules of token programs, then those of DXIL.
pub fn all() -> impl Iterator<Item = Rule> {
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

/// The severity of a finding of a rule; other codes are errors.
pub fn severity(id: &str) -> Severity {
    all().find(|rule| rule.id == id).map_or(Severity::Error, |rule| rule.severity)
}

/// The name of a rule, from the name in any case.
///
/// # Errors
///
/// [`Error::Usage`] with similar names if the rule does not exist.
pub fn named(id: &str) -> Result<&'static str, Error> {
    let found = ids().find(|rule| rule.eq_ignore_ascii_case(id));
    found.ok_or_else(|| {
        let near = nearest(id, ids());
        let hint = match near.as_slice() {
            [] => "`validate --rules` lists all rules".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        Error::Usage(format!("unknown rule `{id}`: {hint}"))
    })
}

/// The rule of this name in any case.
pub fn explanation(id: &str) -> Option<String> {
    let rule = all().find(|rule| rule.id.eq_ignore_ascii_case(id))?;
    let Rule { id, severity, sentence, hint, family, of_dxil } = rule;
    let mut text = title(id, severity.name(), sentence, hint);
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

/// The first lines of an explanation.
pub fn title(code: &str, kind: &str, sentence: &str, hint: &str) -> String {
    format!("{} ({kind})\n\n{sentence}\n{hint}\n\n", paint(style::TITLE, code))
}

/// Adds a line with a key to an explanation.
pub fn add(text: &mut String, key: &str, value: fmt::Arguments<'_>) {
    let _ = writeln!(text, "  {} {value}", paint(style::KEY, format_args!("{key:<8}")));
}
