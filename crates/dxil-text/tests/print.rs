//! Modules as text, beside what DXC prints of them.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "../../../tests/corpus_folder.rs"]
mod corpus_folder;
#[path = "../../../tests/corpus_harness.rs"]
mod corpus_harness;
#[path = "listings/listed.rs"]
mod listed;

use std::process::ExitCode;

use dx_container::Container;
use libtest_mimic::Completion;
use listed::Listed;

fn main() -> ExitCode {
    corpus_harness::run(&[
        ("own_modules_are_printed_as_the_reference_prints_them", || {
            printed(&listed::own());
            Completion::Completed
        }),
        ("modules_are_printed_as_the_reference_prints_them", || match listed::of_corpus() {
            Some(listed) => {
                printed(&listed);
                Completion::Completed
            }
            None => corpus_harness::skipped("listings (dxc/)"),
        }),
    ])
}

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
    println!("{} of {} differ", failures.len(), listed.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(20)].join("\n"));
}
