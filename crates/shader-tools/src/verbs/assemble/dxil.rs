//! `as` for DXIL: LLVM's assembly, or bitcode, to containers or to bitcode.

use std::path::PathBuf;

use dx_container::parts::PartBuf as _;
use dx_container::parts::View as _;
use dx_container::parts::root_signature::{RootSignature, RootSignatureBuf};
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use dxil::DxilError;
use dxil::assemble::{Options, assemble};
use dxil_ir::bitcode;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Module, verify};
use dxil_text::limits::ERRORS;
use dxil_text::{ParseError, Places};
use located::{Frame, Kind as _};

use crate::assembly_language::AssemblyLanguage;
use crate::cli::DigestOption;
use crate::error::Error;
use crate::input::{self, Input, display};
use crate::program;
use crate::root_signature_file as root_signature;
use crate::run::{Outcome, Run};
use crate::validator_version::ValidatorVersion;
use crate::verbs::sign::note_symbols;

/// Options for containers with DXIL.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "DXIL")] // not a FourCC
pub struct DxilOptions {
    /// Write the module as bitcode, without a container around it.
    #[arg(long, conflicts_with_all = ["validator_version", "private", "debug_name", "root_signature", "symbols"])]
    pub bitcode: bool,

    /// The validator version to assemble for [default: the one in dx.valver of the module, or the newest].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// The file with private data (PRIV).
    #[arg(long, value_name = "FILE")]
    private: Option<PathBuf>,

    /// The name of the PDB (ILDN) [default: by the hash, where there is debug information].
    #[arg(long, value_name = "NAME")]
    debug_name: Option<String>,

    /// The root signature (RTS0), - for standard input: HLSL root signature text, a container with a part RTS0, or
    /// the bytes of such a part.
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,

    /// Add symbols (SYM0 and STR0), which the reference validator rejects.
    #[arg(long)]
    symbols: bool,
}

/// The files that the options name, read.
#[derive(Debug, Default)]
pub struct DxilFiles {
    private: Option<Vec<u8>>,
    /// The root signature, and the content of RTS0 that says it.
    root_signature: Option<(RootSignatureBuf, Vec<u8>)>,
}

impl DxilOptions {
    /// The options that are set, for programs that have none of them.
    pub fn first_set(&self) -> Option<&'static str> {
        let set = [
            (self.bitcode, "--bitcode"),
            (self.validator_version.is_some(), "--validator-version"),
            (self.private.is_some(), "--private"),
            (self.debug_name.is_some(), "--debug-name"),
            (self.root_signature.is_some(), "--root-signature"),
            (self.symbols, "--symbols"),
        ];
        set.into_iter().find(|(is_set, _)| *is_set).map(|(_, name)| name)
    }

    /// The files that are read besides the inputs.
    pub fn also_read(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.private, &self.root_signature].into_iter().flatten()
    }

    /// Reads those files; where one cannot be had, `run` has said why.
    pub fn read(&self, run: &mut Run<'_>) -> Option<DxilFiles> {
        let mut files = DxilFiles::default();
        let roles = [(&self.private, false), (&self.root_signature, true)];
        for (path, is_signature) in
            roles.into_iter().filter_map(|(path, is_signature)| Some((path.as_ref()?, is_signature)))
        {
            let bytes = match input::read_besides(path, &run.inputs) {
                Ok(bytes) => bytes,
                Err(error) => {
                    run.fail_with(&display(path), &error);
                    return None;
                }
            };
            if !is_signature {
                files.private = Some(bytes);
                continue;
            }
            let signature = root_signature::read(&bytes, None);
            match signature.and_then(|signature| Ok((signature.arrange(None)?, signature))) {
                Ok((content, signature)) => files.root_signature = Some((signature, content)),
                Err(error) => {
                    run.fail_about(&display(path), &bytes, &error);
                    return None;
                }
            }
        }
        Some(files)
    }

    /// The container or program assembled from `bytes`; none where they have errors, which are reported.
    pub fn assemble(
        &self,
        input: &Input,
        bytes: &[u8],
        files: &DxilFiles,
        digest: DigestOption,
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some(mut read) = Read::module(input, bytes, outcome)? else { return Ok(None) };
        if self.bitcode {
            read.module.forget_encoding();
            return Ok(Some(bitcode::write(&read.module)?));
        }
        let options = Options {
            validator_version: self.validator_version.as_ref().map(|version| version.0.clone()),
            signing: Signing::from(digest),
            debug_name: self.debug_name.as_ref().map(|name| name.as_str().into()),
            private_data: files.private.as_deref(),
            root_signature: files.root_signature.as_ref().map(|(_, content)| content.as_slice()),
            symbols: self.symbols,
        };
        let assembled = match assemble(read.module, &options) {
            Ok(assembled) => assembled,
            Err(error) => {
                say_unassembled(error, read.text.as_ref(), input, bytes, outcome);
                return Ok(None);
            }
        };
        let container = Container::parse(&assembled)?;
        if let Some((signature, _)) = &files.root_signature {
            root_signature::check_fits(signature, &container)?;
        }
        note_symbols(&ContainerBuilder::from(&container), digest, input, outcome);
        Ok(Some(assembled))
    }
}

/// The container `into` with the module that `bytes` describe in the place of its program; none where they are at
/// fault, which is said then.
pub fn replace(
    input: &Input,
    bytes: &[u8],
    into: &Container<'_>,
    digest: DigestOption,
    outcome: &mut Outcome<()>,
) -> Result<Option<Vec<u8>>, Error> {
    let Some(read) = Read::module(input, bytes, outcome)? else { return Ok(None) };
    let replaced = match dxil::assemble::replace(into, read.module) {
        Ok(replaced) => replaced,
        Err(error) if is_about_a_part(&error) => {
            outcome.add(&error.into(), input, None);
            outcome.note(input, "this error is in the container of --into, not in the input");
            return Ok(None);
        }
        Err(error) => {
            say_unassembled(error, read.text.as_ref(), input, bytes, outcome);
            return Ok(None);
        }
    };
    for name in &replaced.dropped {
        let why = match *name {
            FourCc::RTS0 => "a library takes its root signatures from subobjects",
            _ => "it is the debug program of the shader before the edit",
        };
        outcome.note(input, &format!("part {name} was dropped: {why}"));
    }
    for name in &replaced.stale {
        outcome.note(input, &format!("part {name} still names the PDB of the shader before the edit"));
    }
    note_symbols(&replaced.builder, digest, input, outcome);
    let built = replaced.builder.build(Signing::from(digest))?;
    note_root_signature(&Container::parse(&built)?, input, outcome);
    Ok(Some(built))
}

/// Whether an error is about a part of the container that is edited, not about the module that was read.
fn is_about_a_part(error: &DxilError) -> bool {
    error.path().any(|frame| matches!(frame, Frame::Part(_)))
}

/// Says where the root signature that stays does not bind what the program uses now. No error: that it fits may be
/// the next edit.
fn note_root_signature(container: &Container<'_>, input: &Input, outcome: &mut Outcome<()>) {
    if let Some(Ok(signature)) = container.view::<RootSignature<'_>>(FourCc::RTS0)
        && let Err(error) = root_signature::check_fits(&signature.to_buf(), container)
    {
        outcome.note(
            input,
            &format!("the root signature stays, and does not fit the program: {}", error.message()),
        );
    }
}

/// Says why a module cannot be put into a container.
fn say_unassembled(
    error: DxilError,
    text: Option<&(Places, &[u8])>,
    input: &Input,
    bytes: &[u8],
    outcome: &mut Outcome<()>,
) {
    let error = placed(text, error);
    // Without a line, it is about the module as a whole, not about a place in the file.
    let is_placed = matches!(error, Error::ProgramSource(..));
    outcome.add(&error, input, is_placed.then_some(bytes));
}

/// A module that was read, and where things stand if it was read from text.
struct Read<'t> {
    module: Module,
    text: Option<(Places, &'t [u8])>,
}

impl<'t> Read<'t> {
    /// The module that a file describes, if it is one that means something; else it is said what is wrong.
    fn module(input: &Input, bytes: &'t [u8], outcome: &mut Outcome<()>) -> Result<Option<Self>, Error> {
        let read = match AssemblyLanguage::of(bytes) {
            AssemblyLanguage::Llvm => match dxil_text::parse_with_places(bytes) {
                Ok(parsed) => {
                    program::expect_dxil(&parsed.module)?;
                    Self { module: parsed.module, text: Some((parsed.places, bytes)) }
                }
                Err(errors) => {
                    for error in errors.errors() {
                        outcome.add(&Error::Source(error.clone()), input, Some(bytes));
                    }
                    if errors.omitted() > 0 {
                        outcome.note(input, &format!("{} more errors", errors.omitted()));
                    }
                    return Ok(None);
                }
            },
            AssemblyLanguage::Tokens | AssemblyLanguage::Bitcode => {
                Self { module: program::module_of(bytes, None)?, text: None }
            }
        };
        let report = verify(&read.module);
        for finding in report.findings.iter().take(ERRORS) {
            let message = format!("{}: {}", finding.place.show(&read.module), finding.message);
            let error = match read.line(|places| place_of(places, finding.place), &message) {
                Some(line) => Error::InvalidSource(line),
                None => Error::Invalid(message),
            };
            outcome.add(&error, input, Some(bytes));
        }
        if let more @ 1.. = report.findings.len().saturating_sub(ERRORS) {
            outcome.note(input, &format!("{more} more errors"));
        }
        Ok(report.is_valid().then_some(read))
    }

    /// The line of something, where it stands in a text.
    fn line(&self, offset: impl Fn(&Places) -> Option<usize>, message: &str) -> Option<ParseError> {
        let (places, text) = self.text.as_ref()?;
        Some(ParseError::at(text, offset(places)?, message))
    }
}

/// The error of a program as a whole, with the line of the metadata that it is about.
fn placed(text: Option<&(Places, &[u8])>, error: DxilError) -> Error {
    let line = text.and_then(|(places, text)| {
        let offset = error.path().find_map(|frame| match frame {
            Frame::Node(name) => places.metadata_called(name),
            _ => None,
        })?;
        Some(ParseError::at(text, offset, format!("{}: {}", error.path_text(), error.kind())))
    });
    match line {
        Some(line) => Error::ProgramSource(line, error.kind().code()),
        None => error.into(),
    }
}

/// The place in a text of the thing that a finding is about.
fn place_of(places: &Places, place: IrPlace) -> Option<usize> {
    match place {
        IrPlace::Instruction { function, id, .. } => places.instruction(function, id),
        IrPlace::Global(id) | IrPlace::Block { function: id, .. } => places.global(id),
        IrPlace::Metadata(id) => places.metadata(id),
        IrPlace::NamedMetadata(index) => places.named_metadata(index),
        IrPlace::Module
        | IrPlace::Type(_)
        | IrPlace::AttributeGroup(_)
        | IrPlace::AttributeList(_)
        | IrPlace::Comdat(_)
        | IrPlace::Constant(_) => None,
    }
}
