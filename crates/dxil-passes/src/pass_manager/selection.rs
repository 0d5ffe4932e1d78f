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
    /// The name of the stage if this is the last selected step of the stage and the pass has another name.
    ends: Option<&'static str>,
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
        let mut selected = self.of(stages);
        selected.retain(|selected| is_wanted(&selected.pass));
        let passes: Vec<Pass<S::State>> = selected.iter().map(|selected| selected.pass).collect();
        let Some(observer) = observer else { return run(subject, &passes, None) };
        let mut after = |index: usize, module: &Module| {
            let Some(Selected { pass, ends }) = selected.get(index) else { return };
            observer(pass.name, module);
            if let Some(stage) = ends {
                observer(stage, module);
            }
        };
        run(subject, &passes, Some(&mut after))
    }

    /// The steps of a list that run.
    fn of<S>(&self, stages: &[Stage<S>]) -> Vec<Selected<S>> {
        let mut selected = Vec::new();
        for stage in stages {
            let mut is_last = self.stop_after.as_deref() == Some(stage.name);
            let before = selected.len();
            for step in stage.steps() {
                if self.runs(stage.name, step.pass.name) {
                    selected.push(Selected { pass: step.pass, ends: None });
                }
                if self.stop_after.as_deref() == Some(step.pass.name) {
                    is_last = true;
                    break;
                }
            }
            if let Some(last) = selected.get_mut(before..).and_then(<[_]>::last_mut)
                && last.pass.name != stage.name
            {
                last.ends = Some(stage.name);
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
        Stage { name: "c", groups: &[&[step("y"), step("c")]] },
    ];

    fn names(selection: &Selection) -> String {
        let names = selection.of(STAGES).into_iter().map(|selected| match selected.ends {
            Some(stage) => format!("{}({stage})", selected.pass.name),
            None => selected.pass.name.to_owned(),
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_selected_by_names_of_stages_and_passes() {
        let named = |name: &str| vec![name.to_owned()];
        assert_eq!(names(&Selection::default()), "a x y x(b) y c");
        assert_eq!(names(&Selection { only: named("b"), ..Selection::default() }), "x y x(b)");
        assert_eq!(names(&Selection { only: named("y"), ..Selection::default() }), "y(b) y(c)");
        assert_eq!(names(&Selection { except: named("x"), ..Selection::default() }), "a y(b) y c");
        let stop = |name: &str| Selection { stop_after: Some(name.to_owned()), ..Selection::default() };
        assert_eq!(names(&stop("b")), "a x y x(b)");
        assert_eq!(names(&stop("y")), "a x y(b)");
        assert_eq!(names(&stop("a")), "a");
        assert_eq!(names(&Selection { only: named("c"), ..stop("b") }), "");
    }
}
