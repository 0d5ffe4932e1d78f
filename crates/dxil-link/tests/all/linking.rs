//! Linking files as the program does.

use std::path::Path;

use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil_ir::bitcode;
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

    /// Links them; a result has to survive the trip through assembly.
    pub(crate) fn link(&self, target: &Target, options: &Options) -> Result<Vec<u8>, LinkErrors> {
        let result = self.link_damaged(target, options);
        if let Ok(bytes) = &result {
            assembly_gives_the_same(bytes);
        }
        result
    }

    /// Links what may be damaged: names and strings may be ones that assembly cannot represent.
    pub(crate) fn link_damaged(&self, target: &Target, options: &Options) -> Result<Vec<u8>, LinkErrors> {
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

/// Asserts that each program of a container is written with the same bytes after it was printed and parsed.
fn assembly_gives_the_same(bytes: &[u8]) {
    let container = Container::parse(bytes).unwrap();
    let mut count = 0;
    for name in [FourCc::DXIL, FourCc::ILDB] {
        let Some(part) = container.part(name) else { continue };
        let bitcode = ProgramPart::parse(container.payload(&part)).unwrap().bitcode;
        let linked = bitcode::read(bitcode, 0).unwrap();
        let mut text = String::new();
        dxil_text::print(&linked, &mut text).unwrap();
        let parsed = dxil_text::parse(text.as_bytes()).unwrap();
        let written = bitcode::write(&parsed).unwrap();
        assert!(written == bitcode, "{name}: assembly leads to other records or another order");
        count += 1;
    }
    assert!(count > 0);
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
