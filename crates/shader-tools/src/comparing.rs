//! The differences between two files: containers, programs and their fields. A layer below the verbs, because `edit`
//! and `diff` print the same differences, and `stat` pairs files as `diff` does.

mod bitcode;
mod compare;
pub mod difference;
pub mod direct3d9;
mod functions;
mod metadata;
mod operands;
pub mod pairs;
mod program_difference;
mod tokens;
mod unified;

use dxil_ir::Module;

use crate::comparing::difference::Difference;
use crate::error::Error;
use crate::layout::{columns, hanging, width};
use crate::loading::assembled::checked_module_of_any_dialect;
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::program::ModulePart;
use crate::loading::program::ProgramKind;
use crate::style::{BAD, DIM, GOOD, KEY, NOTE, TITLE, grouped, paint};

/// What differs between two containers, as the verb prints it below `name`; empty where nothing does.
pub fn differences(name: &str, a: &[u8], b: &[u8]) -> Result<String, Error> {
    let Compared { differences, .. } = containers(a, b).map_err(|(_, error)| error)?;
    let lines = differences.iter().map(line).collect::<String>();
    Ok(if lines.is_empty() { lines } else { format!("{}{lines}", hanging(&paint(TITLE, name))) })
}

/// What two files that were read come to.
pub struct Compared {
    pub differences: Vec<Difference>,
    /// What is to be said of the comparison itself.
    pub note: Option<String>,
}

/// An error, and whether it is about the second file.
pub type Failed = (bool, Error);

/// Compares two containers, and of two PDBs what is around them.
pub fn containers(a: &[u8], b: &[u8]) -> Result<Compared, Failed> {
    let (file_a, file_b) = (
        LoadedShader::open(a).map_err(|error| (false, error))?,
        LoadedShader::open(b).map_err(|error| (true, error))?,
    );
    let (file_a, file_b, note) = in_one_language(file_a, file_b);
    let (container_a, container_b) = (
        file_a.container().map_err(|error| (false, error))?,
        file_b.container().map_err(|error| (true, error))?,
    );
    let mut differences = compare::containers(&container_a, &container_b);
    if let (Some(a), Some(b)) = (&file_a.pdb, &file_b.pdb) {
        differences.extend(compare::streams(a.msf(), b.msf()));
    }
    Ok(Compared { differences, note })
}

/// A DXBC and a DXIL shader as DXIL, with a note. If the DXBC shader cannot be converted, the shaders stay as they are.
fn in_one_language<'a, 'b>(
    a: LoadedShader<'a>,
    b: LoadedShader<'b>,
) -> (LoadedShader<'a>, LoadedShader<'b>, Option<String>) {
    let is_dxil = |file: &LoadedShader<'_>| matches!(file.program(), Ok(ProgramKind::Module));
    let is_dxbc = |file: &LoadedShader<'_>| matches!(file.program(), Ok(ProgramKind::Tokens(_)));
    let note = |which: &str, converted: Result<Option<String>, Error>| match converted {
        Ok(note) => note.map(|note| format!("the {which} file was {note}")),
        Err(error) => Some(format!("the {which} file cannot be converted to DXIL: {}", error.message())),
    };
    let (is_a, is_b) = (is_dxbc(&a) && is_dxil(&b), is_dxil(&a) && is_dxbc(&b));
    if is_a {
        let (a, converted) = a.converted_to_dxil();
        return (a, b, note("first", converted));
    }
    if is_b {
        let (b, converted) = b.converted_to_dxil();
        return (a, b, note("second", converted));
    }
    (a, b, None)
}

/// Compares the programs of two files of which one at least has nothing but a program.
pub fn programs(a: &[u8], b: &[u8]) -> Result<Compared, Failed> {
    let bare = |bytes| match Source::of(bytes) {
        Some(_) => checked_module_of_any_dialect(bytes).map(Some),
        None => Ok(None),
    };
    let bare_a = bare(a).map_err(|error| (false, error))?;
    let bare_b = bare(b).map_err(|error| (true, error))?;
    let what = if bare_a.is_some() { ("the first", Source::of(a)) } else { ("the second", Source::of(b)) };
    // A container may hold the program twice: what is compared has debug information where the other has it.
    let debug = |module: &Module| module.named_metadata.iter().any(|named| named.name == "llvm.dbg.cu");
    let has_debug = bare_a.iter().chain(&bare_b).any(debug);
    let stored = |bytes| {
        let part = if has_debug { ModulePart::Ildb } else { ModulePart::Dxil };
        let file = LoadedShader::open_program(bytes)?;
        file.module_in(Some(part)).or_else(|_| file.module_in(None))
    };
    let module_a = bare_a.map_or_else(|| stored(a), Ok).map_err(|error| (false, error))?;
    let module_b = bare_b.map_or_else(|| stored(b), Ok).map_err(|error| (true, error))?;
    let found = bitcode::compare(&module_a, &module_b)
        .map_err(|error| (false, Error::Unsupported(error.to_string())))?;
    let (which, source) = what;
    let note =
        source.map(|source| format!("comparing only the programs, because {which} is {}", source.name()));
    Ok(Compared { differences: compare::of_programs("DXIL", found).collect(), note }) // not a FourCC
}

/// A difference as lines of the page: both sides in a line where they fit, else one below the other.
pub fn line(difference: &Difference) -> String {
    let Difference { part, path, a, b, note, lines, changed_lines: (added, removed) } = difference;
    let start = format!("  {KEY}{part:8}{KEY:#}  {path}");
    let [old, new] = [(BAD, a), (GOOD, b)].map(|(style, side)| side.as_ref().map(|text| paint(style, text)));
    let colon = if path.is_empty() { "" } else { ": " };
    let text = match (&old, &new) {
        // Programs of one length: how many lines came and went.
        (Some(old), Some(_)) if a == b => {
            let moved = lines.iter().filter(|line| line.starts_with('>')).count();
            let moved = if moved > 0 { format!(", {} moved", grouped(moved as u64)) } else { String::new() };
            let (added, removed) = (grouped(*added as u64), grouped(*removed as u64));
            hanging(&format!("{start}{colon}{old}, +{added} -{removed}{moved}"))
        }
        (Some(old), Some(new)) => {
            let whole = format!("{start}{colon}{old} -> {new}");
            match columns(&whole) <= width() {
                true => whole + "\n",
                false => {
                    let sides = [("-", old), ("+", new)];
                    let sides = sides.map(|(mark, side)| hanging(&format!("            {mark} {side}")));
                    format!("{}{}", hanging(&(start + colon.trim_end())), sides.concat())
                }
            }
        }
        (Some(old), None) => hanging(&format!("{start}{colon}only in the first: {old}")),
        (None, Some(new)) => hanging(&format!("{start}{colon}only in the second: {new}")),
        (None, None) => hanging(&format!("{start}{colon}{}", note.as_deref().unwrap_or_default())),
    };
    let lines = lines.iter().map(|line| match line.as_bytes().first() {
        Some(b'-') => format!("    {}\n", paint(BAD, line)),
        Some(b'+') => format!("    {}\n", paint(GOOD, line)),
        Some(b'>') => format!("    {}\n", paint(NOTE, line)),
        Some(b' ') => format!("    {line}\n"),
        _ => format!("    {}\n", paint(DIM, line)),
    });
    format!("{text}{}", lines.collect::<String>())
}
