//! Modules of LLVM assembly and bitcode. Separate from the files that are containers.

use dxil_ir::file::BitcodeFile;
use dxil_ir::{Dialect, Module, bitcode};
use dxil_text::{ParseErrors, Places};

use crate::error::Error;
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::file_kind::{Expected, FileKind};
use crate::loading::ir_check::{self, Text};

/// The module of DXIL in LLVM assembly or bitcode. A module of LLVM assembly is valid IR.
pub fn checked_module(bytes: &[u8]) -> Result<Module, Error> {
    let (module, places) = read_module(bytes)??;
    check(module, places, bytes)
}

/// The module in LLVM assembly or bitcode of DXIL or of modern LLVM. The module is valid IR, except a module of DXIL's
/// bitcode.
pub fn checked_module_of_any_dialect(bytes: &[u8]) -> Result<Module, Error> {
    let (module, places) = read_any_dialect(bytes)??;
    check(module, places, bytes)
}

fn check(module: Module, places: Option<Places>, bytes: &[u8]) -> Result<Module, Error> {
    if module.dialect == Dialect::Dxil37 && places.is_none() {
        return Ok(module);
    }
    let text = places.map(|places| Text { places, bytes });
    let error = ir_check::errors(&module, text.as_ref()).0.into_iter().next();
    error.map_or(Ok(module), Err)
}

pub type ParsedModule = Result<(Module, Option<Places>), ParseErrors>;

/// The module of DXIL in LLVM assembly or bitcode, with the locations in the text, or the errors in the text.
pub fn read_module(bytes: &[u8]) -> Result<ParsedModule, Error> {
    if FileKind::of(bytes) == FileKind::ModernBitcode {
        return Err(Expected::Program.refuse(bytes));
    }
    let parsed = read_any_dialect(bytes)?;
    parsed.iter().try_for_each(|(module, _)| expect_dxil(module))?;
    Ok(parsed)
}

/// Like [`read_module`], but also reads modules of modern LLVM.
fn read_any_dialect(bytes: &[u8]) -> Result<ParsedModule, Error> {
    match AssemblyLanguage::of(bytes) {
        AssemblyLanguage::Bitcode => Ok(Ok((bitcode_module(bytes)?, None))),
        AssemblyLanguage::Llvm => {
            let parsed = dxil_text::parse_with_places(bytes);
            Ok(parsed.map(|parsed| (parsed.module, Some(parsed.places))))
        }
        AssemblyLanguage::Tokens | AssemblyLanguage::Direct3d9 => Err(Expected::Program.refuse(bytes)),
    }
}

/// The module in a file of bitcode of DXIL or of modern LLVM.
pub fn bitcode_module(bytes: &[u8]) -> Result<Module, Error> {
    let file = BitcodeFile::parse(bytes)?;
    if !bitcode::is_modern(file.bitcode()) {
        return Ok(bitcode::read(file.bitcode(), file.offset())?);
    }
    Ok(dxil_text::upgrade_intrinsics(bitcode::read_modern(file.bitcode(), file.offset())?)?)
}

/// Rejects a module of modern LLVM.
pub fn expect_dxil(module: &Module) -> Result<(), Error> {
    match module.dialect {
        Dialect::Dxil37 => Ok(()),
        Dialect::Modern => {
            let text = "expected DXIL, found modern LLVM IR: `lower` converts modern LLVM IR to DXIL";
            Err(Error::Unsupported(text.to_owned()))
        }
    }
}
