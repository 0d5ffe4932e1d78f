//! Lists of passes: each relies on what passes before it gave and nothing undid.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use dxil_ir::edit::Editor;
use dxil_ir::{Dialect, Module};
use dxil_passes::pass_manager::{Check, Ensured, Fact, Row, Run, Scope, passes, run_on};
use dxil_passes::transform::{FLATTEN, SCALARIZE};
use dxil_passes::{lower, upgrade};
use testkit::{Failed, Test, corpus, tests, times};

use crate::programs::each_random_module;

pub(crate) const TESTS: &[Test] = tests![
    requirements_hold,
    every_check_can_fail,
    rows_have_reasons,
    passes_state_their_conditions,
    passes_do_the_same_in_one_session
];

/// The preconditions of each pass hold after the passes before it, if no pass is skipped.
fn requirements_hold() {
    // The last pass of FLATTEN comes after SCALARIZE.
    let (last, flatten) = FLATTEN.split_last().unwrap();
    let end = [Fact::Inlined, Fact::NoDeadInstructions, Fact::NoDeadGlobals];
    for list in [FLATTEN.to_vec(), [flatten, SCALARIZE, &[*last]].concat()] {
        let passes = passes(&list).into_iter();
        check(passes.map(|pass| (pass.name, pass.requires, pass.ensures, pass.invalidates)), &end);
    }
    let facts = |row: Row| (row.pass, row.requires, row.ensures, row.invalidates);
    check(lower::list().map(facts), &[Fact::Llvm37, Fact::NoTargetIntrinsics, Fact::NoHandlePhis]);
    check(upgrade::list().map(facts), &[Fact::ModernTriple]);
}

type Facts = (&'static str, &'static [Fact], &'static [Ensured], &'static [Fact]);

fn check(list: impl Iterator<Item = Facts>, end: &[Fact]) {
    let mut facts = BTreeSet::new();
    for (index, (name, requires, ensures, invalidates)) in list.enumerate() {
        for fact in requires {
            assert!(facts.contains(fact), "{name} (number {index}) requires {fact:?}, and {facts:?} hold");
        }
        facts.retain(|fact| !invalidates.contains(fact));
        facts.extend(ensures.iter().map(|ensured| ensured.fact));
    }
    for fact in end {
        assert!(facts.contains(fact), "{fact:?} does not hold at the end");
    }
}

/// The first line of a file names the passes in it, and the comment states their conditions.
fn passes_state_their_conditions() -> Result<(), Failed> {
    // The pass `opaque-pointers` is part of the construction of the state, and `dxil-prepare` is in `lower.rs`.
    let mut without: BTreeSet<&str> = lower::list().chain(upgrade::list()).map(|row| row.pass).collect();
    without.retain(|pass| !["opaque-pointers", "dxil-prepare"].contains(pass));
    for path in corpus::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let source = fs::read_to_string(&path)?;
        let head: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).collect();
        let states = |condition: &str| head.iter().any(|line| line.trim_start().starts_with(condition));
        if states("Precondition") && states("Postcondition") {
            let title = head.first().copied().unwrap_or_default();
            without.retain(|pass| !title.contains(&format!("`{pass}`")));
        }
    }
    assert!(without.is_empty(), "no file states the conditions of {without:?}");
    Ok(())
}

/// The check of each postcondition finds a violation in a case, before the pass runs.
fn every_check_can_fail() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut modules = Vec::new();
    for path in ["lower", "cases"].iter().flat_map(|folder| corpus::files(&root.join(folder))) {
        let source = fs::read(&path)?;
        let dialect = if path.starts_with(root.join("lower")) { Dialect::Modern } else { Dialect::Dxil37 };
        modules.extend(dxil_text::parse_as(&source, dialect).map(|parsed| parsed.module));
    }
    modules.push(Module::dxil());
    let of_transform = FLATTEN.iter().chain(SCALARIZE).flat_map(|step| step.pass.ensures);
    let of_lists = lower::list().chain(upgrade::list()).flat_map(|row| row.ensures);
    let all: BTreeMap<Fact, Check> = of_transform.chain(of_lists).map(|one| (one.fact, one.check)).collect();
    let mut never = Vec::new();
    for (fact, check) in all {
        let fails = modules.iter_mut().any(|module| {
            let scope = Scope::new(module.bodies().map(|(id, ..)| id).collect());
            check.violation(module, &scope).is_some()
        });
        if !fails {
            never.push(fact);
        }
    }
    assert_eq!(never, [], "no case violates these facts");
    Ok(())
}

/// A list is documentation: each row has a reason, which is one sentence.
fn rows_have_reasons() {
    for row in lower::list().chain(upgrade::list()) {
        assert!(row.why.ends_with('.') && row.why.len() > 20, "{}: {:?}", row.pass, row.why);
    }
}

/// Release builds run passes over a function in one session, debug builds in one each.
fn passes_do_the_same_in_one_session() {
    each_random_module(|module, _, what| in_one_session(module, what));
    let mut count = 0;
    let walked = testkit::modules::some_modules(times(120), 60_000, |stored| {
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        if dxil_ir::verify(&module).is_valid() {
            count += 1;
            in_one_session(&module, &stored.path.display().to_string());
        }
    });
    walked.checked("valid modules", count, [1, 121]);
}

fn in_one_session(module: &Module, what: &str) {
    let (mut in_one, mut in_several) = (module.clone(), module.clone());
    let functions: Vec<_> = module.bodies().map(|(id, ..)| id).collect();
    let passes = FLATTEN.iter().chain(SCALARIZE).filter_map(|step| match step.pass.run {
        Run::Function(pass) => Some(pass),
        Run::Module(_) | Run::State(_) => None,
    });
    for function in functions {
        let mut editor = Editor::new(&mut in_one, function).unwrap();
        let one: Vec<_> = passes.clone().map(|pass| pass(&mut editor).map(|done| done.count)).collect();
        let _ = editor.finish();
        let several: Vec<_> = passes
            .clone()
            .map(|pass| run_on(&mut in_several, function, pass).map(|done| done.count))
            .collect();
        let counts = |all: Vec<dxil_passes::Result<u64>>| all.into_iter().map(Result::ok).collect::<Vec<_>>();
        assert_eq!(counts(one), counts(several), "{what}");
    }
    let text = |module: &Module| {
        let mut text = String::new();
        dxil_text::print(module, &mut text).unwrap();
        text
    };
    assert!(text(&in_one) == text(&in_several), "{what}");
}
