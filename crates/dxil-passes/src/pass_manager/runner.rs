//! Runs the steps of a list. Separate from lists because debug builds check here that the lists are right.

use std::collections::BTreeMap;

use dxil_ir::edit::Changed;
use dxil_ir::{Module, verify};

use super::session::{in_session, run_in};
use super::{Check, Done, Fact, FunctionPass, Pass, Run, Scope, Subject};
use crate::error::{PassErrorKind, Result};

/// The result of a pass of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The name of the pass.
    pub pass: &'static str,
    /// The result; the default if the pass was skipped.
    pub done: Done,
}

/// A function that is called with the index of each pass, and with the module after it.
pub(super) type After<'a> = &'a mut dyn FnMut(usize, &Module);

/// Runs passes in order. A pass is skipped if all facts hold that it ensures. `after` is called after each pass,
/// with the index of the pass; without it, consecutive function passes share the editing session of a function.
///
/// # Errors
///
/// The errors of the passes. The module is then valid and has the same meaning, and the changes of earlier passes
/// remain. In debug builds also a pass that violates its postconditions or leaves an invalid module.
pub(crate) fn run<'s, S: Subject<'s>>(
    subject: &mut S,
    passes: &[Pass<S::State>],
    mut after: Option<After<'_>>,
) -> Result<Vec<Report>> {
    let mut reports: Vec<Report> =
        passes.iter().map(|pass| Report { pass: pass.name, done: Done::default() }).collect();
    let mut facts = Facts::new();
    // An invalid module has no guaranteed properties.
    let is_checked = cfg!(debug_assertions) && verify(subject.module()).is_valid();
    let is_single = is_checked || after.is_some();
    let mut next = 0;
    while let (Some(rest @ [pass, ..]), Some(reports)) = (passes.get(next..), reports.get_mut(next..)) {
        let count = match pass.run {
            Run::State(_) => 1,
            Run::Function(_) | Run::Module(_) if is_single => 1,
            Run::Function(_) | Run::Module(_) => {
                rest.iter().take_while(|pass| !matches!(pass.run, Run::State(_))).count()
            }
        };
        let (taken, reports) =
            (rest.get(..count).unwrap_or(rest), reports.get_mut(..count).unwrap_or_default());
        match pass.run {
            Run::State(run) => {
                run_unless_known(pass, &mut facts, reports.first_mut(), || {
                    // Changes between passes belong to no pass.
                    let _ = subject.take_changed();
                    run(subject.state())?;
                    let changed = subject.take_changed();
                    Ok(Done { changed, count: u64::from(changed != Changed::Nothing), steps: 0 })
                })?;
            }
            Run::Function(_) | Run::Module(_) => {
                let mut scope = subject.scope();
                let result = transform(subject.module(), &mut scope, taken, &mut facts, reports);
                if result.is_err() || reports.iter().any(|report| report.done.count > 0) {
                    subject.leave(scope);
                }
                result?;
            }
        }
        if is_checked {
            let is_changed = reports.iter().any(|report| report.done.count > 0);
            let scope = subject.scope();
            check(subject.module(), &scope, pass, is_changed, &facts)?;
        }
        if let Some(after) = &mut after {
            after(next, subject.module());
        }
        next += count;
    }
    Ok(reports)
}

/// The facts that hold for all functions of the scope, with their checks.
type Facts = BTreeMap<Fact, Check>;

/// Runs consecutive function passes and module passes.
fn transform<S>(
    module: &mut Module,
    scope: &mut Scope<'_>,
    passes: &[Pass<S>],
    facts: &mut Facts,
    reports: &mut [Report],
) -> Result<()> {
    let mut next = 0;
    while let (Some(rest @ [pass, ..]), Some(reports)) = (passes.get(next..), reports.get_mut(next..)) {
        if let Run::Module(run) = pass.run {
            run_unless_known(pass, facts, reports.first_mut(), || run(module, scope))?;
            next += 1;
            continue;
        }
        let of_functions: Vec<(&Pass<S>, FunctionPass)> = rest
            .iter()
            .map_while(|pass| match pass.run {
                Run::Function(function) => Some((pass, function)),
                Run::Module(_) | Run::State(_) => None,
            })
            .collect();
        run_on_functions(module, scope, &of_functions, facts, reports)?;
        next += of_functions.len().max(1);
    }
    Ok(())
}

/// Runs passes over the functions of the scope, in one session for each function.
fn run_on_functions<S>(
    module: &mut Module,
    scope: &Scope<'_>,
    passes: &[(&Pass<S>, FunctionPass)],
    facts: &mut Facts,
    reports: &mut [Report],
) -> Result<()> {
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
            Some(mut others) => {
                others.retain(|fact, _| of_function.contains_key(fact));
                others
            }
            None => of_function,
        });
    }
    // If the scope has no functions, each fact holds.
    *facts = of_all.unwrap_or_else(|| {
        let mut facts = std::mem::take(facts);
        facts.extend(passes.iter().flat_map(|(pass, _)| pass.ensures).map(|one| (one.fact, one.check)));
        facts
    });
    Ok(())
}

/// Runs a pass, unless all facts hold that it ensures.
fn run_unless_known<S>(
    pass: &Pass<S>,
    facts: &mut Facts,
    report: Option<&mut Report>,
    run: impl FnOnce() -> Result<Done>,
) -> Result<()> {
    if !pass.ensures.is_empty() && pass.ensures.iter().all(|one| facts.contains_key(&one.fact)) {
        return Ok(());
    }
    let done = run()?;
    if done.count > 0 {
        facts.retain(|fact, _| !pass.invalidates.contains(fact));
    }
    facts.extend(pass.ensures.iter().map(|one| (one.fact, one.check)));
    if let Some(report) = report {
        report.done = report.done.and(done);
    }
    Ok(())
}

/// Checks that a pass left a valid module, in which all facts hold. After a pass without changes, only the facts that
/// the pass ensures are checked.
fn check<S>(
    module: &mut Module,
    scope: &Scope<'_>,
    pass: &Pass<S>,
    is_changed: bool,
    facts: &Facts,
) -> Result<()> {
    let wrong = |what| Err(PassErrorKind::Wrong { pass: pass.name, what }.into());
    let finding = if is_changed { verify(module).findings.into_iter().next() } else { None };
    if let Some(finding) = finding {
        let place = finding.place.show(module);
        return wrong(format!("{place}: {}", finding.message));
    }
    let is_due = |fact: &Fact| is_changed || pass.ensures.iter().any(|ensured| ensured.fact == *fact);
    let mut due = facts.iter().filter(|(fact, _)| is_due(fact));
    match due.find_map(|(fact, check)| Some((*fact, check.violation(module, scope)?))) {
        Some((fact, what)) => wrong(format!("postcondition {fact:?} is violated: {what}")),
        None => Ok(()),
    }
}
