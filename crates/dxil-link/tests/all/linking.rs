//! Linking files as the program does.

use std::path::Path;

use dx_container::Container;
use dxil_link::{
    Catalogue, Definitions, Exports, InputId, Library, LinkError, LinkErrors, Options, Profile, Target, link,
    resolve,
};

/// Inputs by what messages call them.
pub(crate) struct Inputs {
    files: Vec<(String, Vec<u8>)>,
}

impl Inputs {
    pub(crate) fn read(folder: &Path, names: &[String]) -> Self {
        let file = |name: &String| (name.clone(), std::fs::read(folder.join(name)).unwrap());
        Self { files: names.iter().map(file).collect() }
    }

    pub(crate) fn new(files: Vec<(String, Vec<u8>)>) -> Self {
        Self { files }
    }

    pub(crate) fn of(name: &str, bytes: Vec<u8>) -> Self {
        Self::new(vec![(name.to_owned(), bytes)])
    }

    pub(crate) fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.push((name.to_owned(), bytes));
    }

    pub(crate) fn pair(libraries: [Vec<u8>; 2]) -> Self {
        let [first, second] = libraries;
        Self { files: vec![("first".to_owned(), first), ("second".to_owned(), second)] }
    }

    /// Links them, and says what comes of it.
    pub(crate) fn link(&self, target: &Target, options: &Options) -> Result<Vec<u8>, LinkErrors> {
        let mut catalogue = Catalogue::new();
        for (name, bytes) in &self.files {
            catalogue.add(name.clone(), definitions(bytes)?)?;
        }
        let resolved = resolve(&catalogue, target, |id: InputId, _| {
            library(&self.files[id.index()].1).map_err(LinkErrors::from)
        })?;
        link(&catalogue, resolved, target, options)
    }
}

fn definitions(bytes: &[u8]) -> Result<Definitions, LinkError> {
    let container = container(bytes)?;
    match Definitions::read(&container)? {
        Some(definitions) => Ok(definitions),
        None => Ok(Definitions::of_module(&Library::read(&container, false)?.module)),
    }
}

fn library(bytes: &[u8]) -> Result<Library, LinkError> {
    Library::read(&container(bytes)?, true)
}

fn container(bytes: &[u8]) -> Result<Container<'_>, LinkError> {
    Container::parse(bytes).map_err(|error| error.lift())
}

/// A target as the command line says it.
pub(crate) fn target(profile: &str, entry: &str, exports: Exports) -> Target {
    let profile: Profile = profile.parse().unwrap();
    if profile.is_library() {
        Target::Library { profile, exports }
    } else {
        Target::Shader { profile, entry: entry.into() }
    }
}

/// What the validator finds, a line each.
pub(crate) fn findings(bytes: &[u8]) -> Vec<String> {
    let validated = dxil_validate::validate_container(bytes, &dxil_validate::Options::default());
    validated
        .report
        .findings
        .iter()
        .map(|finding| format!("{}: {}", finding.rule.row().id, finding.message))
        .collect()
}
