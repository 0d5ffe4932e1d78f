//! Functions that stand for what the processor has no instruction for and LLVM no code: written in LLVM assembly, with
//! the types and operators that they are for in the place of words that begin with `$`. Code generation inlines them.
//! Separate because they are read, not built.

use bstr::{BStr, ByteSlice as _};
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::edit::Importer;
use dxil_ir::{AttributeKind, Dialect, Global, GlobalId, Linkage, Module};

use crate::error::{CompileErrorKind, Result};

/// What the names of all functions begin with.
pub(crate) const PREFIX: &str = "amdgpu.";

/// The intrinsic that asks which lanes are active.
const BALLOT: &str = "@llvm.amdgcn.ballot.";

/// What a lane makes of the values of others, one after the other.
pub(crate) const SCAN: &str = include_str!("library/scan.ll");

/// Which lanes have the value that a lane has.
pub(crate) const MATCH: &str = include_str!("library/match.ll");

/// The value of a lane that each lane names.
pub(crate) const READ_LANE: &str = include_str!("library/read_lane.ll");

/// Functions of 32-bit floats, by their names in LLVM.
const MATHEMATICS: [(&str, &str); 7] = [
    ("tan", include_str!("library/tan.ll")),
    ("asin", include_str!("library/asin.ll")),
    ("acos", include_str!("library/acos.ll")),
    ("atan", include_str!("library/atan.ll")),
    ("sinh", include_str!("library/sinh.ll")),
    ("cosh", include_str!("library/cosh.ll")),
    ("tanh", include_str!("library/tanh.ll")),
];

/// The definition of a function of 32-bit floats.
pub(crate) fn mathematics(name: &str) -> Option<&'static str> {
    MATHEMATICS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A text with words in the place of those that begin with `$`; the longest one first, where one begins another.
pub(crate) fn with_words(text: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(text.to_owned(), |text, (word, by)| text.replace(word, by))
}

/// Brings the definition of a function into a module that may call it by now.
pub(crate) fn define(module: &mut Module, name: &str, text: &str) -> Result<GlobalId> {
    let wrong = |why: String| {
        CompileErrorKind::Bug(format!("cannot import function {name} of the built-in library: {why}"))
    };
    let parsed = dxil_text::parse_as(text.as_bytes(), Dialect::Modern);
    let library = parsed.map_err(|errors| wrong(errors.to_string()))?.module;
    let found = library
        .global_named(BStr::new(name))
        .ok_or_else(|| wrong("the function does not exist".to_owned()))?;
    let mut importer = Importer::new(&library);
    let id = importer.define(module, found).map_err(|error| wrong(error.to_string()))?;
    let mut words = vec![AttributeKind::AlwaysInline, AttributeKind::NoUnwind];
    // Who asks which lanes are active depends on where it is called.
    if text.contains(BALLOT) {
        words.push(AttributeKind::Convergent);
    }
    // LLVM 23 inlines a function only if caller and callee have the same IEEE mode. The calling conventions of entry
    // functions turn IEEE mode off, but the calling convention of library functions does not.
    let words = words.into_iter().map(Attribute::Flag);
    let attributes = words.chain([Attribute::Text("amdgpu-ieee".into(), "false".into())]);
    let list =
        attributes.fold(None, |list, attribute| Some(module.with_attribute(list, Slot::Function, attribute)));
    if let Some(global) = module.globals.get_mut(id) {
        global.linkage = Linkage::Internal;
        debug_assert!(global.name.as_bytes().starts_with(PREFIX.as_bytes()), "others may have the name");
        if let Some(function) = Global::function_mut(global) {
            function.attributes = list;
        }
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_those_that_they_are_named_after() {
        for (name, text) in MATHEMATICS {
            let mut module = Module { dialect: Dialect::Modern, ..Module::default() };
            let full = format!("{PREFIX}{name}.f32");
            let id = define(&mut module, &full, text).unwrap();
            assert_eq!(module.globals.get(id).unwrap().name, full);
            assert!(dxil_ir::verify(&module).is_valid(), "{name}");
        }
    }

    #[test]
    fn words_take_the_place_of_those_with_a_dollar() {
        assert_eq!(
            with_words("$LANE of $T", &[("$LANE", "trunc $M"), ("$T", "float"), ("$M", "i64")]),
            "trunc i64 of float"
        );
    }
}
