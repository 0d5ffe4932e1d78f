//! From a file's bytes to what is found in it: by its language, of text and bitcode what they are assembled to.

use dx_container::error::Severity;
use dx_container::parts::View as _;
use dx_container::pdb::is_msf;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc, is_container};
use dxbc::Program;
use dxbc::program::HEADER_BYTES;
use dxbc::text::Printer;
use dxil::assemble;
use dxil::ir::Module;
use dxil_text::Places;
use dxil_validate::{Options, Place, Report, validate_container, validate_module, validate_root_signature};

use super::finding::{Finding, Judgement};
use super::module_places::ModulePlaces;
use crate::assembly_language::AssemblyLanguage;
use crate::error::Error;
use crate::program::{self, ProgramKind, is_tokens};
use crate::shader_file::ShaderFile;

/// What is told of a container that is there for its root signature.
const NO_PROGRAM: &str = "no program: layout and root signature were checked, not whether the root signature fits a shader \
     (`validate --root-signature THIS SHADER` does that); dxv refuses containers without a program";

/// How files are judged.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'a> {
    /// The validator whose rules are in force.
    pub validator_version: Option<(u32, u32)>,
    /// The root signature that shaders must go with, as the content of RTS0.
    pub root_signature: Option<&'a [u8]>,
    /// Whether SYM0 and STR0 are known.
    pub symbols: bool,
}

impl Judge<'_> {
    /// What is found in a file. What cannot be read is a finding.
    pub fn judge(&self, bytes: &[u8]) -> Result<Judgement, Error> {
        let judged = if is_container(bytes) || is_msf(bytes) {
            ShaderFile::open(bytes).and_then(|file| self.file(&file))
        } else {
            self.module(bytes)
        };
        judged.or_else(|error| match error {
            Error::Io { .. } | Error::Usage(_) | Error::Bug(_) => Err(error),
            other => Ok(Judgement::refused(refusal(&other, is_container(bytes) || is_msf(bytes)))),
        })
    }

    fn options(&self) -> Options<'_> {
        let Self { validator_version, root_signature, symbols } = *self;
        Options { validator_version, root_signature, symbols }
    }

    fn file(&self, file: &ShaderFile<'_>) -> Result<Judgement, Error> {
        // What is broken as a container is told by the rules, too, which go by where it breaks.
        let container = file.container()?;
        match program::find(&container) {
            Ok(ProgramKind::Tokens(_)) => tokens(file, &container),
            Err(_) if is_root_signature(&container) => {
                let report = validate_root_signature(container.bytes());
                let judgement = told(&report, None, Some((file, &container)), |_| None);
                Ok(Judgement { unchecked: Some(NO_PROGRAM), ..judgement })
            }
            Ok(ProgramKind::Module) | Err(_) => {
                let report = validate_container(container.bytes(), &self.options());
                let module = has_module_places(&report).then(|| module_of(&container)).flatten();
                Ok(told(&report, module.as_ref(), Some((file, &container)), |_| None))
            }
        }
    }

    /// LLVM's assembly or bitcode: the module, and if that is valid the container that it is assembled to.
    fn module(&self, bytes: &[u8]) -> Result<Judgement, Error> {
        let (module, places) = read_module(bytes)?;
        let mut report = Report::default();
        validate_module(&module, &self.options(), &mut report);
        let line = |place: Place| line_of(bytes, places.as_ref()?, place);
        if !report.is_valid() {
            return Ok(told(&report, Some(&module), None, line));
        }
        let assembled = assemble::assemble(module.clone(), &assemble::Options::default())?;
        let report = validate_container(&assembled, &self.options());
        let stored =
            has_module_places(&report).then(|| module_of(&Container::parse(&assembled).ok()?)).flatten();
        Ok(told(&report, stored.as_ref(), None, |_| None))
    }
}

/// The container that text or bitcode is assembled to; none for what is a container, or holds one.
pub fn container_of(bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    if is_container(bytes) || is_msf(bytes) {
        return Ok(None);
    }
    let (module, _) = read_module(bytes)?;
    Ok(Some(assemble::assemble(module, &assemble::Options::default())?))
}

fn read_module(bytes: &[u8]) -> Result<(Module, Option<Places>), Error> {
    match AssemblyLanguage::of(bytes) {
        AssemblyLanguage::Bitcode => Ok((program::module_of(bytes, None)?, None)),
        AssemblyLanguage::Llvm => match dxil_text::parse_with_places(bytes) {
            Ok(parsed) => Ok((parsed.module, Some(parsed.places))),
            Err(errors) => match errors.errors().first() {
                Some(first) => Err(Error::Source(first.clone())),
                None => Err(Error::Invalid("text that cannot be read".to_owned())),
            },
        },
        AssemblyLanguage::Tokens => {
            let text =
                "neither a container nor LLVM's assembly or bitcode: `as` makes containers of other assembly";
            Err(Error::Unsupported(text.to_owned()))
        }
    }
}

/// Whether a container is there for its root signature only.
fn is_root_signature(container: &Container<'_>) -> bool {
    container.part(FourCc::RTS0).is_some()
        && container.parts().iter().all(|part| [FourCc::RTS0, FourCc::PRIV].contains(&part.name))
}

fn file_offset(file: &ShaderFile<'_>, offset: u64) -> Option<u64> {
    // No container is larger than its 32-bit length says.
    Some(file.offset(u32::try_from(offset).unwrap_or(u32::MAX)))
}

fn has_module_places(report: &Report) -> bool {
    report.findings.iter().any(|finding| matches!(finding.place, Place::Module(_)))
}

/// The module that findings are about: their places have its ids.
fn module_of(container: &Container<'_>) -> Option<Module> {
    let part = container.part(FourCc::DXIL)?;
    let program = dx_container::parts::program::Program::parse(container.payload(&part)).ok()?;
    dxil::bitcode::read(program.bitcode, 0).ok()
}

/// Bytes of a container that are shown of a place.
const SHOWN_BYTES: usize = 16;

/// A report as it is told. Places in a container have offsets only where it stands in the file.
fn told(
    report: &Report,
    module: Option<&Module>,
    stored: Option<(&ShaderFile<'_>, &Container<'_>)>,
    line: impl Fn(Place) -> Option<usize>,
) -> Judgement {
    let bytes_at = |offset: u64, len: u64, finding: &mut Finding| {
        let Some((file, container)) = stored else { return };
        finding.bytes = file_offset(file, offset).map(|offset| (offset, len));
        let start = usize::try_from(offset).ok();
        let rest = start.and_then(|start| container.bytes().get(start..)).unwrap_or_default();
        let shown = usize::try_from(len).unwrap_or(SHOWN_BYTES).min(SHOWN_BYTES);
        finding.shown_bytes = rest.iter().take(shown).copied().collect();
    };
    let mut places = module.map(ModulePlaces::of);
    let findings = report.findings.iter().map(|found| {
        let mut finding = Finding::new(found.rule.row().id, found.severity, found.message.clone());
        finding.line = line(found.place);
        match found.place {
            Place::Container => {}
            Place::Bytes { offset, len } => bytes_at(offset, len, &mut finding),
            Place::Part { part, offset, len } => {
                finding.part = Some(part);
                bytes_at(offset, len, &mut finding);
            }
            Place::Module(place) => {
                if let Some(places) = &mut places {
                    places.describe(place, &mut finding);
                }
            }
        }
        finding
    });
    Judgement {
        findings: findings.collect(),
        errors: report.errors,
        warnings: report.warnings,
        unchecked: None,
    }
}

/// The line of a text in which something stands.
fn line_of(text: &[u8], places: &Places, place: Place) -> Option<usize> {
    use dxil::ir::verify::IrPlace;
    let Place::Module(place) = place else { return None };
    let at = match place {
        IrPlace::Instruction { function, id, .. } => places.instruction(function, id),
        IrPlace::Global(id) | IrPlace::Block { function: id, .. } => places.global(id),
        IrPlace::Metadata(id) => places.metadata(id),
        IrPlace::NamedMetadata(index) => places.named_metadata(index),
        _ => None,
    }?;
    Some(1 + text.get(..at)?.iter().filter(|byte| **byte == b'\n').count())
}

/// Why a file cannot be read, as a finding. Places of programs are places in the file where it holds the very program.
fn refusal(error: &Error, is_binary: bool) -> Finding {
    let place = match error {
        Error::Container(error) => Some(error.place()),
        Error::Program(error) => Some(error.place()),
        Error::Bitcode(error) => Some(error.place()),
        _ => None,
    };
    let line = match error {
        Error::Source(error) => Some(error.line),
        _ => None,
    };
    let bytes = place.filter(|_| is_binary).map(|place| (place.offset, place.len));
    Finding { bytes, line, ..Finding::new(error.code(), Severity::Error, error.message()) }
}

/// The token programs of a container.
fn tokens(file: &ShaderFile<'_>, container: &Container<'_>) -> Result<Judgement, Error> {
    let mut judgement = Judgement::default();
    for part in container.parts().iter().filter(|part| is_tokens(part.name)) {
        let payload = container.payload(part);
        let program = Program::read(payload).map_err(|error| file.placed(error))?;
        let report = dxbc::check::check(&program);
        judgement.errors += report.errors;
        judgement.warnings += report.warnings;
        let findings = report.findings.iter().map(|found| token_finding(file, payload, &program, found));
        judgement.findings.extend(findings);
    }
    Ok(judgement)
}

fn token_finding(
    file: &ShaderFile<'_>,
    payload: Payload<'_>,
    program: &Program,
    found: &dxbc::check::Finding,
) -> Finding {
    let row = found.rule.row();
    let mut finding = Finding::new(row.id, row.severity, found.message.clone());
    finding.part = Some(payload.name);
    let (offset, line) = match found.place {
        // The program as a whole: its start.
        None => (payload.offset, program.version.to_string()),
        Some(place) => {
            finding.statement = Some(place.index);
            let mut line = String::new();
            if let Some(statement) = program.statements.get(place.index) {
                Printer::new(program.version).print(&mut line, statement);
            }
            let word = u64::try_from(place.word).unwrap_or(u64::MAX);
            (payload.offset + HEADER_BYTES + word.saturating_mul(4), line)
        }
    };
    finding.bytes = file_offset(file, offset).map(|offset| (offset, 4));
    finding.instruction = Some(line.lines().next().unwrap_or_default().trim_end().to_owned());
    finding
}
