//! `as` for DXIL: LLVM's assembly, or bitcode, to containers or to bitcode.

use std::path::PathBuf;

use dx_container::parts::PartBuf as _;
use dx_container::parts::root_signature::RootSignatureBuf;
use dx_container::{Container, ContainerBuilder, Signing};
use dxil::assemble::{Assembled, Options, assemble_with_program, may_have_debug_information};
use dxil_ir::bitcode;

use super::offline::leave_offline_unsigned;
use crate::assembling::{read, say_unassembled};
use crate::error::Error;
use crate::judging::{DebugFiles, Judge, SIGN_ANYWAY, refuse};
use crate::loading::read_module::ReadModule;
use crate::root_signature_file as root_signature;
use crate::run::{Outcome, Run};
use crate::selection::input::{self, Input, display};
use crate::signing::note_symbols;
use crate::validator_version::ValidatorVersion;

/// Options for containers with DXIL.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "DXIL")] // not a FourCC
pub struct DxilOptions {
    /// Write bitcode instead of a container.
    #[arg(long, conflicts_with_all = ["validator_version", "private", "debug_name", "root_signature", "symbols"])]
    pub bitcode: bool,

    /// Target validator version [default: dx.valver of the module, or the newest].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// Add the content of this file as private data (PRIV).
    #[arg(long, value_name = "FILE")]
    private: Option<PathBuf>,

    /// PDB name to store in ILDN [default: the hash, if the module has debug information].
    #[arg(long, value_name = "NAME")]
    debug_name: Option<String>,

    /// Root signature to add: an HLSL file, a container with RTS0, or the bytes of an RTS0 part.
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,

    /// Add the symbol table parts SYM0 and STR0, which DXC's validator rejects.
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

    /// The container or bitcode assembled from `bytes`; none where they have errors, which are reported. A container
    /// that is validated is refused if it breaks rules.
    pub fn assemble(
        &self,
        input: &Input,
        bytes: &[u8],
        files: &DxilFiles,
        (signing, validates): (Signing, bool),
        outcome: &mut Outcome<()>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Some(mut read) = read(input, bytes, outcome)? else { return Ok(None) };
        if self.bitcode {
            read.module.forget_encoding();
            return Ok(Some(bitcode::write(&read.module)?));
        }
        let options = Options {
            validator_version: self.validator_version.as_ref().map(|version| version.0.clone()),
            signing,
            debug_name: self.debug_name.as_ref().map(|name| name.as_str().into()),
            private_data: files.private.as_deref(),
            root_signature: files.root_signature.as_ref().map(|(_, content)| content.as_slice()),
            symbols: self.symbols,
            ..Options::default()
        };
        let ReadModule { module, text } = read;
        // Part DXIL does not have the instructions of debug information that the text has.
        let has_debug_information = may_have_debug_information(&module);
        let Assembled { mut container, program } = match assemble_with_program(module, &options) {
            Ok(assembled) => assembled,
            Err(error) => {
                say_unassembled(error, text.as_ref(), input, bytes, outcome);
                return Ok(None);
            }
        };
        if let Some((signature, _)) = &files.root_signature {
            root_signature::check_fits(signature, &Container::parse(&container)?)?;
        }
        if validates && !leave_offline_unsigned(&mut container, input, outcome)? {
            let debug_files = DebugFiles::none();
            let validator_version = self.validator_version.as_ref().map(|version| version.0.pair());
            let places = text.as_ref().map(|text| &text.places).filter(|_| !has_debug_information);
            let judge = Judge::of_result(validator_version, &debug_files);
            refuse(&judge.program(bytes, &program, places), SIGN_ANYWAY, input, outcome)?;
        }
        note_symbols(&ContainerBuilder::from(&Container::parse(&container)?), signing, input, outcome);
        Ok(Some(container))
    }
}
