//! Running a list of passes. Separate from what lists are, because here is where debug builds do not trust them.

use std::collections::BTreeSet;

use dxil_ir::edit::{Changed, Editor};
use dxil_ir::{GlobalId, Module, verify};

use super::{Done, Entry, Fact, Pass, Scope};
use crate::error::{PassErrorKind, Result, frame, invalid};

/// What a pass of a list did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The name of the pass.
    pub pass: &'static str,
    /// What it did.
    pub done: Done,
}

/// Runs passes over a module, in order.
///
/// # Errors
///
/// Those of the passes, which leave a valid module behind that says the same: what was done before the error stays. In
/// debug builds also a pass that is not right.
pub fn run(module: &mut Module, scope: &mut Scope<'_>, passes: &[Entry]) -> Result<Vec<Report>> {
    let mut reports = Vec::with_capacity(passes.len());
    let mut facts = BTreeSet::new();
    // Of a module that is not valid, nothing is promised.
    let is_checked = cfg!(debug_assertions) && verify(module).is_valid();
    for entry in passes {
        let done = match entry.pass {
            Pass::Module(pass) => pass(module, scope)?,
            Pass::Function(pass) => {
                let mut done = Done::default();
                for function in scope.functions(module) {
                    done = done.and(run_on(module, function, pass)?);
                }
                done
            }
        };
        reports.push(Report { pass: entry.name, done });
        facts.retain(|fact| !entry.undoes.contains(fact));
        facts.extend(entry.gives.iter().copied());
        if is_checked {
            check(module, scope, entry, &facts)?;
        }
    }
    Ok(reports)
}

/// Runs a pass over one function.
///
/// # Errors
///
/// Those of the pass, and what is no function with a well-formed body.
pub fn run_on(
    module: &mut Module,
    function: GlobalId,
    pass: fn(&mut Editor<'_>) -> Result<Done>,
) -> Result<Done> {
    let place = frame(module, function);
    let mut editor = Editor::new(module, function).map_err(|error| invalid(error).within(place.clone()))?;
    let result = pass(&mut editor);
    let changed = editor.finish();
    match result {
        Ok(done) => {
            debug_assert!(done.count > 0 || changed == Changed::Nothing, "a pass counts what it changes");
            Ok(Done { changed, ..done })
        }
        Err(error) => Err(error.within(place)),
    }
}

/// Whether a pass left what it promised.
fn check(module: &mut Module, scope: &Scope<'_>, entry: &Entry, facts: &BTreeSet<Fact>) -> Result<()> {
    let wrong = |what| PassErrorKind::Wrong { pass: entry.name, what };
    if let Some(finding) = verify(module).findings.first() {
        let place = finding.place.show(module);
        return Err(wrong(format!("{place}: {}", finding.message)).into());
    }
    match facts.iter().find_map(|fact| Some((*fact, fact.violation(module, scope)?))) {
        Some((fact, what)) => Err(wrong(format!("{fact:?} does not hold: {what}")).into()),
        None => Ok(()),
    }
}
