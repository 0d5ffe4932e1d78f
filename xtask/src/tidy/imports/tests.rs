//! Crates of a few files, with the imports and cycles that they have.

use super::*;

/// The imports of a crate, as `from -> to: path`, by file stems.
fn arrows(files: &[(&str, &str)]) -> Vec<String> {
    let imports = of(files);
    let arrow = |(from, to): (&String, &BTreeMap<String, String>)| {
        let stem = |file: &str| file.trim_start_matches("a/src/").trim_end_matches(".rs").to_owned();
        let from = stem(from);
        to.iter().map(move |(to, path)| format!("{from} -> {}: {path}", stem(to))).collect::<Vec<_>>()
    };
    imports.iter().flat_map(arrow).collect()
}

fn of(files: &[(&str, &str)]) -> Imports {
    let read =
        |path: &str| files.iter().find(|(file, _)| format!("a/src/{file}.rs") == path).map(|(_, text)| *text);
    imports("a/src/lib.rs", &read).unwrap()
}

#[test]
fn an_import_leads_to_the_file_that_defines_the_item() {
    let files = [
        ("lib", "mod b; mod c; pub use c::C;"),
        ("b", "use crate::C; fn f(_: C) {}"),
        ("c", "pub struct C;"),
    ];
    assert_eq!(arrows(&files), ["b -> c: C"]);
}

#[test]
fn paths_in_code_and_in_macros_are_imports() {
    let files = [
        ("lib", "mod b; mod c; mod d;"),
        ("b", "use crate::c; fn f() { use c::{g}; assert!(crate::d::h()); value.c.d.iter(); }"),
        ("c", "pub fn g() {}"),
        ("d", "pub fn h() -> bool { true }"),
    ];
    assert_eq!(arrows(&files), ["b -> c: c::g", "b -> d: crate::d::h"]);
}

#[test]
fn names_in_scope_are_resolved() {
    let files = [
        ("lib", "mod b; mod c;"),
        ("b", "mod d; pub use d::D; use super::c::{self, E as F}; fn f() -> D { F::default() }"),
        ("b/d", "use super::*; pub struct D;"),
        ("c", "pub enum E { X } pub use E::*;"),
    ];
    assert_eq!(arrows(&files), ["b -> b/d: D", "b -> c: F::default"]);
}

#[test]
fn a_declared_or_exported_module_is_no_import() {
    let files = [("lib", "pub mod b; pub use b::*;"), ("b", "use crate::c; use std::fmt;"), ("c", "")];
    assert_eq!(arrows(&files), [""; 0]);
}

#[test]
fn tests_are_left_out() {
    let files = [
        ("lib", "mod b; fn f() { b::g(); } #[cfg(test)] fn t() { b::u(); } #[cfg(test)] mod tests;"),
        ("b", "pub fn g() {} #[cfg(test)] mod inner { use crate::f; }"),
    ];
    assert_eq!(arrows(&files), ["lib -> b: b::g"]);
}

#[test]
fn use_declarations_in_a_cycle_end() {
    let files = [
        ("lib", "mod b; mod c;"),
        ("b", "pub use crate::c::*; pub use crate::c::X; use other::*; fn f(_: X, _: Y) {}"),
        ("c", "pub use crate::b::*; pub use crate::b::X; fn f(_: X) {}"),
    ];
    assert_eq!(arrows(&files), [""; 0]);
}

#[test]
fn cycles_are_groups_of_files_that_import_each_other() {
    let files = [
        ("lib", "mod b; mod c; mod d; mod e; fn f() { b::f() }"),
        ("b", "pub fn f() { crate::c::f() }"),
        ("c", "pub fn f() { crate::d::f() }"),
        ("d", "pub fn f() { crate::b::f(); crate::e::f() }"),
        ("e", "pub fn f() {}"),
    ];
    let imports = of(&files);
    let expected = BTreeSet::from(["a/src/b.rs", "a/src/c.rs", "a/src/d.rs"]);
    assert_eq!(cycles(&imports), [expected]);
}
