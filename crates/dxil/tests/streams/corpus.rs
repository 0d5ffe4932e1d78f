//! The modules of real files: those of the project, and those in the folder that the variable SHADER_CORPUS names.
//! Separate because several tests walk them.

use std::fs;
use std::path::{Path, PathBuf};

use dx_container::parts::PartView;
use dx_container::parts::statistics::Statistics;
use dx_container::pdb::{Pdb, is_msf};
use dx_container::{Container, FourCc, is_container};
use dxil::bitstream::MAGIC;

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

/// Calls `check` with each module. Files that were damaged on purpose are left out.
#[allow(dead_code, reason = "some tests look at whole containers")]
pub(crate) fn each_module(mut check: impl FnMut(Stored<'_>)) {
    each_file(|path, bytes| {
        if is_container(bytes) {
            in_container(path, bytes, &mut check);
        } else if is_msf(bytes) {
            let pdb = Pdb::parse(bytes).unwrap();
            in_container(path, &pdb.container().unwrap(), &mut check);
        } else if bytes.starts_with(&MAGIC) {
            check(Stored { path, part: None, offset: 0, bitcode: bytes });
        }
    });
}

/// Calls `check` with each file that was not damaged on purpose.
pub(crate) fn each_file(mut check: impl FnMut(&Path, &[u8])) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut folders = vec![root.join("examples"), root.join("tests/corpus")];
    folders.extend(std::env::var_os("SHADER_CORPUS").map(PathBuf::from));
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if !path.is_dir() {
                check(&path, &fs::read(&path).unwrap());
            } else if path.file_name().is_none_or(|name| name != "mutated") {
                folders.push(path);
            }
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
