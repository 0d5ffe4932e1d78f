//! docs/rules.md: all rules and codes, generated from the tables.

#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use dxil_ir::verify::Rule as IrRule;

use super::row::CodeRow;
use crate::generated::codes::CODES;
use crate::judging::rules;

const HEAD: &str = "\
# Rules and codes

This page lists the rules of `validate` and the codes of all other messages. A message contains the rule or code in
brackets, such as `error[container.truncated]`. `shader-tools explain` prints the same text, and examples of rules:

```sh
shader-tools explain container.truncated INSTR.TEXTUREOFFSET
```

`BLESS=1 cargo test -p shader-tools --bin shader-tools rules_page` generates this page from the tables in `tables/`.
";

/// Appends the heading of a code. Links lead to the first heading, because anchors are in lower case.
fn head(page: &mut String, seen: &mut BTreeSet<String>, code: &str) {
    let mark = if seen.insert(code.to_lowercase()) { "###" } else { "####" };
    let _ = writeln!(page, "\n{mark} `{code}`");
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    let mut seen = BTreeSet::new();
    let languages = [
        ("dxil", "Rules of DXIL programs and containers"),
        ("dxbc", "Rules of token programs of shader models 4 and 5"),
        ("d3d9", "Rules of Direct3D 9 programs"),
    ];
    for (language, title) in languages {
        let _ = writeln!(page, "\n## {title}");
        for rule in rules::all().filter(|rule| rule.language() == language) {
            head(&mut page, &mut seen, rule.id);
            let _ = writeln!(page, "\n{} ({})\n\n{}", rule.sentence, rule.severity.name(), rule.hint);
        }
    }
    page.push_str("\n## Errors, notes and findings\n");
    let mut about = "";
    for CodeRow { code, kind, about: of, meaning, cause, hint } in CODES {
        if *of != about {
            about = of;
            let _ = writeln!(page, "\nThe next codes are about {about}.");
        }
        head(&mut page, &mut seen, code);
        let _ = writeln!(page, "\n{meaning} ({})\n\nCause: {cause}\n\n{hint}", kind.name());
    }
    page.push_str("\n## Rules of LLVM IR\n");
    for rule in IrRule::ALL {
        head(&mut page, &mut seen, rule.row().id);
        let _ = writeln!(page, "\n{}", rule.row().sentence);
    }
    page
}

#[test]
fn rules_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        return fs::write(path, page).expect("the page can be written");
    }
    let stored = fs::read_to_string(path).unwrap_or_default();
    let help = "`BLESS=1 cargo test -p shader-tools --bin shader-tools rules_page` writes it";
    assert!(stored == page, "docs/rules.md differs from the tables; {help}");
}

/// Links of SARIF lead to headings of the page.
#[test]
fn anchors_are_unique() {
    let mut anchors = BTreeSet::new();
    let codes: BTreeSet<String> = super::all().map(|explained| explained.code.to_lowercase()).collect();
    for code in &codes {
        assert!(anchors.insert(super::anchor(code)), "{code}");
    }
    assert!(codes.len() >= 600, "{} codes", codes.len());
}
