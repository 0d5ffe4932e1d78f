//! `roundtrip` through a program's own form or its text: each program is rewritten from what was read of it, everything
//! around it stays. Separate because programs are compared one by one, too.
//!
//! Bytes are compared, but for DXIL through text: LLVM's assembly has none of the orders that bitcode stores, so there
//! the modules are.

use az::SaturatingAs as _;
use dx_bytecode::d3d9;
use dx_container::D3d9Version;
use dx_container::parts::level9::{Level9, Level9Buf};
use dx_container::parts::shader_tokens::ShaderTokens;
use dx_container::parts::{Owned, PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{ContainerBuilder, FourCc, Signing};
use dxil::stored::StoredProgram;
use dxil_ir::IrError;
use dxil_ir::file::BitcodeFile;
use dxil_ir::locate::locate;
use located::Place;

use super::rewritten::{Count, Difference, ProgramOutcome, Rewritten, first_difference, with_container};
use crate::error::Error;
use crate::loading::direct3d9::program_offset;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::is_tokens;

/// The file with its programs rewritten: of bitcode from the IR, of tokens from what they say.
pub fn through_bitcode(bytes: &[u8]) -> Result<Rewritten, Error> {
    if dxil_ir::file::is_bitcode(bytes) {
        return through_bare_bitcode(bytes);
    }
    if D3d9Version::begins(bytes) {
        return through_bare_direct3d9(bytes, Ok);
    }
    through_programs(&LoadedShader::open(bytes)?, |file, payload, programs| {
        if is_tokens(payload.name) {
            return Ok(Some(rewrite_tokens(file, payload, programs, Ok)?));
        }
        if payload.name == FourCc::AON9 {
            return Ok(Some(rewrite_level9(file, payload, programs, Ok)?));
        }
        let Some(stored) = StoredProgram::in_part(payload).map_err(|error| file.placed(error))? else {
            return Ok(None);
        };
        let placed = |error: IrError| file.placed(error.within(payload.name));
        let (bitcode, offset) = (stored.program.bitcode, stored.offset());
        let written = rewrite(bitcode, offset).map_err(placed)?;
        let mut difference = bitcode_difference(bitcode, offset, &written);
        if let Some(difference) = &mut difference {
            difference.offset = file.offset(difference.offset.saturating_as::<u32>());
        }
        programs.push(ProgramOutcome { part: Some(payload.name), difference });
        Ok(Some(stored.replaced(stored.program.header, &written)?))
    })
}

/// The file with its programs read again from their text.
pub fn through_text(bytes: &[u8]) -> Result<Rewritten, Error> {
    if dxil_ir::file::is_bitcode(bytes) {
        return through_text_of_bare_bitcode(bytes);
    }
    if D3d9Version::begins(bytes) {
        return through_bare_direct3d9(bytes, direct3d9_from_text);
    }
    through_programs(&LoadedShader::open(bytes)?, |file, payload, programs| {
        if is_tokens(payload.name) {
            return Ok(Some(rewrite_tokens(file, payload, programs, read_from_text)?));
        }
        if payload.name == FourCc::AON9 {
            return Ok(Some(rewrite_level9(file, payload, programs, direct3d9_from_text)?));
        }
        let Some(stored) = StoredProgram::in_part(payload).map_err(|error| file.placed(error))? else {
            return Ok(None);
        };
        let placed = |error: IrError| file.placed(error.within(payload.name));
        let (written, what) = module_through_text(stored.module().map_err(placed)?)?;
        let offset = file.offset(stored.offset().saturating_as::<u32>());
        let difference = what.map(|what| Difference { offset, bit: None, what: Some(what) });
        programs.push(ProgramOutcome { part: Some(payload.name), difference });
        match written {
            Some(written) => Ok(Some(stored.replaced(stored.program.header, &written)?)),
            None => Ok(Some(payload.bytes.to_vec())),
        }
    })
}

fn through_text_of_bare_bitcode(bytes: &[u8]) -> Result<Rewritten, Error> {
    let file = BitcodeFile::parse(bytes)?;
    let (written, what) = module_through_text(dxil_ir::bitcode::read(file.bitcode(), file.offset())?)?;
    let difference = what.map(|what| Difference { offset: file.offset(), bit: None, what: Some(what) });
    let bytes = written.map_or_else(|| bytes.to_vec(), |written| file.with(&written));
    let programs = vec![ProgramOutcome { part: None, difference }];
    Ok(Rewritten { bytes, count: Count { rebuilt: 1, ..Count::default() }, programs })
}

/// What a module differs in once it was printed and read again, and its bitcode then; nothing where it is the same.
fn module_through_text(mut module: dxil_ir::Module) -> Result<(Option<Vec<u8>>, Option<String>), Error> {
    module.forget_encoding();
    let mut text = String::new();
    dxil_text::print(&module, &mut text).map_err(|error| Error::Unsupported(error.to_string()))?;
    let read = dxil_text::parse(text.as_bytes()).map_err(|errors| {
        let first = errors.errors().first().map(ToString::to_string).unwrap_or_default();
        Error::Bug(format!("cannot parse the printed program: {first}"))
    })?;
    match module.difference(&read) {
        Some(difference) => Ok((Some(dxil_ir::bitcode::write(&read)?), Some(difference.to_string()))),
        None => Ok((None, None)),
    }
}

/// The file with those parts replaced for which `rewrite` gives another, and what it said of their programs.
fn through_programs(
    file: &LoadedShader<'_>,
    rewrite: impl Fn(&LoadedShader<'_>, Payload<'_>, &mut Vec<ProgramOutcome>) -> Result<Option<Vec<u8>>, Error>,
) -> Result<Rewritten, Error> {
    let container = file.container()?;
    let mut builder = ContainerBuilder::from(&container);
    let mut count = Count::default();
    let mut programs = Vec::new();
    for (part, entry) in container.parts().iter().zip(&mut builder.parts) {
        if let Some(rewritten) = rewrite(file, container.payload(part), &mut programs)? {
            entry.data = rewritten.into();
            count.rebuilt += 1;
        }
    }
    let bytes = with_container(file, builder.build(Signing::Keep)?)?;
    Ok(Rewritten { bytes, count, programs })
}

fn through_bare_bitcode(bytes: &[u8]) -> Result<Rewritten, Error> {
    let file = BitcodeFile::parse(bytes)?;
    let written = rewrite(file.bitcode(), file.offset())?;
    let difference = bitcode_difference(file.bitcode(), file.offset(), &written);
    let count = Count { rebuilt: 1, ..Count::default() };
    let programs = vec![ProgramOutcome { part: None, difference }];
    Ok(Rewritten { bytes: file.with(&written), count, programs })
}

/// Bitcode written from the IR that was read from it.
fn rewrite(bitcode: &[u8], offset: u64) -> Result<Vec<u8>, IrError> {
    // A copy is as good as what was read: nothing of the input is in either.
    let module = dxil_ir::bitcode::read(bitcode, offset)?.clone();
    // What cannot be written is the program as a whole.
    let place = Place { offset, len: bitcode.len() as u64, bit: 0 };
    dxil_ir::bitcode::write(&module).map_err(|error| error.at(place))
}

fn bitcode_difference(bitcode: &[u8], offset: u64, written: &[u8]) -> Option<Difference> {
    let at = first_difference(bitcode, written)?;
    let byte = |bytes: &[u8]| bytes.get(at).copied().unwrap_or_default();
    // Where one of them has ended, all of the byte differs.
    let is_within = at < bitcode.len().min(written.len());
    let bit = if is_within { (byte(bitcode) ^ byte(written)).trailing_zeros() } else { 0 };
    let longer = if at < bitcode.len() { bitcode } else { written };
    // What comes before it was read before, and can be read again.
    let located = locate(longer, 0, 8 * at as u64 + u64::from(bit));
    Some(Difference {
        offset: offset + at as u64,
        bit: u8::try_from(bit).ok(),
        what: located.ok().flatten().map(|located| located.to_string()),
    })
}

fn rewrite_tokens(
    file: &LoadedShader<'_>,
    payload: Payload<'_>,
    programs: &mut Vec<ProgramOutcome>,
    rewrite: impl Fn(dx_bytecode::Program) -> Result<dx_bytecode::Program, Error>,
) -> Result<Vec<u8>, Error> {
    let mut tokens =
        rewrite(dx_bytecode::Program::read(payload).map_err(|error| file.placed(error))?)?.to_part()?;
    tokens.unknown = ShaderTokens::parse(payload)?.unknown.to_vec();
    let written = tokens.arrange(None)?;
    let difference = first_difference(payload.bytes, &written).map(|at| {
        let offset = (payload.offset + at as u64).saturating_as::<u32>();
        Difference { offset: file.offset(offset), bit: None, what: None }
    });
    programs.push(ProgramOutcome { part: Some(payload.name), difference });
    Ok(written)
}

/// Part Aon9 with its Direct3D 9 program rewritten.
fn rewrite_level9(
    file: &LoadedShader<'_>,
    payload: Payload<'_>,
    programs: &mut Vec<ProgramOutcome>,
    rewrite: impl Fn(d3d9::Program) -> Result<d3d9::Program, Error>,
) -> Result<Vec<u8>, Error> {
    let mut part = Owned::<Level9Buf>::read(payload)?;
    let offset = program_offset(payload, &Level9::parse(payload)?);
    let program = d3d9::Program::read(&part.meaning.program, offset);
    let program = program.map_err(|error| file.placed(error.within(payload.name)))?;
    let written = rewrite(program)?.to_bytes()?;
    let difference = first_difference(&part.meaning.program, &written).map(|at| {
        let offset = (offset + at as u64).saturating_as::<u32>();
        Difference { offset: file.offset(offset), bit: None, what: None }
    });
    programs.push(ProgramOutcome { part: Some(payload.name), difference });
    part.meaning.program = written;
    Ok(part.write()?)
}

fn through_bare_direct3d9(
    bytes: &[u8],
    rewrite: impl Fn(d3d9::Program) -> Result<d3d9::Program, Error>,
) -> Result<Rewritten, Error> {
    let written = rewrite(d3d9::Program::read(bytes, 0)?)?.to_bytes()?;
    let difference = first_difference(bytes, &written);
    let difference = difference.map(|at| Difference { offset: at as u64, bit: None, what: None });
    let programs = vec![ProgramOutcome { part: None, difference }];
    Ok(Rewritten { bytes: written, count: Count { rebuilt: 1, ..Count::default() }, programs })
}

/// The Direct3D 9 program read again from its text.
fn direct3d9_from_text(program: d3d9::Program) -> Result<d3d9::Program, Error> {
    let mut text = String::new();
    d3d9::text::print(&mut text, &program);
    d3d9::text::parse(&text).map_err(|errors| unreadable_text(&errors))
}

/// The program read again from its text.
fn read_from_text(program: dx_bytecode::Program) -> Result<dx_bytecode::Program, Error> {
    let mut text = String::new();
    dx_bytecode::text::print(&mut text, &program);
    dx_bytecode::text::parse(&text).map_err(|errors| unreadable_text(&errors))
}

fn unreadable_text(errors: &[dx_bytecode::text::AssemblyError]) -> Error {
    let first = errors.first().map(ToString::to_string).unwrap_or_default();
    Error::Bug(format!("cannot parse the printed program: {first}"))
}

impl ProgramOutcome {
    /// Where and in what it differs, for people, if it does and that is known.
    pub fn difference_text(&self) -> Option<String> {
        let Difference { offset, bit, what } = self.difference.as_ref()?;
        let name = self.part.map_or("bitcode".to_owned(), |name| name.to_string());
        let bit = bit.filter(|bit| *bit > 0).map_or(String::new(), |bit| format!(".{bit}"));
        Some(format!("{name} differs from offset {offset:#x}{bit}, in {}", what.as_ref()?))
    }
}
