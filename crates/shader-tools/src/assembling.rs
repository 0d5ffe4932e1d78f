//! Programs from text and bitcode, in a new container or in the place of another program. A layer below the verbs,
//! because `as` and `edit` replace programs in the same way.

use std::path::PathBuf;

use dx_bytecode::Program;
use dx_bytecode::check::{Report, check_signatures};
use dx_bytecode::d3d9::level9::{self, Programs};
use dx_bytecode::program::{is_tokens, part_of};
use dx_container::parts::PartBuf as _;
use dx_container::parts::View as _;
use dx_container::parts::root_signature::RootSignature;
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use dxil::DxilError;
use located::Frame;

use crate::error::Error;
use crate::loading::assembly_language::{AssemblyLanguage, may_be_assembly};
use crate::loading::file_kind::{Expected, FileKind};
use crate::loading::ir_check::Text;
use crate::loading::program::{self, ProgramKind};
use crate::loading::read_module::ReadModule;
use crate::loading::reading::{HEAD, read_head};
use crate::output::{DXIL, made_of_text};
use crate::root_signature_file as root_signature;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::selection::wanted::is_assembly;
use crate::signing::note_symbols;

/// The reason why --into takes nothing but a program.
pub const KEPT: &str = "which keeps all other parts: use `parts set` or `derive` to change other parts";

/// The container of --into.
pub struct IntoContainer<'a> {
    pub container: Container<'a>,
    /// True if its program is DXIL; `None` where it has no program.
    is_dxil: Option<bool>,
}

impl<'a> IntoContainer<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        let container = Container::parse(bytes)?;
        let is_dxil = match program::find(&container) {
            Ok(ProgramKind::Tokens(_)) => Some(false),
            Ok(ProgramKind::Module) => Some(true),
            Err(Error::Missing(_)) => None,
            Err(error) => return Err(error),
        };
        Ok(Self { container, is_dxil })
    }

    /// True if such a program can take the place of the one in the container.
    pub fn check_takes(&self, is_tokens: bool) -> Result<(), Error> {
        let text = match (self.is_dxil, is_tokens) {
            (Some(true), true) => {
                "the container of --into holds DXIL, but this is neither LLVM assembly nor bitcode"
            }
            (Some(false), false) => {
                "the container of --into holds a program of shader model 4 or 5, but this is DXIL"
            }
            (None, false) => {
                "the container of --into has no DXIL program to replace: omit --into to create a new \
                 container"
            }
            (Some(true), false) | (Some(false) | None, true) => return Ok(()),
        };
        Err(Error::Usage(text.to_owned()))
    }
}

/// The container `into` with the program that a listing describes in the place of its own; none where the listing has
/// errors, which are reported.
pub fn replace_listing<T>(
    input: &Input,
    bytes: &[u8],
    (into, signing): (&Container<'_>, Signing),
    outcome: &mut Outcome<T>,
) -> Result<Option<Vec<u8>>, Error> {
    let is_tokens = AssemblyLanguage::of(bytes) == AssemblyLanguage::Tokens;
    IntoContainer::open(into.bytes())?.check_takes(is_tokens)?;
    if !is_tokens {
        return replace_module(input, bytes, (into, signing), outcome);
    }
    let builder = assemble_tokens(input, bytes, Some(into), outcome)?;
    Ok(builder.map(|builder| builder.build(signing)).transpose()?)
}

/// The container that a listing of a token program describes.
pub fn assemble_tokens<'c, T>(
    input: &Input,
    bytes: &[u8],
    into: Option<&Container<'c>>,
    outcome: &mut Outcome<T>,
) -> Result<Option<ContainerBuilder<'c>>, Error> {
    let kind = FileKind::of(bytes);
    let is_listing = matches!(kind, FileKind::TokenListing | FileKind::Direct3d9Listing);
    if !is_listing && (kind != FileKind::Text || !may_be_assembly(bytes)) {
        return Err(Expected::Listing.refuse(bytes));
    }
    let text = std::str::from_utf8(bytes).map_err(not_utf8)?;
    let assembled = match into {
        None => dx_bytecode::listing::assemble(text),
        Some(into) => {
            let programs = Programs::of(text);
            match (dx_bytecode::text::parse(&programs.tokens), level9::assemble(text)) {
                (Ok(program), Ok(level9)) => return replace_program(into, &program, level9).map(Some),
                (program, level9) => {
                    let mut errors = level9.err().unwrap_or_default();
                    errors.extend(program.err().unwrap_or_default());
                    Err(errors)
                }
            }
        }
    };
    if let (None, Ok(builder)) = (into, &assembled) {
        note_signatures(builder, input, outcome);
    }
    assembled.map(Some).or_else(|errors| {
        errors.into_iter().for_each(|error| outcome.add(&error.into(), input, Some(bytes)));
        Ok(None)
    })
}

/// Notes each signature that the program of a container needs and that the container does not have: the listing has no
/// comments that describe the signature.
fn note_signatures<T>(builder: &ContainerBuilder<'_>, input: &Input, outcome: &mut Outcome<T>) {
    let program = builder.parts.iter().find(|part| is_tokens(part.name));
    let program = program.and_then(|part| Program::read(Payload::new(part.name, &part.data)).ok());
    let mut report = Report::default();
    if let Some(program) = program {
        let has_part = |name| builder.parts.iter().any(|part| part.name == name);
        check_signatures(&program, has_part, &mut report);
    }
    for finding in report.findings {
        let message = finding.message;
        let text =
            format!("{message}; a listing of `dis` without --plain describes the signatures in comments");
        outcome.note(input, &text);
    }
}

/// The container `into` with another program of shader model 4 or 5, and where the text has one another for feature
/// level 9.
fn replace_program<'c>(
    into: &Container<'c>,
    program: &dx_bytecode::Program,
    level9: Option<Vec<u8>>,
) -> Result<ContainerBuilder<'c>, Error> {
    let mut builder = ContainerBuilder::from(into);
    if let Some(level9) = level9 {
        match builder.parts.iter_mut().find(|part| part.name == FourCc::AON9) {
            Some(part) => part.data = level9.into(),
            None => builder.push(FourCc::AON9, level9),
        }
    }
    let data = program.to_part()?.arrange(None)?;
    let old = part_of(into).map(|part| part.name);
    match builder.parts.iter_mut().find(|part| Some(part.name) == old) {
        Some(part) => part.data = data.into(),
        None => builder.push(FourCc::SHEX, data),
    }
    Ok(builder)
}

/// A text that is not one, at the first byte that is not.
pub fn not_utf8(error: std::str::Utf8Error) -> Error {
    let offset = error.valid_up_to() as u64;
    let place = located::Place { offset, len: 1, bit: 0 };
    Error::Assembly(located::Error::new(dx_bytecode::text::AssemblyErrorKind::NotUtf8, place))
}

/// The container `into` with the module that `bytes` describe in the place of its program; none where they are at
/// fault, which is said then.
pub fn replace_module<T>(
    input: &Input,
    bytes: &[u8],
    (into, signing): (&Container<'_>, Signing),
    outcome: &mut Outcome<T>,
) -> Result<Option<Vec<u8>>, Error> {
    let Some(read) = read(input, bytes, outcome)? else { return Ok(None) };
    let ReadModule { module, text } = read;
    let replaced = match dxil::assemble::replace(into, module) {
        Ok(replaced) => replaced,
        Err(error) if is_about_a_part(&error) => {
            outcome.add(&error.into(), input, None);
            outcome.note(input, "this error is in the container of --into, not in the input");
            return Ok(None);
        }
        Err(error) => {
            say_unassembled(error, text.as_ref(), input, bytes, outcome);
            return Ok(None);
        }
    };
    for name in &replaced.dropped {
        let why = match *name {
            FourCc::RTS0 => "a library declares its root signatures as subobjects",
            _ => "the part contains the debug program of the shader before the edit",
        };
        outcome.note(input, &format!("part {name} was dropped: {why}"));
    }
    for name in &replaced.stale {
        outcome.note(input, &format!("part {name} still names the PDB of the shader before the edit"));
    }
    note_symbols(&replaced.builder, signing, input, outcome);
    let built = replaced.builder.build(signing)?;
    note_root_signature(&Container::parse(&built)?, input, outcome);
    Ok(Some(built))
}

/// True if an error is about a part of the container that is edited, not about the module that was read.
fn is_about_a_part(error: &DxilError) -> bool {
    error.path().any(|frame| matches!(frame, Frame::Part(_)))
}

/// Says where the root signature that stays does not bind what the program uses now. No error: that it fits may be
/// the next edit.
fn note_root_signature<T>(container: &Container<'_>, input: &Input, outcome: &mut Outcome<T>) {
    if let Some(Ok(signature)) = container.view::<RootSignature<'_>>(FourCc::RTS0)
        && let Err(error) = root_signature::check_fits(&signature.to_buf(), container)
    {
        outcome.note(
            input,
            &format!(
                "the root signature of the container is kept, but does not match the program: {}",
                error.message()
            ),
        );
    }
}

/// The module that a file describes, if it is one that means something; else it is said what is wrong.
pub fn read<'t, T>(
    input: &Input,
    bytes: &'t [u8],
    outcome: &mut Outcome<T>,
) -> Result<Option<ReadModule<'t>>, Error> {
    match ReadModule::of(bytes) {
        Ok(read) => Ok(Some(read)),
        Err(faults) => faults.report(input, bytes, outcome).map(|()| None),
    }
}

/// Says why a module cannot be put into a container.
pub fn say_unassembled<T>(
    error: DxilError,
    text: Option<&Text<'_>>,
    input: &Input,
    bytes: &[u8],
    outcome: &mut Outcome<T>,
) {
    let error = text.and_then(|text| text.placed(&error)).unwrap_or_else(|| error.into());
    // Without a line, it is about the module as a whole, not about a place in the file.
    let is_placed = matches!(error, Error::ProgramSource(..));
    outcome.add(&error, input, is_placed.then_some(bytes));
}

/// The name of the result of `as` for an input, below an output folder.
pub fn name_of_assembled(input: &Input, is_bitcode: bool) -> PathBuf {
    if is_bitcode {
        return made_of_text(&input.relative, DXIL).with_extension("bc");
    }
    let extension = match language_of(input) {
        AssemblyLanguage::Tokens => "dxbc",
        AssemblyLanguage::Direct3d9 => "d3d9",
        AssemblyLanguage::Llvm | AssemblyLanguage::Bitcode => DXIL,
    };
    made_of_text(&input.relative, extension)
}

/// The language of `input`: by how it begins, else by its name.
fn language_of(input: &Input) -> AssemblyLanguage {
    // Bytes that are read from a pipe cannot be read again.
    let file = input.path().filter(|path| path.is_file());
    let head = file.and_then(|path| read_head(path, HEAD).ok());
    let language = head.map_or(AssemblyLanguage::Llvm, |head| AssemblyLanguage::of(&head));
    if language == AssemblyLanguage::Direct3d9 || !is_assembly(&input.relative) {
        return language;
    }
    let is_tokens = input.relative.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("asm"));
    if is_tokens { AssemblyLanguage::Tokens } else { AssemblyLanguage::Llvm }
}
