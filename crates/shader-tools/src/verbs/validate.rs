//! `validate`: does a shader keep to the rules of its language, stage and shader model?

mod document;
mod sarif;
mod verdicts;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use dx_container::parts::PartBuf as _;
use dx_container::{Container, ContainerBuilder, Digest, Signing};
use located::Severity;

use self::verdicts::Verdicts;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::judging::{DebugFiles, Judge, Judgement, rules, write_findings};
use crate::layout;
use crate::loading::loaded_shader::editable;
use crate::output::{DXIL, Output, Writer, made_of_text};
use crate::root_signature_file as root_signature;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{self, Input, display};
use crate::selection::wanted::Wanted;
use crate::signing::note_symbols;
use crate::status::Status;
use crate::style::{self, counted, grouped, paint};
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
/// Exit status: 1 if a shader has a finding that is an error, 3 if a file cannot be read. Warnings do not change the
/// exit status.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Validate {
    #[command(flatten)]
    inputs: Inputs,

    /// List all rules (`explain RULE` describes one rule).
    #[arg(long, conflicts_with_all = ["files", "files_from", "json", "sarif", "all"])]
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
    #[arg(long)]
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
  shader-tools dis examples/scan_cs.dxil | shader-tools validate -

More: docs/validate.md";

/// What the run sums up of a file.
#[derive(Default)]
struct Summary {
    is_judged: bool,
    is_unreadable: bool,
    errors: usize,
    warnings: usize,
    /// The findings for SARIF, if the run prints SARIF.
    sarif: Vec<sarif::File>,
    /// The rules that are broken, in the order of the findings.
    rules: Vec<&'static str>,
    /// The names of unsigned containers, as far as they are shown, and their number.
    unsigned: (Vec<String>, usize),
}

/// The maximum number of unsigned containers that are named.
const NAMED: usize = 3;

impl Validate {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, document::SCHEMA);
        let mut run = Run::new(&self.inputs, Wanted::VALIDATED, globals, format);
        if self.rules {
            run.print(rules::list);
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
        let Some(root_signature) = self.root_signature(&mut run) else { return run.status() };
        let writer = match self.output.open(&run.inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) if self.sign => return run.refuse(&error),
            Err(_) => return self.validate(&mut run, root_signature.as_deref(), None),
        };
        self.validate(&mut run, root_signature.as_deref(), self.sign.then_some(&writer))
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
        writer: Option<&Writer<'_>>,
    ) -> Status {
        let validator_version = self.validator_version.as_ref().map(|version| version.0.pair());
        let debug_files = DebugFiles::in_places(&self.pdb, run);
        let symbols = !self.no_symbols;
        let judge = Judge { validator_version, root_signature, symbols, debug_files: &debug_files };
        let verdicts = Verdicts::open(self.cached, run.globals());
        let mut total = Summary::default();
        let (mut valid, mut invalid, mut unreadable) = (0, 0, 0);
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Summary>| {
                let mut judgement = verdicts.judge(bytes, |bytes| judge.judge(bytes, input.path()))?;
                // The other files need more than a digest.
                judgement.is_unsigned = judgement.is_valid() && writer.is_none() && is_unsigned(bytes);
                if judgement.is_valid()
                    && let Some(writer) = writer
                {
                    sign(input, bytes, judgement.assembled.as_deref(), writer, outcome)?;
                }
                outcome.value = self.report(input, &judgement, out)?;
                if !judgement.is_valid() {
                    let status = if judgement.is_unreadable { Status::Unreadable } else { Status::Findings };
                    outcome.status = outcome.status.max(status);
                }
                if self.sarif {
                    judgement.assembled = None;
                    outcome.value.sarif.push(sarif::File { name: input.name().text(), judgement });
                }
                Ok(())
            },
            |_, file| {
                valid += usize::from(file.is_judged && file.errors == 0);
                invalid += usize::from(file.errors > 0 && !file.is_unreadable);
                unreadable += usize::from(file.is_unreadable);
                total.add(file);
            },
        );
        if self.sarif {
            let rules = total.rules.into_iter().collect();
            run.print(|out| sarif::write(out, &total.sarif, &rules));
        } else if !self.json {
            run.print(|out| total.say_unsigned(out));
            let count = run.inputs.len();
            let kinds = [
                (valid, "valid"),
                (invalid, "invalid"),
                (unreadable, "unreadable"),
                (count - valid - invalid - unreadable, "not checked"),
            ];
            let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
            let kinds: Vec<String> =
                kinds.map(|(count, what)| format!("{} {what}", grouped(count as u64))).collect();
            let found = format!("{}, {}", counted(total.errors, "error"), counted(total.warnings, "warning"));
            let files = counted(count, "file");
            let files = if kinds.is_empty() { files } else { format!("{files}: {}", kinds.join(", ")) };
            run.print(|out| writeln!(out, "{files}; {found}"));
            if let Some(hint) = explain_hint(&total.rules) {
                let hint = format!("{}: {hint}", paint(style::GOOD, "help"));
                run.print(|out| out.write_all(layout::hanging(&hint).as_bytes()));
            }
        }
        run.status()
    }

    /// Prints what was found of a file.
    fn report(&self, input: &Input, judgement: &Judgement, out: &mut dyn Write) -> Result<Summary, Error> {
        let name = input.name();
        let mut rules = Vec::new();
        let mut seen = BTreeSet::new();
        let by_severity = [Severity::Error, Severity::Warning].into_iter().flat_map(|severity| {
            judgement.findings.iter().filter(move |finding| finding.severity == severity)
        });
        rules.extend(by_severity.map(|finding| finding.rule).filter(|rule| seen.insert(*rule)));
        let summary = Summary {
            is_judged: true,
            is_unreadable: judgement.is_unreadable,
            errors: judgement.errors,
            warnings: judgement.warnings,
            sarif: Vec::new(),
            rules,
            unsigned: if judgement.is_unsigned { (vec![name.to_string()], 1) } else { Default::default() },
        };
        if self.sarif {
            // The findings are written after all files.
        } else if self.json {
            json::write(out, &document::File::new(name, judgement))?;
        } else {
            write_findings(out, &name.to_string(), judgement, self.all)?;
        }
        Ok(summary)
    }
}

impl Summary {
    /// Names the unsigned containers.
    fn say_unsigned(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let (named, count) = &self.unsigned;
        let note = paint(style::NOTE, "note");
        for name in named {
            let name = if name == "-" { "standard input" } else { name };
            writeln!(out, "{note}: unsigned: Direct3D rejects it; sign it with `validate --sign`: {name}")?;
        }
        match count - named.len() {
            0 => Ok(()),
            more => writeln!(out, "... and {}", counted(more, "more unsigned file")),
        }
    }

    /// Counts another file in.
    fn add(&mut self, file: Self) {
        self.errors += file.errors;
        self.warnings += file.warnings;
        self.sarif.extend(file.sarif);
        let (named, count) = &mut self.unsigned;
        *count += file.unsigned.1;
        named.extend(file.unsigned.0.into_iter().take(NAMED - named.len().min(NAMED)));
        for rule in file.rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
    }
}

/// Returns true for a container with a program and without a digest.
fn is_unsigned(bytes: &[u8]) -> bool {
    Container::parse(bytes)
        .is_ok_and(|container| container.digest() == Digest::ABSENT && container.program_version().is_some())
}

/// Which rule to have explained: the first that is broken; codes of what could not be read are no rules.
fn explain_hint(found: &[&'static str]) -> Option<String> {
    let rules: Vec<_> = found.iter().filter(|rule| rules::sentences(rule).is_some()).collect();
    let (first, others) = rules.split_first()?;
    Some(match others {
        [] => format!("`shader-tools explain {first}` describes the rule"),
        _ => format!("`shader-tools explain RULE` describes a rule, for example {first}"),
    })
}

/// Writes a valid container signed; of text and bitcode, what it is assembled to.
fn sign(
    input: &Input,
    bytes: &[u8],
    assembled: Option<&[u8]>,
    writer: &Writer<'_>,
    outcome: &mut Outcome<Summary>,
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
