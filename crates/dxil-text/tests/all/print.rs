//! Modules as text, beside what DXC prints of them.

use crate::listed::{self, Listed};
use dx_container::Container;
use dxil_ir::Dialect;
use testkit::{Completion, Test, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_modules_are_printed_as_the_reference_prints_them,
    modules_are_printed_as_the_reference_prints_them,
    structures_stand_in_the_order_in_which_they_are_met
];

/// A listing without what stands before the module and behind instructions.
fn plain(listing: &str) -> String {
    let start = listing.find("target datalayout").unwrap();
    let mut text = String::new();
    // The listing ends with an empty line of its own.
    for line in listing[start..].strip_suffix("\n").unwrap().lines() {
        let comments = ["  ; ", " ; line:", " ; var:"].iter().filter_map(|start| line.find(start));
        let end = comments.min().filter(|_| line.starts_with("  "));
        text.push_str(&line[..end.unwrap_or(line.len())]);
        text.push('\n');
    }
    text
}

/// Modules are printed as the reference compiler prints them, to the byte.
fn printed(listed: &[Listed]) {
    let mut failures = Vec::new();
    for Listed { path, bytes, listing } in listed {
        let (module, _) = listed::modules(&Container::parse(bytes).unwrap());
        let (expected, mut found) = (plain(listing), String::new());
        dxil_text::print(&module, &mut found).unwrap();
        if expected != found {
            let mut pairs = expected.lines().zip(found.lines()).enumerate();
            let first = pairs.find(|(_, (a, b))| a != b);
            failures.push(format!("{}: {first:#?}", path.display()));
        }
    }
    note!("{} of {} differ", failures.len(), listed.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(20)].join("\n"));
}

fn own_modules_are_printed_as_the_reference_prints_them() {
    printed(&listed::own());
}

fn modules_are_printed_as_the_reference_prints_them() -> Completion {
    let Some(listed) = listed::of_corpus() else { return skipped("listings (dxc/)") };
    printed(&listed);
    Completion::Completed
}

/// Functions one after the other, with all that is in them, then metadata, whatever order the types had.
fn structures_stand_in_the_order_in_which_they_are_met() {
    let text = "\
%of.metadata = type { i32 }
%of.h = type { i32 }
%of.g = type { %in.g* }
%in.g = type { i32 }
%of.f = type { i32 }

define void @f() {
  %1 = alloca %of.f
  ret void
}

define void @g() {
  %1 = alloca i32
  %2 = getelementptr %of.g, %of.g* null, i32 0, i32 0
  ret void
}

declare void @h(%of.h*)

!of.metadata = !{!0}

!0 = !{%of.metadata* null}
";
    let module = dxil_text::parse_as(text.as_bytes(), Dialect::Dxil37).unwrap().module;
    let mut printed = String::new();
    dxil_text::print(&module, &mut printed).unwrap();
    let structures: Vec<_> = printed.lines().filter_map(|line| line.split_once(" = type")).collect();
    let names: Vec<_> = structures.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["%of.f", "%in.g", "%of.g", "%of.h", "%of.metadata"]);
}
