//! Running a list of passes. Separate from what lists are, because here is where debug builds do not trust them.

use std::collections::BTreeSet;

use dxil_ir::{Module, verify};

use super::session::{in_session, run_in};
use super::{Done, Entry, Fact, FunctionPass, Pass, Scope};
use crate::error::{PassErrorKind, Result};

/// What a pass of a list did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The name of the pass.
    pub pass: &'static str,
    /// What it did.
    pub done: Done,
}

/// Runs passes over a module, in order. One of which everything that it gives holds already is left out: nothing was
/// changed since that would undo it.
///
/// # Errors
///
/// Those of the passes, which leave a valid module behind that says the same: what was done before the error stays. In
/// debug builds also a pass that is not right.
pub fn run(module: &mut Module, scope: &mut Scope<'_>, passes: &[Entry]) -> Result<Vec<Report>> {
    let mut reports: Vec<Report> =
        passes.iter().map(|entry| Report { pass: entry.name, done: Done::default() }).collect();
    let mut facts = Facts::new();
    // Of a module that is not valid, nothing is promised.
    let is_checked = cfg!(debug_assertions) && verify(module).is_valid();
    let mut next = 0;
    while let (Some(rest), Some(reports)) = (passes.get(next..), reports.get_mut(next..))
        && let Some(entry) = rest.first()
    {
        let of_functions = rest.iter().map_while(|entry| Some((entry, entry.pass.of_function()?)));
        let taken = match entry.pass {
            Pass::Module(pass) => {
                run_unless_known(entry, &mut facts, reports.first_mut(), || pass(module, scope))?;
                1
            }
            // Only between sessions can the module be looked at.
            Pass::Function(_) if is_checked => {
                run_on_functions(module, scope, of_functions.take(1), &mut facts, reports)?
            }
            Pass::Function(_) => run_on_functions(module, scope, of_functions, &mut facts, reports)?,
        };
        if is_checked {
            check(module, scope, entry, &facts)?;
        }
        next += taken;
    }
    Ok(reports)
}

/// What holds of everything in a scope.
type Facts = BTreeSet<Fact>;

/// Runs passes over functions, in one session each; says how many passes these are.
fn run_on_functions<'p>(
    module: &mut Module,
    scope: &Scope<'_>,
    passes: impl Iterator<Item = (&'p Entry, FunctionPass)>,
    facts: &mut Facts,
    reports: &mut [Report],
) -> Result<usize> {
    let passes: Vec<_> = passes.collect();
    let mut of_all: Option<Facts> = None;
    for function in scope.functions(module) {
        let mut of_function = facts.clone();
        in_session(module, function, |editor| {
            for ((entry, pass), report) in passes.iter().zip(reports.iter_mut()) {
                run_unless_known(entry, &mut of_function, Some(report), || run_in(editor, *pass))?;
            }
            Ok(())
        })?;
        of_all = Some(match of_all {
            Some(others) => others.intersection(&of_function).copied().collect(),
            None => of_function,
        });
    }
    // Of no function, everything holds.
    *facts = of_all.unwrap_or_else(|| {
        let given = passes.iter().flat_map(|(entry, _)| entry.gives);
        facts.iter().chain(given).copied().collect()
    });
    Ok(passes.len())
}

/// Runs a pass, unless what it gives holds.
fn run_unless_known(
    entry: &Entry,
    facts: &mut Facts,
    report: Option<&mut Report>,
    pass: impl FnOnce() -> Result<Done>,
) -> Result<()> {
    if !entry.gives.is_empty() && entry.gives.iter().all(|fact| facts.contains(fact)) {
        return Ok(());
    }
    let done = pass()?;
    if done.count > 0 {
        facts.retain(|fact| !entry.undoes.contains(fact));
    }
    facts.extend(entry.gives);
    if let Some(report) = report {
        report.done = report.done.and(done);
    }
    Ok(())
}

/// Whether a pass left what it promised.
fn check(module: &mut Module, scope: &Scope<'_>, entry: &Entry, facts: &Facts) -> Result<()> {
    let wrong = |what| PassErrorKind::Wrong { pass: entry.name, what };
    if let Some(finding) = verify(module).findings.first() {
        let place = finding.place.show(module);
        return Err(wrong(format!("{place}: {}", finding.message)).into());
    }
    match facts.iter().find_map(|fact| Some((*fact, fact.violation(module, scope)?))) {
        Some((fact, what)) => Err(wrong(format!("postcondition {fact:?} is violated: {what}")).into()),
        None => Ok(()),
    }
}
