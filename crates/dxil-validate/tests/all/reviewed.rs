//! Rules of which no example has what they are about: each with a small shader that keeps to it, and a change that does
//! not. Separate from the changes of examples, because the shaders are written here.

mod cases;

use cases::{CASES, SHADERS};
use dxil_validate::{Options, Report, Rule, validate_module};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![shaders_are_valid, changes_break_rules];

fn validate(text: &str) -> Report {
    let module = dxil_text::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let report = validate_module(module.clone(), &Options::default()).report;
    report
}

fn shader(name: &str) -> &'static str {
    SHADERS.iter().find(|(known, _)| *known == name).unwrap().1
}

fn shaders_are_valid() {
    for (name, text) in SHADERS {
        let report = validate(text);
        assert!(report.is_valid(), "{name}: {:?}", report.findings);
    }
}

/// What is changed breaks the rule; where none is named, nothing.
fn changes_break_rules() {
    for (name, from, to, rule) in CASES {
        let text = shader(name);
        assert!(text.contains(from), "{name} has no {from}");
        let report = validate(&text.replacen(from, to, 1));
        match rule {
            Some(rule) => {
                assert!(Rule::named(rule).is_some(), "{rule}");
                let is_told = report.findings.iter().any(|finding| finding.rule.row().id == *rule);
                assert!(is_told, "{rule}: {name} with {to}: {:?}", report.findings);
            }
            None => assert!(report.is_valid(), "{name} with {to}: {:?}", report.findings),
        }
    }
}
