//! Lists of passes: each relies on what passes before it gave and nothing undid.

use std::collections::BTreeSet;

use dxil_passes::transform::{Entry, FLATTEN, Fact, SCALARIZE};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![needs_are_given];

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
