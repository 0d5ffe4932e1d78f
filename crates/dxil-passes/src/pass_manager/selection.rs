//! The steps of a list that run: the options `--passes` and `--stop-after`. Separate because `upgrade` and `lower`
//! select steps in the same way.

use dxil_ir::Module;

use super::list::Stage;
use super::pass::Pass;
use super::runner::{Report, run};
use super::subject::Subject;
use crate::error::Result;

/// A function that is called with the name of each pass and each stage, and with the module after it.
pub type Observer<'o> = &'o mut dyn FnMut(&str, &Module);

/// The names of the stages and passes that run. A name selects all steps of a stage, or all steps with a pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only these run; empty: all.
    pub only: Vec<String>,
    /// These do not run.
    pub except: Vec<String>,
    /// The steps after this stage, or after the first step with this pass, do not run.
    pub stop_after: Option<String>,
}

/// A selected step.
struct Selected<S: 'static> {
    pass: Pass<S>,
    /// The names under which the observer is called: the pass, unless a stage with several steps has its name, and the
    /// stage after the last step.
    names: Vec<&'static str>,
}

impl Selection {
    /// Returns true if all steps run.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// Returns true if a step runs, without regard to `stop_after`.
    fn runs(&self, stage: &str, pass: &str) -> bool {
        let has = |names: &[String]| names.iter().any(|name| name == stage || name == pass);
        (self.only.is_empty() || has(&self.only)) && !has(&self.except)
    }

    /// Runs the selected steps of a list over a subject, except steps whose pass `is_wanted` rejects.
    pub(crate) fn run<'s, S: Subject<'s>>(
        &self,
        subject: &mut S,
        stages: &[Stage<S::State>],
        is_wanted: impl Fn(&Pass<S::State>) -> bool,
        observer: Option<Observer<'_>>,
    ) -> Result<Vec<Report>> {
        let selected = self.of(stages, is_wanted);
        let passes: Vec<Pass<S::State>> = selected.iter().map(|selected| selected.pass).collect();
        let Some(observer) = observer else { return run(subject, &passes, None) };
        let mut after = |index: usize, module: &Module| {
            let names = selected.get(index).map(|selected| selected.names.as_slice()).unwrap_or_default();
            names.iter().for_each(|name| observer(name, module));
        };
        run(subject, &passes, Some(&mut after))
    }

    /// The steps of a list that run.
    fn of<S>(&self, stages: &[Stage<S>], is_wanted: impl Fn(&Pass<S>) -> bool) -> Vec<Selected<S>> {
        let is_long = |name: &str| stages.iter().any(|stage| stage.name == name && stage.steps().count() > 1);
        let stop_after = self.stop_after.as_deref();
        let stops_after_stage = stages.iter().any(|stage| Some(stage.name) == stop_after);
        let mut selected = Vec::new();
        for stage in stages {
            let mut is_last = stop_after == Some(stage.name);
            let before = selected.len();
            for step in stage.steps() {
                let name = step.pass.name;
                if self.runs(stage.name, name) && is_wanted(&step.pass) {
                    let names = if is_long(name) { Vec::new() } else { vec![name] };
                    selected.push(Selected { pass: step.pass, names });
                }
                if stop_after == Some(name) && !stops_after_stage {
                    is_last = true;
                    break;
                }
            }
            if is_long(stage.name)
                && let Some(last) = selected.get_mut(before..).and_then(<[_]>::last_mut)
            {
                last.names.push(stage.name);
            }
            if is_last {
                break;
            }
        }
        selected
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Origin, Run, Step};
    use super::*;

    const fn step(name: &'static str) -> Step {
        let pass = Pass {
            name,
            origin: Origin::Ours,
            requires: &[],
            ensures: &[],
            invalidates: &[],
            run: Run::State(|_| Ok(())),
        };
        Step { pass, why: "" }
    }

    const STAGES: &[Stage] = &[
        Stage { name: "a", groups: &[&[step("a")]] },
        Stage { name: "b", groups: &[&[step("x"), step("y")], &[step("x")]] },
        Stage { name: "c", groups: &[&[step("c"), step("y")]] },
    ];

    fn names(selection: &Selection) -> String {
        let selected = selection.of(STAGES, |_| true).into_iter();
        let names = selected.map(|Selected { pass, names }| match names[..] {
            [name] if name == pass.name => name.to_owned(),
            _ => format!("{}({})", pass.name, names.join(",")),
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_selected_by_names_of_stages_and_passes() {
        let named = |name: &str| vec![name.to_owned()];
        // The second stage with several steps has the name of its first pass.
        assert_eq!(names(&Selection::default()), "a x y x(x,b) c() y(y,c)");
        assert_eq!(names(&Selection { only: named("b"), ..Selection::default() }), "x y x(x,b)");
        assert_eq!(names(&Selection { only: named("y"), ..Selection::default() }), "y(y,b) y(y,c)");
        assert_eq!(names(&Selection { except: named("x"), ..Selection::default() }), "a y(y,b) c() y(y,c)");
        let wanted = Selection::default().of(STAGES, |pass| pass.name != "y");
        assert_eq!(wanted.last().unwrap().names, ["c"]);
        let stop = |name: &str| Selection { stop_after: Some(name.to_owned()), ..Selection::default() };
        assert_eq!(names(&stop("b")), "a x y x(x,b)");
        assert_eq!(names(&stop("y")), "a x y(y,b)");
        assert_eq!(names(&stop("c")), "a x y x(x,b) c() y(y,c)");
        assert_eq!(names(&stop("a")), "a");
        assert_eq!(names(&Selection { only: named("c"), ..stop("b") }), "");
    }
}
