//! The modules of real files: those of the project, and those in the folder that the variable SHADER_CORPUS names.
//! Separate because several tests walk them.

use std::path::Path;

use dx_container::parts::PartView;
use dx_container::parts::statistics::Statistics;
use dx_container::pdb::{Pdb, is_msf};
use dx_container::{Container, FourCc, is_container};
use dxil_ir::bitcode;
use dxil_ir::bitstream::MAGIC;

use crate::corpus::{each_file, is_known, is_own};

/// A module that a compiler wrote.
pub struct Stored<'a> {
    /// In which file.
    pub path: &'a Path,
    /// In which part of the container; `None` where there is none.
    pub part: Option<FourCc>,
    /// Where in the container, in bytes.
    pub offset: u64,
    pub bitcode: &'a [u8],
}

/// Modules that the known corpus has, with the project's own.
const MODULES: usize = 4170;

/// Calls `check` with each module. Damaged files are left out; so is, of files that are not known, what cannot be read.
pub fn each_module(mut check: impl FnMut(Stored<'_>)) {
    let mut count = 0;
    let is_known = is_known();
    let mut check = |stored: Stored<'_>| {
        if is_known || is_own(stored.path) || bitcode::read(stored.bitcode, 0).is_ok() {
            count += 1;
            check(stored);
        }
    };
    each_file(|path, bytes| {
        if is_container(bytes) {
            in_container(path, bytes, &mut check);
        } else if is_msf(bytes) {
            let Ok(pdb) = Pdb::parse(bytes) else { return };
            let Ok(container) = pdb.container() else { return };
            in_container(path, &container, &mut check);
        } else if bytes.starts_with(&MAGIC) && !is_modern(bytes) {
            check(Stored { path, part: None, offset: 0, bitcode: bytes });
        }
    });
    assert!(!is_known || count >= MODULES, "{count} modules");
}

/// Returns true for bitcode of LLVM 3.8 and later, which begins with an identification block (number 13); no crate
/// reads it.
pub fn is_modern(bitcode: &[u8]) -> bool {
    bitcode.get(MAGIC.len()..).is_some_and(|rest| rest.starts_with(&[0x35, 0x14]))
}

/// Calls `check` with so many modules, or all where there are fewer, spread over those that are not longer than
/// `longest`; says how many there are to choose from.
pub fn some_modules(count: usize, longest: usize, mut check: impl FnMut(Stored<'_>)) -> usize {
    let mut all = 0;
    each_module(|stored| all += usize::from(stored.bitcode.len() <= longest));
    let step = usize::max(all / count, 1);
    let mut index = 0;
    each_module(|stored| {
        if stored.bitcode.len() <= longest {
            index += 1;
            if index % step == 0 {
                check(stored);
            }
        }
    });
    all
}

fn in_container(path: &Path, bytes: &[u8], check: &mut impl FnMut(Stored<'_>)) {
    let Ok(container) = Container::parse(bytes) else { return };
    for part in container.parts() {
        let bitcode = match container.read(part) {
            Ok(PartView::Program(program) | PartView::Statistics(Statistics::Program(program))) => {
                program.bitcode
            }
            _ => continue,
        };
        let within = bitcode.as_ptr().addr() - bytes.as_ptr().addr();
        check(Stored { path, part: Some(part.name), offset: within as u64, bitcode });
    }
}
