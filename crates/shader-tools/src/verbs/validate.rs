//! `validate`: does a shader keep to the rules of its language, stage and shader model?

mod baseline;
mod document;
mod fingerprint;
mod hidden;
mod sarif;
mod summary;
mod verdicts;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use dx_container::parts::PartBuf as _;
use dx_container::{Container, ContainerBuilder, Digest, Signing};
use located::Severity;

use self::baseline::{NewBaseline, path_in_baseline};
use self::hidden::Hidden;
use self::summary::{Summary, note_stale};
use self::verdicts::Verdicts;
use crate::as_language::AsLanguage;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::judging::{DebugFiles, Judge, Judgement, rule_objects, rules, write_findings};
use crate::loading::loaded_shader::editable;
use crate::output::{DXIL, Files, Output, Writer, made_of_text, write_file};
use crate::root_signature_file as root_signature;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{self, Input, display};
use crate::selection::wanted::Wanted;
use crate::signing::note_symbols;
use crate::status::Status;
use crate::style::counted;
use crate::suggested;
use crate::validator_version::ValidatorVersion;

/// Check shaders against the rules of DXIL and DXBC.
///
/// For a DXIL container, `validate` checks what dxv checks: the parts, the program, and the consistency of the parts
/// with the program. LLVM assembly and bitcode are assembled first.
///
/// For a container of shader model 4 or 5, `validate` checks only the program (SHDR or SHEX).
///
/// A finding shows the instruction and, with debug information, the HLSL line.
///
/// In folders, `validate` skips PDBs. A PDB that is named on the command line is checked.
///
/// Exit status: 1 if a shader has a finding that is an error (with --strict: any finding), 3 if a file cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Validate {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    language: AsLanguage,

    /// List all rules (`explain RULE` describes one rule).
    #[arg(long, conflicts_with_all = ["files", "files_from", "sarif", "all"])]
    rules: bool,

    /// Print JSON (schema shader-tools.validate/1).
    #[arg(long, conflicts_with = "sarif")]
    json: bool,

    /// Print SARIF 2.1.0, with HLSL locations if debug information is available.
    #[arg(long)]
    sarif: bool,

    /// Print all findings, not only the first three findings of each rule and file.
    #[arg(long, conflicts_with_all = ["json", "sarif"])]
    all: bool,

    /// Exit with 1 also if a shader has a warning.
    #[arg(long)]
    strict: bool,

    /// Do not report findings of this rule (repeatable).
    #[arg(long, value_name = "RULE", value_parser = suggested::rule(), hide_possible_values = true)]
    ignore: Vec<String>,

    /// Do not report the findings that this file lists, such as findings of an earlier run.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write all findings to this file, for --baseline, and do not report them.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "json", "sarif", "sign"])]
    write_baseline: Option<PathBuf>,

    /// Print only findings and errors: nothing about valid files, and no summary.
    #[arg(short, long, conflicts_with_all = ["json", "sarif", "rules"])]
    quiet: bool,

    /// Also search this PDB, folder or `pdb index` file for debug information (repeatable).
    #[arg(long, alias = "pdb-path", value_name = "DIR|FILE")]
    pdb: Vec<PathBuf>,

    /// Apply the rules of this validator version [default: dx.valver of the program].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// Check the shader against this root signature: HLSL, a container, or an RTS0 part [default: RTS0].
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,

    /// Treat SYM0 and STR0 as unknown parts, as dxv does.
    #[arg(long)]
    no_symbols: bool,

    /// Skip files that an earlier run recorded as valid in the store that SHADER_STORE names.
    #[arg(long, conflicts_with = "sign")]
    cached: bool,

    /// Sign the valid files and write the results (requires -o or --in-place).
    #[arg(long, conflicts_with_all = ["ignore", "baseline"])]
    sign: bool,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools validate examples/*.dxil
  shader-tools validate --pdb symbols/ a.dxil           with HLSL lines
  shader-tools validate --validator-version 1.7 examples/triangle_ps_6_0.dxil
  shader-tools validate --sarif examples/*.dxil > findings.sarif
  shader-tools validate --write-baseline known.json examples
  shader-tools validate --strict --baseline known.json examples
  shader-tools dis examples/scan_cs.dxil | shader-tools validate -

More: docs/validate.md, docs/ci.md";

impl Validate {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = match self.sarif {
            true => Format::Held,
            false => Format::json_if(self.json && !self.rules, document::SCHEMA),
        };
        let mut run = match self.quiet {
            true => Run::quiet(&self.inputs, Wanted::VALIDATED, globals, format),
            false => Run::new(&self.inputs, Wanted::VALIDATED, globals, format).in_language(self.language),
        };
        if self.rules {
            run.print(if self.json { rule_objects::write } else { rules::list });
            return run.status();
        }
        if self.sign != (self.output.in_place || self.output.output.is_some()) {
            let text = if self.sign {
                "--sign requires -o or --in-place"
            } else {
                "-o and --in-place require --sign"
            };
            return run.refuse(&Error::Usage(text.to_owned()));
        }
        if let Some(path) = &self.write_baseline {
            let files = Files::reading(run.inputs.iter().filter_map(Input::path));
            if let Err(error) = files.claim(path) {
                return run.refuse(&error);
            }
        }
        let Some(hidden) = Hidden::read(&self.ignore, self.baseline.as_deref(), &mut run) else {
            return run.status();
        };
        let Some(root_signature) = self.root_signature(&mut run) else { return run.status() };
        let root_signature = root_signature.as_deref();
        let writer = match self.output.open(&run.inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) if self.sign => return run.refuse(&error),
            Err(_) => return self.validate(&mut run, root_signature, &hidden, None),
        };
        self.validate(&mut run, root_signature, &hidden, self.sign.then_some(&writer))
    }

    /// The content of RTS0 that was asked for; where it cannot be had, `run` has said why.
    #[expect(clippy::option_option, reason = "the option was not given, or its file cannot be read")]
    fn root_signature(&self, run: &mut Run<'_>) -> Option<Option<Vec<u8>>> {
        let Some(path) = &self.root_signature else { return Some(None) };
        let bytes = match input::read_besides(path, &run.inputs) {
            Ok(bytes) => bytes,
            Err(error) => {
                run.fail_with(&display(path), &error);
                return None;
            }
        };
        match root_signature::read(&bytes, None).and_then(|signature| Ok(signature.arrange(None)?)) {
            Ok(content) => Some(Some(content)),
            Err(error) => {
                run.fail_about(&display(path), &bytes, &error);
                None
            }
        }
    }

    fn validate(
        &self,
        run: &mut Run<'_>,
        root_signature: Option<&[u8]>,
        hidden: &Hidden,
        writer: Option<&Writer<'_>>,
    ) -> Status {
        let validator_version = self.validator_version.as_ref().map(|version| version.0.pair());
        let debug_files = DebugFiles::in_places(&self.pdb, run);
        let symbols = !self.no_symbols;
        let judge =
            Judge { validator_version, root_signature, symbols, debug_files: &debug_files, is_listed: true };
        let verdicts = Verdicts::open(self.cached, run.globals());
        let mut total = Summary::default();
        let mut new_baseline = NewBaseline::default();
        run.each(
            |input, bytes, out, outcome: &mut Outcome<(Summary, NewBaseline)>| {
                let mut judgement = verdicts.judge(bytes, |bytes| judge.judge(bytes, input.path()))?;
                let removed = hidden.remove(input, &mut judgement);
                judgement.suppressed = removed.ignored + removed.known;
                // The other files need more than a digest.
                judgement.is_unsigned = judgement.is_valid() && writer.is_none() && is_unsigned(bytes);
                if !self.fails(&judgement)
                    && let Some(writer) = writer
                {
                    sign(input, bytes, judgement.assembled.as_deref(), writer, outcome)?;
                }
                if self.write_baseline.is_some() && !judgement.is_unreadable {
                    let (summary, new_baseline) = &mut outcome.value;
                    summary.checked = 1;
                    new_baseline.add(&path_in_baseline(input), &judgement.findings);
                    if judgement.left_out() > 0 {
                        let more = counted(judgement.left_out(), "finding");
                        let text = format!(
                            "{more} beyond the limit for stored findings are not in the baseline: --ignore \
                             RULE excludes a rule"
                        );
                        outcome.note(input, &text);
                    }
                    return Ok(());
                }
                outcome.value.0 = Summary { removed, ..self.report(input, &judgement, out)? };
                if self.fails(&judgement) {
                    let status = if judgement.is_unreadable { Status::Unreadable } else { Status::Findings };
                    outcome.status = outcome.status.max(status);
                }
                if self.sarif {
                    judgement.assembled = None;
                    outcome.value.0.sarif.push(sarif::File { name: input.name(), judgement });
                }
                Ok(())
            },
            |_, (file, findings)| {
                total.add(file);
                new_baseline.extend(findings);
            },
        );
        match &self.write_baseline {
            Some(path) => Self::write_baseline(path, &new_baseline, run),
            None => self.print_totals(total, hidden, run),
        }
        run.status()
    }

    /// Returns true if the findings change the exit status.
    fn fails(&self, judgement: &Judgement) -> bool {
        !judgement.is_valid() || self.strict && judgement.warnings > 0
    }

    /// Prints the end of the output, after the findings of all files.
    fn print_totals(&self, mut total: Summary, hidden: &Hidden, run: &mut Run<'_>) {
        let mut stale = std::mem::take(&mut total.removed.stale);
        if self.sarif {
            let rules = std::mem::take(&mut total.rules).into_iter().collect();
            let failed = run.failed_objects();
            let log = sarif::Log { files: &total.sarif, failed: &failed, rules, status: run.status() };
            run.print(|out| log.write(out));
        } else if !self.json && !self.quiet {
            let count = run.inputs.len();
            run.print(|out| total.write(out, count, self.strict));
        }
        if let Some(path) = self.baseline.as_deref().filter(|_| !self.quiet) {
            stale.extend(hidden.stale(&run.inputs));
            note_stale(path, &stale);
        }
    }

    /// Writes a baseline, unless a file could not be read: its findings would be missing.
    fn write_baseline(path: &Path, findings: &NewBaseline, run: &mut Run<'_>) {
        if run.status() >= Status::Unreadable {
            let text = "the baseline is not written, because not all files could be read".to_owned();
            return run.fail_with(&display(path), &Error::Invalid(text));
        }
        if path.as_os_str() == "-" {
            return run.print(|out| findings.write(out));
        }
        let mut document = Vec::new();
        let written = findings.write(&mut document).map_err(Error::from);
        match written.and_then(|()| write_file(path, &document)) {
            Ok(()) => {
                let (count, files) = (counted(findings.len(), "finding"), counted(findings.files(), "file"));
                run.print(|out| writeln!(out, "{}: {count} in {files}", display(path)));
            }
            Err(error) => run.fail(&error),
        }
    }

    /// Prints the findings of a file.
    fn report(&self, input: &Input, judgement: &Judgement, out: &mut dyn Write) -> Result<Summary, Error> {
        let name = input.name();
        let mut rules = Vec::new();
        let mut seen = BTreeSet::new();
        let by_severity = [Severity::Error, Severity::Warning].into_iter().flat_map(|severity| {
            judgement.findings.iter().filter(move |finding| finding.severity == severity)
        });
        rules.extend(by_severity.map(|finding| finding.rule).filter(|rule| seen.insert(*rule)));
        let summary = Summary {
            checked: usize::from(!judgement.is_unreadable),
            invalid: usize::from(!judgement.is_valid() && !judgement.is_unreadable),
            unreadable: usize::from(judgement.is_unreadable),
            errors: judgement.errors,
            warnings: judgement.warnings,
            rules,
            unsigned: judgement.is_unsigned.then(|| name.to_string()).into_iter().collect(),
            unsigned_count: usize::from(judgement.is_unsigned),
            ..Summary::default()
        };
        if self.sarif {
            // The findings are written after all files.
        } else if self.json {
            json::write(out, &document::File::new(name.clone(), judgement))?;
        } else if !self.quiet || !judgement.is_valid() || judgement.warnings > 0 {
            write_findings(out, &name.to_string(), judgement, self.all)?;
        }
        Ok(summary)
    }
}

/// Returns true for a container with a program and without a digest.
fn is_unsigned(bytes: &[u8]) -> bool {
    Container::parse(bytes)
        .is_ok_and(|container| container.digest() == Digest::ABSENT && container.program_version().is_some())
}

/// Writes a valid container signed; of text and bitcode, what it is assembled to.
fn sign(
    input: &Input,
    bytes: &[u8],
    assembled: Option<&[u8]>,
    writer: &Writer<'_>,
    outcome: &mut Outcome<(Summary, NewBaseline)>,
) -> Result<(), Error> {
    let (container, relative) = match assembled {
        Some(_) if writer.is_in_place() => {
            let text = "--in-place would overwrite a program with a container: use -o instead";
            return Err(Error::Usage(text.to_owned()));
        }
        Some(assembled) => (Container::parse(assembled)?, made_of_text(&input.relative, DXIL)),
        None => (editable(bytes)?, input.relative.clone()),
    };
    let builder = ContainerBuilder::from(&container);
    let input = &Input { relative, ..input.clone() };
    writer.write(input, &builder.build(Signing::Sign)?, "")?;
    note_symbols(&builder, Signing::Sign, input, outcome);
    Ok(())
}
