//! The rows of `tables/ops/modern.toml` the other way: which operations an intrinsic is, and which of their arguments
//! its own are. Separate because it is known before there is a module.

use dxil::ops::Operation;
use dxil::ops::correspondence::{Construct, Correspondence, Form, Term};
use hashbrown::HashMap;

/// What an intrinsic is.
#[derive(Debug, Clone, Copy)]
pub(in crate::lower) struct Row {
    pub operation: &'static Operation,
    pub correspondence: &'static Correspondence,
    /// What becomes of what it gives.
    pub result: Given,
    /// What its arguments are.
    pub terms: &'static [Term],
}

/// What an intrinsic gives, of what the operation gives.
#[derive(Debug, Clone, Copy)]
pub(in crate::lower) enum Given {
    /// What the form says the other way.
    Form(Form),
    /// An integer of another width.
    As,
    /// A vector of these members, one a lane.
    Lanes(&'static [Option<Term>]),
}

/// The rows by the names of intrinsics.
#[derive(Debug)]
pub(in crate::lower) struct Rows {
    by_name: HashMap<&'static str, Candidates>,
}

/// What an intrinsic may be.
#[derive(Debug, Default)]
pub(in crate::lower) struct Candidates {
    /// In the order of the table.
    pub all: Vec<Row>,
    /// Operations of later versions first.
    pub newest_first: Vec<Row>,
}

impl Rows {
    pub(in crate::lower) fn new() -> Self {
        let mut by_name: HashMap<&'static str, Candidates> = HashMap::new();
        for operation in Operation::all() {
            for correspondence in operation.correspondences() {
                let Correspondence { llvm22, main, generic, .. } = correspondence;
                for construct in [llvm22, main, generic].into_iter().flatten() {
                    let Some((name, terms, result)) = intrinsic(construct) else { continue };
                    let row = Row { operation, correspondence, result, terms };
                    by_name.entry(name).or_default().all.push(row);
                }
            }
        }
        for candidates in by_name.values_mut() {
            candidates.newest_first.clone_from(&candidates.all);
            candidates.newest_first.sort_by_key(|row| std::cmp::Reverse(row.operation.dxil));
        }
        Self { by_name }
    }

    /// What an intrinsic of this name may be.
    pub(in crate::lower) fn of(&self, name: &str) -> Option<&Candidates> {
        self.by_name.get(name)
    }
}

/// The intrinsic that a construct is; `None` for one of several instructions, which need no operation.
fn intrinsic(construct: &'static Construct) -> Option<(&'static str, &'static [Term], Given)> {
    let Construct { locals, form, terms } = construct;
    match (locals, terms) {
        ([], [Some(Term::Intrinsic(name, terms))]) => Some((name, terms, Given::Form(*form))),
        ([], [Some(Term::As(_, Term::Intrinsic(name, terms)))]) => Some((name, terms, Given::As)),
        ([Term::Intrinsic(name, arguments)], members) => {
            let is_lane =
                |member: &Option<Term>| matches!(member, None | Some(Term::Lane(Term::Local(0), _)));
            members.iter().all(is_lane).then_some((*name, *arguments, Given::Lanes(members)))
        }
        _ => None,
    }
}
