//! `validate`: does a program keep to the rules of its stage and shader model?

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use dx_container::Container;
use dx_container::reader::Payload;
use dxbc::Program;
use dxbc::check::{Finding, Report, Rule, RuleRow, Severity, check};
use dxbc::program::HEADER_BYTES;
use dxbc::text::Printer;

use crate::cli::Globals;
use crate::error::Error;
use crate::json;
use crate::program::{self, is_tokens, refuse_dxil};
use crate::run::{Format, Outcome, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;
use crate::style::{self, counted, paint};

/// Check programs by the rules of their stage and shader model.
///
/// Programs of shader models 4 and 5 (SHDR, SHEX) are checked: what is declared, how it is used, how blocks nest,
/// what the hardware has. DXIL is not checked yet, which is an error.
/// Exit status 1 where a rule is broken that is an error; warnings change nothing.
#[derive(Debug, clap::Args)]
pub struct Validate {
    /// Files, folders, - for standard input.
    #[arg(required_unless_present_any = ["rules", "explain"])]
    files: Vec<PathBuf>,

    /// List the rules and what they ask.
    #[arg(long, conflicts_with_all = ["files", "json", "explain"])]
    rules: bool,

    /// Say what a rule asks, and what to look at when it is broken.
    #[arg(long, value_name = "RULE", conflicts_with_all = ["files", "json"])]
    explain: Option<String>,

    /// Print JSON (schema shader-tools.validate/1).
    #[arg(long)]
    json: bool,
}

/// A program that was checked.
struct Checked<'a> {
    payload: Payload<'a>,
    program: Program,
    report: Report,
}

/// What the summary counts: files without errors and with, errors, warnings.
#[derive(Default)]
struct Counts {
    checked: bool,
    errors: usize,
    warnings: usize,
}

impl Validate {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.files, globals, Format::json_if(self.json, "shader-tools.validate/1"));
        if self.rules {
            run.print(|out| Rule::all().try_for_each(|rule| list(out, rule.row())));
            return run.status();
        }
        if let Some(id) = &self.explain {
            match Rule::named(id) {
                Some(rule) => run.print(|out| explain(out, rule.row())),
                None => {
                    run.fail(&Error::Usage(format!("there is no rule `{id}`: `validate --rules` lists them")))
                }
            }
            return run.status();
        }
        self.validate(&mut run);
        run.status()
    }

    fn validate(&self, run: &mut Run<'_>) {
        let (mut valid, mut invalid, mut errors, mut warnings) = (0, 0, 0, 0);
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Counts>| {
                let shader = ShaderFile::open(bytes)?;
                let container = shader.container()?;
                let checked = programs(&shader, &container)?;
                outcome.value.checked = true;
                for Checked { report, .. } in &checked {
                    outcome.value.errors += report.errors;
                    outcome.value.warnings += report.warnings;
                }
                if outcome.value.errors > 0 {
                    outcome.status = Status::Findings;
                }
                if self.json {
                    print_json(out, &input.name(), &shader, &checked)?;
                } else {
                    for checked in &checked {
                        print_text(out, &input.name(), &shader, checked)?;
                    }
                }
                Ok(())
            },
            |_, counts| {
                valid += usize::from(counts.checked && counts.errors == 0);
                invalid += usize::from(counts.errors > 0);
                errors += counts.errors;
                warnings += counts.warnings;
            },
        );
        if !self.json {
            let total = run.inputs.len();
            let not_checked = total - valid - invalid;
            let kinds = [(valid, "valid"), (invalid, "invalid"), (not_checked, "not checked")];
            let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
            let kinds: Vec<String> = kinds.map(|(count, what)| format!("{count} {what}")).collect();
            let found = format!("{}, {}", counted(errors, "error"), counted(warnings, "warning"));
            run.print(|out| writeln!(out, "{}: {}; {found}", counted(total, "file"), kinds.join(", ")));
        }
    }
}

/// The token programs of a container, checked.
fn programs<'a>(shader: &ShaderFile<'_>, container: &'a Container<'a>) -> Result<Vec<Checked<'a>>, Error> {
    // Where there is none, or one in another language beside it, there is an error to tell.
    refuse_dxil(container)?;
    program::find(container)?;
    let parts = container.parts().iter().filter(|part| is_tokens(part.name));
    parts
        .map(|part| {
            let payload = container.payload(part);
            let program = Program::read(payload).map_err(|error| shader.placed(error))?;
            let report = check(&program);
            Ok(Checked { payload, program, report })
        })
        .collect()
}

fn list(out: &mut dyn Write, row: &RuleRow) -> io::Result<()> {
    let severity = paint_severity(row.severity, &format!("{:<8}", row.severity.name()));
    writeln!(out, "{:<26} {severity} {}", row.id, row.sentence)
}

fn explain(out: &mut dyn Write, row: &RuleRow) -> io::Result<()> {
    writeln!(
        out,
        "{} ({})\n\n{}\n{}",
        paint(style::TITLE, row.id),
        row.severity.name(),
        row.sentence,
        row.hint
    )
}

fn paint_severity(severity: Severity, text: &str) -> String {
    match severity {
        Severity::Error => paint(style::BAD, text),
        Severity::Warning => paint(style::NOTE, text),
    }
}

impl Checked<'_> {
    /// Where in the file a finding lies, and the statement's first line; the program's start for all of it.
    fn place(&self, shader: &ShaderFile<'_>, finding: &Finding) -> (u64, String) {
        let Some(place) = finding.place else {
            return (file_offset(shader, self.payload.offset), self.program.version.to_string());
        };
        let word = u64::try_from(place.word).unwrap_or(u64::MAX);
        let offset = self.payload.offset + HEADER_BYTES + word.saturating_mul(4);
        let mut line = String::new();
        if let Some(statement) = self.program.statements.get(place.index) {
            Printer::new(self.program.version).print(&mut line, statement);
        }
        (file_offset(shader, offset), line.lines().next().unwrap_or_default().trim_end().to_owned())
    }
}

fn file_offset(shader: &ShaderFile<'_>, offset: u64) -> u64 {
    // No container is larger than its 32-bit length says.
    shader.offset(u32::try_from(offset).unwrap_or(u32::MAX))
}

fn print_text(
    out: &mut dyn Write,
    name: &str,
    shader: &ShaderFile<'_>,
    checked: &Checked<'_>,
) -> io::Result<()> {
    for finding in &checked.report.findings {
        let row = finding.rule.row();
        let (offset, line) = checked.place(shader, finding);
        let severity = paint_severity(row.severity, &format!("{}[{}]", row.severity.name(), row.id));
        writeln!(out, "{name}: {severity} {}", finding.message)?;
        let at = paint(style::DIM, format!("at {offset:#x} in {}:", checked.payload.name));
        writeln!(out, "  {at} {line}")?;
    }
    match checked.report.left_out() {
        0 => Ok(()),
        more => writeln!(out, "{name}: and {}", counted(more, "more finding")),
    }
}

fn print_json(
    out: &mut dyn Write,
    name: &str,
    shader: &ShaderFile<'_>,
    checked: &[Checked<'_>],
) -> Result<(), Error> {
    let sum =
        |count: fn(&Report) -> usize| checked.iter().map(|checked| count(&checked.report)).sum::<usize>();
    let (errors, warnings) = (sum(|report| report.errors), sum(|report| report.warnings));
    let mut head = format!("{{\"file\":{},\"valid\":{}", json::text(name), errors == 0);
    let _ = write!(head, ",\"errors\":{errors},\"warnings\":{warnings},\"findings\":[");
    out.write_all(head.as_bytes())?;
    let mut separator = "";
    for checked in checked {
        for finding in &checked.report.findings {
            let row = finding.rule.row();
            let (offset, line) = checked.place(shader, finding);
            write!(
                out,
                "{separator}{{\"rule\":\"{}\",\"severity\":\"{}\",\"message\":{},\"part\":\"{}\",\"offset\":{offset}",
                row.id,
                row.severity.name(),
                json::text(&finding.message),
                checked.payload.name
            )?;
            if let Some(place) = finding.place {
                let (index, line) = (place.index, json::text(&line));
                write!(out, ",\"statement\":{index},\"instruction\":{line}")?;
            }
            write!(out, "}}")?;
            separator = ",";
        }
    }
    write!(out, "]")?;
    let left_out = sum(Report::left_out);
    if left_out > 0 {
        write!(out, ",\"findingsLeftOut\":{left_out}")?;
    }
    write!(out, "}}")?;
    Ok(())
}
