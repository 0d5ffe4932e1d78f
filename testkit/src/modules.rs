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
use crate::floor::{Walked, assert_at_least};

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

/// The number of modules in the project, and in the project and the known corpus.
const MODULES: [usize; 2] = [279, 4248];

/// Calls `check` with each module. Skips damaged files, and unreadable modules of an unknown corpus.
#[must_use = "state how many modules passed the filter"]
pub fn each_module(check: impl FnMut(Stored<'_>)) -> Walked {
    Walked::new("modules", walk(check), MODULES)
}

/// Returns true for bitcode of LLVM 3.8 and later, which begins with an identification block (number 13); no crate
/// reads it.
pub fn is_modern(bitcode: &[u8]) -> bool {
    bitcode.get(MAGIC.len()..).is_some_and(|rest| rest.starts_with(&[0x35, 0x14]))
}

/// Calls `check` with `count` modules, or all if there are fewer, evenly chosen from the modules of at most `longest`
/// bytes.
#[must_use = "state how many modules passed the filter"]
pub fn some_modules(count: usize, longest: usize, mut check: impl FnMut(Stored<'_>)) -> Walked {
    let mut all = 0;
    walk(|stored| all += usize::from(stored.bitcode.len() <= longest));
    assert_at_least("modules that are short enough", all, [1, 1]);
    let step = usize::max(all / count, 1);
    let (mut index, mut chosen) = (0, 0);
    walk(|stored| {
        if stored.bitcode.len() <= longest {
            index += 1;
            if index % step == 0 {
                chosen += 1;
                check(stored);
            }
        }
    });
    Walked::new("chosen modules", chosen, [all.min(count); 2])
}

/// Calls `check` with each module and returns their number.
fn walk(mut check: impl FnMut(Stored<'_>)) -> usize {
    let mut count = 0;
    let is_known = is_known();
    let mut check = |stored: Stored<'_>| {
        if is_known || is_own(stored.path) || bitcode::read(stored.bitcode, 0).is_ok() {
            count += 1;
            check(stored);
        }
    };
    let walked = each_file(|path, bytes| {
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
    walked.checked("modules", count, MODULES);
    count
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
