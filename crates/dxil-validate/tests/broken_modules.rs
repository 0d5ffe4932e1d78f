//! Rules about programs, each broken by one change of a valid shader: a text is put in the place of another one in its
//! assembly.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "broken_modules/cases.rs"]
mod cases;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use cases::CASES;
use dx_container::parts::PartView;
use dx_container::{Container, FourCc};
use dxil::bitcode;
use dxil_text::{parse, print};
use dxil_validate::{Options, Report, Rule, validate_module};

/// The bitcode of an example's program.
fn example(name: &str) -> Vec<u8> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let bytes = fs::read(folder.join(name).with_extension("dxil")).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let part = container.parts().iter().find(|part| part.name == FourCc::DXIL).unwrap();
    let Ok(PartView::Program(program)) = container.read(part) else { panic!("{name}") };
    program.bitcode.to_vec()
}

/// Its assembly.
fn assembly(name: &str) -> String {
    let mut text = String::new();
    print(&bitcode::read(&example(name), 0).unwrap(), &mut text).unwrap();
    text
}

fn validate(text: &str) -> Result<Report, String> {
    let module = parse(text.as_bytes()).map_err(|errors| format!("{errors:?}"))?;
    let mut report = Report::default();
    validate_module(&module, &Options::default(), &mut report);
    Ok(report)
}

/// The shaders are valid as they are; with one change, they break the rule.
#[test]
fn one_change_breaks_one_rule() {
    let mut texts = HashMap::new();
    let mut rules = BTreeSet::new();
    let mut failures = 0;
    for (file, from, to, rule) in CASES {
        let text: &String = texts.entry(*file).or_insert_with(|| {
            let text = assembly(file);
            let report = validate(&text).unwrap();
            assert!(report.is_valid(), "{file}: {:?}", report.findings);
            text
        });
        assert!(Rule::named(rule).is_some(), "{rule}");
        if !text.contains(from) {
            failures += 1;
            println!("{rule}: {file} has no {from}");
            continue;
        }
        let report = match validate(&text.replacen(from, to, 1)) {
            Ok(report) => report,
            Err(errors) => {
                failures += 1;
                println!("{rule}: {file} with {to} in the place of {from}: {errors}");
                continue;
            }
        };
        if report.findings.iter().any(|finding| finding.rule.row().id == *rule) {
            rules.insert(*rule);
        } else {
            failures += 1;
            println!("{rule}: {file} with {to} in the place of {from}: {:?}", report.findings);
        }
    }
    println!("{} rules about programs have a failing case", rules.len());
    assert_eq!(failures, 0);
    assert!(rules.len() >= 100);
}

/// Whatever is left of a module when bits of its bitcode are turned round, it is judged, and nothing panics.
#[test]
fn damaged_modules_are_judged() {
    let mut state = 1_u64;
    let mut next = move |below: usize| {
        // Numbers as Knuth's MMIX makes them.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let (mut read, mut refused) = (0, 0);
    for name in ["particles_cs", "rays_lib", "patches_hs", "meshlets_ms", "triangle_ps"] {
        let original = example(name);
        for _ in 0..1500 {
            let mut bytes = original.clone();
            for _ in 0..=next(3) {
                let at = next(bytes.len());
                bytes[at] ^= 1 << next(8);
            }
            let Ok(module) = bitcode::read(&bytes, 0) else { continue };
            let mut report = Report::default();
            validate_module(&module, &Options::default(), &mut report);
            read += 1;
            refused += usize::from(!report.is_valid());
        }
    }
    println!("{read} damaged modules could be read, {refused} of them are not valid");
    assert!(refused > 500 && refused < read);
}
