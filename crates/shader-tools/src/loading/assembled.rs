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

/// The container that text or bitcode is assembled to; none for what is a container, or holds one.
pub fn container_of(bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    if is_container(bytes) || is_msf(bytes) {
        return Ok(None);
    }
    match read_module(bytes)? {
        Ok((module, _)) => Ok(Some(assemble::assemble(module, &assemble::Options::default())?)),
        Err(errors) => Err(errors.into()),
    }
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
        AssemblyLanguage::Tokens | AssemblyLanguage::Direct3d9 => {
            let text =
                "neither a container nor LLVM's assembly or bitcode: `as` makes containers of other assembly";
            Err(Error::Unsupported(text.to_owned()))
        }
    }
}

/// The module of bitcode.
pub fn bitcode_module(bytes: &[u8]) -> Result<Module, Error> {
    let file = BitcodeFile::parse(bytes)?;
    Ok(dxil_ir::bitcode::read(file.bitcode(), file.offset())?)
}

/// Refuses a module that is no DXIL because it is in the dialect of a newer LLVM.
pub fn expect_dxil(module: &Module) -> Result<(), Error> {
    match module.dialect {
        Dialect::Dxil37 => Ok(()),
        Dialect::Modern => {
            let text =
                "assembly of a newer LLVM than 3.7, with opaque pointers: it cannot be written as DXIL";
            Err(Error::Unsupported(text.to_owned()))
        }
    }
}
