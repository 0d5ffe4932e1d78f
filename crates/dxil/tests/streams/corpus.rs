//! The modules of real files: those of the project, and those in the folder that the variable SHADER_CORPUS names.
//! Separate because several tests walk them.

use std::fs;
use std::path::Path;

use dx_container::parts::PartView;
use dx_container::parts::statistics::Statistics;
use dx_container::pdb::{Pdb, is_msf};
use dx_container::{Container, FourCc, is_container};
use dxil_ir::bitcode;
use dxil_ir::bitstream::MAGIC;

#[path = "../../../../tests/corpus_folder.rs"]
mod corpus_folder;

/// A module that a compiler wrote.
#[allow(dead_code, reason = "not every test asks for all of it")]
pub(crate) struct Stored<'a> {
    /// In which file.
    pub(crate) path: &'a Path,
    /// In which part of the container; `None` where there is none.
    pub(crate) part: Option<FourCc>,
    /// Where in the container, in bytes.
    pub(crate) offset: u64,
    pub(crate) bitcode: &'a [u8],
}

/// Modules that the known corpus has, with the project's own.
const MODULES: usize = 4170;

/// Whether figures of the known corpus are to be met.
#[allow(dead_code, reason = "not every test has figures")]
pub(crate) fn is_known() -> bool {
    corpus_folder::is_known()
}

/// Calls `check` with each module. Damaged files are left out; so is, of files that are not known, what cannot be read.
#[allow(dead_code, reason = "some tests look at whole containers")]
pub(crate) fn each_module(mut check: impl FnMut(Stored<'_>)) {
    let mut count = 0;
    let is_known = is_known();
    let mut check = |stored: Stored<'_>| {
        if is_known || corpus_folder::is_own(stored.path) || bitcode::read(stored.bitcode, 0).is_ok() {
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
        } else if bytes.starts_with(&MAGIC) {
            check(Stored { path, part: None, offset: 0, bitcode: bytes });
        }
    });
    assert!(!is_known || count >= MODULES, "{count} modules");
}

/// Calls `check` with each file that was not damaged.
pub(crate) fn each_file(mut check: impl FnMut(&Path, &[u8])) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folders = [Some(root.join("examples")), Some(root.join("tests/corpus")), corpus_folder::folder()];
    for path in folders.iter().flatten().flat_map(|folder| corpus_folder::files(folder)) {
        let Ok(bytes) = fs::read(&path) else { continue };
        if !corpus_folder::is_damaged(&path, &bytes) {
            check(&path, &bytes);
        }
    }
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
