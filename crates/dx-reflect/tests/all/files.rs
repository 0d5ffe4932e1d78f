//! The DXIL containers of the project, and those that compilers made in the folder that the variable SHADER_CORPUS
//! names.

use std::fs;
use std::path::PathBuf;

use dx_container::Container;
use dx_reflect::Reflection;
use testkit::corpus;

/// Folders of the corpus with containers that a compiler made.
const FOLDERS: [&str; 3] = ["dxc", "link", "lower-dxc"];

/// The containers, by their names.
pub(crate) fn containers() -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![corpus::root().join("examples"), corpus::root().join("tests/corpus/variants")];
    folders.extend(FOLDERS.into_iter().filter_map(corpus::subfolder));
    let mut paths: Vec<PathBuf> = folders.iter().flat_map(|folder| corpus::files(folder)).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxil"));
    let read = paths.into_iter().filter_map(|path| Some((path.clone(), fs::read(path).ok()?)));
    let containers: Vec<_> = read
        .filter(|(path, bytes)| Container::parse(bytes).is_ok() && !corpus::is_damaged(path, bytes))
        .collect();
    corpus::assert_at_least("containers", containers.len(), [103, 900]);
    containers
}

/// What a container tells.
pub(crate) fn reflect(bytes: &[u8]) -> Reflection {
    Reflection::of(&Container::parse(bytes).expect("it is one")).expect("it can be reflected")
}
