//! Modules as text, beside what DXC prints of them.

use crate::listed::{self, Listed};
use dx_container::Container;
use testkit::{Completion, Test, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_modules_are_printed_as_the_reference_prints_them,
    modules_are_printed_as_the_reference_prints_them
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
