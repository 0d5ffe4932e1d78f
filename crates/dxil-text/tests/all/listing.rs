//! The tables in front of a module and the comments behind instructions: those of DXC's listings of real files. Of the
//! project's own shaders a digest of DXC's listing is kept.

use crate::listed::{self, Listed};
use dx_container::Container;
use dxil_text::listing;
use testkit::{Completion, Test, corpus, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    own_listings_are_those_of_dxc,
    headers_are_those_of_dxc,
    listings_are_those_of_dxc,
    lines_are_those_of_their_instructions
];

/// Each listing has the digest of DXC's, and consists of a header and what follows it.
fn own_listings_are_those_of_dxc() -> Completion {
    let listed = listed::own();
    headers_of(&listed);
    note!("{} listings have DXC's digest", listed.len());
    Completion::Completed
}

/// The line of each instruction in a listing begins as the instruction does, and the listing is the one that is
/// printed.
fn lines_are_those_of_their_instructions() {
    let mut instructions = 0;
    for Listed { bytes, .. } in listed::own() {
        let container = Container::parse(&bytes).unwrap();
        let (module, reflection) = listed::modules(&container);
        let numbered = listing::Numbered::of(Some(&container), &module, reflection.as_ref()).unwrap();
        let mut printed = String::new();
        listing::print(Some(&container), &module, reflection.as_ref(), &mut printed).unwrap();
        assert_eq!(numbered.text, printed);
        let lines: Vec<&str> = printed.split('\n').collect();
        let mut pieces = dxil_text::Pieces::of(&module);
        for (function, _, body) in module.bodies() {
            for (_, id, _) in body.in_order() {
                let text = pieces.text(function, id).unwrap().unwrap();
                let line = lines[numbered.lines[&(function, id)]];
                let first = text.split('\n').next().unwrap();
                assert!(line.trim_start().starts_with(first), "{line}\n{first}");
                instructions += 1;
            }
        }
        assert_eq!(
            numbered.lines.len(),
            module.bodies().map(|(_, _, body)| body.in_order().count()).sum::<usize>()
        );
    }
    assert!(instructions > 3000, "{instructions} instructions");
}

fn of_corpus(check: fn(&[Listed])) -> Completion {
    let Some(listed) = listed::of_corpus() else { return skipped("listings (dxc/)") };
    check(&listed);
    corpus::assert_at_least("listings", listed.len(), [1, 619]);
    Completion::Completed
}

fn headers_are_those_of_dxc() -> Completion {
    of_corpus(headers_of)
}

fn listings_are_those_of_dxc() -> Completion {
    of_corpus(listings_of)
}

/// Where two texts differ first, for people.
fn first_difference(found: &str, expected: &str) -> String {
    let lines = found.lines().zip(expected.lines()).enumerate();
    let Some((number, (found, expected))) = lines.into_iter().find(|(_, (a, b))| a != b) else {
        return format!("{} lines instead of {}", found.lines().count(), expected.lines().count());
    };
    format!("line {}\n  found    {found:?}\n  expected {expected:?}", number + 1)
}

/// Fails with the first few of many differences.
fn report(what: &str, count: usize, differences: &[String]) {
    note!("{what}: {} of {count} are equal", count - differences.len());
    let shown = differences.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{shown}");
}

fn headers_of(listed: &[Listed]) {
    let mut differences = Vec::new();
    for Listed { path, bytes, listing: text } in listed {
        let container = Container::parse(bytes).unwrap();
        let (module, reflection) = listed::modules(&container);
        let expected = text.split_once("target datalayout").unwrap().0;
        let found = listing::header(Some(&container), Some(&module), reflection.as_ref());
        if found != expected {
            differences.push(format!("{}: {}", path.display(), first_difference(&found, expected)));
        }
    }
    report("headers", listed.len(), &differences);
}

/// With the tables in front and the comments behind instructions, the text is the whole listing.
fn listings_of(listed: &[Listed]) {
    let mut differences = Vec::new();
    let (mut comments, mut equal_comments) = (0, 0);
    for Listed { path, bytes, listing: expected } in listed {
        let found = listed::print(bytes);
        let lines = found.lines().zip(expected.lines());
        for (found, expected) in lines.filter(|(_, expected)| is_commented(expected)) {
            comments += 1;
            equal_comments += usize::from(found == expected);
        }
        if found != *expected {
            differences.push(format!("{}: {}", path.display(), first_difference(&found, expected)));
        }
    }
    note!("{equal_comments} of {comments} instructions with comments are equal");
    report("listings", listed.len(), &differences);
}

/// Whether a line is an instruction with a comment.
fn is_commented(line: &str) -> bool {
    line.starts_with("  ") && ["  ; ", " ; line:", " ; var:"].iter().any(|comment| line.contains(comment))
}
