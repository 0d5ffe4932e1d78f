//! The size of a file by part, and of the programs in the parts.

use std::collections::BTreeMap;

use dx_container::container::PART_HEADER_SIZE;
use dx_container::{FourCc, parts};

use super::{bitcode, tokens};
use crate::error::Error;
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::program::is_tokens;

/// The number of parts and their total size in bytes, by part name. `None` is the name of headers and of bytes outside
/// of parts.
pub type Shares = BTreeMap<Option<FourCc>, (usize, u64)>;

/// The size of one file, or of several files together.
#[derive(Default)]
pub struct Measured {
    /// The size in bytes.
    pub size: u64,
    pub shares: Shares,
    /// The total size in bytes of files that are bitcode and have no parts.
    pub bare: u64,
    /// The sizes inside SHDR and SHEX, by part name.
    pub programs: BTreeMap<FourCc, tokens::Shares>,
    /// The sizes inside bitcode, if requested.
    pub bitcode: Vec<bitcode::Program>,
}

impl Measured {
    /// Adds the sizes of another file, except the sizes inside bitcode.
    pub fn add(&mut self, file: &Self) {
        self.size += file.size;
        self.bare += file.bare;
        for (name, (count, size)) in &file.shares {
            let share = self.shares.entry(*name).or_default();
            *share = (share.0 + count, share.1 + size);
        }
        for (name, shares) in &file.programs {
            let program = self.programs.entry(*name).or_default();
            for (kind, (count, size)) in shares {
                let share = program.entry(*kind).or_default();
                *share = (share.0 + count, share.1 + size);
            }
        }
    }

    /// The errors of bitcode programs that could not be measured.
    pub fn errors(&self) -> impl Iterator<Item = &Error> {
        self.bitcode.iter().filter_map(|program| program.sizes.as_ref().err())
    }
}

/// Measures a file. With `functions`, also measures the blocks, records and functions in the bitcode of a container.
pub fn measure(bytes: &[u8], functions: bool) -> Result<Measured, Error> {
    let size = bytes.len() as u64;
    // Bitcode has no parts: what takes the space is inside.
    if let Some(program) = bitcode::of_file(bytes) {
        return Ok(Measured { size, bare: size, bitcode: vec![program?], ..Measured::default() });
    }
    if Source::of(bytes) == Some(Source::Assembly) {
        let text = "cannot measure LLVM assembly: assemble it with `as` (or `as --bitcode`) first";
        return Err(Error::Unsupported(text.to_owned()));
    }
    let file = LoadedShader::open(bytes)?;
    let container = file.container()?;
    let mut shares = Shares::new();
    let mut programs: BTreeMap<FourCc, tokens::Shares> = BTreeMap::new();
    let mut left = size;
    for part in container.parts() {
        let share = shares.entry(Some(part.name)).or_default();
        *share = (share.0 + 1, share.1 + part.data.len() as u64);
        left -= part.data.len() as u64;
        if is_tokens(part.name) {
            tokens::add(programs.entry(part.name).or_default(), container.payload(part));
        }
    }
    let headers = 1 + container.parts().len();
    debug_assert!(left >= (container.parts().len() * PART_HEADER_SIZE) as u64);
    shares.insert(None, (headers, left));
    let bitcode = if functions { bitcode::of_shader(&file)? } else { Vec::new() };
    Ok(Measured { size, shares, bare: 0, programs, bitcode })
}

/// The description of the parts called `name`.
pub fn part_title(name: Option<FourCc>) -> &'static str {
    name.map_or("headers and gaps", |name| parts::row(name).map_or("unknown", |row| row.title))
}
