//! What modules say of the shader that they are, read and written.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "streams/corpus.rs"]
mod corpus;

use std::collections::BTreeMap;

use bstr::BString;
use corpus::Stored;
use dxil::bitcode;
use dxil::ir::{MetadataId, Module};
use dxil::shader::Shader;

/// Calls `check` with each module; it says what is wrong. Prints how many modules there are.
fn each_module(mut check: impl FnMut(&Stored<'_>, Module) -> Result<(), String>) {
    let (mut count, mut failures) = (0, Vec::new());
    corpus::each_module(|stored| {
        count += 1;
        let result = bitcode::read(stored.bitcode, stored.offset)
            .map_err(|error| error.to_string())
            .and_then(|module| check(&stored, module));
        if let Err(what) = result {
            failures.push(format!("{} at {:#x}: {what}", stored.path.display(), stored.offset));
        }
    });
    println!("{} of {count} modules fail", failures.len());
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
}

/// The nodes of each name that a shader has.
fn names(module: &Module) -> BTreeMap<BString, Vec<MetadataId>> {
    let named = module.named_metadata.iter();
    named.map(|named| (named.name.clone(), named.operands.clone())).collect()
}

/// What is read is written into a copy that had none of it, as the very same nodes; written where it was, it changes
/// nothing, not even a bit.
#[test]
fn metadata_comes_back() {
    each_module(|stored, module| {
        let shader = Shader::read(&module).map_err(|error| error.to_string())?;
        let mut copy = module.clone();
        copy.named_metadata.retain(|named| !Shader::NAMES.iter().any(|name| named.name == *name));
        shader.write(&mut copy);
        let (before, after) = (names(&module), names(&copy));
        if before != after {
            let other = before.iter().find(|(name, nodes)| after.get(*name) != Some(nodes));
            return Err(format!("other nodes: {other:?}"));
        }
        let mut rewritten = module.clone();
        shader.write(&mut rewritten);
        if let Some(difference) = module.difference(&rewritten) {
            return Err(difference.to_string());
        }
        let bytes = bitcode::write(&rewritten).map_err(|error| error.to_string())?;
        if bytes == stored.bitcode { Ok(()) } else { Err("other bytes".to_owned()) }
    });
}
