//! LLVM assembly and bitcode, and the containers that they are assembled to. Separate from the files that already are
//! containers.

use dx_container::is_container;
use dx_container::pdb::is_msf;
use dxil::assemble;
use dxil_ir::file::BitcodeFile;
use dxil_ir::{Dialect, Module};
use dxil_text::{ParseErrors, Places};

use crate::error::Error;
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::file_kind::{Expected, FileKind, refuse_modern};
use crate::loading::ir_check::{self, Text};

/// The container that text or bitcode is assembled to; none for what is a container, or holds one.
pub fn container_of(bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    if is_container(bytes) || is_msf(bytes) {
        return Ok(None);
    }
    Ok(Some(assemble::assemble(checked_module(bytes)?, &assemble::Options::default())?))
}

/// The module of text or bitcode; a text must keep the rules of the IR.
pub fn checked_module(bytes: &[u8]) -> Result<Module, Error> {
    let (module, places) = read_module(bytes)??;
    let text = places.map(|places| Text { places, bytes });
    let error = text.and_then(|text| ir_check::errors(&module, Some(&text)).0.into_iter().next());
    error.map_or(Ok(module), Err)
}

pub type ParsedModule = Result<(Module, Option<Places>), ParseErrors>;

/// A module and where things stand if it is text, or what is wrong with the text.
pub fn read_module(bytes: &[u8]) -> Result<ParsedModule, Error> {
    match AssemblyLanguage::of(bytes) {
        AssemblyLanguage::Bitcode => Ok(Ok((bitcode_module(bytes)?, None))),
        AssemblyLanguage::Llvm => {
            let parsed = dxil_text::parse_with_places(bytes);
            parsed.iter().try_for_each(|parsed| expect_dxil(&parsed.module))?;
            Ok(parsed.map(|parsed| (parsed.module, Some(parsed.places))))
        }
        AssemblyLanguage::Tokens | AssemblyLanguage::Direct3d9 => Err(Expected::Program.refuse(bytes)),
    }
}

/// The module of bitcode.
pub fn bitcode_module(bytes: &[u8]) -> Result<Module, Error> {
    if FileKind::of(bytes) == FileKind::ModernBitcode {
        return Err(Expected::Program.refuse(bytes));
    }
    let file = BitcodeFile::parse(bytes)?;
    Ok(dxil_ir::bitcode::read(file.bitcode(), file.offset())?)
}

/// Rejects a module in the dialect of modern LLVM.
pub fn expect_dxil(module: &Module) -> Result<(), Error> {
    match module.dialect {
        Dialect::Dxil37 => Ok(()),
        Dialect::Modern => Err(refuse_modern()),
    }
}
