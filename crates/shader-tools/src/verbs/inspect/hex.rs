//! `inspect --hex`: every byte of the file once, with the field it belongs to and what that says.
//!
//! A part is decoded once. Its fields are sorted where the decoder does not go front to back; bytes that nothing
//! describes, or that a second field describes too, are said to be so. Of a PDB the blocks are mapped, and the
//! container where it lies in them.

mod direct3d9;
mod map;
mod pdb;
mod site;
mod tokens;

use std::io::Write;

use self::map::Map;
use self::site::Site;
use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::style::{TITLE, grouped, paint};

/// Writes the map; parts that cannot be read to their end are mapped as far as they were.
pub fn write(
    input: &Input,
    file: &LoadedShader<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let container = file.container()?;
    writeln!(out, "{}, {} bytes", paint(TITLE, input.name()), grouped(file.bytes.len() as u64))?;
    let site = Site { file, input, base: 0 };
    match &file.pdb {
        Some(pdb) => pdb::write(&site, pdb, &container, out, outcome),
        None => site.write(&container, out, outcome),
    }
}

/// Writes the map of a file that is a Direct3D 9 program.
pub fn write_direct3d9(name: &str, bytes: &[u8], out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{}, {} bytes", paint(TITLE, name), grouped(bytes.len() as u64))?;
    let mut map = Map::new(out, bytes, 0);
    let read = direct3d9::statements(bytes, 0, &mut |entry| map.entry(&entry));
    map.up_to(bytes.len());
    map.finish()?;
    Ok(read?)
}
