//! The project's own shaders, and links of them. Separate because every file of links is about these.

use std::fs;
use std::path::{Path, PathBuf};

use amdgpu_link::elf::Elf;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::{Linked, Linker};
use amdgpu_link::metadata::{Metadata, Tree, Value};
use amdgpu_link::state::document;
use amdgpu_link::{LinkError, PipelineState};

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file by its path from the project's folder; a bare name is one of the corpus' objects.
pub(crate) fn read(name: &str) -> Vec<u8> {
    let path = if name.contains('/') {
        root().join(name)
    } else {
        root().join(format!("tests/corpus/amd/{name}.o"))
    };
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The state that a document describes.
pub(crate) fn state(text: &str) -> PipelineState {
    document::parse(text).unwrap()
}

/// What inputs are linked to.
pub(crate) fn link(inputs: &[(&str, &[u8])], state: Option<&PipelineState>) -> Result<Linked, LinkError> {
    let mut linker = Linker::new(state);
    for (name, data) in inputs {
        linker.add_input(name, data)?;
    }
    linker.link(&mut GlueCache::default())
}

/// The pipeline that objects of the corpus are linked to.
pub(crate) fn linked(names: &[&str], text: &str) -> Vec<u8> {
    let files: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (*name, read(name))).collect();
    let inputs: Vec<(&str, &[u8])> = files.iter().map(|(name, data)| (*name, data.as_slice())).collect();
    link(&inputs, Some(&state(text))).unwrap_or_else(|error| panic!("{names:?}: {error}")).elf
}

/// Why objects of the corpus are not linked.
pub(crate) fn refused(names: &[&str], text: &str) -> LinkError {
    let files: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (*name, read(name))).collect();
    let inputs: Vec<(&str, &[u8])> = files.iter().map(|(name, data)| (*name, data.as_slice())).collect();
    link(&inputs, Some(&state(text))).map(drop).unwrap_err()
}

/// The code of a file.
pub(crate) fn text(file: &[u8]) -> Vec<u8> {
    Elf::parse(file).unwrap().section_named(".text").unwrap().1.data.to_vec()
}

/// What a file's metadata says at a path of keys and numbers, in words.
pub(crate) fn value(file: &[u8], path: &[&str]) -> Option<String> {
    let metadata = Metadata::of(&Elf::parse(file).unwrap()).unwrap();
    let mut value: &Value<'_> = metadata.pipeline().unwrap();
    for key in path {
        let number = key.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
        value = match (value, number) {
            (Value::Array(values), _) => &values[key.parse::<usize>().unwrap()],
            (value, Some(number)) => value.at(number)?,
            (value, None) => value.get(key)?,
        };
    }
    Some(value.in_words())
}
