//! An index of `tables/ops/modern.toml` by intrinsic name: the DXIL operations that an intrinsic corresponds to, and
//! the mapping of arguments and results. Separate because the index does not depend on a module.

use std::sync::LazyLock;

use dxil::ops::Operation;
use dxil::ops::correspondence::{Condition, Construct, Correspondence, Form, Term};
use hashbrown::HashMap;

use crate::lower::intrinsics::names::without_suffix;

/// A correspondence of an intrinsic with an operation.
#[derive(Debug, Clone, Copy)]
pub(in crate::lower) struct Row {
    pub operation: &'static Operation,
    pub correspondence: &'static Correspondence,
    /// The conversion of the operation's result to the intrinsic's result.
    pub result: ResultConversion,
    /// The terms of the intrinsic's arguments, which refer to arguments of the operation by index.
    pub terms: &'static [Term],
}

/// The conversion of an operation's result to the result of an intrinsic.
#[derive(Debug, Clone, Copy)]
pub(in crate::lower) enum ResultConversion {
    /// The inverse of the form of the construct.
    Form(Form),
    /// A zero extension or truncation to the width of the intrinsic's result.
    Resized,
    /// A vector whose lanes are members of the operation's result. Item N is the lane that contains member N; `None` if
    /// no lane does.
    Lanes(&'static [Option<Term>]),
}

/// The rows of all intrinsics, by intrinsic name without overload suffix.
#[derive(Debug)]
pub(in crate::lower) struct Rows {
    by_name: HashMap<&'static str, Candidates>,
}

/// The rows of one intrinsic.
#[derive(Debug, Default)]
pub(in crate::lower) struct Candidates {
    /// In the order of the table.
    pub all: Vec<Row>,
    /// Sorted by the DXIL version that introduced the operation, newest first.
    pub newest_first: Vec<Row>,
}

impl Rows {
    /// The rows of the table, which are built once per process.
    pub(in crate::lower) fn get() -> &'static Self {
        static ROWS: LazyLock<Rows> = LazyLock::new(Rows::build);
        &ROWS
    }

    fn build() -> Self {
        let mut by_name: HashMap<&'static str, Candidates> = HashMap::new();
        for operation in Operation::all() {
            for correspondence in operation.correspondences() {
                let Correspondence { llvm22, llvm23, main, generic, .. } = correspondence;
                for construct in [llvm22, llvm23, main, generic].into_iter().flatten() {
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

    /// Returns the rows of an intrinsic by its name without overload suffix.
    pub(in crate::lower) fn of(&self, name: &str) -> Option<&Candidates> {
        self.by_name.get(name)
    }

    /// Returns true if an operation of an intrinsic has overloads for vectors. An intrinsic without operations keeps
    /// its vectors, too.
    pub(in crate::lower) fn allows_vectors(&self, name: &str) -> bool {
        let allows = |row: &Row| row.operation.overloads.iter().any(|overload| overload.allows_vectors());
        self.of(name).is_none_or(|candidates| candidates.all.iter().any(allows))
    }
}

/// Returns the DXIL operations that an intrinsic corresponds to, newest first, by the name of the intrinsic with or
/// without overload suffix. Each operation has the conditions on its arguments.
pub fn operations_of(
    intrinsic: &str,
) -> impl Iterator<Item = (&'static Operation, &'static [Condition])> + use<> {
    let candidates = without_suffix(intrinsic.as_bytes()).and_then(|name| Rows::get().of(name));
    let rows = candidates.into_iter().flat_map(|candidates| &candidates.newest_first);
    rows.map(|row| (row.operation, row.correspondence.when))
}

/// Returns the name, the argument terms and the result conversion of a construct that consists of a single intrinsic;
/// `None` for other constructs, which require no operation.
fn intrinsic(construct: &'static Construct) -> Option<(&'static str, &'static [Term], ResultConversion)> {
    let Construct { locals, form, terms } = construct;
    match (locals, terms) {
        ([], [Some(Term::Intrinsic(name, terms))]) => Some((name, terms, ResultConversion::Form(*form))),
        ([], [Some(Term::As(_, Term::Intrinsic(name, terms)))]) => {
            Some((name, terms, ResultConversion::Resized))
        }
        ([Term::Intrinsic(name, arguments)], members) => {
            let is_lane =
                |member: &Option<Term>| matches!(member, None | Some(Term::Lane(Term::Local(0), _)));
            members.iter().all(is_lane).then_some((*name, *arguments, ResultConversion::Lanes(members)))
        }
        _ => None,
    }
}
