//! The DXIL containers of the project, and those that compilers made in the folder that the variable SHADER_CORPUS names.

use std::fs;
use std::path::{Path, PathBuf};

use dx_container::Container;
use dx_reflect::Reflection;

/// Folders of the corpus with containers that a compiler made.
const FOLDERS: [&str; 3] = ["dxc", "link", "lower-dxc"];

/// The containers, by their names.
pub(crate) fn containers() -> Vec<(PathBuf, Vec<u8>)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![project.join("examples"), project.join("tests/corpus/variants")];
    match std::env::var_os("SHADER_CORPUS") {
        Some(corpus) => folders.extend(FOLDERS.map(|folder| Path::new(&corpus).join(folder))),
        None => eprintln!("skipped: SHADER_CORPUS names no folder with shaders and their listings"),
    }
    let mut paths = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        paths.extend(entries.map(|entry| entry.expect("it can be walked").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxil"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(&path).expect("it can be read"))).collect()
}

/// What a container tells.
pub(crate) fn reflect(bytes: &[u8]) -> Reflection {
    Reflection::of(&Container::parse(bytes).expect("it is one")).expect("it can be reflected")
}
