//! Errors about files, and how they are printed: code, message, place, the bytes or the line.

mod located_error;
mod object;
#[cfg(feature = "compile")]
mod source_error;

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use amdgpu_compile::CompileErrorKind;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use az::SaturatingAs as _;
use dx_bytecode::ProgramError;
use dx_bytecode::text::AssemblyError;
use dx_container::ContainerError;
use dx_container::fields::escaped;
use dx_text::TextError;
use dxil::DxilError;
use dxil_ir::IrError;
use dxil_link::{LinkError, LinkErrorKind};
use dxil_run::{RunError, RunErrorKind};
use dxil_text::{ParseError, ParseErrors, PrintError};
use located::Place;
use shader_store::StoreError;

use crate::layout::{ceil_char_boundary, floor_char_boundary};
use crate::line_starts::LineStarts;
use crate::message_format::{Location, is_short, one_line};
use crate::status::Status;
pub use located_error::{Located, Medium};
pub use object::{ErrorObject, FileError};
#[cfg(feature = "compile")]
pub use source_error::SourceError;

/// An error about one file.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    Io {
        /// The operation: "read", "write".
        doing: &'static str,
        /// The error of the system.
        cause: io::Error,
    },
    /// The file is larger than any that is read.
    TooLarge(String),
    /// The bytes could not be read as a container or part, or the change could not be written.
    Container(ContainerError),
    /// The text could not be read.
    Text(TextError),
    /// The token program could not be read or written.
    Program(ProgramError),
    /// The bitcode could not be read or written.
    Bitcode(DxilError),
    /// The assembly could not be read.
    Assembly(AssemblyError),
    /// The ELF file of an AMD shader could not be read or linked.
    Amd(amdgpu_link::Error),
    /// A DXBC shader that cannot be converted to DXIL.
    Convert(dxbc_to_dxil::Error),
    /// A shader that cannot be compiled for an AMD processor.
    AmdCompile(amdgpu_compile::CompileError),
    /// ELF files of AMD shaders that are valid, but must be compiled as one pipeline.
    CannotLink(amdgpu_link::CannotLink),
    /// A note about a link, where notes are to be errors.
    LinkNote(Box<amdgpu_link::link::LinkNote>),
    /// Libraries that cannot be linked.
    Link(LinkError),
    /// Libraries that can be linked, to something that is not valid.
    InvalidLink(String),
    /// A shader that cannot be run, or a pipeline with a mistake.
    Run(RunError),
    /// The LLVM assembly could not be read.
    Source(ParseError),
    /// The LLVM assembly can be read, but is not valid IR.
    InvalidSource(ParseError),
    /// The LLVM assembly is valid IR of which no container can be made; with the code of the reason.
    ProgramSource(ParseError, &'static str),
    /// WGSL, SPIR-V or GLSL that cannot be compiled.
    #[cfg(feature = "compile")]
    Compile(Box<SourceError>),
    /// Something that was requested is missing.
    Missing(String),
    /// The file can be read, but is not valid.
    Invalid(String),
    /// The file is not supported.
    Unsupported(String),
    /// A library cannot convert the program; with the code of the reason.
    Refused(String, &'static str),
    /// The command line does not fit the input.
    Usage(String),
    /// An expression on the command line has a mistake.
    Expression {
        /// The expression.
        text: String,
        /// The bytes at fault; an empty place is where something is missing.
        place: Range<usize>,
        /// What was found and what was expected.
        message: String,
        /// What could be written instead.
        help: Option<String>,
    },
    /// No input holds a shader.
    NoShaders(String),
    /// A store of artefacts could not be used.
    Store(StoreError),
    /// This program panicked.
    Bug(String),
}

#[cfg(feature = "compile")]
impl From<SourceError> for Error {
    fn from(error: SourceError) -> Self {
        Self::Compile(Box::new(error))
    }
}

impl From<dxbc_to_dxil::Error> for Error {
    fn from(error: dxbc_to_dxil::Error) -> Self {
        match *error.kind {
            // The errors of parts have a place in the file.
            dxbc_to_dxil::ErrorKind::Container(error) => Self::Container(error),
            dxbc_to_dxil::ErrorKind::Tokens(error) => Self::Program(error),
            kind => Self::Convert(dxbc_to_dxil::Error { kind: Box::new(kind), ..error }),
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ContainerError> for Error {
    fn from(error: ContainerError) -> Self {
        Self::Container(error)
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<ProgramError> for Error {
    fn from(error: ProgramError) -> Self {
        Self::Program(error)
    }
}

impl From<IrError> for Error {
    fn from(error: IrError) -> Self {
        Self::Bitcode(error.lift())
    }
}

impl From<DxilError> for Error {
    fn from(error: DxilError) -> Self {
        Self::Bitcode(error)
    }
}

impl From<PrintError> for Error {
    fn from(error: PrintError) -> Self {
        match error {
            PrintError::Sink => io::Error::other(error.to_string()).into(),
            PrintError::Unsupported { .. } => Self::Unsupported(error.to_string()),
            _ => Self::Invalid(error.to_string()),
        }
    }
}

impl From<amdgpu_link::Error> for Error {
    fn from(error: amdgpu_link::Error) -> Self {
        Self::Amd(error)
    }
}

impl From<amdgpu_compile::CompileError> for Error {
    fn from(error: amdgpu_compile::CompileError) -> Self {
        Self::AmdCompile(error)
    }
}

impl From<amdgpu_link::LinkError> for Error {
    fn from(error: amdgpu_link::LinkError) -> Self {
        match error {
            amdgpu_link::LinkError::CannotLink(reason) => Self::CannotLink(reason),
            amdgpu_link::LinkError::Invalid(error) => Self::Amd(error),
            other => Self::Unsupported(other.to_string()),
        }
    }
}

impl From<LinkError> for Error {
    fn from(error: LinkError) -> Self {
        Self::Link(error)
    }
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<AssemblyError> for Error {
    fn from(error: AssemblyError) -> Self {
        Self::Assembly(error)
    }
}

impl From<ParseErrors> for Error {
    /// The first mistake in a text; later ones often follow from it.
    fn from(errors: ParseErrors) -> Self {
        match errors.errors().first() {
            Some(error) => Self::Source(error.clone()),
            None => Self::Invalid(errors.to_string()),
        }
    }
}

impl From<io::Error> for Error {
    /// An error while results were written.
    fn from(cause: io::Error) -> Self {
        Self::Io { doing: "write", cause }
    }
}

impl Error {
    /// The error for a program that a library cannot convert: the code, the message and the path of `error`, without
    /// its place, which refers to no byte of the file.
    pub fn refused<K: located::Kind>(error: &located::Error<K>) -> Self {
        let kind = error.kind();
        let path = error.path_text().to_string();
        let path = if path.is_empty() { path } else { format!(", in {path}") };
        Self::Refused(format!("{kind}{path}"), kind.code())
    }

    /// The exit status of a run with this error.
    pub fn status(&self) -> Status {
        match self {
            Self::Io { .. }
            | Self::TooLarge(_)
            | Self::Container(_)
            | Self::Text(_)
            | Self::Program(_)
            | Self::Bitcode(_)
            | Self::Assembly(_)
            | Self::Amd(_)
            | Self::Convert(_)
            | Self::Source(_)
            | Self::InvalidSource(_)
            | Self::ProgramSource(..)
            | Self::Unsupported(_)
            | Self::Refused(..)
            | Self::NoShaders(_) => Status::Unreadable,
            Self::Missing(_)
            | Self::Invalid(_)
            | Self::InvalidLink(_)
            | Self::CannotLink(_)
            | Self::LinkNote(_) => Status::Findings,
            Self::Usage(_) | Self::Expression { .. } => Status::Usage,
            #[cfg(feature = "compile")]
            Self::Compile(error) if error.is_usage() => Status::Usage,
            #[cfg(feature = "compile")]
            Self::Compile(_) => Status::Unreadable,
            Self::AmdCompile(error) => match error.kind() {
                CompileErrorKind::Bug(_) => Status::Bug,
                CompileErrorKind::WaveSize { .. } | CompileErrorKind::Binding(_) => Status::Usage,
                _ => Status::Unreadable,
            },
            Self::Link(error) => match error.kind() {
                LinkErrorKind::Container(_) | LinkErrorKind::Dxil(_) | LinkErrorKind::NotALibrary { .. } => {
                    Status::Unreadable
                }
                LinkErrorKind::TooManyInputs { .. } => Status::Usage,
                _ => Status::Findings,
            },
            Self::Run(error) => match error.kind() {
                RunErrorKind::Invalid { .. } | RunErrorKind::Recursion { .. } => Status::Findings,
                RunErrorKind::NoFunction { .. }
                | RunErrorKind::Stage { .. }
                | RunErrorKind::WaveSize { .. }
                | RunErrorKind::Unbound { .. } => Status::Usage,
                _ => Status::Unreadable,
            },
            Self::Store(error) => match error {
                StoreError::Location { .. } | StoreError::NotBuilt { .. } => Status::Usage,
                StoreError::Archive(_) => Status::Findings,
                _ => Status::Unreadable,
            },
            Self::Bug(_) => Status::Bug,
        }
    }

    /// The stable code, for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } => "file.io",
            Self::TooLarge(_) => "file.too-large",
            Self::Container(error) => error.code(),
            Self::Text(error) => error.code(),
            Self::Program(error) => error.code(),
            Self::Bitcode(error) => error.code(),
            Self::Assembly(error) => error.code(),
            Self::Amd(error) => error.code(),
            Self::Convert(error) => error.kind.code(),
            Self::AmdCompile(error) => error.code(),
            Self::Link(error) => error.code(),
            #[cfg(feature = "compile")]
            Self::Compile(error) => error.code(),
            Self::InvalidLink(_) => "link.invalid",
            Self::Run(error) => error.code(),
            Self::CannotLink(reason) => reason.code(),
            Self::LinkNote(note) => note.code(),
            Self::Source(error) => error.code(),
            Self::Unsupported(_) => "file.unsupported",
            Self::Missing(_) => "file.missing-part",
            Self::Invalid(_) | Self::InvalidSource(_) => "file.invalid",
            Self::ProgramSource(_, code) | Self::Refused(_, code) => code,
            Self::Usage(_) | Self::Expression { .. } => "usage",
            Self::Store(error) => error.code(),
            Self::NoShaders(_) => "input.no-shaders",
            Self::Bug(_) => "bug",
        }
    }

    /// The message, in one line without code and place.
    pub fn message(&self) -> String {
        match self {
            Self::Io { doing: "read", cause } if cause.kind() == io::ErrorKind::NotFound => {
                "no such file or folder".to_owned()
            }
            Self::Io { doing, cause } => format!("cannot {doing}: {cause}"),
            Self::Container(error) => error.message(),
            Self::Text(error) => error.message(),
            Self::Program(error) => error.message(),
            Self::Bitcode(error) => error.message(),
            Self::Assembly(error) => error.message(),
            Self::Amd(error) => error.message(),
            Self::Convert(error) => error.to_string(),
            Self::AmdCompile(error) => error.message().replace('\u{1}', ""),
            // Mangled names begin with an invisible character.
            Self::Link(error) => error.message().replace('\u{1}', ""),
            Self::Run(error) => error.message().replace('\u{1}', ""),
            #[cfg(feature = "compile")]
            Self::Compile(error) => error.message(),
            Self::Store(error) => error.to_string(),
            Self::CannotLink(reason) => format!("cannot link: {reason}"),
            Self::LinkNote(note) => note.to_string(),
            Self::Source(error) | Self::InvalidSource(error) | Self::ProgramSource(error, _) => {
                error.message()
            }
            Self::Expression { message, .. } => message.clone(),
            Self::TooLarge(text)
            | Self::Missing(text)
            | Self::Invalid(text)
            | Self::InvalidLink(text)
            | Self::Usage(text)
            | Self::Unsupported(text)
            | Self::Refused(text, _)
            | Self::NoShaders(text) => text.clone(),
            Self::Bug(text) => {
                format!("{text}\nThis is a bug in shader-tools: please report it with the file.")
            }
        }
    }

    /// The error as that of the crate that found it, where it is about the content of a file.
    pub fn located(&self) -> Option<&dyn Located> {
        Some(match self {
            Self::Container(error) => error,
            Self::Text(error) => error,
            Self::Program(error) => error,
            Self::Bitcode(error) => error,
            Self::Assembly(error) => error,
            Self::Amd(error) => error,
            Self::AmdCompile(error) => error,
            Self::Link(error) => error,
            Self::Run(error) => error,
            #[cfg(feature = "compile")]
            Self::Compile(error) => &**error,
            Self::Source(error) | Self::InvalidSource(error) | Self::ProgramSource(error, _) => error,
            _ => return None,
        })
    }

    /// The error as it is printed, about `file` if it is about one; `bytes` are those of the file.
    pub fn render(&self, file: Option<&str>, bytes: Option<&[u8]>) -> String {
        let mut message = self.message();
        let located = self.located();
        let path = located.map(Located::path).unwrap_or_default();
        let place = located.and_then(Located::place).zip(bytes);
        // Without the bytes or the line, the message has to name the place.
        if place.is_none() && !path.is_empty() {
            let _ = write!(message, ", in {path}");
        }
        if is_short() {
            return self.in_one_line(file, place, &path, &message);
        }
        let title = file.map_or_else(|| message.clone(), |file| format!("{file}: {message}"));
        let title: Vec<String> = title.split('\n').map(escaped).collect();
        let title = title.join("\n");
        let title = Level::ERROR.primary_title(&title).id(self.code());
        let renderer = Renderer::styled();
        let hint = match self {
            Self::CannotLink(_) => Some(
                "compile the whole pipeline in the driver instead of linking unlinked shaders".to_owned(),
            ),
            Self::Expression { help, .. } => help.clone(),
            _ => located.and_then(Located::hint),
        };
        let help = hint.as_deref().map(|hint| Level::HELP.message(hint));
        if let Self::Expression { text, place, .. } = self {
            let annotation = AnnotationKind::Primary.span(place.clone());
            let snippet = Snippet::source(text).fold(false).annotation(annotation);
            return renderer.render(&[title.element(snippet).elements(help)]);
        }
        // A line of zeros would fill the screen.
        let is_binary = |bytes: &[u8]| bytes.windows(2).any(|pair| pair == [0, 0]);
        if let Some((place, bytes)) = place
            && located.is_some_and(|error| error.medium() == Medium::Text)
            && !is_binary(bytes)
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return renderer.render(&[title.element(text_snippet(place, &path, text)).elements(help)]);
        }
        // Of a text that is none, bytes are shown.
        let picture = place.and_then(|(place, bytes)| Picture::at(place, &path, bytes));
        let group = match &picture {
            Some(picture) => title.element(picture.snippet()),
            None => annotate_snippets::Group::with_title(title),
        };
        renderer.render(&[group.elements(help)])
    }
}

impl Error {
    /// The error in one line, with the line and column in a text, or else with the offset. `place` is the location with
    /// the bytes of the file.
    fn in_one_line(
        &self,
        file: Option<&str>,
        place: Option<(Place, &[u8])>,
        path: &str,
        message: &str,
    ) -> String {
        let at = Location::of_file(file);
        let is_text = self.located().is_some_and(|error| error.medium() == Medium::Text);
        let (at, message) = match place {
            Some((place, bytes)) if is_text => {
                let lines = LineStarts::of(bytes);
                let offset = place.offset.saturating_as::<usize>().min(bytes.len());
                let position = (Some(lines.number(offset)), Some(lines.column(offset)));
                (Location { line: position.0, column: position.1, ..at }, message.to_owned())
            }
            Some((place, _)) if path.is_empty() => (at, format!("{message}, at {:#x}", place.offset)),
            Some((place, _)) => (at, format!("{message}, at {:#x} in {path}", place.offset)),
            None => (at, message.to_owned()),
        };
        let message = match self {
            Self::Expression { text, .. } => format!("{message}: {text}"),
            _ => message,
        };
        one_line(at, "error", &message, Some(self.code()))
    }
}

/// The line of the text at fault, with its number and a mark.
fn text_snippet<'t>(
    place: Place,
    path: &str,
    text: &'t str,
) -> Snippet<'t, annotate_snippets::Annotation<'t>> {
    let offset = place.offset.saturating_as::<usize>().min(text.len());
    let start = floor_char_boundary(text, offset);
    let (before, from) = text.split_at(start);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    // A mapping or list at fault is marked by its first line.
    let line_end = from.find('\n').map_or(text.len(), |len| start + len);
    let len = place.len.saturating_as::<usize>().max(1);
    let end = ceil_char_boundary(text, start.saturating_add(len).min(line_end));
    let annotation = AnnotationKind::Primary.span(start - line_start..end.max(start) - line_start);
    let annotation = if path.is_empty() { annotation } else { annotation.label(format!("in {path}")) };
    // The renderer gets that line only: it goes through all it is given, a second for a few megabytes.
    let line = text.get(line_start..line_end).unwrap_or_default();
    let number = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    Snippet::source(line).line_start(number).annotation(annotation)
}

/// The bytes at fault as lines of a hex dump, so that the snippet renderer can mark them.
struct Picture {
    text: String,
    first_row: usize,
    mark: std::ops::Range<usize>,
    label: String,
}

/// Bytes a line of the picture.
const ROW: usize = 16;

impl Picture {
    fn at(place: Place, path: &str, bytes: &[u8]) -> Option<Self> {
        let offset = usize::try_from(place.offset).ok()?;
        if bytes.is_empty() {
            return None;
        }
        // A place past the end is shown on the last byte; a long one by its first row.
        let first = offset.min(bytes.len() - 1);
        let len = usize::try_from(place.len).ok()?.clamp(1, (ROW - first % ROW).min(bytes.len() - first));
        let rows = first / ROW..first / ROW + 1;
        let mut text = String::new();
        for row in rows.start.saturating_sub(1)..rows.end {
            let _ = write!(text, "{:08x} ", row * ROW);
            for byte in bytes.get(row * ROW..).unwrap_or_default().iter().take(ROW) {
                let _ = write!(text, " {byte:02x}");
            }
            text.push('\n');
        }
        let line = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let start = line + 10 + 3 * (first % ROW);
        let bit = if place.bit > 0 { format!(".{}", place.bit) } else { String::new() };
        let within = if path.is_empty() { String::new() } else { format!(" in {path}") };
        let label = format!("at {offset:#x}{bit}{within}");
        Some(Self { text, first_row: rows.start.saturating_sub(1), mark: start..start + 3 * len - 1, label })
    }

    fn snippet(&self) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        Snippet::source(&self.text)
            .line_start(self.first_row)
            .fold(false)
            .annotation(AnnotationKind::Primary.span(self.mark.clone()).label(&self.label))
    }
}
