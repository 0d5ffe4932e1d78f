//! Declarations in LLVM assembly for the calls of a function body.

use std::collections::BTreeMap;

/// The `declare` lines of the functions that the `call`s in `code` name, one operand after the other.
///
/// # Panics
///
/// A line calls in another form than `%result = call TYPE @NAME(TYPE VALUE, …)`.
pub fn declarations(code: &str) -> String {
    let mut all = BTreeMap::new();
    for line in code.lines() {
        let Some((before, call)) = line.split_once("call ") else { continue };
        assert!(before.is_empty() || before.ends_with("= ") || before.trim().is_empty(), "{line}");
        let (result, rest) = call.split_once(" @").expect("a call names its function");
        let (name, arguments) = rest.split_once('(').expect("a call has arguments");
        let arguments = arguments.trim_end().trim_end_matches(')');
        let types: Vec<_> = arguments
            .split(", ")
            .map(|argument| argument.rsplit_once(' ').expect("a type and a value").0)
            .collect();
        all.insert(name, format!("declare {result} @{name}({})\n", types.join(", ")));
    }
    all.into_values().collect()
}
