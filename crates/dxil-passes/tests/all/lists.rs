//! Lists of passes: each relies on what passes before it gave and nothing undid.

use std::collections::BTreeSet;

use dxil_ir::Module;
use dxil_ir::edit::Editor;
use dxil_passes::transform::{self, Entry, FLATTEN, Fact, Pass, SCALARIZE};
use testkit::{Test, tests, times};

use crate::programs::each_random_module;

pub(crate) const TESTS: &[Test] = tests![needs_are_given, passes_do_the_same_in_one_session];

fn needs_are_given() {
    // The last pass of the one list comes behind the other one.
    let (last, flatten) = FLATTEN.split_last().unwrap();
    for list in [FLATTEN.to_vec(), [flatten, SCALARIZE, &[*last]].concat()] {
        check(&list);
    }
}

fn check(list: &[Entry]) {
    let mut facts = BTreeSet::new();
    for (index, entry) in list.iter().enumerate() {
        for need in entry.needs {
            assert!(
                facts.contains(need),
                "{} (number {index}) needs {need:?}, and there is {facts:?}",
                entry.name
            );
        }
        facts.retain(|fact| !entry.undoes.contains(fact));
        facts.extend(entry.gives.iter().copied());
    }
    for fact in [Fact::Inlined, Fact::NoDeadInstructions, Fact::NoDeadGlobals] {
        assert!(facts.contains(&fact), "{fact:?} does not hold at the end");
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
    let passes = FLATTEN.iter().chain(SCALARIZE).filter_map(|entry| match entry.pass {
        Pass::Function(pass) => Some(pass),
        Pass::Module(_) => None,
    });
    for function in functions {
        let mut editor = Editor::new(&mut in_one, function).unwrap();
        let one: Vec<_> = passes.clone().map(|pass| pass(&mut editor).map(|done| done.count)).collect();
        let _ = editor.finish();
        let several: Vec<_> = passes
            .clone()
            .map(|pass| transform::run_on(&mut in_several, function, pass).map(|done| done.count))
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
