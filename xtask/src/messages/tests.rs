//! Tests of the list of messages: sources of a few lines, and the tree.

use super::*;

fn found(source: &str) -> Vec<(String, String)> {
    let found = messages(source).unwrap();
    found.into_iter().map(|literal| (literal.construct, literal.text)).collect()
}

fn row(construct: &str, text: &str) -> (String, String) {
    (construct.to_owned(), text.to_owned())
}

#[test]
fn constructs_are_named() {
    let source = r#"
        #[derive(thiserror::Error)]
        enum Kind {
            #[error("file is truncated in {what}")]
            Truncated { what: &'static str },
        }
        fn f() -> Result<(), Error> {
            let hint = "compile the libraries with dxc";
            outcome.note(format!("part {name} was removed from it"));
            let error = Row { text: "row has no name" };
            match x { 0 => "value is not a number", _ => return Err("input file is empty".into()) }
        }
    "#;
    assert_eq!(
        found(source),
        [
            row("error", "file is truncated in {what}"),
            row("hint", "compile the libraries with dxc"),
            row("format!", "part {name} was removed from it"),
            row("text", "row has no name"),
            row("-", "value is not a number"),
            row("Err", "input file is empty"),
        ]
    );
}

#[test]
fn help_is_the_doc_comments_that_clap_shows() {
    let source = "
        /// Compare two files by content.
        ///
        /// The files may be
        /// in two folders.
        #[derive(clap::Args)]
        struct Compare {
            /// Print the result as JSON.
            #[arg(long, help_heading = \"shown in this group\")]
            json: bool,
        }
        /// Not shown to a user.
        struct Other {
            /// Neither is this comment.
            field: u32,
        }
    ";
    assert_eq!(
        found(source),
        [
            row("help", "Compare two files by content."),
            row("help", "The files may be in two folders."),
            row("help_heading", "shown in this group"),
            row("help", "Print the result as JSON."),
        ]
    );
}

#[test]
fn continued_lines_are_one_message() {
    let source = "fn f() { fail(\"the input file is \\\n                  truncated here\") }";
    assert_eq!(found(source), [row("fail", "the input file is truncated here")]);
}

#[test]
fn strings_that_no_user_reads_are_left_out() {
    let source = r#"
        //! This comment is not a message.
        #[allow(dead_code, reason = "the table has more rows")]
        fn f() {
            assert!(x, "this list is sorted here");
            let y = z.expect("the value has been checked");
            let name = "dx.op.unary";
            let line = format!("{this} {is} {code}");
        }
        #[cfg(test)]
        mod tests {
            fn g() { fail("only a test reads this"); }
        }
        fn h() { fail("the item after the tests counts"); }
    "#;
    assert_eq!(found(source), [row("fail", "the item after the tests counts")]);
}

#[test]
fn cells_have_no_line_ends() {
    assert_eq!(escaped(" a\tb\nc\\d "), r"a\tb\nc\\d");
}

#[test]
fn only_sources_of_crates_are_read() {
    assert!(is_shipped_source("crates/dxil/src/ops/call.rs"));
    for path in ["crates/dxil/tests/all/main.rs", "xtask/src/main.rs", "crates/dxil/src/ops.md"] {
        assert!(!is_shipped_source(path), "{path}");
    }
}

#[test]
fn rows_are_sorted_and_unique() {
    let list = list().unwrap();
    let rows: Vec<&str> = list.strip_prefix(HEAD).unwrap().lines().collect();
    assert!(rows.len() > 3_000, "{}", rows.len());
    assert!(rows.is_sorted_by(|a, b| a.split('\t').lt(b.split('\t'))));
    assert!(rows.iter().all(|row| row.split('\t').count() == 3));
}
