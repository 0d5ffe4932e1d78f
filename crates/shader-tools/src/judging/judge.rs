//! From a file's bytes to what is found in it: by its language, of text and bitcode what they are assembled to.

use std::collections::HashMap;
use std::path::Path;

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dx_bytecode::Program;
use dx_bytecode::check::{check, check_signatures};
use dx_bytecode::numbering::{Head, Role, roles};
use dx_bytecode::program::HEADER_BYTES;
use dx_bytecode::text::Printer;
use dx_container::reader::Payload;
use dx_container::{Container, ContainerErrorKind, FourCc};
use dxil::DxilError;
use dxil::assemble::{self, may_have_debug_information, strip_debug_information};
use dxil_ir::Module;
use dxil_ir::verify::IrPlace;
use dxil_text::{ParseError, ParseErrors, Places};
use dxil_validate::{
    Options, Place, Report, Validated, report_on_module, validate_container, validate_ir, validate_module,
    validate_root_signature,
};
use located::{Frame, Severity};

use crate::error::{Error, Located, Medium};
use crate::json::in_utf8;
use crate::judging::counterparts::Counterparts;
use crate::judging::debug_program::{DebugFiles, DebugProgram, texts_of};
use crate::judging::direct3d9;
use crate::judging::finding::{Finding, Judgement, TextPlace};
use crate::judging::listing_lines::{ListingLines, add_to_tokens};
use crate::judging::module_places::{ModulePlaces, short};
use crate::judging::source_places::SourcePlaces;
use crate::judging::source_texts::{LINE, SourceTexts};
use crate::line_starts::LineStarts;
use crate::loading::assembled::read_module;
use crate::loading::file_kind::FileKind;
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::program::{self, ProgramKind, is_tokens};

/// The note about a container that only holds a root signature.
const NO_PROGRAM: &str = "container has no program, so only the layout and the root signature were checked; \
                          to check the root signature against a shader, run `validate --root-signature THIS \
                          SHADER`; dxv rejects containers without a program";

/// The note about a PDB that holds the program with debug information only.
const ONLY_DEBUG: &str = "the PDB holds the program only with debug information: the program was checked, not the parts of the container";

/// The options of the check.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'a> {
    /// The validator whose rules are in force.
    pub validator_version: Option<(u32, u32)>,
    /// The root signature that shaders must go with, as the content of RTS0.
    pub root_signature: Option<&'a [u8]>,
    /// Whether SYM0 and STR0 are known.
    pub symbols: bool,
    /// The places of PDBs, for the source lines of findings.
    pub debug_files: &'a DebugFiles,
    /// True if findings show lines of the listing, which `dis` prints for the checked file.
    pub is_listed: bool,
}

/// A file that was checked.
pub struct Judged<'f> {
    pub judgement: Judgement,
    /// The shader that was read; `None` if it has no DXIL program, if a container has a finding with a location in the
    /// module, or if text or bitcode is invalid before it is assembled.
    pub shader: Option<LoadedShader<'f>>,
}

impl From<Judgement> for Judged<'_> {
    fn from(judgement: Judgement) -> Self {
        Self { judgement, shader: None }
    }
}

impl<'a> Judge<'a> {
    /// A judge of a container that a verb is about to write, symbols included.
    pub fn of_result(validator_version: Option<(u32, u32)>, debug_files: &'a DebugFiles) -> Self {
        Self { validator_version, root_signature: None, symbols: true, debug_files, is_listed: false }
    }
}

impl Judge<'_> {
    /// Checks a file that was read from `path`. An error of reading is a finding, too.
    pub fn judge(&self, bytes: &[u8], path: Option<&Path>) -> Result<Judgement, Error> {
        let Judged { mut judgement, shader } = self.judge_and_keep(bytes, path)?;
        let assembled = shader.filter(|shader| shader.assembled_from.is_some());
        judgement.assembled = assembled.and_then(LoadedShader::into_container);
        Ok(judgement)
    }

    /// Like [`Judge::judge`], but also returns the shader that was read.
    pub fn judge_and_keep<'f>(&self, bytes: &'f [u8], path: Option<&Path>) -> Result<Judged<'f>, Error> {
        let kind = FileKind::of(bytes);
        let judged = match kind {
            FileKind::Container | FileKind::Pdb => {
                LoadedShader::open(bytes).and_then(|file| self.file(file, path))
            }
            FileKind::Direct3d9 => direct3d9::program(bytes).map(Judged::from),
            kind if kind.is_wgsl() || kind.is_spirv() => {
                LoadedShader::open_or_assemble(bytes).and_then(|file| self.file(file, path))
            }
            _ => self.module(bytes),
        };
        judged.or_else(|error| match error {
            Error::Io { .. } | Error::Usage(_) | Error::Bug(_) => Err(error),
            other => {
                let is_binary = matches!(kind, FileKind::Container | FileKind::Pdb | FileKind::Direct3d9);
                let refused = Judgement::refused(refusal(&other, is_binary));
                Ok(Judgement { is_unreadable: is_unreadable(&other), ..refused }.into())
            }
        })
    }

    fn options(&self) -> Options<'_> {
        let Self { validator_version, root_signature, symbols, .. } = *self;
        Options { validator_version, root_signature, symbols }
    }

    fn file<'f>(&self, file: LoadedShader<'f>, path: Option<&Path>) -> Result<Judged<'f>, Error> {
        // Containers that cannot be read are findings of rules, too.
        let container = file.container()?;
        if file.pdb.is_some()
            && container.part(FourCc::DXIL).is_none()
            && container.part(FourCc::ILDB).is_some()
        {
            let module = file.module()?;
            let judgement = self.module_alone(file.bytes, module, None);
            let shader = judgement.is_valid().then_some(file);
            return Ok(Judged { judgement: Judgement { unchecked: Some(ONLY_DEBUG), ..judgement }, shader });
        }
        let in_file = Some((&file, &container));
        match program::find(&container) {
            Ok(ProgramKind::Tokens(_)) => {
                let mut judgement = tokens(&file, &container);
                if self.is_listed {
                    add_to_tokens(&file, &container, &mut judgement.findings);
                }
                Ok(judgement.into())
            }
            Err(_) if is_root_signature(&container) => {
                let judgement = judgement(&validate_root_signature(container.bytes()), in_file, |_, _| {});
                Ok(Judgement { unchecked: Some(NO_PROGRAM), ..judgement }.into())
            }
            Ok(ProgramKind::Module) | Err(_) => {
                let Validated { report, module, debug_module, .. } =
                    validate_container(container.bytes(), &self.options());
                if !has_module_places(&report) {
                    let judgement = judgement(&report, in_file, |_, _| {});
                    let shader = file.with_module(debug_module.or(module));
                    return Ok(Judged { judgement, shader: Some(shader) });
                }
                let Some(module) = module else { return Ok(judgement(&report, in_file, |_, _| {}).into()) };
                let has_own = debug_module.is_some();
                let debug = DebugProgram::of(&container, debug_module, path, self.debug_files);
                let own = debug.as_ref().filter(|_| has_own).map(|debug| &debug.module);
                let lines = self.lines(&report, &container, &module, own);
                Ok(judgement_of_module(&report, in_file, &module, debug, &lines).into())
            }
        }
    }

    /// The lines of the listing for the findings of a report about `module`. `own` is the module in part ILDB, which
    /// `dis` lists instead.
    fn lines(
        &self,
        report: &Report,
        container: &Container<'_>,
        module: &Module,
        own: Option<&Module>,
    ) -> HashMap<IrPlace, usize> {
        let lines = match own {
            _ if !self.is_listed => None,
            Some(own) => ListingLines::of_counterpart(Some(container), module, own),
            // `dis` lists ILDB, which cannot be read.
            None if container.part(FourCc::ILDB).is_some() => None,
            None => ListingLines::of(Some(container), module),
        };
        let Some(mut lines) = lines else { return HashMap::new() };
        let places = report.findings.iter().filter_map(|found| match found.place {
            Place::Module(place) => Some(place),
            _ => None,
        });
        places.filter_map(|place| Some((place, lines.find(place)?))).collect()
    }

    /// Checks the program of a container that was assembled from `bytes`. The parts of that container follow from the
    /// program and need no check.
    pub fn program(&self, bytes: &[u8], program: &Module, places: Option<&Places>) -> Judgement {
        let report = report_on_module(program, &self.options());
        if report.is_valid() {
            return Judgement::default();
        }
        Given::of(bytes, program, places).judgement(&report)
    }

    /// LLVM's assembly or bitcode: the container that it is assembled to. Only a module with findings is validated by
    /// itself, for their places in the text.
    fn module<'f>(&self, bytes: &'f [u8]) -> Result<Judged<'f>, Error> {
        let (module, places) = match read_module(bytes)? {
            Ok(read) => read,
            Err(errors) => return Ok(syntax_errors(bytes, &errors).into()),
        };
        let source = if places.is_some() { Source::Assembly } else { Source::Bitcode };
        let mut report = Report::for_options(&self.options());
        if !validate_ir(&module, &mut report) {
            return Ok(self.module_alone(bytes, &module, places.as_ref()).into());
        }
        let assembled = match assemble::assemble(module.clone(), &assemble::Options::default()) {
            Ok(assembled) => assembled,
            Err(error) => {
                let judgement = self.module_alone(bytes, &module, places.as_ref());
                let refusal =
                    || Judgement::refused(Given::of(bytes, &module, places.as_ref()).refusal(error));
                return Ok(if judgement.is_valid() { refusal() } else { judgement }.into());
            }
        };
        let Validated { report, module: stored, debug_module, .. } =
            validate_container(&assembled, &self.options());
        if report.findings.is_empty() {
            let shader = LoadedShader::assembled(bytes, source, assembled);
            let shader = shader.with_module(debug_module.or(stored));
            return Ok(Judged { judgement: Judgement::default(), shader: Some(shader) });
        }
        let alone = self.module_alone(bytes, &module, places.as_ref());
        if !alone.is_valid() {
            return Ok(alone.into());
        }
        let judgement = match stored.filter(|_| has_module_places(&report)) {
            Some(stored) => Given::of(bytes, &module, places.as_ref()).judgement_of_copy(
                &report,
                &stored,
                Counterparts::of(&stored, &module),
            ),
            None => judgement(&report, None, |_, _| {}),
        };
        Ok(Judged { judgement, shader: Some(LoadedShader::assembled(bytes, source, assembled)) })
    }

    /// A module of assembly or bitcode, without the container that it is assembled to.
    fn module_alone(&self, bytes: &[u8], module: &Module, places: Option<&Places>) -> Judgement {
        if !may_have_debug_information(module) {
            let Validated { report, module, .. } = validate_module(module.clone(), &self.options());
            return match module {
                Some(module) => Given::of(bytes, &module, places).judgement(&report),
                None => judgement(&report, None, |_, _| {}),
            };
        }
        // What the container will have in ILDB must be sound; rules are for what it will have in DXIL.
        let mut report = Report::for_options(&self.options());
        if !validate_ir(module, &mut report) {
            return Given::of(bytes, module, places).judgement(&report);
        }
        let mut stripped = module.clone();
        strip_debug_information(&mut stripped);
        let Validated { report, module: stripped, .. } = validate_module(stripped, &self.options());
        match stripped {
            Some(stripped) => {
                let counterparts = Counterparts::of_stripped(&stripped, module);
                Given::of(bytes, module, places).judgement_of_copy(&report, &stripped, counterparts)
            }
            None => judgement(&report, None, |_, _| {}),
        }
    }
}

/// A module as it was given: what a user recognises places by, whichever copy of it was validated.
struct Given<'g> {
    shown: ModulePlaces<'g>,
    texts: SourceTexts,
    bytes: &'g [u8],
    text: Option<(&'g Places, LineStarts)>,
    /// The lines of the listing, if the module was read from bitcode.
    listing: Option<ListingLines<'g>>,
}

impl<'g> Given<'g> {
    fn of(bytes: &'g [u8], module: &'g Module, places: Option<&'g Places>) -> Self {
        let text = places.map(|places| (places, LineStarts::of(bytes)));
        let listing = if places.is_none() { ListingLines::of(None, module) } else { None };
        Self { shown: ModulePlaces::of(module), texts: texts_of(module), bytes, text, listing }
    }

    /// Adds to a finding what is at a place of the module that was given.
    fn describe(&mut self, place: IrPlace, finding: &mut Finding) {
        self.shown.describe(place, finding);
        if let Some(source) = &mut finding.source {
            self.texts.complete(source);
        }
        finding.line = self.line(|places| offset_of(places, place));
        finding.listing_line = self.listing.as_mut().and_then(|listing| listing.find(place));
        if matches!(place, IrPlace::Instruction { .. })
            && let Some(line) = &mut finding.line
        {
            // Without the comments that listings have behind it, it says the same.
            line.text = None;
        }
    }

    /// The line in which something stands, of a text.
    fn line(&self, offset: impl Fn(&Places) -> Option<usize>) -> Option<TextPlace> {
        let (places, lines) = self.text.as_ref()?;
        let offset = offset(places)?;
        let line = lines.number(offset);
        let start = lines.column(offset);
        let text = lines.line(self.bytes, line).map(|text| short(first_bytes(text.trim_ascii())));
        Some(TextPlace { line, column: None, start, text })
    }

    /// The findings about the module itself.
    fn judgement(mut self, report: &Report) -> Judgement {
        judgement(report, None, |place, finding| self.describe(place, finding))
    }

    /// The findings about another copy of it.
    fn judgement_of_copy(
        mut self,
        report: &Report,
        judged: &Module,
        mut counterparts: Counterparts<'_>,
    ) -> Judgement {
        let mut shown = ModulePlaces::of(judged);
        judgement(report, None, |place, finding| match counterparts.find(place) {
            Some(place) => self.describe(place, finding),
            None => shown.describe(place, finding),
        })
    }

    /// Why no container can be made of it, with the line of the metadata that says so.
    fn refusal(&self, error: DxilError) -> Finding {
        let line = self.line(|places| {
            error.path().find_map(|frame| match frame {
                Frame::Node(name) => places.metadata_called(name),
                _ => None,
            })
        });
        Finding { line, ..refusal(&error.into(), false) }
    }
}

/// A line as far as it is kept: text may be one line of megabytes, of which every finding has a copy.
fn first_bytes(line: &[u8]) -> String {
    in_utf8(line.get(..LINE).unwrap_or(line).as_bstr()).into_owned()
}

/// Whether a container is there for its root signature only.
fn is_root_signature(container: &Container<'_>) -> bool {
    container.part(FourCc::RTS0).is_some()
        && container.parts().iter().all(|part| [FourCc::RTS0, FourCc::PRIV].contains(&part.name))
}

fn file_offset(file: &LoadedShader<'_>, offset: u64) -> Option<u64> {
    // No container is larger than its 32-bit length says.
    Some(file.offset(offset.saturating_as::<u32>()))
}

fn has_module_places(report: &Report) -> bool {
    report.findings.iter().any(|finding| matches!(finding.place, Place::Module(_)))
}

/// Bytes of a container that are shown of a place.
const SHOWN_BYTES: usize = 16;

/// The findings of a report; `describe` adds what is at a place of the program. Places in a container have offsets only
/// where the file holds that container.
fn judgement(
    report: &Report,
    stored: Option<(&LoadedShader<'_>, &Container<'_>)>,
    mut describe: impl FnMut(IrPlace, &mut Finding),
) -> Judgement {
    let bytes_at = |offset: u64, len: u64, finding: &mut Finding| {
        let Some((file, container)) = stored else { return };
        finding.bytes = file_offset(file, offset).map(|offset| (offset, len));
        let start = usize::try_from(offset).ok();
        let rest = start.and_then(|start| container.bytes().get(start..)).unwrap_or_default();
        let shown = usize::try_from(len).unwrap_or(SHOWN_BYTES).min(SHOWN_BYTES);
        finding.shown_bytes = rest.iter().take(shown).copied().collect();
    };
    let findings = report.findings.iter().map(|found| {
        let mut finding = Finding::new(found.rule.row().id, found.severity, found.message.clone());
        match found.place {
            Place::Container => {}
            Place::Bytes { offset, len } => bytes_at(offset, len, &mut finding),
            Place::Part { part, offset, len } => {
                finding.part = Some(part);
                bytes_at(offset, len, &mut finding);
            }
            Place::Module(place) => describe(place, &mut finding),
        }
        finding
    });
    let findings = findings.collect();
    let Report { errors, warnings, omitted, .. } = report;
    let omitted = omitted.iter().map(|(rule, count)| (rule.row().id, *count)).collect();
    Judgement { findings, errors: *errors, warnings: *warnings, omitted, ..Judgement::default() }
}

/// The findings about the program in a container, with source lines by the program with debug information. `lines` are
/// the lines of the listing.
fn judgement_of_module(
    report: &Report,
    stored: Option<(&LoadedShader<'_>, &Container<'_>)>,
    module: &Module,
    debug: Option<DebugProgram>,
    lines: &HashMap<IrPlace, usize>,
) -> Judgement {
    let mut shown = ModulePlaces::of(module);
    let Some(mut debug) = debug else {
        return judgement(report, stored, |place, finding| {
            shown.describe(place, finding);
            finding.listing_line = lines.get(&place).copied();
        });
    };
    let mut counterparts = Counterparts::of(module, &debug.module);
    let mut sources = SourcePlaces::of(&debug.module);
    let mut has_source = false;
    let mut judgement = judgement(report, stored, |place, finding| {
        shown.describe(place, finding);
        finding.listing_line = lines.get(&place).copied();
        if finding.source.is_none() {
            finding.source = counterparts.find(place).and_then(|place| sources.find(place));
            has_source |= finding.source.is_some();
        }
        if let Some(source) = &mut finding.source {
            debug.texts.complete(source);
        }
    });
    judgement.debug_file = debug.file.filter(|_| has_source);
    judgement
}

/// A place in a text.
fn offset_of(places: &Places, place: IrPlace) -> Option<usize> {
    match place {
        IrPlace::Instruction { function, id, .. } => places.instruction(function, id),
        IrPlace::Global(id) | IrPlace::Block { function: id, .. } => places.global(id),
        IrPlace::Metadata(id) => places.metadata(id),
        IrPlace::NamedMetadata(index) => places.named_metadata(index),
        _ => None,
    }
}

/// The findings of a text that cannot be read.
fn syntax_errors(text: &[u8], errors: &ParseErrors) -> Judgement {
    let lines = LineStarts::of(text);
    let finding = |error: &ParseError| {
        let text =
            lines.line(text, error.line).map(first_bytes).filter(|text| error.column <= text.len() + 1);
        Finding {
            line: Some(TextPlace { line: error.line, column: Some(error.column), start: error.column, text }),
            hint: error.hint.clone(),
            ..Finding::new("assembly.syntax", Severity::Error, error.message.clone())
        }
    };
    let findings: Vec<_> = errors.errors().iter().map(finding).collect();
    let errors = findings.len() + errors.omitted();
    Judgement { errors, findings, is_unreadable: true, ..Judgement::default() }
}

/// True if the error is that the file is empty, truncated or of another kind. Other errors of containers are findings
/// of the validator.
fn is_unreadable(error: &Error) -> bool {
    use ContainerErrorKind as Kind;
    match error {
        Error::Container(error) => matches!(
            error.kind(),
            Kind::Empty | Kind::BadMagic { .. } | Kind::HeaderTruncated { .. } | Kind::TotalSize { .. }
        ),
        Error::Unsupported(_) => true,
        _ => false,
    }
}

/// Why a file cannot be read, as a finding. Places of programs are places in the file where it holds the very program.
fn refusal(error: &Error, is_binary: bool) -> Finding {
    let place = error.located().filter(|error| is_binary && error.medium() != Medium::Text);
    let bytes = place.and_then(Located::place).map(|place| (place.offset, place.len));
    Finding { bytes, ..Finding::new(error.code(), Severity::Error, error.message()) }
}

/// The token programs of a container. One that cannot be read is a finding, and the others are judged all the same.
fn tokens(file: &LoadedShader<'_>, container: &Container<'_>) -> Judgement {
    let mut judgement = Judgement::default();
    for part in container.parts().iter().filter(|part| is_tokens(part.name)) {
        let payload = container.payload(part);
        let program = match Program::read(payload) {
            Ok(program) => program,
            Err(error) => {
                judgement.add_unread(refusal(&file.placed(error).into(), true), part.name);
                continue;
            }
        };
        let mut report = check(&program);
        check_signatures(&program, |name| container.part(name).is_some(), &mut report);
        judgement.errors += report.errors;
        judgement.warnings += report.warnings;
        judgement.add_omitted(report.omitted.iter().map(|(rule, count)| (rule.row().id, *count)));
        let roles = if report.findings.is_empty() { Vec::new() } else { roles(&program.statements) };
        let findings =
            report.findings.iter().map(|found| token_finding(file, payload, (&program, &roles), found));
        judgement.findings.extend(findings);
    }
    for part in container.parts().iter().filter(|part| part.name == FourCc::AON9) {
        if let Err(error) = direct3d9::part(file, container.payload(part), &mut judgement) {
            judgement.add_unread(refusal(&error, true), part.name);
        }
    }
    judgement
}

fn token_finding(
    file: &LoadedShader<'_>,
    payload: Payload<'_>,
    (program, roles): (&Program, &[(Head, Role)]),
    found: &dx_bytecode::check::Finding,
) -> Finding {
    let row = found.rule.row();
    let mut finding = Finding::new(row.id, row.severity, found.message.clone());
    finding.part = Some(payload.name);
    let (offset, line) = match found.place {
        // The program as a whole: its start.
        None => (payload.offset, program.version.to_string()),
        Some(place) => {
            finding.statement = Some(place.index);
            finding.add_role(roles.get(place.index).copied());
            let mut line = String::new();
            if let Some(statement) = program.statements.get(place.index) {
                Printer::new(program.version).print(&mut line, statement);
            }
            let word = place.word as u64;
            (payload.offset + HEADER_BYTES + word.saturating_mul(4), line)
        }
    };
    finding.bytes = file_offset(file, offset).map(|offset| (offset, 4));
    finding.instruction = Some(line.lines().next().unwrap_or_default().trim_end().to_owned());
    finding
}
